import {once} from 'node:events';
import {createServer, type IncomingMessage} from 'node:http';
import type {AddressInfo} from 'node:net';

type Session = {
  id: number;
  state: string;
  kind: string;
  proxyUser: string;
  polls: number;
  statements: Statement[];
};
type Statement = {
  id: number;
  state: string;
  progress: number;
  output: object | null;
  code: string;
  kind: string;
};

export type LivyForTests = {
  readonly url: string;
  readonly sessions: Map<number, Session>;
  /** Method, path and the user that the call is for. */
  readonly asked: string[];
  /** The next sessions never start. */
  dies: boolean;
};

/**
 * A server of Spark sessions as its REST API is documented, without Spark: `fail` fails, `wait`
 * never ends, `table` and SQL have rows, anything else puts out its own text.
 */
export async function livyForTests(t: {
  after(work: () => Promise<void>): void;
}): Promise<LivyForTests> {
  const sessions = new Map<number, Session>();
  const livy = {url: '', sessions, asked: [] as string[], dies: false};
  const server = createServer((request: IncomingMessage, response) => {
    const answerTo = (given: Record<string, string>): void => {
      const {pathname, searchParams} = new URL(request.url ?? '', 'http://x');
      livy.asked.push(`${request.method} ${pathname} ${searchParams.get('doAs')}`);
      const answer = reply(livy, `${request.method} ${pathname}`, given);
      response.writeHead(answer === undefined ? 404 : 200, {'content-type': 'application/json'});
      // As it is written: numbers in it may have more digits than a double.
      response.end(answer ?? '{"msg": "not found"}');
    };
    body(request).then(answerTo, () => response.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(async () => {
    server.closeAllConnections();
    server.close();
  });
  livy.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return livy;
}

function reply(
  livy: LivyForTests,
  call: string,
  given: Record<string, string>,
): string | undefined {
  const [method = '', path = ''] = call.split(' ');
  const [, kind, session, part, statement, action] = path.split('/');
  if (kind !== 'sessions') return undefined;
  if (session === undefined)
    return method === 'POST' ? started(livy, given) : JSON.stringify({total: 0, sessions: []});
  const found = livy.sessions.get(Number(session));
  if (found === undefined) return undefined;
  if (part === 'log') return JSON.stringify({log: ['starting', 'YARN has no room']});
  if (part === undefined && method === 'DELETE')
    return livy.sessions.delete(found.id) ? '{"msg":"deleted"}' : undefined;
  if (part === undefined) {
    if (found.state === 'starting' && ++found.polls > 2) found.state = livy.dies ? 'dead' : 'idle';
    return JSON.stringify({...found, statements: undefined});
  }
  if (statement === undefined) return shown(submitted(found, given));
  const one = found.statements[Number(statement)];
  if (one === undefined) return undefined;
  if (action === 'cancel') {
    one.state = 'cancelled';
    return '{"msg":"canceled"}';
  }
  const answer = shown(one);
  if (one.code !== 'wait' && one.state === 'running') one.state = 'available';
  return answer;
}

function started(livy: LivyForTests, {kind = '', proxyUser = ''}: Record<string, string>): string {
  const session = {
    id: livy.sessions.size,
    state: 'starting',
    kind,
    proxyUser,
    polls: 0,
    statements: [],
  };
  livy.sessions.set(session.id, session);
  return JSON.stringify(session);
}

function submitted(session: Session, {code = '', kind = ''}: Record<string, string>): Statement {
  const statement = {
    id: session.statements.length,
    state: 'running',
    progress: 0.5,
    output: null,
    code,
    kind,
  };
  session.statements.push(statement);
  return statement;
}

function shown({id, state, progress, code, kind}: Statement): string {
  const output = state === 'available' ? outputOf(code, kind) : 'null';
  return `{"id": ${id}, "state": "${state}", "progress": ${state === 'available' ? 1 : progress}, "output": ${output}}`;
}

function outputOf(code: string, kind: string): string {
  if (code === 'fail') {
    return JSON.stringify({
      status: 'error',
      ename: 'ZeroDivisionError',
      evalue: 'division by zero',
      traceback: ['Traceback\n', '  line 1\n'],
    });
  }
  if (kind === 'sql') {
    return `{"status": "ok", "data": {"application/json": {"schema": {"type": "struct", "fields": [
      {"name": "n", "type": "long", "nullable": true, "metadata": {}}, {"name": "price", "type": "decimal(20,3)"},
      {"name": "tags", "type": {"type": "array", "elementType": "string", "containsNull": true}}, {"name": "half", "type": "double"}]},
      "data": [[9223372036854775807, 12345678901234567.125, ["a"], 0.5], [1, null, null, 2]]}}}`;
  }
  if (code === 'table') {
    return JSON.stringify({
      status: 'ok',
      data: {
        'application/vnd.livy.table.v1+json': {
          headers: [
            {type: 'BIGINT_TYPE', name: 'n'},
            {type: 'STRING_TYPE', name: 's'},
          ],
          data: [[1, 'x']],
        },
      },
    });
  }
  return JSON.stringify({
    status: 'ok',
    data: code === 'nothing' ? {} : {'text/plain': `${code}\n`},
  });
}

async function body(request: IncomingMessage): Promise<Record<string, string>> {
  const text = Buffer.concat((await request.toArray()) as Buffer[]).toString();
  return text === '' ? {} : (JSON.parse(text) as Record<string, string>);
}

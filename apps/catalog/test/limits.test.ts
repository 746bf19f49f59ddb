// What one client can do to a server, and what the others see of it.
import assert from 'node:assert/strict';
import {once} from 'node:events';
import {connect, type Socket} from 'node:net';
import {after, before, suite, test, type TestContext} from 'node:test';
import {zipTexts} from '@gazetteer/formats/zip';
import {postgresForTests} from '@gazetteer/db/testing';
import {soon} from '@gazetteer/model/testing';
import {bothDatabases} from './both-databases.ts';
import {admin, ask} from './client.ts';
import {until} from './secure-client.ts';
import {startFreshCatalog, type RunningCatalog} from './server-fixture.ts';

const cluster = await postgresForTests();
after(async () => {
  if ('stop' in cluster) await cluster.stop();
});

const path = '/api/atlas/v2/types/typedefs/headers';
const statusPath = '/api/atlas/admin/status';

type Dialled = {
  readonly socket: Socket;
  readonly received: () => string;
  readonly closed: Promise<void>;
};

/**
 * A connection on which anything can be sent, what came back, and its end, whichever side made it.
 */
async function dial(t: TestContext, server: RunningCatalog): Promise<Dialled> {
  const {port, hostname} = new URL(server.url);
  const socket = connect(Number(port), hostname);
  t.after(() => socket.destroy());
  let text = '';
  socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  const closed = new Promise<void>(resolve => socket.once('close', () => resolve()));
  return {socket, received: () => text, closed};
}

/** What a client is told that sends a letter now and then, until it is told anything. */
async function drip(
  t: TestContext,
  server: RunningCatalog,
  start: string,
  letter: string,
): Promise<string> {
  const {socket, received, closed} = await dial(t, server);
  socket.write(start);
  const timer = setInterval(() => socket.write(letter), 200);
  t.after(() => clearInterval(timer));
  socket.once('data', () => clearInterval(timer));
  await closed;
  clearInterval(timer);
  return received();
}

const head = (method: string, at: string, more = '') =>
  `${method} ${at} HTTP/1.1\r\nhost: localhost\r\nauthorization: ${admin}\r\n${more}`;
const startOfBody = 'content-type: application/json\r\ncontent-length: 100\r\n\r\n{';

test('a question may be 4 MiB, so that no search takes memory by its width alone; a change as large as any body', async t => {
  const server = await startFreshCatalog();
  t.after(() => server.stop());
  const size = 4 * 2 ** 20 + 1;
  const announce = async (method: string, at: string): Promise<string> => {
    const {socket, received} = await dial(t, server);
    // By what is announced: nothing of it is read, let alone parsed.
    socket.write(
      head(method, at, `content-type: application/json\r\ncontent-length: ${size}\r\n\r\n`),
    );
    await soon(() => assert.notEqual(received(), ''));
    return received();
  };
  const questions = [
    'search/basic',
    'search/quick',
    'search/relations',
    'search/saved',
    'search/basic/download/create_file',
  ];
  for (const name of questions) {
    const answer = await announce('POST', `/api/atlas/v2/${name}`);
    assert.match(
      answer,
      /^HTTP\/1\.1 413 .*larger than 4194304 bytes \(the limit of this address\)/s,
      name,
    );
  }
  assert.match(await announce('PUT', '/api/atlas/v2/search/saved'), /^HTTP\/1\.1 413 /);
  const entity = await ask(`${server.url}/api/atlas/v2/entity`, {
    body: {padding: 'x'.repeat(size)},
  });
  assert.equal(entity.status, 400, 'read, and refused for what it says');
});

for (const {database, options, start} of bothDatabases(cluster)) {
  test(
    `a workbook that takes long to read keeps nobody from changing something, on ${database}`,
    options,
    async t => {
      const server = await start();
      t.after(() => server.stop());
      const parts = {
        'xl/workbook.xml': '<workbook xmlns:r="r"><sheets><sheet r:id="a"/></sheets></workbook>',
        'xl/_rels/workbook.xml.rels':
          '<Relationships><Relationship Id="a" Target="worksheets/a.xml"/></Relationships>',
        'xl/worksheets/a.xml': '<worksheet><sheetData/></worksheet>',
        'xl/sharedStrings.xml': `<sst>${'<si/>'.repeat(1_000_000)}</sst>`,
      };
      const form = new FormData();
      form.append('file', new Blob([Buffer.from(zipTexts(Object.entries(parts)))]), 'a.xlsx');
      const importing = new AbortController();
      const imported = ask(`${server.url}/api/meta/v2/assets/import`, {body: form}).then(
        ({status, json}) => {
          importing.abort();
          return [status, (json as {errorCode: string}).errorCode];
        },
      );
      // Where it kept others waiting, all but the first would have waited for it.
      let meanwhile = 0;
      while (!importing.signal.aborted) {
        const name = `quick_${meanwhile}`;
        const entity = {typeName: 'DataSet', attributes: {qualifiedName: name, name}};
        assert.equal((await ask(`${server.url}/api/meta/v2/entity`, {body: {entity}})).status, 200);
        if (!importing.signal.aborted) meanwhile++;
      }
      assert.deepEqual(await imported, [400, 'ATLAS-400-00-09B']);
      assert.ok(meanwhile > 2, `${meanwhile}`);
    },
  );
}

suite('limits of what a client sends', () => {
  let server: RunningCatalog;
  before(async () => {
    const times = [
      '--header-timeout',
      '4',
      '--slow-client-timeout',
      '4',
      '--request-timeout',
      '10',
    ];
    server = await startFreshCatalog({
      args: [...times, '--max-url', '2048', '--max-header', '16KiB', '--max-body', '1KiB'],
    });
  });
  after(() => server?.stop());
  test('a body, an address and headers that are too large are refused, each with its status', async () => {
    const {status, json} = await ask(`${server.url}/api/atlas/v2/entity`, {
      body: {text: 'x'.repeat(2000)},
    });
    assert.equal(status, 413);
    assert.equal((json as {errorCode: string}).errorCode, 'GAZETTEER-413-00-001');
    const long = await ask(`${server.url}${path}?x=${'y'.repeat(3000)}`);
    assert.equal(long.status, 414);
    assert.match(long.text, /"errorCode":"GAZETTEER-414-00-001".*longer than 2048 characters/);
    // The connection is closed with the answer, which may get lost with what was still on its way.
    await soon(async () => {
      const heavy = await ask(`${server.url}${path}`, {headers: {'x-heavy': 'z'.repeat(17_000)}});
      assert.equal(heavy.status, 431);
    });
  });

  test('JSON that is nested too deep is refused before anybody walks through it', async () => {
    for (const text of [`${'['.repeat(400)}${']'.repeat(400)}`, '{"entity":'.repeat(90)]) {
      const answer = await ask(`${server.url}/api/atlas/v2/entity`, {body: text});
      assert.equal(answer.status, 400, answer.text);
    }
    const answer = await ask(`${server.url}/api/atlas/v2/search/basic`, {body: '['.repeat(1000)});
    assert.match(answer.text, /nested deeper than 256 levels at line 1, column 257/);
  });

  test('headers that do not come in time get 408', async t => {
    // It is the headers as a whole that take too long. The answer gets lost where a letter meets
    // the connection closed.
    await soon(async () =>
      assert.match(await drip(t, server, head('GET', path), 'x'), /^HTTP\/1\.1 408 /),
    );
  });

  test('a body of which nothing more comes is given up, and the server goes on', async t => {
    const {socket, closed} = await dial(t, server);
    socket.write(head('POST', '/api/atlas/v2/entity', startOfBody));
    await closed;
    await soon(() =>
      assert.match(server.output(), /a client that neither sends nor takes was cut off/),
    );
    assert.equal((await ask(`${server.url}${path}`)).status, 200);
  });

  test('a client that ends its side when it has asked gets its answer', async t => {
    const {socket, received, closed} = await dial(t, server);
    const body = '{"typeName": "DataSet"}';
    const rest = `content-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
    socket.end(head('POST', '/api/atlas/v2/search/basic', rest));
    await closed;
    assert.match(received(), /^HTTP\/1\.1 200 [^]*"queryType":"BASIC"/);
  });

  test('a body that comes byte by byte gets 408 in the end', async t => {
    const start = head('POST', '/api/atlas/v2/entity', startOfBody);
    await soon(async () => assert.match(await drip(t, server, start, ' '), /^HTTP\/1\.1 408 /));
  });
});

suite('limits of how much is in work', () => {
  let server: RunningCatalog;
  before(async () => {
    server = await startFreshCatalog({
      args: [
        '--max-requests',
        '5',
        '--max-requests-per-user',
        '3',
        '--trusted-proxies',
        '127.0.0.1,::1',
      ],
    });
  });
  after(() => server?.stop());

  /** Requests that stay in work until the rest of them is sent. */
  async function begin(t: TestContext, requests: readonly string[]) {
    const send = async (text: string) => {
      const connection = await dial(t, server);
      connection.socket.write(text);
      return connection;
    };
    const begun = await Promise.all(requests.map(send));
    return {
      /**
       * Asks until the answer has this status. The asking takes a place, too: what was refused for
       * it is begun again.
       */
      untilRefused: (status: number) =>
        until(
          async () => {
            for (const [i, {received}] of begun.entries()) {
              if (received() !== '') begun[i] = await send(requests[i] ?? '');
            }
            return await ask(`${server.url}${path}`);
          },
          answer => answer.status === status,
        ),
      end: async (rest: string) => {
        for (const {socket} of begun) socket.write(rest);
        await Promise.all(begun.map(({received}) => until(received, text => text !== '')));
      },
      cut: () => begun.forEach(({socket}) => socket.destroy()),
    };
  }
  const search = head('POST', '/api/atlas/v2/search/basic', startOfBody.replace('100', '2'));
  const welcome = () =>
    until(
      () => ask(`${server.url}${path}`),
      answer => answer.status === 200,
    );

  test('one user gets so many places, is told when to come again, and gets them back', async t => {
    const busy = await begin(t, [search, search, search]);
    const {headers, text} = await busy.untilRefused(429);
    assert.equal(headers.get('retry-after'), '1');
    assert.match(
      text,
      /"errorCode":"GAZETTEER-429-00-001","errorMessage":"admin has 3 requests in work already/,
    );
    // Somebody else is not refused for that: this one fails by its password alone.
    const other = await ask(`${server.url}${path}`, {
      headers: {authorization: `Basic ${btoa('other:x')}`},
    });
    assert.equal(other.status, 401);
    await busy.end('}');
    await welcome();
  });

  test('a client that goes away gives back its places', async t => {
    const busy = await begin(t, [search, search, search]);
    await busy.untilRefused(429);
    busy.cut();
    await welcome();
  });

  test('beyond what all together may ask for, answers are 503; probes are answered all the same', async t => {
    // Nobody gets all; so these are requests of five addresses that nobody has to log in for.
    const login = (i: number) =>
      `POST /j_spring_security_check HTTP/1.1\r\nhost: localhost\r\nx-forwarded-for: 192.0.2.${i}\r\n` +
      'content-type: application/x-www-form-urlencoded\r\ncontent-length: 100\r\n\r\nj_username=a';
    const busy = await begin(t, [1, 2, 3, 4, 5].map(login));
    const {headers, text} = await busy.untilRefused(503);
    assert.equal(headers.get('retry-after'), '1');
    assert.match(text, /"errorCode":"GAZETTEER-503-00-002"/);
    assert.equal(
      (await ask(`${server.url}${statusPath}`, {headers: {authorization: ''}})).status,
      200,
    );
    busy.cut();
    await welcome();
  });
});

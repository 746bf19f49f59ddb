import {randomBytes} from 'node:crypto';
import {hiveDialect} from '../src/engine/hive-dialect.ts';
import type {Column} from '../src/engine/column.ts';
import {
  type EngineUser,
  type Page,
  type SessionEndpoint,
  type Progress,
  type RunningStatement,
  type SessionHandle,
  type SessionRules,
  SqlError,
  type SqlEngine,
  type SqlSession,
} from '../src/engine/sql-engine.ts';

const columns: readonly Column[] = [
  {name: 'n', type: 'bigint'},
  {name: 'text', type: 'string'},
];

/** What the engine was asked, for tests of the API alone. */
export type Asked = {
  readonly statements: string[];
  readonly fetches: number[];
  /** Session by session, in the order of opening. */
  readonly sessions: string[];
  readonly databases: (string | undefined)[];
};

/**
 * An engine without a server. `ROWS <n>` has rows, `HANG` and `HANG <text>` never end, `CHATTER`
 * neither and has 15,000 lines of log at each question, `FAIL <text>` fails, `REFUSE <text>` is not
 * accepted, `STUCK` cannot be closed, and anything else is done at once.
 */
export class MemoryEngine implements SqlEngine {
  readonly id: string;
  readonly displayName = 'Memory';
  readonly dialect: string;
  readonly sql = hiveDialect;
  /** Of every database. */
  tables: readonly {name: string; type: string; comment: string}[] = [
    {name: 't', type: 'TABLE', comment: ''},
  ];
  /** Whether one question finds tables of all databases. */
  findsTables = false;
  /** Lists of tables wait for it; an abort of theirs is noted. */
  tablesGate: Promise<unknown> | undefined;
  aborted = 0;
  /** Rows of texts that statements which begin so answer. */
  readonly answers = new Map<string, readonly (readonly string[])[]>();
  /** What statements begin with that are not accepted. */
  refused: string | undefined;
  /** What statements begin with whose acceptance is not heard of. */
  unanswered: string | undefined;
  /** What statements begin with that run until then. */
  held: {readonly start: string; readonly until: Promise<unknown>} | undefined;
  /** What statements begin with whose state is not told, and how often it was asked for. */
  mute: string | undefined;
  askedInVain = 0;
  features: SqlEngine['features'] = {cancel: true, logs: true, resume: false, preparations: true};
  rules: SessionRules = {closeSessions: true, hasSessionPool: false, maxNumberOfSessions: -1};
  readonly asked: Asked = {statements: [], fetches: [], sessions: [], databases: []};
  /** The database in which sessions say that they begin. */
  startsIn: string | undefined;
  /** Openings wait for it. */
  gate: Promise<unknown> | undefined;
  /** Pages of rows wait for it, which the server has handed out by then. */
  pageGate: Promise<unknown> | undefined;
  /** Cancels wait for it, and so does the state of what is cancelled. */
  cancelGate: Promise<unknown> | undefined;
  /** Statements of sessions that were not closed, for those who take them up again. */
  readonly #sessions = new Map<string, Map<string, RunningStatement>>();
  /** Thrown by the next opening and all behind it. */
  refusal: Error | undefined;

  constructor(id: string) {
    this.id = id;
    this.dialect = id;
  }

  async locate(): Promise<SessionEndpoint> {
    return {
      endpoint: 'memory',
      principal: undefined,
      rules: this.rules,
      open: async () => {
        await this.gate;
        if (this.refusal !== undefined) throw this.refusal;
        return this.#session();
      },
    };
  }

  async resume(_user: EngineUser, {guid}: SessionHandle): Promise<SqlSession> {
    if (this.refusal !== undefined) throw this.refusal;
    const statements = this.#sessions.get(guid);
    if (statements === undefined) throw new SqlError('unsupported', 'nothing is kept');
    return this.#connected(guid, statements);
  }

  /** Whether it was not closed. */
  hasSession(guid: string): boolean {
    return this.#sessions.has(guid);
  }

  #session(): SqlSession {
    const guid = randomBytes(16).toString('base64');
    this.asked.sessions.push(guid);
    const statements = new Map<string, RunningStatement>();
    this.#sessions.set(guid, statements);
    return this.#connected(guid, statements);
  }

  #connected(guid: string, statements: Map<string, RunningStatement>): SqlSession {
    let isOpen = true;
    return {
      startsIn: this.startsIn,
      handle: {guid, secret: 'session-secret', protocol: 10},
      get isOpen() {
        return isOpen;
      },
      properties: new Map([
        ['hive.execution.engine', 'tez'],
        ['hidden', 'x'],
      ]),
      submit: async sql => {
        this.asked.statements.push(sql);
        if (this.refused !== undefined && sql.startsWith(this.refused))
          throw new SqlError('refused', sql);
        if (this.unanswered !== undefined && sql.startsWith(this.unanswered))
          throw new SqlError('connection-lost', 'The connection was lost.');
        if (sql.startsWith('REFUSE'))
          throw new SqlError('refused', sql.slice(7), {sqlState: '42000', code: 40000});
        const statement = this.#statement(sql);
        statements.set(statement.handle.guid, statement);
        return statement;
      },
      resume: ({guid}) => statements.get(guid) ?? this.#statement(''),
      databases: async () => ['default', 'sales'],
      tables: async (database, signal) => {
        this.asked.databases.push(database);
        signal?.addEventListener('abort', () => this.aborted++);
        await this.tablesGate;
        return this.tables;
      },
      findTables: async part =>
        this.findsTables
          ? ['default', 'sales'].flatMap(database =>
              this.tables.flatMap(table =>
                table.name.includes(part.toLowerCase()) ? [{...table, database}] : [],
              ),
            )
          : undefined,
      tableColumns: async () => columns,
      functions: async () => ['abs'],
      isAlive: async () => isOpen,
      close: async () => {
        isOpen = false;
        this.#sessions.delete(guid);
      },
      detach: async () => {
        isOpen = false;
      },
    };
  }

  #statement(sql: string): RunningStatement {
    const answer = [...this.answers].find(([start]) => sql.startsWith(start))?.[1];
    const total = answer?.length ?? Number(/^ROWS (\d+)/.exec(sql)?.[1] ?? 0);
    let fetched = 0;
    let lines = 0;
    let stopping: Promise<unknown> | undefined;
    let state: Progress['state'] = /^(?:HANG|CHATTER)\b/.test(sql)
      ? 'running'
      : sql.startsWith('FAIL')
        ? 'failed'
        : 'available';
    if (this.held !== undefined && sql.startsWith(this.held.start)) {
      state = 'running';
      void this.held.until.finally(() => {
        if (state === 'running') state = 'available';
      });
    }
    return {
      handle: {
        guid: randomBytes(16).toString('base64'),
        secret: 'statement-secret',
        kind: 0,
        hasResultSet: total > 0,
      },
      progress: async () => {
        await stopping;
        if (this.mute !== undefined && sql.startsWith(this.mute)) {
          this.askedInVain++;
          throw new SqlError('timeout', 'There was no answer.');
        }
        return {
          state,
          hasResultSet: total > 0,
          ...(state === 'failed' && {error: {message: sql.slice(5)}}),
        };
      },
      newLogLines: async () => {
        if (sql === 'CHATTER') return Array.from({length: 15_000}, () => `line ${lines++}`);
        // As a server does, it tells each line once.
        return sql === 'HANG' && lines++ === 0
          ? ['Total jobs = 2', 'Starting Job = job_1_0001']
          : [];
      },
      columns: async () =>
        answer?.[0]?.map((_, n) => ({name: `c${n}`, type: 'string'})) ?? (total > 0 ? columns : []),
      nextPage: async maxRows => {
        const rowCount = Math.min(maxRows, total - fetched);
        const page =
          answer === undefined ? pageOf(fetched, rowCount) : answerPage(answer, fetched, rowCount);
        this.asked.fetches.push(page.rowCount);
        fetched += page.rowCount;
        await this.pageGate;
        return page;
      },
      startOver: () => (fetched = 0),
      cancel: async () => {
        stopping = this.cancelGate;
        await stopping;
        if (state !== 'available') state = 'canceled';
      },
      close: async () => {
        if (sql === 'STUCK') throw new SqlError('timeout', 'nobody answers');
      },
    };
  }
}

function pageOf(from: number, rowCount: number): Page {
  const numbers = Array.from({length: rowCount}, (_, row) => from + row);
  return {columns: [numbers.map(BigInt), numbers.map(n => `<${n}>`)], rowCount};
}

function answerPage(answer: readonly (readonly string[])[], from: number, rowCount: number): Page {
  const rows = answer.slice(from, from + rowCount);
  return {columns: (answer[0] ?? []).map((_, n) => rows.map(row => row[n])), rowCount};
}

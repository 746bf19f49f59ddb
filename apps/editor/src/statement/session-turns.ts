import {setTimeout as delay} from 'node:timers/promises';
import {
  isOver,
  SqlError,
  type Progress,
  type RunningStatement,
  type SqlEngine,
  type SqlSession,
} from '../engine/sql-engine.ts';
import {queryOnce} from '../engine/query-once.ts';

/** What a session has been used for, as far as it matters to whoever comes next. */
type Use = {
  turn: Promise<unknown>;
  /**
   * Statements that may still look up names in the database that was current when they were sent.
   */
  unbound: {readonly database: string; readonly running: RunningStatement}[];
  /** The current database as long as nothing was sent that may have chosen another one. */
  known: string | undefined;
  /** Of the statement that was sent last. */
  lastUuid: string | undefined;
  readonly settings: Map<string, string>;
  readonly prepared: Set<string>;
};

/** What a statement needs of its session before it is sent. */
export type Wanted = {
  /** Empty: whatever it is just now. */
  readonly database: string;
  /** Whether it certainly leaves the current database as it is. */
  readonly keepsDatabase: boolean;
  /**
   * The statement before it in the same text: when nobody else came in between, the database is as
   * that one left it.
   */
  readonly behind?: string | undefined;
  readonly settings?: ReadonlyMap<string, string>;
  /** Statements that do the same however often they run, such as ADD JAR. */
  readonly preparations?: readonly string[];
  /** What is done first in the turn, before anything is sent. */
  readonly first?: () => Promise<void>;
  /** Ends the waiting; nothing is sent then. */
  readonly signal?: AbortSignal | undefined;
};

const uses = new WeakMap<SqlSession, Use>();
const limits = {maxRows: 0, timeoutMs: 60_000};
/** How long a statement waits for those of another database in the same session. */
const timeoutMs = 10_000;

/**
 * Runs `work` when the session is as wanted. The current database and the settings belong to the
 * session, which several statements may share where a person has one session only: nobody else may
 * change them before the work is done.
 */
export async function withSessionTurn<T>(
  session: SqlSession,
  engine: SqlEngine,
  wanted: Wanted,
  work: () => Promise<T>,
): Promise<T> {
  const use = useOf(session);
  const {signal} = wanted;
  const given = Promise.withResolvers<never>();
  const giveUp = () => given.reject(signal?.reason as Error);
  const run = async (): Promise<T> => {
    signal?.throwIfAborted();
    await wanted.first?.();
    signal?.throwIfAborted();
    signal?.removeEventListener('abort', giveUp);
    await prepare(session, engine, use, wanted);
    signal?.throwIfAborted();
    // Also where its answer is lost.
    if (!wanted.keepsDatabase) use.known = undefined;
    return await work();
  };
  signal?.addEventListener('abort', giveUp, {once: true});
  const turn = use.turn.then(run, run);
  use.turn = turn;
  return await Promise.race([turn, given.promise]);
}

/**
 * Notes what was sent in a turn. @param database the one that its names are looked up in, or that
 * it chooses by itself
 */
export function noteSent(
  session: SqlSession,
  engine: SqlEngine,
  {
    uuid,
    database,
    running,
  }: {readonly uuid: string; readonly database: string; readonly running: RunningStatement},
): void {
  const use = useOf(session);
  use.lastUuid = uuid;
  if (engine.features.bindsNames !== undefined) use.unbound.push({database, running});
}

function useOf(session: SqlSession): Use {
  let use = uses.get(session);
  if (use === undefined) {
    const nothing = {
      unbound: [],
      known: session.startsIn,
      lastUuid: undefined,
      settings: new Map(),
      prepared: new Set<string>(),
    };
    uses.set(session, (use = {turn: Promise.resolve(), ...nothing}));
  }
  return use;
}

async function prepare(
  session: SqlSession,
  engine: SqlEngine,
  use: Use,
  wanted: Wanted,
): Promise<void> {
  const {database, behind, settings = new Map<string, string>(), preparations = []} = wanted;
  const goesOn = behind !== undefined && (use.lastUuid === undefined || use.lastUuid === behind);
  if (!goesOn && database !== '' && database !== use.known) {
    use.known = undefined;
    await othersBound(engine, use, database, wanted.signal);
    await queryOnce(session, engine.sql.useDatabase(database), limits);
    use.known = database;
  }
  for (const [name, value] of settings) {
    if (use.settings.get(name) === value) continue;
    use.known = undefined;
    await queryOnce(session, `SET ${name}=${value}`, limits);
    use.settings.set(name, value);
  }
  for (const statement of preparations) {
    if (use.prepared.has(statement)) continue;
    use.known = undefined;
    await queryOnce(session, statement, limits);
    use.prepared.add(statement);
  }
}

/**
 * Waits until the names of statements for other databases have been looked up, since that happens
 * after a server has accepted them: at once in Hive, and in Spark at any time until they have
 * ended.
 */
async function othersBound(
  engine: SqlEngine,
  use: Use,
  database: string,
  signal: AbortSignal | undefined,
): Promise<void> {
  const until = Date.now() + timeoutMs;
  for (let pauseMs = 20; ; pauseMs = Math.min(pauseMs * 2, 500)) {
    use.unbound = await stillUnbound(engine, use.unbound);
    const other = use.unbound.find(each => each.database !== database);
    if (other === undefined) return;
    if (Date.now() > until) {
      throw new SqlError(
        'too-many-sessions',
        `A statement on the database ${other.database} is still running in the one session that you have here, and only ` +
          `when it has ended the session can turn to the database ${database}`,
      );
    }
    signal?.throwIfAborted();
    // Pauses are short: whoever gives up waits for the end of one, and no timer is left behind.
    await delay(pauseMs);
  }
}

async function stillUnbound(engine: SqlEngine, all: Use['unbound']): Promise<Use['unbound']> {
  const left: Use['unbound'] = [];
  for (const each of all) if (!(await isBound(engine, each.running))) left.push(each);
  return left;
}

async function isBound({features}: SqlEngine, running: RunningStatement): Promise<boolean> {
  const {state}: Progress = await running.progress();
  return isOver(state) || (features.bindsNames === 'started' && state === 'running');
}

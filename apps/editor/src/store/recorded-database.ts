import {randomUUID} from 'node:crypto';
import {hostname} from 'node:os';
import {
  keepRecords,
  type Database,
  type End,
  type Keeper,
  type Migration,
  type OnConflict,
  type Param,
  type Session,
  SessionWrapper,
  type Table,
} from '@gazetteer/db';
import type {StatementObserver} from '@gazetteer/db';
import {changeLines} from '@gazetteer/model';
import {currentOrigin} from '../net/request-origin.ts';

/** Rows that a statement has changed. */
type Change = {
  readonly what: 'create' | 'update' | 'delete';
  readonly type: string;
  ids: string[];
  count: number;
};

const host = hostname();
/** People may change what is theirs; whatever else allows something says so. */
const ownRule = 'own';
const rulesOf = new WeakMap<Session, Set<string>>();

/** Notes by what right a change is made, where it is another than that it is one's own. */
export function noteRule(session: Session, rule: string): void {
  rulesOf.get(session)?.add(rule);
}

/**
 * The editor's database. What a request changes in it is recorded for the request audit in the same
 * transaction, whichever part of the editor changes it: neither is there without the other.
 */
export class RecordedDatabase implements Database {
  readonly #db: Database;
  readonly #keeper: Keeper;
  readonly #kept: () => void;

  /** @param kept is told when there is something to be sent on */
  constructor(db: Database, keeper: Keeper, kept: () => void) {
    this.#db = db;
    this.#keeper = keeper;
    this.#kept = kept;
  }

  get dialect(): Database['dialect'] {
    return this.#db.dialect;
  }

  async read<T>(work: (session: Session) => Promise<T>): Promise<T> {
    return await this.#db.read(work);
  }

  async write<T>(work: (session: Session) => Promise<T>, end?: End): Promise<T> {
    const origin = currentOrigin();
    if (origin === undefined || end === 'undone') return await this.#db.write(work, end);
    let isKept = false;
    const value = await this.#db.write(async session => {
      const recording = new RecordingSession(session);
      const result = await work(recording);
      const {changes} = recording;
      isKept = changes.length > 0;
      if (isKept) {
        const rules = [...(rulesOf.get(recording) ?? [])];
        const {userName: user, action, request} = origin;
        const who = {time: Date.now(), user, action, request, agent: this.#keeper.agent, host};
        const lines = changeLines(
          {...who, rules: rules.length > 0 ? rules : [ownRule]},
          changes,
          randomUUID,
        );
        await keepRecords(session, this.#keeper, lines);
      }
      return result;
    });
    if (isKept) this.#kept();
    return value;
  }

  async migrate(migrations: readonly Migration[]): Promise<void> {
    await this.#db.migrate(migrations);
  }

  observe(observer: StatementObserver | undefined): void {
    this.#db.observe(observer);
  }

  async close(): Promise<void> {
    await this.#db.close();
  }
}

const verbs = {INSERT: 'create', UPDATE: 'update', DELETE: 'delete'} as const;
const statement = /^\s*(?:(INSERT) INTO|(UPDATE)|(DELETE) FROM)\s+(\w+)/i;
const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;
/** Of a change of many rows so many are named. */
const maxIds = 100;

/** A session that knows which of the editor's own rows its statements have changed. */
class RecordingSession extends SessionWrapper {
  readonly #changes = new Map<string, Change>();

  constructor(session: Session) {
    super(session);
    rulesOf.set(this, new Set());
  }

  get changes(): Change[] {
    return [...this.#changes.values()];
  }

  override async all<Row>(sql: string, params: readonly Param[] = []): Promise<Row[]> {
    const rows = await super.all<Row>(sql, params);
    this.#note(sql, params, rows.length);
    return rows;
  }

  override async run(sql: string, params: readonly Param[] = []): Promise<number> {
    const count = await super.run(sql, params);
    this.#note(sql, params, count);
    return count;
  }

  override async insert(
    table: Table,
    rows: readonly (readonly (string | number | null)[])[],
    onConflict?: OnConflict,
  ): Promise<void> {
    await super.insert(table, rows, onConflict);
    this.#add('create', table.name, rows.flat(), rows.length);
  }

  override async remove(
    table: Table,
    keys: readonly string[],
    values: readonly (readonly (string | number)[])[],
  ): Promise<void> {
    await super.remove(table, keys, values);
    this.#add('delete', table.name, values.flat(), values.length);
  }

  #note(sql: string, params: readonly Param[], count: number): void {
    const [, insert, update, remove, table = ''] = statement.exec(sql) ?? [];
    const verb = (insert ?? update ?? remove)?.toUpperCase() as keyof typeof verbs | undefined;
    if (verb !== undefined) this.#add(verbs[verb], table, params.flat(), count);
  }

  /**
   * Values are nobody's to read in a record; ids are. How a statement goes on is the server's own
   * note, as is who is logged in.
   */
  #add(
    what: Change['what'],
    type: string,
    values: readonly (string | number | null)[],
    count: number,
  ): void {
    if (
      count === 0 ||
      !type.startsWith('editor_') ||
      (what === 'update' && type === 'editor_statement')
    )
      return;
    const change = this.#changes.get(`${what} ${type}`) ?? {what, type, ids: [], count: 0};
    const ids = values.filter(one => typeof one === 'string' && uuid.test(one)) as string[];
    change.ids = [...new Set([...change.ids, ...ids])].slice(0, maxIds);
    change.count += count;
    this.#changes.set(`${what} ${type}`, change);
  }
}

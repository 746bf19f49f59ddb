import type {Param, Session, Table} from './database.ts';
import type {Dialect, OnConflict} from './dialect.ts';

/** Passes everything on to another session: a base for those that want to see some of it. */
export class SessionWrapper implements Session {
  readonly #session: Session;

  constructor(session: Session) {
    this.#session = session;
  }

  get dialect(): Dialect {
    return this.#session.dialect;
  }

  get slot(): number {
    return this.#session.slot;
  }

  async all<Row>(sql: string, params?: readonly Param[]): Promise<Row[]> {
    return await this.#session.all<Row>(sql, params);
  }

  async run(sql: string, params?: readonly Param[]): Promise<number> {
    return await this.#session.run(sql, params);
  }

  async insert(
    table: Table,
    rows: readonly (readonly (string | number | null)[])[],
    onConflict?: OnConflict,
  ): Promise<void> {
    await this.#session.insert(table, rows, onConflict);
  }

  async remove(
    table: Table,
    keys: readonly string[],
    values: readonly (readonly (string | number)[])[],
  ): Promise<void> {
    await this.#session.remove(table, keys, values);
  }
}

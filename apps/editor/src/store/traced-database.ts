import type {Database, End, Migration, Session, StatementObserver} from '@gazetteer/db';
import {statementCounter, traced} from '@gazetteer/server/trace';

/** The editor's database. Each transaction is a part of the trace of the request that opens it. */
export class TracedDatabase implements Database {
  readonly #db: Database;

  constructor(db: Database, system: Parameters<typeof statementCounter>[0]) {
    this.#db = db;
    db.observe(statementCounter(system));
  }

  get dialect(): Database['dialect'] {
    return this.#db.dialect;
  }

  async read<T>(work: (session: Session) => Promise<T>, signal?: AbortSignal): Promise<T> {
    return await transaction('read', () => this.#db.read(work, signal));
  }

  async write<T>(work: (session: Session) => Promise<T>, end?: End): Promise<T> {
    return await transaction('write', () => this.#db.write(work, end));
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

async function transaction<T>(kind: 'read' | 'write', work: () => Promise<T>): Promise<T> {
  return await traced(`editor store ${kind}`, {'gazetteer.transaction': kind}, work, 'client');
}

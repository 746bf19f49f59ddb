import type {Database, Session} from '@gazetteer/db';
import {GraphReader} from './graph-reader.ts';
import type {Access, GraphRead, GraphStore, GraphTx} from './graph-store.ts';
import {GraphWriter} from './graph-writer.ts';
import {migrations} from './schema.ts';
import {loadTypeSystem, typesVersion, type Purpose, type TypeSystem} from './type-store.ts';

/** The graph over any `Database`. It keeps the type system in memory and checks at each transaction that it is the newest. */
export class SqlGraphStore implements GraphStore {
  readonly #db: Database;
  #system: TypeSystem | undefined;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Creates or updates the tables. One process of those that share a database does it, the others wait. */
  static async migrate(db: Database): Promise<void> {
    await db.migrate(migrations);
  }

  async read<T>(work: (graph: GraphRead) => Promise<T>, access?: Access): Promise<T> {
    return await this.#db.read(
      async session => await work(new GraphReader(session, await this.#current(session, 'read'), {access})),
    );
  }

  async transaction<T>(
    work: (tx: GraphTx) => Promise<T>,
    purpose: 'entities' | 'types' = 'entities',
    access?: Access,
  ): Promise<T> {
    return await this.#db.write(this.#writing(work, purpose, access));
  }

  async rehearse<T>(
    work: (tx: GraphTx) => Promise<T>,
    purpose: 'entities' | 'types' = 'entities',
    access?: Access,
  ): Promise<T> {
    return await this.#db.rehearse(this.#writing(work, purpose, access));
  }

  async close(): Promise<void> {
    await this.#db.close();
  }

  #writing<T>(
    work: (tx: GraphTx) => Promise<T>,
    purpose: Purpose,
    access: Access | undefined,
  ): (session: Session) => Promise<T> {
    return async session => {
      const system = await this.#current(session, purpose);
      return await work(new GraphWriter(session, system, {isWriter: true, access}));
    };
  }

  async #current(session: Session, purpose: Purpose): Promise<TypeSystem> {
    const version = await typesVersion(session, purpose);
    if (this.#system?.types.version !== version) this.#system = await loadTypeSystem(session);
    return this.#system;
  }
}

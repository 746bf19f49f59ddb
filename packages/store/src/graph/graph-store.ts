import type {Database, End, Session} from '@gazetteer/db';
import {GraphReader} from './graph-reader.ts';
import type {Access, GraphRead, GraphTx} from '../schema/graph.ts';
import {GraphWriter} from './graph-writer.ts';
import {migrations} from '../schema/migrations.ts';
import {loadTypeSystem, typesVersion, type Purpose, type TypeSystem} from '../schema/type-store.ts';

/**
 * The graph over any `Database`. It keeps the type system in memory and checks at each transaction
 * that it is the newest.
 */
export class GraphStore {
  readonly #db: Database;
  #system: TypeSystem | undefined;

  constructor(db: Database) {
    this.#db = db;
  }

  /**
   * Creates or updates the tables. One process of those that share a database does it, the others
   * wait.
   */
  static async migrate(db: Database): Promise<void> {
    await db.migrate(migrations);
  }

  /** @param signal ends what the database does for it */
  async read<T>(
    work: (graph: GraphRead) => Promise<T>,
    access?: Access,
    signal?: AbortSignal,
  ): Promise<T> {
    return await this.#db.read(
      async session =>
        await work(new GraphReader(session, await this.#current(session, 'read'), {access})),
      signal,
    );
  }

  /**
   * All or nothing, durable when it resolves. Whatever `work` reads through the verbs stays as read
   * until the end. May run `work` again after a write conflict: compute and call `tx`, do nothing
   * else.
   * @param purpose `types` for work that calls `saveTypes`: it runs alone
   * @param end `undone` for a rehearsal: all that `work` did is undone, what it returned is the
   * answer
   */
  async transaction<T>(
    work: (tx: GraphTx) => Promise<T>,
    purpose: Purpose = 'entities',
    access?: Access,
    end: End = 'kept',
  ): Promise<T> {
    let after: TypeSystem | undefined;
    const value = await this.#db.write(async session => {
      const system = await this.#current(session, purpose);
      const tx = new GraphWriter(session, system, {isWriter: true, access});
      const done = await work(tx);
      after = tx.system;
      return done;
    }, end);
    // What is committed nobody need read again.
    if (end === 'kept' && after && after.types.version > (this.#system?.types.version ?? 0))
      this.#system = after;
    return value;
  }

  async close(): Promise<void> {
    await this.#db.close();
  }

  async #current(session: Session, purpose: Purpose | 'read'): Promise<TypeSystem> {
    const version = await typesVersion(session, purpose);
    if (this.#system?.types.version !== version)
      this.#system = await loadTypeSystem(session, this.#system);
    return this.#system;
  }
}

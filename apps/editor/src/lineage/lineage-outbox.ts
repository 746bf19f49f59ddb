import {setTimeout as delay} from 'node:timers/promises';
import {ApiError} from '@gazetteer/client';
import {
  type Dialect,
  dialectOf,
  lineageOf,
  type TablePath,
  tablesOf,
  tablesUsed,
} from '@gazetteer/sql';
import type {Session} from '@gazetteer/db';
import {CatalogAway, orAway} from '../catalog/catalog-link.ts';
import type {Editor} from '../editor.ts';
import {SqlError, type SqlEngine} from '../engine/sql-engine.ts';
import {databaseAfter} from '../statement/chosen-database.ts';
import type {Statement} from '../statement/statement.ts';
import {statementsOf} from '../statement/statements-of.ts';
import {DescribedTables} from './described-tables.ts';
import {HookFinder} from './hook-finder.ts';
import {datasetKeyOf, lineageEvents} from './lineage-event.ts';
import {isCounted, isLeftOut, isTold, type LineageRules} from './lineage-rules.ts';
import {namedTables, type NamedTable} from './named-tables.ts';
import {claimNext, enqueue, putBack, removeOld, removeRow, type OutboxRow} from './outbox-rows.ts';
import {usageReport} from './usage-report.ts';

type Parts = Pick<Editor, 'db' | 'engines' | 'pool' | 'statements' | 'catalog' | 'log'>;

/** While the catalog is away, or an engine. */
const pauseMs = {first: 5000, last: 300_000};
const maxAttempts = 5;
/** 5 s, 20 s, 80 s and 5 minutes. */
const pauseOf = ({attempts}: OutboxRow) => Math.min(pauseMs.first * 4 ** attempts, pauseMs.last);
/** While all sessions that a person may have are in use. */
const shortageMs = 60_000;
const sweepMs = 3_600_000;
const describeTimeoutMs = 120_000;

const isShortage = (error: unknown): boolean =>
  error instanceof SqlError && error.kind === 'too-many-sessions';

/**
 * Tells the catalog of statements that wrote and what was used by all, those with lineage first,
 * the oldest of them before others; one that could not be told waits while others go on. Each is
 * written down with its end, so that none is lost with the process, and nobody who runs something
 * waits for it.
 */
export class LineageOutbox {
  readonly #parts: Parts;
  readonly #rules: LineageRules;
  readonly #hooks = new HookFinder();
  readonly #described = new DescribedTables();
  readonly #stopped = new AbortController();
  #woken = Promise.withResolvers<void>();
  #running: Promise<void> = Promise.resolve();

  constructor(parts: Parts, rules: LineageRules) {
    this.#parts = parts;
    this.#rules = rules;
  }

  /**
   * What is written down with the end of a statement that went well; undefined where there is
   * nothing to tell.
   */
  noted(statement: Statement): ((db: Session) => Promise<void>) | undefined {
    const {engines, catalog, log} = this.#parts;
    const engine = engines.get(statement.engine);
    if (engine === undefined || !catalog.isThere) return undefined;
    let isUse: boolean;
    try {
      const dialect = dialectOf(engine.dialect);
      if (this.#pathsOf(statement, dialect).length === 0) return undefined;
      isUse = !this.#mayBeTold(statement, dialect);
    } catch (error) {
      // Whatever is wrong here, the statement has gone well.
      log.error({error, statement: statement.uuid}, 'a statement could not be read for lineage');
      return undefined;
    }
    return async db => {
      await enqueue(db, {id: statement.id, isUse}, Date.now());
      queueMicrotask(() => this.wake());
    };
  }

  #mayBeTold(statement: Statement, dialect: Dialect): boolean {
    return isTold(statement, this.#rules) && tablesOf(statement.sql, dialect).length > 0;
  }

  /** Tables that there is something to tell of. */
  #pathsOf(statement: Statement, dialect: Dialect): readonly TablePath[] {
    const paths = [
      ...(isTold(statement, this.#rules) ? tablesOf(statement.sql, dialect) : []),
      ...(isCounted(statement, this.#rules) ? tablesUsed(statement.sql, dialect) : []),
    ];
    return [...new Map(paths.map(path => [datasetKeyOf(path), path])).values()];
  }

  start(): void {
    if (!this.#rules.isOff || !this.#rules.usage.isOff) this.#running = this.#run();
  }

  wake(): void {
    this.#woken.resolve();
  }

  async stop(): Promise<void> {
    this.#stopped.abort();
    this.wake();
    await this.#running;
  }

  async #run(): Promise<void> {
    const {signal} = this.#stopped;
    const {db, log} = this.#parts;
    let sweepAt = 0;
    for (let pause = pauseMs.first; !signal.aborted;) {
      this.#woken = Promise.withResolvers();
      try {
        if (sweepAt <= Date.now()) {
          await db.write(async session => await removeOld(session, Date.now()));
          sweepAt = Date.now() + sweepMs;
        }
        while (!signal.aborted && (await this.#next())) pause = pauseMs.first;
        await this.#wokenWithin(pause);
        // What was just noted may not be committed yet.
        await delay(20, undefined, {ref: false, signal});
      } catch (error) {
        if (signal.aborted) return;
        log.warn({error}, 'lineage of statements waits');
        await delay(pause, undefined, {ref: false, signal}).catch(() => undefined);
        pause = Math.min(pause * 2, pauseMs.last);
      }
    }
  }

  async #wokenWithin(ms: number): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const passed = new Promise<void>(resolve => {
      timer = setTimeout(resolve, ms).unref();
    });
    await Promise.race([this.#woken.promise, passed]);
    clearTimeout(timer);
  }

  /** @returns whether there was one @throws when it has to wait */
  async #next(): Promise<boolean> {
    const {db, log, statements, catalog} = this.#parts;
    // What was noted while there was one waits for the next.
    if (!catalog.isThere) return false;
    const row = await db.write(async session => await claimNext(session, Date.now()));
    if (row === undefined) return false;
    const statement = await statements.byId(row.statement);
    try {
      if (statement !== undefined) await this.#tell(statement);
      await db.write(async session => await removeRow(session, row));
    } catch (error) {
      if (error instanceof CatalogAway || this.#stopped.signal.aborted) {
        await db.write(async session => await putBack(session, row, row.attempts));
        throw error;
      }
      await this.#failed(row, error);
      const why = 'lineage of a statement could not be told';
      log[isShortage(error) ? 'debug' : 'warn']({error, statement: statement?.uuid}, why);
    }
    return true;
  }

  async #failed(row: OutboxRow, error: unknown): Promise<void> {
    const {db} = this.#parts;
    // Nothing was tried: what the person does goes before.
    const isShort = isShortage(error);
    const attempts = isShort ? row.attempts : row.attempts + 1;
    const isOver = error instanceof ApiError || attempts >= maxAttempts;
    const notBefore = Date.now() + (isShort ? shortageMs : pauseOf(row));
    await db.write(async session =>
      isOver ? await removeRow(session, row) : await putBack(session, row, attempts, notBefore),
    );
  }

  async #tell(statement: Statement): Promise<void> {
    const {engines, catalog} = this.#parts;
    const engine = engines.get(statement.engine);
    if (engine === undefined) return;
    const signal = AbortSignal.any([this.#stopped.signal, AbortSignal.timeout(describeTimeoutMs)]);
    const tables = await this.#tablesOf(statement, engine, signal);
    const events = (await this.#isNews(statement, engine, signal))
      ? this.#eventsOf(statement, engine, tables)
      : [];
    // On the editor's account: who runs a statement need not be allowed to tell of it.
    const client = catalog.clientFor({userName: statement.userName, groups: [], isServer: true});
    if (client === undefined) return;
    if (events.length > 0) {
      const {failed_events: failed} = await orAway(
        client.call('POST /v2/lineage/events/batch', {body: events}),
      );
      if (failed.length > 0) throw new Error(failed.map(({reason}) => reason).join('; '));
    }
    // Behind the lineage, which may register what was written.
    const report = isCounted(statement, this.#rules)
      ? usageReport(statement, dialectOf(engine.dialect), tables)
      : undefined;
    if (report === undefined) return;
    await orAway(client.call('POST /v2/usage/statements', {body: {statements: [report]}}));
  }

  /** Whether its lineage is told, and by nobody else. */
  async #isNews(statement: Statement, engine: SqlEngine, signal: AbortSignal): Promise<boolean> {
    if (!isTold(statement, this.#rules)) return false;
    if (this.#rules.namespaces.get(engine.id)?.lineage !== 'auto') return true;
    if (tablesOf(statement.sql, dialectOf(engine.dialect)).length === 0) return false;
    return !(await this.#hooks.tells(this.#parts.pool, engine, statement.userName, signal));
  }

  /** What its names mean. What it writes is described now, since it may be new. */
  async #tablesOf(
    statement: Statement,
    engine: SqlEngine,
    signal: AbortSignal,
  ): Promise<ReadonlyMap<string, NamedTable>> {
    const {sql, userName} = statement;
    const dialect = dialectOf(engine.dialect);
    const paths = this.#pathsOf(statement, dialect);
    if (paths.length === 0) return new Map();
    const database = await this.#databaseOf(statement, engine);
    const ask = async (of: readonly TablePath[]) =>
      await namedTables(this.#parts, {engine, userName, database}, of, signal);
    if (tablesOf(sql, dialect).length > 0) return await ask(paths);
    return await this.#described.of({engine: engine.id, userName, database}, paths, ask);
  }

  #eventsOf(
    statement: Statement,
    engine: SqlEngine,
    tables: ReadonlyMap<string, NamedTable>,
  ): object[] {
    const lineage = lineageOf(statement.sql, dialectOf(engine.dialect), path =>
      tables.get(datasetKeyOf(path))?.columns.map(({name}) => name),
    );
    if (lineage === undefined || lineage.isTemporary) return [];
    const isOut = (path: readonly string[]) => {
      const table = tables.get(datasetKeyOf(path));
      return table !== undefined && isLeftOut(table, this.#rules);
    };
    if (lineage.writes.some(({path}) => isOut(path))) return [];
    return lineageEvents(statement, lineage, tables, engine.dialect);
  }

  /** Where its names were looked up: a USE before it in its text counts. */
  async #databaseOf(statement: Statement, engine: SqlEngine): Promise<string> {
    const {place, database} = statement;
    if (place === 0) return database;
    const text = await this.#parts.statements.bodyOf(statement);
    const earlier = statementsOf(text, engine.dialect).slice(0, place);
    return databaseAfter(
      earlier.map(one => one.statement),
      database,
    );
  }
}

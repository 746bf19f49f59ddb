import type {TablePath} from '@gazetteer/sql';
import {datasetKeyOf} from './lineage-event.ts';
import type {NamedTable} from './named-tables.ts';

/** Tables change, and somebody may lose what they could see. */
const keptMs = 600_000;
const maxKept = 500;

type Kept = {readonly table: NamedTable | undefined; readonly until: number};
type StatementContext = {
  readonly engine: string;
  readonly userName: string;
  readonly database: string;
};

/**
 * What tables that are only read were described as a short time ago, so that the engine is not
 * asked at each query.
 */
export class DescribedTables {
  readonly #kept = new Map<string, Kept>();

  /** @param ask describes those that are not known */
  async of(
    context: StatementContext,
    paths: readonly TablePath[],
    ask: (paths: readonly TablePath[]) => Promise<ReadonlyMap<string, NamedTable>>,
  ): Promise<ReadonlyMap<string, NamedTable>> {
    const keyOf = (path: TablePath) =>
      JSON.stringify([context.engine, context.userName, context.database, path]);
    const now = Date.now();
    // Of its own, as what is kept may be forgotten meanwhile.
    const known = new Map(paths.map(path => [path, this.#kept.get(keyOf(path))]));
    const unknown = paths.filter(path => (known.get(path)?.until ?? 0) <= now);
    if (unknown.length > 0) {
      const found = await ask(unknown);
      if (this.#kept.size + unknown.length > maxKept) this.#kept.clear();
      for (const path of unknown) {
        const described = {table: found.get(datasetKeyOf(path)), until: now + keptMs};
        known.set(path, described);
        this.#kept.set(keyOf(path), described);
      }
    }
    return new Map(
      paths.flatMap(path => {
        const table = known.get(path)?.table;
        return table === undefined ? [] : [[datasetKeyOf(path), table] as const];
      }),
    );
  }
}

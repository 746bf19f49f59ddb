import type {Guid} from '@gazetteer/model';
import {inner, type GraphRead, type GraphTx} from '../schema/graph.ts';
import {metadataSource} from '../schema/schema.ts';

/** Type of the tasks that read a source. */
export const sourceRunTask = 'SOURCE_RUN';

/**
 * A source that the catalog reads by itself. Times are epoch ms; `nextRunTime` is 0 for one without
 * a schedule.
 */
export type MetadataSource = {
  readonly name: string;
  readonly type: string;
  readonly config: Readonly<Record<string, string | readonly string[]>>;
  /** Keys whose values are never shown. */
  readonly secrets: Readonly<Record<string, string>>;
  /** Cron expression; empty: only when somebody says so. */
  readonly schedule: string;
  /** Share of what it had brought that one run may delete, in percent. */
  readonly maxDeletes: number;
  readonly nextRunTime: number;
  /** Task of its newest run; empty before the first. */
  readonly lastRun: Guid;
  readonly createdBy: string;
  readonly createdTime: number;
  /** In whose name it is read. */
  readonly updatedBy: string;
  readonly updatedTime: number;
};

type Row = {name: string; content: string};

/** By name. */
export async function metadataSources({[inner]: db}: GraphRead): Promise<MetadataSource[]> {
  const rows = await db.session.all<Row>('SELECT * FROM metadata_source ORDER BY name');
  return rows.map(sourceIn);
}

export async function metadataSourceOf(
  {[inner]: db}: GraphRead,
  name: string,
): Promise<MetadataSource | undefined> {
  const rows = await db.session.all<Row>('SELECT * FROM metadata_source WHERE name = ?', [name]);
  return rows.map(sourceIn)[0];
}

export async function saveMetadataSource(
  {[inner]: db}: GraphTx,
  {name, ...content}: MetadataSource,
): Promise<void> {
  const row = [name, JSON.stringify(content)];
  await db.session.insert(metadataSource, [row], {key: ['name'], set: ['content']});
}

export async function removeMetadataSource({[inner]: db}: GraphTx, name: string): Promise<void> {
  await db.session.run('DELETE FROM metadata_source WHERE name = ?', [name]);
}

function sourceIn({name, content}: Row): MetadataSource {
  return {name, ...(JSON.parse(content) as Omit<MetadataSource, 'name'>)};
}

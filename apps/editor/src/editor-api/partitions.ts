import type {Editor} from '../editor.ts';
import {ask, metadataLimits} from '../statement/query-once.ts';
import {ApiError, type Json, status} from './envelope.ts';
import {type Fields, textIn} from './fields.ts';
import {findEngine} from './find-engine.ts';

/** The partitions of a table, as many as `list_partitions_limit` allows, and whether there are more. */
export async function listPartitions(
  e: Editor,
  userName: string,
  [database = '', table = '']: readonly string[],
  fields: Fields,
  signal: AbortSignal,
): Promise<Json> {
  const engine = findEngine(e, textIn(fields.object('snippet'), 'type') || fields.word('source_type'));
  if (database === '' || table === '')
    throw new ApiError(status.failed, 'Partitions are those of a database and a table');
  const {partitions} = engine.sql;
  if (partitions === undefined) throw new ApiError(status.notSupported, `${engine.id} has no partitions`);
  // Impala ends its list with a sum; one more tells that there are more.
  const limits = {...metadataLimits, maxRows: e.maxPartitions + 2};
  const found = await e.pool.use(
    engine,
    {name: userName},
    session => ask(session, partitions(database, table), signal, limits),
    {signal},
  );
  return {
    status: status.ok,
    partition_keys: found[0]?.map(([name]) => ({name})) ?? [],
    partitions: found.slice(0, e.maxPartitions).map(partition => partition.map(([, value]) => value)),
    is_cut: found.length > e.maxPartitions,
  };
}

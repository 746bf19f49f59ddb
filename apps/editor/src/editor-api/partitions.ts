import type {Editor} from '../editor.ts';
import {ask, metadataLimits} from '../statement/query-once.ts';
import {ApiError, type Json, status} from './envelope.ts';
import {type Fields, textIn} from './fields.ts';
import {findEngine} from './find-engine.ts';

/** All partitions of a table, up to what one question about metadata may answer. */
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
  const found = await e.pool.use(
    engine,
    {name: userName},
    session => ask(session, partitions(database, table), signal),
    {signal},
  );
  return {
    status: status.ok,
    partition_keys: found[0]?.map(([name]) => ({name})) ?? [],
    partitions: found.map(partition => partition.map(([, value]) => value)),
    is_cut: found.length >= metadataLimits.maxRows,
  };
}

import {form} from '@gazetteer/kernel';
import {object, textIn, word} from '@gazetteer/kernel/loose-fields';
import {AppError} from '@gazetteer/model';
import {ask, metadataLimits} from '../engine/query-once.ts';
import {status} from '../http/envelope.ts';
import {query} from '../operation.ts';
import {findEngine} from './find-engine.ts';
import {partitions as partitionsShape} from './table-shapes.ts';

/**
 * The partitions of a table, as many as `list_partitions_limit` allows, and whether there are more.
 */
export const listPartitions = query('POST /partitions/{*names}', {
  summary: 'The partitions of a table',
  description:
    'The path has the names of a database and a table. `list_partitions_limit` says how many are listed.',
  body: form({
    snippet: object('Its `type` is the engine'),
    source_type: word('The engine, in place of `snippet`'),
  }),
  answer: partitionsShape,
  run: async (
    e,
    {names: [database = '', table = ''], snippet, source_type},
    {actor: {userName}, signal: gone},
  ) => {
    const engine = findEngine(e, textIn(snippet, 'type') || source_type);
    if (database === '' || table === '')
      throw new AppError('BAD_REQUEST', ['Partitions are those of a database and a table']);
    const {partitions} = engine.sql;
    if (partitions === undefined)
      throw new AppError('NOT_SUPPORTED', [`${engine.id} has no partitions`]);
    // Impala ends its list with a sum; one more tells that there are more.
    const limits = {...metadataLimits, maxRows: e.maxPartitions + 2};
    const signal = gone();
    const found = await e.pool.use(
      engine,
      {name: userName},
      session => ask(session, partitions(database, table), signal, limits),
      {signal},
    );
    return {
      status: status.ok,
      partition_keys: found[0]?.map(([name]) => ({name})) ?? [],
      partitions: found
        .slice(0, e.maxPartitions)
        .map(partition => partition.map(([, value]) => value)),
      is_cut: found.length > e.maxPartitions,
    };
  },
});

import {described, integer, text as textShape, time} from '@gazetteer/kernel/shape';
import {dialectName} from '@gazetteer/sql';
import {newestPartition} from '../engine/newest-partition.ts';
import {ask, metadataLimits} from '../engine/query-once.ts';
import type {SqlEngine, SqlSession} from '../engine/sql-engine.ts';
import type {Partition} from '../engine/sql-dialect.ts';
import {figuresOf} from '../engine/table-figures.ts';
import {whole} from '../http/shapes.ts';
import {query} from '../operation.ts';
import {findEngine} from './find-engine.ts';

const figures = {
  written: time('When it was written last, as the engine says'),
  rows: textShape('How many rows its statistics have, a whole number'),
  bytes: textShape('How many bytes its statistics have, a whole number'),
};
const figureNames = ['written', 'rows', 'bytes'] as const;

/** What the engine knows by heart: nothing of the table is read. */
const freshness = query('GET /tables/{engine}/{database}/{table}/freshness', {
  summary: 'When a table was written last, and how large it is, as its engine says',
  description:
    'From what the engine keeps of the table and of its partitions; it reads no rows, and statistics may be older than they are. Of up to 20,000 partitions the newest is the one with the latest time among its keys.',
  answer: whole(
    {
      ...figures,
      partitions: integer('How many partitions there are; absent where it has no keys for them'),
      newest: described(
        whole({name: textShape('Its keys and values, such as `dt=2026-11-26`'), ...figures}, [
          ...figureNames,
        ]),
        'The newest partition; absent where no key is a time',
      ),
    },
    [...figureNames, 'partitions', 'newest'],
  ),
  run: async (e, {engine: type, database, table}, {actor: {userName}, signal}) => {
    const engine = findEngine(e, type);
    const stop = signal();
    return await e.pool.use(
      engine,
      {name: userName},
      session => freshnessOf(engine, session, [database, table], stop),
      {signal: stop},
    );
  },
});

async function freshnessOf(
  {sql, dialect}: SqlEngine,
  session: SqlSession,
  [database, table]: readonly [string, string],
  signal: AbortSignal,
) {
  const found = await ask(session, sql.describeTable(database, table), signal);
  const own = figuresOf(found);
  if (found.partitionKeys.length === 0 || sql.partitions === undefined) return own;
  const limits = {...metadataLimits, maxRows: maxPartitions + 1};
  const all = await ask(session, sql.partitions(database, table), signal, limits);
  // Of more of them, the newest may be among those that were not read.
  if (all.length > maxPartitions) return own;
  const newest = newestPartition(all);
  const counted = {...own, partitions: all.length};
  if (newest === undefined) return counted;
  const name = nameOf(newest);
  // Impala does not tell of a single one.
  if (sql.describePartition === undefined || dialectName(dialect) === 'impala')
    return {...counted, newest: {name}};
  const described_ = await ask(session, sql.describePartition(database, table, newest), signal);
  return {...counted, newest: {name, ...figuresOf(described_)}};
}

const maxPartitions = 20_000;

const nameOf = (partition: Partition): string =>
  partition.map(([key, value]) => `${key}=${value}`).join('/');

export const freshnessOperations = {tableFreshness: freshness};

import {described, flag, integer, list, text as textShape} from '@gazetteer/kernel/shape';
import {AppError} from '@gazetteer/model';
import {columnKind} from '../engine/column-kind.ts';
import {ask} from '../engine/query-once.ts';
import type {SqlEngine, SqlSession} from '../engine/sql-engine.ts';
import {textList, whole} from '../http/shapes.ts';
import {change, query} from '../operation.ts';
import {describeTable} from './describe-table.ts';
import {executeText} from './execute.ts';
import {findEngine} from './find-engine.ts';
import {guessRelations, oneAndMany, type Relation, thingOf} from './guess-relations.ts';

// What the page of a table asks beside what clients of the reference do.

/** A statement with figures of more columns is too long for some servers. */
const maxColumns = 300;

const profile = change('POST /tables/{engine}/{database}/{table}/profile', {
  summary: 'Begin to work out figures of the columns of a table',
  description:
    'One statement, which reads the whole table: it is followed, canceled and read like any other. Its one row has the figures in the order of the answer; the first is how many rows there are. Of a table with more than 300 columns the first 300 are looked at.',
  answer: whole({
    uuid: textShape('Id of the statement'),
    figures: list(
      whole({
        column: textShape('The column; empty for the rows'),
        figure: textShape('`rows`, `filled`, `distinct`, `min`, `max` or `avg`'),
      }),
      'What each value of the row is',
    ),
    isCut: flag('Whether there are more columns'),
  }),
  errors: ['NOT_SUPPORTED'],
  run: async (e, {engine: type, database, table}, {actor: {userName}}) => {
    const engine = findEngine(e, type);
    const of = engine.sql.tableStatements?.(engine.dialect)?.profile;
    if (of === undefined)
      throw new AppError('NOT_SUPPORTED', [`${engine.id} does not work out figures`]);
    const {columns, partitionKeys} = await describeTable(e, userName, engine, database, table);
    const all = [...columns, ...partitionKeys].map(({name, type: of_}) => ({
      name,
      kind: profiledKind(of_),
    }));
    if (all.length === 0) throw new AppError('NOT_FOUND', [`There is no table ${table}`]);
    const {sql, figures} = of(database, table, all.slice(0, maxColumns));
    const begun = await executeText(e, userName, engine, database, sql);
    return {uuid: String(begun['history_uuid']), figures, isCut: all.length > maxColumns};
  },
});

function profiledKind(type: string): 'number' | 'ordered' | 'other' {
  if (/[<[(]/.test(type) && !/^(decimal|numeric|(var)?char)\b/i.test(type)) return 'other';
  const {kind} = columnKind(type);
  if (kind === 'binary' || kind === 'boolean' || /^(json|map|list|union|bit)\b/i.test(type))
    return 'other';
  return ['int32', 'int64', 'float', 'decimal'].includes(kind) ? 'number' : 'ordered';
}

const side = whole({table: textShape('A table'), column: textShape('A column of it')});

const relations = query('GET /tables/{engine}/{database}/{table}/relations', {
  summary: 'Tables of the same database that a table belongs together with',
  description:
    'By keys that the engine knows, and guessed from names such as `customer_id` and `customers`. Of a database with more than 60 tables those are looked at that columns are called like.',
  answer: whole({
    primaryKey: textList('Columns of the primary key, where the engine knows it'),
    relations: list(
      whole({
        from: described(side, 'The column'),
        to: described(side, 'What it means'),
        isDeclared: flag('Whether the engine knows it'),
      }),
      'From a column to the one that it means',
    ),
    looked: integer('How many tables were looked at'),
    tables: integer('How many there are'),
  }),
  run: async (e, {engine: type, database, table}, {actor: {userName}, signal}) => {
    const engine = findEngine(e, type);
    const stop = signal();
    return await e.pool.use(
      engine,
      {name: userName},
      session => related(engine, session, database, table, stop),
      {signal: stop},
    );
  },
});

/** Columns of so many tables are asked for, one after the other. */
const maxLooked = 60;

async function related(
  {sql: {keys: keysOf}}: SqlEngine,
  session: SqlSession,
  database: string,
  table: string,
  signal: AbortSignal,
) {
  const columnsOf = async (name: string) => ({
    table: name,
    columns: await session.tableColumns(database, name, signal),
  });
  const own = await columnsOf(table);
  const all = (await session.tables(database, signal))
    // A view has the keys of what it shows.
    .filter(({name, type}) => name === table || !/view/i.test(type))
    .map(({name}) => name);
  const looked =
    all.length <= maxLooked
      ? all
      : likely(
          own.columns.map(({name}) => name),
          all,
        );
  const others = [];
  for (const name of looked) if (name !== table) others.push(await columnsOf(name));
  const {primaryKey = [], foreign = []} =
    keysOf === undefined ? {} : await ask(session, keysOf(database, table), signal);
  const declared = foreign.map((one): Relation => ({...one, isDeclared: true}));
  const isKnown = ({from}: Relation) =>
    declared.some(one => one.from.table === from.table && one.from.column === from.column);
  return {
    primaryKey,
    relations: [...declared, ...guessRelations(own, others).filter(one => !isKnown(one))],
    looked: others.length,
    tables: all.length,
  };
}

/** Tables that columns are called like. */
function likely(columns: readonly string[], tables: readonly string[]): readonly string[] {
  const words = columns.flatMap(name => {
    const thing = thingOf(name);
    return thing === undefined ? [] : oneAndMany(thing);
  });
  const endings = new Set(words);
  return tables
    .filter(name => {
      const parts = name.toLowerCase().split('_');
      return parts.some((_, at) => endings.has(parts.slice(at).join('_')));
    })
    .slice(0, maxLooked);
}

export const tablePageOperations = {profileTable: profile, relateTable: relations};

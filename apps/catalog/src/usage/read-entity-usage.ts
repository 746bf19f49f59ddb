import {integer} from '@gazetteer/kernel/parameters';
import {
  dayMs,
  entityHeader,
  firstDay,
  type EntityHeader,
  type EntityRecord,
  type Guid,
} from '@gazetteer/model';
import {usageOf, usageTotals, type GraphRead, type Usage} from '@gazetteer/store';
import {recordOf} from '../entity/read-entities.ts';
import {processType} from '../openlineage/derive-entities.ts';
import {uniqueRefOf} from '../openlineage/dataset-rows.ts';
import {columnsOf} from '../openlineage/find-assets.ts';
import {query} from '../operation.ts';
import * as shapes from './shapes.ts';
import type {KeptColumn, KeptJoin, KeptStatement} from './take-in-usage.ts';

type Counts = {queries: number; writes: number; people: number; jobRuns: number};
type ActorJson = {
  queries: number;
  writes: number;
  totalTime: number;
  longestTime: number;
  lastUse: number;
};
type Uses = {uses: number; lastUse: number};
export type EntityUsage = Counts & {
  lastQuery?: number;
  lastWrite?: number;
  days: (Counts & {date: string})[];
  users?: (ActorJson & {user: string})[];
  jobs: (ActorJson & {job: string})[];
  columns: (Uses & KeptColumn)[];
  joins: (Uses & {entity: EntityHeader; columns: KeptJoin['columns']})[];
  statements: (Uses & Omit<KeptStatement, 'user' | 'named'> & {user?: string})[];
};

/** GET /entity/guid/{guid}/usage @throws INSTANCE_GUID_NOT_FOUND */
export const readEntityUsage = query('GET /v2/entity/guid/{guid}/usage', {
  summary: 'Who uses an entity, when, and what of it',
  description:
    'Counts of the last days, with today. Columns, joins and statements are counted by weeks from a Thursday on: those of every week that one of the days is in. Names of users need the permission `admin-usage`, and so do those of jobs whose process is not readable. An addition to the Atlas API.',
  query: {days: integer('Days to count, 400 at most', {default: 90, min: 1})},
  answer: shapes.entityUsage,
  errors: ['INSTANCE_GUID_NOT_FOUND', 'BAD_REQUEST'],
  logAs: 'Usage.ofEntity',
  run: async (graph, {guid, days}, c): Promise<EntityUsage> => {
    const record = await recordOf(graph, {guid});
    const since = firstDay(c.today(), Math.min(days, maxDays));
    const total = (await usageTotals(graph, [guid], since)).get(guid);
    const usage = await usageOf(graph, guid, since);
    const {lastQuery = 0, lastWrite = 0, ...counts} = total ?? none;
    // How much an asset is used is for everybody, who works with it for few.
    const isNamed = c.mayAs('admin-usage');
    const statements = await shownStatements(graph, usage);
    return {
      ...counts,
      ...(lastQuery === 0 ? {} : {lastQuery}),
      ...(lastWrite === 0 ? {} : {lastWrite}),
      days: usage.days.map(({day, ...one}) => ({date: dateOf(day), ...one})),
      ...(isNamed ? {users: actorsOf(usage, 'person', user => ({user}))} : {}),
      jobs: await shownJobs(graph, usage, isNamed),
      ...(await shownParts(graph, record, usage)),
      statements: statements.map(({user, ...one}) => (isNamed ? {...one, user} : one)),
    };
  },
});

const maxDays = 400;
const none: Counts & {lastQuery?: number; lastWrite?: number} = {
  queries: 0,
  writes: 0,
  people: 0,
  jobRuns: 0,
};

/** Days are those of UTC, whoever asks. */
function dateOf(day: number): string {
  return new Date(day * dayMs).toISOString().slice(0, 10);
}

function actorsOf<T>(
  {actors}: Usage,
  kind: Usage['actors'][number]['kind'],
  named: (actor: string) => T,
): (ActorJson & T)[] {
  return actors
    .filter(one => one.kind === kind)
    .map(({actor, queries, writes, totalMs, longestMs, lastUse}) => ({
      ...named(actor),
      queries,
      writes,
      totalTime: totalMs,
      longestTime: longestMs,
      lastUse,
    }));
}

/** A process that an event told of has the name of its job. */
async function shownJobs(
  graph: GraphRead,
  usage: Usage,
  isNamed: boolean,
): Promise<EntityUsage['jobs']> {
  const jobs = actorsOf(usage, 'job', job => ({job}));
  if (isNamed || graph.readable === undefined) return jobs;
  const processes = await graph.byUnique(jobs.map(({job}) => uniqueRefOf(`${processType} ${job}`)));
  return jobs.filter((_job, i) => processes[i] !== undefined);
}

/** A text names what the statement read and wrote: all of that has to be readable. */
async function shownStatements(
  graph: GraphRead,
  {details}: Usage,
): Promise<(Uses & Omit<KeptStatement, 'named'>)[]> {
  const all = details.query.map(({uses, lastUse, content}) => {
    const {named, ...kept} = content as KeptStatement;
    return {named, shown: {...kept, uses, lastUse}};
  });
  if (graph.readable === undefined) return all.map(({shown}) => shown);
  const keys = [...new Set(all.flatMap(({named}) => named))].filter(key => key !== '');
  const records = await graph.byUnique(keys.map(uniqueRefOf));
  const seen = new Set(keys.filter((_key, i) => records[i] !== undefined));
  return all.flatMap(({named, shown}) => (named.every(key => seen.has(key)) ? [shown] : []));
}

/** Columns and joins, without what the caller may not read. */
async function shownParts(
  graph: GraphRead,
  record: EntityRecord,
  {details}: Usage,
): Promise<Pick<EntityUsage, 'columns' | 'joins'>> {
  const joins = details.join.map(one => ({...one, content: one.content as KeptJoin}));
  const others = await graph.entities([...new Set(joins.map(({content}) => content.guid))], 'look');
  const isShown = await shownColumns(graph, [record, ...others.values()]);
  return {
    columns: details.column.flatMap(({content, uses, lastUse}) => {
      const {name} = content as KeptColumn;
      return isShown(record.guid, name) ? [{name, uses, lastUse}] : [];
    }),
    joins: joins.flatMap(({content: {guid, columns}, uses, lastUse}) => {
      const other = others.get(guid);
      const isWhole = columns.every(
        pair => isShown(record.guid, pair.own) && isShown(guid, pair.other),
      );
      return other === undefined || !isWhole
        ? []
        : [{entity: entityHeader(graph.types, other, [], {}), columns, uses, lastUse}];
    }),
  };
}

/** By small letters: statements write names as they like. */
async function shownColumns(
  graph: GraphRead,
  tables: readonly EntityRecord[],
): Promise<(guid: Guid, name: string) => boolean> {
  if (graph.readable === undefined) return () => true;
  const columns = await columnsOf(graph, tables);
  const seen = new Set(
    [...columns].flatMap(([guid, list]) =>
      list.map(one => `${guid} ${String(one.attributes['name']).toLowerCase()}`),
    ),
  );
  return (guid, name) => seen.has(`${guid} ${name.toLowerCase()}`);
}

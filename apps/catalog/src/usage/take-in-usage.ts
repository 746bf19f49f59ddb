import {datasetKey, dayMs, type EntityRecord, type RunState} from '@gazetteer/model';
import {
  countUses,
  datasetsOf,
  newReports,
  runsOf,
  type CountedUse,
  type GraphTx,
  type RunRow,
} from '@gazetteer/store';
import type {Context} from '../catalog.ts';
import {digest, identityIn, keyOf, uniqueRefOf, withFolders} from '../openlineage/dataset-rows.ts';
import {
  maxSql,
  storableText,
  type UsedDataset,
  type UsedJoin,
  type UsedStatement,
} from './used-statement.ts';

/** What was counted is remembered for so many days; what is older might be counted twice. */
export const reportDays = 30;

/** What of a statement is kept as JSON beside its counts. */
export type KeptStatement = {
  readonly sql: string;
  readonly isCut: boolean;
  readonly engine: string;
  readonly user: string;
  readonly duration: number;
  /** All that it read and wrote, by `keyOf`: who can't read all of it doesn't see the text. */
  readonly named: readonly string[];
};
export type KeptJoin = {
  readonly guid: string;
  readonly columns: readonly {readonly own: string; readonly other: string}[];
};
export type KeptColumn = {readonly name: string};

/** Counts statements, each once however often it comes. A constant number of statements. */
export async function takeInUsage(
  {settings: {usage, openLineage}}: Pick<Context, 'settings'>,
  tx: GraphTx,
  reported: readonly UsedStatement[],
  now: number,
): Promise<void> {
  const timely = reported.filter(
    ({user, endTime}) => isCounted(endTime, now) && !usage.ignoredUsers.includes(user),
  );
  if (usage.isOff || timely.length === 0) return;
  const news = await newReports(
    tx,
    timely.map(({id, endTime}) => ({id: `statement ${id}`, time: endTime})),
  );
  const statements = timely.filter(({id}, i) => {
    // One report may have a statement twice: neither of the two is known yet.
    const isFirst = timely.findIndex(other => other.id === id) === i;
    return isFirst && news.has(`statement ${id}`);
  });
  const keys = statements.flatMap(keysOf);
  const assets = await assetsOf(tx, keys, openLineage);
  await countUses(
    tx,
    statements.flatMap(one => usesOf(one, assets)),
  );
}

/** Clocks differ by hours at most: a time far ahead would be the last use for ever. */
function isCounted(time: number, now: number): boolean {
  return time > now - reportDays * dayMs && time < now + dayMs;
}

/** All data sets that it names. */
function keysOf({inputs, outputs, joins}: UsedStatement): string[] {
  const joined = joins.flatMap(({left, right}) => [left, right]);
  return [...inputs, ...outputs, ...joined].map(datasetKey);
}

type Asset = {readonly key: string; readonly record: EntityRecord | undefined};

/** By the key of a data set. */
async function assetsOf(
  tx: GraphTx,
  datasets: readonly string[],
  rules: Context['settings']['openLineage'],
): Promise<Map<string, Asset>> {
  const keys = [...new Set(datasets)];
  if (keys.length === 0) return new Map();
  const rows = await datasetsOf(tx, withFolders(keys));
  const identities = keys.map(key => keyOf(identityIn(rows, key, rules)));
  const records = await tx.byUnique(identities.map(uniqueRefOf), 'look');
  return new Map(keys.map((key, i) => [key, {key: identities[i] ?? '', record: records[i]}]));
}

function usesOf(one: UsedStatement, assets: ReadonlyMap<string, Asset>): CountedUse[] {
  const assetOf = (place: Pick<UsedDataset, 'namespace' | 'name'>) =>
    assets.get(datasetKey(place))?.record;
  const read = new Map<string, Set<string>>();
  for (const input of one.inputs) {
    const guid = assetOf(input)?.guid;
    if (guid === undefined) continue;
    const columns = read.get(guid) ?? new Set();
    for (const column of input.columns) columns.add(column);
    read.set(guid, columns);
  }
  const written = new Set(one.outputs.flatMap(output => assetOf(output)?.guid ?? []));
  const statement = {
    kind: 'query' as const,
    name: digest(one.shape),
    content: keptStatement(one, assets),
  };
  const joins = one.joins.flatMap(join => joinsOf(join, assetOf));
  return [...new Set([...read.keys(), ...written])].map(guid => ({
    guid,
    time: one.endTime,
    ms: one.duration,
    actor: one.user,
    kind: 'person',
    isRead: read.has(guid),
    isWritten: written.has(guid),
    details: [
      ...[...(read.get(guid) ?? [])].map(name => {
        const content: KeptColumn = {name};
        return {kind: 'column' as const, name: digest(name.toLowerCase()), content};
      }),
      ...uniqueJoins(joins.filter(({of}) => of === guid)),
      ...(read.has(guid) ? [statement] : []),
    ],
  }));
}

function keptStatement(
  statement: UsedStatement,
  assets: ReadonlyMap<string, Asset>,
): KeptStatement {
  const {sql, engine, user, duration} = statement;
  const named = keysOf(statement).map(key => assets.get(key)?.key ?? '');
  const isCut = sql.length > maxSql;
  return {
    // The cut may go through a character of two halves.
    sql: isCut ? storableText(sql.slice(0, maxSql)) : sql,
    isCut,
    engine,
    user,
    duration,
    named: [...new Set(named)],
  };
}

type OwnJoin = {readonly of: string; readonly content: KeptJoin};

/** As each of both sees it. */
function joinsOf(
  {left, right, columns}: UsedJoin,
  assetOf: (place: UsedJoin['left']) => EntityRecord | undefined,
): OwnJoin[] {
  const [one, other] = [assetOf(left)?.guid, assetOf(right)?.guid];
  // A table joined with itself tells nothing of others; one that is unknown cannot be shown.
  if (one === undefined || other === undefined || one === other) return [];
  const pairs = columns.map(pair => ({own: pair.left, other: pair.right}));
  const turned = columns.map(pair => ({own: pair.right, other: pair.left}));
  return [
    {of: one, content: {guid: other, columns: sorted(pairs)}},
    {of: other, content: {guid: one, columns: sorted(turned)}},
  ];
}

/** In one order, so that a join is the same whatever the order of its conditions. */
function sorted(columns: KeptJoin['columns']): KeptJoin['columns'] {
  return columns.toSorted((a, b) => (keyOfPair(a) < keyOfPair(b) ? -1 : 1));
}

const keyOfPair = ({own, other}: KeptJoin['columns'][number]): string =>
  JSON.stringify([own.toLowerCase(), other.toLowerCase()]);

/** Of a statement that joins the same twice one counts. */
function uniqueJoins(joins: readonly OwnJoin[]): CountedUse['details'] {
  const named = joins.map(({content}) => {
    const name = digest(JSON.stringify([content.guid, content.columns.map(keyOfPair)]));
    return {kind: 'join' as const, name, content};
  });
  return [...new Map(named.map(one => [one.name, one])).values()];
}

/** What the editor tells of is counted as what its people ran. */
const editorIntegration = 'GAZETTEER_EDITOR';

/** Counts what runs have read and wrote that have ended well, as use by their jobs. */
export async function countRuns(
  {settings: {usage, openLineage}}: Pick<Context, 'settings'>,
  tx: GraphTx,
  runIds: readonly string[],
  now: number,
): Promise<void> {
  if (usage.isOff || runIds.length === 0) return;
  const rows = await runsOf(tx, runIds);
  const ended = [...rows.values()].filter(
    ({state: {result, last, jobFacets}}) =>
      result === 'COMPLETE' &&
      isCounted(last, now) &&
      jobFacets['jobType']?.[1]['integration'] !== editorIntegration,
  );
  // Runs that are one to people have the same sibling.
  const idOf = ({process, sibling}: RunRow) => `run ${digest(`${process} ${sibling}`)}`;
  const one = new Map(ended.map(row => [idOf(row), row.state]));
  const news = await newReports(
    tx,
    Array.from(one, ([id, {last: time}]) => ({id, time})),
  );
  const states = [...one].flatMap(([id, state]) => (news.has(id) ? [state] : []));
  if (states.length === 0) return;
  const keys = states.flatMap(({inputs, outputs}) => [inputs, outputs].flatMap(Object.keys));
  const assets = await assetsOf(tx, keys, openLineage);
  await countUses(
    tx,
    states.flatMap(state => usesOfRun(state, assets)),
  );
}

function usesOfRun(
  {job, first, last, inputs, outputs}: RunState,
  assets: ReadonlyMap<string, Asset>,
): CountedUse[] {
  const guidsOf = (of: RunState['inputs']) =>
    new Set(Object.keys(of).flatMap(key => assets.get(key)?.record?.guid ?? []));
  const [read, written] = [guidsOf(inputs), guidsOf(outputs)];
  return [...new Set([...read, ...written])].map(guid => ({
    guid,
    time: last,
    ms: Math.max(0, last - first),
    actor: storableText(`${job.namespace}/${job.name}`.slice(0, maxActor)),
    kind: 'job',
    isRead: read.has(guid),
    isWritten: written.has(guid),
    details: [],
  }));
}

const maxActor = 1000;

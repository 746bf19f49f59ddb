import {datasetKey, runResults, type NamespacedName} from '@gazetteer/model';
import {readableAt} from '../index/readable-sql.ts';
import {inner, type GraphRead} from '../schema/graph.ts';
import {joined, raw, runSql, sql, type Sql} from '../schema/sql-text.ts';
import {uniqueKeyOf, uniqueKeySql} from '../schema/unique-key.ts';
import {isRunSql, lineageRunColumns, toRun, type RunColumns, type RunRow} from './lineage-state.ts';

// Jobs and data sets as their producers call them, in the order of their names. A data set is one
// that the catalog has an asset of, which whoever asks may read. A job is there for whoever may read
// a process of it; one that wrote nothing has no process, and is there for who may read everything.
// Very long names of jobs are told by their beginning and hash, by which they are found as well.

export type NamePage = {readonly offset: number; readonly limit: number};
export type NamespaceRow = {readonly name: string; readonly first: number; readonly last: number};
export type FoundName = {
  readonly isJob: boolean;
  readonly key: string;
  /** Epoch ms. */
  readonly updated: number;
};

/** Namespaces of what there is. @param name only this one @param isOfDatasets only of data sets */
export async function listNamespaces(
  graph: GraphRead,
  {
    offset,
    limit,
    name,
    isOfDatasets = false,
  }: NamePage & {readonly name?: string; readonly isOfDatasets?: boolean},
): Promise<NamespaceRow[]> {
  const {session} = graph[inner];
  const space = session.dialect.indexOf('key', "' '");
  const only = name === undefined ? raw('1 = 1') : within('key', name);
  const jobs = isOfDatasets ? raw('') : sql`UNION ALL ${shownJobs(graph)}`;
  const rows = await runSql<{namespace: string; first: number; last: number}>(
    session,
    sql`SELECT namespace, min(first) AS first, max(last) AS last FROM (
        SELECT substr(key, 1, ${raw(space)} - 1) AS namespace, first, last FROM (
          ${shownDatasets(graph)} ${jobs}) AS named WHERE ${only}) AS spaced
      GROUP BY namespace ORDER BY namespace LIMIT ${limit} OFFSET ${offset}`,
  );
  return rows.map(row => ({
    name: row.namespace,
    first: Number(row.first),
    last: Number(row.last),
  }));
}

/** Keys of data sets, and how many there are. */
export async function listDatasetKeys(
  graph: GraphRead,
  namespace: string,
  page: NamePage,
): Promise<{keys: string[]; total: number}> {
  return await pageOf(graph, shownDatasets(graph, within('d.dataset', namespace)), page);
}

/** Keys of jobs, and how many there are. */
export async function listJobKeys(
  graph: GraphRead,
  namespace: string,
  page: NamePage,
): Promise<{keys: string[]; total: number}> {
  return await pageOf(graph, shownJobs(graph, within('j.job', namespace)), page);
}

/** Names that hold a text, in any case; what changed last comes first, or by name. */
export async function searchNames(
  graph: GraphRead,
  wanted: {
    readonly text: string;
    readonly kinds: readonly ('DATASET' | 'JOB')[];
    readonly namespace?: string;
    readonly byName: boolean;
    readonly limit: number;
  },
): Promise<FoundName[]> {
  const {session} = graph[inner];
  const {indexOf} = session.dialect;
  // Neither database knows other letters in `lower`.
  const lower = wanted.text.replace(/[A-Z]/g, letter => letter.toLowerCase());
  const fits = (key: string) => {
    const name = raw(`lower(substr(${key}, ${indexOf(key, "' '")} + 1))`);
    const holds = sql`${raw(indexOf(name.text, '?'))} > 0`;
    const has: Sql = {text: holds.text, params: [lower]};
    return wanted.namespace === undefined ? has : sql`${has} AND ${within(key, wanted.namespace)}`;
  };
  const parts = wanted.kinds.map(kind =>
    kind === 'JOB'
      ? sql`SELECT 1 AS job, key, last FROM (${shownJobs(graph, fits('j.job'))}) AS jobs`
      : sql`SELECT 0 AS job, key, last FROM (${shownDatasets(graph, fits('d.dataset'))}) AS sets`,
  );
  const order = wanted.byName ? `substr(key, ${indexOf('key', "' '")} + 1), key` : 'last DESC, key';
  const rows = await runSql<{job: number; key: string; last: number}>(
    session,
    sql`SELECT job, key, last FROM (${joined(parts, ' UNION ALL ')}) AS found
      ORDER BY ${raw(order)}, job LIMIT ${wanted.limit}`,
  );
  return rows.map(({job, key, last}) => ({isJob: job === 1, key, updated: Number(last)}));
}

/**
 * Of each job its newest run that may be seen, and when the first one was told of.
 * @param isComplete only of runs that ended well
 */
export async function latestRuns(
  graph: GraphRead,
  jobs: readonly string[],
  {isComplete}: {readonly isComplete: boolean} = {isComplete: false},
): Promise<Map<string, {run: RunRow; first: number}>> {
  const {session} = graph[inner];
  const list: Sql = {
    text: session.dialect.listRows('text'),
    params: [jobs.map(uniqueKeyOf)],
  };
  const ended = raw(isComplete ? `AND r.result = ${runResults.indexOf('COMPLETE')}` : '');
  const rows = await runSql<RunColumns & {job: string; first: number}>(
    session,
    sql`SELECT ${raw(lineageRunColumns)}, job, (SELECT f.started FROM lineage_run f
        WHERE f.job = own.job ORDER BY f.ended, f.run_id LIMIT 1) AS first
      FROM lineage_run own WHERE run_id IN (SELECT (SELECT r.run_id FROM lineage_run r
        WHERE r.job = value ${ended} AND ${jobShown(graph, 'r.process')}
        ORDER BY r.ended DESC, r.run_id DESC LIMIT 1) FROM ${list})`,
  );
  const found = new Map(
    rows.map(row => [row.job, {run: toRun(row), first: Number(row.first)}] as const),
  );
  return new Map(
    jobs.flatMap(job => {
      const latest = found.get(uniqueKeyOf(job));
      return latest === undefined ? [] : [[job, latest] as const];
    }),
  );
}

/** Runs of a job, newest first, and how many there are. */
export async function listJobRuns(
  graph: GraphRead,
  job: NamespacedName,
  {offset, limit}: NamePage,
): Promise<{runs: RunRow[]; total: number}> {
  const {session} = graph[inner];
  const from = sql`FROM lineage_run r WHERE job = ${uniqueKeyOf(datasetKey(job))} AND ${isRun}
    AND ${jobShown(graph, 'r.process')}`;
  const rows = await runSql<RunColumns>(
    session,
    sql`SELECT ${raw(lineageRunColumns)} ${from}
      ORDER BY ended DESC, run_id DESC LIMIT ${limit} OFFSET ${offset}`,
  );
  const [counted] = await runSql<{count: number}>(session, sql`SELECT count(*) AS count ${from}`);
  return {runs: rows.map(toRun), total: Number(counted?.count ?? 0)};
}

/** A run by its id, where it may be seen. */
export async function findRun(graph: GraphRead, runId: string): Promise<RunRow | undefined> {
  const rows = await runSql<RunColumns>(
    graph[inner].session,
    sql`SELECT ${raw(lineageRunColumns)} FROM lineage_run r
      WHERE run_id = ${runId} AND ${jobShown(graph, 'r.process')}`,
  );
  return rows.map(toRun)[0];
}

/** Runs of all jobs that ended in a time, and how many. */
export async function listRunsBetween(
  graph: GraphRead,
  {
    after,
    before,
    isOldestFirst,
    offset,
    limit,
  }: NamePage & {readonly after: number; readonly before: number; readonly isOldestFirst: boolean},
): Promise<{runs: RunRow[]; total: number}> {
  const {session} = graph[inner];
  const from = sql`FROM lineage_run r WHERE ended >= ${after} AND ended < ${before}
    AND ${isRun} AND ${jobShown(graph, 'r.process')}`;
  const order = raw(isOldestFirst ? 'ended, run_id' : 'ended DESC, run_id DESC');
  const rows = await runSql<RunColumns>(
    session,
    sql`SELECT ${raw(lineageRunColumns)} ${from} ORDER BY ${order} LIMIT ${limit} OFFSET ${offset}`,
  );
  const [counted] = await runSql<{count: number}>(session, sql`SELECT count(*) AS count ${from}`);
  return {runs: rows.map(toRun), total: Number(counted?.count ?? 0)};
}

const isRun = raw(isRunSql);

async function pageOf(
  graph: GraphRead,
  shown: Sql,
  {offset, limit}: NamePage,
): Promise<{keys: string[]; total: number}> {
  const {session} = graph[inner];
  const rows = await runSql<{key: string}>(
    session,
    sql`SELECT key FROM (${shown}) AS shown ORDER BY key LIMIT ${limit} OFFSET ${offset}`,
  );
  const [counted] = await runSql<{count: number}>(
    session,
    sql`SELECT count(*) AS count FROM (${shown}) AS shown`,
  );
  return {keys: rows.map(({key}) => key), total: Number(counted?.count ?? 0)};
}

/** Their keys, and when their assets were made and changed. */
function shownDatasets(graph: GraphRead, where: Sql = raw('1 = 1')): Sql {
  const {dialect} = graph[inner].session;
  const space = dialect.indexOf('d.identity', "' '");
  const only = readableAt(graph, 'e.id') ?? raw('1 = 1');
  return sql`SELECT d.dataset AS key, e.created AS first, e.updated AS last FROM lineage_dataset d
    JOIN unique_value u ON u.value = ${raw(uniqueKeySql(dialect, `substr(d.identity, ${space} + 1)`))}
    JOIN symbol s ON s.id = u.type_id AND s.name = substr(d.identity, 1, ${raw(space)} - 1)
    JOIN symbol a ON a.id = u.attribute_id AND a.name LIKE '%.qualifiedName'
    JOIN entity e ON e.id = u.entity_id WHERE ${where} AND ${only}`;
}

/** Their keys, and when their first and last runs ended. */
function shownJobs(graph: GraphRead, where: Sql = raw('1 = 1')): Sql {
  const end = (aggregate: string) =>
    raw(`(SELECT ${aggregate}(r.ended) FROM lineage_run r WHERE r.job = named.job)`);
  // Runs may have become those of another job or process.
  const process = uniqueKeySql(graph[inner].session.dialect, 'r.process');
  const same = raw(graph.readable === undefined ? '' : `AND ${process} = j.process`);
  return sql`SELECT named.job AS key, ${end('min')} AS first, ${end('max')} AS last FROM (
    SELECT DISTINCT j.job FROM lineage_job j WHERE ${where} AND ${jobShown(graph, 'j.process')}
      AND EXISTS (SELECT 1 FROM lineage_run r WHERE r.job = j.job ${same})) AS named`;
}

function jobShown(graph: GraphRead, process: string): Sql {
  const only = readableAt(graph, 'u.entity_id');
  if (only === undefined) return raw('1 = 1');
  const {symbols} = graph[inner].system;
  if (!symbols.has('openlineage_process')) return raw('1 = 0');
  const {dialect} = graph[inner].session;
  return sql`EXISTS (SELECT 1 FROM unique_value u WHERE u.value = ${raw(uniqueKeySql(dialect, process))}
    AND u.type_id = ${symbols.id('openlineage_process')} AND ${only})`;
}

/** Of a namespace: its names stand behind it and a space. */
function within(key: string, namespace: string): Sql {
  const start = datasetKey({namespace, name: ''});
  return sql`${raw(key)} >= ${start} AND ${raw(key)} < ${`${start.slice(0, -1)}!`}`;
}

// What clients of Marquez read, at the addresses where they ask: jobs, runs and data sets by the
// names of their producers.
import assert from 'node:assert/strict';
import {createHash} from 'node:crypto';
import {mkdtemp, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {after, before, suite, test} from 'node:test';
import {postgresForTests} from '@gazetteer/db/testing';
import {soon} from '@gazetteer/model/testing';
import {passwordLine} from '../../../packages/server/test/password-line.ts';
import {bothDatabases} from './both-databases.ts';
import {ask} from './client.ts';
import {allEntities, wholeRole} from './policy-roles.ts';
import type {RunningCatalog} from './server-fixture.ts';

const cluster = await postgresForTests();
if ('url' in cluster) after(() => cluster.stop());

const warehouse = 'postgres://db.example:5432';
const table = (name: string, facets: object = {}) => ({namespace: warehouse, name, facets});
/** Too long for a key of an index, and nothing in it comes twice. */
const longName = Array.from({length: 50}, (_, n) =>
  createHash('sha256').update(`${n}`).digest('hex'),
).join('');
const runId = (n: number) => `01939a1c-0000-7000-8000-00000000000${n}`;
const schema = {fields: [{name: 'total', type: 'numeric', description: 'In euros'}]};

function event(n: number, job: string, more: object): object {
  return {
    eventType: 'COMPLETE',
    eventTime: `2026-01-0${n}T02:00:00Z`,
    producer: 'https://example.org/nightly',
    run: {runId: runId(n)},
    job: {namespace: 'etl jobs', name: job},
    ...more,
  };
}

/** From raw over orders to totals, from hr to totals as well, and a job that writes nothing. */
const events = [
  event(1, 'load', {
    inputs: [table('shop.public.raw')],
    outputs: [table('shop.public.orders')],
  }),
  event(2, 'sum', {
    job: {
      namespace: 'etl jobs',
      name: 'sum',
      facets: {
        documentation: {description: 'Sums up hr'},
        sourceCodeLocation: {url: 'https://example.org/sum.sql'},
      },
    },
    inputs: [table('shop.public.orders'), table('shop.private.hr')],
    outputs: [table('shop.public.totals', {schema})],
  }),
  event(3, 'sum', {
    eventType: 'FAIL',
    run: {runId: runId(3), facets: {errorMessage: {_producer: 'p', message: 'hr is locked'}}},
    inputs: [table('shop.public.orders'), table('shop.private.hr')],
    outputs: [table('shop.public.totals')],
  }),
  event(4, 'watch', {eventType: 'START', inputs: [table('shop.public.totals')], outputs: []}),
  event(5, 'pay', {inputs: [], outputs: [table('shop.private.hr')]}),
  {...event(6, 'told', {outputs: [table('shop.public.plain')]}), run: undefined},
];

type Id = {namespace: string; name: string};
type Edge = {origin: string; destination: string};
type Node = {id: string; type: string; data: {name: string}; inEdges: Edge[]; outEdges: Edge[]};
type Job = {
  name: string;
  inputs: Id[];
  outputs: Id[];
  description: string | null;
  location: string | null;
  latestRun: {id: string; state: string; facets: object} | null;
  facets: object;
};

for (const {database, options, start} of bothDatabases(cluster)) {
  suite(`names of producers, on ${database}`, options, () => {
    let folder: string;
    let catalog: RunningCatalog;
    before(async () => {
      folder = await mkdtemp(join(tmpdir(), 'gazetteer-names-'));
      catalog = await start(await restricted(folder));
      const sent = await ask(`${catalog.url}/api/v1/lineage/batch`, {body: events});
      assert.equal((sent.json as {status: string}).status, 'success', sent.text);
      await soon(async () => {
        const {json} = await ask(`${catalog.url}/api/meta/v2/notification/failed`);
        assert.deepEqual(json, {messages: [], failed: 0, waiting: 0});
      });
    });
    after(async () => {
      await catalog?.stop();
      await rm(folder, {recursive: true});
    });

    const get = async <T>(path: string, user = 'admin'): Promise<T> => {
      const answer = await ask(`${catalog.url}/api/v1${path}`, {headers: as(user)});
      assert.equal(answer.status, 200, `${path}: ${answer.text}`);
      return answer.json as T;
    };
    const status = async (path: string, user = 'admin') =>
      (await ask(`${catalog.url}/api/v1${path}`, {headers: as(user)})).status;
    const at = (namespace: string) => `/namespaces/${encodeURIComponent(namespace)}`;
    const jobs = at('etl jobs');
    const sets = at(warehouse);
    const graph = async (nodeId: string, more = '', user = 'admin') =>
      (await get<{graph: Node[]}>(`/lineage?nodeId=${encodeURIComponent(nodeId)}${more}`, user))
        .graph;

    test('namespaces are those of jobs and data sets', async () => {
      const {namespaces} = await get<{namespaces: {name: string; updatedAt: string}[]}>(
        '/namespaces',
      );
      assert.deepEqual(
        namespaces.map(({name}) => name),
        ['etl jobs', warehouse],
      );
      const second = await get<{namespaces: object[]}>('/namespaces?limit=1&offset=1');
      assert.deepEqual(second.namespaces, namespaces.slice(1));
      const own = await get<{name: string; createdAt: string; updatedAt: string}>(jobs);
      assert.deepEqual(
        [own.createdAt, own.updatedAt],
        ['2026-01-01T02:00:00.000Z', '2026-01-06T02:00:00.000Z'],
      );
      assert.equal(await status(at('etl')), 404);
    });

    test('jobs have what their last complete run read and wrote, and their latest run', async () => {
      const all = await get<{jobs: Job[]; totalCount: number}>(`${jobs}/jobs?limit=3&offset=1`);
      assert.equal(all.totalCount, 5);
      assert.deepEqual(
        all.jobs.map(one => one.name),
        ['pay', 'sum', 'told'],
      );
      const sum = await get<Job>(`${jobs}/jobs/sum`);
      assert.deepEqual(sum, all.jobs[1]);
      assert.deepEqual(sum.inputs.map(one => one.name).toSorted(), [
        'shop.private.hr',
        'shop.public.orders',
      ]);
      assert.deepEqual(
        [sum.description, sum.location],
        ['Sums up hr', 'https://example.org/sum.sql'],
      );
      assert.equal(sum.latestRun?.state, 'FAILED');
      assert.equal((await get<Job>(`${jobs}/jobs/told`)).latestRun, null);
      assert.equal(await status(`${jobs}/jobs/nothing`), 404);
    });

    test('runs of a job are listed, and each is found by its id', async () => {
      type Run = {id: string; state: string; endedAt: string | null; durationMs: number | null};
      const {runs, totalCount} = await get<{runs: Run[]; totalCount: number}>(
        `${jobs}/jobs/sum/runs`,
      );
      assert.deepEqual([totalCount, ...runs.map(one => one.id)], [2, runId(3), runId(2)]);
      const second = await get<{runs: Run[]}>(`${jobs}/jobs/sum/runs?limit=1&offset=1`);
      assert.deepEqual(second.runs, runs.slice(1));
      assert.deepEqual(await get(`/jobs/runs/${runId(3).toUpperCase()}`), runs[0]);
      const open = await get<Run>(`/jobs/runs/${runId(4)}`);
      assert.deepEqual([open.state, open.endedAt, open.durationMs], ['RUNNING', null, null]);
      assert.equal(await status(`/jobs/runs/${runId(9)}`), 404);
      const none = await get<{runs: Run[]; totalCount: number}>(`${jobs}/jobs/told/runs`);
      assert.deepEqual(none, {runs: [], totalCount: 0});
    });

    test('data sets have their columns, and those that only a run that goes on reads are none', async () => {
      type Dataset = {name: string; fields: object[]; facets: object};
      const {datasets, totalCount} = await get<{datasets: Dataset[]; totalCount: number}>(
        `${sets}/datasets`,
      );
      assert.equal(totalCount, 5);
      assert.deepEqual(
        datasets.map(one => one.name),
        [
          'shop.private.hr',
          'shop.public.orders',
          'shop.public.plain',
          'shop.public.raw',
          'shop.public.totals',
        ],
      );
      const totals = await get<Dataset>(`${sets}/datasets/shop.public.totals`);
      assert.deepEqual(totals, datasets.at(-1));
      assert.deepEqual(totals.fields, [
        {name: 'total', type: 'numeric', tags: [], description: 'In euros'},
      ]);
      assert.deepEqual(totals.facets, {schema});
      assert.equal(await status(`${sets}/datasets/shop.public.none`), 404);
    });

    test('lineage leads from a data set and from a job to all others, as far as asked', async () => {
      const set = (name: string) => `dataset:${warehouse}:shop.${name}`;
      const job = (name: string) => `job:etl jobs:${name}`;
      const nodes = await graph(set('public.orders'));
      assert.deepEqual(
        nodes.map(one => one.id),
        [set('public.orders'), set('public.raw'), set('public.totals'), job('load'), job('sum')],
      );
      const orders = nodes.find(one => one.id === set('public.orders'));
      assert.deepEqual(orders?.inEdges, [{origin: job('load'), destination: set('public.orders')}]);
      assert.deepEqual(orders?.outEdges, [{origin: set('public.orders'), destination: job('sum')}]);
      const sum = await graph('job:etl jobs:sum', '&depth=1');
      assert.deepEqual(
        sum
          .find(one => one.id === job('sum'))
          ?.inEdges.map(one => one.origin)
          .toSorted(),
        [set('private.hr'), set('public.orders')],
      );
      assert.deepEqual(
        (await graph(set('public.orders'), '&depth=0')).map(one => one.id),
        [set('public.orders')],
      );
      assert.deepEqual(
        (await graph('job:etl jobs:watch')).map(one => one.id),
        [job('watch')],
      );
      const wrong = ['', '?nodeId=', '?nodeId=table:a:b', '?nodeId=job:a:b&depth=x'];
      for (const query of wrong) assert.equal(await status(`/lineage${query}`), 400, query);
      assert.equal(await status('/lineage?nodeId=dataset:a:b'), 404);
    });

    test('names are found by a part, in any case, of one kind and in one namespace', async () => {
      type Found = {totalCount: number; results: {type: string; name: string; nodeId: string}[]};
      const found = async (query: string) =>
        (await get<Found>(`/search?${query}`)).results.map(one => `${one.type} ${one.name}`);
      assert.deepEqual(await found('q=SUM'), ['JOB sum']);
      assert.deepEqual(await found('q=%25TOT%25'), ['DATASET shop.public.totals']);
      assert.deepEqual(await found('q=o&filter=JOB&sort=name'), ['JOB load', 'JOB told']);
      assert.deepEqual(await found('q=o&filter=job&sort=name&limit=1'), ['JOB load']);
      assert.deepEqual(await found('q=o&namespace=none'), []);
      assert.deepEqual((await found('q=o&filter=job'))[0], 'JOB told', 'the newest one first');
      assert.deepEqual(await found('q=db.example'), [], 'namespaces are not searched');
      assert.equal(await status('/search'), 200);
    });

    test('runs are told as events, in a time, in both directions', async () => {
      type Events = {
        totalCount: number;
        events: {eventType: string; run: {runId: string}; producer: string}[];
      };
      const all = await get<Events>('/events/lineage');
      assert.deepEqual(
        [all.totalCount, ...all.events.map(one => one.run.runId.slice(-1))],
        [5, '5', '4', '3', '2', '1'],
      );
      assert.deepEqual([all.events[2]?.eventType, all.events[2]?.producer], ['FAIL', 'p']);
      const some = await get<Events>(
        '/events/lineage?after=2026-01-02T00:00:00Z&before=2026-01-04T00:00:00Z&sortDirection=asc',
      );
      assert.deepEqual(
        some.events.map(one => one.run.runId),
        [runId(2), runId(3)],
      );
      assert.equal(await status('/events/lineage?after=yesterday'), 400);
    });

    test('who may not read a data set or a process is told of neither', async () => {
      const paths = [
        '/namespaces',
        sets,
        `${jobs}/jobs`,
        `${jobs}/jobs/sum`,
        `${jobs}/jobs/sum/runs`,
        `/jobs/runs/${runId(2)}`,
        `${sets}/datasets`,
        '/search?q=o',
        '/search?q=r',
        '/events/lineage',
        `/lineage?nodeId=${encodeURIComponent('job:etl jobs:sum')}`,
        `/lineage?nodeId=${encodeURIComponent(`dataset:${warehouse}:shop.public.totals`)}`,
      ];
      for (const path of paths) {
        const text = JSON.stringify(await get(path, 'bob'));
        assert.doesNotMatch(text, /hr|pay|watch/, path);
      }
      for (const path of [`${sets}/datasets/shop.private.hr`, `${jobs}/jobs/pay`])
        assert.deepEqual([await status(path), await status(path, 'bob')], [200, 404], path);
      const hr = encodeURIComponent(`dataset:${warehouse}:shop.private.hr`);
      assert.equal(await status(`/lineage?nodeId=${hr}`, 'bob'), 404);
      assert.equal(await status(`/jobs/runs/${runId(5)}`, 'bob'), 404);
      const {jobs: shown, totalCount} = await get<{jobs: Job[]; totalCount: number}>(
        `${jobs}/jobs`,
        'bob',
      );
      assert.deepEqual([totalCount, ...shown.map(one => one.name)], [3, 'load', 'sum', 'told']);
      assert.deepEqual(shown[1]?.inputs, [{namespace: warehouse, name: 'shop.public.orders'}]);
      const carl = await get<{namespaces: object[]}>('/namespaces', 'carl');
      assert.deepEqual(carl, {namespaces: []});
    });

    test('limits that are too large and texts that are too long are refused', async () => {
      const long = '%25'.repeat(5000);
      const wrong = [
        '/namespaces?limit=1001',
        `${jobs}/jobs?limit=1001`,
        `${sets}/datasets?limit=1001`,
        '/events/lineage?limit=101',
        '/search?q=o&limit=1001',
        `/search?q=${long}`,
        `/search?q=o&namespace=${long}`,
        `/lineage?nodeId=${long}`,
      ];
      for (const path of wrong) assert.equal(await status(path), 400, path.slice(0, 40));
      assert.equal((await get<{jobs: object[]}>(`${jobs}/jobs?limit=1000`)).jobs.length, 5);
    });

    test('very long names, and jobs whose runs are those of another one by now', async () => {
      const [one, other] = [longName.slice(0, 1000), longName];
      const space = (n: number, name: string, more: object) =>
        event(n, name, {job: {namespace: 'long', name}, ...more});
      const set = table(`shop.public.${one}`);
      const body = [
        space(7, one, {outputs: [{...set, namespace: 'postgres://long.example:5432'}]}),
        space(8, other, {eventType: 'START'}),
        space(9, 'renamed', {eventType: 'START'}),
        space(9, 'ÄRGER', {}),
      ];
      const {text} = await ask(`${catalog.url}/api/v1/lineage/batch`, {body});
      assert.match(text, /success/);
      await soon(async () => {
        const {json} = await ask(`${catalog.url}/api/meta/v2/notification/failed`);
        assert.deepEqual(json, {messages: [], failed: 0, waiting: 0});
      });
      const all = await get<{jobs: Job[]; totalCount: number}>('/namespaces/long/jobs');
      assert.deepEqual(
        [all.totalCount, ...all.jobs.map(job => job.name).toSorted()],
        [3, ...[one, other, 'ÄRGER'].toSorted()],
      );
      assert.equal((await get<Job>(`/namespaces/long/jobs/${other}`)).name, other);
      const {runs} = await get<{runs: object[]}>(`/namespaces/long/jobs/${one}/runs`);
      assert.equal(runs.length, 1);
      const {datasets} = await get<{datasets: object[]}>(
        `${at('postgres://long.example:5432')}/datasets`,
      );
      assert.equal(datasets.length, 1);
      const found = await get<{totalCount: number}>(`/search?q=${encodeURIComponent('Ärger')}`);
      assert.equal(found.totalCount, 1);
    });

    test('columns lead to what they are made of and what is made of them, as far as asked', async () => {
      const place = 'postgres://columns.example:5432';
      const set = (name: string, column?: string, ...from: string[]) => ({
        namespace: place,
        name: `shop.${name}`,
        facets: {
          ...(column === undefined ? {} : {schema: {fields: [{name: column, type: 'int'}]}}),
          ...(column === undefined || from.length === 0
            ? {}
            : {
                columnLineage: {
                  fields: {
                    [column]: {
                      inputFields: from.map(one => ({
                        namespace: place,
                        name: `shop.${one.slice(0, one.lastIndexOf('.'))}`,
                        field: one.slice(one.lastIndexOf('.') + 1),
                        transformations: [{type: 'DIRECT', subtype: 'AGGREGATION'}],
                      })),
                    },
                  },
                },
              }),
        },
      });
      const job = (n: number, name: string, more: object) =>
        event(n, name, {
          job: {namespace: 'columns', name},
          run: {runId: `01939a1c-0000-7000-8000-0000000000c${n}`},
          ...more,
        });
      const body = [
        job(1, 'load', {outputs: [set('public.orders', 'amount')]}),
        job(2, 'pay', {outputs: [set('private.hr', 'salary')]}),
        job(3, 'sum', {
          inputs: [set('public.orders'), set('private.hr')],
          outputs: [set('public.totals', 'total', 'public.orders.amount', 'private.hr.salary')],
        }),
        job(4, 'report', {
          inputs: [set('public.totals')],
          outputs: [set('public.report', 'grand', 'public.totals.total')],
        }),
      ];
      assert.match((await ask(`${catalog.url}/api/v1/lineage/batch`, {body})).text, /success/);
      await soon(async () => {
        const {json} = await ask(`${catalog.url}/api/meta/v2/notification/failed`);
        assert.deepEqual(json, {messages: [], failed: 0, waiting: 0});
      });
      type Column = {
        id: string;
        type: string;
        data: {
          dataset: string;
          field: string;
          fieldType: string;
          transformationType: string | null;
          inputFields: {dataset: string; field: string}[];
        };
        inEdges: Edge[];
        outEdges: Edge[];
      };
      const asked = (nodeId: string, more = '') =>
        `/column-lineage?nodeId=${encodeURIComponent(nodeId)}${more}`;
      const columns = async (nodeId: string, more = '', user = 'admin') =>
        (await get<{graph: Column[]}>(asked(nodeId, more), user)).graph;
      const idOf = (field: string) => `datasetField:${place}:shop.${field}`;
      const table = (name: string) => `dataset:${place}:shop.${name}`;
      const ids = async (nodeId: string, more = '', user = 'admin') =>
        (await columns(nodeId, more, user)).map(one => one.id);
      const [amount, salary, total, grand] = [
        idOf('public.orders:amount'),
        idOf('private.hr:salary'),
        idOf('public.totals:total'),
        idOf('public.report:grand'),
      ];
      const all = [salary, amount, grand, total];
      assert.deepEqual(await ids(table('public.report')), all);
      assert.deepEqual(await ids(table('public.report'), '&depth=1'), [grand, total]);
      assert.deepEqual(await ids(total), [salary, amount, total]);
      assert.deepEqual(await ids(total, '&withDownstream=True'), all);
      assert.deepEqual(await ids('job:columns:sum'), [salary, amount, total]);
      assert.deepEqual(await ids(table('public.orders')), []);
      const node = (await columns(total)).find(one => one.id === total);
      assert.deepEqual(
        [node?.type, node?.data.dataset, node?.data.field, node?.data.transformationType],
        ['DATASET_FIELD', 'shop.public.totals', 'total', 'AGGREGATION'],
      );
      assert.deepEqual(
        node?.data.inputFields.map(one => `${one.dataset}.${one.field}`).toSorted(),
        ['shop.private.hr.salary', 'shop.public.orders.amount'],
      );
      assert.deepEqual(
        node?.inEdges.map(one => `${one.origin} ${one.destination}`).toSorted(),
        [`${total} ${salary}`, `${total} ${amount}`].toSorted(),
      );
      const source = (await columns(total)).find(one => one.id === amount);
      assert.deepEqual(source?.outEdges, [{origin: amount, destination: total}]);
      assert.deepEqual(await ids(table('public.report'), '', 'bob'), [amount, grand, total]);
      assert.doesNotMatch(JSON.stringify(await columns(total, '', 'bob')), /hr|salary/);
      for (const none of [table('private.hr'), salary])
        assert.deepEqual([await status(asked(none)), await status(asked(none), 'bob')], [200, 404]);
      for (const none of [table('public.none'), idOf('public.orders:none'), 'job:columns:none'])
        assert.equal(await status(asked(none)), 404, none);
      for (const wrong of ['', 'table:a:b', 'dataset'])
        assert.equal(await status(asked(wrong)), 400, wrong);
    });

    test('sources are the places of data sets, and tags the classifications', async () => {
      type Source = {type: string; name: string; connectionUrl: string};
      const {sources} = await get<{sources: Source[]}>('/sources');
      assert.ok(sources.some(one => one.name === warehouse));
      assert.ok(!sources.some(one => one.name === 'etl jobs'), 'jobs have none');
      const own = await get<Source>(`/sources/${encodeURIComponent(warehouse)}`);
      assert.deepEqual([own.type, own.name, own.connectionUrl], ['POSTGRES', warehouse, warehouse]);
      const second = await get<{sources: Source[]}>('/sources?limit=1&offset=1');
      assert.deepEqual(second.sources, sources.slice(1, 2));
      assert.equal(await status('/sources/etl%20jobs'), 404);
      assert.equal(await status('/sources?limit=1001'), 400);
      assert.deepEqual(await get('/sources', 'carl'), {sources: []});
      const types = {classificationDefs: [{name: 'PII', description: 'Of people'}, {name: 'Raw'}]};
      const {status: made} = await ask(`${catalog.url}/api/meta/v2/types/typedefs`, {body: types});
      assert.equal(made, 200);
      const {tags} = await get<{tags: {name: string}[]}>('/tags');
      assert.deepEqual(
        tags.filter(one => ['PII', 'Raw'].includes(one.name)),
        [
          {name: 'PII', description: 'Of people'},
          {name: 'Raw', description: 'Raw'},
        ],
      );
      const first = await get<{tags: object[]}>('/tags?limit=1');
      assert.deepEqual(first.tags, tags.slice(0, 1));
    });
  });
}

function as(user: string): {authorization: string} {
  return {authorization: `Basic ${Buffer.from(`${user}:${user}`).toString('base64')}`};
}

/** Options of a catalog in which bob reads all but `hr` and the job that writes it, carl nothing. */
async function restricted(folder: string): Promise<string[]> {
  const [users, policy] = [join(folder, 'users.properties'), join(folder, 'policy.json')];
  const names = ['admin', 'bob', 'carl'];
  await writeFile(users, names.map(user => passwordLine(user, user)).join('\n'));
  const roles = {
    ALL: wholeRole,
    SOME: {
      typePermissions: wholeRole.typePermissions,
      entityPermissions: [
        {
          ...allEntities,
          privileges: ['entity-read'],
          entityIds: ['shop.public.*', 'etl jobs/(load|sum|told)', 'columns/.*'],
        },
      ],
    },
    NONE: {typePermissions: wholeRole.typePermissions},
  };
  const userRoles = {admin: ['ALL'], bob: ['SOME'], carl: ['NONE']};
  await writeFile(policy, JSON.stringify({roles, userRoles}));
  return ['--password-file', users, '--policy-file', policy];
}

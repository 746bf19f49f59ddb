// Events as producers of OpenLineage sent them: tables are one entity under all their names,
// processes keep theirs, and the order of events and their repetition change nothing.
import assert from 'node:assert/strict';
import {mkdtemp, readFile, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {gzipSync} from 'node:zlib';
import {after, afterEach, suite, test} from 'node:test';
import {postgresForTests} from '@gazetteer/db/testing';
import {soon} from '@gazetteer/model/testing';
import {passwordLine} from '../../../packages/server/test/password-line.ts';
import {bothDatabases} from './both-databases.ts';
import {admin, ask} from './client.ts';
import {type RunningCatalog} from './server-fixture.ts';
import {allEntities, wholeRole} from './policy-roles.ts';

type Header = {
  typeName: string;
  attributes: {qualifiedName: string; name: string};
  status: string;
  guid: string;
};
type Full = {
  guid: string;
  attributes: Record<string, unknown>;
  relationshipAttributes: Record<string, unknown>;
};
type Related = {guid: string; relationshipStatus: string};
type Run = {
  state: string;
  jobName: string;
  error?: string;
  parentJob?: string;
  inputs: object[];
  outputs: {name: string}[];
  facets: object;
};

const cluster = await postgresForTests();
if ('url' in cluster) after(() => cluster.stop());

const recorded = async (name: string): Promise<string[]> => {
  const text = await readFile(join(import.meta.dirname, 'openlineage', `${name}.jsonl`), 'utf8');
  return text.trimEnd().split('\n');
};
const all = [
  'dbt',
  'dbt-structured',
  'spark-embedded-metastore',
  'spark-hive-metastore',
  'airflow3',
  'python-client',
];

const basic = (user: string) => `Basic ${Buffer.from(`${user}:${user}`).toString('base64')}`;

/** Options of a catalog in which bob reads everything but the topic `hr`. */
async function restricted(folder: string): Promise<string[]> {
  const line = (user: string) => passwordLine(user, user);
  const [users, policy] = [join(folder, 'users.properties'), join(folder, 'policy.json')];
  await writeFile(users, ['admin', 'bob'].map(line).join('\n'));
  const roles = {
    ALL: wholeRole,
    SOME: {
      typePermissions: wholeRole.typePermissions,
      entityPermissions: [
        {...allEntities, privileges: ['entity-read'], entityIds: ['out.*', 'jobs.*']},
      ],
    },
  };
  await writeFile(policy, JSON.stringify({roles, userRoles: {admin: ['ALL'], bob: ['SOME']}}));
  return ['--password-file', users, '--policy-file', policy];
}

/** The same event of runs with other ids: each differs in its first digit. */
function anotherRun(text: string): string {
  return text.replaceAll(
    /("runId":\s*")([0-9a-f])/g,
    (_all, before: string, digit: string) => before + ((parseInt(digit, 16) + 1) % 16).toString(16),
  );
}

class Events {
  readonly #server: RunningCatalog;

  constructor(server: RunningCatalog) {
    this.#server = server;
  }

  send(
    body: string | Buffer | ReadableStream,
    headers: Record<string, string> = {},
    path = '/api/v1/lineage',
  ): Promise<Response> {
    return fetch(this.#server.url + path, {
      method: 'POST',
      headers: {authorization: admin, 'content-type': 'application/json', ...headers},
      body,
      ...(body instanceof ReadableStream ? {duplex: 'half'} : {}),
    });
  }

  async take(events: readonly string[]): Promise<void> {
    const answer = await this.send(`[${events.join(',')}]`, {}, '/api/v1/lineage/batch');
    const result = (await answer.json()) as {status: string};
    assert.deepEqual([answer.status, result.status], [200, 'success'], JSON.stringify(result));
    await this.done();
  }

  /** All that was sent is taken in, and nothing was set aside. */
  async done(): Promise<void> {
    await soon(async () => {
      const {json} = await ask(`${this.#server.url}/api/meta/v2/notification/failed`);
      assert.deepEqual(json, {messages: [], failed: 0, waiting: 0});
    });
  }

  async found(typeName: string): Promise<Header[]> {
    const {json} = await ask(
      `${this.#server.url}/api/meta/v2/search/basic?typeName=${typeName}&limit=1000&excludeDeletedEntities=true`,
    );
    return (json as {entities?: Header[]}).entities ?? [];
  }

  async names(typeName: string): Promise<string[]> {
    return (await this.found(typeName)).map(({attributes}) => attributes.qualifiedName).toSorted();
  }

  async entity(typeName: string, qualifiedName: string): Promise<Record<string, unknown>> {
    const {guid, attributes} = await this.read(typeName, qualifiedName);
    return {guid, ...attributes};
  }

  async related(typeName: string, qualifiedName: string): Promise<Record<string, unknown>> {
    return (await this.read(typeName, qualifiedName)).relationshipAttributes;
  }

  async read(typeName: string, qualifiedName: string): Promise<Full> {
    const {json} = await ask(
      `${this.#server.url}/api/meta/v2/entity/uniqueAttribute/type/${typeName}?attr:qualifiedName=${encodeURIComponent(qualifiedName)}`,
    );
    return (json as {entity: Full}).entity;
  }

  async save(entity: object): Promise<void> {
    const {status, text} = await ask(`${this.#server.url}/api/meta/v2/entity`, {body: {entity}});
    assert.equal(status, 200, text);
  }

  async delete(guid: string): Promise<void> {
    const url = `${this.#server.url}/api/meta/v2/entity/guid/${guid}`;
    assert.equal((await ask(url, {method: 'DELETE'})).status, 200);
  }

  async remove(path: string): Promise<number> {
    return (await ask(this.#server.url + path, {method: 'DELETE'})).status;
  }

  async countRuns(namespace: string, job: string): Promise<number> {
    const {json} = await ask(
      `${this.#server.url}/api/v1/namespaces/${namespace}/jobs/${job}/runs?limit=1`,
    );
    return (json as {totalCount: number}).totalCount;
  }

  async runs(guid: string, user = 'admin'): Promise<Run[]> {
    const headers = {authorization: basic(user)};
    const {json} = await ask(`${this.#server.url}/api/meta/v2/lineage/runs/${guid}`, {headers});
    return (json as {runs: Run[]}).runs;
  }

  /** What there is, by names alone: entities, what processes read and write, and columns. */
  async picture(): Promise<string[]> {
    const lines: string[] = [];
    for (const type of ['DataSet', 'Process', 'openlineage_column'])
      for (const {typeName, attributes} of await this.found(type))
        lines.push(`${typeName} ${attributes.qualifiedName}`);
    for (const type of ['openlineage_process', 'openlineage_column_lineage']) {
      for (const {attributes} of await this.found(type)) {
        const {inputs, outputs} = await this.flow(type, attributes.qualifiedName);
        lines.push(`${attributes.qualifiedName}: ${inputs.join(', ')} -> ${outputs.join(', ')}`);
      }
    }
    return [...new Set(lines)].toSorted();
  }

  async flow(
    typeName: string,
    qualifiedName: string,
  ): Promise<{inputs: string[]; outputs: string[]}> {
    const {inputs, outputs} = (await this.related(typeName, qualifiedName)) as Record<
      string,
      Related[]
    >;
    const active = (list: readonly Related[] = []) =>
      list.flatMap(({guid, relationshipStatus}) => (relationshipStatus === 'ACTIVE' ? [guid] : []));
    return {
      inputs: await this.namesOf(active(inputs)),
      outputs: await this.namesOf(active(outputs)),
    };
  }

  async namesOf(guids: readonly string[]): Promise<string[]> {
    if (guids.length === 0) return [];
    const query = guids.map(guid => `guid=${guid}`).join('&');
    const {json} = await ask(
      `${this.#server.url}/api/meta/v2/entity/bulk?${query}&minExtInfo=true`,
    );
    const {entities} = json as {entities: {attributes: {qualifiedName: string}}[]};
    return entities.map(({attributes}) => attributes.qualifiedName).toSorted();
  }
}

const runIdOf = (n: number): string =>
  `01939a1c-0000-7000-8000-${n.toString(16).padStart(12, '0')}`;

/** Another order, the same in each run of the test. */
function shuffled<T>(list: readonly T[]): T[] {
  let state = 1;
  const next = () => (state = (state * 1_103_515_245 + 12_345) % 2_147_483_648) / 2_147_483_648;
  return list
    .map(one => ({one, at: next()}))
    .toSorted((a, b) => a.at - b.at)
    .map(({one}) => one);
}

for (const {database, options, start} of bothDatabases(cluster)) {
  suite(`OpenLineage on ${database}`, options, () => {
    const started: RunningCatalog[] = [];
    const fresh = async (args: readonly string[] = []) => {
      const server = await start(args);
      started.push(server);
      return new Events(server);
    };
    afterEach(async () => {
      for (const server of started.splice(0)) await server.stop();
    });

    test('events of all producers become tables, processes and columns, each once', async () => {
      const events = await fresh();
      for (const name of all) await events.take(await recorded(name));
      assert.deepEqual(
        (await events.names('hive_table')).filter(name => name.startsWith('shop.orders')),
        ['shop.orders@primary'],
      );
      const datasets = [
        ...(await events.names('openlineage_dataset')),
        ...(await events.names('rdbms_table')),
      ];
      assert.ok(datasets.includes('shop.main.customers@shop.duckdb'));
      assert.deepEqual(
        datasets.filter(name => /dbt_test__audit|\/o$|(^|\.)o@/.test(name)),
        [],
      );
      const customers = (await events.names('openlineage_process')).filter(name =>
        name.endsWith('.customers'),
      );
      assert.deepEqual(customers, ['lab/model.shop.customers']);
      const flow = await events.flow('openlineage_process', 'lab/model.shop.customers');
      assert.deepEqual(flow, {
        inputs: ['shop.main.stg_orders@shop.duckdb'],
        outputs: ['shop.main.customers@shop.duckdb'],
      });
      assert.deepEqual(
        await events.flow('openlineage_process', 'sparklab/orders_nightly#shop.totals@primary'),
        {
          inputs: ['shop.cust@primary', 'shop.orders@primary'],
          outputs: ['shop.totals@primary'],
        },
      );
      assert.deepEqual(
        await events.flow(
          'openlineage_column_lineage',
          'airlab/shop_nightly.load:shop.public.tot.total@localhost:22810',
        ),
        {
          inputs: ['shop.public.orders.amount@localhost:22810'],
          outputs: ['shop.public.tot.total@localhost:22810'],
        },
      );
      const table = await events.entity('rdbms_table', 'shop.public.orders@localhost:22810');
      assert.deepEqual(
        [table['name'], table['description'], table['owner']],
        ['orders', 'All orders', 'ann'],
      );
      // The write failed, whatever was said of it later.
      assert.ok(!(await events.names('hive_table')).includes('shop.bad@primary'));
      assert.ok(
        !(await events.names('openlineage_process')).some(name => name.includes('shop.bad')),
      );

      const picture = await events.picture();
      assert.ok(picture.length > 100);
      const other = await fresh();
      const texts = (await Promise.all(all.map(recorded))).flat();
      await other.take(shuffled([...texts, ...texts]));
      assert.deepEqual(await other.picture(), picture);
    });

    test('events that were taken before bring nothing back that was deleted since, and a new run does', async () => {
      const events = await fresh();
      const texts = await recorded('dbt');
      await events.take(texts);
      const name = 'lab/model.shop.customers';
      const {guid} = await events.entity('openlineage_process', name);
      await events.delete(String(guid));
      await events.take(texts);
      assert.ok(!(await events.names('openlineage_process')).includes(name));
      const dataset = {namespace: 'x', name: 'alone', facets: {}};
      const alone = JSON.stringify({
        eventTime: '2026-12-01T00:00:00Z',
        producer: 'https://producer.example',
        schemaURL: 'https://openlineage.io/spec/2-0-2/OpenLineage.json#/definitions/DatasetEvent',
        dataset,
      });
      const isAlone = ({attributes}: Header) => attributes.qualifiedName.includes('alone');
      await events.take([alone]);
      const made = (await events.found('DataSet')).find(isAlone);
      await events.delete(made?.guid ?? '');
      await events.take([alone]);
      assert.deepEqual((await events.found('DataSet')).filter(isAlone), []);
      await events.take(texts.map(anotherRun));
      assert.ok((await events.names('openlineage_process')).includes(name));
    });

    test('a process has its runs, newest first, with what failed and why', async () => {
      const events = await fresh();
      await events.take(await recorded('dbt'));
      const {guid} = await events.entity('openlineage_process', 'lab/model.shop.customers');
      const runs = await events.runs(String(guid));
      assert.deepEqual(
        runs.map(({state, jobName, parentJob}) => [state, jobName, parentJob]),
        [
          ['COMPLETE', 'shop.main.shop.customers.build.run', 'dbt-run-shop'],
          ['COMPLETE', 'shop.main.shop.customers', 'dbt-run-shop'],
        ],
      );
      await events.take([
        event({
          eventType: 'FAIL',
          eventTime: '2026-12-01T00:00:00Z',
          facets: {errorMessage: {message: 'no such column'}},
        }),
        event({eventType: 'COMPLETE', eventTime: '2026-12-01T00:00:01Z'}),
        event({runId: ids[1], eventType: 'COMPLETE', eventTime: '2026-11-30T00:00:00Z'}),
      ]);
      const job = await events.entity('openlineage_process', 'jobs/load');
      assert.deepEqual(
        (await events.runs(String(job['guid']))).map(({state, error}) => [state, error]),
        [
          ['FAIL', 'no such column'],
          ['COMPLETE', undefined],
        ],
      );
    });

    test('what a process reads is what its newest run that ended well has read', async () => {
      const events = await fresh();
      const at = (day: number) => `2026-12-0${day}T00:00:00Z`;
      const reads = (name: string) => [{namespace: 'kafka://broker:9092', name}];
      await events.take([event({runId: ids[1], eventTime: at(2), inputs: reads('new')})]);
      await events.take([event({runId: ids[0], eventTime: at(1), inputs: reads('old')})]);
      assert.deepEqual((await events.flow('openlineage_process', 'jobs/load')).inputs, [
        'new@primary',
      ]);
      // The newest turns out to have failed.
      await events.take([
        event({runId: ids[1], eventType: 'FAIL', eventTime: at(3), inputs: reads('new')}),
      ]);
      assert.deepEqual((await events.flow('openlineage_process', 'jobs/load')).inputs, [
        'old@primary',
      ]);
      assert.deepEqual(await events.names('kafka_topic'), [
        'new@primary',
        'old@primary',
        'out@primary',
      ]);
      await events.take([event({runId: ids[0], eventType: 'ABORT', eventTime: at(3)})]);
      assert.deepEqual(await events.names('openlineage_process'), []);
    });

    test('a table that was there keeps its columns, owner and description', async () => {
      const events = await fresh();
      await events.save({
        typeName: 'hive_table',
        attributes: {
          qualifiedName: 'shop.orders@primary',
          name: 'orders',
          owner: 'ann',
          description: '',
        },
      });
      await events.save({
        typeName: 'hive_column',
        attributes: {
          qualifiedName: 'shop.orders.id@primary',
          name: 'id',
          type: 'bigint',
          table: {typeName: 'hive_table', uniqueAttributes: {qualifiedName: 'shop.orders@primary'}},
        },
      });
      const facets = {
        schema: {fields: [{name: 'other', type: 'int'}]},
        documentation: {description: 'Orders of the shop'},
        ownership: {owners: [{name: 'bob'}]},
      };
      const orders = {namespace: 'hive://127.0.0.1:9083', name: 'shop.orders', facets};
      await events.take([event({inputs: [orders]})]);
      const table = await events.entity('hive_table', 'shop.orders@primary');
      assert.deepEqual([table['owner'], table['description']], ['ann', 'Orders of the shop']);
      assert.deepEqual(await events.names('hive_column'), ['shop.orders.id@primary']);
      // Nobody's word but that of its owner takes it away.
      await events.take([event({eventType: 'FAIL', eventTime: '2026-12-05T00:00:00Z'})]);
      assert.deepEqual(await events.names('hive_table'), ['shop.orders@primary']);
    });

    test('a column that somebody has deleted, and what it was made of, come back with the next run', async () => {
      const events = await fresh();
      const set = (name: string, facets: object) => ({namespace: 'x', name, facets});
      const schema = {fields: [{name: 'id'}, {name: 'amount'}]};
      const inputFields = [{namespace: 'x', name: 'orders', field: 'amount'}];
      const columnLineage = {fields: {amount: {inputFields}}};
      const run = (n: number, day: number) =>
        event({
          runId: runIdOf(n),
          eventTime: `2026-12-0${day}T00:00:00Z`,
          inputs: [set('orders', {schema})],
          outputs: [set('totals', {schema, columnLineage})],
        });
      const lineage = 'jobs/load:x/totals#amount';
      const columns = ['orders', 'totals'].flatMap(name => [`x/${name}#amount`, `x/${name}#id`]);
      const isWhole = async () => {
        assert.deepEqual(await events.names('openlineage_column'), columns);
        assert.deepEqual(await events.flow('openlineage_column_lineage', lineage), {
          inputs: ['x/orders#amount'],
          outputs: ['x/totals#amount'],
        });
      };
      // Often enough to be left alone, as nothing becomes of what is as it was.
      for (const day of [1, 2, 3]) await events.take([run(day, day)]);
      await isWhole();
      const amount = await events.entity('openlineage_column', 'x/orders#amount');
      await events.delete(String(amount['guid']));
      await events.take([run(4, 4)]);
      await isWhole();
      const made = await events.entity('openlineage_column_lineage', lineage);
      await events.delete(String(made['guid']));
      await events.take([run(5, 5)]);
      await isWhole();
    });

    test('what a process reads comes back with its next run where somebody has taken the relationship alone away', async () => {
      const events = await fresh();
      const run = (n: number) =>
        event({
          runId: runIdOf(n),
          eventTime: `2026-12-0${n}T00:00:00Z`,
          inputs: [{namespace: 'x', name: 'orders'}],
          outputs: [{namespace: 'x', name: 'totals'}],
        });
      await events.take([run(1)]);
      await events.take([run(2)]);
      const whole = {inputs: ['x/orders'], outputs: ['x/totals']};
      assert.deepEqual(await events.flow('openlineage_process', 'jobs/load'), whole);
      const {inputs} = await events.related('openlineage_process', 'jobs/load');
      const [{relationshipGuid} = {relationshipGuid: ''}] = inputs as {relationshipGuid: string}[];
      const path = `/api/meta/v2/relationship/guid/${relationshipGuid}`;
      assert.equal(await events.remove(path), 204);
      assert.deepEqual((await events.flow('openlineage_process', 'jobs/load')).inputs, []);
      await events.take([run(3)]);
      assert.deepEqual(await events.flow('openlineage_process', 'jobs/load'), whole);
    });

    test('what somebody has deleted comes back though an entity of another type has its name', async () => {
      const events = await fresh();
      const orders = {namespace: 'hive://127.0.0.1:9083', name: 'shop.orders'};
      await events.take([event({inputs: [orders]})]);
      assert.deepEqual(await events.names('hive_db'), ['shop@primary']);
      const topic = {namespace: 'kafka://broker:9092', name: 'shop'};
      const run = (n: number) =>
        event({
          runId: runIdOf(n),
          eventTime: `2026-12-0${n}T00:00:00Z`,
          inputs: [orders],
          outputs: [topic],
        });
      await events.take([run(2)]);
      const made = await events.entity('kafka_topic', 'shop@primary');
      await events.delete(String(made['guid']));
      await events.take([run(3)]);
      assert.ok((await events.names('kafka_topic')).includes('shop@primary'));
    });

    test('runs that go on and end in one delivery, and the same in another order, are told as they are', async () => {
      const one = await fresh();
      const other = await fresh();
      const reads = (name: string) => [{namespace: 'kafka://broker:9092', name}];
      const texts = Array.from({length: 60}, (_, n) => [
        event({runId: runIdOf(n), eventType: 'START', inputs: reads(`in${n % 7}`)}),
        event({
          runId: runIdOf(n),
          eventType: n % 5 === 0 ? 'FAIL' : 'COMPLETE',
          eventTime: new Date(Date.UTC(2026, 11, 1) + n * 1000).toISOString(),
          inputs: reads(`more${n % 3}`),
        }),
      ]).flat();
      await one.take(texts);
      for (let n = 0; n < texts.length; n += 30) await other.take(shuffled(texts).slice(n, n + 30));
      const picture = await one.picture();
      assert.ok(picture.length > 10);
      assert.deepEqual(await other.picture(), picture);
      assert.deepEqual((await one.flow('openlineage_process', 'jobs/load')).inputs, [
        'in3@primary',
        'more2@primary',
      ]);
    });

    test('a folder that turns out to be a table is that table, its partitions too, and what was made of it is gone', async () => {
      const events = await fresh();
      const path = (name: string, facets: object = {}) => ({
        namespace: 'hdfs://nn:8020',
        name,
        facets,
      });
      const writes = [path('/wh/shop.db/sold/day=1'), path('/wh/shop.db/sold')];
      await events.take([event({inputs: [path('/in')], outputs: writes})]);
      assert.deepEqual(await events.names('hdfs_path'), [
        'hdfs://nn:8020/in@primary',
        'hdfs://nn:8020/wh/shop.db/sold/day=1@primary',
        'hdfs://nn:8020/wh/shop.db/sold@primary',
      ]);
      const symlinks = {
        identifiers: [{namespace: 'hive://meta:9083', name: 'shop.sold', type: 'TABLE'}],
      };
      await events.take([
        event({
          runId: ids[1],
          inputs: [path('/wh/shop.db/sold', {symlinks})],
          outputs: [path('/out')],
        }),
      ]);
      assert.deepEqual(await events.names('hive_table'), ['shop.sold@primary']);
      assert.deepEqual(await events.names('hdfs_path'), [
        'hdfs://nn:8020/in@primary',
        'hdfs://nn:8020/out@primary',
      ]);
    });

    test('who may not read what a run has read is not told of it, nor of what the run says', async () => {
      const folder = await mkdtemp(join(tmpdir(), 'gazetteer-runs-'));
      after(() => rm(folder, {recursive: true}));
      const events = await fresh(await restricted(folder));
      const secret = {namespace: 'kafka://broker:9092', name: 'hr'};
      const facets = {
        errorMessage: {message: 'hr has no column'},
        nominalTime: {nominalStartTime: 'hr'},
      };
      await events.take([
        event({inputs: [secret], facets}),
        event({runId: ids[1], eventTime: '2026-12-02T00:00:00Z'}),
      ]);
      const {guid} = await events.entity('openlineage_process', 'jobs/load');
      const told = (await events.runs(String(guid), 'bob')).map(
        ({inputs, outputs, facets: more}) => ({
          inputs,
          outputs: outputs.map(one => one.name),
          more,
        }),
      );
      assert.deepEqual(told, [
        {inputs: [], outputs: ['out'], more: {}},
        {inputs: [], outputs: ['out'], more: {}},
      ]);
      assert.equal((await events.runs(String(guid)))[1]?.inputs.length, 1);
      assert.doesNotMatch(JSON.stringify(await events.runs(String(guid), 'bob')), /hr/);
      assert.equal((await events.send(event({}), {authorization: basic('bob')})).status, 403);
    });

    test('an event is taken packed, in chunks and at both addresses, and a bad one is refused with the place', async () => {
      const events = await fresh();
      const packed = gzipSync(event({}));
      const chunks = new ReadableStream({
        start: controller => {
          controller.enqueue(packed.subarray(0, 20));
          controller.enqueue(packed.subarray(20));
          controller.close();
        },
      });
      const gzip = {'content-encoding': 'gzip'};
      assert.equal((await events.send(packed, gzip)).status, 201);
      assert.equal(
        (await events.send(chunks, {...gzip, 'content-type': 'application/json; charset=UTF-8'}))
          .status,
        201,
      );
      assert.equal((await events.send(event({}), {}, '/api/meta/v2/lineage/events')).status, 201);
      assert.equal((await events.send(event({}), {}, '/api/atlas/v2/lineage/events')).status, 201);
      await events.done();
      assert.deepEqual(await events.names('openlineage_process'), ['jobs/load']);
      for (const [body, place] of [
        ['', 'empty'],
        ['{', 'line 1'],
        ['[]', 'an object'],
        ['{"eventTime": "2026-01-01T00:00:00Z"}', 'a job with or without a run, or a dataset'],
        [event({eventTime: 'yesterday'}), 'eventTime'],
        [event({eventType: 'DONE'}), 'eventType'],
        [event({runId: '1'}), 'run.runId'],
        [event({inputs: [{name: 'a'}]}), 'inputs[0].namespace'],
        [
          event({outputs: [{namespace: 'a', name: 'b', facets: {schema: 1}}]}),
          'outputs[0].facets.schema',
        ],
      ] as const) {
        const answer = await events.send(body);
        const text = await answer.text();
        assert.equal(answer.status, 400, text);
        assert.ok(text.includes(place), text);
      }
      assert.equal((await events.send(Buffer.from('no gzip'), gzip)).status, 400);
      assert.equal((await events.send('{}', {authorization: ''})).status, 401);
      const batch = await events.send(
        `[${event({runId: ids[1]})}, {"eventTime": 1}]`,
        {},
        '/api/v1/lineage/batch',
      );
      assert.deepEqual(await batch.json(), {
        status: 'partial_success',
        summary: {received: 2, successful: 1, failed: 1, retriable: 0, non_retriable: 1},
        failed_events: [{index: 1, reason: 'Expected a time (in eventTime)', retriable: false}],
      });
    });

    test('a token that is revoked while its producer sends: what was answered is kept, the rest is refused', async () => {
      const events = await fresh();
      const tokens = '/api/meta/v2/tokens';
      const made = await events.send(JSON.stringify({name: 'spark', scope: 'lineage'}), {}, tokens);
      const {token, uuid} = (await made.json()) as {token: string; uuid: string};
      const authorization = `Bearer ${token}`;
      let sent = 0;
      let taken = 0;
      const enough = Promise.withResolvers<void>();
      const send = async (): Promise<number> => {
        for (;;) {
          const {status} = await events.send(event({runId: runIdOf(sent++)}), {authorization});
          if (status !== 201) return status;
          if (++taken === 20) enough.resolve();
        }
      };
      const producers = [send(), send(), send(), send()];
      await enough.promise;
      const gone = await events.remove(`${tokens}/${uuid}`);
      assert.equal(gone, 204);
      assert.deepEqual(await Promise.all(producers), [401, 401, 401, 401]);
      await events.done();
      assert.equal(await events.countRuns('jobs', 'load'), taken);
    });

    test('while much waits producers are told to come later, and lose nothing', async () => {
      const events = await fresh(['--hook-max-waiting', '1']);
      let sent = 0;
      await soon(async () => {
        const some = Array.from({length: 50}, () => event({runId: runIdOf(sent++)}));
        const batch = () => events.send(`[${some.join(',')}]`, {}, '/api/v1/lineage/batch');
        // As a producer does that is told to.
        await soon(async () => assert.equal((await batch()).status, 200));
        const {status, headers} = await events.send(event({runId: runIdOf(0)}));
        assert.equal(status, 503);
        assert.ok(Number(headers.get('retry-after')) > 0);
      });
      await events.done();
      assert.equal(await events.countRuns('jobs', 'load'), sent);
    });

    test('an event makes no more entities than a request may', async () => {
      const events = await fresh(['--max-entities', '5']);
      const fields = [{name: 'a'}, {name: 'b'}];
      const input = (name: string) => ({namespace: 'x', name, facets: {schema: {fields}}});
      assert.equal((await events.send(event({inputs: [input('a')]}))).status, 201);
      const much = event({inputs: [input('a'), input('b')]});
      const refused = await events.send(much);
      assert.equal(refused.status, 413, await refused.text());
      const batch = await events.send(`[${much}]`, {}, '/api/v1/lineage/batch');
      const {summary, failed_events} = (await batch.json()) as {
        summary: object;
        failed_events: {reason: string}[];
      };
      assert.deepEqual(summary, {
        received: 1,
        successful: 0,
        failed: 1,
        retriable: 0,
        non_retriable: 1,
      });
      assert.match(failed_events[0]?.reason ?? '', /7 entities/);
    });

    test('names that every object has are names of datasets, facets and columns like others', async () => {
      const events = await fresh();
      const fields = [{name: 'constructor', type: 'toString'}, {name: '__proto__'}];
      const facets = {constructor: {a: 1}, schema: {fields}};
      const inputs = [{namespace: 'constructor://place', name: 'toString', facets}];
      await events.take([event({inputs})]);
      assert.deepEqual(await events.names('openlineage_column'), [
        'constructor://place/toString#__proto__',
        'constructor://place/toString#constructor',
      ]);
    });
  });
}

const ids = [
  '01a20312-5c36-7494-8f41-3ac7580c504e',
  '01a20312-5c36-7494-8f41-3ac7580c504f',
] as const;

/** An event about a run of one job. */
function event({
  runId = ids[0] as string,
  eventType = 'COMPLETE',
  eventTime = '2026-12-01T00:00:00Z',
  facets = {},
  inputs = [] as object[],
  outputs = [{namespace: 'kafka://broker:9092', name: 'out'}] as object[],
}): string {
  const job = {namespace: 'jobs', name: 'load'};
  return JSON.stringify({
    eventType,
    eventTime,
    run: {runId, facets},
    job,
    inputs,
    outputs,
    producer: 'test',
  });
}

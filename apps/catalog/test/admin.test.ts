import assert from 'node:assert/strict';
import {after, before, describe, test} from 'node:test';
import {postgresForTests} from '@gazetteer/db/testing';
import {soon} from '@gazetteer/model/testing';
import {bothDatabases} from './both-databases.ts';
import {ask, tableWithColumns} from './client.ts';
import {expectDeclaredRefusals} from './declared-refusals.ts';
import type {RunningCatalog} from './server-fixture.ts';

expectDeclaredRefusals();

type Json = Record<string, unknown>;

const cluster = await postgresForTests();
after(async () => {
  if ('stop' in cluster) await cluster.stop();
});

for (const {database, options, start} of bothDatabases(cluster)) {
  describe(`administration on ${database}`, options, () => {
    let server: RunningCatalog;
    before(async () => {
      server = await start();
    });
    after(() => server.stop());
    const admin = (path: string, body?: unknown, method?: string) =>
      ask(`${server.url}/api/atlas/admin/${path}`, {
        ...(body === undefined ? {} : {body}),
        ...(method === undefined ? {} : {method}),
      });
    const audits = async (parameters: object) => {
      const answer = await admin('audits', parameters);
      assert.equal(answer.status, 200, answer.text);
      return answer.json as Json[];
    };

    test('a live and ready server says so in plain text, to those who ask for JSON, too', async () => {
      for (const [path, text] of [
        ['liveness', 'Service is live'],
        ['readiness', 'Service is ready to accept requests'],
      ] as const) {
        for (const accept of ['application/json', 'text/plain', '*/*']) {
          const answer = await ask(`${server.url}/api/atlas/admin/${path}`, {headers: {accept}});
          assert.deepEqual([answer.status, answer.text], [200, text], accept);
          assert.match(answer.headers.get('content-type') ?? '', /^text\/plain/);
        }
      }
    });

    test('a probe needs no login, and what it sends along is checked', async () => {
      const probe = async (path: string, headers: Record<string, string> = {}) => {
        const answer = await fetch(`${server.url}/api/meta/admin/${path}`, {headers});
        return [answer.status, await answer.text()];
      };
      assert.deepEqual(await probe('liveness'), [200, 'Service is live']);
      assert.deepEqual(await probe('readiness'), [200, 'Service is ready to accept requests']);
      const wrong = `Basic ${Buffer.from('admin:wrong').toString('base64')}`;
      assert.equal((await probe('readiness', {authorization: wrong}))[0], 401);
    });

    test('the stack tells what runs', async () => {
      const {status, text} = await admin('stack');
      assert.equal(status, 200);
      assert.match(text, /^Process \d+, Node\.js v\d+/);
      assert.match(text, /Event loop delay: mean [\d.]+ ms/);
      // What the server does at its start may still be among them.
      assert.match(text, /Operations running: \d+/);
    });

    test('operations are counted and timed', async () => {
      await ask(`${server.url}/api/atlas/v2/types/typedef/name/hive_table`);
      const all = (await admin('debug/metrics')).json as Record<string, Json>;
      const one = all['readType'];
      assert.equal(one?.['name'], 'readType');
      assert.equal(typeof one?.['stdDevTime'], 'number');
      const [count, min, avg, max] = ['numops', 'minTime', 'avgTime', 'maxTime'].map(name =>
        Number(one?.[name]),
      );
      assert.ok(
        (count ?? 0) >= 1 && (min ?? 0) > 0 && (avg ?? 0) >= (min ?? 0) && (max ?? 0) >= (avg ?? 0),
      );
    });

    test('Prometheus reads counters without login', async () => {
      await ask(`${server.url}/api/atlas/v2/entity/guid/none`);
      const missed =
        'gazetteer_http_requests_total{method="GET",route="/api/atlas/v2/entity/guid/:guid",status="404"} 1';
      // It is counted after its answer.
      const answer = await soon(async () => {
        const got = await ask(`${server.url}/api/atlas/admin/prometheus`, {
          headers: {authorization: ''},
        });
        assert.equal(got.status, 200, got.text);
        assert.ok(got.text.includes(missed), got.text);
        return got;
      });
      assert.match(answer.headers.get('content-type') ?? '', /version=0\.0\.4/);
      assert.match(answer.text, /gazetteer_operation_failures_total\{operation="readEntity"\} 1\n/);
      assert.match(
        answer.text,
        /gazetteer_http_request_duration_seconds_bucket\{[^}]*le="\+Inf"\} \d+\n/,
      );
      assert.match(
        answer.text,
        /gazetteer_entities\{type="__AtlasAuditEntry",status="ACTIVE"\} \d+\n/,
      );
      for (const line of answer.text.trim().split('\n')) {
        assert.match(line, /^(# (HELP|TYPE) [a-z_]+ .+|[a-z_]+(\{.*\})? -?[\d.e+-]+)$/, line);
      }
    });

    test('the start of the server and changes of types are audited', async () => {
      const starts = await audits({auditFilters: null, limit: 10, offset: 0});
      const operations = starts.map(one => one['operation']);
      assert.ok(
        operations.includes('SERVER_START') && operations.includes('SERVER_STATE_ACTIVE'),
        String(operations),
      );
      const typedefs = `${server.url}/api/atlas/v2/types/typedefs`;
      const body = {
        classificationDefs: [{name: 'audited', superTypes: [], attributeDefs: []}],
        enumDefs: [],
      };
      assert.equal((await ask(typedefs, {body})).status, 200);
      assert.equal((await ask(typedefs, {body, method: 'PUT'})).status, 200);
      assert.equal(
        (await ask(`${server.url}/api/atlas/v2/types/typedef/name/audited`, {method: 'DELETE'}))
          .status,
        204,
      );
      const changes = await audits({
        auditFilters: {
          condition: 'AND',
          criterion: [
            {attributeName: 'userName', operator: 'eq', attributeValue: 'admin'},
            {attributeName: 'operation', operator: 'startsWith', attributeValue: 'TYPE_DEF'},
            {attributeName: 'params', operator: 'eq', attributeValue: ''},
          ],
        },
        sortBy: 'startTime',
        sortOrder: 'ASCENDING',
        limit: 25,
        offset: 0,
      });
      assert.deepEqual(
        changes.map(one => [one['operation'], one['params'], one['resultCount']]),
        [
          ['TYPE_DEF_CREATE', 'CLASSIFICATION', 1],
          ['TYPE_DEF_UPDATE', 'CLASSIFICATION', 1],
          ['TYPE_DEF_DELETE', 'CLASSIFICATION', 1],
        ],
      );
      const result = JSON.parse(String(changes[0]?.['result'])) as Record<string, Json[]>;
      assert.equal(result['CLASSIFICATION']?.[0]?.['name'], 'audited');
      const page = await audits({limit: 1, offset: 1, sortBy: 'startTime', sortOrder: 'ASCENDING'});
      assert.equal(page.length, 1);
    });

    test('audits can be asked for by what they have only', async () => {
      for (const wrong of [
        {
          auditFilters: {
            condition: 'AND',
            criterion: [{attributeName: 'nope', operator: 'eq', attributeValue: 'x'}],
          },
        },
        {sortBy: 'nope'},
      ]) {
        const answer = await admin('audits', wrong);
        assert.deepEqual(
          [answer.status, (answer.json as Json)['errorCode']],
          [400, 'ATLAS-400-00-023'],
          answer.text,
        );
      }
      const broken = await admin('audits', '{');
      assert.equal(broken.status, 400);
    });

    test('summaries and batches belong to purges; an unknown entry is none', async () => {
      const [entry] = await audits({
        auditFilters: {
          condition: 'AND',
          criterion: [{attributeName: 'operation', operator: 'eq', attributeValue: 'SERVER_START'}],
        },
        limit: 1,
      });
      const guid = String(entry?.['guid']);
      assert.equal((await admin(`audit/${guid}/summary`)).status, 400);
      const batches = await admin(`audit/${guid}/batches`);
      assert.deepEqual([batches.status, batches.json], [200, []]);
      for (const part of ['summary', 'batches']) {
        const unknown = await admin(`audit/none/${part}`);
        assert.deepEqual(
          [unknown.status, (unknown.json as Json)['errorCode']],
          [404, 'ATLAS-404-00-005'],
        );
      }
    });

    test('what the catalog keeps for itself is not counted as data', async () => {
      const {data} = (await admin('metrics')).json as {data: Record<string, Record<string, Json>>};
      assert.deepEqual(data['entity']?.['entityActive'], {});
      assert.equal(data['general']?.['entityCount'], 0);
      const stats = data['general']?.['stats'];
      assert.match(String(stats?.['Server:upTime']), /sec$|min$|hour$|day$/);
      assert.equal(stats?.['Notification:totalCreates'], 0);
    });

    test('calls are counted under the names of the reference, too', async () => {
      const v2 = `${server.url}/api/atlas/v2`;
      const named = {
        typeName: 'hive_db',
        attributes: {qualifiedName: 'counted@x', name: 'counted', clusterName: 'x'},
      };
      for (const times of [1, 2])
        assert.equal(
          (await ask(`${v2}/entity`, {body: {entity: named}})).status,
          200,
          `time ${times}`,
        );
      await ask(`${v2}/entity/bulk`, {body: {entities: [named]}});
      await ask(`${v2}/types/entitydef/name/hive_table`);
      // A call is counted after its answer.
      await soon(async () => {
        const all = (await admin('debug/metrics')).json as Record<string, Json>;
        const counts = [
          'EntityREST_createOrUpdate',
          'EntityREST_createOrUpdateBulk',
          'TypesREST_getEntityDefByName',
        ];
        assert.deepEqual(
          counts.map(name => [all[name]?.['name'], all[name]?.['numops']]),
          counts.map((name, n) => [name, n === 0 ? 2 : 1]),
        );
        assert.ok(Number(all['EntityREST_createOrUpdate']?.['maxTime']) > 0);
      });
    });

    test('the summary of a purge counts what was asked for, what went with it and what did not', async () => {
      const v2 = `${server.url}/api/atlas/v2/entity`;
      const db = {
        typeName: 'hive_db',
        attributes: {qualifiedName: 'purged@x', name: 'purged', clusterName: 'x'},
      };
      const made = (await ask(v2, {body: {entity: {...db, guid: '-1'}}})).json as {
        guidAssignments: Json;
      };
      const database = {guid: String(made.guidAssignments['-1'])};
      const table = (await ask(v2, {body: tableWithColumns('purged', 2, database)})).json as {
        guidAssignments: Json;
      };
      const guid = String(table.guidAssignments['-1']);
      assert.equal((await ask(`${v2}/guid/${guid}`, {method: 'DELETE'})).status, 200);
      const purge = (await admin('purge', [guid, database.guid], 'PUT')).json as {summary: Json};
      const [entry] = await audits({
        auditFilters: {
          condition: 'AND',
          criterion: [{attributeName: 'operation', operator: 'eq', attributeValue: 'PURGE'}],
        },
        limit: 1,
      });
      const summary = await admin(`audit/${String(entry?.['guid'])}/summary`);
      assert.equal(summary.status, 200, summary.text);
      assert.deepEqual(summary.json, purge.summary);
      assert.deepEqual(summary.json, {
        requestedCount: 2,
        purgedCount: 1,
        purgedDependenciesCount: 2,
        failedCount: 1,
        failedDependenciesCount: 0,
        skippedCount: 0,
        validGuidCount: 1,
        expandedEntityCount: 3,
      });
    });

    test('metrics of the past: none was collected yet', async () => {
      assert.deepEqual((await admin('metricsstats')).json, []);
      const unknown = await admin('metricsstat/12345');
      assert.deepEqual(
        [unknown.status, (unknown.json as Json)['errorCode']],
        [404, 'ATLAS-404-00-009'],
      );
      assert.equal((await admin('metricsstat/x')).status, 400);
      const empty = await admin('metricsstats/charts?startTime=1&endTime=2&typeName=hive_table');
      assert.deepEqual(empty.json, {hive_table: []});
      for (const range of [
        '',
        '?startTime=2&endTime=1&typeName=hive_table',
        '?startTime=x&endTime=1',
      ]) {
        assert.equal((await admin(`metricsstats/range${range}`)).status, 400, range);
      }
    });

    test('the tables went through their changes, and no other catalog is known', async () => {
      const {patches} = (await admin('patches')).json as {patches: Json[]};
      assert.deepEqual([patches[0]?.['id'], patches[0]?.['status']], ['SCHEMA_0001', 'APPLIED']);
      const unknown = await admin('server/none');
      assert.deepEqual(
        [unknown.status, (unknown.json as Json)['errorCode']],
        [404, 'ATLAS-404-00-009'],
      );
      await ask(`${server.url}/api/atlas/v2/entity`, {
        body: {
          entity: {
            typeName: 'AtlasServer',
            attributes: {name: 'cl2', fullName: 'cl2', displayName: 'CL2'},
          },
        },
      });
      const known = (await admin('server/cl2')).json as Json;
      assert.deepEqual(
        {...known, guid: ''},
        {guid: '', name: 'cl2', fullName: 'cl2', displayName: 'CL2', additionalInfo: {}, urls: []},
      );
    });
  });
}

describe('metrics over time', () => {
  let server: RunningCatalog;
  before(async () => {
    const {startFreshCatalog} = await import('./server-fixture.ts');
    server = await startFreshCatalog({args: ['--metrics-schedule', '* * * * * *']});
  });
  after(() => server.stop());

  test('are collected by the schedule, listed, read and charted', async () => {
    const admin = `${server.url}/api/atlas/admin`;
    const entity = {
      typeName: 'hive_db',
      attributes: {qualifiedName: 'm@c', name: 'm', clusterName: 'c'},
    };
    assert.equal((await ask(`${server.url}/api/atlas/v2/entity`, {body: {entity}})).status, 200);
    const since = Date.now();
    let stats: Json[] = [];
    // Collected at every full second; how long two of them take is not what is tested.
    while (stats.filter(one => Number(one['collectionTime']) > since).length < 2) {
      await new Promise(resolve => setTimeout(resolve, 100));
      stats = (await ask(`${admin}/metricsstats`)).json as Json[];
    }
    const [newest] = stats;
    const time = Number(newest?.['collectionTime']);
    assert.equal(newest?.['metricsId'], `atlas_metrics_${time}@default`);
    assert.equal(newest?.['timeToLiveMillis'], 336 * 3_600_000);
    assert.equal(newest?.['metrics'], undefined, 'mininfo is the default');
    const whole = (await ask(`${admin}/metricsstats?mininfo=false`)).json as {
      metrics: {data: Json};
    }[];
    assert.ok(whole[0]?.metrics.data['general']);
    const one = (await ask(`${admin}/metricsstat/${time}`)).json as {
      metrics: {data: {entity: Json; general: Json}};
    };
    assert.deepEqual(one.metrics.data.entity['entityActive'], {hive_db: 1});
    assert.equal(one.metrics.data.general['collectionTime'], time);
    const range = `startTime=${since}&endTime=${time}&typeName=hive_db&typeName=Asset&typeName=none&typeName=_ALL_ENTITY_TYPES`;
    const [latest] = (await ask(`${admin}/metricsstats/range?${range}`)).json as {
      typeData: Record<string, Json>;
    }[];
    assert.equal(latest?.typeData['hive_db']?.['entityActive'], 1);
    assert.equal(latest?.typeData['Asset']?.['entityActive-typeAndSubTypes'], 1);
    assert.equal(latest?.typeData['none']?.['entityActive'], 0);
    const all = latest?.typeData['_ALL_ENTITY_TYPES'];
    assert.deepEqual(
      [all?.['entityActive'], all?.['entityActive-typeAndSubTypes'], all?.['entityDeleted']],
      [1, 1, 0],
    );
    const charts = (await ask(`${admin}/metricsstats/charts?${range}`)).json as Record<
      string,
      {key: string; values: number[][]}[]
    >;
    assert.deepEqual(
      charts['hive_db']?.map(line => line.key),
      ['Active', 'Deleted', 'Shell'],
    );
    const active = charts['hive_db']?.[0]?.values ?? [];
    assert.ok(active.length >= 2);
    assert.deepEqual(active.at(-1), [time, 1]);
    assert.ok(
      active.every(([at], i) => i === 0 || (at ?? 0) > (active[i - 1]?.[0] ?? 0)),
      'oldest first',
    );
  });
});

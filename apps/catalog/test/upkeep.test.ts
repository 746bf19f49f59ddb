import assert from 'node:assert/strict';
import {DatabaseSync} from 'node:sqlite';
import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {after, before, describe, test} from 'node:test';
import {setTimeout as sleep} from 'node:timers/promises';
import {freshDatabase, postgresForTests} from '@gazetteer/db/testing';
import {PostgresDatabase} from '@gazetteer/db';
import {ask, tableWithColumns} from './client.ts';
import {startCatalog, type RunningCatalog} from './server-fixture.ts';

type Json = Record<string, unknown>;

const cluster = await postgresForTests();
after(async () => {
  if ('stop' in cluster) await cluster.stop();
});

/** Changes the database behind the server's back. */
type Meddle = (statement: string) => Promise<void>;

const databases = [
  {
    database: 'sqlite',
    options: {},
    prepare: (folder: string) => {
      const meddle: Meddle = statement => {
        // The server may be writing, as it does at its times.
        const db = new DatabaseSync(join(folder, 'catalog.db'), {timeout: 30_000});
        db.exec(statement);
        db.close();
        return Promise.resolve();
      };
      return Promise.resolve({args: [] as string[], meddle});
    },
  },
  {
    database: 'postgres',
    options: 'skip' in cluster ? {skip: cluster.skip} : {},
    prepare: async () => {
      const url = 'skip' in cluster ? '' : await freshDatabase(cluster.url);
      const meddle: Meddle = async statement => {
        const db = new PostgresDatabase({url});
        await db.write(async session => void (await session.run(statement, [])));
        await db.close();
      };
      return {args: ['--database', url], meddle};
    },
  },
];

for (const {database, options, prepare} of databases) {
  describe(`upkeep on ${database}`, options, () => {
    let server: RunningCatalog;
    let meddle: Meddle;
    let folder: string;
    let dbGuid: string;
    before(async () => {
      folder = await mkdtemp(join(tmpdir(), 'upkeep-'));
      const prepared = await prepare(folder);
      meddle = prepared.meddle;
      const args = [
        '--purge-schedule',
        '* * * * * *',
        '--purge-retention',
        '0',
        '--audit-min-count',
        '1',
      ];
      server = await startCatalog(folder, {args: [...prepared.args, ...args]});
      dbGuid = await save({
        typeName: 'hive_db',
        attributes: {qualifiedName: 'd@x', name: 'd', clusterName: 'x'},
      });
    });
    after(async () => {
      await server.stop();
      await rm(folder, {recursive: true, force: true, maxRetries: 3});
    });

    const call = (path: string, body?: unknown, method?: string) =>
      ask(`${server.url}/api/atlas${path}`, {
        ...(body === undefined ? {} : {body}),
        ...(method === undefined ? {} : {method}),
      });
    const save = async (entity: Json): Promise<string> => {
      const answer = await call('/v2/entity', {entity: {guid: '-1', ...entity}});
      assert.equal(answer.status, 200, answer.text);
      return (answer.json as {guidAssignments: Record<string, string>}).guidAssignments['-1'] ?? '';
    };
    const events = async (guid: string) =>
      ((await call(`/v2/entity/${guid}/audit?count=100`)).json as Json[]).map(one =>
        String(one['action']),
      );
    const until = async (isSo: () => Promise<boolean>) => {
      const giveUpAt = Date.now() + 120_000;
      while (!(await isSo())) {
        if (Date.now() > giveUpAt) assert.fail(server.output());
        await sleep(50);
      }
    };

    test('what was deleted is purged by the schedule and told by its audit', async () => {
      const body = tableWithColumns('gone', 2, {guid: dbGuid});
      const saved = (await call('/v2/entity', body)).json as {
        guidAssignments: Record<string, string>;
      };
      const table = saved.guidAssignments['-1'] ?? '';
      assert.equal((await call(`/v2/entity/guid/${table}`, undefined, 'DELETE')).status, 200);
      await until(async () => (await call(`/v2/entity/guid/${table}`)).status === 404);
      const search = async (kind: string) => {
        const leaf = (attributeName: string, attributeValue: string) => ({
          attributeName,
          operator: 'eq',
          attributeValue,
        });
        const criterion = [leaf('operation', 'AUTO_PURGE'), leaf('auditRowKind', kind)];
        return (await call('/admin/audits', {auditFilters: {condition: 'AND', criterion}}))
          .json as Json[];
      };
      await until(async () => (await search('SUMMARY')).length > 0);
      const [summary] = await search('SUMMARY');
      const [batch] = await search('BATCH');
      assert.equal(summary?.['resultCount'], 3);
      assert.equal(summary?.['runId'], batch?.['runId']);
      assert.deepEqual((await call(`/admin/audit/${String(summary?.['guid'])}/batches`)).json, [
        batch?.['guid'],
      ]);
      assert.equal(
        ((await call(`/admin/audit/${String(summary?.['guid'])}/summary`)).json as Json)[
          'purgedCount'
        ],
        3,
      );
      assert.deepEqual((await call(`/admin/audit/${String(summary?.['guid'])}/details`)).json, []);
      const details = (
        await call(`/admin/audit/${String(batch?.['guid'])}/details?limit=2&offset=1`)
      ).json as Json[];
      assert.equal(details.length, 2);
      const all = (await call(`/admin/audit/${String(batch?.['guid'])}/details`)).json as Json[];
      assert.deepEqual(all.map(one => one['typeName']).sort(), [
        'hive_column',
        'hive_column',
        'hive_table',
      ]);
      assert.ok(all.every(one => one['status'] === 'DELETED'));
      assert.equal((await call('/admin/audit/none/details')).status, 404);
      assert.equal((await call(`/v2/entity/guid/${dbGuid}`)).status, 200);
    });

    test('old events go, but for those that are asked to stay', async () => {
      const guid = await save({
        typeName: 'hive_db',
        attributes: {qualifiedName: 'aged@x', name: 'n', clusterName: 'x'},
      });
      for (let i = 0; i < 5; i++)
        await call(`/v2/entity/guid/${guid}?name=description`, JSON.stringify(`text ${i}`), 'PUT');
      assert.equal((await events(guid)).length, 6);
      const middle = Date.now();
      assert.equal((await call('/admin/audits/ageout', {auditAgingEnabled: false})).status, 204);
      assert.equal(
        (await call('/admin/audits/ageout?useAuditConfig=true', {auditAgingEnabled: true})).status,
        204,
      );
      const wrong = await call('/admin/audits/ageout', {
        auditAgingEnabled: true,
        auditSweepoutEnabled: true,
      });
      assert.deepEqual(
        [wrong.status, (wrong.json as Json)['errorCode']],
        [400, 'ATLAS-400-00-01A'],
      );
      const criteria = {
        auditAgingEnabled: true,
        subTypesIncluded: true,
        customAgeoutAuditCount: 2,
        customAgeoutEntityTypes: 'Asset',
      };
      const rehearsed = (await call('/admin/audits/ageout?dryRun=true', criteria)).json as {
        response: Json[];
        changes: {auditEvents: {removed: {count: number}}};
      };
      assert.equal(rehearsed.changes.auditEvents.removed.count, 3);
      assert.deepEqual(
        rehearsed.response.map(one => (one['parameters'] as Json)['ageoutType']),
        ['CUSTOM'],
      );
      const off = await call('/admin/audits/ageout?dryRun=true', {auditAgingEnabled: false});
      assert.deepEqual(off.json, {
        dryRun: true,
        response: null,
        changes: {auditEvents: {removed: {count: 0, list: []}}},
      });
      // The rule for the rest takes nothing of the types that the other one names.
      const both = {...criteria, defaultAgeoutEnabled: true, defaultAgeoutAuditCount: 1};
      const twice = (await call('/admin/audits/ageout?dryRun=true', both)).json as typeof rehearsed;
      assert.equal(twice.response.length, 2);
      assert.equal(twice.changes.auditEvents.removed.count, 3);
      assert.equal((await events(guid)).length, 6);
      assert.deepEqual((await call('/admin/tasks')).json, []);
      const asked = await call('/admin/audits/ageout', criteria);
      assert.equal(asked.status, 200, asked.text);
      const [task] = asked.json as Json[];
      const state = async () =>
        ((await call(`/admin/tasks?guids=${String(task?.['guid'])}`)).json as Json[])[0];
      await until(async () => (await state())?.['status'] === 'COMPLETE');
      assert.equal(((await state())?.['parameters'] as Json | undefined)?.['removed'], 3);
      assert.deepEqual(await events(guid), ['ENTITY_UPDATE', 'ENTITY_UPDATE', 'ENTITY_CREATE']);
      const now = (await call(`/v2/entity/guid/${guid}?asOf=${middle}`)).json as {
        entity: {attributes: Json};
      };
      assert.equal(now.entity.attributes['description'], 'text 4');
      const {createTime} = ((await call(`/v2/entity/guid/${guid}`)).json as {entity: Json}).entity;
      assert.equal((await call(`/v2/entity/guid/${guid}?asOf=${String(createTime)}`)).status, 400);
      assert.equal(
        (await call(`/admin/tasks?guids=${String(task?.['guid'])}`, undefined, 'DELETE')).status,
        204,
      );
      assert.deepEqual((await call('/admin/tasks')).json, []);
    });

    test('a check finds and repairs what somebody has broken', async () => {
      const guid = await save({
        typeName: 'hive_db',
        attributes: {qualifiedName: 'hurt@x', name: 'hurt', clusterName: 'x'},
      });
      const check = async (body: Json) => (await call('/admin/checkstate', body)).json as Json;
      const fine = await check({entityTypes: ['Asset']});
      assert.deepEqual([fine['state'], fine['entitiesNotFixed'], fine['entities']], ['OK', 0, {}]);
      assert.ok(
        Number(fine['entitiesScanned']) >= 2 && fine['entitiesOk'] === fine['entitiesScanned'],
      );
      const id = `(SELECT id FROM entity WHERE guid = '${guid}')`;
      for (const table of ['text_value', 'unique_value'])
        await meddle(`DELETE FROM ${table} WHERE entity_id = ${id}`);
      const broken = await check({entityGuids: [guid, dbGuid]});
      assert.deepEqual(
        [
          broken['state'],
          broken['entitiesScanned'],
          broken['entitiesOk'],
          broken['entitiesNotFixed'],
        ],
        ['NOT_FIXED', 2, 1, 1],
      );
      const issues = (broken['entities'] as Record<string, {issues: string[]}>)[guid]?.issues ?? [];
      assert.equal(issues.length, 2, String(issues));
      assert.equal(
        (await call('/v2/entity/uniqueAttribute/type/hive_db?attr:qualifiedName=hurt@x')).status,
        404,
      );
      const fixed = await check({entityGuids: [guid], fixIssues: true});
      assert.deepEqual([fixed['state'], fixed['entitiesFixed']], ['FIXED', 1]);
      assert.equal(
        (await call('/v2/entity/uniqueAttribute/type/hive_db?attr:qualifiedName=hurt@x')).status,
        200,
      );
      assert.equal((await check({entityGuids: [guid]}))['state'], 'OK');
    });

    test('a check finds and repairs words of classification values', async () => {
      const attributeDefs = [{name: 'reason', typeName: 'string'}];
      await call('/v2/types/typedefs', {classificationDefs: [{name: 'WordedTag', attributeDefs}]});
      const classifications = [{typeName: 'WordedTag', attributes: {reason: 'umbrella weather'}}];
      const attributes = {qualifiedName: 'worded@x', name: 'worded', clusterName: 'x'};
      const guid = await save({typeName: 'hive_db', attributes, classifications});
      const found = async (query: string) =>
        ((await call('/v2/search/basic', {typeName: 'hive_db', query})).json as Json)[
          'approximateCount'
        ];
      const check = async (fixIssues: boolean) =>
        (await call('/admin/checkstate', {entityGuids: [guid], fixIssues})).json as Json;
      assert.deepEqual([await found('umbrella'), (await check(false))['state']], [1, 'OK']);
      await meddle(`UPDATE classification_word SET word = 'sunshine' WHERE word = 'umbrella'`);
      assert.deepEqual([await found('umbrella'), await found('sunshine')], [0, 1]);
      const {entities} = (await check(false)) as {entities: Record<string, {issues: string[]}>};
      assert.deepEqual(entities[guid]?.issues, [
        '2 words of its classifications are not those of their values',
      ]);
      assert.equal((await check(true))['state'], 'FIXED');
      assert.deepEqual([await found('umbrella'), await found('sunshine')], [1, 0]);
      assert.equal((await check(false))['state'], 'OK');
    });

    test('the index is written anew from a time on', async () => {
      assert.deepEqual((await call('/v2/indexrecovery')).json, {
        startTime: 'Not applicable',
        prevTime: 'Not applicable',
        customTime: 'Not applicable',
      });
      const found = async () =>
        ((await call('/v2/search/basic', {typeName: 'hive_db', query: 'hurt'})).json as Json)[
          'approximateCount'
        ];
      await meddle('DELETE FROM facet');
      await meddle(
        'DELETE FROM document WHERE ' + (database === 'sqlite' ? 'rowid' : 'entity_id') + ' > 0',
      );
      assert.equal(await found(), 0);
      assert.equal(
        (await call('/v2/indexrecovery/start?startTime=yesterday', undefined, 'POST')).status,
        400,
      );
      const time = '2020-01-31T00:00:00.000Z';
      assert.equal(
        (await call(`/v2/indexrecovery/start?startTime=${time}`, undefined, 'POST')).status,
        204,
      );
      assert.equal(await found(), 1);
      assert.equal(((await call('/v2/indexrecovery')).json as Json)['startTime'], time);
    });

    test('searches that run can be told and ended', async () => {
      assert.deepEqual((await call('/admin/activeSearches')).json, []);
      const none = await call('/admin/activeSearches/none', undefined, 'DELETE');
      assert.deepEqual([none.status, none.json], [200, false]);
    });
  });
}

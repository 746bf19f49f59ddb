import assert from 'node:assert/strict';
import {
  copyFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {after, before, suite, test} from 'node:test';
import {setTimeout as pause} from 'node:timers/promises';
import {postgresForTests} from '@gazetteer/db/testing';
import {readPolicy} from '@gazetteer/model';
import {soon} from '@gazetteer/model/testing';
import {passwordLine} from '../../../packages/server/test/password-line.ts';
import {bothDatabases} from './both-databases.ts';
import {ask, type Answer, type Entity} from './client.ts';
import {runCatalog, type RunningCatalog} from './server-fixture.ts';

const cluster = await postgresForTests();
if ('url' in cluster) after(() => cluster.stop());

const sample = join(import.meta.dirname, '..', '..', '..', 'docs', 'sample-policy.json');
const folder = mkdtempSync(join(tmpdir(), 'gazetteer-policy-'));
after(() => rmSync(folder, {recursive: true, force: true}));
const passwordFile = join(folder, 'users.properties');
const users = {admin: 'ADMIN', stew: 'stewards', sally: 'sales', etl: '', nobody: ''};
const line = ([user, group]: [string, string]) => passwordLine(user, group);
writeFileSync(passwordFile, Object.entries(users).map(line).join('\n'));

type Found = {
  approximateCount: number;
  entities?: {guid: string; attributes: Record<string, string>}[];
};
type Failure = {errorCode: string; errorMessage: string};

const table = (name: string, database: string, classifications: string[] = []) => ({
  typeName: 'hive_table',
  attributes: {
    qualifiedName: `${database}.${name}@x`,
    name,
    db: {typeName: 'hive_db', uniqueAttributes: {qualifiedName: `${database}@x`}},
  },
  classifications: classifications.map(typeName => ({typeName})),
});
const database = (name: string) => ({
  typeName: 'hive_db',
  attributes: {qualifiedName: `${name}@x`, name, clusterName: 'x'},
});

test('the sample policy is one without any warning', () => {
  assert.deepEqual(readPolicy(JSON.parse(readFileSync(sample, 'utf8'))).warnings, []);
});

test('a policy file that cannot be used does not start a server', async () => {
  const file = join(folder, 'broken.json');
  writeFileSync(file, '{"roles": {"A": {"entityPermissions": [{"privileges": ["entity-raed"]}]}}}');
  const {code, output} = await runCatalog(['--data', join(folder, 'never'), '--policy-file', file]);
  assert.equal(code, 1);
  assert.match(
    output,
    /the policy file .*broken\.json cannot be used: roles\.A\.entityPermissions\[0\]\.privileges\[0\]: entity-raed is none of entity-read/,
  );
  const missing = await runCatalog([
    '--data',
    join(folder, 'never'),
    '--policy-file',
    join(folder, 'missing.json'),
  ]);
  assert.equal(missing.code, 1);
  const ranger = await runCatalog(['--data', join(folder, 'never'), '--authorizer', 'ranger']);
  assert.match(ranger.output, /simple or none/);
});

for (const {database: name, options, start} of bothDatabases(cluster)) {
  suite(`${name}: authorization`, options, () => {
    let server: RunningCatalog;
    const policyFile = join(folder, `${name}.json`);
    const auditFolder = join(folder, `${name}-audit`);
    const guids: Record<string, string> = {};

    const as = (
      user: string,
      path: string,
      body?: object | string,
      method?: string,
    ): Promise<Answer> =>
      ask(`${server.url}/api/atlas${path}`, {
        ...(body === undefined ? {} : {body}),
        ...(method === undefined ? {} : {method}),
        headers: {
          accept: '*/*',
          authorization: `Basic ${Buffer.from(`${user}:${user}`).toString('base64')}`,
        },
      });
    const refused = async (answer: Promise<Answer>, what: string) => {
      const {status, json, text} = await answer;
      assert.equal(status, 403, text);
      const {errorCode, errorMessage} = json as Failure;
      assert.deepEqual([errorCode, errorMessage], ['ATLAS-403-00-001', what]);
    };
    /** As if it were not there. */
    const notFound = async (answer: Promise<Answer>, what: string) => {
      const {status, json, text} = await answer;
      assert.equal(status, 404, text);
      assert.ok((json as Failure).errorMessage.includes(what), text);
    };
    const search = async (user: string, body: object) =>
      (await as(user, '/v2/search/basic', body)).json as Found;
    const namesOf = (found: Found) =>
      (found.entities ?? []).map(one => one.attributes['qualifiedName']).toSorted();

    before(async () => {
      copyFileSync(sample, policyFile);
      const audit = ['--audit-file-dir', auditFolder, '--audit-decisions', 'all'];
      server = await start([
        '--password-file',
        passwordFile,
        '--policy-file',
        policyFile,
        ...audit,
      ]);
      const types = ['INTERNAL', 'PII'].map(one => ({
        name: one,
        superTypes: [],
        attributeDefs: [],
      }));
      const target = {
        name: 'target',
        typeName: 'hive_table',
        isOptional: true,
        cardinality: 'SINGLE',
      };
      const holder = {name: 'hive_holder', superTypes: ['Asset'], attributeDefs: [target]};
      const made = await as('admin', '/v2/types/typedefs', {
        classificationDefs: types,
        entityDefs: [holder],
      });
      assert.equal(made.status, 200, made.text);
      const entities = [
        database('sales'),
        database('hr'),
        table('orders', 'sales', ['INTERNAL']),
        table('customers', 'sales', ['INTERNAL', 'PII']),
        table('items', 'sales'),
        table('people', 'hr'),
        {
          typeName: 'hive_holder',
          attributes: {
            qualifiedName: 'sales.holder@x',
            name: 'holder',
            target: {typeName: 'hive_table', uniqueAttributes: {qualifiedName: 'hr.people@x'}},
          },
        },
      ];
      for (const entity of entities) {
        const saved = await as('admin', '/v2/entity', {entity});
        assert.equal(saved.status, 200, saved.text);
        const {mutatedEntities} = saved.json as {mutatedEntities: {CREATE: Entity[]}};
        guids[String(entity.attributes.name)] = mutatedEntities.CREATE[0]?.guid ?? '';
      }
    });
    after(async () => {
      await server.stop();
    });

    test('searches, their totals and their facets are about what may be read', async () => {
      const tables = {typeName: 'hive_table', excludeDeletedEntities: true};
      assert.deepEqual(namesOf(await search('sally', tables)), ['sales.items@x', 'sales.orders@x']);
      assert.equal((await search('sally', {...tables, limit: 1})).approximateCount, 2);
      assert.equal((await search('stew', tables)).approximateCount, 4);
      assert.equal((await search('nobody', tables)).approximateCount, 0);
      const quick = (await as('sally', '/v2/search/quick', {typeName: '_ALL_ENTITY_TYPES'}))
        .json as {
        searchResults: Found;
        aggregationMetrics: Record<string, {name: string; count: number}[]>;
      };
      assert.equal(quick.searchResults.approximateCount, 4);
      assert.deepEqual(
        quick.aggregationMetrics['__typeName']?.map(one => [one.name, one.count]).toSorted(),
        [
          ['hive_db', 1],
          ['hive_holder', 1],
          ['hive_table', 2],
        ],
      );
      const metrics = (await as('sally', '/admin/metrics')).json as {
        data: {entity: {entityActive: object}; tag: {tagEntities: object}};
      };
      assert.deepEqual(metrics.data.entity.entityActive, {
        hive_db: 1,
        hive_holder: 1,
        hive_table: 2,
      });
      assert.deepEqual(metrics.data.tag.tagEntities, {INTERNAL: 1});
    });

    test('what may not be read is not found by name, and is not among what it is related to', async () => {
      const {people = '', customers = '', sales = ''} = guids;
      await notFound(as('sally', `/v2/entity/guid/${people}`), people);
      await notFound(as('sally', `/v2/entity/guid/${customers}/header`), customers);
      await notFound(as('sally', `/v2/entity/${customers}/audit`), customers);
      await notFound(as('sally', `/v2/lineage/${customers}`), customers);
      await notFound(
        as('sally', '/v2/entity/uniqueAttribute/type/hive_table?attr:qualifiedName=hr.people@x'),
        'hr.people@x',
      );
      const {status} = await as('sally', '/v2/entity/guid/00000000-0000-4000-8000-000000000000');
      assert.equal(status, 404);
      const {entity} = (await as('sally', `/v2/entity/guid/${sales}`)).json as {
        entity: {relationshipAttributes: {tables: {displayText: string}[]}};
      };
      assert.deepEqual(
        entity.relationshipAttributes.tables.map(one => one.displayText).toSorted(),
        ['items', 'orders'],
      );
    });

    test('a value that refers to what may not be read is not there', async () => {
      const {holder = '', people = ''} = guids;
      const of = async (user: string) => {
        const whole = (await as(user, `/v2/entity/guid/${holder}`)).text;
        const found = await as(user, '/v2/search/basic', {
          typeName: 'hive_holder',
          attributes: ['target'],
        });
        const history = (await as(user, `/v2/entity/${holder}/audit`)).text;
        return [whole, found.text, history].map(text => text.includes(people));
      };
      assert.deepEqual(await of('admin'), [true, true, true]);
      assert.deepEqual(await of('sally'), [false, false, false]);
    });

    test('a change that fails tells nothing of what may not be read', async () => {
      const {customers = '', orders = '', people = ''} = guids;
      const tag = [{typeName: 'PII'}];
      await notFound(as('sally', `/v2/entity/guid/${customers}/classifications`, tag), customers);
      assert.equal(
        (await as('stew', `/v2/entity/guid/${customers}/classifications`, tag)).status,
        400,
      );
      // Nothing would change, which is an answer, too.
      const same = {
        entity: {
          typeName: 'hive_table',
          attributes: {qualifiedName: 'hr.people@x', name: 'people'},
        },
      };
      await refused(
        as('sally', '/v2/entity', same),
        'sally is not authorized to perform create entity: type=hive_table',
      );
      assert.equal((await as('stew', '/v2/entity', same)).status, 200);
      const bulk = `/v2/entity/bulk?guid=${people}&guid=${orders}`;
      await notFound(as('sally', bulk), people);
      const {entities} = (await as('sally', `${bulk}&skipFailedEntities=true`)).json as {
        entities: Entity[];
      };
      assert.deepEqual(
        entities.map(one => one.guid),
        [orders],
      );
    });

    test('changes need their privilege for each thing that they change', async () => {
      const {orders = '', people = '', sales = ''} = guids;
      const update = {
        entity: {
          ...table('orders', 'sales'),
          attributes: {qualifiedName: 'sales.orders@x', name: 'orders', owner: 'me'},
        },
      };
      await refused(
        as('sally', '/v2/entity', update),
        'sally is not authorized to perform update entity: type=hive_table',
      );
      await refused(
        as('sally', '/v2/entity', {entity: database('mine')}),
        'sally is not authorized to perform create entity: type=hive_db',
      );
      await refused(
        as('sally', `/v2/entity/guid/${orders}`, undefined, 'DELETE'),
        `sally is not authorized to perform delete entity: guid=${orders}`,
      );
      await refused(
        as('etl', `/v2/entity/guid/${orders}/classifications`, [{typeName: 'PII'}]),
        `etl is not authorized to perform add classification: guid=${orders}, classification=PII`,
      );
      await refused(
        as('etl', `/v2/entity/guid/${orders}/labels`, ['seen'], 'PUT'),
        `etl is not authorized to perform add label: guid=${orders}, label=seen`,
      );
      const saved = await as('etl', '/v2/entity', {
        entity: {
          ...table('more', 'sales'),
          attributes: {...table('more', 'sales').attributes, owner: 'etl'},
        },
      });
      assert.equal(saved.status, 200, saved.text);
      const tagged = await as('stew', `/v2/entity/guid/${people}/classifications`, [
        {typeName: 'PII'},
      ]);
      assert.equal(tagged.status, 204, tagged.text);
      await refused(
        as('stew', `/v2/entity/guid/${people}`, undefined, 'DELETE'),
        `stew is not authorized to perform delete entity: guid=${people}`,
      );
      const dry = await as('sally', '/v2/entity?dryRun=true', update);
      assert.equal(dry.status, 403, dry.text);
      const after = (await as('admin', `/v2/entity/guid/${orders}`)).json as {entity: Entity};
      assert.equal(after.entity.attributes['owner'], null);
      assert.ok(sales !== '');
    });

    test('the same for relationships, types, glossaries and administration', async () => {
      const {orders = '', people = '', sales = ''} = guids;
      const glossary = await as('stew', '/v2/glossary', {name: 'g'});
      assert.equal(glossary.status, 200, glossary.text);
      const anchor = {glossaryGuid: (glossary.json as {guid: string}).guid};
      const term = (await as('stew', '/v2/glossary/term', {name: 't', anchor})).json as {
        guid: string;
      };
      const assigned = await as('stew', `/v2/glossary/terms/${term.guid}/assignedEntities`, [
        {guid: orders},
      ]);
      assert.equal(assigned.status, 204, assigned.text);
      await notFound(
        as('etl', `/v2/relationship`, {
          typeName: 'AtlasGlossarySemanticAssignment',
          end1: {guid: term.guid, typeName: 'AtlasGlossaryTerm'},
          end2: {guid: people, typeName: 'hive_table'},
        }),
        term.guid,
      );
      const table = (await as('sally', `/v2/entity/guid/${orders}`)).json as {
        entity: {relationshipAttributes: {db: {relationshipGuid: string}}};
      };
      const {relationshipGuid} = table.entity.relationshipAttributes.db;
      await refused(
        as('sally', `/v2/relationship/guid/${relationshipGuid}`, undefined, 'DELETE'),
        `sally is not authorized to perform remove relationship: type=hive_table_db, end1=${orders}, end2=${sales}`,
      );
      await refused(
        as('sally', '/v2/glossary', {name: 'mine'}),
        'sally is not authorized to perform create entity: type=AtlasGlossary',
      );
      await notFound(as('sally', `/v2/glossary/term/${term.guid}`), term.guid);
      // Terms that somebody may not read are no meanings of what they may.
      const {entity} = (await as('sally', `/v2/entity/guid/${orders}`)).json as {
        entity: {meanings?: object[]};
      };
      assert.equal(entity.meanings, undefined);
      await refused(
        as('stew', '/v2/types/typedefs', {
          entityDefs: [{name: 'mine', superTypes: [], attributeDefs: []}],
        }),
        'stew is not authorized to perform create entity-def mine',
      );
      const tag = await as('stew', '/v2/types/typedefs', {
        classificationDefs: [{name: 'NEW', superTypes: [], attributeDefs: []}],
      });
      assert.equal(tag.status, 200, tag.text);
      await refused(
        as('nobody', '/v2/types/typedef/name/hive_table'),
        'nobody is not authorized to perform read entity-def hive_table',
      );
      assert.deepEqual(
        ((await as('nobody', '/v2/types/typedefs')).json as {entityDefs: object[]}).entityDefs,
        [],
      );
      for (const [method, path, body] of [
        ['POST', '/admin/export', {itemsToExport: [], options: {}}],
        ['PUT', '/admin/purge', [orders]],
        ['POST', '/admin/audits', {}],
        ['GET', '/admin/tasks', undefined],
        ['GET', '/admin/stack', undefined],
        ['GET', '/admin/configuration', undefined],
        ['GET', '/admin/async/import/status', undefined],
        ['GET', '/admin/metricsstats', undefined],
      ] as const) {
        const {status, text} = await as('sally', path, body, method);
        assert.equal(status, 403, `${method} ${path}: ${text}`);
      }
      assert.equal((await as('stew', '/admin/audits', {})).status, 200);
      assert.equal((await as('admin', '/admin/metricsstats')).status, 200);
    });

    test('everybody has a profile and searches of their own, whatever the policy says', async () => {
      const profile = await as('nobody', '/v2/entity', {
        entity: {typeName: '__AtlasUserProfile', attributes: {name: 'nobody'}},
      });
      assert.equal(profile.status, 200, profile.text);
      const read = await as(
        'nobody',
        '/v2/entity/uniqueAttribute/type/__AtlasUserProfile?attr:name=nobody',
      );
      assert.equal(read.status, 200, read.text);
      await refused(
        as('nobody', '/v2/entity', {
          entity: {typeName: '__AtlasUserProfile', attributes: {name: 'sally'}},
        }),
        'nobody is not authorized to perform create entity: type=__AtlasUserProfile',
      );
      const kept = await as('sally', '/v2/search/saved', {
        name: 's',
        searchType: 'BASIC',
        searchParameters: {typeName: 'hive_table'},
      });
      assert.equal(kept.status, 200, kept.text);
      const ran = (await as('sally', '/v2/search/saved/execute/s')).json as Found;
      assert.equal(ran.approximateCount, 3);
      assert.equal(((await as('sally', '/v2/search/saved')).json as object[]).length, 1);
    });

    test('who may do what, and why', async () => {
      const {customers = '', orders = ''} = guids;
      const asked = async (user: string, query: string) =>
        ((await as(user, `/admin/authorization?${query}`)).json as {decisions: object[]}).decisions;
      assert.deepEqual(
        await asked('admin', `user=x&group=sales&privilege=entity-read&guid=${orders}`),
        [{privilege: 'entity-read', allowed: true, because: ['SALES_READER.entityPermissions[0]']}],
      );
      assert.deepEqual(
        await asked('admin', `user=x&group=sales&privilege=entity-read&guid=${customers}`),
        [
          {
            privilege: 'entity-read',
            allowed: false,
            because: [],
            lacking: 'the classification PII',
          },
        ],
      );
      assert.deepEqual(await asked('stew', 'privilege=admin-audits'), [
        {privilege: 'admin-audits', allowed: true, because: ['STEWARD.adminPermissions[0]']},
      ]);
      const policyTold = async (user: string) =>
        (
          (await as(user, '/admin/authorization')).json as {
            policy: {file?: string; loadedAt: string};
          }
        ).policy;
      assert.equal((await policyTold('stew')).file, policyFile);
      assert.deepEqual(Object.keys(await policyTold('sally')), ['loadedAt']);
      await refused(
        as('sally', '/admin/authorization?user=stew'),
        'sally is not authorized to perform read the audit of administrators',
      );
      const session = (await as('sally', '/admin/session?includePrivileges=true')).json as Record<
        string,
        boolean
      >;
      assert.deepEqual(
        [session['atlas.entity.create.allowed'], session['atlas.entity.update.allowed']],
        [false, false],
      );
      assert.deepEqual(session['privileges'], [
        'entity-read',
        'entity-read-classification',
        'type-read',
      ]);
      const etl = (await as('etl', '/admin/session')).json as Record<string, boolean>;
      assert.deepEqual(
        [etl['atlas.entity.create.allowed'], etl['atlas.entity.update.allowed']],
        [true, true],
      );
    });

    const replace = (policy: object | string) => {
      writeFileSync(
        `${policyFile}.new`,
        typeof policy === 'string' ? policy : JSON.stringify(policy),
      );
      renameSync(`${policyFile}.new`, policyFile);
    };
    const until = async (isSo: () => Promise<boolean>) => {
      const end = Date.now() + 120_000;
      while (!(await isSo())) {
        assert.ok(Date.now() < end, 'it did not come to pass');
        await pause(100);
      }
    };
    const samplePolicy = () =>
      JSON.parse(readFileSync(sample, 'utf8')) as Record<string, Record<string, unknown>>;

    test('what is denied is as if it were not there, but for those who are excepted', async () => {
      const privileges = ['.*'];
      const sally = {sally: ['ADMIN']};
      replace({
        ...samplePolicy(),
        userRoles: sally,
        deny: {
          entityPermissions: [
            {privileges, entityIds: [String.raw`hr\..*`], exceptGroups: ['ADMIN']},
            {privileges, entityClassifications: ['PII'], exceptUsers: ['admin']},
            {privileges: ['entity-update'], entityIds: ['sales.more@x'], exceptUsers: ['admin']},
          ],
          relationshipPermissions: [{privileges, exceptUsers: ['admin']}],
        },
      });
      await until(
        async () => (await search('sally', {typeName: 'hive_table'})).approximateCount === 3,
      );
      const all = await search('admin', {typeName: 'hive_table'});
      assert.equal(all.approximateCount, 5);
      const seen = namesOf(await search('sally', {typeName: 'hive_table'}));
      assert.deepEqual(seen, ['sales.items@x', 'sales.more@x', 'sales.orders@x']);
      const hidden = (all.entities ?? []).filter(
        one => !seen.includes(one.attributes['qualifiedName'] ?? ''),
      );
      assert.equal(hidden.length, 2);
      for (const {guid, attributes} of hidden) {
        const by = (name: string) =>
          `/v2/entity/uniqueAttribute/type/hive_table?attr:qualifiedName=${name}`;
        const told = async (path: (of: string) => string, of: string, method = 'GET') => {
          const {status, text} = await as('sally', path(of), undefined, method);
          return [status, text.replaceAll(of, '')];
        };
        const byGuid = (of: string) => `/v2/entity/guid/${of}`;
        const none = '00000000-0000-4000-8000-000000000000';
        const name = attributes['qualifiedName'] ?? '';
        assert.deepEqual(await told(byGuid, guid), await told(byGuid, none));
        assert.deepEqual(await told(byGuid, guid, 'DELETE'), await told(byGuid, none, 'DELETE'));
        assert.deepEqual(await told(by, name), await told(by, 'none@x'));
        assert.deepEqual(await told(by, name, 'DELETE'), await told(by, 'none@x', 'DELETE'));
      }
      const query = encodeURIComponent('from hive_table select qualifiedName, count()');
      const counted = (await as('sally', `/v2/search/dsl?query=${query}`)).json as {
        attributes: {values: unknown[][]};
      };
      assert.equal(counted.attributes.values.flat().at(-1), 3);
    });

    test('a change may not lead to what is denied, nor touch it', async () => {
      const {orders = ''} = guids;
      const save = (attributes: object, classifications: string[] = []) =>
        as('sally', '/v2/entity', {
          entity: {
            typeName: 'hive_table',
            attributes,
            classifications: classifications.map(typeName => ({typeName})),
          },
        });
      const update = 'sally is not authorized to perform update entity: type=hive_table';
      await refused(save({qualifiedName: 'sales.more@x', name: 'other'}), update);
      const rename = {
        entity: {
          guid: orders,
          typeName: 'hive_table',
          attributes: {qualifiedName: 'hr.orders@x', name: 'o'},
        },
      };
      await refused(as('sally', '/v2/entity', rename), update);
      await refused(
        save({qualifiedName: 'sales.fresh@x', name: 'fresh'}, ['PII']),
        'sally is not authorized to perform create entity: type=hive_table',
      );
      await refused(
        save({qualifiedName: 'hr.fresh@x', name: 'fresh'}),
        'sally is not authorized to perform create entity: type=hive_table',
      );
    });

    test('rules that end, and what they allowed, are told', async () => {
      const reading = {typePermissions: [], entityPermissions: [], adminPermissions: []};
      const audits = {privileges: ['admin-audits']};
      replace({
        ...samplePolicy(),
        roles: {
          ...samplePolicy()['roles'],
          SOON: {...reading, adminPermissions: [{...audits, until: '2020-01-01T00:00:00Z'}]},
          LATE: {...reading, adminPermissions: [{...audits, until: '2120-01-01T00:00:00Z'}]},
        },
        userRoles: {
          nobody: ['SOON'],
          etl: ['LATE'],
          sally: [{role: 'LATE', until: '2020-01-01T00:00:00Z'}],
        },
      });
      const told = async (user: string) => {
        const {json} = await as(
          'admin',
          `/admin/authorization?user=${user}&privilege=admin-audits`,
        );
        return (json as {decisions: Record<string, unknown>[]}).decisions[0];
      };
      await until(async () => (await told('etl'))?.['allowed'] === true);
      assert.deepEqual(await told('etl'), {
        privilege: 'admin-audits',
        allowed: true,
        because: ['LATE.adminPermissions[0]'],
        until: '2120-01-01T00:00:00.000Z',
      });
      const never = {privilege: 'admin-audits', allowed: false, because: []};
      assert.deepEqual(await told('nobody'), {...never, ended: ['SOON.adminPermissions[0]']});
      assert.deepEqual(await told('sally'), {...never, ended: ['LATE.adminPermissions[0]']});
      replace(readFileSync(sample, 'utf8'));
      await until(async () => (await told('etl'))?.['allowed'] === false);
    });

    test('what the policy decided is recorded, once for each request and rule', async () => {
      const deny = {entityPermissions: [{privileges: ['entity-delete'], exceptUsers: ['admin']}]};
      replace({...samplePolicy(), userRoles: {sally: ['ADMIN']}, deny});
      await until(async () => (await as('sally', '/admin/tasks')).status === 200);
      const all = await search('sally', {typeName: 'hive_table'});
      const found = (all.entities ?? []).map(one => one.guid);
      assert.equal(found.length, 5);
      const {status} = await as(
        'sally',
        `/v2/entity/bulk?${found.map(guid => `guid=${guid}`).join('&')}`,
        undefined,
        'DELETE',
      );
      assert.equal(status, 403);
      replace(samplePolicy());
      await until(async () => (await as('sally', '/admin/tasks')).status === 403);
      const {people = ''} = guids;
      assert.equal((await as('sally', `/v2/entity/guid/${people}`)).status, 404);
      type Decision = {
        reqUser: string;
        action: string;
        resource: string;
        result: number;
        policy: string[];
        event_count: number;
        id: string;
      };
      const records = () =>
        readdirSync(auditFolder)
          .flatMap(file => readFileSync(join(auditFolder, file), 'utf8').trimEnd().split('\n'))
          .map(text => JSON.parse(text) as Decision & {resType: string; action: string});
      const decided = (action: string, result: number) =>
        records().filter(
          one =>
            one.resType === 'policy' &&
            one.reqUser === 'sally' &&
            one.action === action &&
            one.result === result,
        );
      // The file is written behind the answers, and tests before this one have told of such things.
      const deletions = await soon(() => {
        const last = decided('delete entity', 0).slice(-1);
        assert.deepEqual(
          last.map(one => [one.policy, one.event_count]),
          [[['deny.entityPermissions[0]'], 5]],
        );
        return last;
      });
      await soon(() => assert.equal(decided('read entity', 0).at(-1)?.event_count, 1));
      await soon(() => {
        assert.ok(
          records().some(
            one => one.resType === 'path' && one.action === 'DELETE' && one.id === deletions[0]?.id,
          ),
          'it is told by the id which request it was',
        );
        const upkeep = 'purge entities and other upkeep';
        assert.deepEqual(decided(upkeep, 1).at(-1)?.policy, ['ADMIN.adminPermissions[0]']);
        assert.deepEqual(decided(upkeep, 0).at(-1)?.policy, []);
        assert.deepEqual(
          decided('read entities', 1).findLast(one => one.resource === 'basicSearch')?.policy,
          ['ADMIN.entityPermissions[0]', 'SALES_READER.entityPermissions[0]'],
        );
      });
    });

    test('a new policy holds at once; one that cannot be read changes nothing and is told of', async () => {
      const ready = async () => (await as('admin', '/admin/readiness')).text;
      const metric = async () =>
        /gazetteer_policy_current (\d)/.exec((await as('admin', '/admin/prometheus')).text)?.[1];
      assert.equal(await metric(), '1');
      assert.doesNotMatch((await as('admin', '/admin/prometheus')).text, /hive_table|INTERNAL/);
      replace('{"roles": ');
      await until(async () => (await ready()).includes('the policy file cannot be used'));
      assert.equal(await metric(), '0');
      const probe = await fetch(`${server.url}/api/atlas/admin/readiness`);
      assert.deepEqual(
        [probe.status, await probe.text()],
        [200, 'Service is ready to accept requests'],
        'no detail',
      );
      const told =
        /"level":"error".*the policy file cannot be used|ERROR.*the policy file cannot be used/i;
      await soon(() => assert.match(server.output(), told));
      assert.equal((await search('stew', {typeName: 'hive_table'})).approximateCount, 5);
      const policy = JSON.parse(readFileSync(sample, 'utf8')) as {
        groupRoles: Record<string, string[]>;
      };
      policy.groupRoles = {ADMIN: ['ADMIN'], stewards: ['SALES_READER']};
      replace(policy);
      await until(async () => (await metric()) === '1');
      assert.equal(await ready(), 'Service is ready to accept requests');
      assert.deepEqual(namesOf(await search('stew', {typeName: 'hive_table'})), [
        'sales.items@x',
        'sales.more@x',
        'sales.orders@x',
      ]);
      assert.equal((await search('sally', {typeName: 'hive_table'})).approximateCount, 0);
    });
  });
}

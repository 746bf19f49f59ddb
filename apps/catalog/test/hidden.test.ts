import assert from 'node:assert/strict';
import {mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {after, before, suite, test} from 'node:test';
import {postgresForTests} from '@gazetteer/db/testing';
import {catalogDocument} from '../src/server/routes.ts';
import {passwordLine} from '../../../packages/server/test/password-line.ts';
import {bothDatabases} from './both-databases.ts';
import {ask, type Answer, type Entity} from './client.ts';
import type {RunningCatalog} from './server-fixture.ts';

const cluster = await postgresForTests();
if ('url' in cluster) after(() => cluster.stop());

const folder = mkdtempSync(join(tmpdir(), 'gazetteer-hidden-'));
after(() => rmSync(folder, {recursive: true, force: true}));
const passwordFile = join(folder, 'users.properties');
const line = (user: string) => passwordLine(user, user);
writeFileSync(passwordFile, ['admin', 'bob', 'writer'].map(line).join('\n'));

const any = ['.*'];
const onEntities = (privileges: string[], entityIds: string[]) => ({
  privileges,
  entityTypes: any,
  entityIds,
  entityClassifications: any,
  labels: any,
  businessMetadata: any,
  classifications: any,
});
const types = [{privileges: any, typeCategories: any, typeNames: any}];
const ends = {
  end1EntityType: any,
  end1EntityClassification: any,
  end2EntityType: any,
  end2EntityClassification: any,
};
const relations = (end1EntityId: string[], end2EntityId: string[]) => [
  {privileges: any, relationshipTypes: any, ...ends, end1EntityId, end2EntityId},
];
const own = ['sales.*', '(term-sales|category-sales|probe)@sales'];
const policyFile = join(folder, 'policy.json');
writeFileSync(
  policyFile,
  JSON.stringify({
    roles: {
      ALL: {
        adminPermissions: [{privileges: any}],
        typePermissions: types,
        entityPermissions: [onEntities(any, any)],
        relationshipPermissions: relations(any, any),
      },
      // Everything with what is theirs, nothing with the rest.
      OWN: {
        typePermissions: types,
        entityPermissions: [onEntities(any, own)],
        relationshipPermissions: relations(own, own),
      },
      // May change all, and read only some of it.
      BLIND: {
        typePermissions: types,
        entityPermissions: [
          onEntities(any, own),
          onEntities(['entity-(create|update|delete|add|remove).*'], any),
        ],
        relationshipPermissions: relations(own, own),
      },
    },
    userRoles: {admin: ['ALL'], bob: ['OWN'], writer: ['BLIND']},
  }),
);

/** What somebody may not read, by all that a request may call it. */
type Names = Record<
  | 'table'
  | 'database'
  | 'relation'
  | 'term'
  | 'category'
  | 'glossary'
  | 'search'
  | 'deleted'
  | 'tableName'
  | 'databaseName'
  | 'termName',
  string
>;
/** What they may read. */
type Shown = Record<'table' | 'database' | 'term' | 'category' | 'glossary', string>;
type Question = readonly [route: string, path: string, body?: unknown];

const byName = (name: string) => `attr:qualifiedName=${encodeURIComponent(name)}`;
const ref = (typeName: string, qualifiedName: string) => ({
  typeName,
  uniqueAttributes: {qualifiedName},
});
const tableIn = (db: object, name = 'probe') => ({
  entity: {typeName: 'hive_table', attributes: {qualifiedName: `sales.${name}@x`, name, db}},
});
const tag = [{typeName: 'PII'}];
const business = {bm: {text: 'a'}};

/** The routes whose address names an entity by its guid. */
const addressed = (guid: string): Question[] => {
  const on = (route: string, query = '', body?: unknown): Question => [
    route,
    `${(route.split(' ')[1] ?? '').replace('{guid}', guid).replace('{name}', 'PII').replace('{traitName}', 'PII')}${query}`,
    body,
  ];
  const v2 = (route: string, query = '', body?: unknown) =>
    on(route.replace(' ', ' /v2/'), query, body);
  return [
    v2('GET entity/guid/{guid}'),
    v2('GET entity/guid/{guid}', '?asOf=2026-01-01T00:00:00Z'),
    v2('GET entity/guid/{guid}/header'),
    v2('GET entity/guid/{guid}/path'),
    v2('GET entity/guid/{guid}/parts'),
    v2('GET entity/guid/{guid}/editor'),
    v2('GET entity/guid/{guid}/editor/sample'),
    v2('GET entity/guid/{guid}/editor/freshness'),
    v2('POST entity/guid/{guid}/editor/profile'),
    v2('GET lineage/runs/{guid}'),
    v2('GET entity/guid/{guid}/usage'),
    v2('GET entity/guid/{guid}/classifications'),
    v2('GET entity/guid/{guid}/classification/{name}'),
    v2('GET entity/guid/{guid}/classifications', '?asOf=4102444800000'),
    v2('GET entity/guid/{guid}/classification/{name}', '?asOf=4102444800000'),
    v2('GET entity/guid/{guid}/classification/{name}/why'),
    v2('GET entity/{guid}/audit'),
    v2('GET lineage/{guid}'),
    v2('POST lineage/{guid}', '', {}),
    v2('GET lineage/{guid}/impact'),
    v2('PUT entity/guid/{guid}', '?name=owner', '"me"'),
    v2('PUT entity/guid/{guid}', '?name=none', '"me"'),
    v2('DELETE entity/guid/{guid}'),
    v2('POST entity/guid/{guid}/classifications', '', tag),
    v2('POST entity/guid/{guid}/classifications', '', [{typeName: 'none'}]),
    v2('PUT entity/guid/{guid}/classifications', '', tag),
    v2('DELETE entity/guid/{guid}/classification/{name}'),
    v2('POST entity/guid/{guid}/labels', '', ['secret']),
    v2('POST entity/guid/{guid}/labels', '', ['other']),
    v2('PUT entity/guid/{guid}/labels', '', ['secret']),
    v2('DELETE entity/guid/{guid}/labels', '', ['other']),
    v2('POST entity/guid/{guid}/businessmetadata', '', business),
    v2('DELETE entity/guid/{guid}/businessmetadata', '', business),
    v2('PUT entity/guid/{guid}/owners', '', {owners: ['me']}),
    v2('PUT entity/guid/{guid}/trust', '', {tier: 'Tier 1'}),
    v2('PUT follows/entities/{guid}'),
    v2('DELETE follows/entities/{guid}'),
    v2('POST lineage/{guid}/inputs', '', {inputGuid: 'other', reason: 'r'}),
    v2('DELETE lineage/{guid}/inputs/{inputGuid}'),
    ...['domains', 'products'].flatMap(group => [
      v2(`GET ${group}/{guid}`),
      v2(`PUT ${group}/{guid}`, '', {name: 'mine'}),
      v2(`DELETE ${group}/{guid}`),
      v2(`POST ${group}/{guid}/assets`, '', {guids: [guid]}),
      v2(`DELETE ${group}/{guid}/assets`, `?asset=${guid}`),
    ]),
    v2('GET domains/{guid}/dictionary'),
    [
      'POST /v2/entity/guid/{guid}/businessmetadata/{name}',
      `/v2/entity/guid/${guid}/businessmetadata/bm`,
      {text: 'b'},
    ],
    [
      'DELETE /v2/entity/guid/{guid}/businessmetadata/{name}',
      `/v2/entity/guid/${guid}/businessmetadata/bm`,
      {text: 'a'},
    ],
    on('GET /entities/{guid}'),
    on('GET /entities/{guid}/audit'),
    on('GET /entities/{guid}/traits'),
    on('GET /entities/{guid}/traitDefinitions'),
    on('GET /entities/{guid}/traitDefinitions/{traitName}'),
    on('GET /lineage/{guid}/schema'),
    on('GET /lineage/{guid}/inputs/graph'),
    on('GET /lineage/{guid}/outputs/graph'),
    on('POST /entities/{guid}/traits', '', {typeName: 'PII', values: {}}),
    on('DELETE /entities/{guid}/traits/{traitName}'),
    on('POST /entities/{guid}', '?property=owner', '"me"'),
  ];
};

/** Those whose address names it by its unique attribute. */
const addressedByName = (name: string): Question[] => {
  const of = (method: string, rest = '', body?: unknown): Question => [
    `${method} /v2/entity/uniqueAttribute/type/{typeName}${rest}`,
    `/v2/entity/uniqueAttribute/type/hive_table${rest.replace('{name}', 'PII')}?${byName(name)}`,
    body,
  ];
  return [
    of('GET'),
    of('GET', '/header'),
    of('PUT', '', {entity: {typeName: 'hive_table', attributes: {owner: 'me'}}}),
    of('PUT', '', {entity: {typeName: 'hive_table', attributes: {name: 'people'}}}),
    of('DELETE'),
    of('POST', '/classifications', tag),
    of('PUT', '/classifications', tag),
    of('DELETE', '/classification/{name}'),
    of('POST', '/labels', ['secret']),
    of('PUT', '/labels', ['other']),
    of('DELETE', '/labels', ['other']),
    [
      'GET /v2/entity/bulk/uniqueAttribute/type/{typeName}',
      `/v2/entity/bulk/uniqueAttribute/type/hive_table?${byName(name).replace('attr:', 'attr_0:')}`,
    ],
    [
      'GET /v2/lineage/uniqueAttribute/type/{typeName}',
      `/v2/lineage/uniqueAttribute/type/hive_table?${byName(name)}`,
    ],
    [
      'GET /lineage/hive/table/{tableName}/schema',
      `/lineage/hive/table/${encodeURIComponent(name)}/schema`,
    ],
    [
      'GET /entities',
      `/entities?type=hive_table&property=qualifiedName&value=${encodeURIComponent(name)}`,
    ],
    [
      'DELETE /entities',
      `/entities?type=hive_table&property=qualifiedName&value=${encodeURIComponent(name)}`,
    ],
  ];
};

/**
 * Those that take it in the query or in the body, as what they change or as what something of one's
 * own refers to.
 */
const mentioned = (hidden: Names, shown: Shown): Question[] => {
  const {table, tableName, database, databaseName} = hidden;
  const relationship = (end1: object, end2: object) => ({
    typeName: 'AtlasGlossarySemanticAssignment',
    end1,
    end2,
  });
  const term = {guid: shown.term, typeName: 'AtlasGlossaryTerm'};
  const header = (guid: string, attributes: object, classifications: object[]) => ({
    guidHeaderMap: {[guid]: {guid, typeName: 'hive_table', attributes, classifications}},
  });
  const anchor = {glossaryGuid: shown.glossary};
  return [
    ['GET /v2/entity/bulk', `/v2/entity/bulk?guid=${shown.table}&guid=${table}`],
    [
      'GET /v2/entity/bulk',
      `/v2/entity/bulk?guid=${shown.table}&guid=${table}&skipFailedEntities=true`,
    ],
    ['DELETE /v2/entity/bulk', `/v2/entity/bulk?guid=${table}`],
    ['DELETE /entities', `/entities?guid=${table}`],
    ['GET /v2/undo', `/v2/undo?guid=${table}`],
    ['GET /v2/search/relationship', `/v2/search/relationship?guid=${table}&relation=db`],
    ['POST /v2/entity', '/v2/entity', tableIn({guid: database, typeName: 'hive_db'})],
    ['POST /v2/entity', '/v2/entity', tableIn(ref('hive_db', databaseName))],
    [
      'POST /v2/entity/bulk',
      '/v2/entity/bulk',
      {entities: [tableIn(ref('hive_db', databaseName)).entity]},
    ],
    // A reference without a relationship, for which no permission is needed.
    [
      'POST /v2/entity',
      '/v2/entity',
      {
        entity: {
          typeName: 'hive_holder',
          attributes: {
            qualifiedName: 'sales.holder@x',
            name: 'holder',
            target: ref('hive_table', tableName),
          },
        },
      },
    ],
    // A table of one's own that is in a hidden database already: nothing would change.
    ['POST /v2/entity', '/v2/entity', tableIn(ref('hive_db', databaseName), 'guest')],
    [
      'POST /v2/entity',
      '/v2/entity',
      {entity: {typeName: 'hive_table', guid: table, attributes: {owner: 'me'}}},
    ],
    [
      'POST /v2/entity',
      '/v2/entity',
      {entity: {typeName: 'hive_table', attributes: {qualifiedName: tableName, name: 'people'}}},
    ],
    [
      'PUT /v2/entity/guid/{guid}',
      `/v2/entity/guid/${shown.table}?name=db`,
      JSON.stringify({guid: database, typeName: 'hive_db'}),
    ],
    [
      'POST /v2/entity/bulk/classification',
      '/v2/entity/bulk/classification',
      {classification: {typeName: 'PII'}, entityGuids: [shown.table, table]},
    ],
    [
      'POST /v2/entity/bulk/classification',
      '/v2/entity/bulk/classification?skipFailedEntities=true',
      {classification: {typeName: 'PII'}, entityGuids: [table]},
    ],
    [
      'POST /v2/entity/bulk/classification',
      '/v2/entity/bulk/classification',
      {
        classification: {typeName: 'PII'},
        entityTypeName: 'hive_table',
        entitiesUniqueAttributes: [{qualifiedName: tableName}],
      },
    ],
    [
      'POST /v2/entity/bulk/setClassifications',
      '/v2/entity/bulk/setClassifications',
      header(table, {}, tag),
    ],
    [
      'POST /v2/entity/bulk/setClassifications',
      '/v2/entity/bulk/setClassifications',
      header(table, {}, []),
    ],
    [
      'POST /v2/entity/bulk/setClassifications',
      '/v2/entity/bulk/setClassifications',
      header('none', {qualifiedName: tableName}, []),
    ],
    [
      'DELETE /v2/entity/guid/{guid}/classification/{name}',
      `/v2/entity/guid/${shown.table}/classification/PII?associatedEntityGuid=${table}`,
    ],
    [
      'POST /v2/relationship',
      '/v2/relationship',
      relationship(term, {guid: table, typeName: 'hive_table'}),
    ],
    ['POST /v2/relationship', '/v2/relationship', relationship(term, ref('hive_table', tableName))],
    ['GET /v2/relationship/guid/{guid}', `/v2/relationship/guid/${hidden.relation}`],
    ['DELETE /v2/relationship/guid/{guid}', `/v2/relationship/guid/${hidden.relation}`],
    [
      'PUT /v2/relationship',
      '/v2/relationship',
      {guid: hidden.relation, typeName: 'hive_table_db'},
    ],
    ...(['POST', 'PUT', 'DELETE'] as const).map((method): Question => [
      `${method} /v2/glossary/terms/{guid}/assignedEntities`,
      `/v2/glossary/terms/${shown.term}/assignedEntities`,
      [{guid: table, relationshipGuid: hidden.relation}],
    ]),
    [
      'POST /v2/glossary/terms/{guid}/assignedEntities',
      `/v2/glossary/terms/${shown.term}/assignedEntities`,
      [ref('hive_table', tableName)],
    ],
    [
      'POST /v2/glossary/term',
      '/v2/glossary/term',
      {name: 'sales probe', anchor: {glossaryGuid: hidden.glossary}},
    ],
    [
      'POST /v2/glossary/category',
      '/v2/glossary/category',
      {name: 'probe', anchor, parentCategory: {categoryGuid: hidden.category}},
    ],
    ['GET /v2/search/basic', `/v2/search/basic?termName=${encodeURIComponent(hidden.termName)}`],
    ['DELETE /v2/search/saved/{name}', `/v2/search/saved/${hidden.search}`],
    ['GET /v2/search/saved/execute/guid/{guid}', `/v2/search/saved/execute/guid/${hidden.search}`],
  ];
};

/** The routes of glossaries, terms and categories. */
const ofGlossaries = ({glossary, term, category}: Names): Question[] => {
  const guidOf = (path: string) =>
    /terms?\/\{/.test(path) ? term : path.includes('category/') ? category : glossary;
  return Object.entries(catalogDocument().paths ?? {}).flatMap(([path, methods]): Question[] =>
    !/v2\/glossary\/.*\{guid\}/.test(path)
      ? []
      : Object.keys(methods as object)
          .map(method => method.toUpperCase())
          .filter(method => ['GET', 'POST', 'PUT', 'DELETE'].includes(method))
          .map(method => {
            const own = path.slice(path.indexOf('/v2'));
            const body =
              method === 'GET'
                ? undefined
                : own.endsWith('assignedEntities')
                  ? []
                  : {name: 'probe'};
            return [
              `${method} ${own}`,
              own.replace('{guid}', guidOf(own)),
              method === 'DELETE' && !Array.isArray(body) ? undefined : body,
            ];
          }),
  );
};

/** Everything that may be asked for what is hidden. */
const questions = (hidden: Names, shown: Shown): Question[] => [
  ...addressed(hidden.table),
  ...addressed(hidden.deleted),
  ...addressedByName(hidden.tableName),
  ...mentioned(hidden, shown),
  ...ofGlossaries(hidden),
];

const uuid = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const absent: Names = {
  table: uuid(1),
  database: uuid(2),
  relation: uuid(3),
  term: uuid(4),
  category: uuid(5),
  glossary: uuid(6),
  search: uuid(7),
  deleted: uuid(8),
  tableName: 'hr.nobody@x',
  databaseName: 'nothing@x',
  termName: 'nothing@none',
};

/** The answer with what was sent called the same in both. */
function told({status, text}: Answer, names: Names): string {
  const known = Object.entries(names).toSorted(([, a], [, b]) => b.length - a.length);
  const answer = `${status} ${text.replace(/"requestId":"[^"]*"/, '"requestId":""')}`;
  return known.reduce((rest, [key, name]) => rest.replaceAll(name, `<${key}>`), answer);
}

test('every route whose address names an entity is among those asked', () => {
  const asked = new Set(
    questions(absent, {table: '', database: '', term: '', category: '', glossary: ''}).map(
      one => one[0],
    ),
  );
  const routes = Object.entries(catalogDocument().paths ?? {}).flatMap(([path, methods]) =>
    Object.keys(methods as object)
      .filter(method => ['get', 'post', 'put', 'delete'].includes(method))
      .map(
        method =>
          `${method.toUpperCase()} ${path.replace(/^.*?(?=\/(?:v2|entities|lineage|admin|types|discovery)\/)/, '')}`,
      ),
  );
  const naming = routes.filter(
    route => /\{guid\}|uniqueAttribute/.test(route) && !route.includes('/types/'),
  );
  assert.ok(naming.length > 50, `${naming.length} routes name entities`);
  assert.deepEqual(
    naming.filter(route => !asked.has(route)),
    [],
  );
});

for (const {database: name, options, start} of bothDatabases(cluster)) {
  suite(`${name}: what is hidden`, options, () => {
    let server: RunningCatalog;
    let hidden: Names;
    let shown: Shown;

    const as = (user: string, method: string, path: string, body?: unknown): Promise<Answer> =>
      ask(`${server.url}/api/atlas${path}`, {
        method,
        ...(body === undefined ? {} : {body}),
        headers: {
          accept: '*/*',
          authorization: `Basic ${Buffer.from(`${user}:${user}`).toString('base64')}`,
        },
      });
    const made = async (path: string, body: unknown): Promise<Record<string, unknown>> => {
      const {status, json, text} = await as('admin', 'POST', path, body);
      assert.ok(status === 200, text);
      return json as Record<string, unknown>;
    };
    const saved = async (entity: object) => {
      const {mutatedEntities} = (await made('/v2/entity', {entity})) as {
        mutatedEntities: {CREATE: Entity[]};
      };
      return mutatedEntities.CREATE[0]?.guid ?? '';
    };

    before(async () => {
      server = await start(['--password-file', passwordFile, '--policy-file', policyFile]);
      await made('/v2/types/typedefs', {
        classificationDefs: [{name: 'PII', superTypes: [], attributeDefs: []}],
        entityDefs: [
          {
            name: 'hive_holder',
            superTypes: ['Asset'],
            attributeDefs: [
              {name: 'target', typeName: 'hive_table', isOptional: true, cardinality: 'SINGLE'},
            ],
          },
        ],
        businessMetadataDefs: [
          {
            name: 'bm',
            attributeDefs: [
              {
                name: 'text',
                typeName: 'string',
                isOptional: true,
                cardinality: 'SINGLE',
                options: {applicableEntityTypes: '["Asset"]', maxStrLength: '10'},
              },
            ],
          },
        ],
      });
      const database = (one: string) => ({
        typeName: 'hive_db',
        attributes: {qualifiedName: `${one}@x`, name: one, clusterName: 'x'},
      });
      const table = (one: string, db: string, more: object = {}) => ({
        typeName: 'hive_table',
        attributes: {
          qualifiedName: `${one}@x`,
          name: one.split('.')[1],
          db: ref('hive_db', `${db}@x`),
        },
        ...more,
      });
      const databases = {sales: await saved(database('sales')), hr: await saved(database('hr'))};
      const orders = await saved(table('sales.orders', 'sales'));
      await saved(table('sales.guest', 'hr'));
      const secret = {classifications: tag, labels: ['secret'], businessAttributes: business};
      const people = await saved(table('hr.people', 'hr', secret));
      const deleted = await saved(table('hr.gone', 'hr', secret));
      assert.equal((await as('admin', 'DELETE', `/v2/entity/guid/${deleted}`)).status, 200);
      const {entity} = (await as('admin', 'GET', `/v2/entity/guid/${people}`)).json as {
        entity: {relationshipAttributes: {db: {relationshipGuid: string}}};
      };
      const glossaryOf = async (one: string) => {
        const {guid: glossary} = await made('/v2/glossary', {name: one});
        const anchor = {glossaryGuid: glossary};
        const term = await made('/v2/glossary/term', {name: `term-${one}`, anchor});
        const category = await made('/v2/glossary/category', {name: `category-${one}`, anchor});
        return {
          glossary: String(glossary),
          term: String(term['guid']),
          category: String(category['guid']),
        };
      };
      const search = await made('/v2/search/saved', {
        name: 's',
        searchType: 'BASIC',
        searchParameters: {typeName: 'hive_table'},
      });
      shown = {table: orders, database: databases.sales, ...(await glossaryOf('sales'))};
      hidden = {
        table: people,
        database: databases.hr,
        deleted,
        relation: entity.relationshipAttributes.db.relationshipGuid,
        search: String(search['guid']),
        ...(await glossaryOf('hr')),
        tableName: 'hr.people@x',
        databaseName: 'hr@x',
        termName: 'term-hr@hr',
      };
    });
    after(async () => {
      await server.stop();
    });

    test('is answered word for word like what is not there', async () => {
      const [of, without] = [questions(hidden, shown), questions(absent, shown)];
      const differing: string[] = [];
      for (const [i, [route, path, body]] of of.entries()) {
        const method = route.split(' ')[0] ?? '';
        const [, otherPath = '', otherBody] = without[i] ?? [];
        const there = told(await as('bob', method, path, body), hidden);
        const nowhere = told(await as('bob', method, otherPath, otherBody), absent);
        if (there !== nowhere)
          differing.push(
            `${route} ${JSON.stringify(body)}\n  hidden ${there}\n  absent ${nowhere}`,
          );
      }
      assert.deepEqual(differing, []);
    });

    test('and its words are proposed for no misspelled one', async () => {
      const proposed = async (user: string) => {
        const {status, text, json} = await as(
          user,
          'GET',
          '/v2/search/spelling?query=peopel%20ordres',
        );
        assert.equal(status, 200, text);
        return (json as {corrected?: string}).corrected;
      };
      assert.equal(await proposed('admin'), 'people orders');
      assert.equal(await proposed('bob'), 'peopel orders');
    });

    test('and what goes along with a change is refused without its guid', async () => {
      // The term is hidden; the glossary, which takes it along, is not.
      const anchor = {glossaryGuid: shown.glossary};
      const {guid} = await made('/v2/glossary/term', {name: 'private', anchor});
      const {status, text} = await as('bob', 'DELETE', `/v2/glossary/${shown.glossary}`);
      assert.deepEqual(
        [status, text.includes(String(guid)), text.includes('guid=-1')],
        [403, false, true],
        text,
      );
    });

    test('whoever may change it, or refer to it, may do so unread', async () => {
      const {table, databaseName} = hidden;
      const labels = await as('writer', 'PUT', `/v2/entity/guid/${table}/labels`, ['seen']);
      assert.equal(labels.status, 204, labels.text);
      // A reference that stays as it is.
      const same = await as(
        'writer',
        'POST',
        '/v2/entity',
        tableIn(ref('hive_db', databaseName), 'guest'),
      );
      assert.equal(same.status, 200, same.text);
      const failing = await as('writer', 'POST', `/v2/entity/guid/${table}/classifications`, [
        {typeName: 'PII'},
      ]);
      assert.equal(failing.status, 404, failing.text);
    });
  });
}

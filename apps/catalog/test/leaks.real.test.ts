import assert from 'node:assert/strict';
import {rm} from 'node:fs/promises';
import {after, describe, test} from 'node:test';
import {postgresForTests} from '@gazetteer/db/testing';
import {
  AppError,
  datasetKey,
  factsOf,
  grantsOf,
  may,
  readPolicy,
  readSearchParameters,
  type EntityRecord,
  type GlossaryExport,
  type Grants,
  type TypeRegistry,
} from '@gazetteer/model';
import {soon, tries} from '@gazetteer/model/testing';
import {
  addJobs,
  countUses,
  type DatasetRow,
  GraphStore,
  type CountedUse,
  type RunRow,
  saveDatasets,
  saveRuns,
} from '@gazetteer/store';
import {
  array,
  assert as assertProperty,
  asyncProperty,
  constantFrom,
  record,
  type Arbitrary,
} from 'fast-check';
import type {OperationArgs, OperationName} from '../src/server/operations.ts';
import type {Need} from '../src/access/needs.ts';
import {operations} from '../src/server/operations.ts';
import {ZipReader} from '@gazetteer/formats/zip';
import {localDatabases} from './local-databases.ts';
import {LocalCatalog, steps, take} from './random-catalog.ts';

const cluster = await postgresForTests();
after(async () => {
  if ('stop' in cluster) await cluster.stop();
});

const databases = localDatabases(cluster);

const some = <T>(one: Arbitrary<T>) => array(one, {minLength: 1, maxLength: 2});
const rule = record({
  privileges: some(constantFrom('.*', 'entity-.*', 'entity-read', 'entity-update')),
  entityTypes: some(
    constantFrom(
      '.*',
      'hive_table',
      'Asset',
      'Process',
      'hive_(db|column)',
      'HIVE_DB',
      'Referenceable',
    ),
  ),
  entityIds: some(
    constantFrom('.*', 'd0.*', 'D0.T1@X', String.raw`.*\.c[02]@x`, 'p1@x', '[^.]*', 'd1@x|p.*'),
  ),
  entityClassifications: array(constantFrom('.*', 'Red', 'Blue', 'none'), {maxLength: 2}),
  ownedOnly: constantFrom(false, false, true),
});
const denial = record(
  {
    privileges: constantFrom(['entity-read'], ['.*'], ['entity-update']),
    entityTypes: some(constantFrom('hive_table', 'Process', 'hive_column', 'Referenceable')),
    entityIds: some(constantFrom('d0.*', 'D1.T0@X', '[^.]*', String.raw`.*\.c[02]@x`)),
    entityClassifications: some(constantFrom('.*', 'Red', 'Blue', 'none')),
  },
  {requiredKeys: ['privileges']},
);

const json = (value: unknown) => JSON.stringify(value);

function download(
  kind: 'BASIC' | 'DSL',
  searchParameters: Record<string, unknown>,
): [OperationName, unknown] {
  const request = {kind, format: 'csv', searchParameters, labels: {Database: 'db'}};
  return ['downloadPage', {request, from: undefined, size: 100}];
}

/** A page of a table that can be imported again. */
function table(searchParameters: Record<string, unknown>): [OperationName, unknown] {
  const request = {kind: 'TABLE', format: 'csv', searchParameters, columns: []};
  return ['tablePage', {request, from: undefined, size: 100}];
}

/**
 * Everything that tells of entities, asked in every way. Names come from the whole catalog, as
 * somebody may guess them.
 */
function questions(
  all: readonly EntityRecord[],
  edges: readonly string[],
): [OperationName, unknown][] {
  const search = (args: object): [OperationName, unknown] => [
    'basicSearch',
    {body: json({limit: 1000, ...args})},
  ];
  const filter = (attributeName: string, operator: string, attributeValue: string) => ({
    entityFilters: {attributeName, operator, attributeValue},
  });
  const dsl = (query: string): [OperationName, unknown] => [
    'dslSearch',
    {query, limit: '1000', getApproximateCount: true},
  ];
  const each = all.flatMap((one): [OperationName, unknown][] => {
    const {guid, typeName, attributes} = one;
    const form = {minExtInfo: false, ignoreRelationships: false};
    const by = {typeName, attributes: {qualifiedName: String(attributes['qualifiedName'])}};
    const flow = {direction: 'BOTH', depth: 0, hideProcess: false};
    const impact = {
      depth: 0,
      degree: [],
      type: [],
      owner: [],
      classification: [],
      only: [],
      offset: 0,
      limit: 1000,
    };
    return [
      ['readEntity', {guid, ...form}],
      ['readEntityAsOf', {guid, ...form, time: Date.now()}],
      ['readHeader', {guid}],
      ['readByUniqueAttributes', {...by, ...form, isFlat: true}],
      ['readHeaderByUniqueAttributes', by],
      ['readClassifications', {guid}],
      ['readClassifications', {guid, asOf: Date.now()}],
      ['explainClassification', {guid, name: 'Red'}],
      ['readEntityAudit', {guid, withEntity: true, withDiff: true}],
      ['readLineage', {guid, ...flow, attributes: ['owner']}],
      ['readLineage', {guid, ...flow, hideProcess: true, attributes: []}],
      ['readImpact', {guid, ...impact, direction: 'OUTPUT'}],
      ['readImpact', {guid, ...impact, direction: 'INPUT'}],
      ['readLineageByUniqueAttributes', {...by, ...flow, shownAttributes: ['owner']}],
      ['readOneClassification', {guid, name: 'Red'}],
      ['readOneClassification', {guid, name: 'Red', asOf: Date.now()}],
      ['readTraitDefinition', {guid, traitName: 'Red'}],
      [
        'readLineageOnDemand',
        {guid, body: undefined, relationsLimit: 2, attributes: [], hideProcess: false},
      ],
      [
        'searchRelated',
        {guid, relation: 'columns', attributes: ['table'], getApproximateCount: true},
      ],
      [
        'searchRelated',
        {guid, relation: '__Process.inputs', attributes: [], getApproximateCount: true},
      ],
      ['readLineageRuns', {guid, offset: 0, limit: 25}],
      ['readEntityUsage', {guid, days: 90}],
      ['readPath', {guid}],
      [
        'searchParts',
        {guid, attributes: ['db', 'table'], sortOrder: 'ASCENDING', limit: 100, offset: 0},
      ],
      [
        'searchParts',
        {
          guid,
          query: 'c',
          attributes: [],
          sortBy: 'name',
          sortOrder: 'DESCENDING',
          limit: 100,
          offset: 0,
        },
      ],
      ['readReferenceable', {guid}],
      ['readTraits', {guid, namesOnly: false}],
      ['readLineageGraph', {guid, direction: 'INPUT'}],
      ['readSchema', {guid}],
      ['readOldAudit', {guid, startKey: undefined, count: 100}],
      ['listAssignedEntities', {guid, limit: -1, offset: 0, sort: 'ASC'}],
      ['listAssignedEntities', {guid, limit: -1, offset: 0, sort: 'ASC', asOf: Date.now()}],
    ];
  });
  return [
    ...each,
    [
      'readEntities',
      {guids: all.map(one => one.guid), minExtInfo: false, ignoreRelationships: false},
    ],
    [
      'readManyByUniqueAttributes',
      {
        typeName: 'Referenceable',
        list: all.map(one => ({qualifiedName: String(one.attributes['qualifiedName'])})),
        minExtInfo: true,
        ignoreRelationships: false,
      },
    ],
    ['readClassifiedSince', {since: 1}],
    search({
      typeName: '_ALL_ENTITY_TYPES',
      attributes: ['db', 'columns', 'inputs', 'outputs', 'tables'],
    }),
    search({
      typeName: 'hive_table',
      ...filter('name', 'contains', 't'),
      includeClassificationAttributes: true,
    }),
    search({query: 'd0*'}),
    search({query: '*1*', sortBy: 'name', typeName: 'Asset'}),
    search({classification: 'Red'}),
    search({classification: '_NOT_CLASSIFIED'}),
    search({typeName: 'Asset', ...filter('owner', 'isNull', '')}),
    ['dictionaryPage', {searchParameters: {typeName: 'Asset'}, from: undefined, size: 100}],
    ['quickSearch', {body: json({query: 'd0*', limit: 100})}],
    ['quickSearch', {query: {query: 't', typeName: 'hive_table'}}],
    ['searchFacets', {body: json({typeName: '_ALL_ENTITY_TYPES'})}],
    [
      'searchFacets',
      {body: json({query: 'd0*', facets: {container: all.map(one => one.guid), owner: ['ann']}})},
    ],
    ...['d', 'd0', 't', 'c', 'o', 'p'].map((typed): [OperationName, unknown] => [
      'typeahead',
      {query: typed, limit: 20},
    ]),
    ['suggest', {prefixString: 'd'}],
    ['suggest', {prefixString: 'p'}],
    ['suggest', {prefixString: 'o', fieldName: 'owner'}],
    ['correctSpelling', {query: 'descriptoin tabel secrte'}],
    ['fullTextSearch', {query: 't0', limit: '100'}],
    ['searchByAttribute', {typeName: 'Referenceable', attrValuePrefix: 'd', limit: '100'}],
    ['explainSearch', {body: json({typeName: 'hive_table', query: 'd0'})}],
    dsl('from hive_table'),
    dsl('from hive_table where db.name = "d0"'),
    dsl('from hive_db where tables.name like "*t1" select name, qualifiedName'),
    dsl('from Asset select name, qualifiedName orderby name'),
    dsl('from Asset groupby(qualifiedName) select qualifiedName, count()'),
    dsl('from Asset select max(qualifiedName), min(name)'),
    ...[
      'hive_table_columns',
      'hive_table_db',
      'dataset_process_inputs',
      'process_dataset_outputs',
    ].map((relationshipName): [OperationName, unknown] => [
      'searchRelations',
      {body: json({relationshipName, limit: 100})},
    ]),
    ...edges.map((guid): [OperationName, unknown] => [
      'readRelationshipByGuid',
      {guid, extendedInfo: true},
    ]),
    download('BASIC', {typeName: 'Asset'}),
    table({typeName: 'Asset'}),
    download('BASIC', {query: 'd0*', attributes: ['db', 'columns']}),
    download('DSL', {query: 'from hive_table'}),
    download('DSL', {query: 'from Asset select name, qualifiedName'}),
    ['findDatasetAssets', {body: json(datasets(all)), withColumns: true}],
    ...byProducers(all),
    ['readMetrics', undefined],
    ['readMostUsed', {days: 90, limit: 100}],
    ['countClassified', undefined],
    ['listGuids', {typeName: 'hive_table'}],
    ['readChanges', {after: undefined, limit: 1000}],
    ['searchByDslOrText', {query: 'd0', limit: 100, offset: 0}],
    ['searchByDsl', {query: 'from Asset', limit: 100, offset: 0}],
    ['searchByText', {query: 't1', limit: 100, offset: 0}],
  ];
}

const producer = 'hive://metastore.example:9083';

/** What clients of Marquez ask; producers have the qualified names for names. */
function byProducers(all: readonly EntityRecord[]): [OperationName, unknown][] {
  const page = {offset: 0, limit: 1000};
  const names = all.map(({attributes}) => String(attributes['qualifiedName']));
  const each = names.flatMap((name): [OperationName, unknown][] => [
    ['readLineageDataset', {namespace: producer, dataset: name}],
    ['readLineageJob', {namespace: 'etl', job: `of ${name}`}],
    ['listLineageJobRuns', {namespace: 'etl', job: `of ${name}`, ...page}],
    ['readProducerLineage', {nodeId: `dataset:${producer}:${name}`, depth: 20}],
    ['readColumnLineage', {nodeId: `dataset:${producer}:${name}`, depth: 20, withDownstream: true}],
  ]);
  return [
    ...each,
    ['listLineageNamespaces', page],
    ['readLineageNamespace', {namespace: producer}],
    ['listLineageSources', page],
    ['readLineageSource', {source: producer}],
    ['listLineageTags', page],
    ['listLineageJobs', {namespace: 'etl', ...page}],
    ['listLineageDatasets', {namespace: producer, ...page}],
    ['readLineageJobRun', {runId: '1'}],
    ['searchLineageNames', {q: '', limit: 1000}],
    ['listLineageEvents', {sortDirection: 'desc', ...page}],
  ];
}

/** Producers told of everything, and of a job for each, which reads all. */
async function nameAll(catalog: LocalCatalog, all: readonly EntityRecord[]): Promise<void> {
  const names = all.map(({attributes}) => String(attributes['qualifiedName']));
  const keys = names.map(name => datasetKey({namespace: producer, name}));
  const rows = all.map(({typeName}, i): DatasetRow => ({
    dataset: keys[i] ?? '',
    identity: `${typeName} ${names[i]}`,
    isOwn: false,
    facets: {},
  }));
  const inputs = Object.fromEntries(keys.map(key => [key, {}]));
  const runs = names.map((name, i): RunRow => {
    const job = {namespace: 'etl', name: `of ${name}`};
    const more = {jobFacets: {}, facets: {}, first: 1, last: 1, inputs, outputs: {}};
    const state = {job, ...more, result: 'COMPLETE' as const};
    return {runId: String(i), process: '', sibling: String(i), state};
  });
  await new GraphStore(catalog.db).transaction(async tx => {
    await saveDatasets(tx, [...new Map(rows.map(row => [row.dataset, row])).values()]);
    await saveRuns(tx, runs);
    await addJobs(tx, runs);
  });
}

/** As an engine calls the tables. */
function datasets(all: readonly EntityRecord[]): object[] {
  const tables = all.filter(({typeName}) => typeName === 'hive_table');
  const names = tables.map(({attributes}) => String(attributes['qualifiedName']).split('@', 1)[0]);
  return names.map(name => ({namespace: producer, name}));
}

type World = {
  types: TypeRegistry;
  all: EntityRecord[];
  carried: ReadonlyMap<string, string[]>;
  edges: string[];
};

/** Straight from the store, past all that is tested. */
async function worldOf(catalog: LocalCatalog): Promise<World> {
  const rows = await catalog.rows<{guid: string}>(
    `SELECT e.guid FROM entity e JOIN symbol s ON s.id = e.type_id WHERE s.name LIKE 'hive_%' ORDER BY e.id`,
  );
  const edges = await catalog.rows<{guid: string}>('SELECT guid FROM edge ORDER BY id');
  return await new GraphStore(catalog.db).read(async graph => {
    const guids = rows.map(row => row.guid);
    const carried = await graph.carriedBy(guids);
    return {
      types: graph.types,
      all: [...(await graph.entities(guids)).values()],
      carried: new Map(
        Array.from(carried, ([guid, list]) => [guid, list.map(one => one.typeName)]),
      ),
      edges: edges.map(edge => edge.guid),
    };
  });
}

const whole = {
  privileges: ['entity-read'],
  entityTypes: ['.*'],
  entityIds: ['.*'],
  entityClassifications: ['.*'],
};

/** Each hides something else of the flow. */
const chosenRules: readonly (readonly Partial<typeof whole>[])[] = [
  [{entityIds: ['d1.*']}],
  [{entityIds: ['d1.*', 'p.*']}],
  [{entityClassifications: []}, {entityIds: ['d0.*'], entityClassifications: ['Red']}],
  [{entityClassifications: []}],
  [{entityTypes: ['hive_table']}],
  [{entityTypes: ['hive_db', 'Process']}],
];

const reading = {privileges: ['entity-read']};
const chosenDenials: readonly (readonly object[])[] = [
  [{entityIds: ['d0.*']}],
  [{entityClassifications: ['Red']}],
  [{entityClassifications: ['Red'], entityIds: ['d1.*']}, {entityTypes: ['Process']}],
];

/**
 * Two databases; data and a classification flow from one to the other, which is blocked on the way
 * to a third table.
 */
async function buildFlow(catalog: LocalCatalog): Promise<void> {
  for (const [a, b, c] of [
    [0, 0, 2],
    [1, 1, 2],
    [1, 0, 1],
  ] as const) {
    await take(catalog, {kind: 'table', a, b, c});
  }
  // From d0.t0 to d1.t1, and from there to d1.t0.
  await take(catalog, {kind: 'process', a: 0, b: 3, c: 0});
  await take(catalog, {kind: 'process', a: 3, b: 1, c: 1});
  const [table] = await catalog.rows<{guid: string}>(
    `SELECT e.guid FROM entity e JOIN symbol s ON s.id = e.type_id WHERE s.name = 'hive_table' ORDER BY e.id`,
  );
  const body = json([{typeName: 'Red', propagate: true}]);
  await catalog.run('addClassifications', {guid: table?.guid ?? '', body});
  const edges = await catalog.rows(
    `SELECT g.id FROM edge g JOIN symbol s ON s.id = g.type_id WHERE s.name <> 'hive_table_columns'`,
  );
  await take(catalog, {kind: 'block', a: 0, b: edges.length - 1, c: 0});
  const [{count = 0} = {}] = await catalog.rows<{count: number}>(
    'SELECT count(*) AS count FROM propagation_block',
  );
  const [{carried = 0} = {}] = await catalog.rows<{carried: number}>(
    'SELECT count(*) AS carried FROM propagation',
  );
  assert.ok(count === 1 && carried >= 2, 'the flow is as it is meant to be');
}

/** Everything is used, together with everything else, and by jobs called as what they read. */
async function useAll(catalog: LocalCatalog, all: readonly EntityRecord[]): Promise<void> {
  const names = all.map(({attributes}) => String(attributes['qualifiedName']));
  const named = all.map(({typeName}, i) => `${typeName} ${names[i]}`);
  const sql = `SELECT * FROM ${names.join(', ')}`;
  const uses = all.map(({guid}, i): CountedUse => ({
    guid,
    time: Date.now(),
    ms: 1,
    actor: names[i] ?? '',
    kind: 'job',
    isRead: true,
    isWritten: true,
    details: [
      ...all.map(other => ({
        kind: 'join' as const,
        name: other.guid,
        content: {guid: other.guid, columns: []},
      })),
      {kind: 'query', name: 'all', content: {sql, named}},
    ],
  }));
  const jobs = names.flatMap(actor => uses.map(use => ({...use, actor, details: []})));
  await new GraphStore(catalog.db).transaction(tx => countUses(tx, [...uses, ...jobs]));
}

/** Files of glossaries that could be downloaded. */
const glossaryFiles: readonly GlossaryExport[] = (['AUDIT', 'IMPORT_COMPATIBLE'] as const).map(
  mode => ({
    kind: 'GLOSSARY',
    format: 'csv',
    mode,
    search: {
      kinds: ['TERM', 'CATEGORY'],
      glossaryGuids: [],
      glossaryName: '',
      status: '',
      classification: '',
      query: '',
      sortBy: 'name',
      descending: false,
      offset: 0,
      limit: 0,
    },
  }),
);

function grantsBy(rules: readonly object[], denials: readonly object[] = []): Grants {
  const adminPermissions = [{privileges: ['admin-export']}];
  const {policy} = readPolicy({
    roles: {R: {adminPermissions, entityPermissions: rules}},
    userRoles: {bob: ['R']},
    deny: {entityPermissions: denials},
  });
  return grantsOf(policy, {userName: 'bob', groups: []}, 0);
}

for (const {name, options, open} of databases) {
  describe(`what may not be read, on ${name}`, options, () => {
    test('neither names nor guids nor sources of classifications, in a catalog that has all of it', async () => {
      const catalog = await LocalCatalog.open(await open());
      try {
        await buildFlow(catalog);
        const world = await worldOf(catalog);
        await useAll(catalog, world.all);
        const tried: Reader[] = [];
        for (const rules of chosenRules) {
          tried.push(
            await checkLeaks(catalog, world, grantsBy(rules.map(one => ({...whole, ...one})))),
          );
        }
        for (const denials of chosenDenials) {
          tried.push(
            await checkLeaks(
              catalog,
              world,
              grantsBy(
                [whole],
                denials.map(one => ({...reading, ...one})),
              ),
            ),
          );
        }
        // Afterwards: an export puts down which servers there are.
        for (const one of tried) await checkExports(catalog, one);
      } finally {
        await catalog.close();
      }
    });

    test('glossaries tell nothing of terms, categories and entities that may not be read', async () => {
      const catalog = await LocalCatalog.open(await open());
      try {
        await checkGlossaries(catalog);
      } finally {
        await catalog.close();
      }
    });

    test('domains and data products tell nothing of those that may not be read', async () => {
      const catalog = await LocalCatalog.open(await open());
      try {
        await checkDomains(catalog);
      } finally {
        await catalog.close();
      }
    });

    test('no answer tells of it, and searches find exactly the rest', async () => {
      const catalog = await LocalCatalog.open(await open());
      try {
        await assertProperty(
          asyncProperty(
            steps(25),
            array(rule, {maxLength: 3}),
            array(denial, {maxLength: 2}),
            async (some, rules, denials) => {
              await catalog.empty();
              for (const one of some) await take(catalog, one);
              const world = await worldOf(catalog);
              await checkExports(
                catalog,
                await checkLeaks(catalog, world, grantsBy(rules, denials)),
              );
            },
          ),
          tries(15),
        );
      } finally {
        await catalog.close();
      }
    });
  });
}

async function checkDomains(catalog: LocalCatalog): Promise<void> {
  type Made = {guid: string};
  const make = async (kind: 'Domain' | 'Product', body: object) =>
    (await catalog.run(`create${kind}`, {body: json(body)})) as Made;
  const seen = await make('Domain', {name: 'seen'});
  const hidden = await make('Domain', {name: 'hid'});
  // Named by the domain above it, so it is hidden by its path.
  const below = await make('Domain', {name: 'inside', parentGuid: hidden.guid});
  const product = await make('Product', {name: 'seenproduct', domainGuid: hidden.guid});
  const other = await make('Product', {name: 'hidproduct', domainGuid: seen.guid});
  const rule = {
    privileges: ['entity-read'],
    entityTypes: ['.*'],
    entityIds: ['seen', '.*seenproduct'],
  };
  const grants = {...grantsBy([rule]), key: 'domains'};
  const who = {actor: {userName: 'bob', groups: []}, requestId: 'r', grants};
  const told = async (name: OperationName, args: unknown) => {
    asked.add(name);
    const answer = json(await catalog.runAs(who, name, args as OperationArgs<typeof name>));
    for (const secret of ['inside', 'hidproduct', hidden.guid, below.guid, other.guid])
      assert.ok(!answer.includes(secret), `${name} tells ${secret}: ${answer}`);
    return answer;
  };
  assert.match(await told('listDomains', {}), /"name":"seen"/);
  assert.match(await told('listProducts', {}), /seenproduct/);
  assert.match(await told('readDomain', {guid: seen.guid}), /"name":"seen"/);
  assert.match(await told('readProduct', {guid: product.guid}), /seenproduct/);
  assert.match(await told('domainDictionary', {guid: seen.guid}), /"title":"seen"/);
  await assert.rejects(catalog.runAs(who, 'domainDictionary', {guid: below.guid}));
  await assert.rejects(catalog.runAs(who, 'readDomain', {guid: below.guid}));
  await assert.rejects(catalog.runAs(who, 'readProduct', {guid: other.guid}));
  // Followed while all of it could be read.
  const before = {actor: who.actor, requestId: 'r'};
  for (const {guid} of [seen, hidden, below, product, other]) {
    await catalog.runAs(before, 'followEntity', {guid});
  }
  const followed = Date.now();
  await soon(() => assert.ok(Date.now() > followed));
  for (const {guid} of [seen, hidden, below, product, other])
    await catalog.run('updateAttribute', {guid, name: 'description', body: '"later"'});
  assert.match(await told('listFollows', {}), /"name":"seen"/);
  assert.match(await told('readFollowedChanges', {limit: 200}), /"name":"seenproduct"/);
}

async function checkGlossaries(catalog: LocalCatalog): Promise<void> {
  for (const a of [0, 1]) await take(catalog, {kind: 'table', a, b: 0, c: 1});
  const tables = await catalog.rows<{guid: string}>(
    `SELECT e.guid FROM entity e JOIN symbol s ON s.id = e.type_id WHERE s.name = 'hive_table' ORDER BY e.id`,
  );
  type Made = {guid: string};
  const {guid} = (await catalog.run('createGlossary', {body: json({name: 'glo'})})) as Made;
  const other = (await catalog.run('createGlossary', {body: json({name: 'hidglo'})})) as Made;
  const anchor = {glossaryGuid: guid};
  const [seen, hidden] = (await catalog.run('createTerms', {
    body: json(['seenterm', 'hidterm'].map(name => ({name, anchor}))),
  })) as [Made, Made];
  const terms = [seen, hidden].map(one => ({termGuid: one.guid}));
  const [category, below] = (await catalog.run('createCategories', {
    body: json(['seencat', 'hidcat'].map(name => ({name, anchor, terms}))),
  })) as [Made, Made];
  for (const one of [seen, hidden]) {
    await catalog.run('assignTerm', {
      guid: one.guid,
      body: json(tables.map(table => ({guid: table.guid}))),
    });
  }
  const rule = {
    privileges: ['entity-read'],
    entityTypes: ['.*'],
    entityIds: ['glo', 'seen.*', 'd0.*'],
  };
  const who = {
    actor: {userName: 'bob', groups: []},
    requestId: 'r',
    grants: {...grantsBy([rule]), key: 'glossary'},
  };
  const page = {limit: -1, offset: 0, sort: 'ASC'};
  const secrets = [
    'hidglo',
    'hidterm',
    'hidcat',
    'd1.t0',
    ...[other, hidden, below, tables[1]].map(one => one?.guid ?? ''),
  ];
  const told = async (name: OperationName, args: unknown) => {
    asked.add(name);
    const answer = json(await catalog.runAs(who, name, args as OperationArgs<typeof name>));
    for (const secret of secrets)
      assert.ok(!answer.includes(secret), `${name} tells ${secret}: ${answer}`);
    return answer;
  };
  assert.match(await told('readDetailedGlossary', {guid}), /seenterm/);
  assert.match(await told('readTerm', {guid: seen.guid}), /seencat/);
  assert.match(
    await told('readTerm', {guid: seen.guid, counts: true}),
    /seencat.*"assignedCount":1/,
  );
  assert.match(await told('listAssignedEntities', {guid: seen.guid, ...page}), /d0\.t0/);
  assert.match(await told('searchGlossary', {body: json({})}), /seenterm/);
  assert.match(await told('typeahead', {query: 'seen', limit: 20}), /seenterm/);
  assert.match(
    await told('listTermHeaders', {guid: category.guid, of: 'category', ...page}),
    /seenterm/,
  );
  for (const [name, args] of [
    ['listGlossaries', {...page, counts: true}],
    ['readGlossary', {guid}],
    ['listTerms', {guid, ...page}],
    ['listTermHeaders', {guid, of: 'glossary', ...page}],
    ['listCategories', {guid, ...page}],
    ['listCategoryHeaders', {guid, ...page}],
    ['readCategory', {guid: category.guid}],
    ['listRelatedTerms', {guid: seen.guid, ...page}],
    ['listRelatedCategories', {guid: category.guid, ...page}],
    ['searchGlossary', {body: json({query: 'hid'})}],
    ['typeahead', {query: 'hid', limit: 20}],
    [
      'readBulkPage',
      {
        search: readSearchParameters({typeName: 'hive_table'}, {includeSubTypes: true}),
        position: {},
        size: 100,
      },
    ],
    ['searchFacets', {body: json({typeName: 'hive_table'})}],
    ...glossaryFiles.map(request => ['writeGlossaryTable', {request, size: 100}] as const),
    ['readEntity', {guid: tables[0]?.guid, minExtInfo: false, ignoreRelationships: false}],
    ['basicSearch', {body: json({typeName: 'hive_table', termName: 'seenterm@glo'})}],
    ['dictionaryPage', {searchParameters: {typeName: 'hive_table'}, from: undefined, size: 100}],
  ] as const) {
    await told(name, args);
  }
}

/** What the tests above have asked. */
const asked = new Set<OperationName>();

/** Reads that tell nothing of entities of others. */
const harmless: Partial<Record<OperationName, string>> = {
  readType: 'types have permissions of their own',
  readTypeByGuid: 'types have permissions of their own',
  listTypes: 'types have permissions of their own',
  listTypeHeaders: 'types have permissions of their own',
  readOldType: 'types have permissions of their own',
  listOldTypes: 'types have permissions of their own',
  readSavedSearch: 'what somebody wrote down',
  listSavedSearches: 'what somebody wrote down',
  readDigest: 'what somebody asked for, and their own mail address',
  listBulkChanges: 'what somebody asked for, and counts of what they could read',
  readBulkChange: 'what somebody asked for, and counts of what they could read',
  listChanges: 'what somebody did, and counts of it; undo.test.ts and hidden.test.ts ask it',
  readChange: 'undo.test.ts asks it: what its reader cannot read is left out',
  readBreakingChanges: 'breaking-changes.test.ts asks it: what its reader cannot read is left out',
  readFollowedBreaks: 'followed-breaks.test.ts asks it: what its reader cannot read is left out',
  listBulkEntities: 'bulk-changes.test.ts asks it: nobody else is told of a change',
};

test('every operation that reads what its user may read is among those asked', () => {
  const names = Object.keys(operations) as OperationName[];
  const readers = names.filter(name => {
    const {reads, isInternal}: Need = operations[name].may;
    return operations[name].on !== 'writer' && reads === 'readable' && isInternal !== true;
  });
  const missing = readers.filter(name => !asked.has(name) && harmless[name] === undefined);
  assert.deepEqual(missing, []);
});

let policies = 0;

/** What somebody may read, and guids and names that they must not be told. */
type Reader = {
  readonly who: Bob;
  readonly shown: readonly EntityRecord[];
  readonly secrets: readonly string[];
};

async function checkLeaks(
  catalog: LocalCatalog,
  {types, all, carried, edges}: World,
  given: Grants,
): Promise<Reader> {
  const grants = {...given, key: `policy ${++policies}`};
  const who = {actor: {userName: 'bob', groups: []}, requestId: 'r', grants};
  const isReadable = (one: EntityRecord) => {
    const entity = factsOf(types, one, carried.get(one.guid) ?? []);
    return may(grants, {kind: 'entity', privilege: 'entity-read', entity}).allowed;
  };
  await nameAll(catalog, all);
  const shown = all.filter(isReadable);
  const hidden = all.filter(one => !isReadable(one));
  const shownNames = new Set(shown.map(one => one.attributes['qualifiedName']));
  const secrets = hidden.flatMap(({guid, attributes: {qualifiedName}}) => [
    guid,
    // A deleted entity and a new one may share a name.
    ...(shownNames.has(qualifiedName) ? [] : [String(qualifiedName)]),
  ]);
  // On PostgreSQL changes get their places from whoever reads them next.
  await catalog.run('sequenceChanges', undefined as never);
  for (const [name, args] of questions(all, edges)) {
    const answer = await answerOf(catalog, who, name, args);
    const isList = name === 'readEntities' || name === 'readManyByUniqueAttributes';
    for (const secret of secrets) {
      // Whoever asks for something by name knows that name.
      const wanted = name === 'findDatasetAssets' ? `${secret.split('@', 1)[0]}\\"` : secret;
      const isAsked = (json(args) ?? '').includes(wanted);
      if (!isAsked || (isList && !answer.startsWith('ATLAS-404')))
        assert.ok(!answer.includes(secret), `${name} ${json(args)} tells ${secret}: ${answer}`);
    }
  }
  await checkCounts(catalog, who, shown);
  await checkInference(catalog, who, shown);
  await checkFeed(catalog, who, shown);
  await checkSavedSearch(catalog, who, secrets);
  return {who, shown, secrets};
}

/** Whatever may be read is told of; that nothing else is has been looked at. */
async function checkFeed(
  catalog: LocalCatalog,
  who: Bob,
  shown: readonly EntityRecord[],
): Promise<void> {
  const {changes} = (await catalog.runAs(who, 'readChanges', {limit: 1000})) as {
    changes: {entity?: {guid: string}}[];
  };
  const told = new Set(changes.map(one => one.entity?.guid));
  for (const {guid} of shown) assert.ok(told.has(guid), `${guid} is not told of`);
}

async function checkSavedSearch(
  catalog: LocalCatalog,
  who: Bob,
  secrets: readonly string[],
): Promise<void> {
  const saved = {
    name: 'all',
    ownerName: 'bob',
    searchType: 'BASIC',
    searchParameters: {typeName: 'Asset', limit: 100},
  };
  const {guid} = (await catalog.runAs(who, 'createSavedSearch', {body: json(saved)})) as {
    guid: string;
  };
  for (const [name, args] of [
    ['runSavedSearch', {name: 'all'}],
    ['runSavedSearchByGuid', {guid}],
  ] as const) {
    const answer = await answerOf(catalog, who, name, args);
    assert.match(answer, /"queryType":"BASIC"/);
    for (const secret of secrets)
      assert.ok(!answer.includes(secret), `${name} tells ${secret}: ${answer}`);
  }
  await catalog.runAs(who, 'deleteSavedSearch', {name: guid});
}

/** Archives that begin everywhere, and those that follow relations from what may be read. */
async function checkExports(catalog: LocalCatalog, {who, shown, secrets}: Reader): Promise<void> {
  const all = {itemsToExport: [{typeName: 'Referenceable'}], options: {matchType: 'forType'}};
  const archive = await exported(catalog, who, all);
  for (const {guid, status} of shown) {
    if (status === 'ACTIVE')
      assert.ok(archive.includes(guid), `${guid} may be read and is not exported`);
  }
  const one = shown.find(({typeName, status}) => typeName === 'hive_table' && status === 'ACTIVE');
  const item = {
    typeName: 'hive_table',
    uniqueAttributes: {qualifiedName: one?.attributes['qualifiedName']},
  };
  const databases = {typeName: 'hive_db', uniqueAttributes: {qualifiedName: 'd'}};
  const requests = [
    all,
    {itemsToExport: [databases], options: {matchType: 'startsWith', fetchType: 'FULL'}},
    {
      itemsToExport: [{...databases, typeName: 'Asset'}],
      options: {matchType: 'contains', fetchType: 'CONNECTED'},
    },
    ...(one === undefined
      ? []
      : ['FULL', 'CONNECTED', 'INCREMENTAL'].map(fetchType => ({
          itemsToExport: [item],
          options: {fetchType},
        }))),
  ];
  for (const request of requests) {
    const text = request === all ? archive : await exported(catalog, who, request);
    for (const secret of secrets)
      assert.ok(
        !text.includes(secret),
        `the export ${json(request)} tells ${secret}: ${text.slice(0, 3000)}`,
      );
  }
}

const zipLimits = {maxEntries: 1e6, maxEntryBytes: 1e8, maxTotalBytes: 1e9};

/** All that is in the archive, or what the refusal says. */
async function exported(catalog: LocalCatalog, who: Bob, request: object): Promise<string> {
  asked.add('exportEntities');
  let file: string | undefined;
  try {
    file = await catalog
      .transfersAs(who.grants)
      .export({...who, clientAddress: '::1'}, json(request));
  } catch (error) {
    if (error instanceof AppError) return error.message;
    throw error;
  }
  if (file === undefined) return '';
  const zip = await ZipReader.open(file, zipLimits);
  try {
    const texts = [];
    for (const name of zip.names) texts.push(name, await zip.text(name));
    return texts.join('\n');
  } finally {
    await zip.close();
    await rm(file);
  }
}

/**
 * What says no name, and yet tells of what is hidden: words of it, and answers to questions about
 * it.
 */
async function checkInference(
  catalog: LocalCatalog,
  who: Bob,
  shown: readonly EntityRecord[],
): Promise<void> {
  const words = shown.map(one => json(one.attributes).toLowerCase());
  for (const prefixString of ['d', 'p', 'c', 't', 'o']) {
    const {suggestions} = (await catalog.runAs(who, 'suggest', {
      prefixString,
      fieldName: undefined,
    })) as {
      suggestions: string[];
    };
    for (const word of suggestions)
      assert.ok(
        words.some(text => text.includes(word)),
        `${word} is in nothing readable`,
      );
  }
  const names = new Set(shown.map(one => String(one.attributes['qualifiedName'])));
  const query = {query: 'from hive_table where db.name like "*"', limit: '1000'};
  const {entities = []} = (await catalog.runAs(who, 'dslSearch', query)) as {
    entities?: {attributes: {qualifiedName: string}}[];
  };
  for (const {attributes} of entities) {
    const database = `${attributes.qualifiedName.split('.')[0]}@x`;
    assert.ok(names.has(database), `${attributes.qualifiedName} is found by its hidden database`);
  }
}

async function answerOf(
  catalog: LocalCatalog,
  who: Bob,
  name: OperationName,
  args: unknown,
): Promise<string> {
  asked.add(name);
  try {
    return json(await catalog.runAs(who, name, args as OperationArgs<typeof name>)) ?? '';
  } catch (error) {
    if (error instanceof AppError)
      return `${error.code} ${error.message} ${error.issues.join(' ')}`;
    throw error;
  }
}
type Bob = {actor: {userName: string; groups: string[]}; requestId: string; grants: Grants};

/** Each value counts what may be read and has it; a container that may not be read is none. */
async function checkFacets(
  catalog: LocalCatalog,
  who: Bob,
  shown: readonly EntityRecord[],
): Promise<void> {
  type Facet = {name: string; values: {value: string; count: number}[]};
  const everything = {typeName: '_ALL_ENTITY_TYPES', limit: 1};
  const {facets} = (await catalog.runAs(who, 'searchFacets', {
    body: json({...everything, facetSize: 1000}),
  })) as {
    facets: Facet[];
  };
  const of = (name: string) => facets.find(one => one.name === name)?.values ?? [];
  const sum = (name: string) => of(name).reduce((total, one) => total + one.count, 0);
  assert.equal(sum('type'), shown.length);
  assert.equal(sum('status'), shown.length);
  const owned = shown.filter(one => (one.attributes['owner'] ?? '') !== '');
  assert.equal(sum('owner'), owned.length);
  const guids = new Set(shown.map(one => one.guid));
  for (const {value} of of('container')) assert.ok(guids.has(value), `${value} is a container`);
  for (const {name, values} of facets.filter(one =>
    ['container', 'classification', 'owner'].includes(one.name),
  )) {
    for (const {value, count} of values) {
      const body = json({...everything, facets: {[name]: [value]}});
      const {approximateCount} = (await catalog.runAs(who, 'basicSearch', {body})) as {
        approximateCount: number;
      };
      assert.equal(approximateCount, count, `${name} ${value}`);
    }
  }
}

async function checkCounts(
  catalog: LocalCatalog,
  who: Bob,
  shown: readonly EntityRecord[],
): Promise<void> {
  const body = json({typeName: '_ALL_ENTITY_TYPES', limit: 1000});
  const found = (await catalog.runAs(who, 'basicSearch', {body})) as {
    approximateCount: number;
    entities?: {guid: string}[];
  };
  assert.deepEqual(
    found.entities?.map(one => one.guid).toSorted() ?? [],
    shown.map(one => one.guid).toSorted(),
  );
  assert.equal(found.approximateCount, shown.length);
  const metrics = (await catalog.runAs(who, 'readMetrics', undefined as never)) as {
    data: {general: {entityCount: number}};
  };
  assert.equal(metrics.data.general.entityCount, shown.length);
  const quick = (await catalog.runAs(who, 'quickSearch', {
    body: json({typeName: '_ALL_ENTITY_TYPES', limit: 1}),
  })) as {
    searchResults: {approximateCount: number};
    aggregationMetrics: {__typeName?: {count: number}[]};
  };
  const counted =
    quick.aggregationMetrics.__typeName?.reduce((sum, one) => sum + one.count, 0) ?? 0;
  assert.equal(counted, quick.searchResults.approximateCount);
  assert.equal(counted, shown.length);
  await checkFacets(catalog, who, shown);
  for (const {guid} of shown) {
    await catalog.runAs(who, 'readEntity', {guid, minExtInfo: false, ignoreRelationships: false});
  }
}

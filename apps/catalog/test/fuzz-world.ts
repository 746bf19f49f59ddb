import assert from 'node:assert/strict';
import {ask, tableWithColumns, type Ask} from './client.ts';
import type {RunningCatalog} from './server-fixture.ts';

/** What is there to be named by made-up requests, by kind. */
export type FuzzWorld = {
  readonly guids: Readonly<Record<string, readonly string[]>>;
  readonly names: Readonly<Record<string, readonly string[]>>;
};

type Mutation = {guidAssignments: Record<string, string>};
type Header = {guid: string; name: string; category: string};

const operators = [
  '=',
  '!=',
  '<',
  '>=',
  'like',
  'in',
  'contains',
  'startsWith',
  'isNull',
  'notNull',
  'timerange',
];
const queries = [
  'sales',
  'sale*',
  '*ale*',
  'from hive_table',
  'hive_table where name = "t1" select name, db.name orderby name desc limit 3',
  'hive_table where db.name like "d*" and createTime > 5',
  'hive_column groupby (type) select type, count()',
  'hive_table isa FuzzTag or hive_table has columns',
];

const attributeNames =
  'name qualifiedName owner db columns inputs outputs createTime position clusterName __guid __state __timestamp ' +
  '__classificationNames __labels FuzzBusiness.cost level cost';

/** Fills a catalog with some of everything that requests can name. */
export async function fuzzWorld(server: RunningCatalog): Promise<FuzzWorld> {
  const send = async <T>(path: string, what: Ask): Promise<T> => {
    const {status, text, json} = await ask(`${server.url}/api/meta${path}`, what);
    assert.ok(status < 300, `${path}: ${text}`);
    return json as T;
  };
  const attribute = (name: string, typeName: string) => ({
    name,
    typeName,
    isOptional: true,
    cardinality: 'SINGLE',
  });
  await send('/v2/types/typedefs', {
    body: {
      classificationDefs: [
        {name: 'FuzzTag', attributeDefs: [attribute('level', 'int'), attribute('note', 'string')]},
        {name: 'FuzzSubTag', superTypes: ['FuzzTag']},
        {name: 'FuzzColumnTag', entityTypes: ['hive_column']},
      ],
      businessMetadataDefs: [
        {
          name: 'FuzzBusiness',
          attributeDefs: [
            {...attribute('cost', 'int'), options: {applicableEntityTypes: '["DataSet"]'}},
            {
              ...attribute('words', 'string'),
              options: {applicableEntityTypes: '["DataSet"]', maxStrLength: '20'},
            },
          ],
        },
      ],
    },
  });
  const database = {
    typeName: 'hive_db',
    attributes: {qualifiedName: 'd@fuzz', name: 'd', clusterName: 'fuzz'},
  };
  const [db = ''] = Object.values(
    (await send<Mutation>('/v2/entity', {body: {entity: database}})).guidAssignments,
  );
  const entities: string[] = [db];
  const tables: string[] = [];
  for (let n = 0; n < 8; n++) {
    const body = tableWithColumns(`t${n}`, 3, {guid: db});
    const {guidAssignments} = await send<Mutation>('/v2/entity', {body});
    entities.push(...Object.values(guidAssignments));
    tables.push(guidAssignments['-1'] ?? '');
  }
  for (let n = 0; n + 1 < tables.length; n++) {
    const refs = (guid: string | undefined) => [{guid, typeName: 'hive_table'}];
    const attributes = {
      qualifiedName: `p${n}@fuzz`,
      name: `p${n}`,
      inputs: refs(tables[n]),
      outputs: refs(tables[n + 1]),
    };
    const {guidAssignments} = await send<Mutation>('/v2/entity', {
      body: {entity: {typeName: 'Process', attributes}},
    });
    entities.push(...Object.values(guidAssignments));
  }
  const [first = '', second = '', last = ''] = [tables[0], tables[1], tables.at(-1)];
  await send(`/v2/entity/guid/${first}/classifications`, {
    body: [{typeName: 'FuzzTag', propagate: true, attributes: {level: 3, note: 'n'}}],
  });
  await send(`/v2/entity/guid/${first}/labels`, {body: ['one', 'two']});
  await send(`/v2/entity/guid/${first}/businessmetadata`, {
    body: {FuzzBusiness: {cost: 5, words: 'w'}},
  });
  await send(`/v2/entity/guid/${last}`, {method: 'DELETE'});

  const glossaries: string[] = [];
  const terms: string[] = [];
  const categories: string[] = [];
  for (const name of ['FuzzGlossary', 'FuzzOther']) {
    const {guid} = await send<{guid: string}>('/v2/glossary', {body: {name}});
    glossaries.push(guid);
    for (const one of ['a', 'b', 'c']) {
      const body = {name: `${one}${name}`, anchor: {glossaryGuid: guid}};
      terms.push((await send<{guid: string}>('/v2/glossary/term', {body})).guid);
      categories.push((await send<{guid: string}>('/v2/glossary/category', {body})).guid);
    }
  }
  await send(`/v2/glossary/terms/${terms[0]}/assignedEntities`, {
    body: [{guid: first}, {guid: second}],
  });
  const saved = await send<{guid: string}>('/v2/search/saved', {
    body: {name: 'FuzzSaved', searchType: 'BASIC', searchParameters: {typeName: 'hive_table'}},
  });

  const {entity} = await send<{entity: {relationshipAttributes: Record<string, unknown>}}>(
    `/v2/entity/guid/${first}`,
    {},
  );
  const relationships = Object.values(entity.relationshipAttributes)
    .flat()
    .flatMap(one => (one as {relationshipGuid?: string} | null)?.relationshipGuid ?? []);
  const audits = await send<{guid: string}[]>('/admin/audits', {body: {}});
  const headers = await send<Header[]>('/v2/types/typedefs/headers', {});
  const typesOf = (...categories: string[]) =>
    headers.filter(one => categories.includes(one.category)).map(one => one.name);
  const some = (list: readonly string[]) =>
    list.filter(one => /^(hive_|DataSet|Process|Fuzz|__Meta|Referenceable)/.test(one));
  return {
    guids: {
      entity: entities,
      glossary: glossaries,
      term: terms,
      category: categories,
      savedSearch: [saved.guid],
      relationship: relationships,
      audit: audits.map(one => one.guid),
      type: headers.slice(-40).map(one => one.guid),
    },
    names: {
      entityType: some(typesOf('ENTITY')),
      classification: some(typesOf('CLASSIFICATION')),
      relationshipType: typesOf('RELATIONSHIP').filter(one =>
        /^(hive_|dataset_|process_|AtlasGlossary|__Meta)/.test(one),
      ),
      otherType: [
        ...typesOf('ENUM', 'STRUCT').slice(0, 12),
        'string',
        'int',
        'date',
        'array<string>',
        'map<string,int>',
      ],
      businessMetadata: ['FuzzBusiness', 'FuzzBusiness.cost'],
      attribute: attributeNames.split(' '),
      savedSearch: ['FuzzSaved'],
      operator: operators,
      query: queries,
      qualifiedName: [
        'd@fuzz',
        't0@test',
        't1@test',
        't0.c0@test',
        'p0@fuzz',
        'FuzzGlossary',
        'aFuzzGlossary@FuzzGlossary',
      ],
    },
  };
}

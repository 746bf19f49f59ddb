import {type Answer, ApiError, type CatalogClient} from '@gazetteer/client';
import {form} from '@gazetteer/kernel';
import {number, object, text, word, words} from '@gazetteer/kernel/loose-fields';
import {
  anything,
  described,
  integer,
  list,
  mapOf,
  text as textShape,
} from '@gazetteer/kernel/shape';
import {AppError} from '@gazetteer/model';
import {escapeHtml} from '@gazetteer/server';
import {refused} from '../catalog/operations.ts';
import {CatalogAway, type FoundDataset, orAway} from '../catalog/catalog-link.ts';
import {findEngine} from '../editor-api/find-engine.ts';
import type {Editor} from '../editor.ts';
import {status} from '../http/envelope.ts';
import {answer, textList} from '../http/shapes.ts';
import {type Caller, change, query} from '../operation.ts';

// What clients of Hue ask of a catalog, answered by the one beside this editor, with the
// permissions that the caller has there.

type Header = NonNullable<Answer<'POST /v2/search/basic'>['entities']>[number];

const entity = described(mapOf(anything), 'The entity');
const maxFound = 100;

const searchFields = {
  query_s: word('Words; `tag:` and `type:` before a name narrow'),
  limit: number('How many at most', maxFound, maxFound),
  offset: number('Place of the first', 0, 10_000),
  sources: words('What is searched: `sql` or `hive`'),
};

const search = query('POST /search_entities', {
  summary: 'Entities of the catalog with some words',
  description: 'The best ones first.',
  body: form(searchFields),
  answer: answer({
    entities: list(entity, 'Entities'),
    count: integer('How many are here'),
    offset: integer('Place of the first'),
    limit: integer('How many were asked for'),
    query_s: textShape('What was asked for'),
  }),
  run: async (e, {query_s, limit, offset}, c) => {
    const entities = await found(e, c, query_s, limit, offset);
    return {status: status.ok, entities, count: entities.length, offset, limit, query_s};
  },
});

const searchNow = query('POST /search_entities_interactive', {
  summary: 'The same as long as somebody types',
  description: 'In another member.',
  body: form({...searchFields, prefix: text('Words, in place of `query_s`')}),
  answer: answer({results: list(entity, 'Entities'), count: integer('How many are here')}),
  run: async (e, {query_s, prefix, limit, offset}, c) => {
    const results = await found(e, c, query_s || prefix, limit, offset);
    return {status: status.ok, results, count: results.length};
  },
});

const findFields = {
  type: word('`database`, `table` or `field`', 'table'),
  database: word('Name of the database'),
  table: word('Name of the table, of a field'),
  name: word('Its name'),
  source_type: word('The engine; any that has it otherwise'),
};
const oneEntity = answer({entity});

const find = query('POST /find_entity', {
  summary: 'What the catalog knows of a table, a column or a database',
  description: 'By the names that the engine has for it.',
  body: form(findFields),
  answer: oneEntity,
  run: async (e, given, c) => await foundEntity(e, c, given),
});

const findByGet = query('GET /find_entity', {
  summary: 'The same for clients that only read',
  description: 'As with POST.',
  query: findFields,
  answer: oneEntity,
  run: async (e, given, c) => await foundEntity(e, c, given),
});

const idFields = {id: word('GUID of the entity')};

const get = query('GET /get_entity', {
  summary: 'An entity of the catalog',
  description: 'By its GUID.',
  query: idFields,
  answer: oneEntity,
  run: async (e, {id}, c) => ({status: status.ok, entity: await entityOf(clientFor(e, c), id)}),
});

const tagFields = {prefix: word('How their names begin'), limit: number('How many', 1000, 1000)};

const listTags = query('POST /list_tags', {
  summary: 'Classifications that there are',
  description: 'By name, with how many entities that the caller may see have each.',
  body: form(tagFields),
  answer: answer({tags: described(mapOf(integer()), 'Numbers by name')}),
  run: async (e, {prefix, limit}, c) => {
    const client = clientFor(e, c);
    const [headers, {facets}] = await Promise.all([
      told(client.call('GET /v2/types/typedefs/headers', {query: {type: 'classification'}})),
      told(
        client.call('POST /v2/search/facets', {
          body: {typeName: '_ALL_ENTITY_TYPES', excludeDeletedEntities: true},
        }),
      ),
    ]);
    const counts = facets.find(({name}) => name === 'classification')?.values ?? [];
    const byName = new Map(counts.map(({value, count}) => [value, count]));
    const names = headers
      .map(({name}) => name)
      .filter(name => name.toLowerCase().startsWith(prefix.toLowerCase()))
      .sort()
      .slice(0, limit);
    return {
      status: status.ok,
      tags: Object.fromEntries(names.map(name => [name, byName.get(name) ?? 0])),
    };
  },
});

const suggest = query('POST /suggest', {
  summary: 'Words that begin so',
  description: 'Of what the catalog has.',
  body: form({prefix: word('How they begin')}),
  answer: answer({suggest: list(textShape(), 'The words')}),
  run: async (e, {prefix}, c) => {
    const {suggestions} = await told(
      clientFor(e, c).call('GET /v2/search/suggestions', {query: {prefixString: prefix}}),
    );
    return {status: status.ok, suggest: suggestions};
  },
});

const tagsOf = {...idFields, tags: words('Names of classifications')};
const tagged = answer({entity});

const addTags = change('POST /add_tags', {
  summary: 'Classify an entity',
  description: 'Those that it has already stay.',
  body: form(tagsOf),
  answer: tagged,
  run: async (e, {id, tags}, c) => {
    const client = clientFor(e, c);
    const before = await told(client.call('GET /v2/entity/guid/{guid}', {path: {guid: id}}));
    const has = new Set(before.entity.classifications?.map(({typeName}) => typeName));
    const body = tags.filter(typeName => !has.has(typeName)).map(typeName => ({typeName}));
    if (body.length > 0)
      await told(
        client.call('POST /v2/entity/guid/{guid}/classifications', {path: {guid: id}, body}),
      );
    return {status: status.ok, entity: await entityOf(client, id)};
  },
});

const deleteTags = change('POST /delete_tags', {
  summary: 'Take classifications from an entity',
  description: 'One after the other; the first that it does not have ends it.',
  body: form(tagsOf),
  answer: tagged,
  run: async (e, {id, tags}, c) => {
    const client = clientFor(e, c);
    for (const name of tags)
      await told(
        client.call('DELETE /v2/entity/guid/{guid}/classification/{name}', {
          path: {guid: id, name},
        }),
      );
    return {status: status.ok, entity: await entityOf(client, id)};
  },
});

const updateProperties = change('POST /update_properties', {
  summary: 'Describe an entity, and set its custom properties',
  description: 'Custom properties that are not named are kept.',
  body: form({
    ...idFields,
    properties: object('`description`'),
    modifiedCustomMetadata: object('Texts by name'),
    deletedCustomMetadataKeys: words('Names'),
  }),
  answer: oneEntity,
  run: async (e, {id, properties, modifiedCustomMetadata: set, deletedCustomMetadataKeys}, c) => {
    const client = clientFor(e, c);
    const {description, ...others} = properties;
    const [unknown] = Object.keys(others);
    if (unknown !== undefined)
      throw new AppError('NOT_SUPPORTED', [`Here an entity has a description, and no ${unknown}`]);
    const {entity: one} = await told(client.call('GET /v2/entity/guid/{guid}', {path: {guid: id}}));
    // Its name may be that of another one by now.
    if (one.status === 'DELETED') throw new AppError('BAD_REQUEST', ['The entity was deleted.']);
    const texts = new Map(Object.entries({...one.customAttributes, ...set}));
    for (const name of deletedCustomMetadataKeys) texts.delete(name);
    const isCustom = Object.keys(set).length + deletedCustomMetadataKeys.length > 0;
    const {typeName, attributes} = one;
    const changed = {
      typeName,
      attributes: description === undefined ? {} : {description},
      ...(isCustom && {customAttributes: textsOf(texts)}),
    };
    // By its name, as only this way nothing but what is given is looked at.
    await told(
      client.call('PUT /v2/entity/uniqueAttribute/type/{typeName}', {
        path: {typeName},
        query: {'attr:qualifiedName': String(attributes?.['qualifiedName'] ?? '')},
        body: {entity: changed},
      }),
    );
    return {status: status.ok, entity: await entityOf(client, id)};
  },
});

const textsOf = (values: ReadonlyMap<string, unknown>): Record<string, string> =>
  Object.fromEntries([...values].map(([name, value]) => [name, String(value)]));

const lineage = query('GET /lineage', {
  summary: 'What a data set was made from, and what was made from it',
  description: 'One step in each direction, with the queries that did it where they are known.',
  query: idFields,
  answer: answer({
    id: textShape('GUID of the entity'),
    inputs: textList('Names of what it was made from'),
    source_query: textShape('The query that made it; empty where none is known'),
    targets: textList('Names of what was made from it'),
    target_queries: textList('The queries that did'),
  }),
  run: async (e, {id}, c) => {
    const {guidEntityMap: all, relations} = await told(
      clientFor(e, c).call('GET /v2/lineage/{guid}', {
        path: {guid: id},
        query: {depth: 1, attributes: ['queryText']},
      }),
    );
    const before = (guid: string) => relations.filter(one => one.toEntityId === guid);
    const after = (guid: string) => relations.filter(one => one.fromEntityId === guid);
    const makers = before(id).map(({fromEntityId}) => fromEntityId);
    const users = after(id).map(({toEntityId}) => toEntityId);
    const namesOf = (guids: readonly string[]) =>
      [...new Set(guids)].map(guid => escapeHtml(all[guid]?.displayText ?? guid));
    const queriesOf = (guids: readonly string[]) =>
      guids.flatMap(guid => {
        const query_ = all[guid]?.attributes?.['queryText'];
        return typeof query_ === 'string' ? [query_] : [];
      });
    return {
      status: status.ok,
      id,
      inputs: namesOf(makers.flatMap(before).map(({fromEntityId}) => fromEntityId)),
      source_query: queriesOf(makers)[0] ?? '',
      targets: namesOf(users.flatMap(after).map(({toEntityId}) => toEntityId)),
      target_queries: queriesOf(users),
    };
  },
});

/** Of `/metadata/api/catalog`. */
export const hueCatalogOperations = {
  searchHueCatalog: search,
  searchHueCatalogNow: searchNow,
  findHueEntity: find,
  findHueEntityByGet: findByGet,
  getHueEntity: get,
  listHueTags: listTags,
  suggestForHue: suggest,
  addHueTags: addTags,
  deleteHueTags: deleteTags,
  updateHueProperties: updateProperties,
  hueLineage: lineage,
};

/** @throws NOT_SUPPORTED where there is no catalog */
function clientFor({catalog}: Editor, {actor}: Caller): CatalogClient {
  const client = catalog.clientFor(actor);
  if (client === undefined)
    throw new AppError('NOT_SUPPORTED', ['There is no catalog beside this editor']);
  return client;
}

/** @throws what the catalog refuses, in its words, and that it does not answer */
async function told<T>(asked: Promise<T>): Promise<T> {
  try {
    return await orAway(asked);
  } catch (error) {
    if (error instanceof CatalogAway)
      throw new AppError('STATEMENT_FAILED', [error.message], {cause: error});
    throw refused(error);
  }
}

async function found(
  e: Editor,
  c: Caller,
  words_: string,
  limit: number,
  offset: number,
): Promise<object[]> {
  const parts = words_.split(/\s+/).filter(one => one !== '' && one !== '*');
  const named = (prefix: string) => parts.find(one => one.startsWith(prefix))?.slice(prefix.length);
  const [classification, typeName] = [named('tag:'), named('type:')];
  const plain = parts.filter(one => !/^(tag|type|owner):/.test(one)).join(' ');
  const {entities = []} = await told(
    clientFor(e, c).call('POST /v2/search/basic', {
      body: {
        ...(plain !== '' && {query: plain}),
        ...(classification !== undefined && {classification}),
        ...(typeName !== undefined && {typeName}),
        limit: Math.max(1, limit),
        offset,
        excludeDeletedEntities: true,
      },
    }),
  );
  return (entities ?? []).map(hueEntity);
}

async function foundEntity(e: Editor, c: Caller, given: ValuesOfFind): Promise<object> {
  const client = clientFor(e, c);
  const {type, database, table, name, source_type} = given;
  const wanted =
    type === 'database'
      ? {database: name || database, table: anyTable}
      : {database, table: type === 'field' ? table : name || table};
  const engines = source_type === '' ? [...e.engines.keys()] : [findEngine(e, source_type).id];
  // Several engines may have the same tables.
  const byName = new Map(
    engines.map(engine => [
      JSON.stringify(e.catalog.datasetOf(engine, c.actor.userName, wanted)),
      engine,
    ]),
  );
  for (const engine of byName.values()) {
    const [one] = await told(e.catalog.find(c.actor, engine, [wanted], false));
    const guid = one && (await guidOf(client, one, given));
    if (guid !== undefined) return {status: status.ok, entity: await entityOf(client, guid)};
  }
  throw new AppError('NOT_FOUND', [
    `The catalog has no such ${type}: ${name || table || database}`,
  ]);
}

/** Stands for the table where a name of its database alone is given. */
const anyTable = '_';
/** Types of what tables of a type have, and are in. */
const partTypes: Readonly<Record<string, {readonly field: string; readonly database?: string}>> = {
  hive_table: {field: 'hive_column', database: 'hive_db'},
  rdbms_table: {field: 'rdbms_column'},
};

/** Of the table that was found, or of its column or database; undefined where there is none. */
async function guidOf(
  client: CatalogClient,
  {asset, typeName, qualifiedName}: FoundDataset,
  {type, name}: ValuesOfFind,
): Promise<string | undefined> {
  if (type !== 'field' && type !== 'database') return asset?.guid;
  const partType = partTypes[typeName]?.[type];
  if (partType === undefined || (type === 'field' && asset === undefined)) return undefined;
  const at = qualifiedName.lastIndexOf('@');
  const [path, place] = [qualifiedName.slice(0, at), qualifiedName.slice(at)];
  const own = type === 'field' ? `${path}.${name}` : path.slice(0, path.lastIndexOf('.'));
  try {
    const {entity: found} = await orAway(
      client.call('GET /v2/entity/uniqueAttribute/type/{typeName}', {
        path: {typeName: partType},
        query: {'attr:qualifiedName': own + place},
      }),
    );
    return found.guid;
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return undefined;
    return await told(Promise.reject(error));
  }
}

type ValuesOfFind = {readonly [Name in keyof typeof findFields]: string};

async function entityOf(client: CatalogClient, guid: string): Promise<object> {
  const {entity: one} = await told(client.call('GET /v2/entity/guid/{guid}', {path: {guid}}));
  const {attributes = {}, classifications = [], typeName, status: state} = one;
  return hueEntity({
    guid: one.guid ?? guid,
    typeName,
    status: state ?? 'ACTIVE',
    attributes: attributes ?? {},
    displayText: String(attributes?.['name'] ?? attributes?.['qualifiedName'] ?? ''),
    classificationNames: (classifications ?? []).map(tag => tag.typeName),
    labels: [],
  });
}

/** With the members that clients of Hue read. */
function hueEntity({guid, typeName, status: state, attributes, ...one}: Header): object {
  const plain = String(attributes['description'] ?? attributes['comment'] ?? '');
  // Clients put these into pages as they are.
  const [described_, shown] = [escapeHtml(plain), escapeHtml(one.displayText ?? '')];
  const kind = /_(db|table|view|column|process)$/.exec(typeName)?.[1]?.toUpperCase() ?? typeName;
  return {
    identity: guid,
    guid,
    type: {DB: 'DATABASE', COLUMN: 'FIELD'}[kind] ?? kind,
    internalType: typeName,
    sourceType: typeName.replace(/_[a-z]+$/, '').toUpperCase(),
    originalName: shown,
    name: one.displayText,
    selectionName: shown,
    hue_name: shown,
    description: plain,
    originalDescription: described_,
    hue_description: described_,
    owner: escapeHtml(String(attributes['owner'] ?? '')),
    qualifiedName: String(attributes['qualifiedName'] ?? ''),
    tags: one.classificationNames,
    deleted: state === 'DELETED',
    customProperties: null,
    properties: {},
  };
}

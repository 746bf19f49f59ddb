import assert from 'node:assert/strict';
import {after, before, describe, test} from 'node:test';
import {soon} from '@gazetteer/model/testing';
import {ask, type Entity} from './client.ts';
import {expectDeclaredRefusals} from './declared-refusals.ts';
import {startFreshCatalog, type RunningCatalog} from './server-fixture.ts';

expectDeclaredRefusals();

type Mutation = {
  mutatedEntities?: Record<string, Entity[]>;
  guidAssignments?: Record<string, string>;
};

describe('entities', () => {
  let server: RunningCatalog;
  const api = (path: string) => `${server.url}/api/meta${path}`;
  before(async () => {
    server = await startFreshCatalog({args: ['--index-check', '100ms']});
  });
  after(() => server.stop());

  async function save(entity: object, referredEntities: object = {}): Promise<Mutation> {
    const {status, text, json} = await ask(api('/v2/entity'), {
      method: 'POST',
      body: {entity, referredEntities},
    });
    assert.equal(status, 200, text);
    return json as Mutation;
  }

  async function read(guid: string): Promise<Entity> {
    const {status, text, json} = await ask(api(`/v2/entity/guid/${guid}`));
    assert.equal(status, 200, text);
    return (json as {entity: Entity}).entity;
  }

  const database = (name: string, more: object = {}) => ({
    typeName: 'hive_db',
    guid: '-1',
    attributes: {qualifiedName: `${name}@test`, name, clusterName: 'test', ...more},
  });

  test('values of every kind come back as they were sent: structs, maps, enums, lists, 64-bit integers to the last digit', async () => {
    const types = {
      enumDefs: [
        {
          name: 'Colour',
          elementDefs: [
            {value: 'RED', ordinal: 1},
            {value: 'BLUE', ordinal: 2},
          ],
        },
      ],
      structDefs: [
        {name: 'Point', attributeDefs: [attribute('x', 'int'), attribute('note', 'string')]},
      ],
      entityDefs: [
        {
          name: 'Thing',
          superTypes: ['Asset'],
          attributeDefs: [
            attribute('big', 'long'),
            attribute('precise', 'bigdecimal'),
            attribute('colour', 'Colour'),
            attribute('at', 'Point'),
            attribute('tags', 'array<string>', 'SET'),
            attribute('sizes', 'map<string,long>'),
            attribute('likes', 'array<Thing>', 'LIST'),
          ],
        },
      ],
    };
    assert.equal((await ask(api('/v2/types/typedefs'), {method: 'POST', body: types})).status, 200);
    const first = await save({
      typeName: 'Thing',
      guid: '-1',
      attributes: {qualifiedName: 'a', name: 'a'},
    });
    const other = first.guidAssignments?.['-1'] ?? '';
    // Sent as text: no JavaScript number has these digits.
    const body = `{"entity": {"typeName": "Thing", "guid": "-2", "attributes": {"qualifiedName": "b", "name": "b",
      "big": 9223372036854775807, "precise": 12345678901234567890.125, "colour": "blue", "at": {"x": "3"},
      "tags": ["t", "t", "u"], "sizes": {"s": 9007199254740993}, "likes": [{"typeName": "Thing", "uniqueAttributes": {"qualifiedName": "a"}}]}}}`;
    const saved = await ask(api('/v2/entity'), {method: 'POST', body});
    assert.equal(saved.status, 200, saved.text);
    const guid = (saved.json as Mutation).guidAssignments?.['-2'] ?? '';

    const {text} = await ask(api(`/v2/entity/guid/${guid}`));
    for (const part of [
      '"big":9223372036854775807',
      '"precise":12345678901234567890.125',
      '"sizes":{"s":9007199254740993}',
    ]) {
      assert.ok(text.includes(part), `${part} is not in ${text}`);
    }
    const {attributes} = await read(guid);
    assert.equal(attributes['colour'], 'BLUE');
    assert.deepEqual(attributes['at'], {typeName: 'Point', attributes: {x: 3, note: null}});
    assert.deepEqual(attributes['tags'], ['t', 'u']);
    assert.deepEqual(attributes['likes'], [
      {guid: other, typeName: 'Thing', uniqueAttributes: {qualifiedName: 'a'}},
    ]);
    // Sent again it is the same: nothing was changed.
    assert.deepEqual(
      Object.keys((await ask(api('/v2/entity'), {method: 'POST', body})).json as object),
      ['guidAssignments'],
    );
  });

  test('an update changes what it carries: absent attributes stay, null takes a value away', async () => {
    const {guidAssignments} = await save(database('update', {description: 'one', owner: 'ann'}));
    const guid = guidAssignments?.['-1'] ?? '';
    const second = await save(database('update', {description: null}));
    assert.deepEqual(
      second.mutatedEntities?.['UPDATE']?.map(one => one.guid),
      [guid],
    );
    const {attributes} = await read(guid);
    assert.deepEqual([attributes['description'], attributes['owner']], [null, 'ann']);
  });

  test('a bulk of entities may name each other by temporary guids in any order', async () => {
    const column = {
      typeName: 'hive_column',
      guid: '-30',
      attributes: {qualifiedName: 'bulk.t.c@test', name: 'c', type: 'int', table: {guid: '-20'}},
    };
    const table = {
      typeName: 'hive_table',
      guid: '-20',
      attributes: {qualifiedName: 'bulk.t@test', name: 't', db: {guid: '-1'}},
    };
    const body = {entities: [column, table, database('bulk')]};
    const {json} = await ask(api('/v2/entity/bulk'), {method: 'POST', body});
    const {mutatedEntities, guidAssignments} = json as Mutation;
    assert.deepEqual(
      mutatedEntities?.['CREATE']?.map(one => one.typeName),
      ['hive_column', 'hive_table', 'hive_db'],
    );
    const {relationshipAttributes} = await read(guidAssignments?.['-20'] ?? '');
    const {db, columns} = relationshipAttributes as {db: {guid: string}; columns: {guid: string}[]};
    assert.equal(db.guid, guidAssignments?.['-1']);
    assert.deepEqual(
      columns.map(one => one.guid),
      [guidAssignments?.['-30']],
    );
  });

  test('who is asked for twice by unique attributes comes twice, and who is not there is left out', async () => {
    for (const name of ['twice_a', 'twice_b']) await save(database(name));
    const asked = ['twice_a', 'nobody', 'twice_b', 'twice_a'].map(
      (name, n) => `attr_${n}:qualifiedName=${name}@test`,
    );
    const {json} = await ask(
      api(`/v2/entity/bulk/uniqueAttribute/type/hive_db?${asked.join('&')}`),
    );
    assert.deepEqual(
      (json as {entities: {attributes: {name: string}}[]}).entities.map(one => one.attributes.name),
      ['twice_a', 'twice_b', 'twice_a'],
    );
  });

  test('one wrong entity in a bulk keeps all of it out', async () => {
    const body = {
      entities: [
        database('half'),
        {typeName: 'hive_table', attributes: {qualifiedName: 'half.t@test'}},
      ],
    };
    assert.equal((await ask(api('/v2/entity/bulk'), {method: 'POST', body})).status, 404);
    const {status, text} = await ask(
      api('/v2/entity/uniqueAttribute/type/hive_db?attr:qualifiedName=half@test'),
    );
    assert.deepEqual([status, text], [404, '']);
  });

  test('classifications, labels and custom attributes given at creation are there', async () => {
    await ask(api('/v2/types/typedefs'), {
      method: 'POST',
      body: {classificationDefs: [{name: 'Secret', attributeDefs: [attribute('level', 'int')]}]},
    });
    const {mutatedEntities} = await save({
      ...database('tagged'),
      labels: ['hot'],
      customAttributes: {team: 'sales'},
      classifications: [{typeName: 'Secret', attributes: {level: '3'}}],
    });
    const created = mutatedEntities?.['CREATE']?.[0];
    assert.deepEqual(created?.['classificationNames'], ['Secret']);
    const entity = await read(created?.guid ?? '');
    assert.deepEqual([entity['labels'], entity['customAttributes']], [['hot'], {team: 'sales'}]);
    const [classification] = entity['classifications'] as {
      attributes: object;
      propagate: boolean;
    }[];
    assert.deepEqual([classification?.attributes, classification?.propagate], [{level: 3}, true]);
  });

  test('entities of one name may be of two types; asking for a super type finds the exact one first', async () => {
    await save({
      typeName: 'hive_table',
      guid: '-1',
      attributes: {qualifiedName: 'twin', name: 'table'},
    });
    await save({
      typeName: 'kafka_topic',
      guid: '-1',
      attributes: {qualifiedName: 'twin', name: 'topic', topic: 't', uri: 'u'},
    });
    const nameOf = async (typeName: string) => {
      const {json} = await ask(
        api(`/v2/entity/uniqueAttribute/type/${typeName}?attr:qualifiedName=twin`),
      );
      return (json as Entity).attributes['name'];
    };
    assert.deepEqual([await nameOf('hive_table'), await nameOf('kafka_topic')], ['table', 'topic']);
  });

  test('too many entities in one request are refused with the limit and its option', async () => {
    const small = await startFreshCatalog({args: ['--max-entities', '2']});
    try {
      const body = {entities: [1, 2, 3].map(n => database(`many${n}`))};
      const {status, json} = await ask(`${small.url}/api/meta/v2/entity/bulk`, {
        method: 'POST',
        body,
      });
      assert.equal(status, 413);
      assert.match(
        (json as {errorMessage: string}).errorMessage,
        /3 entities; at most 2 .*atlas\.rest\.max\.entities/,
      );
    } finally {
      await small.stop();
    }
  });

  test('the health of the search index is probed and logged again and again', async () => {
    const lines = () =>
      server
        .output()
        .split('\n')
        .filter(line => line.includes('indexBackEnd=sqlite-fts5; isHealthy=true')).length;
    await soon(() => assert.ok(lines() >= 3, `${lines()} lines`));
  });
});

function attribute(name: string, typeName: string, cardinality = 'SINGLE'): object {
  return {name, typeName, cardinality, isOptional: true};
}

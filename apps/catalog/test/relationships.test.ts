// Relationships over the whole server: every operation with its errors, and what they let through.
import assert from 'node:assert/strict';
import {after, before, suite, test} from 'node:test';
import {postgresForTests} from '@gazetteer/db/testing';
import {bothDatabases} from './both-databases.ts';
import {expectDeclaredRefusals} from './declared-refusals.ts';
import {Lineage, type Json} from './lineage-world.ts';
import type {RunningCatalog} from './server-fixture.ts';

expectDeclaredRefusals();

const cluster = await postgresForTests();
if ('url' in cluster) after(() => cluster.stop());

type Relationship = Json & {
  guid: string;
  end1: Json;
  end2: Json;
  attributes: Json;
  propagatedClassifications: Json[];
  blockedPropagatedClassifications: Json[];
};

for (const {database, options, start} of bothDatabases(cluster)) {
  suite(`${database}: relationships`, options, () => {
    let server: RunningCatalog;
    let api: Lineage;
    const post = async (body: object) =>
      (await api.send('POST', '/v2/relationship', body)) as Relationship;
    const put = async (body: object) =>
      (await api.send('PUT', '/v2/relationship', body)) as Relationship;
    const get = async (guid: string, more = '') =>
      (await api.send('GET', `/v2/relationship/guid/${guid}${more}`)) as {
        relationship: Relationship;
        referredEntities?: Record<string, Json>;
      };
    const tables = async (prefix: string, count: number) => {
      const guids: string[] = [];
      for (let n = 0; n < count; n++) guids.push(await api.table(`${prefix}${n}`));
      return guids as [string, string, ...string[]];
    };

    before(async () => {
      server = await start();
      api = new Lineage(`${server.url}/api/atlas`);
      const end = (name: string, cardinality: string) => ({type: 'hive_table', name, cardinality});
      const def = (
        name: string,
        propagateTags: string,
        one: object,
        other: object,
        attributeDefs: object[] = [],
      ) => ({
        name,
        relationshipCategory: 'ASSOCIATION',
        propagateTags,
        endDef1: one,
        endDef2: other,
        attributeDefs,
      });
      const text = (name: string, more: object) => ({
        name,
        typeName: 'string',
        isOptional: true,
        ...more,
      });
      await api.send('POST', '/v2/types/typedefs', {
        classificationDefs: [{name: 'PII'}, {name: 'Rare'}],
        relationshipDefs: [
          def('copies', 'BOTH', end('copyOf', 'SET'), end('copiedTo', 'SET'), [
            text('tool', {defaultValue: 'cp'}),
            text('note', {}),
            {...text('rows', {}), typeName: 'int'},
          ]),
          def('feeds', 'ONE_TO_TWO', end('feeds', 'SET'), end('fedBy', 'SET')),
          def('heads', 'NONE', end('head', 'SINGLE'), end('bodies', 'SET')),
          def('quiet', 'NONE', end('quietOf', 'SET'), end('quietTo', 'SET')),
          {
            ...def(
              'stored',
              'BOTH',
              {type: 'hive_db', name: 'storedTables', cardinality: 'SET'},
              end('storedIn', 'SET'),
            ),
          },
        ],
      });
    });
    after(() => server?.stop());

    test('one is made, read, changed and ended', async () => {
      const [a, b] = await tables('life', 2);
      const made = await post({
        typeName: 'copies',
        end1: {guid: a},
        end2: {typeName: 'hive_table', uniqueAttributes: {qualifiedName: 'life1@test'}},
        attributes: {note: 'first', rows: '7'},
      });
      assert.deepEqual(made.end1, {
        guid: a,
        typeName: 'hive_table',
        uniqueAttributes: {qualifiedName: 'life0@test'},
      });
      assert.deepEqual(
        [made['status'], made['propagateTags'], made['label'], made['version'], made.end2['guid']],
        ['ACTIVE', 'BOTH', 'r:copies', 0, b],
      );
      // What a new one is not given stays away, whatever its default, so that an entity that is
      // sent back as read changes nothing.
      assert.deepEqual(made.attributes, {tool: null, note: 'first', rows: 7});
      assert.deepEqual((await get(made.guid)).relationship, made);
      assert.equal((await get(made.guid)).referredEntities, undefined);
      const {referredEntities} = await get(made.guid, '?extendedInfo=true');
      assert.deepEqual(Object.keys(referredEntities ?? {}).sort(), [a, b].sort());
      const changed = await put({guid: made.guid, attributes: {tool: 'mv'}});
      assert.deepEqual(changed.attributes, {tool: 'mv', note: 'first', rows: 7});
      // Those that are not given have their default, where there is one.
      assert.deepEqual((await put({guid: made.guid, attributes: {rows: null}})).attributes, {
        tool: 'cp',
        note: 'first',
        rows: null,
      });
      await api.delete(`/v2/relationship/guid/${made.guid}`);
      assert.equal((await get(made.guid)).relationship['status'], 'DELETED');
      // An entity that is sent back as it was read does not bring it back.
      const told = await api.send(
        'POST',
        '/v2/entity',
        await api.send('GET', `/v2/entity/guid/${a}`),
      );
      assert.deepEqual(told, {guidAssignments: {}});
      const again = await post({typeName: 'copies', end1: {guid: a}, end2: {guid: b}});
      assert.notEqual(again.guid, made.guid);
      const {entity} = (await api.send('GET', `/v2/entity/guid/${a}`)) as {
        entity: {relationshipAttributes: {copyOf: Json[]}};
      };
      assert.deepEqual(
        entity.relationshipAttributes.copyOf.map(one => one['relationshipStatus']),
        ['DELETED', 'ACTIVE'],
      );
    });

    test('one may lead to a deleted entity, as in a save', async () => {
      const [a, gone] = await tables('deleted', 2);
      await api.delete(`/v2/entity/guid/${gone}`);
      const made = await post({typeName: 'copies', end1: {guid: a}, end2: {guid: gone}});
      assert.equal((await get(made.guid)).relationship['status'], 'ACTIVE');
      const {entity} = (await api.send('GET', `/v2/entity/guid/${a}`)) as {
        entity: {relationshipAttributes: {copyOf: Json[]}};
      };
      assert.deepEqual(
        entity.relationshipAttributes.copyOf.map(one => [
          one['guid'],
          one['entityStatus'],
          one['relationshipStatus'],
        ]),
        [[gone, 'DELETED', 'ACTIVE']],
      );
    });

    test('making one is refused with the documented errors', async () => {
      const [a, b] = await tables('refused', 2);
      const db = await api.guidOf('lineage', 'hive_db');
      const refused = (body: object) => api.refused('POST', '/v2/relationship', body);
      const ends = {end1: {guid: a}, end2: {guid: b}};
      await post({typeName: 'copies', ...ends});
      assert.equal(await refused({typeName: 'copies', ...ends}), '409 ATLAS-409-00-004');
      assert.equal(await refused({typeName: 'nope', ...ends}), '400 ATLAS-400-00-028');
      assert.equal(await refused({typeName: 'copies', end1: {guid: a}}), '400 ATLAS-400-00-07D');
      assert.equal(await refused({typeName: 'copies', ...ends, end2: {}}), '400 ATLAS-400-00-021');
      assert.equal(
        await refused({typeName: 'copies', ...ends, end2: {guid: 'x'}}),
        '404 ATLAS-404-00-005',
      );
      const byName = {typeName: 'hive_table', uniqueAttributes: {qualifiedName: 'x'}};
      assert.equal(
        await refused({typeName: 'copies', ...ends, end2: byName}),
        '404 ATLAS-404-00-009',
      );
      assert.equal(
        await refused({typeName: 'copies', ...ends, end2: {guid: db}}),
        '400 ATLAS-400-00-036',
      );
      assert.equal(
        await refused({typeName: 'quiet', ...ends, propagateTags: 'BOTH'}),
        '400 ATLAS-400-00-091',
      );
      assert.equal(
        await refused({typeName: 'feeds', ...ends, propagateTags: 'TWO_TO_ONE'}),
        '400 ATLAS-400-00-091',
      );
      assert.equal(
        await refused({
          typeName: 'copies',
          end1: {guid: b},
          end2: {guid: a},
          attributes: {rows: 'x'},
        }),
        '404 ATLAS-404-00-00D',
      );
      const blockedPropagatedClassifications = [{typeName: 'PII', entityGuid: a}];
      assert.equal(
        await refused({typeName: 'feeds', ...ends, blockedPropagatedClassifications}),
        '400 ATLAS-400-00-071',
      );
      const named = (more: object) =>
        refused({typeName: 'copies', ...ends, end2: {...byName, ...more}});
      assert.equal(await named({typeName: 'nope'}), '400 ATLAS-400-00-014');
      assert.equal(await named({uniqueAttributes: {owner: 'x'}}), '400 ATLAS-400-00-013');
      for (const method of ['POST', 'PUT'] as const) {
        assert.equal(await api.refused(method, '/v2/relationship', 'null'), '400 ATLAS-400-00-01A');
      }
    });

    test('changing and ending one is refused with the documented errors', async () => {
      const [a, b, c] = await tables('unchanged', 3);
      const {guid} = await post({typeName: 'feeds', end1: {guid: a}, end2: {guid: b}});
      const refused = (body: object) => api.refused('PUT', '/v2/relationship', body);
      assert.equal(await refused({guid: 'x'}), '404 ATLAS-404-00-00C');
      assert.equal(await refused({guid, typeName: 'copies'}), '404 ATLAS-400-00-06A');
      assert.equal(await refused({guid, end1: {guid: c}}), '404 ATLAS-400-00-069');
      assert.equal(await refused({guid, propagateTags: 'BOTH'}), '400 ATLAS-400-00-091');
      const copy = await post({typeName: 'copies', end1: {guid: a}, end2: {guid: b}});
      assert.equal(
        await refused({guid: copy.guid, attributes: {rows: 'x'}}),
        '404 ATLAS-404-00-00D',
      );
      assert.equal(
        await refused({guid, blockedPropagatedClassifications: [{typeName: 'PII', entityGuid: a}]}),
        '400 ATLAS-400-00-071',
      );
      assert.equal(await api.refused('DELETE', '/v2/relationship/guid/x'), '404 ATLAS-404-00-00C');
      assert.equal(await api.refused('GET', '/v2/relationship/guid/x'), '404 ATLAS-404-00-00C');
      await api.delete(`/v2/relationship/guid/${guid}`);
      assert.equal(
        await api.refused('DELETE', `/v2/relationship/guid/${guid}`),
        '404 ATLAS-404-00-00F',
      );
      assert.equal(await refused({guid, attributes: {}}), '404 ATLAS-404-00-00F');
    });

    test('ends the other way round are turned, and so is the way of classifications', async () => {
      const [a] = await tables('turned', 1);
      const db = await api.guidOf('lineage', 'hive_db');
      const made = await post({
        typeName: 'stored',
        end1: {guid: a},
        end2: {guid: db},
        propagateTags: 'ONE_TO_TWO',
      });
      assert.deepEqual(
        [made.end1['guid'], made.end2['guid'], made['propagateTags']],
        [db, a, 'TWO_TO_ONE'],
      );
      const turned = {guid: made.guid, end1: {guid: a}, end2: {guid: db}};
      assert.equal(
        (await put({...turned, propagateTags: 'TWO_TO_ONE'}))['propagateTags'],
        'ONE_TO_TWO',
      );
    });

    test('one takes the place of another where there can be one only', async () => {
      const [a, b, c] = await tables('single', 3);
      const first = await post({typeName: 'heads', end1: {guid: a}, end2: {guid: b}});
      await post({typeName: 'heads', end1: {guid: a}, end2: {guid: c}});
      assert.equal((await get(first.guid)).relationship['status'], 'DELETED');
    });

    test('one lets classifications through as far as it is told to', async () => {
      const [a, b, c] = await tables('tags', 3);
      await api.send('POST', `/v2/entity/guid/${a}/classifications`, [
        {typeName: 'PII'},
        {typeName: 'Rare'},
      ]);
      const ab = await post({
        typeName: 'copies',
        end1: {guid: a},
        end2: {guid: b},
        propagateTags: 'NONE',
      });
      const bc = await post({typeName: 'feeds', end1: {guid: b}, end2: {guid: c}});
      assert.deepEqual([await api.carried(b), ab.propagatedClassifications], [[], []]);
      const names = (list: Json[]) => list.map(one => one['typeName']).sort();
      const open = await put({guid: ab.guid, propagateTags: 'ONE_TO_TWO'});
      assert.deepEqual(names(open.propagatedClassifications), ['PII', 'Rare']);
      assert.deepEqual(await api.carried(c as string), ['PII of tags0', 'Rare of tags0']);

      const blocked = await put({
        guid: bc.guid,
        blockedPropagatedClassifications: [{typeName: 'PII', entityGuid: a}],
      });
      assert.deepEqual(names(blocked.blockedPropagatedClassifications), ['PII']);
      assert.deepEqual(names(blocked.propagatedClassifications), ['Rare']);
      assert.deepEqual(
        [await api.carried(b), await api.carried(c as string)],
        [['PII of tags0', 'Rare of tags0'], ['Rare of tags0']],
      );
      // The list is whole: what is not in it is let through again.
      await put({
        guid: bc.guid,
        blockedPropagatedClassifications: [{typeName: 'Rare', entityGuid: a}],
      });
      assert.deepEqual(await api.carried(c as string), ['PII of tags0']);
      await put({guid: bc.guid, blockedPropagatedClassifications: []});
      assert.deepEqual(await api.carried(c as string), ['PII of tags0', 'Rare of tags0']);
      await put({guid: ab.guid, propagateTags: 'TWO_TO_ONE'});
      assert.deepEqual([await api.carried(b), await api.carried(c as string)], [[], []]);
    });

    test('one that ends takes with it what asked for that, and leaves the rest', async () => {
      const [a, b] = await tables('ended', 2);
      await api.send('POST', `/v2/entity/guid/${a}/classifications`, [
        {typeName: 'PII', removePropagationsOnEntityDelete: true},
        {typeName: 'Rare'},
      ]);
      const {guid} = await post({typeName: 'feeds', end1: {guid: a}, end2: {guid: b}});
      assert.deepEqual(await api.carried(b), ['PII of ended0', 'Rare of ended0']);
      await api.delete(`/v2/relationship/guid/${guid}`);
      assert.deepEqual(await api.carried(b), ['Rare of ended0']);
      await api.delete(`/v2/entity/guid/${a}/classification/Rare`);
      assert.deepEqual(await api.carried(b), []);
    });
  });
}

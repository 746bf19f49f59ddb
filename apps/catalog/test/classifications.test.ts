// Classifications over the whole server: every operation with its errors, and where they come to.
import assert from 'node:assert/strict';
import {after, before, suite, test} from 'node:test';
import {postgresForTests} from '@gazetteer/db/testing';
import {bothDatabases} from './both-databases.ts';
import {ask} from './client.ts';
import {expectDeclaredRefusals} from './declared-refusals.ts';
import {Lineage, type Json} from './lineage-world.ts';
import type {RunningCatalog} from './server-fixture.ts';

expectDeclaredRefusals();

const cluster = await postgresForTests();
if ('url' in cluster) after(() => cluster.stop());

for (const {database, options, start} of bothDatabases(cluster)) {
  suite(`${database}: classifications`, options, () => {
    let server: RunningCatalog;
    let api: Lineage;

    before(async () => {
      server = await start();
      api = new Lineage(`${server.url}/api/atlas`);
      await api.send('POST', '/v2/types/typedefs', {
        enumDefs: [{name: 'Grade', elementDefs: [{value: 'LOW'}, {value: 'HIGH'}]}],
        structDefs: [{name: 'Rule', attributeDefs: [text('law'), optional('since', 'date')]}],
        classificationDefs: [
          {
            name: 'Rated',
            superTypes: ['PII', 'Strict'],
            attributeDefs: [
              optional('grade', 'Grade'),
              optional('rule', 'Rule'),
              optional('names', 'array<string>', 'SET'),
              optional('counts', 'map<string,long>'),
              optional('share', 'double'),
              optional('open', 'boolean'),
              optional('seen', 'date'),
              optional('keeper', 'hive_table'),
            ],
          },
          {name: 'PII', attributeDefs: [text('level'), {...text('kind'), defaultValue: 'name'}]},
          {name: 'Mail', superTypes: ['PII'], attributeDefs: []},
          {name: 'Strict', attributeDefs: [{...text('why'), isOptional: false}]},
          {name: 'TablesOnly', entityTypes: ['hive_table'], attributeDefs: []},
          {name: 'Rare', attributeDefs: []},
        ],
      });
    });
    after(() => server?.stop());

    test('one flows from input to process to output, and is shown and found there', async () => {
      const [a, p, b] = await api.chain('flow', 2);
      await api.send('POST', `/v2/entity/guid/${a}/classifications`, [
        {typeName: 'Mail', attributes: {level: 'high'}},
      ]);
      for (const guid of [p, b]) {
        assert.deepEqual(await api.carried(guid), ['Mail of flow0']);
        const header = (await api.send('GET', `/v2/entity/guid/${guid}/header`)) as Json;
        assert.deepEqual(header['classificationNames'], ['Mail']);
        const {entity} = (await api.send('GET', `/v2/entity/guid/${guid}`)) as {entity: Json};
        const [one] = entity['classifications'] as Json[];
        assert.deepEqual(one, {
          typeName: 'Mail',
          attributes: {level: 'high', kind: 'name'},
          entityGuid: a,
          entityStatus: 'ACTIVE',
          propagate: true,
          removePropagationsOnEntityDelete: false,
        });
        assert.deepEqual(await api.send('GET', `/v2/entity/guid/${guid}/classification/Mail`), one);
      }
      for (const classification of ['Mail', 'PII', 'Ma*']) {
        assert.deepEqual(
          await api.found({classification, query: 'flow*'}),
          ['flow0', 'flow0_1', 'flow1'],
          classification,
        );
      }
      assert.deepEqual(await api.found({classification: '_CLASSIFIED', query: 'flow*'}), [
        'flow0',
        'flow0_1',
        'flow1',
      ]);
      assert.deepEqual(
        await api.found({classification: 'PII', includeSubClassifications: false, query: 'flow*'}),
        [],
      );
      const [, , , , c] = await api.chain('flow', 3);
      await api.delete(`/v2/entity/guid/${a}/classification/Mail`);
      for (const guid of [p, b, c]) assert.deepEqual(await api.carried(guid as string), []);
      assert.deepEqual(await api.found({classification: 'Mail', query: 'flow*'}), []);
      assert.equal(
        (await api.found({classification: '_NOT_CLASSIFIED', query: 'flow*'})).length,
        5,
      );
    });

    test('filters look at the values of the source, and tell own ones from those that came', async () => {
      const [a] = await api.chain('filters', 2);
      await api.send('POST', `/v2/entity/guid/${a}/classifications`, [
        {typeName: 'Rare'},
        {typeName: 'PII', attributes: {level: 'low'}},
      ]);
      const tagFilters = (attributeValue: string) => ({
        attributeName: 'level',
        operator: 'eq',
        attributeValue,
      });
      assert.equal(
        (await api.found({classification: 'PII', tagFilters: tagFilters('low'), query: 'filters*'}))
          .length,
        3,
      );
      assert.deepEqual(
        await api.found({classification: 'PII', tagFilters: tagFilters('x'), query: 'filters*'}),
        [],
      );
      const names = async (attributeName: string) =>
        await api.found({
          typeName: '_ALL_ENTITY_TYPES',
          entityFilters: {attributeName, operator: 'contains', attributeValue: 'Rare'},
        });
      assert.deepEqual(await names('__classificationNames'), ['filters0']);
      assert.deepEqual(await names('__propagatedClassificationNames'), ['filters0_1', 'filters1']);
    });

    test('attaching is refused with the documented errors', async () => {
      const [a, p] = await api.chain('refused', 2);
      const post = (body: unknown, guid = a) =>
        api.refused('POST', `/v2/entity/guid/${guid}/classifications`, body);
      await api.send('POST', `/v2/entity/guid/${a}/classifications`, [{typeName: 'Rare'}]);
      assert.equal(await post([]), '400 ATLAS-400-00-01A');
      assert.equal(await post([{typeName: 'Rare'}]), '400 ATLAS-400-00-01A');
      assert.equal(await post([{typeName: 'Nope'}]), '404 ATLAS-404-00-008');
      assert.equal(await post([{typeName: 'Strict'}]), '400 ATLAS-400-00-01A');
      assert.equal(await post([{typeName: 'TablesOnly'}], p), '400 ATLAS-400-00-055');
      assert.equal(await post([{typeName: 'PII'}], 'nobody'), '404 ATLAS-404-00-005');
      const period = (one: object) => [{typeName: 'PII', validityPeriods: [one]}];
      assert.equal(await post(period({timeZone: 'Mars'})), '400 ATLAS-400-00-085');
      assert.equal(await post(period({startTime: 'now'})), '400 ATLAS-400-00-086');
      assert.equal(await post(period({endTime: 'then'})), '400 ATLAS-400-00-087');
      const backwards = {
        startTime: '2026/02/01 00:00:00',
        endTime: '2026/01/01 00:00:00',
        timeZone: 'UTC',
      };
      assert.equal(await post(period(backwards)), '400 ATLAS-400-00-088');
      // Nothing of a refused list is kept; what was sent back from elsewhere is skipped.
      assert.equal(await post([{typeName: 'PII'}, {typeName: 'Nope'}]), '404 ATLAS-404-00-008');
      await api.send('POST', `/v2/entity/guid/${a}/classifications`, [
        {typeName: 'PII', entityGuid: p, propagate: true},
      ]);
      assert.deepEqual(await api.carried(a), ['Rare of refused0']);
    });

    test('values of all kinds, its own and inherited ones, come back, also where it comes to', async () => {
      const [a, , b] = await api.chain('rated', 2);
      const path = `/v2/entity/guid/${a}/classifications`;
      const given = {
        level: 'high',
        why: 'law',
        grade: 'low',
        rule: {law: 'GDPR', since: '2018-05-25T00:00:00.000Z'},
        names: ['x', 'y', 'x'],
        counts: {n: '9007199254740993'},
        share: '0.5',
        open: 'true',
        seen: 1700000000000,
        keeper: {guid: a, typeName: 'hive_table'},
      };
      await api.send('POST', path, [
        {typeName: 'Rated', attributes: {...given, unknown: 'ignored'}},
      ]);
      const read = await ask(`${server.url}/api/atlas/v2/entity/guid/${b}/classification/Rated`);
      assert.match(read.text, /"counts":\{"n":9007199254740993\}/);
      const {counts: _counts, ...attributes} = (read.json as {attributes: Json}).attributes;
      assert.deepEqual(attributes, {
        level: 'high',
        kind: 'name',
        why: 'law',
        grade: 'LOW',
        rule: {typeName: 'Rule', attributes: {law: 'GDPR', since: Date.UTC(2018, 4, 25)}},
        names: ['x', 'y'],
        share: 0.5,
        open: true,
        seen: 1700000000000,
        keeper: {guid: a, typeName: 'hive_table'},
      });
      for (const name of ['PII', 'Strict'])
        assert.ok((await api.found({classification: name, query: 'rated*'})).length === 3);
      // Null takes one away or sets its default; what it must have cannot go.
      await api.send('PUT', path, [
        {typeName: 'Rated', attributes: {grade: null, kind: null, names: []}},
      ]);
      const {attributes: left} = (await api.send(
        'GET',
        `/v2/entity/guid/${a}/classification/Rated`,
      )) as {
        attributes: Json;
      };
      assert.deepEqual(
        [left['grade'], left['kind'], left['names'], left['level']],
        [null, 'name', [], 'high'],
      );
      assert.equal(
        await api.refused('PUT', path, [{typeName: 'Rated', attributes: {why: null}}]),
        '400 ATLAS-400-00-01A',
      );
    });

    test('every value that does not fit is told at once', async () => {
      const [a] = await api.chain('unrated', 2);
      const attributes = {
        grade: 'MIDDLE',
        share: 'much',
        seen: 'soon',
        counts: {n: 'few'},
        open: 'perhaps',
      };
      const {status, json} = await ask(
        `${server.url}/api/meta/v2/entity/guid/${a}/classifications`,
        {
          body: [{typeName: 'Rated', attributes}],
        },
      );
      assert.equal(status, 400);
      const {errorMessage} = json as {errorMessage: string};
      for (const name of ['grade', 'share', 'seen', 'counts', 'open', 'why']) {
        assert.ok(errorMessage.includes(`Rated.${name}`), `${name} is not in ${errorMessage}`);
      }
      assert.deepEqual(await api.carried(a), []);
    });

    test('an update merges attributes, replaces validity periods, and turns propagation on and off', async () => {
      const [a, p, b] = await api.chain('updated', 2);
      const path = `/v2/entity/guid/${a}/classifications`;
      const always = {startTime: '2026/01/01 00:00:00', timeZone: 'UTC'};
      await api.send('POST', path, [
        {typeName: 'PII', attributes: {level: 'high'}, propagate: false, validityPeriods: [always]},
      ]);
      assert.deepEqual(await api.carried(b), []);
      const one = async () =>
        (await api.send('GET', `/v2/entity/guid/${a}/classification/PII`)) as Json;
      assert.deepEqual((await one())['validityPeriods'], [always]);
      await api.send('PUT', path, [{typeName: 'PII', attributes: {kind: 'mail'}, propagate: true}]);
      assert.deepEqual((await one())['attributes'], {level: 'high', kind: 'mail'});
      assert.equal((await one())['validityPeriods'], undefined);
      assert.deepEqual(await api.carried(b), ['PII of updated0']);
      await api.send('PUT', path, [{typeName: 'PII', propagate: false}]);
      assert.deepEqual(
        [await api.carried(p), await api.carried(b), await api.carried(a)],
        [[], [], ['PII of updated0']],
      );
      // Given twice, it is changed by one after the other.
      await api.send('PUT', path, [
        {typeName: 'PII', propagate: true, attributes: {level: 'low'}},
        {typeName: 'PII', propagate: false, attributes: {kind: 'phone'}},
      ]);
      assert.deepEqual((await one())['attributes'], {level: 'low', kind: 'phone'});
      assert.deepEqual(await api.carried(b), []);
      assert.equal(
        await api.refused('PUT', path, [{typeName: 'PII', entityGuid: b}]),
        '400 ATLAS-400-00-06B',
      );
      assert.equal(await api.refused('PUT', path, [{typeName: 'Rare'}]), '400 ATLAS-400-00-06D');
      assert.equal(await api.refused('PUT', path, [{typeName: 'Nope'}]), '404 ATLAS-404-00-008');
      assert.equal(await api.refused('PUT', path, []), '400 ATLAS-400-00-01A');
    });

    test('a name alone stands for a classification', async () => {
      const guid = await api.table('by_name');
      await api.send('POST', `/v2/entity/guid/${guid}/classifications`, ['Rare']);
      assert.deepEqual(await api.carried(guid), ['Rare of by_name']);
    });

    test('flags that are written as texts are flags', async () => {
      const [a, , b] = await api.chain('written', 2);
      await api.send('POST', `/v2/entity/guid/${a}/classifications`, [
        {typeName: 'PII', propagate: 'False'},
      ]);
      assert.deepEqual(await api.carried(b), []);
    });

    test('all of it goes by unique attribute, too', async () => {
      const [a] = await api.chain('unique', 2);
      const at = (name: string) =>
        `/v2/entity/uniqueAttribute/type/hive_table${name}?attr:qualifiedName=unique0@test`;
      await api.send('POST', at('/classifications'), [{typeName: 'PII'}]);
      await api.send('PUT', at('/classifications'), [
        {typeName: 'PII', attributes: {level: 'low'}},
      ]);
      assert.deepEqual(await api.carried(a), ['PII of unique0']);
      await api.delete(at('/classification/PII'));
      assert.deepEqual(await api.carried(a), []);
      assert.equal(await api.refused('DELETE', at('/classification/PII')), '404 ATLAS-404-00-003');
      const missing = at('/classifications').replace('unique0', 'nobody');
      assert.equal(await api.refused('POST', missing, [{typeName: 'PII'}]), '404 ATLAS-404-00-009');
    });

    test("taking away is refused for what is not the entity's own", async () => {
      const [a, p, b] = await api.chain('own', 2);
      await api.send('POST', `/v2/entity/guid/${a}/classifications`, [{typeName: 'PII'}]);
      const remove = (guid: string, name: string, more = '') =>
        api.refused('DELETE', `/v2/entity/guid/${guid}/classification/${name}${more}`);
      assert.equal(await remove(b, 'PII'), '404 ATLAS-404-00-003');
      await api.send('POST', `/v2/entity/guid/${b}/classifications`, [{typeName: 'Rare'}]);
      assert.equal(await remove(b, 'PII'), '400 ATLAS-400-00-06D');
      assert.equal(await remove(b, 'PII', `?associatedEntityGuid=${a}`), '400 ATLAS-400-00-089');
      assert.equal(await remove(b, 'Rare', `?associatedEntityGuid=${a}`), '400 ATLAS-400-00-070');
      assert.equal(await remove(a, 'PII', `?associatedEntityGuid=${b}`), '404 ATLAS-404-00-013');
      // What a deleted entity has left behind shows its status and can be taken away, here only.
      await api.delete(`/v2/entity/guid/${a}`);
      const left = (await api.send('GET', `/v2/entity/guid/${b}/classification/PII`)) as Json;
      assert.deepEqual([left['entityGuid'], left['entityStatus']], [a, 'DELETED']);
      await api.delete(`/v2/entity/guid/${b}/classification/PII?associatedEntityGuid=${a}`);
      assert.deepEqual(await api.carried(b), ['Rare of own1']);
      assert.deepEqual(await api.carried(p), ['PII of own0']);
    });

    test('one that asks for it leaves with its entity', async () => {
      const [a, p, b] = await api.chain('leaving', 2);
      const classifications = [
        {typeName: 'PII', removePropagationsOnEntityDelete: true},
        {typeName: 'Rare', removePropagationsOnEntityDelete: false},
      ];
      await api.send('POST', `/v2/entity/guid/${a}/classifications`, classifications);
      await api.delete(`/v2/entity/guid/${a}`);
      assert.deepEqual(
        [await api.carried(p), await api.carried(b)],
        [['Rare of leaving0'], ['Rare of leaving0']],
      );
      assert.deepEqual(await api.carried(a), ['PII of leaving0', 'Rare of leaving0']);
    });

    test('one with a restriction passes through what it is not given to', async () => {
      const [a, p, b] = await api.chain('restricted', 2);
      await api.send('POST', `/v2/entity/guid/${a}/classifications`, [{typeName: 'TablesOnly'}]);
      assert.deepEqual(
        [await api.carried(p), await api.carried(b)],
        [[], ['TablesOnly of restricted0']],
      );
      // An output that the process gets later has it, too.
      const c = await api.table('restricted_late');
      await api.process('restricted0_1', ['restricted0'], ['restricted1', 'restricted_late']);
      assert.deepEqual(await api.carried(c), ['TablesOnly of restricted0']);
      assert.deepEqual(await api.found({classification: 'TablesOnly', query: 'restricted*'}), [
        'restricted0',
        'restricted1',
        'restricted_late',
      ]);
    });

    test('several sources and several ways are told apart', async () => {
      // Two ways from a to d; b is a source itself.
      const [a, b, c, d] = await Promise.all(
        ['two_a', 'two_b', 'two_c', 'two_d'].map(name => api.table(name)),
      );
      await api.process('two_ab', ['two_a'], ['two_b']);
      await api.process('two_ac', ['two_a'], ['two_c']);
      const bd = await api.process('two_bd', ['two_b'], ['two_d']);
      await api.process('two_cd', ['two_c'], ['two_d']);
      for (const guid of [a, b]) {
        const body = [{typeName: 'PII', removePropagationsOnEntityDelete: true}];
        await api.send('POST', `/v2/entity/guid/${guid}/classifications`, body);
      }
      assert.deepEqual(await api.carried(b as string), ['PII of two_a', 'PII of two_b']);
      assert.deepEqual(await api.carried(d as string), ['PII of two_a', 'PII of two_b']);
      await api.delete(`/v2/entity/guid/${bd}`);
      assert.deepEqual(await api.carried(d as string), ['PII of two_a']);
      await api.delete(`/v2/entity/guid/${a}/classification/PII`);
      assert.deepEqual([await api.carried(d as string), await api.carried(c as string)], [[], []]);
      assert.deepEqual(await api.carried(b as string), ['PII of two_b']);
    });

    test('a term lends its classifications to what it is assigned to', async () => {
      const term = await api.save({
        typeName: 'AtlasGlossaryTerm',
        attributes: {qualifiedName: 'Customer@g', name: 'Customer'},
      });
      const a = await api.table('termed');
      await api.send('POST', `/v2/entity/guid/${term}/classifications`, [{typeName: 'PII'}]);
      const meanings = (list: object[]) =>
        api.send('POST', '/v2/entity', {
          entity: {
            typeName: 'hive_table',
            guid: a,
            attributes: api.tableAttributes('termed'),
            relationshipAttributes: {meanings: list},
          },
        });
      await meanings([{guid: term, typeName: 'AtlasGlossaryTerm'}]);
      assert.deepEqual(await api.carried(a), ['PII of Customer']);
      await meanings([]);
      assert.deepEqual(await api.carried(a), []);
    });

    test('a term that is assigned and taken away brings its classifications along and takes them with it', async () => {
      const {guid: glossary} = (await api.send('POST', '/v2/glossary', {name: 'lent'})) as {
        guid: string;
      };
      const term = async (name: string) => {
        const body = {name, anchor: {glossaryGuid: glossary}};
        return ((await api.send('POST', '/v2/glossary/term', body)) as {guid: string}).guid;
      };
      const [person, mail] = [await term('Person'), await term('Address')];
      const [a, p, b] = await api.chain('lent', 2);
      await api.send('POST', `/v2/entity/guid/${person}/classifications`, [{typeName: 'PII'}]);
      const assign = async (guid: string, to: string[]) =>
        await api.send(
          'POST',
          `/v2/glossary/terms/${guid}/assignedEntities`,
          to.map(one => ({guid: one})),
        );
      const dissociate = async (guid: string, method: 'PUT' | 'DELETE') => {
        const path = `/v2/glossary/terms/${guid}/assignedEntities`;
        const assigned = (await api.send('GET', path)) as {
          guid: string;
          relationshipGuid: string;
        }[];
        await api.send(method, path, assigned.slice(0, 1));
        return assigned[0]?.guid;
      };
      await assign(person, [a]);
      await assign(mail, [b]);
      // From the term to the entity, and on over its lineage.
      for (const guid of [a, p, b]) assert.deepEqual(await api.carried(guid), ['PII of Person']);
      await api.send('POST', `/v2/entity/guid/${mail}/classifications`, [
        {typeName: 'Mail', attributes: {level: 'low'}},
      ]);
      assert.deepEqual(await api.carried(b), ['Mail of Address', 'PII of Person']);
      assert.deepEqual(await api.found({classification: 'PII', query: 'lent*'}), [
        'lent0',
        'lent0_1',
        'lent1',
      ]);
      const {entity} = (await api.send('GET', `/v2/entity/guid/${b}`)) as {
        entity: {classifications: Json[]};
      };
      assert.deepEqual(
        entity.classifications.map(one => [one['typeName'], one['entityGuid']]),
        [
          ['PII', person],
          ['Mail', mail],
        ],
      );
      const {classifications} = (await api.send('GET', `/v2/glossary/term/${mail}`)) as {
        classifications: Json[];
      };
      assert.deepEqual(
        classifications.map(one => one['typeName']),
        ['Mail'],
      );
      assert.equal(await dissociate(person, 'DELETE'), a);
      for (const guid of [a, p]) assert.deepEqual(await api.carried(guid), []);
      assert.deepEqual(await api.carried(b), ['Mail of Address']);
      // Another term with the same classification keeps it there.
      await assign(person, [a, b]);
      assert.deepEqual(await api.carried(b), ['Mail of Address', 'PII of Person']);
      assert.equal(
        await api.refused('DELETE', `/v2/glossary/term/${person}`),
        '400 ATLAS-400-00-084',
      );
      await api.delete(`/v2/entity/guid/${person}/classification/PII`);
      assert.deepEqual([await api.carried(a), await api.carried(b)], [[], ['Mail of Address']]);
      await api.send('POST', `/v2/entity/guid/${person}/classifications`, [{typeName: 'PII'}]);
      assert.deepEqual(await api.carried(p), ['PII of Person']);
      await dissociate(person, 'PUT');
      // It still comes to b from the term itself.
      assert.deepEqual([await api.carried(a), await api.carried(p)], [[], []]);
      assert.deepEqual(await api.carried(b), ['Mail of Address', 'PII of Person']);
      await dissociate(person, 'PUT');
      await api.delete(`/v2/glossary/term/${person}`);
      assert.deepEqual(await api.carried(b), ['Mail of Address']);
    });

    test('classifications in the body of a new entity flow at once, and are in the answer', async () => {
      await api.table('born0');
      await api.table('born1');
      await api.process('born0_1', ['born0'], ['born1']);
      const fresh = await api.table('born2', [{typeName: 'PII', attributes: {level: 'high'}}]);
      assert.deepEqual(await api.carried(fresh), ['PII of born2']);
      const p = await api.processAnswer('born2_3', ['born2'], ['born1']);
      const [header] = (p['mutatedEntities'] as {CREATE: Json[]}).CREATE;
      assert.deepEqual(header?.['classificationNames'], ['PII']);
      assert.deepEqual(await api.carried(await api.guidOf('born1')), ['PII of born2']);
    });

    test('one classification for many entities, by guid or by unique attribute, all or none', async () => {
      const guids = await Promise.all([0, 1, 2].map(n => api.table(`many${n}`)));
      const process = await api.process('many_p', ['many0'], []);
      const post = (body: object, query = '') =>
        api.send('POST', `/v2/entity/bulk/classification${query}`, body);
      const refused = (body: object, query = '') =>
        api.refused('POST', `/v2/entity/bulk/classification${query}`, body);
      await post({classification: {typeName: 'PII'}, entityGuids: guids.slice(0, 2)});
      await post({
        classification: {typeName: 'Rare', propagate: false},
        entityTypeName: 'hive_table',
        entitiesUniqueAttributes: [{qualifiedName: 'many0@test'}, {qualifiedName: 'many2@test'}],
      });
      assert.deepEqual(await Promise.all(guids.map(guid => api.carried(guid))), [
        ['PII of many0', 'Rare of many0'],
        ['PII of many1'],
        ['Rare of many2'],
      ]);
      assert.equal(
        await refused({classification: {typeName: 'PII'}, entityGuids: guids}),
        '400 ATLAS-400-00-01A',
      );
      assert.equal(
        await refused({classification: {typeName: 'PII'}, entityGuids: [guids[2], 'x']}),
        '404 ATLAS-404-00-005',
      );
      assert.equal(
        await refused({classification: {typeName: 'PII'}, entityGuids: []}),
        '400 ATLAS-400-00-01A',
      );
      const nobody = {
        entityTypeName: 'hive_table',
        entityGuids: [null],
        entitiesUniqueAttributes: [null],
      };
      assert.equal(
        await refused({classification: {typeName: 'PII'}, ...nobody}),
        '400 ATLAS-400-00-01A',
      );
      assert.equal(await refused({entityGuids: guids}), '400 ATLAS-400-00-01A');
      assert.equal(
        await refused({classification: {typeName: 'Nope'}, entityGuids: guids}),
        '404 ATLAS-404-00-008',
      );
      const unknown = {
        classification: {typeName: 'PII'},
        entityTypeName: 'hive_table',
        entitiesUniqueAttributes: [{qualifiedName: 'x'}],
      };
      assert.equal(await refused(unknown), '404 ATLAS-404-00-009');
      assert.deepEqual(await api.carried(guids[2] as string), ['Rare of many2']);
      const some = {
        classification: {typeName: 'TablesOnly'},
        entityGuids: [process, 'x', ...guids],
      };
      assert.equal(await refused(some), '404 ATLAS-404-00-005');
      await post(some, '?skipFailedEntities=true');
      assert.ok((await api.carried(guids[2] as string)).includes('TablesOnly of many2'));
      assert.ok(!(await api.carried(process)).includes('TablesOnly of many_p'));
    });

    test('classifications are set to what another catalog says', async () => {
      const [a, b] = [
        await api.table('set0', [{typeName: 'PII'}, {typeName: 'Rare'}]),
        await api.table('set1'),
      ];
      const header = (name: string, classifications: object[]) => ({
        typeName: 'hive_table',
        attributes: {qualifiedName: `${name}@test`},
        classifications,
      });
      const lines = await api.send('POST', '/v2/entity/bulk/setClassifications', {
        guidHeaderMap: {
          [a]: header('set0', [
            {typeName: 'PII', attributes: {level: 'low'}},
            {typeName: 'TablesOnly'},
          ]),
          elsewhere: header('set1', [
            {typeName: 'Rare', entityGuid: 'elsewhere'},
            {typeName: 'PII', entityGuid: 'third'},
          ]),
          nowhere: header('set9', [{typeName: 'Rare'}]),
        },
      });
      assert.deepEqual(lines, [
        'Add:hive_table:set0@test:[TablesOnly] -> (Done)',
        'Update:hive_table:set0@test:[PII] -> (Done)',
        'Delete:hive_table:set0@test:[Rare] -> (Done)',
        'Add:hive_table:set1@test:[Rare] -> (Done)',
        'Entity:hive_table:nowhere:[] -> (Skipped)',
      ]);
      assert.deepEqual(await api.carried(a), ['PII of set0', 'TablesOnly of set0']);
      assert.deepEqual(await api.carried(b), ['Rare of set1']);
      const refused = (classifications: object[]) =>
        api.refused('POST', '/v2/entity/bulk/setClassifications', {
          guidHeaderMap: {[a]: header('set0', []), [b]: header('set1', classifications)},
        });
      assert.equal(await refused([{typeName: 'Nope'}]), '404 ATLAS-404-00-008');
      assert.equal(await refused([{typeName: 'Strict'}]), '400 ATLAS-400-00-01A');
      assert.equal(await refused([{typeName: 'Mail'}, {typeName: 'Mail'}]), '400 ATLAS-400-00-01A');
      assert.equal(
        await refused([{typeName: 'Rare', validityPeriods: [{timeZone: 'Mars'}]}]),
        '400 ATLAS-400-00-085',
      );
      const process = await api.process('set_p', ['set0'], []);
      const {guidHeaderMap} = {
        guidHeaderMap: {[process]: {classifications: [{typeName: 'TablesOnly'}]}},
      };
      assert.equal(
        await api.refused('POST', '/v2/entity/bulk/setClassifications', {guidHeaderMap}),
        '400 ATLAS-400-00-055',
      );
      // Nothing of a refused request is done.
      assert.deepEqual(await api.carried(a), ['PII of set0', 'TablesOnly of set0']);
    });

    test('headers tell whose classifications have changed', async () => {
      const [a, p, b] = await api.chain('since', 2);
      const since = Date.now();
      const changed = async (from: number) => {
        const path = `/v2/entity/bulk/headers?tagUpdateStartTime=${from}`;
        const {guidHeaderMap} = (await api.send('GET', path)) as {
          guidHeaderMap: Record<string, Json>;
        };
        return Object.values(guidHeaderMap);
      };
      assert.deepEqual(
        (await changed(since)).filter(one => [a, p, b].includes(String(one['guid']))),
        [],
      );
      await api.send('POST', `/v2/entity/guid/${a}/classifications`, [{typeName: 'PII'}]);
      const found = (await changed(since)).filter(one => [a, p, b].includes(String(one['guid'])));
      assert.deepEqual(
        found.map(one => one['classificationNames']),
        [['PII'], ['PII'], ['PII']],
      );
      assert.equal(
        await api.refused(
          'GET',
          `/v2/entity/bulk/headers?tagUpdateStartTime=${Date.now() + 60_000}`,
        ),
        '400 ATLAS-400-00-029',
      );
    });

    test('why an entity carries a classification is the shortest way from its source', async () => {
      const [a, , , , c] = await api.chain('why', 3);
      await api.process('why_short', ['why0'], ['why2']);
      await api.send('POST', `/v2/entity/guid/${a}/classifications`, [{typeName: 'PII'}]);
      type Why = {
        isOwn: boolean;
        sourceCount: number;
        sources: {
          entityGuid: string;
          isConnected: boolean;
          path: {entity: Json; relationship?: Json}[];
        }[];
      };
      const why = async (guid: string, more = '') =>
        (await api.send('GET', `/v2/entity/guid/${guid}/classification/PII/why${more}`)) as Why;
      const answer = await why(c as string);
      assert.deepEqual(
        [answer.isOwn, answer.sourceCount, answer.sources[0]?.entityGuid],
        [false, 1, a],
      );
      const path = answer.sources[0]?.path ?? [];
      assert.deepEqual(
        path.map(one => one.entity['displayText']),
        ['why0', 'why_short', 'why2'],
      );
      assert.deepEqual(
        path.map(one => one.relationship?.['typeName']),
        [undefined, 'dataset_process_inputs', 'process_dataset_outputs'],
      );
      assert.deepEqual((await why(a)).isOwn, true);
      const refused = (guid: string, name: string, more = '') =>
        api.refused('GET', `/v2/entity/guid/${guid}/classification/${name}/why${more}`);
      assert.equal(await refused(c as string, 'PII', '?source=nobody'), '404 ATLAS-404-00-008');
      assert.equal(await refused(c as string, 'Nope'), '400 ATLAS-400-00-014');
      // Left behind by a deleted process: no way leads there any more.
      await api.delete(`/v2/entity/guid/${await api.guidOf('why_short', 'Process')}`);
      await api.delete(`/v2/entity/guid/${await api.guidOf('why1_2', 'Process')}`);
      const left = (await why(c as string)).sources[0];
      assert.deepEqual([left?.isConnected, left?.path.length], [false, 2]);
    });
  });
}

function optional(name: string, typeName: string, cardinality = 'SINGLE') {
  return {name, typeName, isOptional: true, cardinality};
}

function text(name: string) {
  return optional(name, 'string');
}

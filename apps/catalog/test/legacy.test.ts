// The API before v2, which existing clients still call: thin translations onto the same operations.
// On both databases.
import assert from 'node:assert/strict';
import {after, before, suite, test} from 'node:test';
import {postgresForTests} from '@gazetteer/db/testing';
import {bothDatabases} from './both-databases.ts';
import {ask, type Ask} from './client.ts';
import type {RunningCatalog} from './server-fixture.ts';

type Fields = Record<string, unknown>;
type Result = {
  entities: Record<string, string[]>;
  definition: {values: Fields; traitNames: string[]; id: Fields};
  guidAssignments: {guidAssignments: Record<string, string>};
};

const cluster = await postgresForTests();
after(async () => {
  if ('stop' in cluster) await cluster.stop();
});

for (const {database, options, start} of bothDatabases(cluster)) {
  suite(`the API before v2 on ${database}`, options, () => {
    let server: RunningCatalog;
    let db = '';
    let table = '';
    before(async () => {
      server = await start();
    });
    after(() => server?.stop());

    const api = (path: string, how: Ask = {}) => ask(`${server.url}/api/atlas${path}`, how);
    async function ok<T = Fields>(path: string, how: Ask = {}, status = 200): Promise<T> {
      const answer = await api(path, how);
      assert.equal(answer.status, status, `${path}: ${answer.text}`);
      assert.equal(typeof (answer.json as Fields)['requestId'], 'string', path);
      return answer.json as T;
    }
    async function refused(path: string, how: Ask = {}): Promise<number> {
      const {status, json} = await api(path, how);
      assert.deepEqual(Object.keys(json as Fields), ['error'], path);
      return status;
    }
    const id = (guid: string, typeName: string) => ({
      jsonClass: 'org.apache.atlas.typesystem.json.InstanceSerialization$_Id',
      id: guid,
      version: 0,
      typeName,
      state: 'ACTIVE',
    });
    const reference = (guid: string, typeName: string, values: Fields, traits: Fields = {}) => ({
      jsonClass: 'org.apache.atlas.typesystem.json.InstanceSerialization$_Reference',
      id: id(guid, typeName),
      typeName,
      values,
      traitNames: Object.keys(traits),
      traits,
    });

    test('types are created, updated, read and listed', async () => {
      const trait = {typeName: 'OldTrait', superTypes: [], attributeDefinitions: []};
      const attribute = (name: string, multiplicity: unknown) => ({
        name,
        dataTypeName: 'string',
        multiplicity,
      });
      const struct = {typeName: 'OldStruct', attributeDefinitions: [attribute('a', 'optional')]};
      const enumType = {name: 'OldEnum', enumValues: [{value: 'A', ordinal: 1}]};
      const classType = {
        typeName: 'OldClass',
        superTypes: ['Referenceable'],
        attributeDefinitions: [attribute('one', 'required'), attribute('maybe', 'optional')],
      };
      const body = {
        enumTypes: [enumType],
        structTypes: [struct],
        traitTypes: [trait],
        classTypes: [classType],
      };
      const created = await ok('/types', {body}, 201);
      assert.deepEqual((created['types'] as {name: string}[]).map(one => one.name).toSorted(), [
        'OldClass',
        'OldEnum',
        'OldStruct',
        'OldTrait',
      ]);
      assert.equal(await refused('/types', {body}), 409);
      const more = {
        ...classType,
        attributeDefinitions: [...classType.attributeDefinitions, attribute('more', 'optional')],
      };
      await ok('/types', {method: 'PUT', body: {classTypes: [more]}});
      const {definition} = await ok<{definition: {classTypes: {attributeDefinitions: Fields[]}[]}}>(
        '/types/OldClass',
      );
      const attributes = definition.classTypes[0]?.attributeDefinitions ?? [];
      assert.deepEqual(
        attributes.map(one => one['name']),
        ['one', 'maybe', 'more'],
      );
      assert.deepEqual(
        attributes.map(one => one['multiplicity']),
        ['required', 'optional', 'optional'],
      );
      assert.deepEqual((await ok('/types?type=TRAIT'))['results'], ['OldTrait']);
      assert.ok(
        ((await ok('/types?type=CLASS&supertype=DataSet'))['results'] as string[]).includes(
          'hive_table',
        ),
      );
      assert.equal(await refused('/types/none'), 404);
      const missing = {...classType, typeName: 'OldMissing'};
      const put = await ok('/types', {method: 'PUT', body: {classTypes: [more, missing]}});
      assert.deepEqual(put['types'], [{name: 'OldClass'}, {name: 'OldMissing'}]);
      const bounds = {
        ...classType,
        typeName: 'OldBounds',
        attributeDefinitions: [attribute('a', {lower: 1, upper: 1})],
      };
      assert.equal(await refused('/types', {body: {classTypes: [bounds]}}), 400);
      const builtIn = await ok<{definition: Fields}>('/types/array%3Cstring%3E');
      assert.deepEqual(builtIn.definition, {
        enumTypes: null,
        structTypes: null,
        traitTypes: null,
        classTypes: null,
      });
    });

    test('entities are created with what they hold, and found', async () => {
      const column = reference('-3', 'hive_column', {
        qualifiedName: 'c@old',
        name: 'c',
        type: 'int',
        table: id('-2', 'hive_table'),
      });
      const dbBody = reference('-1', 'hive_db', {
        qualifiedName: 'd@old',
        name: 'd',
        clusterName: 'old',
      });
      const values = {
        qualifiedName: 't@old',
        name: 't',
        createTime: '2020-01-01T00:00:00.000Z',
        db: dbBody,
        columns: [column],
      };
      const first = await api('/entities', {
        body: [
          JSON.stringify(
            reference('-2', 'hive_table', values, {OldTrait: {typeName: 'OldTrait', values: {}}}),
          ),
        ],
      });
      assert.equal(first.status, 201, first.text);
      const result = first.json as Result;
      assert.equal(result.entities['created']?.length, 3);
      const created = result.entities['created'] ?? [];
      const {guidAssignments} = result.guidAssignments;
      table = guidAssignments['-2'] ?? '';
      assert.equal(created.at(-1), table, 'the guids come in the reverse order of the making');
      assert.equal(result.definition.id['id'], created[0]);
      assert.equal(first.headers.get('location')?.split('/').at(-1), table);
      assert.deepEqual(Object.values(guidAssignments).toSorted(), created.toSorted());
      const {definition} = await ok<Result>(`/entities/${table}`);
      assert.deepEqual(definition.traitNames, ['OldTrait']);
      const [owned] = definition.values['columns'] as Result['definition'][];
      assert.equal(owned?.values['name'], 'c', 'what it owns stands in it');
      assert.equal(definition.values['createTime'], '2020-01-01T00:00:00.000Z');
      db = String((definition.values['db'] as Fields)['id']);
      const byName = await ok<Result>('/entities?type=hive_db&property=qualifiedName&value=d@old');
      assert.equal(byName.definition.id['id'], db);
      assert.deepEqual((await ok('/entities?type=hive_db'))['results'], [db]);
      const rehearsed = await api('/entities?dryRun=true', {
        body: reference('-9', 'hive_db', {qualifiedName: 'x@old', name: 'x', clusterName: 'old'}),
      });
      assert.equal(rehearsed.status, 200);
      assert.equal(await refused('/entities?type=hive_db&property=qualifiedName&value=x@old'), 404);
      assert.equal(await refused('/entities/none'), 404);
      assert.equal(await refused('/entities', {body: [reference('-1', 'none', {})]}), 400);
      assert.equal(await refused('/entities', {body: ['{']}), 400);
      assert.equal(
        await refused('/entities', {body: [{typeName: 'hive_db', values: {}}]}),
        400,
        'without an id',
      );
      assert.equal(
        await refused('/entities', {body: [reference('-1', 'hive_db', {})]}),
        400,
        'without its values',
      );
      const unreadable = {qualifiedName: 'u@old', name: 'u', db: {guid: db, typeName: 'hive_db'}};
      assert.equal(
        await refused('/entities', {body: [reference('-1', 'hive_table', unreadable)]}),
        400,
      );
    });

    test('entities are changed as a whole, in part and by one attribute', async () => {
      const whole = reference('-1', 'hive_db', {
        qualifiedName: 'd@old',
        name: 'd2',
        clusterName: 'old',
      });
      assert.deepEqual((await ok<Result>('/entities', {method: 'PUT', body: [whole]})).entities, {
        updated: [db],
      });
      const part = reference(db, 'hive_db', {description: 'some'});
      assert.equal(
        (await ok<Result>(`/entities/${db}`, {body: part})).definition.values['description'],
        'some',
      );
      const unique = 'type=hive_db&property=qualifiedName&value=d@old';
      const byName = await ok<Result>(`/entities/qualifiedName?${unique}`, {
        body: reference('-1', 'hive_db', {owner: 'ann'}),
      });
      assert.equal(byName.definition.values['owner'], 'ann');
      assert.deepEqual(
        Object.keys(await ok(`/entities/${db}`, {body: part})),
        ['requestId'],
        'unchanged',
      );
      await ok(`/entities/${db}?property=owner`, {body: 'bob'});
      const {definition} = await ok<Result>(`/entities/${db}`);
      assert.deepEqual([definition.values['name'], definition.values['owner']], ['d2', 'bob']);
      assert.equal(
        await refused('/entities/none', {body: {...part, id: id('-1', 'hive_db')}}),
        404,
      );
      await ok(`/entities/${db}?property=description`, {body: '"quoted"'});
      const quoted = await ok<Result>(`/entities/${db}?property=owner`, {method: 'POST', body: ''});
      assert.deepEqual(
        [quoted.definition.values['description'], quoted.definition.values['owner']],
        ['"quoted"', ''],
      );
      const other = reference('-1', 'hive_db', {
        qualifiedName: 'e@old',
        name: 'e',
        clusterName: 'old',
      });
      const [elsewhere = ''] =
        (await ok<Result>('/entities', {body: [other]}, 201)).entities['created'] ?? [];
      const {entities} = await ok<Result>(`/entities/${table}?property=db`, {body: elsewhere});
      assert.deepEqual(
        entities,
        {updated: [elsewhere, table]},
        'not the one that it was related to before',
      );
      await ok(`/entities/${table}?property=db`, {body: db});
      await ok(`/entities?guid=${elsewhere}`, {method: 'DELETE'});
      assert.equal((await ok('/entities?type=hive_db'))['count'], 2, 'deleted ones are listed');
    });

    test('traits come and go', async () => {
      assert.deepEqual((await ok(`/entities/${table}/traits`))['results'], ['OldTrait']);
      await ok(`/entities/${table}/traits/OldTrait`, {method: 'DELETE'});
      const added = await api(`/entities/${table}/traits`, {
        body: {typeName: 'OldTrait', values: {}},
      });
      assert.equal(added.status, 201, added.text);
      assert.match(
        added.headers.get('location') ?? '',
        new RegExp(`/entities/${table}/traits/${table}$`),
      );
      const {results} = await ok<{results: Fields}>(`/entities/${table}/traitDefinitions/OldTrait`);
      assert.equal(results['typeName'], 'OldTrait');
      assert.equal((await ok(`/entities/${table}/traitDefinitions`))['count'], 1);
      assert.equal(await refused(`/entities/${table}/traits/none`, {method: 'DELETE'}), 400);
      assert.equal(await refused(`/entities/${table}/traitDefinitions/none`), 404);
      assert.equal(await refused('/entities/none/traits'), 404);
    });

    test('audit, search, schema and lineage', async () => {
      const {events} = await ok<{events: Fields[]}>(`/entities/${table}/audit?count=50`);
      assert.ok(events.some(one => one['action'] === 'ENTITY_CREATE'));
      assert.ok(events.some(one => one['action'] === 'TAG_ADD'));
      const [, second] = events;
      const from = await ok<{events: Fields[]}>(
        `/entities/${table}/audit?count=1&startKey=${String(second?.['eventKey'])}`,
      );
      assert.deepEqual(from.events, [second], 'the key is that of the first event');
      for (const query of ['count=0', 'startKey=none']) {
        assert.deepEqual((await ok(`/entities/${table}/audit?${query}`))['events'], []);
      }
      assert.deepEqual((await ok('/entities/none/audit'))['events'], []);
      assert.equal(
        (
          await ok(
            `/discovery/search/dsl?query=${encodeURIComponent('hive_table where name = "t"')}`,
          )
        )['count'],
        1,
      );
      assert.equal((await ok('/discovery/search/fulltext?query=t'))['queryType'], 'full-text');
      assert.equal((await ok('/discovery/search?query=hive_table'))['queryType'], 'dsl');
      assert.equal(await refused('/discovery/search'), 400);
      for (const path of [`/lineage/${table}/schema`, '/lineage/hive/table/t@old/schema']) {
        const {results} = await ok<{results: {rows: Fields[]; dataType: Fields}}>(path);
        assert.deepEqual(
          results.rows.map(row => [row['name'], row['$typeName$']]),
          [['c', 'hive_column']],
        );
        assert.equal(results.dataType['typeName'], 'hive_column');
      }
      assert.equal((await ok<{results: Fields}>(`/lineage/${db}/schema`)).results['rows'], null);
      const load = {
        typeName: 'spark_process',
        attributes: {
          qualifiedName: 'p@old',
          name: 'p',
          inputs: [{guid: table}],
          outputs: [{guid: '-2'}],
        },
      };
      const target = {
        typeName: 'hive_table',
        guid: '-2',
        attributes: {qualifiedName: 'u@old', name: 'u'},
      };
      await api('/v2/entity/bulk', {body: {entities: [load, target]}});
      for (const path of [
        `/lineage/${table}/outputs/graph`,
        '/lineage/hive/table/t@old/outputs/graph',
      ]) {
        const {results} = await ok<{
          results: {
            values: {vertices: Record<string, {values: Fields}>; edges: Record<string, string[]>};
          };
        }>(path);
        const {vertices, edges} = results.values;
        const names = Object.values(vertices).map(one => one.values['name']);
        assert.deepEqual(names.toSorted(), ['t', 'u'], 'processes are on the way only');
        const [process = ''] = edges[table] ?? [];
        const [end = ''] = edges[process] ?? [];
        assert.equal(vertices[end]?.values['name'], 'u');
        const back = await ok<{results: typeof results}>(`/lineage/${end}/inputs/graph`);
        assert.deepEqual(back.results.values.edges, {[end]: [process], [process]: [table]});
      }
      assert.equal(await refused('/lineage/hive/table/none/inputs/graph'), 404);
      assert.equal(await refused(`/lineage/${db}/inputs/graph`), 404);
    });

    test('entities that own one another are shown in one another once', async () => {
      const parts = {
        name: 'parts',
        typeName: 'array<old_node>',
        isOptional: true,
        constraints: [{type: 'ownedRef'}],
      };
      const type = {name: 'old_node', superTypes: ['Referenceable'], attributeDefs: [parts]};
      assert.equal((await api('/v2/types/typedefs', {body: {entityDefs: [type]}})).status, 200);
      const node = (guid: string, part: string) => ({
        typeName: 'old_node',
        guid,
        attributes: {qualifiedName: `node${guid}`, parts: [{guid: part, typeName: 'old_node'}]},
      });
      const made = await api('/v2/entity/bulk', {
        body: {entities: [node('-1', '-2'), node('-2', '-1')]},
      });
      const {guidAssignments} = made.json as {guidAssignments: Record<string, string>};
      const first = String(guidAssignments['-1']);
      const {definition} = await ok<{definition: {values: {parts: Result['definition'][]}}}>(
        `/entities/${first}`,
      );
      const [second] = definition.values.parts;
      assert.equal(second?.values['qualifiedName'], 'node-2');
      assert.equal((second.values['parts'] as Fields[])[0]?.['id'], first);
      type Node = {qualifiedName: string; parts: [{qualifiedName: string; parts: [Fields]}]};
      const found = await ok<{results: Node[]}>('/discovery/search/dsl?query=old_node');
      assert.deepEqual(
        found.results.map(one => [one.qualifiedName, one.parts[0].qualifiedName]).toSorted(),
        [
          ['node-1', 'node-2'],
          ['node-2', 'node-1'],
        ],
      );
      for (const one of found.results)
        assert.ok(!('qualifiedName' in one.parts[0].parts[0]), one.qualifiedName);
    });

    test('entities are deleted by guid and by name', async () => {
      assert.deepEqual(
        (await ok<Result>(`/entities?guid=${table}`, {method: 'DELETE'})).entities[
          'deleted'
        ]?.includes(table),
        true,
      );
      const unique = 'type=hive_db&property=qualifiedName&value=d@old';
      assert.deepEqual(
        (await ok<Result>(`/entities?${unique}`, {method: 'DELETE'})).entities['deleted'],
        [db],
      );
      for (const gone of [unique, `guid=${table}`, 'guid=none']) {
        assert.deepEqual(Object.keys(await ok(`/entities?${gone}`, {method: 'DELETE'})), [
          'requestId',
        ]);
      }
      assert.equal(await refused('/entities', {method: 'DELETE'}), 404);
    });
  });
}

// Partial updates, annotations by every way to name an entity, business metadata and shells.
import assert from 'node:assert/strict';
import {after, before, suite, test} from 'node:test';
import {postgresForTests} from '@gazetteer/db/testing';
import {writeXlsx} from '@gazetteer/sheet';
import {bothDatabases} from './both-databases.ts';
import {ask, type Answer, type Entity} from './client.ts';
import {expectDeclaredRefusals} from './declared-refusals.ts';
import {startFreshCatalog, type RunningCatalog} from './server-fixture.ts';

expectDeclaredRefusals();

type Mutation = {
  mutatedEntities?: Record<string, Entity[]>;
  guidAssignments?: Record<string, string>;
  partialUpdatedEntities?: Entity[];
};
type Import = Record<
  'failedImportInfoList' | 'successImportInfoList',
  {childObjectName: string; remarks: string}[]
>;

const cluster = await postgresForTests();
if ('url' in cluster) after(() => cluster.stop());

const businessAttribute = (name: string, typeName: string, more: object = {}) => ({
  name,
  typeName,
  isOptional: true,
  cardinality: typeName.startsWith('array') ? 'SET' : 'SINGLE',
  ...more,
  options: {applicableEntityTypes: '["hive_db"]', maxStrLength: '10'},
});

for (const {database, options, start} of bothDatabases(cluster)) {
  suite(`${database}: updates`, options, () => {
    let server: RunningCatalog;
    const call = (path: string, body?: unknown, method?: string): Promise<Answer> =>
      ask(`${server.url}/api/atlas${path}`, {body, ...(method === undefined ? {} : {method})});
    const ok = async (path: string, body?: unknown, method?: string): Promise<unknown> => {
      const answer = await call(path, body, method);
      assert.ok(answer.status < 300, `${path}: ${answer.text}`);
      return answer.json;
    };
    const errorOf = ({status, json}: Answer) => [
      status,
      (json as {errorCode?: string} | undefined)?.errorCode,
    ];
    const save = async (
      typeName: string,
      name: string,
      attributes: object = {},
      more: object = {},
    ): Promise<string> => {
      const all = {qualifiedName: name, name, ...attributes};
      const answer = (await ok('/v2/entity', {
        entity: {typeName, guid: '-1', attributes: all, ...more},
      })) as Mutation;
      return answer.guidAssignments?.['-1'] ?? '';
    };
    const db = (name: string, more: object = {}) => save('hive_db', name, {clusterName: 'c'}, more);
    const read = async (guid: string): Promise<Entity> =>
      ((await ok(`/v2/entity/guid/${guid}`)) as {entity: Entity}).entity;
    const byName = (typeName: string, name: string) =>
      `/v2/entity/uniqueAttribute/type/${typeName}?attr:qualifiedName=${name}`;

    before(async () => {
      server = await start();
      await ok('/v2/types/typedefs', {
        entityDefs: [
          {
            name: 'Appender',
            superTypes: ['Asset'],
            options: {appendRelationshipsOnPartialUpdate: '["friends"]'},
            attributeDefs: [
              {
                name: 'tags',
                typeName: 'array<string>',
                cardinality: 'SET',
                isOptional: true,
                options: {isAppendOnPartialUpdate: 'true'},
              },
              {name: 'notes', typeName: 'array<string>', cardinality: 'SET', isOptional: true},
            ],
          },
        ],
        relationshipDefs: [
          {
            name: 'appender_friends',
            relationshipCategory: 'ASSOCIATION',
            endDef1: {type: 'Appender', name: 'friends', cardinality: 'SET'},
            endDef2: {type: 'hive_db', name: 'fans', cardinality: 'SET'},
          },
        ],
        businessMetadataDefs: [
          {
            name: 'Cost',
            attributeDefs: [
              businessAttribute('owner', 'string'),
              businessAttribute('amount', 'int'),
              businessAttribute('teams', 'array<string>'),
            ],
          },
          {
            name: 'Strict',
            attributeDefs: [businessAttribute('must', 'string', {isOptional: false})],
          },
        ],
      });
    });
    after(() => server?.stop());

    test('half of a character in a unique value is what the database keeps of it, from the first save on', async () => {
      const saved = async (end: string) => {
        const text = `{"entity": {"typeName": "hive_db", "attributes": {"qualifiedName": "half${end}", "name": "n", "clusterName": "c"}}}`;
        const answer = await call('/v2/entity', text);
        assert.equal(answer.status, 200, answer.text);
        return answer.json as Mutation;
      };
      const guid = (await saved(String.raw`\ud800`)).mutatedEntities?.['CREATE']?.[0]?.guid;
      const again = await saved(String.raw`\udbff`);
      assert.equal(again.mutatedEntities?.['CREATE'], undefined);
      const found = (await ok(byName('hive_db', `half${encodeURIComponent('\uFFFD')}`))) as {
        entity: Entity;
      };
      assert.equal(found.entity.guid, guid);
    });

    test('by unique attribute, what the body carries is changed and nothing else is asked for', async () => {
      const guid = await db('partial');
      const body = {entity: {typeName: 'hive_db', guid: '-77', attributes: {description: 'new'}}};
      const answer = (await ok(byName('hive_db', 'partial'), body, 'PUT')) as Mutation;
      assert.deepEqual(Object.keys(answer.mutatedEntities ?? {}), ['PARTIAL_UPDATE']);
      assert.deepEqual(
        [answer.guidAssignments, answer.partialUpdatedEntities?.map(one => one.guid)],
        [{}, [guid]],
      );
      const {attributes} = await read(guid);
      assert.deepEqual([attributes['description'], attributes['clusterName']], ['new', 'c']);
      assert.equal(
        (await call('/v2/entity', body)).status,
        404,
        'as a whole it lacks what its type demands',
      );
    });

    test('an update by unique attribute of what is not there, or of no such attribute, is refused', async () => {
      const body = {entity: {typeName: 'hive_db', attributes: {description: 'x'}}};
      assert.deepEqual(errorOf(await call(byName('hive_db', 'nobody'), body, 'PUT')), [
        404,
        'ATLAS-404-00-009',
      ]);
      assert.deepEqual(errorOf(await call(byName('nope', 'nobody'), body, 'PUT')), [
        400,
        'ATLAS-400-00-014',
      ]);
      const byDescription = '/v2/entity/uniqueAttribute/type/hive_db?attr:description=x';
      assert.deepEqual(errorOf(await call(byDescription, body, 'PUT')), [400, 'ATLAS-400-00-013']);
      assert.deepEqual(errorOf(await call(byName('hive_db', 'partial'), {entity: null}, 'PUT')), [
        400,
        'ATLAS-400-00-01A',
      ]);
    });

    test('an entity that a body gives another type stays what it is, and takes what both types have', async () => {
      const guid = await save('hive_table', 'typed', {tableType: 'VIEW'});
      const before = await read(guid);
      const other = (attributes: object) => ({entity: {typeName: 'hive_db', guid, attributes}});
      for (const [path, method, description] of [
        [byName('hive_table', 'typed'), 'PUT', 'by name'],
        ['/v2/entity', 'POST', 'by guid'],
      ] as const) {
        const given = other({description, clusterName: 'lost'});
        const {mutatedEntities = {}} = (await ok(path, given, method)) as Mutation;
        assert.deepEqual(
          Object.values(mutatedEntities).map(list => list.map(one => one.guid)),
          [[guid]],
        );
        const after = await read(guid);
        assert.equal(after.typeName, 'hive_table');
        assert.deepEqual(after.attributes, {...before.attributes, description});
      }
      const nothing = (await ok('/v2/entity', other({clusterName: 'lost'}))) as Mutation;
      assert.equal(nothing.mutatedEntities, undefined, 'a change of nothing is no change');
      const renamed = {qualifiedName: 'taken_table'};
      await save('hive_table', 'taken_table');
      assert.deepEqual(errorOf(await call('/v2/entity', other(renamed))), [
        409,
        'ATLAS-409-00-003',
      ]);
      assert.deepEqual(errorOf(await call('/v2/entity', {entity: {typeName: 'nope', guid}})), [
        400,
        'ATLAS-400-00-014',
      ]);
    });

    test('lists and relations that say so grow by a partial update; by a full one they are replaced', async () => {
      const [one, two] = [await db('friend_one'), await db('friend_two')];
      const ref = (guid: string) => ({guid, typeName: 'hive_db'});
      const guid = await save('Appender', 'appender', {
        tags: ['a'],
        notes: ['a'],
        friends: [ref(one)],
      });
      const body = {
        entity: {
          typeName: 'Appender',
          attributes: {tags: ['b', 'a'], notes: ['b'], friends: [ref(two)]},
        },
      };
      await ok(byName('Appender', 'appender'), body, 'PUT');
      const friendsOf = (entity: Entity) =>
        (
          entity['relationshipAttributes'] as {
            friends: {guid: string; relationshipStatus: string}[];
          }
        ).friends
          .filter(friend => friend.relationshipStatus === 'ACTIVE')
          .map(friend => friend.guid);
      const grown = await read(guid);
      assert.deepEqual([grown.attributes['tags'], grown.attributes['notes']], [['a', 'b'], ['b']]);
      assert.deepEqual(friendsOf(grown).toSorted(), [one, two].toSorted());
      await save('Appender', 'appender', {tags: ['c'], friends: [ref(one)]});
      const replaced = await read(guid);
      assert.deepEqual([replaced.attributes['tags'], friendsOf(replaced)], [['c'], [one]]);
    });

    test('what was read can be sent back with a change, deleted neighbours and all', async () => {
      const home = await db('back_db');
      const table = await save('hive_table', 'back_table', {db: {guid: home}});
      const [gone, stays] = [
        await save('hive_column', 'back_gone', {type: 'int', table: {guid: table}}),
        await save('hive_column', 'back_stays', {type: 'int', table: {guid: table}}),
      ];
      const other = await save('hive_table', 'back_other', {db: {guid: home}});
      const process = await save('hive_process', 'back_process', {
        inputs: [{guid: other, typeName: 'hive_table'}],
        outputs: [{guid: table, typeName: 'hive_table'}],
        userName: 'u',
        startTime: 0,
        endTime: 0,
        operationType: 'o',
        queryText: 'q',
        queryPlan: 'p',
        queryId: 'i',
      });
      for (const guid of [gone, other]) await ok(`/v2/entity/guid/${guid}`, undefined, 'DELETE');
      for (const guid of [table, process, home]) {
        const full = (await ok(`/v2/entity/guid/${guid}`)) as {entity: Entity};
        const related = JSON.stringify(full.entity['relationshipAttributes']);
        assert.match(related, /"entityStatus":"DELETED"/);
        full.entity.attributes['description'] = 'changed';
        const {mutatedEntities} = (await ok('/v2/entity', full)) as Mutation;
        assert.deepEqual(
          Object.entries(mutatedEntities ?? {}).map(([kind, list]) => [
            kind,
            list.map(one => one.guid),
          ]),
          [['UPDATE', [guid]]],
        );
        const after = await read(guid);
        assert.equal(after.attributes['description'], 'changed');
        assert.equal(JSON.stringify(after['relationshipAttributes']), related);
        assert.deepEqual(Object.keys((await ok('/v2/entity', full)) as Mutation), [
          'guidAssignments',
        ]);
      }
      const anew = {
        guid: '-1',
        typeName: 'hive_table',
        attributes: {qualifiedName: 'back_new', name: 'n'},
      };
      const columns = [{guid: gone, typeName: 'hive_column'}];
      for (const attributes of [
        {...anew.attributes, db: {guid: home}, columns},
        {...anew.attributes, db: {guid: home}, columns: [{guid: stays}, ...columns]},
      ]) {
        await ok('/v2/entity', {entity: {...anew, attributes}});
      }
      const made = (await ok(
        '/v2/entity/uniqueAttribute/type/hive_table?attr:qualifiedName=back_new',
      )) as {
        entity: Entity;
      };
      const held = made.entity['relationshipAttributes'] as {
        columns: {guid: string; entityStatus: string}[];
      };
      assert.deepEqual(
        held.columns.map(one => [one.guid, one.entityStatus]).toSorted(),
        [
          [stays, 'ACTIVE'],
          [gone, 'DELETED'],
        ].toSorted(),
      );
    });

    test('a unique value that belongs to another entity is refused', async () => {
      const [one] = [await db('held_one'), await db('held_two')];
      const entity = {guid: one, typeName: 'hive_db', attributes: {qualifiedName: 'held_two'}};
      assert.deepEqual(errorOf(await call(byName('hive_db', 'held_one'), {entity}, 'PUT')), [
        409,
        'ATLAS-409-00-003',
      ]);
      const whole = {...entity, attributes: {...entity.attributes, name: 'n', clusterName: 'c'}};
      assert.deepEqual(errorOf(await call('/v2/entity', {entity: whole})), [
        409,
        'ATLAS-409-00-003',
      ]);
      const asked = await call(`/v2/entity/guid/${one}?name=qualifiedName`, '"held_two"', 'PUT');
      assert.deepEqual(errorOf(asked), [409, 'ATLAS-409-00-003']);
      assert.equal((await read(one)).attributes['qualifiedName'], 'held_one');
    });

    test('many by guid need a guid', async () => {
      assert.deepEqual(errorOf(await call('/v2/entity/bulk')), [404, 'ATLAS-404-00-005']);
      assert.deepEqual(errorOf(await call('/v2/entity/bulk', undefined, 'DELETE')), [
        400,
        'ATLAS-400-00-01A',
      ]);
    });

    test('labels by unique attribute: set, added, taken away', async () => {
      const guid = await db('labelled');
      const labels = (path = '') =>
        `/v2/entity/uniqueAttribute/type/hive_db/labels?attr:qualifiedName=labelled${path}`;
      await ok(labels(), ['a', 'b']);
      await ok(labels(), ['c'], 'PUT');
      await ok(labels(), ['a'], 'DELETE');
      assert.deepEqual((await read(guid))['labels'], ['b', 'c']);
      assert.deepEqual(errorOf(await call(labels(), ['x'.repeat(51)])), [400, 'ATLAS-400-00-08F']);
      assert.deepEqual(errorOf(await call(labels(), ['?'])), [400, 'ATLAS-400-00-090']);
      const unknown = '/v2/entity/uniqueAttribute/type/hive_db/labels?attr:qualifiedName=nobody';
      assert.deepEqual(errorOf(await call(unknown, ['a'])), [404, 'ATLAS-404-00-009']);
    });

    test('custom attributes of an update replace the whole map, and have their limits', async () => {
      const guid = await db('custom', {customAttributes: {a: '1'}});
      await db('custom', {customAttributes: {b: '2'}});
      assert.deepEqual((await read(guid))['customAttributes'], {b: '2'});
      const refused = async (customAttributes: object) => {
        const attributes = {qualifiedName: 'custom', name: 'custom', clusterName: 'c'};
        return errorOf(
          await call('/v2/entity', {entity: {typeName: 'hive_db', attributes, customAttributes}}),
        );
      };
      assert.deepEqual(await refused({['k'.repeat(51)]: 'v'}), [400, 'ATLAS-400-00-08C']);
      assert.deepEqual(await refused({'k k': 'v'}), [400, 'ATLAS-400-00-08D']);
      assert.deepEqual(await refused({k: 'v'.repeat(501)}), [400, 'ATLAS-400-00-08E']);
    });

    test('business attributes are set, merged, overwritten and taken away', async () => {
      const guid = await db('business', {businessAttributes: {Cost: {owner: 'ann'}}});
      const values = async () => (await read(guid))['businessAttributes'];
      const path = `/v2/entity/guid/${guid}/businessmetadata`;
      await ok(path, {Cost: {amount: '3'}, Strict: {must: 'x'}});
      assert.deepEqual(await values(), {Cost: {owner: 'ann', amount: 3}, Strict: {must: 'x'}});
      await ok(`${path}/Cost`, {owner: null, teams: ['a', 'b', 'a']});
      assert.deepEqual(await values(), {Cost: {amount: 3, teams: ['a', 'b']}, Strict: {must: 'x'}});
      await ok(`${path}?isOverwrite=true`, {Cost: {owner: 'bob'}});
      assert.deepEqual(await values(), {Cost: {owner: 'bob'}});
      await ok(`${path}/Cost`, {amount: 1});
      await ok(path, {Cost: {owner: 'bob'}}, 'DELETE');
      assert.deepEqual(await values(), {Cost: {amount: 1}});
      await ok(`${path}/Cost`, {}, 'DELETE');
      assert.equal(await values(), undefined);
      const actions = (await ok(
        `/v2/entity/${guid}/audit?auditAction=BUSINESS_ATTRIBUTE_UPDATE`,
      )) as {
        details: string;
      }[];
      assert.equal(
        actions[0]?.details,
        'Updated business attributes: {"typeName":"Cost","attributes":{"amount":null}}',
      );
    });

    test('business attributes that do not fit are all told', async () => {
      const guid = await db('unfit');
      const path = `/v2/entity/guid/${guid}/businessmetadata`;
      const body = {
        Nope: {a: 1},
        Cost: {nope: 1, amount: 'many', owner: 'x'.repeat(11)},
        Strict: {},
      };
      const {status, json} = await call(path, body);
      const {errorCode, errors} = json as {errorCode: string; errors: string[]};
      assert.deepEqual([status, errorCode], [404, 'ATLAS-404-00-007']);
      const told = JSON.stringify(errors);
      for (const part of [
        'Nope: invalid',
        'Cost.nope',
        'Cost.amount',
        'longer than 10',
        'hive_db.Strict.must: mandatory',
      ]) {
        assert.ok(told.includes(part), `${part} is not in ${told}`);
      }
      assert.deepEqual(errorOf(await call(path, {})), [400, 'ATLAS-400-00-01A']);
      assert.deepEqual(errorOf(await call(path, {Nope: {}}, 'DELETE')), [404, 'ATLAS-404-00-007']);
      const table = await save('hive_table', 'unfit_table');
      const elsewhere = await call(`/v2/entity/guid/${table}/businessmetadata`, {
        Cost: {amount: 1},
      });
      assert.deepEqual(errorOf(elsewhere), [404, 'ATLAS-404-00-007'], 'it applies to hive_db only');
    });

    test('business attributes are imported from CSV and XLSX, and what is wrong is told by line', async () => {
      const [one, two] = [
        await db('import_one', {businessAttributes: {Cost: {owner: 'kept'}}}),
        await db('import_two'),
      ];
      const template = await call('/v2/entity/businessmetadata/import/template');
      assert.equal(template.status, 200);
      assert.match(template.headers.get('content-disposition') ?? '', /template_business_metadata/);
      const rows = [
        template.text.split(','),
        ['hive_db', 'import_one', 'Cost.amount', '7', ''],
        ['hive_db', 'import_one', 'Cost.teams', 'a|b', 'qualifiedName'],
        ['hive_db', 'import_two', 'Cost.amount', 'many', ''],
        ['hive_db', 'nobody', 'Cost.amount', '1', ''],
        ['hive_db', '', 'Cost.amount', '1', ''],
        ['hive_db', 'import_two', 'Nope.amount', '1', ''],
        ['nope', 'import_two', 'Cost.amount', '1', ''],
      ];
      const upload = async (name: string, bytes: Uint8Array<ArrayBuffer>): Promise<Answer> => {
        const form = new FormData();
        form.set('file', new Blob([bytes]), name);
        return await ask(`${server.url}/api/atlas/v2/entity/businessmetadata/import`, {
          method: 'POST',
          body: form,
        });
      };
      const csv = new TextEncoder().encode(rows.map(cells => cells.join(',')).join('\n'));
      const {status, json, text} = await upload('import.csv', csv);
      assert.equal(status, 200, text);
      const {failedImportInfoList: failed, successImportInfoList: succeeded} = json as Import;
      assert.equal(succeeded.length, 1);
      assert.deepEqual(
        failed.map(one => /^line (\d)/.exec(one.remarks)?.[1] ?? one.remarks).toSorted(),
        ['5', '6', '7', '8', 'Cost.amount=many: invalid value for type int'],
      );
      assert.deepEqual((await read(one))['businessAttributes'], {
        Cost: {owner: 'kept', amount: 7, teams: ['a', 'b']},
      });
      assert.equal((await read(two))['businessAttributes'], undefined);

      const parts: Uint8Array[] = [];
      for await (const part of writeXlsx('Values', [
        rows[0] ?? [],
        ['hive_db', 'import_two', 'Cost.owner', 'x', ''],
      ]))
        parts.push(part);
      assert.equal((await upload('import.xlsx', new Uint8Array(Buffer.concat(parts)))).status, 200);
      assert.deepEqual((await read(two))['businessAttributes'], {Cost: {owner: 'x'}});
      assert.deepEqual(errorOf(await upload('import.txt', csv)), [400, 'ATLAS-400-00-098']);
      assert.deepEqual(
        errorOf(await upload('import.csv', new TextEncoder().encode(template.text))),
        [400, 'ATLAS-400-00-09B'],
      );
      assert.deepEqual(errorOf(await upload('import.xlsx', csv)), [400, 'ATLAS-400-00-09C']);
    });

    test('business metadata with values cannot be deleted, but by force', async () => {
      const def = {
        businessMetadataDefs: [
          {name: 'Passing', attributeDefs: [businessAttribute('x', 'string')]},
        ],
      };
      await ok('/v2/types/typedefs', def);
      const guid = await db('passing', {businessAttributes: {Passing: {x: 'y'}}});
      assert.deepEqual(errorOf(await call('/v2/types/typedef/name/Passing', undefined, 'DELETE')), [
        409,
        'ATLAS-409-00-002',
      ]);
      await ok(`/v2/entity/guid/${guid}/businessmetadata/Passing`, {}, 'DELETE');
      await ok('/v2/types/typedef/name/Passing', undefined, 'DELETE');
      await ok('/v2/types/typedefs', def);
      await ok(`/v2/entity/guid/${guid}/businessmetadata`, {Passing: {x: 'y'}});
      await ok('/v2/types/typedef/name/Passing?force=true', undefined, 'DELETE');
    });
  });
}

suite('shells', () => {
  let server: RunningCatalog;
  before(async () => {
    server = await startFreshCatalog({args: ['--create-shells', '--label-max-length', '3']});
  });
  after(() => server?.stop());
  const save = async (entity: object): Promise<Answer> =>
    await ask(`${server.url}/api/atlas/v2/entity`, {body: {entity}});

  test('what is referred to and not there yet is made as a shell, found, and filled later', async () => {
    const ref = {typeName: 'hive_db', uniqueAttributes: {qualifiedName: 'late@c'}};
    const attributes = {qualifiedName: 'early@c', name: 'early', db: ref};
    const first = (await save({typeName: 'hive_table', guid: '-1', attributes})).json as Mutation;
    const shell = first.mutatedEntities?.['CREATE']?.find(one => one.typeName === 'hive_db');
    assert.deepEqual(
      [shell?.['isIncomplete'], Object.keys(first.guidAssignments ?? {})],
      [true, ['-1']],
    );
    const metrics = async () =>
      (
        (await ask(`${server.url}/api/atlas/admin/metrics`)).json as {
          data: {entity: {entityShell: object}};
        }
      ).data.entity.entityShell;
    assert.deepEqual(await metrics(), {hive_db: 1});
    const partial = {entity: {typeName: 'hive_db', attributes: {owner: 'ann'}}};
    const byName = `${server.url}/api/atlas/v2/entity/uniqueAttribute/type/hive_db?attr:qualifiedName=late@c`;
    assert.equal((await ask(byName, {method: 'PUT', body: partial})).status, 200);
    assert.deepEqual(await metrics(), {hive_db: 1}, 'it still lacks what its type demands');

    const full = {qualifiedName: 'late@c', name: 'late', clusterName: 'c'};
    const second = (await save({typeName: 'hive_db', attributes: full})).json as Mutation;
    assert.deepEqual(
      second.mutatedEntities?.['UPDATE']?.map(one => [one.guid, one['isIncomplete']]),
      [[shell?.guid, false]],
    );
    assert.deepEqual(await metrics(), {});
    const audit = (await ask(`${server.url}/api/atlas/v2/entity/${shell?.guid}/audit`)).json as {
      action: string;
    }[];
    assert.deepEqual(
      audit.map(one => one.action),
      ['ENTITY_CREATE', 'ENTITY_UPDATE'],
    );
  });

  test('limits of labels are those that were set', async () => {
    const attributes = {qualifiedName: 'limits', name: 'limits', clusterName: 'c'};
    assert.equal((await save({typeName: 'hive_db', attributes, labels: ['four']})).status, 400);
    assert.equal((await save({typeName: 'hive_db', attributes, labels: ['two']})).status, 200);
  });
});

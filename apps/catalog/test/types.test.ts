// Type definitions over REST, against a whole server.
import assert from 'node:assert/strict';
import {after, before, suite, test} from 'node:test';
import {ask, type Answer} from './client.ts';
import {expectDeclaredRefusals} from './declared-refusals.ts';
import {startFreshCatalog, type RunningCatalog} from './server-fixture.ts';

expectDeclaredRefusals();

type Def = {name: string; guid: string; version: number; [field: string]: unknown};
type Defs = Record<string, Def[]>;

suite('type definitions', () => {
  let server: RunningCatalog;
  before(async () => {
    server = await startFreshCatalog();
  });
  after(() => server?.stop());

  const types = async (path: string, options: Parameters<typeof ask>[1] = {}): Promise<Answer> =>
    await ask(`${server.url}/api/atlas/v2/types/${path}`, options);
  const error = ({status, json}: Answer) => [
    status,
    (json as {errorCode?: string} | undefined)?.errorCode,
  ];

  test('each category is created, read by name and guid where it belongs, and only there', async () => {
    const input = {
      enumDefs: [{name: 't_enum', elementDefs: [{value: 'A', ordinal: 0}]}],
      structDefs: [
        {name: 't_struct', attributeDefs: [{name: 'a', typeName: 't_enum', isOptional: true}]},
      ],
      classificationDefs: [{name: 't_classification'}],
      entityDefs: [{name: 't_entity', superTypes: ['DataSet']}],
      relationshipDefs: [
        {
          name: 't_relationship',
          relationshipCategory: 'ASSOCIATION',
          endDef1: {type: 't_entity', name: 'left'},
          endDef2: {type: 't_entity', name: 'right'},
        },
      ],
      businessMetadataDefs: [{name: 't_business'}],
    };
    const {status, json} = await types('typedefs', {body: input});
    assert.equal(status, 200);
    const segments = [
      'enum',
      'struct',
      'classification',
      'entity',
      'relationship',
      'businessmetadata',
    ];
    for (const [list, defs] of Object.entries(json as Defs)) {
      const segment = list.slice(0, -'Defs'.length).toLowerCase();
      const other = segments.find(one => one !== segment);
      const [def] = defs;
      assert.ok(def !== undefined && segments.includes(segment), list);
      for (const by of [`name/${def.name}`, `guid/${def.guid}`]) {
        assert.deepEqual((await types(`${segment}def/${by}`)).json, def);
        assert.deepEqual((await types(`typedef/${by}`)).json, def);
      }
      assert.deepEqual(error(await types(`${other}def/name/${def.name}`)), [
        404,
        'ATLAS-404-00-001',
      ]);
      assert.deepEqual(error(await types(`${other}def/guid/${def.guid}`)), [
        404,
        'ATLAS-404-00-002',
      ]);
    }
  });

  test('all definitions have a tag: who has them is told so until one changes, under both prefixes', async () => {
    for (const api of ['atlas', 'meta']) {
      const read = (headers: Record<string, string> = {}) =>
        ask(`${server.url}/api/${api}/v2/types/typedefs`, {headers});
      const first = await read({'accept-encoding': 'identity'});
      const tag = first.headers.get('etag') ?? '';
      assert.match(tag, /^W\/"[\w-]{43}"$/);
      assert.equal(first.headers.get('content-encoding'), null);
      assert.equal(first.text.includes('"__AtlasUserProfile"'), api === 'atlas');
      const packed = await read({'accept-encoding': 'br, gzip'});
      assert.deepEqual(
        [packed.headers.get('content-encoding'), packed.headers.get('etag')],
        ['gzip', tag],
      );
      assert.equal(packed.text, first.text);
      assert.equal(
        (await read({'accept-encoding': 'gzip;q=0'})).headers.get('content-encoding'),
        null,
      );
      const known = await read({'if-none-match': `"other", ${tag}`});
      assert.deepEqual([known.status, known.text, known.headers.get('etag')], [304, '', tag]);
      assert.equal((await read({'if-none-match': '"other"'})).text, first.text);
      await types('typedefs', {body: {classificationDefs: [{name: `t_tagged_${api}`}]}});
      const changed = await read({'if-none-match': tag});
      assert.equal(changed.status, 200);
      assert.ok(changed.text.includes(`"t_tagged_${api}"`));
    }
  });

  test('a new type is usable at once; with entities it cannot be deleted, even when they are deleted', async () => {
    await types('typedefs', {body: {entityDefs: [{name: 't_used', superTypes: ['DataSet']}]}});
    const entity = {typeName: 't_used', attributes: {qualifiedName: 'u', name: 'u'}};
    const created = await ask(`${server.url}/api/atlas/v2/entity`, {body: {entity}});
    assert.equal(created.status, 200, created.text);
    await ask(
      `${server.url}/api/atlas/v2/entity/uniqueAttribute/type/t_used?attr:qualifiedName=u`,
      {method: 'DELETE'},
    );
    assert.deepEqual(error(await types('typedef/name/t_used', {method: 'DELETE'})), [
      409,
      'ATLAS-409-00-002',
    ]);
    assert.equal((await types('typedef/name/t_used')).status, 200);
  });

  test('types are deleted by name or all together, or not at all', async () => {
    const body = {entityDefs: [{name: 't_parent'}, {name: 't_child', superTypes: ['t_parent']}]};
    await types('typedefs', {body});
    assert.deepEqual(error(await types('typedef/name/t_parent', {method: 'DELETE'})), [
      409,
      'ATLAS-409-00-002',
    ]);
    const more = {...body, structDefs: [{name: 'nope'}]};
    assert.deepEqual(error(await types('typedefs', {method: 'DELETE', body: more})), [
      404,
      'ATLAS-404-00-001',
    ]);
    const {status, text} = await types('typedefs', {method: 'DELETE', body});
    assert.deepEqual([status, text], [204, '']);
    assert.deepEqual(error(await types('typedef/name/t_child')), [404, 'ATLAS-404-00-001']);
  });

  test('an update answers only what it updated; an invalid one changes nothing', async () => {
    const create = {structDefs: [{name: 't_a'}, {name: 't_b'}]};
    await types('typedefs', {body: create});
    const attributeDefs = [{name: 'x', typeName: 'int', isOptional: true}];
    const bad = {
      structDefs: [
        {name: 't_a', attributeDefs},
        {name: 't_b', attributeDefs: [{name: 'm', typeName: 'int'}]},
      ],
    };
    assert.deepEqual(error(await types('typedefs', {method: 'PUT', body: bad})), [
      400,
      'ATLAS-400-00-00C',
    ]);
    const good = {structDefs: [{name: 't_a', attributeDefs}]};
    const {json} = await types('typedefs', {method: 'PUT', body: good});
    assert.deepEqual(
      (json as Defs)['structDefs']?.map(def => [def.name, def.version]),
      [['t_a', 2]],
    );
  });

  test('lists are filtered by query parameters; empty ones narrow nothing', async () => {
    const names = async (query: string) => {
      const {json} = await types(`typedefs/headers?${query}`);
      return (json as Def[]).map(def => def.name).sort();
    };
    assert.deepEqual(await names('servicetype=kafka&type='), [
      'jms_topic',
      'kafka_topic',
      'kafka_topic_avroSchema',
    ]);
    assert.deepEqual(await names('servicetype=kafka&notname=jms_topic&notname=kafka_topic'), [
      'kafka_topic_avroSchema',
    ]);
    const all = (await types('typedefs?type=entity&supertype=Path')).json as Defs;
    assert.deepEqual(
      Object.entries(all).map(([list, defs]) => [list, defs.length]),
      [
        ['enumDefs', 0],
        ['structDefs', 0],
        ['classificationDefs', 0],
        ['entityDefs', 6],
        ['relationshipDefs', 0],
        ['businessMetadataDefs', 0],
      ],
    );
    const visible = await names('excludeInternalTypesAndReferences=true');
    assert.ok(visible.includes('hive_table') && !visible.includes('AtlasGlossaryTerm'));
  });

  test('the roots stand for all types, under their alias alone', async () => {
    const entity = (await types('entitydef/name/_ALL_ENTITY_TYPES')).json as Def;
    const classification = (await types('classificationdef/name/_ALL_CLASSIFICATION_TYPES'))
      .json as Def;
    assert.deepEqual(
      [entity.name, classification.name],
      ['__ENTITY_ROOT', '__CLASSIFICATION_ROOT'],
    );
    assert.deepEqual(error(await types('enumdef/name/_ALL_ENTITY_TYPES')), [
      404,
      'ATLAS-404-00-001',
    ]);
  });

  test('a malformed request is told precisely and is never a fault of the server', async () => {
    assert.deepEqual(error(await types('typedefs', {body: [1]})), [400, 'ATLAS-400-00-011']);
    assert.deepEqual(error(await types('typedefs', {body: {entityDefs: [null]}})), [
      400,
      'ATLAS-400-00-011',
    ]);
    assert.deepEqual(error(await types('typedefs', {method: 'DELETE', body: {entityDefs: [7]}})), [
      400,
      'ATLAS-400-00-011',
    ]);
    assert.equal((await types('typedefs', {body: '{"entityDefs": ['})).status, 400);
    assert.equal((await types('typedefs', {method: 'PUT'})).status, 400);
    assert.deepEqual(Object.keys((await types('typedefs', {body: {}})).json as Defs).length, 6);
  });
});

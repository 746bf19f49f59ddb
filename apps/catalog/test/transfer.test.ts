import assert from 'node:assert/strict';
import {randomUUID} from 'node:crypto';
import {mkdtemp, readFile, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {after, before, describe, test} from 'node:test';
import {postgresForTests} from '@gazetteer/db/testing';
import {ZipReader, ZipWriter} from '@gazetteer/formats/zip';
import {bothDatabases} from './both-databases.ts';
import {admin, ask, tableWithColumns} from './client.ts';
import {expectDeclaredRefusals} from './declared-refusals.ts';
import type {RunningCatalog} from './server-fixture.ts';

expectDeclaredRefusals();

type Json = Record<string, unknown>;
type EntityFile = {
  entity: Json & {guid: string; typeName: string};
  referredEntities: Record<string, Json>;
};

const cluster = await postgresForTests();
after(async () => {
  if ('stop' in cluster) await cluster.stop();
});
const limits = {maxEntries: 1000, maxEntryBytes: 10_000_000, maxTotalBytes: 100_000_000};

for (const {database, options, start} of bothDatabases(cluster)) {
  describe(`export and import on ${database}`, options, () => {
    let source: RunningCatalog;
    let copy: RunningCatalog;
    let folder: string;
    const guids: Record<string, string> = {};
    before(async () => {
      folder = await mkdtemp(join(tmpdir(), 'transfer-'));
      [source, copy] = await Promise.all([start(), start()]);
      await fill(source, guids);
    });
    after(async () => {
      await Promise.all([source.stop(), copy.stop()]);
      await rm(folder, {recursive: true});
    });

    const send = (server: RunningCatalog, path: string, body?: unknown, method?: string) =>
      ask(`${server.url}/api/atlas${path}`, {
        ...(body === undefined ? {} : {body}),
        ...(method === undefined ? {} : {method}),
      });

    const exported = async (items: Json[], requestOptions: Json = {}) => {
      const response = await fetch(`${source.url}/api/atlas/admin/export`, {
        method: 'POST',
        headers: {authorization: admin, 'content-type': 'application/json'},
        body: JSON.stringify({itemsToExport: items, options: requestOptions}),
      });
      return {status: response.status, bytes: Buffer.from(await response.arrayBuffer())};
    };

    const read = async (bytes: Buffer) => {
      const path = join(folder, 'read.zip');
      await writeFile(path, bytes);
      const zip = await ZipReader.open(path, limits);
      const json = async (name: string) => JSON.parse((await zip.text(name)) ?? 'null') as unknown;
      const order = (await json('atlas-export-order.json')) as string[];
      const files = new Map<string, EntityFile>();
      for (const guid of order) files.set(guid, (await json(`${guid}.json`)) as EntityFile);
      const info = (await json('atlas-export-info.json')) as Json & {metrics: Json};
      const types = (await json('atlas-typesdef.json')) as Record<string, {name: string}[]>;
      await zip.close();
      return {
        order,
        files,
        info,
        types,
        names: order.map(guid => nameOf(files.get(guid))),
      };
    };

    const archive = async (entries: Record<string, unknown>) => {
      const path = join(folder, `${randomUUID()}.zip`);
      const zip = await ZipWriter.create(path);
      await zip.add(
        Object.entries(entries).map(([name, value]) => ({name, text: JSON.stringify(value)})),
      );
      await zip.close();
      return await readFile(path);
    };

    const imported = async (server: RunningCatalog, bytes: Buffer, requestOptions: Json = {}) => {
      const form = new FormData();
      form.set('request', JSON.stringify({options: requestOptions}));
      form.set('data', new Blob([bytes as Uint8Array<ArrayBuffer>]), 'archive.zip');
      const headers = {authorization: admin};
      const response = await fetch(`${server.url}/api/atlas/admin/import`, {
        method: 'POST',
        headers,
        body: form,
      });
      return {status: response.status, json: (await response.json()) as Json & {metrics: Json}};
    };

    const entity = async (server: RunningCatalog, guid: string) =>
      ((await send(server, `/v2/entity/guid/${guid}`)).json as EntityFile).entity;

    const database1 = {typeName: 'hive_db', uniqueAttributes: {qualifiedName: 'd@test'}};
    const table1 = {typeName: 'hive_table', uniqueAttributes: {qualifiedName: 't1@test'}};

    test('FULL is all that is connected: owners first, lineage last, owned entities with their owner', async () => {
      const {status, bytes} = await exported([database1]);
      assert.equal(status, 200);
      const {order, files, info, types, names} = await read(bytes);
      assert.deepEqual(names, ['d', 't1', 't2', 'gone', 'p']);
      assert.equal(order[0], guids['d']);
      assert.equal(Object.keys(files.get(guids['t1'] ?? '')?.referredEntities ?? {}).length, 2);
      assert.equal(files.get(guids['gone'] ?? '')?.entity['status'], 'DELETED');
      assert.equal(info['operationStatus'], 'SUCCESS');
      assert.equal(info.metrics['entity:hive_column'], 4);
      assert.ok(Number(info['changeMarker']) > 0);
      assert.deepEqual(
        types['classificationDefs']?.map(one => one.name),
        ['PII'],
      );
      const entityTypes = types['entityDefs']?.map(one => one.name) ?? [];
      for (const name of ['hive_table', 'hive_column', 'Asset', 'Referenceable'])
        assert.ok(entityTypes.includes(name), name);
      assert.ok(types['relationshipDefs']?.some(one => one.name === 'hive_table_columns'));
    });

    test('CONNECTED, skipLineage and each way to name entities', async () => {
      const names = async (items: Json[], some: Json) =>
        (await read((await exported(items, some)).bytes)).names;
      assert.deepEqual(await names([table1], {fetchType: 'CONNECTED', skipLineage: true}), [
        't1',
        'd',
      ]);
      assert.deepEqual(await names([table1], {fetchType: 'connected'}), ['t1', 'd', 't2', 'p']);
      assert.deepEqual(await names([table1], {skipLineage: 'true'}), ['t1', 'd', 't2', 'gone']);
      const by = (matchType: string, qualifiedName: string) =>
        names([{typeName: 'Asset', uniqueAttributes: {qualifiedName}}], {
          matchType,
          fetchType: 'CONNECTED',
          skipLineage: true,
        });
      assert.deepEqual(await by('startsWith', 't1@'), ['t1', 'd']);
      assert.deepEqual(await by('endsWith', '2@test'), ['t2', 'd']);
      assert.deepEqual(await by('contains', 't2'), ['t2', 'd']);
      assert.deepEqual(await by('matches', 't[2-9]@.*'), ['t2', 'd']);
      assert.deepEqual(
        await names([{typeName: 'hive_db'}], {
          matchType: 'forType',
          fetchType: 'CONNECTED',
          skipLineage: true,
        }),
        ['d', 't1', 't2', 'gone'],
      );
    });

    test('an expression that is none, or that takes ages with some names, is refused', async () => {
      const attributes = {qualifiedName: 'a'.repeat(60), name: 'long'};
      const made = await send(source, '/v2/entity', {entity: {typeName: 'DataSet', attributes}});
      assert.equal(made.status, 200, made.text);
      for (const [qualifiedName, reason] of [
        ['(', /no regular expression/],
        ['(([a-z]*)*)*!', /takes too long/],
      ] as const) {
        const items = [{typeName: 'DataSet', uniqueAttributes: {qualifiedName}}];
        const {status, bytes} = await exported(items, {matchType: 'matches'});
        assert.equal(status, 400);
        assert.match(bytes.toString(), reason);
      }
    });

    test('INCREMENTAL is what changed since; an empty export may be left out', async () => {
      const since = Date.now();
      const nothing = await exported([database1], {
        fetchType: 'incremental',
        changeMarker: since + 60_000,
        omitZipResponseForEmptyExport: true,
      });
      assert.deepEqual([nothing.status, nothing.bytes.length], [204, 0]);
      await send(source, `/v2/entity/guid/${guids['t2']}?name=owner`, '"somebody"', 'PUT');
      const {names} = await read(
        (await exported([database1], {fetchType: 'incremental', changeMarker: String(since)}))
          .bytes,
      );
      assert.deepEqual(names, ['t2']);
      const missing = await read((await exported([{guid: 'none'}])).bytes);
      assert.deepEqual([missing.order, missing.info['operationStatus']], [[], 'FAIL']);
      const half = await read((await exported([{guid: 'none'}, database1])).bytes);
      assert.equal(half.info['operationStatus'], 'PARTIAL_SUCCESS');
      assert.equal((await exported([database1], {changeMarker: 'x'})).status, 400);
      for (const other of [{fetchType: 'x'}, {matchType: 'equals'}]) {
        const {order} = await read((await exported([database1], other)).bytes);
        assert.deepEqual(
          order,
          (await read((await exported([database1])).bytes)).order,
          JSON.stringify(other),
        );
      }
    });

    test('an import into an empty catalog makes the same entities', async () => {
      const {bytes} = await exported([database1]);
      const {status, json} = await imported(copy, bytes);
      assert.equal(status, 200, JSON.stringify(json));
      assert.equal(json['operationStatus'], 'SUCCESS');
      assert.equal(json.metrics['entity:hive_table:created'], 3);
      assert.equal(json.metrics['typedef:classification'], 1);
      const {order, files: exportedFiles} = await read(bytes);
      const all = order
        .flatMap(guid => [guid, ...Object.keys(exportedFiles.get(guid)?.referredEntities ?? {})])
        .sort();
      assert.equal(all.length, 9, 'columns are in the files of their tables');
      assert.deepEqual((json['processedEntities'] as string[]).sort(), all);
      for (const guid of Object.values(guids)) {
        assert.deepEqual(
          sorted(await entity(copy, guid)),
          sorted(await entity(source, guid)),
          guid,
        );
      }
      const again = await imported(copy, bytes);
      assert.deepEqual(
        Object.keys(again.json.metrics),
        ['duration'],
        'a second time nothing changes',
      );
      assert.deepEqual(
        (again.json['processedEntities'] as string[]).sort(),
        all,
        'what is the same is processed, too',
      );
      const {files} = await read((await exported([database1])).bytes);
      assert.equal(files.size, 5);
    });

    test('an import replaces classifications and finds entities by their unique attributes', async () => {
      const {bytes} = await exported([table1], {fetchType: 'CONNECTED', skipLineage: true});
      const t1 = guids['t1'] ?? '';
      await send(copy, `/v2/entity/guid/${t1}/classification/PII`, undefined, 'DELETE');
      await send(copy, `/v2/entity/guid/${guids['t2']}`, undefined, 'DELETE');
      // Taking the classification away had moved its time, which is that of the archive again.
      assert.equal((await imported(copy, bytes)).json.metrics['entity:hive_table:updated'], 1);
      const tagged = await entity(copy, t1);
      assert.deepEqual(
        (tagged['classifications'] as Json[]).map(one => one['typeName']),
        ['PII'],
      );
      assert.equal(
        (await entity(copy, guids['t2'] ?? ''))['status'],
        'DELETED',
        'what is not in the archive stays',
      );
      const all = await imported(copy, (await exported([database1])).bytes);
      assert.equal(all.status, 200);
      assert.equal((await entity(copy, guids['t2'] ?? ''))['status'], 'ACTIVE');
      const own = await send(copy, '/v2/entity', {
        entity: {
          typeName: 'hive_db',
          guid: '-1',
          attributes: {qualifiedName: 'other@test', name: 'other', clusterName: 'x'},
        },
      });
      const old =
        (own.json as {guidAssignments: Record<string, string>}).guidAssignments['-1'] ?? '';
      await send(source, '/v2/entity', {
        entity: {
          typeName: 'hive_db',
          guid: '-1',
          attributes: {qualifiedName: 'other@test', name: 'renamed', clusterName: 'x'},
        },
      });
      const other = await exported([
        {typeName: 'hive_db', uniqueAttributes: {qualifiedName: 'other@test'}},
      ]);
      const [guid] = (await read(other.bytes)).order;
      assert.equal((await imported(copy, other.bytes)).json.metrics['entity:hive_db:updated'], 1);
      assert.equal(((await entity(copy, guid ?? ''))['attributes'] as Json)['name'], 'renamed');
      assert.equal((await send(copy, `/v2/entity/guid/${old}`)).status, 404);
    });

    test('an archive with all entities in one file', async () => {
      const db = (guid: string, name: string) => ({
        referredEntities: {},
        entity: {
          guid,
          typeName: 'hive_db',
          attributes: {qualifiedName: name, name, clusterName: 'x'},
        },
      });
      const [one, two] = [
        '11111111-1111-4111-8111-111111111111',
        '22222222-2222-4222-8222-222222222222',
      ] as const;
      const note = {name: 'noted', attributeDefs: []};
      // As the bridge of Hive writes it: relations are told by the end that comes later, and by
      // nothing else.
      const table = {
        guid: '33333333-3333-4333-8333-333333333333',
        typeName: 'hive_table',
        attributes: {qualifiedName: 't@direct', name: 't'},
        relationshipAttributes: {
          db: {guid: one, typeName: 'hive_db', relationshipType: 'hive_table_db'},
        },
      };
      const bytes = await archive({
        'atlas-typesdef.json': {classificationDefs: [note]},
        // Writers of this form end the list with an empty object.
        'entities.json': [db(one, 'one@direct'), db(two, 'two@direct'), {entity: table}, {}],
      });
      const result = await imported(copy, bytes, {format: 'zipDirect', size: 3});
      assert.equal(result.status, 200, JSON.stringify(result.json));
      assert.equal((result.json['request'] as Json)['sizeOption'], 3);
      assert.deepEqual((result.json['processedEntities'] as string[]).sort(), [
        one,
        two,
        table.guid,
      ]);
      assert.equal(result.json.metrics['entity:hive_db:created'], 2);
      assert.equal(((await entity(copy, two))['attributes'] as Json)['name'], 'two@direct');
      assert.equal((await send(copy, '/v2/types/classificationdef/name/noted')).status, 200);
      const {tables} = (await entity(copy, one))['relationshipAttributes'] as {tables: Json[]};
      assert.deepEqual(
        tables.map(it => it['guid']),
        [table.guid],
      );
      const rest = await imported(copy, bytes, {format: 'zipDirect', startGuid: two});
      assert.deepEqual(rest.json['processedEntities'], [two, table.guid]);
      const wrong = await imported(copy, await archive({'entities.json': db(one, 'one@direct')}));
      assert.deepEqual([wrong.status, wrong.json['errorCode']], [400, 'ATLAS-400-00-09F']);
      assert.match(String(wrong.json['errorMessage']), /entities\.json.*it is no list/);
    });

    test('an entity keeps the version that its archive tells, and has none where that tells none', async () => {
      const guid = '44444444-4444-4444-8444-444444444444';
      const attributes = {qualifiedName: 'v@import', name: 'v', clusterName: 'x'};
      const versionAfter = async (more: Json) => {
        const file = {entity: {guid, typeName: 'hive_db', attributes, ...more}};
        const bytes = await archive({
          'atlas-typesdef.json': {},
          'atlas-export-order.json': [guid],
          [`${guid}.json`]: file,
        });
        const {status, json} = await imported(copy, bytes);
        assert.equal(status, 200, JSON.stringify(json));
        return [(await entity(copy, guid))['version'], Object.keys(json.metrics).sort()];
      };
      const updated = ['duration', 'entity:hive_db:updated'];
      assert.deepEqual(await versionAfter({version: 7}), [
        7,
        ['duration', 'entity:hive_db:created'],
      ]);
      assert.deepEqual(await versionAfter({version: 8}), [8, updated]);
      assert.deepEqual(await versionAfter({version: 0}), [0, updated]);
      assert.deepEqual(await versionAfter({version: 3}), [3, updated]);
      assert.deepEqual(await versionAfter({}), [0, updated]);
    });

    test('a relation that only the earlier of two files tells is made once the other has come', async () => {
      const [db, table, other] = [randomUUID(), randomUUID(), randomUUID()];
      const relation = (guid: string) => ({
        guid,
        typeName: 'hive_table',
        relationshipType: 'hive_table_db',
        relationshipGuid: randomUUID(),
        relationshipStatus: 'ACTIVE',
      });
      const holder = (list: string[]) => ({
        entity: {
          guid: db,
          typeName: 'hive_db',
          attributes: {qualifiedName: 'ahead', name: 'ahead', clusterName: 'x'},
          relationshipAttributes: {tables: list.map(relation)},
        },
      });
      const held = (guid: string, name: string) => ({
        entity: {guid, typeName: 'hive_table', attributes: {qualifiedName: name, name}},
      });
      const bytes = await archive({
        'entities.json': [
          holder([table, other, randomUUID()]),
          held(table, 't@ahead'),
          held(other, 'u@ahead'),
        ],
      });
      const result = await imported(copy, bytes, {format: 'zipDirect', batchSize: '1'});
      assert.equal(result.status, 200, JSON.stringify(result.json));
      assert.deepEqual(
        Object.fromEntries(
          Object.entries(result.json.metrics).filter(([name]) => name.startsWith('entity:')),
        ),
        {'entity:hive_db:created': 1, 'entity:hive_table:created': 2},
      );
      for (const guid of [table, other]) {
        const {relationshipAttributes} = await entity(copy, guid);
        assert.equal(((relationshipAttributes as Json)['db'] as Json)['guid'], db);
      }
    });

    test('temporary guids mean the entities of their archive alone', async () => {
      const db = (guid: string, name: string, more: Json = {}) => ({
        entity: {
          guid,
          typeName: 'hive_db',
          attributes: {qualifiedName: name, name, clusterName: 'x'},
          ...more,
        },
      });
      const table = (guid: string, of: string, name: string) => ({
        entity: {
          guid,
          typeName: 'hive_table',
          attributes: {qualifiedName: name, name},
          relationshipAttributes: {db: {guid: of, typeName: 'hive_db'}},
        },
      });
      // An entity at a time, so that guids are given across batches.
      const take = async (list: Json[]) => {
        const result = await imported(copy, await archive({'entities.json': list}), {
          format: 'zipDirect',
          batchSize: '1',
        });
        assert.equal(result.status, 200, JSON.stringify(result.json));
        return result.json['processedEntities'] as string[];
      };
      const named = async (typeName: string, name: string) => {
        const found = await send(
          copy,
          `/v2/entity/uniqueAttribute/type/${typeName}?attr:qualifiedName=${name}`,
        );
        return (found.json as {entity: Json})['entity'];
      };
      const tagged = {classifications: [{typeName: 'noted', entityGuid: '-1', propagate: false}]};
      const first = await take([db('-1', 'one@passing', tagged), table('-2', '-1', 't@passing')]);
      const [one, held] = [
        await named('hive_db', 'one@passing'),
        await named('hive_table', 't@passing'),
      ];
      assert.deepEqual(new Set(first), new Set([one['guid'], held['guid']]));
      assert.match(String(one['guid']), /^[\da-f]{8}-/);
      assert.equal(((held['relationshipAttributes'] as Json)['db'] as Json)['guid'], one['guid']);
      assert.deepEqual(
        (one['classifications'] as Json[]).map(it => it['entityGuid']),
        [one['guid']],
      );
      // The next archive has others under the same ones, and one that is there: it keeps its guid.
      await take([
        db('-2', 'one@passing'),
        table('-1', '-2', 'u@passing'),
        db('-3', 'two@passing'),
      ]);
      const other = await named('hive_table', 'u@passing');
      assert.equal((await named('hive_db', 'one@passing'))['guid'], one['guid']);
      assert.equal(((other['relationshipAttributes'] as Json)['db'] as Json)['guid'], one['guid']);
      assert.equal((await named('hive_table', 't@passing'))['guid'], held['guid']);
      assert.equal((await send(copy, '/v2/entity/guid/-1')).status, 404);
    });

    test('transforms, transformers and where entities came from', async () => {
      const {bytes} = await exported([database1], {replicatedTo: 'DC$copy'});
      assert.deepEqual(
        ((await entity(source, guids['t1'] ?? ''))['attributes'] as Json)['replicatedTo'] !== null,
        true,
      );
      const result = await imported(copy, bytes, {
        transforms: JSON.stringify({
          hive_table: {owner: ['uppercase'], '*': ['addClassification:COPIED']},
        }),
        transformers: JSON.stringify([
          {conditions: {hive_db: 'ALL:'}, action: {'hive_db.description': 'SET: moved'}},
        ]),
        replicatedFrom: 'source',
      });
      assert.equal(result.status, 200, JSON.stringify(result.json));
      const t1 = await entity(copy, guids['t1'] ?? '');
      assert.equal((t1['attributes'] as Json)['owner'], 'ETL');
      assert.equal(
        ((t1['attributes'] as Json)['replicatedFrom'] as Json[])[0]?.['typeName'],
        'AtlasServer',
      );
      assert.ok((t1['classifications'] as Json[]).some(one => one['typeName'] === 'COPIED'));
      assert.equal(
        ((await entity(copy, guids['d'] ?? ''))['attributes'] as Json)['description'],
        'moved',
      );
      const server = (await send(copy, '/admin/server/source')).json as {
        additionalInfo: Record<string, string>;
      };
      assert.ok(server.additionalInfo['REPL_DETAILS']?.includes(guids['d'] ?? ''));
    });

    test('the request of an import comes as a text, as JSON or as a file', async () => {
      const {bytes} = await exported([table1], {fetchType: 'CONNECTED', skipLineage: true});
      const request = JSON.stringify({options: {replicatedFrom: 'forms'}});
      for (const more of ['', '\r\ncontent-type: application/json', '; filename="options.json"']) {
        const head = (name: string, rest: string) =>
          `--x\r\ncontent-disposition: form-data; name="${name}"${rest}\r\n\r\n`;
        const body = Buffer.concat([
          Buffer.from(`${head('request', more)}${request}\r\n${head('data', '; filename="data"')}`),
          bytes,
          Buffer.from('\r\n--x--\r\n'),
        ]);
        const response = await fetch(`${copy.url}/api/atlas/admin/import`, {
          method: 'POST',
          headers: {authorization: admin, 'content-type': 'multipart/form-data; boundary=x'},
          body,
        });
        const answer = (await response.json()) as {request?: {options: Json}};
        assert.deepEqual(
          answer.request?.options,
          {replicatedFrom: 'forms'},
          `${more}: ${JSON.stringify(answer)}`,
        );
      }
    });

    test('exports and imports are audited', async () => {
      const list = (await send(copy, '/admin/expimp/audit?operation=IMPORT&serverName=source'))
        .json as Json[];
      assert.equal(list.length, 1);
      assert.deepEqual(
        [list[0]?.['userName'], list[0]?.['targetServerName']],
        ['admin', 'default'],
      );
      assert.deepEqual((await send(copy, '/admin/expimp/audit?operation=EXPORT')).json, []);
      const filters = {
        condition: 'AND',
        criterion: [{attributeName: 'operation', operator: 'eq', attributeValue: 'EXPORT'}],
      };
      const audits = (await send(source, '/admin/audits', {auditFilters: filters, limit: 100}))
        .json as Json[];
      assert.ok(audits.length > 5 && audits.every(one => one['operation'] === 'EXPORT'));
    });

    test('what cannot be imported is refused', async () => {
      const failed = async (bytes: Buffer, some: Json = {}) => {
        const {status, json} = await imported(copy, bytes, some);
        return [status, json['errorCode']];
      };
      assert.deepEqual(await failed(Buffer.from('no archive')), [400, 'ATLAS-400-00-09F']);
      assert.deepEqual(await failed(await archive({'atlas-export-order.json': ['g']})), [
        400,
        'ATLAS-400-00-09F',
      ]);
      const empty = await imported(copy, await archive({}));
      assert.deepEqual([empty.status, empty.json['processedEntities']], [200, []]);
      const unknown = {entity: {guid: 'g', typeName: 'no_type', attributes: {}}};
      assert.deepEqual(await failed(await archive({'g.json': unknown})), [404, 'ATLAS-404-00-007']);
      const typesdef = {
        entityDefs: [
          {name: 'hive_table', attributeDefs: [{name: 'retention', typeName: 'string'}]},
        ],
      };
      assert.deepEqual(await failed(await archive({'atlas-typesdef.json': typesdef})), [
        400,
        'ATLAS-400-00-050',
      ]);
      const {bytes} = await exported([database1]);
      assert.deepEqual(await failed(bytes, {startGuid: 'none'}), [400, 'ATLAS-400-00-01A']);
      assert.deepEqual(await failed(bytes, {transforms: '{"hive_db":{"name":["reverse"]}}'}), [
        400,
        'ATLAS-400-00-028',
      ]);
      const noForm = await send(copy, '/admin/import', {});
      assert.equal(noForm.status, 415);
      assert.match(JSON.stringify(noForm), /must be multipart\/form-data, not application\/json/);
      const rehearsal = await send(copy, '/admin/importfile?dryRun=true', {
        options: {fileName: 'a.zip'},
      });
      assert.equal(rehearsal.status, 400);
      const file = await send(copy, '/admin/importfile', {options: {fileName: '../a.zip'}});
      assert.deepEqual([file.status, (file.json as Json)['errorCode']], [400, 'ATLAS-400-00-01A']);
    });
  });
}

/**
 * A database of two tables with two columns each, a deleted table, a process between the two, a
 * classification.
 */
async function fill(server: RunningCatalog, guids: Record<string, string>): Promise<void> {
  const api = `${server.url}/api/atlas/v2`;
  const save = async (path: string, body: object) => {
    const answer = await ask(`${api}${path}`, {body});
    assert.equal(answer.status, 200, answer.text);
    return (answer.json as {guidAssignments: Record<string, string>}).guidAssignments;
  };
  const classification = {
    name: 'PII',
    attributeDefs: [{name: 'level', typeName: 'string', isOptional: true}],
  };
  assert.equal(
    (await ask(`${api}/types/typedefs`, {body: {classificationDefs: [classification]}})).status,
    200,
  );
  const db = {
    typeName: 'hive_db',
    guid: '-1',
    attributes: {qualifiedName: 'd@test', name: 'd', clusterName: 'test'},
  };
  guids['d'] = (await save('/entity', {entity: db}))['-1'] ?? '';
  for (const name of ['t1', 't2', 'gone']) {
    const assigned = await save(
      '/entity',
      tableWithColumns(name, name === 'gone' ? 0 : 2, {guid: guids['d'] ?? ''}),
    );
    guids[name] = assigned['-1'] ?? '';
    for (const [temporary, guid] of Object.entries(assigned))
      if (temporary !== '-1') guids[`${name}${temporary}`] = guid;
  }
  const process = {
    typeName: 'hive_process',
    guid: '-1',
    attributes: {
      qualifiedName: 'p@test',
      name: 'p',
      userName: 'u',
      operationType: 'q',
      queryText: 's',
      queryPlan: 'p',
      queryId: 'i',
      recentQueries: [],
      startTime: 1,
      endTime: 2,
      inputs: [{guid: guids['t1']}],
      outputs: [{guid: guids['t2']}],
    },
    labels: ['l1'],
    customAttributes: {k: 'v'},
  };
  guids['p'] = (await save('/entity', {entity: process}))['-1'] ?? '';
  const tag = [{typeName: 'PII', attributes: {level: 'high'}, propagate: true}];
  assert.equal(
    (await ask(`${api}/entity/guid/${guids['t1']}/classifications`, {body: tag})).status,
    204,
  );
  assert.equal((await ask(`${api}/entity/guid/${guids['gone']}`, {method: 'DELETE'})).status, 200);
}

function nameOf(file: EntityFile | undefined): string {
  const attributes = (file?.entity['attributes'] ?? {}) as Json;
  return String(attributes['name']);
}

/** Lists of an entity have no order that means anything. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value))
    return value.map(sorted).sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .map(([name, one]) => [name, sorted(one)])
      .sort(),
  );
}

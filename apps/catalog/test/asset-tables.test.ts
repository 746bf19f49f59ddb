// Assets as tables, out and in: CSV and XLSX, rehearsal, errors by row, undo, on both databases.
import assert from 'node:assert/strict';
import {after, before, suite, test} from 'node:test';
import {postgresForTests} from '@gazetteer/db/testing';
import {csvLine} from '@gazetteer/formats/csv';
import {soon} from '@gazetteer/model/testing';
import {readSheet} from '@gazetteer/sheet';
import {bothDatabases} from './both-databases.ts';
import {callsTo} from './client.ts';
import type {RunningCatalog} from './server-fixture.ts';

type Json = Record<string, unknown>;
type Entity = {
  attributes: Json;
  businessAttributes?: Record<string, Json>;
  classifications?: {typeName: string}[];
  meanings?: {displayText: string}[];
  labels?: string[];
};
type Imported = {
  failedImportInfoList: {parentObjectName: string; remarks: string}[];
  successImportInfoList: unknown[];
  changed: number;
  unchanged: number;
  bulkGuid?: string;
};

const cluster = await postgresForTests();
if ('url' in cluster) after(() => cluster.stop());

for (const {database, options, start} of bothDatabases(cluster)) {
  suite(`${database}: tables of assets`, options, () => {
    let server: RunningCatalog;
    let guids: Record<string, string>;
    const {send, ok} = callsTo(() => `${server.url}/api/meta/v2`);
    const entity = async (name: string) =>
      (await ok<{entity: Entity}>(`/entity/guid/${guids[name]}`)).entity;
    const upload = async (
      fileName: string,
      content: string | Uint8Array<ArrayBuffer>,
      query = '',
    ) => {
      const form = new FormData();
      form.append('file', new Blob([content]), fileName);
      const answer = await fetch(`${server.url}/api/meta/v2/assets/import${query}`, {
        method: 'POST',
        body: form,
        headers: {authorization: `Basic ${Buffer.from('admin:admin').toString('base64')}`},
      });
      return {status: answer.status, json: (await answer.json()) as unknown};
    };
    const bring = async (rows: readonly (readonly string[])[], query = '') => {
      const {status, json} = await upload('assets.csv', rows.map(csvLine).join(''), query);
      assert.equal(status, 200, JSON.stringify(json));
      return json as Imported;
    };
    const search = {typeName: 'hive_db', excludeDeletedEntities: true};
    /** Of the newest file, once it is there. */
    const file = async (body: Json) => {
      await ok('/search/basic/download/create_table', {searchParameters: search, ...body}, 'POST');
      return await soon(async () => {
        const {searchDownloadRecords: records} = await ok<{
          searchDownloadRecords: {status: string; fileName: string}[];
        }>('/search/download/status');
        assert.deepEqual(
          records.filter(one => one.status !== 'COMPLETE'),
          [],
        );
        const name = records[0]?.fileName ?? '';
        assert.ok(name.endsWith(body['format'] === 'XLSX' ? '.xlsx' : '.csv'), name);
        const answer = await fetch(`${server.url}/api/meta/v2/search/download/${name}`, {
          headers: {authorization: `Basic ${Buffer.from('admin:admin').toString('base64')}`},
        });
        return {name, bytes: new Uint8Array(await answer.arrayBuffer())};
      });
    };
    const rowsOf = async (body: Json) => {
      const {name, bytes} = await file(body);
      const {header, rows} = readSheet(name, bytes);
      return rows
        .map(({cells}) => Object.fromEntries(header.cells.map((one, i) => [one, cells[i] ?? ''])))
        .toSorted((a, b) => String(a['name']).localeCompare(String(b['name'])));
    };

    before(async () => {
      server = await start();
      await ok('/types/typedefs', {
        classificationDefs: [{name: 'Clear'}, {name: 'Secret'}],
        businessMetadataDefs: [
          {
            name: 'Care',
            attributeDefs: [
              ['level', 'int'],
              ['since', 'date'],
              ['teams', 'array<string>'],
            ].map(([name, typeName]) => ({
              name,
              typeName,
              isOptional: true,
              options: {applicableEntityTypes: '["Referenceable"]', maxStrLength: '50'},
            })),
          },
        ],
      });
      const saved = await ok<{guidAssignments: Record<string, string>}>('/entity/bulk', {
        entities: ['east', 'west', 'north'].map(name => ({
          typeName: 'hive_db',
          guid: `-${name}`,
          attributes: {qualifiedName: `${name}@x`, name, clusterName: 'x', owner: 'ann'},
          classifications: name === 'east' ? [{typeName: 'Secret'}] : [],
        })),
      });
      guids = Object.fromEntries(
        ['east', 'west', 'north'].map(name => [name, saved.guidAssignments[`-${name}`] ?? '']),
      );
      const glossary = await ok<{guid: string}>('/glossary', {name: 'G'});
      for (const name of ['Region', 'a|b'])
        await ok('/glossary/term', {name, anchor: {glossaryGuid: glossary.guid}});
    });
    after(() => server.stop());

    const header = [
      'typeName',
      'qualifiedName',
      'owner',
      'description',
      'classifications',
      'terms',
      'labels',
      'Care.level',
      'Care.since',
      'Care.teams',
    ];
    const rows = [
      header,
      [
        'hive_db',
        'east@x',
        'bob',
        '=1+1, "quoted"\nand more',
        'Clear|Secret',
        'Region@G|a\\|b@G',
        'b|a',
        '7',
        '2026-01-02T03:04:05.000Z',
        'one|two',
      ],
      ['hive_db', 'west@x', '', '', '', '', '', '', '', ''],
      ['hive_db', 'south@x', 'bob'],
      ['hive_db', 'north@x', 'eve', '', 'Nowhere'],
      ['hive_db', 'west@x', 'eve'],
    ];

    test('a rehearsal answers the same and changes nothing', async () => {
      const before = await entity('east');
      const {response} = (await bring(rows, '?dryRun=true')) as unknown as {response: Imported};
      assert.deepEqual([response.changed, response.unchanged], [1, 1]);
      assert.deepEqual(await entity('east'), before);
      assert.deepEqual(await ok('/bulk'), []);
    });

    test('what is wrong with a row is told, the others are imported, and all is undone', async () => {
      const before = await entity('east');
      const done = await bring(rows);
      assert.deepEqual(
        [done.changed, done.unchanged, done.successImportInfoList.length],
        [1, 1, 2],
      );
      assert.deepEqual(
        done.failedImportInfoList
          .map(one => `${one.parentObjectName} ${one.remarks}`)
          .toSorted((a, b) => a.localeCompare(b))
          .map(text => text.replace(/Given classification .*|Type.*Nowhere.*/, '…')),
        [
          'north@x line 6: …',
          'south@x line 5: there is no hive_db south@x',
          'west@x line 7: the asset is in the file twice',
        ],
      );
      const east = await entity('east');
      assert.equal(east.attributes['owner'], 'bob');
      assert.equal(east.attributes['description'], '=1+1, "quoted"\nand more');
      assert.deepEqual(east.classifications?.map(one => one.typeName).sort(), ['Clear', 'Secret']);
      assert.deepEqual(east.meanings?.map(one => one.displayText).sort(), ['Region', 'a|b']);
      assert.deepEqual([...(east.labels ?? [])].sort(), ['a', 'b']);
      assert.deepEqual(east.businessAttributes?.['Care'], {
        level: 7,
        since: Date.UTC(2026, 0, 2, 3, 4, 5),
        teams: ['one', 'two'],
      });
      assert.equal((await entity('north')).attributes['owner'], 'ann');

      const undone = await ok<{guid: string}>(`/bulk/${done.bulkGuid}/undo`, undefined, 'POST');
      await soon(async () => {
        const {status, counts} = await ok<{status: string; counts: Json}>(`/bulk/${undone.guid}`);
        assert.deepEqual([status, counts['changed']], ['COMPLETE', 1]);
      });
      const after = await entity('east');
      assert.deepEqual(after.attributes, before.attributes);
      assert.deepEqual(
        after.classifications?.map(one => one.typeName),
        ['Secret'],
      );
      assert.deepEqual(after.meanings ?? [], []);
      assert.deepEqual(after.labels ?? [], []);
      assert.equal(after.businessAttributes, undefined);
    });

    for (const format of ['CSV', 'XLSX'])
      test(`what is written as ${format} is imported again without a change`, async () => {
        await bring(rows);
        const [east] = await rowsOf({format});
        assert.equal(east?.['guid'], guids['east']);
        assert.equal(east?.['terms'], 'Region@G|a\\|b@G');
        assert.equal(east?.['classifications'], 'Clear|Secret');
        assert.equal(east?.['description'], '=1+1, "quoted"\nand more');
        assert.equal(east?.['Care.since'], '2026-01-02T03:04:05.000Z');
        assert.equal(east?.['Care.teams'], 'one|two');
        const {name, bytes} = await file({format});
        const {json} = await upload(name, bytes, '?clears=true');
        const {changed, unchanged, failedImportInfoList} = json as Imported;
        assert.deepEqual([changed, unchanged, failedImportInfoList], [0, 3, []]);
      });

    test('columns are chosen, and empty cells clear only when that is asked for', async () => {
      const [east] = await rowsOf({format: 'CSV', columns: ['name', 'owner', 'Care.level']});
      assert.deepEqual(east, {
        guid: guids['east'],
        typeName: 'hive_db',
        qualifiedName: 'east@x',
        name: 'east',
        owner: 'bob',
        'Care.level': '7',
      });
      const empty = [
        ['guid', 'owner', 'labels', 'classifications', 'terms', 'Care.level'],
        [guids['east'] ?? '', '', '', '', '', ''],
      ];
      assert.equal((await bring(empty)).unchanged, 1);
      assert.equal((await bring(empty, '?clears=true')).changed, 1);
      const {attributes, labels, classifications, meanings, businessAttributes} =
        await entity('east');
      assert.deepEqual(
        [attributes['owner'], labels ?? [], classifications ?? [], meanings ?? []],
        [null, [], [], []],
      );
      assert.equal(businessAttributes?.['Care']?.['level'], undefined);
      assert.deepEqual(businessAttributes?.['Care']?.['teams'], ['one', 'two']);
    });

    test('what makes no sense is refused', async () => {
      const status = async (name: string, text: string) => (await upload(name, text)).status;
      assert.equal(await status('a.csv', 'owner\nann\n'), 400);
      assert.equal(await status('a.csv', 'guid\nx\n'), 400);
      assert.equal(await status('a.csv', 'guid,owner,owner\nx,a,b\n'), 400);
      assert.equal(await status('a.txt', 'guid,owner\nx,a\n'), 400);
      const {failedImportInfoList: failed} = await bring([
        ['guid', 'qualifiedName', 'columns', 'owner', 'Nope.x'],
        [guids['west'] ?? '', 'west@x', 'c', 'x', ''],
        [guids['north'] ?? '', '', '', 'x', '1'],
        ['nobody', '', '', 'x', ''],
        ['', '', '', 'x', ''],
      ]);
      assert.equal(failed.length, 4);
      const table = (body: Json) =>
        send('/search/basic/download/create_table', {searchParameters: search, ...body}, 'POST');
      assert.equal((await table({columns: ['nope']})).status, 400);
      assert.equal((await table({format: 'PDF'})).status, 400);
      const action = {type: 'SET_COLUMNS', columns: ['owner']};
      assert.equal((await send('/bulk', {search, action}, 'POST')).status, 400);
    });
  });
}

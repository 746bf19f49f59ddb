// Data dictionaries: what they say of assets and columns, and that nothing in them is more than text.
import assert from 'node:assert/strict';
import {after, before, suite, test} from 'node:test';
import {postgresForTests} from '@gazetteer/db/testing';
import {readSheet} from '@gazetteer/sheet';
import {bothDatabases} from './both-databases.ts';
import {callsTo} from './client.ts';
import type {RunningCatalog} from './server-fixture.ts';

type Json = Record<string, unknown>;
type Saved = {guidAssignments: Record<string, string>};

const cluster = await postgresForTests();
if ('url' in cluster) after(() => cluster.stop());

const evil = '=HYPERLINK("http://x")<script>alert(1)</script>|[a](javascript:b)\n# no heading';

for (const {database, options, start} of bothDatabases(cluster)) {
  suite(`${database}: data dictionary`, options, () => {
    let server: RunningCatalog;
    let sales: string;
    const {send, ok} = callsTo(() => `${server.url}/api/meta/v2`);
    const dictionary = async (format: string) => {
      const answer = await send(`/domains/${sales}/dictionary?format=${format}`);
      assert.equal(answer.status, 200, answer.text);
      return answer;
    };
    const save = async (entities: Json[]) =>
      Object.values((await ok<Saved>('/entity/bulk', {entities})).guidAssignments);

    before(async () => {
      server = await start();
      await ok('/types/typedefs', {classificationDefs: [{name: 'PII'}]});
      const domain = await ok<{guid: string}>('/domains', {
        name: 'Sales & <b>more</b>',
        description: 'All **revenue**',
        owner: 'ann',
      });
      sales = domain.guid;
      const inner = await ok<{guid: string}>('/domains', {name: 'Returns', parentGuid: sales});
      const [db = ''] = await save([
        {
          typeName: 'hive_db',
          guid: '-1',
          attributes: {qualifiedName: 'd@c', name: 'd', clusterName: 'c'},
        },
      ]);
      const columns = ['b_first', 'a_second', 'c_gone'];
      const guids = await ok<Saved>('/entity/bulk', {
        entities: [
          {
            typeName: 'hive_table',
            guid: '-1',
            attributes: {
              qualifiedName: 'd.t@c',
              name: 't',
              owner: 'bob',
              description: evil,
              db: {guid: db, typeName: 'hive_db'},
            },
          },
          ...columns.map((name, i) => ({
            typeName: 'hive_column',
            guid: String(-2 - i),
            attributes: {
              qualifiedName: `d.t.${name}@c`,
              name,
              type: 'decimal(10,2)',
              position: i,
              comment: i === 0 ? evil : '',
              table: {guid: '-1', typeName: 'hive_table'},
            },
          })),
        ],
      });
      const guid = (key: string) => guids.guidAssignments[key] ?? '';
      await ok(`/entity/guid/${guid('-3')}/classifications`, [{typeName: 'PII'}]);
      await ok(`/entity/guid/${guid('-4')}`, undefined, 'DELETE');
      const many = await save(
        Array.from({length: 450}, (_, i) => ({
          typeName: 'DataSet',
          guid: String(-1 - i),
          attributes: {qualifiedName: `s${i}@c`, name: `set ${i}`},
        })),
      );
      await ok(`/domains/${sales}/assets`, {guids: [guid('-1'), db]});
      await ok(`/domains/${inner.guid}/assets`, {guids: many});
    });
    after(() => server?.stop());

    test('a table of a spreadsheet has a row for each asset and each column, and no formula', async () => {
      const {bytes, headers} = await dictionary('xlsx');
      assert.match(headers.get('content-disposition') ?? '', /\.xlsx$/);
      const {header, rows} = await readSheet('d.xlsx', Buffer.from(bytes));
      const cells = rows.map(one => one.cells);
      assert.deepEqual(header.cells.slice(0, 5), [
        'Asset',
        'Column',
        'Type',
        'Data type',
        'Description',
      ]);
      assert.equal(cells.length, 2 + 2 + 450, 'of three pages, with the columns of the table');
      const ofTable = cells.filter(one => one[0] === 't');
      assert.deepEqual(
        ofTable.map(one => one.slice(1, 7)),
        [
          ['', 'hive_table', '', evil, 'bob', ''],
          ['b_first', 'hive_column', 'decimal(10,2)', evil, '', ''],
          ['a_second', 'hive_column', 'decimal(10,2)', '', '', 'PII'],
        ],
      );
      const xml = Buffer.from(bytes).toString('latin1');
      assert.ok(!xml.includes('<f>'));
    });

    test('a page has nothing but text, and loads and runs nothing', async () => {
      const {text, headers} = await dictionary('html');
      assert.match(headers.get('content-type') ?? '', /^text\/html/);
      assert.match(headers.get('content-disposition') ?? '', /^attachment;/);
      assert.ok(text.includes('<h1>Sales &amp; &lt;b&gt;more&lt;/b&gt;</h1>'));
      assert.ok(text.includes('Owner: ann'));
      assert.ok(!/<script|<a |<img/i.test(text));
      assert.ok(text.includes(`default-src 'none'`));
      assert.equal(text.match(/<section>/g)?.length, 452);
      assert.ok(text.endsWith('</body></html>\n'));
      assert.ok(text.indexOf('b_first') < text.indexOf('a_second'), 'by their position');
      assert.ok(!text.includes('c_gone'));
    });

    test('Markdown has headings for assets and a table of columns, whatever texts have in them', async () => {
      const {text} = await dictionary('markdown');
      const lines = text.split('\n');
      assert.equal(lines.filter(one => one.startsWith('## ')).length, 452);
      assert.equal(lines.filter(one => /^#\s/.test(one)).length, 1);
      assert.ok(!/(?<!\\)<script|\]\(|^# no heading/m.test(text));
      const column = lines.find(one => one.startsWith('| b\\_first'));
      assert.equal(column?.replaceAll(/\\./g, '').match(/\|/g)?.length, 6);
    });

    test('all that a search finds has one as well, and what is wrong is refused', async () => {
      const found = await send('/search/basic/dictionary?format=markdown', {
        title: 'Databases',
        searchParameters: {typeName: 'hive_db', limit: 1},
      });
      assert.equal(found.status, 200, found.text);
      assert.match(found.text, /^# Databases\n/);
      assert.equal(found.text.match(/^## /gm)?.length, 1);
      const half = await send('/search/basic/dictionary?format=markdown', {
        title: 'Half \ud83d',
        searchParameters: {typeName: 'hive_db', limit: 1},
      });
      assert.equal(half.status, 200, half.text);
      assert.match(half.headers.get('content-disposition') ?? '', /''Half%20%EF%BF%BD\.md$/);
      const none = await send('/search/basic/dictionary', {
        searchParameters: {typeName: 'hive_view'},
      });
      assert.equal(none.status, 400);
      for (const body of [null, {}, {searchParameters: null}, {searchParameters: 'x'}, []])
        assert.equal(
          (await send('/search/basic/dictionary', JSON.stringify(body))).status,
          400,
          JSON.stringify(body),
        );
      assert.equal((await send(`/domains/${sales}/dictionary?format=pdf`)).status, 400);
      assert.equal((await send('/domains/nope/dictionary')).status, 404);
    });
  });
}

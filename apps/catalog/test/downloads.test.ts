// Search results as files: written in the background, read by who asked for them, gone in time; on
// both databases.
import assert from 'node:assert/strict';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {after, before, suite, test} from 'node:test';
import {postgresForTests} from '@gazetteer/db/testing';
import {passwordLine} from '../../../packages/server/test/password-line.ts';
import {bothDatabases} from './both-databases.ts';
import {ask, type Answer} from './client.ts';
import type {RunningCatalog} from './server-fixture.ts';

type Row = {
  status: string;
  fileName: string;
  createdBy: string;
  rows?: number;
  total?: number;
  reason?: string;
};

const cluster = await postgresForTests();
if ('url' in cluster) after(() => cluster.stop());

const folder = mkdtempSync(join(tmpdir(), 'gazetteer-downloads-'));
after(() => rmSync(folder, {recursive: true, force: true}));
const passwordFile = join(folder, 'users.properties');
const users = ['admin', 'eve', '..'];
const line = (user: string) => passwordLine(user, 'ADMIN');
writeFileSync(passwordFile, users.map(line).join('\n'));

for (const {database, options, start} of bothDatabases(cluster)) {
  suite(`${database}: downloads`, options, () => {
    let server: RunningCatalog;
    const files = join(folder, database);
    const as = (user: string, path: string, body?: object | string): Promise<Answer> =>
      ask(`${server.url}/api/atlas/v2${path}`, {
        ...(body && {body}),
        headers: {
          accept: '*/*',
          authorization: `Basic ${Buffer.from(`${user}:${user}`).toString('base64')}`,
        },
      });
    const create = (kind: string, body: object | string, user = 'admin') =>
      as(user, `/search/${kind}/download/create_file`, body);
    const list = async (user = 'admin') =>
      ((await as(user, '/search/download/status')).json as {searchDownloadRecords: Row[]})
        .searchDownloadRecords;
    const read = (name: string, user = 'admin') =>
      as(user, `/search/download/${encodeURIComponent(name)}`);
    /** The text of the file that `body` makes. */
    const written = async (
      kind: string,
      body: object | string,
      user = 'admin',
    ): Promise<string> => {
      const known = new Set((await list(user)).map(one => one.fileName));
      const answer = await create(kind, body, user);
      assert.equal(answer.status, 204, answer.text);
      for (const end = Date.now() + 120_000; Date.now() < end;) {
        const made = (await list(user)).find(one => !known.has(one.fileName));
        assert.notEqual(made?.status, 'FAILED', made?.reason);
        if (made?.status === 'COMPLETE') {
          const file = await read(made.fileName, user);
          assert.equal(file.status, 200);
          assert.match(file.headers.get('content-type') ?? '', /^text\/csv/);
          assert.match(
            file.headers.get('content-disposition') ?? '',
            /^attachment; filename=".*\.csv"$/,
          );
          return file.text;
        }
        await new Promise(resolve => setTimeout(resolve, 10));
      }
      throw new Error('the file was not written');
    };

    before(async () => {
      mkdirSync(join(files, 'admin'), {recursive: true});
      writeFileSync(join(files, 'admin', 'admin_BASIC_left.csv.part'), 'half');
      writeFileSync(join(files, 'admin', 'admin_BASIC_old.csv'), 'old');
      utimesSync(join(files, 'admin', 'admin_BASIC_old.csv'), 1, 1);
      server = await start([
        '--password-file',
        passwordFile,
        '--download-folder',
        files,
        '--download-max-pending',
        '3',
      ]);
      const db = {
        typeName: 'hive_db',
        guid: '-1',
        attributes: {qualifiedName: 's@c', name: 's', clusterName: 'c'},
      };
      const table = (n: number) => ({
        typeName: 'hive_table',
        guid: `-${n + 2}`,
        attributes: {
          qualifiedName: `t${n}@c`,
          name: n === 0 ? '=cmd|calc' : `t${n}`,
          description: n === 1 ? 'says "a, b"' : '',
          owner: 'ann',
          retention: n,
          db: {guid: '-1'},
        },
      });
      await as('admin', '/entity/bulk', {
        entities: [db, ...Array.from({length: 2300}, (_, n) => table(n))],
      });
    });
    after(() => server?.stop());

    test('what an earlier process left unfinished or for too long is gone', () => {
      assert.deepEqual(readdirSync(join(files, 'admin')), []);
    });

    test('all that a search finds, in pages, with columns by their labels and no cell that is run as a formula', async () => {
      const body = {
        searchParameters: {typeName: 'hive_table'},
        attributeLabelMap: {'Kept for': 'retention', Database: 'db'},
      };
      const lines = (await written('basic', body)).split('\r\n');
      assert.equal(lines.length, 2302);
      assert.equal(
        lines[0],
        'Type name,Name,Classifications,Terms,Kept for,Database,Owner,Description',
      );
      assert.equal(lines[1], 'hive_table,t2299,,,2299,s@c,ann,');
      assert.equal(lines[2299], 'hive_table,t1,,,1,s@c,ann,"says ""a, b"""');
      assert.equal(lines[2300], `hive_table,'=cmd|calc,,,0,s@c,ann,`);
      assert.equal(new Set(lines).size, 2302, 'each once');
    });

    test('what a search does not know changes nothing, not even a number of more digits than a double has', async () => {
      const body =
        '{"searchParameters": {"typeName": "hive_table", "unknown": [203612704672846624]}}';
      assert.equal((await written('basic', body)).split('\r\n').length, 2302);
    });

    test('in the order of an attribute', async () => {
      const body = {
        searchParameters: {
          typeName: 'hive_table',
          sortBy: 'retention',
          query: 't*',
          excludeDeletedEntities: true,
        },
      };
      const lines = (await written('basic', body)).split('\r\n');
      assert.deepEqual(
        [lines.length, lines[1]?.split(',')[1], lines[2299]?.split(',')[1]],
        [2302, "'=cmd|calc", 't2298'],
      );
    });

    test('entities, values and groups of DSL queries', async () => {
      const entities = await written('dsl', {
        searchParameters: {query: 'hive_table where retention < 1500'},
      });
      assert.equal(entities.split('\r\n').length, 1502);
      const query = 'hive_table select name, retention orderby retention limit 1200';
      const values = (await written('dsl', {searchParameters: {query}})).split('\r\n');
      assert.deepEqual(
        [values.length, values[0], values[1200]],
        [1202, 'name,retention', 't1199,1199'],
      );
      const groups = await written('dsl', {
        searchParameters: {query: 'groupby (owner) select owner, count()', typeName: 'hive_table'},
      });
      assert.equal(groups, 'owner,count()\r\nann,2300\r\n');
      assert.equal(
        await written('basic', {searchParameters: {typeName: 'hive_process'}}),
        'Type name,Name,Classifications,Terms,Owner,Description\r\n',
      );
    });

    test('nobody sees or reads what is somebody else’s, whatever the name', async () => {
      const [mine] = await list();
      assert.ok(
        mine !== undefined && /^admin_(BASIC|DSL)_[\d.-]+_\w+\.csv$/.test(mine.fileName),
        mine?.fileName,
      );
      assert.deepEqual(await list('eve'), []);
      assert.equal((await read(mine.fileName, 'eve')).status, 204);
      writeFileSync(join(folder, 'outside_BASIC_.csv'), 'secret');
      const paths = [
        `../admin/${mine.fileName}`,
        `..\\admin\\${mine.fileName}`,
        '../../outside_BASIC_.csv',
        '..',
        'x.txt',
        '_BASIC_x',
        '_BASIC_/../x.csv',
        'passwords.csv',
      ];
      for (const path of paths) {
        const {status, text} = await read(path, 'eve');
        assert.deepEqual(
          [status, text.includes('Invalid download file name') || status === 404],
          [status, true],
          path,
        );
        assert.ok(status === 400 || status === 404, `${path}: ${status}`);
      }
      // A user whose name is a path has a folder like all others.
      await written('dsl', {searchParameters: {query: 'hive_db'}}, '..');
      assert.ok(existsSync(join(files, '%2E%2E')));
      assert.deepEqual(readdirSync(files).sort(), ['%2E%2E', 'admin']);
    });

    test('a wrong search is refused at once; too many at a time are', async () => {
      const refused = async (answer: Promise<Answer>, status: number, code: string) => {
        const {json, ...got} = await answer;
        assert.deepEqual([got.status, (json as {errorCode: string}).errorCode], [status, code]);
      };
      await refused(create('basic', {}), 400, 'ATLAS-400-00-01A');
      await refused(
        create('basic', {searchParameters: {typeName: 'nope'}}),
        400,
        'ATLAS-400-00-00A',
      );
      await refused(create('basic', {searchParameters: {}}), 400, 'ATLAS-400-00-047');
      await refused(
        create('dsl', {searchParameters: {query: 'hive_db where'}}),
        400,
        'ATLAS-400-00-059',
      );
      await refused(
        create('basic', {
          searchParameters: {typeName: 'hive_table'},
          attributeLabelMap: {x: 'nope'},
        }),
        400,
        'ATLAS-400-00-023',
      );
      const body = {searchParameters: {typeName: 'hive_table'}};
      const answers = await Promise.all(Array.from({length: 12}, () => create('basic', body)));
      const codes = new Set(
        answers.map(one =>
          one.status === 409 ? (one.json as {errorCode: string}).errorCode : one.status,
        ),
      );
      assert.deepEqual([...codes].sort(), [204, 'ATLAS-409-00-013']);
    });

    test('stopping gives up what is not whole and keeps what is', async () => {
      await server.stop();
      const left = readdirSync(join(files, 'admin'));
      assert.ok(left.length > 0 && left.every(name => name.endsWith('.csv')), left.join(' '));
    });
  });
}

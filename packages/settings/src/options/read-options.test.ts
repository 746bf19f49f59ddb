import assert from 'node:assert/strict';
import {mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {dirname, join} from 'node:path';
import {test, type TestContext} from 'node:test';
import {optionsHelp, optionsMarkdown} from './option-help.ts';
import {maskUrl} from './option-value.ts';
import {effectiveOptions, optionsInEffect} from './options-in-effect.ts';
import type {Options, OptionTable} from './option.ts';
import {OptionsError, readOptions} from './read-options.ts';

const options = {
  httpPort: {
    key: 'atlas.server.http.port',
    cli: 'http-port',
    group: 'Server',
    type: 'integer',
    default: 21000,
    min: 0,
    max: 65535,
    doc: 'Port.',
  },
  database: {
    key: 'atlas.graph.storage.url',
    cli: 'database',
    group: 'Server',
    type: 'string',
    default: '',
    secret: 'url',
    check: value => (value.startsWith('postgres://') ? undefined : 'postgres://<host>/<name>'),
    doc: 'Where it is.',
  },
  policy: {
    key: 'atlas.policy.file',
    cli: 'policy',
    group: 'Server',
    type: 'string',
    default: '',
    isBesideConfig: true,
    doc: 'Who may do what.',
  },
  level: {
    key: 'atlas.log.level',
    cli: 'log-level',
    group: 'Log',
    type: 'enum',
    allowed: ['info', 'warn'],
    default: 'info',
    doc: 'How much.',
  },
  csrf: {
    key: 'atlas.rest-csrf.enabled',
    cli: 'csrf',
    group: 'Login',
    type: 'boolean',
    default: true,
    doc: 'Filter on | off.',
  },
  sessionMs: {
    key: 'atlas.session.timeout.secs',
    cli: 'session-timeout',
    group: 'Login',
    type: 'duration',
    unit: 's',
    default: 3_600_000,
    min: 1000,
    max: 86_400_000,
    unset: '-1',
    doc: 'Idle time.',
  },
  maxBytes: {
    key: 'atlas.body.max',
    cli: 'body-max',
    group: 'Server',
    type: 'bytes',
    default: 1024,
    min: 1,
    max: 2 ** 30,
    doc: 'Size.',
  },
  webhooks: {
    key: 'atlas.webhooks',
    cli: 'webhook',
    group: 'Server',
    type: 'string',
    default: '',
    secret: 'path',
    doc: 'Who is told.',
  },
  headers: {
    key: 'atlas.headers',
    cli: 'header',
    group: 'Server',
    type: 'map',
    default: {},
    doc: 'Headers.',
  },
} as const satisfies Options;

const table: OptionTable<typeof options> = {
  server: 'catalog',
  version: '1.2.3',
  envPrefix: 'GAZETTEER_',
  options,
  inert: [
    {
      keys: ['atlas.kafka.', 'atlas.graph.storage.', 'atlas.webserver.minthreads'],
      why: 'there is no broker',
    },
  ],
};

function file(t: TestContext, text: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'options-'));
  t.after(() => rmSync(folder, {recursive: true}));
  writeFileSync(join(folder, 'a.properties'), text);
  return join(folder, 'a.properties');
}

function run(argv: string[], env: NodeJS.ProcessEnv = {}) {
  return readOptions(table, {argv, env});
}

function errorsOf(argv: string[], env: NodeJS.ProcessEnv = {}): readonly string[] {
  try {
    readOptions(table, {argv, env});
  } catch (error) {
    assert.ok(error instanceof OptionsError);
    return error.errors;
  }
  return assert.fail('no error');
}

test('the command line wins over the environment, that over the file, that over the default', t => {
  const config = file(
    t,
    'atlas.server.http.port = 1\natlas.log.level=warn\natlas.body.max: 2KiB\n',
  );
  const {values, where} = run(['--config', config, '--http-port', '3'], {
    GAZETTEER_HTTP_PORT: '2',
    GAZETTEER_BODY_MAX: '3 KiB',
  });
  assert.deepEqual(values, {
    httpPort: 3,
    database: '',
    policy: '',
    level: 'warn',
    csrf: true,
    sessionMs: 3_600_000,
    maxBytes: 3072,
    webhooks: '',
    headers: {},
  });
  assert.equal(where.httpPort, 'command line --http-port');
  assert.equal(where.maxBytes, 'environment GAZETTEER_BODY_MAX');
  assert.equal(where.level, `${config}:2`);
  assert.equal(where.csrf, undefined);
});

test('keys are accepted under both prefixes, by --set and as a flag', () => {
  assert.equal(run(['--set', 'meta.server.http.port=7']).values.httpPort, 7);
  assert.equal(run(['--atlas.server.http.port=8']).values.httpPort, 8);
  assert.equal(run(['--csrf=false']).values.csrf, false);
  assert.equal(run(['--csrf']).values.csrf, true);
  for (const no of ['no', 'off', '0']) assert.equal(run([`--csrf=${no}`]).values.csrf, false);
  for (const yes of ['Yes', 'on', '1']) assert.equal(run([`--csrf=${yes}`]).values.csrf, true);
  assert.equal(run([], {GAZETTEER_BODY_MAX: '2 MB'}).values.maxBytes, 2_000_000);
  assert.equal(run([], {GAZETTEER_BODY_MAX: '2MiB'}).values.maxBytes, 2 * 2 ** 20);
  assert.deepEqual(run(['--header', 'X-A=1=2', '--set', 'meta.headers.X-B=b']).values.headers, {
    'X-A': '1=2',
    'X-B': 'b',
  });
});

test('the same option with different values under both prefixes is an error, with equal ones it is not', t => {
  const same = file(t, 'atlas.log.level=warn\nmeta.log.level=warn\n');
  assert.equal(run(['--config', same]).values.level, 'warn');
  const different = file(t, 'atlas.log.level=warn\n\nmeta.log.level=info\n');
  const [error] = errorsOf(['--config', different]);
  assert.match(
    error ?? '',
    /^atlas\.log\.level = warn \(.*:1\) and meta\.log\.level = info \(.*:3\) mean the same/,
  );
});

test('every bad value is told at once, with key, place, value and what is allowed', t => {
  const config = file(
    t,
    '# comment\natlas.server.http.port = 70000\natlas.session.timeout.secs = soon\n',
  );
  const errors = errorsOf(['--config', config, '--log-level', 'loud', '--csrf=maybe'], {
    GAZETTEER_BODY_MAX: '1.5',
  });
  assert.deepEqual(errors, [
    `atlas.server.http.port = "70000" (${config}:2) is not valid; allowed is a whole number from 0 to 65535.`,
    'atlas.log.level = "loud" (command line --log-level) is not valid; allowed is one of info, warn.',
    'atlas.rest-csrf.enabled = "maybe" (command line --csrf) is not valid; allowed is yes or no.',
    `atlas.session.timeout.secs = "soon" (${config}:3) is not valid; allowed is a time from 1 s to 1 d: seconds, or a number with ms, s, m, h or d.`,
    'atlas.body.max = "1.5" (environment GAZETTEER_BODY_MAX) is not valid; allowed is a size from 1 B to 1 GiB: bytes, or a number with a unit such as MB or GiB.',
  ]);
});

test('secrets are masked wherever a value is shown', () => {
  const [error] = errorsOf(['--database', 'mysql://me:p@ss/w@host/db']);
  assert.match(error ?? '', /"mysql:\/\/me:\*\*\*@host\/db"/);
  assert.equal(maskUrl('postgres://h/db?password=x&a=b'), 'postgres://h/db?password=***&a=b');
  assert.equal(maskUrl('https://h/x?access_token=x'), 'https://h/x?access_token=***');
  assert.equal(maskUrl('sqlite:./.data/catalog.db'), 'sqlite:./.data/catalog.db');
});

test('an unknown key is a warning that names the nearest one; a known but idle one is a notice', t => {
  const config = file(
    t,
    'atlas.server.http.prot=1\natlas.kafka.bootstrap.servers=x\natlas.graph.storage.ulr=y\n',
  );
  const {warnings, notices} = run(['--config', config], {GAZETTEER_HTTP_PROT: '1'});
  assert.deepEqual(warnings, [
    'Environment variable GAZETTEER_HTTP_PROT is unknown. The nearest known one is GAZETTEER_HTTP_PORT.',
    `atlas.server.http.prot is unknown and ignored (${config}:1). The nearest known one is atlas.server.http.port.`,
    `atlas.graph.storage.ulr is unknown and ignored (${config}:3). The nearest known one is atlas.graph.storage.url.`,
  ]);
  assert.deepEqual(notices, [
    `atlas.kafka.bootstrap.servers has no effect here: there is no broker (${config}:2).`,
  ]);
});

test('an unknown flag, a missing value and a stray word are errors', () => {
  assert.deepEqual(errorsOf(['--http-prot', '1']), [
    '--http-prot is no option. The nearest known one is --http-port.',
  ]);
  assert.deepEqual(errorsOf(['--http-port', '1', 'word']), [
    'Unexpected word on the command line: word.',
  ]);
  assert.deepEqual(errorsOf(['--http-port', '--csrf']), ['--http-port needs a value.']);
  assert.deepEqual(errorsOf(['--set', 'x']), ['--set needs <key>=<value>, not x.']);
});

test('durations take units, and the text that means "not given" leaves the default', () => {
  assert.equal(run(['--session-timeout', '90']).values.sessionMs, 90_000);
  assert.equal(run(['--session-timeout', '2h']).values.sessionMs, 7_200_000);
  const unset = run(['--session-timeout', '-1']);
  assert.equal(unset.values.sessionMs, 3_600_000);
  assert.equal(unset.where.sessionMs, undefined);
});

test('a file that is missing, and a variable inside a value, are errors', t => {
  assert.deepEqual(errorsOf(['--config', '/does/not/exist']), [
    'Properties file: /does/not/exist does not exist.',
  ]);
  const config = file(t, 'atlas.log.level=${sys:level}\n');
  assert.match(errorsOf(['--config', config])[0] ?? '', /this variable is not known here/);
});

test('the folder of the file and the one above have the names that the reference gives them', t => {
  const config = file(t, 'atlas.policy.file=${sys:atlas.home}/x/${sys:atlas.conf}\n');
  const folder = dirname(config);
  assert.equal(run(['--config', config]).values.policy, `${dirname(folder)}/x/${folder}`);
});

test('a file that lies beside the properties file is found by its name, from the command line only where one stands', t => {
  const config = file(t, 'atlas.policy.file=policy.json\n');
  assert.equal(run(['--config', config]).values.policy, 'policy.json');
  writeFileSync(join(dirname(config), 'policy.json'), '{}');
  assert.equal(run(['--config', config]).values.policy, join(dirname(config), 'policy.json'));
  assert.equal(run(['--config', config, '--policy', 'policy.json']).values.policy, 'policy.json');
});

test('properties follow the Java grammar: continuation lines, escapes, a byte-order mark, the last of repeated keys', t => {
  const config = file(
    t,
    '\uFEFFatlas.headers.X-A = one \\\r\n   two\r\natlas.log.level : warn\natlas.log.level info\n',
  );
  const {values, warnings, where} = run(['--config', config]);
  assert.deepEqual(values.headers, {'X-A': 'one two'});
  assert.equal(values.level, 'info');
  assert.equal(where.level, `${config}:4`);
  assert.deepEqual(warnings, [
    `atlas.log.level is given more than once; the last one counts (${config}:4).`,
  ]);
});

test('an option given twice with different values is refused, twice with the same one is not', () => {
  assert.deepEqual(errorsOf(['--http-port', '1', '--http-port=2']), [
    '--http-port is given more than once, as "1" and "2"; give it once.',
  ]);
  assert.equal(run(['--http-port', '1', '--http-port=1']).values.httpPort, 1);
  assert.deepEqual(run(['--header', 'A=1', '--header', 'B=2']).values.headers, {A: '1', B: '2'});
});

test('an option of a server that is not started is reported as that one', () => {
  const editor: OptionTable = {
    ...table,
    server: 'editor',
    options: {port: {...options.httpPort, key: 'editor.port', cli: 'editor-port'}},
  };
  assert.throws(
    () => readOptions(table, {argv: ['--editor-port', '1'], env: {}, others: [editor]}),
    {
      message:
        '--editor-port is an option of the editor, and the catalog alone is started; leave it out, or start both with "npm start".',
    },
  );
});

test('help lists every option once within 100 columns; the Markdown page has a row for each', () => {
  const port = {...options.httpPort, key: 'editor.port', cli: 'editor-port'};
  const editor: OptionTable = {...table, server: 'editor', options: {level: options.level, port}};
  const help = optionsHelp([table, editor], () => true);
  for (const option of [...Object.values(options), port]) {
    assert.equal(
      help.split(`--${option.cli}${option.type === 'boolean' ? '[' : ' <'}`).length,
      2,
      option.cli,
    );
    assert.ok(help.includes(option.key), option.key);
  }
  assert.match(help, /--editor-port <integer> \(editor only\)\n/);
  assert.match(help, /--log-level <enum>\n/);
  assert.deepEqual(
    help.split('\n').filter(line => line.length > 100),
    [],
  );
  assert.doesNotMatch(
    optionsHelp([table], option => option.group === 'Log'),
    /http-port/,
  );
  const page = optionsMarkdown(table, 'Options', 'All of them.');
  assert.match(
    page,
    /\| `atlas\.server\.http\.port` \| `--http-port`<br>`GAZETTEER_HTTP_PORT` \| `21000` \|/,
  );
  assert.match(page, /on \\\| off/);
});

test('what is in effect has every option, where it stands, and no secret', t => {
  const config = file(t, 'atlas.headers.X-One = a\natlas.body.max: 2KiB\n');
  const read = run([
    '--config',
    config,
    '--database',
    'postgres://me:hunter2@h/x',
    '--webhook',
    'https://a:hunter2@h:1/hunter2?x=hunter2,http://b, hunter2',
  ]);
  const settings = effectiveOptions(table, read);
  const shown = Object.fromEntries(settings.map(({name, value, place}) => [name, [value, place]]));
  assert.deepEqual(shown['atlas.server.http.port'], ['21000', '']);
  assert.deepEqual(shown['atlas.body.max'], ['2 KiB', `${config}:2`]);
  assert.deepEqual(shown['atlas.headers.X-One'], ['a', `${config}:1`]);
  assert.equal(shown['atlas.graph.storage.url']?.[0], 'postgres://me:***@h/x');
  const text = optionsInEffect(table, read);
  assert.deepEqual(shown['atlas.webhooks'], [
    'https://h:1/***, http://b/***, ***',
    'command line --webhook',
  ]);
  assert.equal(text.split('\n').length, 5);
  assert.equal(text.includes('hunter2'), false);
});

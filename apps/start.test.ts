import assert from 'node:assert/strict';
import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {createServer} from 'node:net';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {test, type TestContext} from 'node:test';

const root = join(import.meta.dirname, '..');

function folderOf(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'gazetteer-start-'));
  t.after(() => rmSync(folder, {recursive: true, force: true, maxRetries: 3}));
  return folder;
}

/** Of a start that ends by itself. */
async function run(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<{code: number | null; out: string; said: string}> {
  const child = spawn(process.execPath, [join(root, 'start.mjs'), ...args], {
    cwd: root,
    env: {...process.env, ...env},
  });
  const timer = setTimeout(() => child.kill('SIGKILL'), 120_000);
  let [out, said] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  clearTimeout(timer);
  return {code, out, said};
}

test('an unknown option of both servers is reported once', async () => {
  const {code, said} = await run(['--http-prt', '1', '--data=']);
  assert.equal(code, 1);
  assert.equal(
    said,
    'gazetteer: --http-prt is no option. The nearest known one is --http-port.\n' +
      'gazetteer: atlas.data.folder = "" (command line --data) is not valid; allowed is a folder.\n',
  );
});

test('an unknown command and an unknown topic of help name the nearest one', async () => {
  const command = await run(['catalogue']);
  assert.equal(command.code, 1);
  assert.match(command.said, /^gazetteer: There is no command catalogue\. Did you mean catalog\? /);
  const topic = await run(['--help', 'ldpa']);
  assert.equal(topic.code, 1);
  assert.match(topic.said, /^gazetteer: There is no help about ldpa\. Did you mean ldap\? /);
  const help = await run(['-h']);
  assert.equal(help.code, 0);
  assert.match(help.out, /^Gazetteer \d.*\n\nUsage: npm start/);
});

test('--check-config says everything that is wrong in either server and its files, and starts and makes nothing', async t => {
  const folder = folderOf(t);
  const file = (name: string, text: string) => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  mkdirSync(join(folder, 'conf'));
  file('conf/a.ini', '[beeswax]\nhive_server_port=many\n');
  const given: Readonly<Record<string, string>> = {
    data: join(file('a-file', ''), 'data'),
    'config-dir': join(folder, 'conf'),
    'password-file': file('users', 'ann\nbob=ADMIN::nonsense\n'),
    'policy-file': file('policy.json', '{"admin":'),
    bind: 'no-such-host.invalid',
    'tls-certificate': file('cert.pem', 'no certificate'),
    'tls-key': file('key.pem', 'no key'),
    'download-folder': join(folder, 'a-file'),
  };
  const options = Object.entries(given).map(([name, value]) => `--${name}=${value}`);
  const {code, said} = await run(['--check-config', '--tls', ...options]);
  assert.equal(code, 1);
  for (const part of [
    `--data ${folder}/a-file/data: ${folder}/a-file is a file; name a folder`,
    'a.ini:2',
    `Nobody could log in: ${folder}/users:1: the line of "ann" lets nobody in`,
    `the policy file ${folder}/policy.json cannot be used`,
    '--bind no-such-host.invalid is neither an address nor a name',
    `The certificate in ${folder}/cert.pem, ${folder}/key.pem cannot be used`,
    `--download-folder ${folder}/a-file: ${folder}/a-file is a file; name a folder`,
    '7 errors, 0 warnings',
  ]) {
    assert.ok(said.includes(part), `${part} is missing in:\n${said}`);
  }
});

test('a folder that is a file, and an address that there is not, are one error each', async t => {
  const file = join(folderOf(t), 'file');
  writeFileSync(file, '');
  assert.equal(
    (await run(['--data', file])).said,
    `gazetteer: --data ${file}: ${file} is a file; name a folder\n`,
  );
  const {said} = await run(['--data', join(folderOf(t), 'data'), '--bind', 'no-such-host.invalid']);
  assert.match(said, /^gazetteer: --bind no-such-host\.invalid is neither [^\n]*\n$/);
});

test('--check-config of a configuration that is right prints what is in effect, secrets masked, and makes nothing', async t => {
  const data = join(folderOf(t), 'data');
  const args = [
    '--check-config',
    '--data',
    data,
    '--database',
    'postgres://me:hush@db.example/catalog',
  ];
  const {code, out, said} = await run([...args, '--session-timeout', '90m'], {
    GAZETTEER_EDITOR_PORT: '9',
  });
  assert.equal(code, 0, said);
  assert.match(
    out,
    /^atlas\.graph\.storage\.url = postgres:\/\/me:\*\*\*@db\.example\/catalog {2}# command line --database$/m,
  );
  assert.match(out, /^atlas\.session\.timeout\.secs = 90 m {2}# /m);
  assert.match(out, /^editor\.http\.port = 9 {2}# environment GAZETTEER_EDITOR_PORT$/m);
  assert.match(out, /^\[beeswax\]$/m);
  assert.match(
    said,
    /^gazetteer: 0 errors, 0 warnings; databases and other servers were not asked$/m,
  );
  assert.equal(existsSync(data), false);
  const one = await run(['catalog', '--check-config', '--http-port', 'abc']);
  assert.equal(one.code, 1);
  assert.match(one.said, /atlas\.server\.http\.port = "abc"[^]*1 error, 0 warnings/);
});

test('a server is not started when the other one cannot be', async t => {
  const folder = folderOf(t);
  const data = join(folder, 'data');
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  t.after(() => taken.close());
  const {port} = taken.address() as {port: number};
  for (const [args, expected] of [
    [['--editor-port', 'x'], /editor\.http\.port = "x"/],
    [
      ['--editor-port', String(port)],
      new RegExp(`Port ${port} of 127\\.0\\.0\\.1 is in use .* --editor-port`),
    ],
    [['--config-dir', join(folder, 'nowhere')], /--config-dir .*nowhere does not exist/],
  ] as const) {
    const {code, out, said} = await run(['--http-port', '0', '--data', data, ...args]);
    assert.equal(code, 1);
    assert.match(said, expected);
    assert.equal(out, '', 'nothing was started');
    assert.equal(existsSync(data), false);
  }
});

test('what is wrong with the data folder or the store in it is said with the option and what to do', async t => {
  const folder = folderOf(t);
  writeFileSync(
    join(folder, 'catalog.db'),
    'no database, and long enough to be looked at as one '.repeat(20),
  );
  const damaged = await run(['catalog', '--http-port', '0', '--data', folder]);
  assert.equal(damaged.code, 1);
  assert.match(
    damaged.said,
    /^gazetteer: Cannot open --data sqlite:.*catalog\.db is damaged, or no database\. .*npm run restore/m,
  );
  const away = await run([
    'catalog',
    '--http-port',
    '0',
    '--data',
    folder,
    '--database',
    'postgres://me:hush@127.0.0.1:1/x',
  ]);
  assert.equal(away.code, 1);
  assert.match(
    away.said,
    /^gazetteer: Cannot open --database postgres:\/\/me:\*\*\*@127\.0\.0\.1:1\/x: nothing listens at 127\.0\.0\.1:1\./m,
  );
  const address = await run(['catalog', '--database', 'postgres://me:hu#sh@h/x', '--check-config']);
  assert.match(address.said, /is not valid; allowed is .*# as %23/);
});

test('options that need others name them as options', async t => {
  const data = join(folderOf(t), 'data');
  const needs = [
    [['--tls'], /--tls needs a certificate: give --tls-certificate and --tls-key/],
    [['--ldap-login'], /--ldap-login needs --ldap-url/],
    [['--kerberos-login'], /--kerberos-login needs --kerberos-keytab/],
    [['--oidc-issuer', 'https://login.example'], /--oidc-issuer needs --oidc-client/],
  ] as const;
  for (const [args, expected] of needs) {
    const {code, said} = await run(['catalog', '--check-config', '--data', data, ...args]);
    assert.equal(code, 1);
    assert.match(said, expected);
  }
});

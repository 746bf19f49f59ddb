// Mail of schedules, to a real SMTP server: with TLS or none, with a login, and where it fails.
import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {test, type TestContext} from 'node:test';
import {soon} from '@gazetteer/model/testing';
import {type Mail, smtpForTests} from '../../../packages/events/test/smtp-fixture.ts';
import {certificate} from '../../../packages/thrift/test/servers/certificate.ts';
import {asUser, editorForTests} from './editor-fixture.ts';
import {temporaryFolder} from './editor-process.ts';

/** Runs a schedule that mails to the address. */
async function mailed(t: TestContext, argv: readonly string[], to = 'boss@example.com') {
  const all = ['--mail-from', 'Gazetteer <sql@example.com>', ...argv];
  const editor = await editorForTests(
    t,
    undefined,
    {ada: 'ANALYST'},
    '',
    0,
    undefined,
    undefined,
    all,
  );
  const ada = asUser(editor, 'ada');
  const content = {engine: 'hive', database: 'default', text: 'ROWS 3'};
  const {body} = await ada('POST', '/api/v1/documents', {name: 'Late ones', content});
  const made = await ada('POST', '/api/v1/schedules', {
    document: body['uuid'],
    name: 'Späte Lieferungen',
    cron: '@daily',
    condition: {of: 'rows', operator: '>', value: '2'},
    rules: [{on: 'condition', by: 'mail', to}],
  });
  const at = `/api/v1/schedules/${String(made.body['uuid'])}`;
  if (made.status === 201) assert.equal((await ada('POST', `${at}/runs`)).status, 201);
  return {...editor, ada, at, made};
}

test('a mail is sent over STARTTLS with a login, to whom the schedule names', async t => {
  const folder = await temporaryFolder(t);
  const {keyFile, certFile} = certificate(folder, 'localhost');
  const {mails, port} = await smtpForTests(t, {
    key: readFileSync(keyFile),
    cert: readFileSync(certFile),
    onAuth: ({username, password}, _session, callback) =>
      username === 'mailer' && password === 'of the mailer'
        ? callback(null, {user: username})
        : callback(new Error('no such login')),
  });
  await writeFile(join(folder, 'password'), 'of the mailer\n');
  const {at} = await mailed(t, [
    '--mail-server',
    `localhost:${port}`,
    '--mail-ca-file',
    certFile,
    '--mail-user',
    'mailer',
    '--mail-password',
    `file:${join(folder, 'password')}`,
    '--schedule-address',
    'https://sql.example.com/',
  ]);
  const [mail] = await soon(() => {
    assert.equal(mails.length, 1);
    return mails as [Mail];
  });
  assert.deepEqual(
    [mail.from, mail.to, mail.isSecure, mail.user],
    ['sql@example.com', ['boss@example.com'], true, 'mailer'],
  );
  assert.match(mail.text, /^Subject: =\?UTF-8\?Q\?Sp=C3=A4te_Lieferungen.*Number_of_rows/m);
  assert.match(mail.text, /^The query returned 3 rows\.$/m);
  const uuid = String(at.split('/').at(-1));
  assert.ok(mail.text.includes(`https://sql.example.com/app/schedules/${uuid}`), mail.text);
  assert.match(mail.text, /^Message-ID: <[\da-f-]{36}@example\.com>$/im);
});

test('TLS from the first byte, and none where that is asked for', async t => {
  const folder = await temporaryFolder(t);
  const {keyFile, certFile} = certificate(folder, 'localhost');
  const tls = {key: readFileSync(keyFile), cert: readFileSync(certFile), secure: true};
  const secure = await smtpForTests(t, {...tls, authOptional: true});
  const ca = ['--mail-ca-file', certFile];
  await mailed(t, ['--mail-server', `localhost:${secure.port}`, '--mail-tls', 'tls', ...ca]);
  await soon(() => assert.equal(secure.mails[0]?.isSecure, true));
  const plain = await smtpForTests(t, {authOptional: true, disabledCommands: ['STARTTLS']});
  await mailed(t, ['--mail-server', `127.0.0.1:${plain.port}`, '--mail-tls', 'off']);
  await soon(() => assert.equal(plain.mails[0]?.isSecure, false));
});

test('nothing is said to a server without TLS or with a certificate of somebody else', async t => {
  const plain = await smtpForTests(t, {authOptional: true, disabledCommands: ['STARTTLS']});
  const other = await smtpForTests(t, {authOptional: true});
  for (const {port, mails} of [plain, other]) {
    const {log, editor} = await mailed(t, ['--mail-server', `127.0.0.1:${port}`]);
    await soon(() =>
      assert.ok(log.lines.some(({message}) => message === 'a notice could not be sent')),
    );
    const waiting = await editor.db.read(session =>
      session.all<{attempts: number}>('SELECT attempts FROM editor_delivery'),
    );
    assert.deepEqual(waiting, [{attempts: 1}], 'it is tried again later');
    assert.deepEqual(mails, []);
  }
});

test('an address that is none, or of a domain that is not allowed, is refused', async t => {
  const argv = ['--mail-server', '127.0.0.1:1', '--mail-domains', 'example.com, example.org'];
  for (const to of ['boss', 'a@example.com,b@example.com', 'a@example.com\r\nBcc: b@example.com'])
    assert.match((await mailed(t, argv, to)).made.text, /no address of a mailbox/, to);
  const elsewhere = await mailed(t, argv, 'a@elsewhere.example');
  assert.deepEqual(
    [elsewhere.made.status, elsewhere.made.body['message']],
    [400, 'Mail is sent to addresses of example.com, example.org only.'],
  );
});

import assert from 'node:assert/strict';
import {mkdir, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {test} from 'node:test';
import {askSecurely} from '../../catalog/test/secure-client.ts';
import {certificate, lockedKeyOf} from '../../../packages/thrift/test/servers/certificate.ts';
import {startEditorProcess, temporaryFolder} from './editor-process.ts';

const form = {'content-type': 'application/x-www-form-urlencoded'};

test('the ini files of existing editors make it speak HTTPS, with the pass phrase of a script', async t => {
  const folder = await temporaryFolder(t);
  const identity = certificate(folder, 'localhost');
  const {certFile, cert} = identity;
  const locked = lockedKeyOf(identity, 'of-the-key');
  const conf = join(folder, 'conf');
  await mkdir(conf);
  await writeFile(
    join(conf, 'editor.ini'),
    `[desktop]\nssl_certificate=${certFile}\nssl_private_key=${locked}\nssl_password_script="printf of-the-key"\n`,
  );
  const editor = await startEditorProcess(['editor', '--data', folder, '--config-dir', conf]);
  t.after(editor.kill);
  assert.match(editor.url, /^https:/);
  const headers = {...form, 'sec-fetch-site': 'same-origin'};
  const body = 'username=admin&password=admin';
  const answer = await askSecurely(`${editor.url}/hue/accounts/login`, cert, {
    method: 'POST',
    headers,
    body,
  });
  assert.equal(answer.status, 302);
  const cookies = [answer.headers['set-cookie']].flat();
  assert.match(String(cookies[0]), /^sessionid=[^;]+; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
  assert.match(String(cookies[1]), /^csrftoken=\w+; Path=\/; Secure; SameSite=Lax$/);
  assert.doesNotMatch(editor.output(), /of-the-key/);
});

test('both servers of one process speak HTTPS with one certificate; behind a proxy cookies are marked all the same', async t => {
  const folder = await temporaryFolder(t);
  const {keyFile, certFile, cert} = certificate(folder, 'localhost');
  const args = [
    '--data',
    folder,
    '--tls',
    '--https-port',
    '0',
    '--tls-certificate',
    certFile,
    '--tls-key',
    keyFile,
  ];
  const both = await startEditorProcess(args);
  t.after(both.kill);
  const catalog = /catalog, listening on (https:\/\/\S+)/.exec(both.output())?.[1] ?? '';
  assert.equal((await askSecurely(`${catalog}/api/atlas/admin/status`, cert)).status, 200);
  assert.equal((await askSecurely(`${both.url}/desktop/debug/is_alive`, cert)).status, 200);
  const plain = await startEditorProcess([
    'editor',
    '--data',
    await temporaryFolder(t),
    '--secure-cookies',
  ]);
  t.after(plain.kill);
  const body = new URLSearchParams({username: 'admin', password: 'admin'});
  const answer = await fetch(`${plain.url}/hue/accounts/login`, {
    method: 'POST',
    body,
    redirect: 'manual',
  });
  assert.match(String(answer.headers.getSetCookie()[0]), /; Secure;/);
});

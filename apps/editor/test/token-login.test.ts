// People log in with tokens of another issuer, by which the editor logs in to SQL servers as them.
import assert from 'node:assert/strict';
import {generateKeyPairSync, sign} from 'node:crypto';
import {test} from 'node:test';
import {soon} from '@gazetteer/model/testing';
import {configuredEditor, interpreter} from './configured-editor.ts';
import {startTokenServer} from './token-server.ts';

const {publicKey, privateKey} = generateKeyPairSync('rsa', {modulusLength: 2048});

function signed(claims: Readonly<Record<string, unknown>>): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const exp = Math.floor(Date.now() / 1000) + 3600;
  const text = `${part({alg: 'RS256', typ: 'JWT'})}.${part({exp, ...claims})}`;
  return `${text}.${sign('sha256', Buffer.from(text), privateKey).toString('base64url')}`;
}

test('sessions on a SQL server go on with the token of the newest login, and with nobody else’s', async t => {
  const refused = new Set<string>();
  const server = await startTokenServer(authorization => !refused.has(authorization));
  t.after(server.stop);
  const ini = `[desktop]
    use_thrift_http_jwt=true
    [beeswax]
    hive_server_host=127.0.0.1
    hive_server_http_port=${server.port}
    close_sessions=false
    max_number_of_sessions=3
    has_session_pool=true
    ${interpreter('hive')}`;
  const site = {'hive.server2.transport.mode': 'http', 'hive.server2.authentication': 'JWT'};
  const {open} = await configuredEditor(t, ini, site, [
    '--jwt-public-key',
    publicKey.export({type: 'spki', format: 'der'}).toString('base64'),
  ]);
  const editor = await open();
  t.after(editor.kill);
  const ask = async (token: string, path = 'autocomplete') => {
    const answer = await fetch(`${editor.url}/api/editor/${path}`, {
      method: 'POST',
      headers: {authorization: `Bearer ${token}`},
      body: new URLSearchParams({snippet: JSON.stringify({type: 'hive'})}),
    });
    return {
      status: answer.status,
      body: (await answer.json()) as {status?: number; message?: string},
    };
  };
  const callsOf = async (token: string) => {
    const before = server.calls.length;
    const {status, body} = await ask(token);
    assert.equal(status, 200, JSON.stringify(body));
    // It lets in, and knows nothing.
    assert.match(JSON.stringify(body), /It does no more/);
    return server.calls.slice(before);
  };

  const [first, second] = [signed({sub: 'ann', jti: '1'}), signed({sub: 'ann', jti: '2'})];
  assert.ok((await callsOf(first)).every(call => call.endsWith(` Bearer ${first}`)));
  assert.match(server.calls[0] ?? '', /^OpenSession/);

  // The login is new and the first token good no more, as after a renewal by the issuer.
  refused.add(`Bearer ${first}`);
  const renewed = await callsOf(second);
  assert.ok(renewed.length > 0);
  for (const call of renewed) assert.match(call, new RegExp(` Bearer ${second}$`));
  assert.ok(!renewed.some(call => call.startsWith('OpenSession')), 'the session is the same');

  // A window that is still open from the first login.
  for (const call of await callsOf(first)) assert.match(call, new RegExp(` Bearer ${second}$`));

  const bob = signed({sub: 'bob'});
  const his = await callsOf(bob);
  assert.match(his[0] ?? '', /^OpenSession/);
  for (const call of his) assert.match(call, new RegExp(` Bearer ${bob}$`));

  // What is closed long after a request is closed with the newest token, too.
  const third = signed({sub: 'ann', jti: '3'});
  refused.add(`Bearer ${second}`);
  await ask(third, 'check_status');
  await editor.stop();
  await soon(() => {
    const closed = server.calls.filter(call => call.startsWith('CloseSession'));
    assert.deepEqual(
      closed.toSorted(),
      [`CloseSession Bearer ${bob}`, `CloseSession Bearer ${third}`].toSorted(),
    );
  });
});

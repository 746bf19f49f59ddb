import assert from 'node:assert/strict';
import {test} from 'node:test';
import {
  client,
  FormBrowser,
  passProvider,
  startProvider,
} from '../../../packages/server/test/openid-provider.ts';
import {startEditorProcess, temporaryFolder} from './editor-process.ts';

test('people log in to the editor at a provider, change things with its token, and log out in both places', async t => {
  const provider = await startProvider({maria: {groups: ['analysts']}});
  t.after(provider.stop);
  const oidc = [
    '--oidc-issuer',
    provider.issuer,
    '--oidc-client',
    client.id,
    '--oidc-secret',
    client.secret,
  ];
  const editor = await startEditorProcess(['editor', '--data', await temporaryFolder(t), ...oidc]);
  t.after(editor.kill);
  provider.know([editor.url]);
  const browser = new FormBrowser();
  // Whoever opens a page is asked who it is, and the way to the provider keeps the page.
  const form = await browser.open(`${editor.url}/app/documents`);
  const [, way = ''] =
    /<a id="provider" href="([^"]+)">Log in with single sign-on<\/a>/.exec(form.text) ?? [];
  assert.equal(way, '/oidc/login?next=%2Fapp%2Fdocuments');
  const page = await passProvider(browser, `${editor.url}${way}`, 'maria', provider.issuer);
  assert.equal(page.url, `${editor.url}/app/documents`);

  const cookies = browser.cookies(editor.url);
  const cookie = `sessionid=${cookies.get('sessionid') ?? ''}`;
  const change = (headers: Record<string, string>) =>
    fetch(`${editor.url}/api/editor/check_status`, {method: 'POST', headers: {cookie, ...headers}});
  assert.equal((await change({})).status, 403);
  assert.equal((await change({'x-csrftoken': cookies.get('csrftoken') ?? ''})).status, 200);

  const away = await browser.open(`${editor.url}/hue/accounts/logout`);
  assert.ok(away.url.startsWith(provider.issuer), away.url);
  const back = await browser.submit(away, {logout: 'yes'});
  assert.match(back.url, new RegExp(`^${editor.url}/hue/accounts/login`));
  assert.equal((await change({'x-csrftoken': cookies.get('csrftoken') ?? ''})).status, 401);
  assert.doesNotMatch(editor.output(), new RegExp(client.secret));
});

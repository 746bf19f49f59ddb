// What the editor was started with, for its administrators and for clients of Hue.
import assert from 'node:assert/strict';
import {suite, test} from 'node:test';
import {asUser, editorForTests} from './editor-fixture.ts';

type Entry = {key: string; value?: string; values?: Entry[]};
type Setting = {group: string; name: string; value: string; place: string; doc: string};

const ini = `[desktop]
default_user=carl
auth_password=hunter2
ldap_password_script=echo hunter2
[beeswax]
[[ssl]]
cacerts=/certs.pem
`;

suite('the configuration', () => {
  const world = async (t: {after(work: () => Promise<void>): void}) => {
    const editor = await editorForTests(t, undefined, {ann: 'ADMIN', bob: 'ANALYST'}, ini);
    return {ann: asUser(editor, 'ann'), bob: asUser(editor, 'bob'), editor};
  };

  test('has every key with its value and where it stands, and no secret', async t => {
    const {ann} = await world(t);
    const {status, body, text} = await ann('GET', '/api/v1/configuration');
    assert.equal(status, 200);
    const settings = body['settings'] as Setting[];
    const named = (group: string, name: string) =>
      settings.find(one => one.group === group && one.name === name);
    assert.deepEqual(
      [
        named('[desktop]', 'default_user'),
        named('[desktop]', 'auth_password'),
        named('[desktop]', 'ldap_password_script'),
        named('[beeswax] [[ssl]]', 'cacerts'),
        named('[impala]', 'server_port'),
      ].map(one => [one?.value, one?.place]),
      [
        ['carl', 'a.ini:2'],
        ['***', 'a.ini:3'],
        ['***', 'a.ini:4'],
        ['/certs.pem', 'a.ini:7'],
        ['21050', ''],
      ],
    );
    assert.ok(settings.some(({group, place}) => !group.startsWith('[') && place !== ''));
    assert.equal(text.includes('hunter2'), false);
    assert.deepEqual(body['warnings'], ['a.ini:1: [x] y is not known.']);
  });

  test('is told to clients of Hue as sections in each other', async t => {
    const {ann} = await world(t);
    for (const url of ['/desktop/api2/get_hue_config', '/api/v1/get_hue_config']) {
      const {body} = await ann('GET', url);
      const config = body['config'] as Entry[];
      const at = (...path: string[]) =>
        path.reduce<Entry | undefined>(
          (entry, key) => entry?.values?.find(one => one.key === key),
          {key: '', values: config},
        );
      assert.equal(at('desktop', 'default_user')?.value, 'carl');
      assert.equal(at('beeswax', 'ssl', 'cacerts')?.value, '/certs.pem');
      assert.deepEqual(
        config.map(({key}) => key),
        config.map(({key}) => key).toSorted(),
      );
    }
    for (const url of ['/desktop/debug/check_config', '/api/v1/check_config']) {
      const {body} = await ann('GET', url);
      const found = [{name: 'configuration', message: 'a.ini:1: [x] y is not known.'}];
      assert.deepEqual([body['config_error_list'], body['error_list']], [found, found]);
    }
  });

  test('is for administrators alone', async t => {
    const {bob, editor} = await world(t);
    for (const url of [
      '/api/v1/configuration',
      '/desktop/api2/get_hue_config',
      '/desktop/debug/check_config',
    ]) {
      const {status, body} = await bob('GET', url);
      assert.equal(status, 403, url);
      assert.equal(body['message'], 'Only administrators can read the configuration.');
      assert.deepEqual(
        [body['settings'], body['config'], body['error_list']],
        [undefined, undefined, undefined],
      );
    }
    const {status} = await editor.inject({url: '/api/v1/configuration'});
    assert.equal(status, 401);
  });

  test('nobody has to log in to learn that the editor is not idle', async t => {
    const {editor} = await world(t);
    assert.equal((await editor.inject({url: '/desktop/debug/is_idle'})).text, 'no!');
  });
});

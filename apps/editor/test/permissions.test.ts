import assert from 'node:assert/strict';
import {test, type TestContext} from 'node:test';
import {readPolicy} from '@gazetteer/model';
import {DecisionAudit} from '@gazetteer/server';
import {EditorPolicy} from '../src/login/editor-policy.ts';
import {asUser, editorForTests, type EditorForTests} from './editor-fixture.ts';

const ini = `[desktop]
enable_download=false
[notebook]
default_interpreter=hive
[[interpreters]]
[[[hive]]]
name=Hive
users=ada,bob
groups=analysts
[[[hplsql]]]
name=Procedural
`;
const users = {ada: 'A', ann: 'analysts', eve: 'B', root: 'ADMIN'};

async function execute(editor: EditorForTests, name: string, dialect: string) {
  const {body} = await asUser(editor, name)('POST', `/api/editor/execute/${dialect}`, {
    statement: 'ROWS 3',
  });
  return body;
}

test('an engine is used by those whom its section names, by their groups and by administrators', async t => {
  const editor = await editorForTests(t, undefined, users, ini);
  for (const name of ['ada', 'ann', 'root'])
    assert.equal((await execute(editor, name, 'hive'))['status'], 0, name);
  const refused = await execute(editor, 'eve', 'hive');
  assert.deepEqual(
    [refused['status'], refused['code'], refused['message']],
    [-1, 403, 'eve is not authorized to use Memory (hive)'],
  );
  assert.equal((await execute(editor, 'eve', 'hplsql'))['status'], 0);
  const missing = await execute(editor, 'eve', 'other');
  assert.equal(missing['message'], 'There is no engine other; there are hplsql');
  for (const path of [
    'autocomplete',
    'sample/db/t/x',
    'describe/db/t',
    'create_session',
    'explain',
  ]) {
    const fields = {
      snippet: JSON.stringify({type: 'hive'}),
      connector: JSON.stringify({type: 'hive'}),
      session: JSON.stringify({type: 'hive'}),
    };
    const {body} = await asUser(editor, 'eve')('POST', `/api/editor/${path}`, fields);
    assert.equal(body['message'], 'eve is not authorized to use Memory (hive)', path);
  }
});

test('pages are offered what may be used', async t => {
  const editor = await editorForTests(t, undefined, users, ini);
  const offered = async (name: string) => {
    const {body} = await asUser(editor, name)('GET', '/api/v1/get_config');
    const {interpreters} = (body['app_config'] as {editor: {interpreters: {type: string}[]}})
      .editor;
    return [interpreters.map(one => one.type), body['default_sql_interpreter']];
  };
  assert.deepEqual(await offered('ada'), [['hive', 'hplsql'], 'hive']);
  assert.deepEqual(await offered('eve'), [['hplsql'], 'hplsql']);
});

test('where downloads are switched off, results are seen and not downloaded', async t => {
  const editor = await editorForTests(t, undefined, users, ini);
  const id = String((await execute(editor, 'ada', 'hive'))['history_uuid']);
  const ask = asUser(editor, 'ada');
  assert.equal((await ask('GET', `/api/v1/results/${id}`)).body['mayDownload'], false);
  assert.equal((await ask('GET', `/api/v1/results/${id}/rows`)).status, 200);
  const {status, body} = await ask('GET', `/api/v1/results/${id}/download`);
  assert.deepEqual(
    [status, body['message']],
    [403, 'Downloads of results are switched off here (enable_download).'],
  );
});

test('a download has as many rows as it may have, in every format, and the log says that it was cut', async t => {
  const editor = await editorForTests(t, undefined, users, '[beeswax]\ndownload_row_limit=2');
  const id = String((await execute(editor, 'ada', 'hive'))['history_uuid']);
  const ask = asUser(editor, 'ada');
  const {body} = await ask('GET', `/api/v1/results/${id}`);
  assert.equal(body['maxDownloadRows'], 2);
  const csv = async (query: string) =>
    (await ask('GET', `/api/v1/results/${id}/download?${query}`)).text.trim();
  assert.deepEqual((await csv('format=csv')).split(/\r?\n/), ['n,text', '0,<0>', '1,<1>']);
  assert.equal((await csv('format=json')).split('\n').length, 2);
  const view = encodeURIComponent(JSON.stringify({sort: [{column: 0, descending: true}]}));
  assert.deepEqual((await csv(`format=csv&view=${view}`)).split(/\r?\n/), [
    'n,text',
    '2,<2>',
    '1,<1>',
  ]);
  assert.equal(
    editor.log.messages('warn').filter(text => text.includes('download_row_limit')).length,
    3,
  );
  const rows = (await ask('GET', `/api/v1/results/${id}/rows`)).body['rows'];
  assert.equal((rows as unknown[]).length, 3, 'the result itself is whole');
});

test('where sharing is switched off, nobody sees what was shared before', async t => {
  const editor = await editorForTests(t, undefined, users);
  const [ada, ann, eve] = [asUser(editor, 'ada'), asUser(editor, 'ann'), asUser(editor, 'eve')];
  const id = String((await execute(editor, 'ada', 'hive'))['history_uuid']);
  const by = async (kind: string) => {
    const grants = [{kind, name: 'ann', permission: 'read'}];
    const content = {engine: 'hive', database: 'default', text: 'ROWS 1', state: {}};
    const made = await ada('POST', '/api/v1/documents', {name: `by ${kind}`, content});
    const document = `/api/v1/documents/${String(made.body['uuid'])}`;
    assert.equal((await ada('PUT', `${document}/grants`, {grants})).status, 200);
    const share = await ada('POST', `/api/v1/results/${id}/shares`, {grants});
    return [
      document,
      `/api/v1/shares/${String(share.body['uuid'])}`,
      `/api/v1/results/${String(share.body['uuid'])}/rows`,
    ];
  };
  const [named, linked] = [await by('user'), await by('link')];
  const statuses = async (ask: typeof ada, paths: readonly string[]) =>
    await Promise.all(paths.map(async path => (await ask('GET', path)).status));
  const counts = async () =>
    await Promise.all(
      ['documents?folder=shared', 'documents?text=by', 'shares'].map(async path => {
        const {body} = await ann('GET', `/api/v1/${path}`);
        return ((body['documents'] ?? body['shares']) as unknown[]).length;
      }),
    );
  assert.deepEqual(await statuses(ann, named), [200, 200, 200]);
  assert.deepEqual(await statuses(eve, linked), [200, 200, 200]);
  assert.deepEqual(await counts(), [1, 1, 1]);

  Object.assign(editor.editor, {sharing: {isOn: true, byLink: false}});
  assert.deepEqual(await statuses(ann, named), [200, 200, 200], 'by name it goes on');
  assert.deepEqual(await statuses(eve, linked), [404, 404, 404]);

  Object.assign(editor.editor, {sharing: {isOn: false, byLink: true}});
  assert.deepEqual(await statuses(ann, [...named, ...linked]), [404, 404, 404, 404, 404, 404]);
  assert.deepEqual(await counts(), [0, 0, 0]);
  assert.deepEqual(
    await statuses(ada, [...named, ...linked]),
    [200, 200, 200, 200, 200, 200],
    'its owner sees it',
  );
  assert.equal((await ada('DELETE', linked[1] ?? '')).status, 204);

  Object.assign(editor.editor, {sharing: {isOn: true, byLink: true}});
  assert.deepEqual(await statuses(ann, named), [200, 200, 200], 'it is there again');
});

test('where sharing is switched off, nobody shares, and what is shared can be taken back', async t => {
  const off = await editorForTests(t, undefined, users, '[desktop]\nenable_sharing=false');
  const linkless = await editorForTests(
    t,
    undefined,
    users,
    '[desktop]\nenable_link_sharing=false',
  );
  const shared = async (editor: EditorForTests, kind: string) => {
    const ask = asUser(editor, 'ada');
    const grants = [{kind, name: 'ann', permission: 'read'}];
    const id = String((await execute(editor, 'ada', 'hive'))['history_uuid']);
    const made = await ask('POST', '/api/v1/documents', {kind: 'folder', name: kind});
    const document = `/api/v1/documents/${String(made.body['uuid'])}/grants`;
    assert.equal((await ask('PUT', document, {grants: []})).status, 200);
    return [
      await ask('PUT', document, {grants}),
      await ask('POST', `/api/v1/results/${id}/shares`, {grants}),
    ].map(({status, body}) => (status === 403 ? body['message'] : status));
  };
  const message = 'Sharing is switched off here (enable_sharing).';
  assert.deepEqual(await shared(off, 'user'), [message, message]);
  assert.deepEqual(await shared(linkless, 'user'), [200, 201]);
  const byLink = 'Sharing by link is switched off here (enable_link_sharing).';
  assert.deepEqual(await shared(linkless, 'link'), [byLink, byLink]);
});

type Recorded = {
  reqUser: string;
  action: string;
  resource: string;
  result: number;
  policy: string[];
  agent: string;
};

/** An editor with this policy at this time, and what the policy decided. */
async function withPolicy(
  t: TestContext,
  json: object,
  now = () => 0,
  scope: 'notable' | 'all' = 'notable',
) {
  const recorded: Recorded[] = [];
  const decisions = new DecisionAudit(
    'editor',
    scope,
    line => void recorded.push(JSON.parse(line) as Recorded),
  );
  const policy = new EditorPolicy({policy: readPolicy(json).policy}, decisions, now);
  const editor = await editorForTests(t, undefined, {...users, bob: 'interns'}, '', 0, policy);
  const told = () =>
    recorded
      .splice(0)
      .map(one => [one.reqUser, one.action, one.resource, one.result, one.policy, one.agent]);
  return {editor, told};
}

async function resultOf(editor: EditorForTests, name: string): Promise<string> {
  return String((await execute(editor, name, 'hive'))['history_uuid']);
}

test('what a rule of the policy denies is refused and recorded, until the rule ends and but for whom it leaves out', async t => {
  let now = Date.parse('2030-01-01T00:00:00Z');
  const deny = {
    editorPermissions: [
      {
        privileges: ['editor-download'],
        engines: ['hi.*'],
        exceptUsers: ['ada'],
        until: '2030-06-30T00:00:00Z',
      },
      {privileges: ['editor-use'], engines: ['hplsql'], exceptGroups: ['analysts']},
      {privileges: ['editor-share'], exceptRoles: ['SHARER']},
    ],
  };
  const roles = {SHARER: {}};
  const {editor, told} = await withPolicy(
    t,
    {roles, userRoles: {ada: ['SHARER']}, deny},
    () => now,
  );

  const refused = await execute(editor, 'bob', 'hplsql');
  assert.deepEqual(
    [refused['code'], refused['message']],
    [403, 'bob is not authorized to use Memory (hplsql)'],
  );
  const rule = ['deny.editorPermissions[1]'];
  assert.deepEqual(told(), [['bob', 'use engine', 'engine=hplsql', 0, rule, 'editor']]);
  assert.equal((await execute(editor, 'ann', 'hplsql'))['status'], 0);

  const [ofBob, ofAda] = [await resultOf(editor, 'bob'), await resultOf(editor, 'ada')];
  const [bob, ada] = [asUser(editor, 'bob'), asUser(editor, 'ada')];
  assert.equal((await bob('GET', `/api/v1/results/${ofBob}`)).body['mayDownload'], false);
  assert.deepEqual(told(), [], 'what is only offered is no decision');
  const download = await bob('GET', `/api/v1/results/${ofBob}/download`);
  assert.deepEqual(
    [download.status, download.body['message']],
    [403, 'bob is not authorized to download results of hive'],
  );
  assert.deepEqual(told(), [
    ['bob', 'download result', 'engine=hive', 0, ['deny.editorPermissions[0]'], 'editor'],
  ]);
  assert.equal((await ada('GET', `/api/v1/results/${ofAda}/download`)).status, 200);

  const grants = [{kind: 'user', name: 'ann'}];
  const share = {title: 'x', view: {}, grants};
  assert.equal((await bob('POST', `/api/v1/results/${ofBob}/shares`, share)).status, 403);
  assert.equal((await ada('POST', `/api/v1/results/${ofAda}/shares`, share)).status, 201);
  told();

  now = Date.parse('2030-07-01T00:00:00Z');
  assert.equal((await bob('GET', `/api/v1/results/${ofBob}/download`)).status, 200);
  assert.equal((await bob('GET', `/api/v1/results/${ofBob}`)).body['mayDownload'], true);
});

test('where roles say what may be done in the editor, the rest is refused; a policy of the catalog alone changes nothing', async t => {
  const ofCatalog = {roles: {ADMIN: {adminPermissions: [{privileges: ['.*']}]}}};
  const {editor: open} = await withPolicy(t, ofCatalog);
  assert.equal((await execute(open, 'eve', 'hive'))['status'], 0);

  const roles = {ANALYST: {editorPermissions: [{privileges: ['editor-.*'], engines: ['hive']}]}};
  const {editor, told} = await withPolicy(
    t,
    {roles, groupRoles: {analysts: ['ANALYST']}},
    undefined,
    'all',
  );
  assert.equal((await execute(editor, 'ann', 'hive'))['status'], 0);
  const by = ['ANALYST.editorPermissions[0]'];
  assert.deepEqual(told(), [['ann', 'use engine', 'engine=hive', 1, by, 'editor']]);
  assert.equal((await execute(editor, 'ann', 'hplsql'))['code'], 403);
  assert.deepEqual(told(), [['ann', 'use engine', 'engine=hplsql', 0, [], 'editor']]);
  const offered = (await asUser(editor, 'eve')('GET', '/api/v1/get_config')).body['app_config'] as {
    editor: {interpreters: {type: string}[]};
  };
  assert.deepEqual(offered.editor.interpreters, []);
});

test('documents are shared by who may share what belongs to any engine', async t => {
  const {editor} = await withPolicy(t, {
    deny: {editorPermissions: [{privileges: ['editor-share']}]},
  });
  const ada = asUser(editor, 'ada');
  const content = {engine: 'hive', database: 'default', text: 'ROWS 1', state: {}};
  const made = await ada('POST', '/api/v1/documents', {name: 'x', content});
  const path = `/api/v1/documents/${String(made.body['uuid'])}/grants`;
  const shared = await ada('PUT', path, {
    grants: [{kind: 'user', name: 'ann', permission: 'read'}],
  });
  assert.deepEqual(
    [shared.status, shared.body['message']],
    [403, 'ada is not authorized to share documents'],
  );
  assert.equal((await ada('PUT', path, {grants: []})).status, 200);
});

test('no request reaches an engine that may not be used, whatever it says of statements and sessions of before', async t => {
  const file = {policy: readPolicy({}).policy};
  const decisions = new DecisionAudit('editor', 'notable', () => undefined);
  const policy = new EditorPolicy(file, decisions);
  const editor = await editorForTests(t, undefined, users, '', 0, policy);
  const {engine} = editor;
  const addresses = Object.entries(
    (await editor.inject({url: '/api/editor/openapi.json'})).body['paths'] as Record<
      string,
      Record<string, unknown>
    >,
  ).flatMap(([path, methods]) =>
    Object.keys(methods).map(method => ({method: method.toUpperCase(), path})),
  );
  const count = () => {
    const {statements, sessions, databases} = engine.asked;
    return statements.length + sessions.length + databases.length;
  };
  /** Every address, told in all ways that it is about `hive`. @returns those that got there */
  const reaching = async (name: string) => {
    const ask = asUser(editor, name);
    const session = await ask('POST', '/api/editor/create_session', {
      session: JSON.stringify({type: 'hive'}),
    });
    const {id} = (session.body['session'] ?? {}) as {id?: unknown};
    const uuid = await resultOf(editor, name);
    const hive = {type: 'hive', statement: 'ROWS 1', database: 'default', id};
    const fields = {
      type: 'hive',
      source_type: 'hive',
      engine: 'hive',
      dialect: 'hive',
      database: 'default',
      table: 't',
      name: 'hive',
      q: 'x',
      text: 'x',
      statement: 'ROWS 1',
      operationId: uuid,
      snippet: JSON.stringify(hive),
      session: JSON.stringify(hive),
      connector: JSON.stringify(hive),
      notebook: JSON.stringify({...hive, sessions: [hive]}),
    };
    const reached = new Set<string>();
    return {
      async all() {
        for (const {method, path} of addresses) {
          const before = count();
          const url = path
            .replaceAll(/\{(?:uuid|id)\}/g, uuid)
            .replaceAll(/\{\*?names?\}/g, 'default/t')
            .replaceAll(/\{\*?\w+\}/g, 'hive');
          const query = `${url}?${new URLSearchParams(fields).toString()}`;
          await ask(method as 'POST', method === 'GET' ? query : url, fields);
          if (count() > before) reached.add(`${method} ${path}`);
        }
        return [...reached];
      },
    };
  };
  const [ada, eve] = [await reaching('ada'), await reaching('eve')];
  file.policy = readPolicy({
    deny: {
      editorPermissions: [{privileges: ['editor-use'], engines: ['hive'], exceptUsers: ['ada']}],
    },
  }).policy;
  const byAda = await ada.all();
  assert.ok(byAda.length > 10, byAda.join());
  assert.deepEqual(await eve.all(), []);
});

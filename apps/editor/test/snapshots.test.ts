// Snapshots of dashboards: who may see what of them, with a login and without.
import assert from 'node:assert/strict';
import {randomUUID} from 'node:crypto';
import {test, type TestContext} from 'node:test';
import {readPolicy} from '@gazetteer/model';
import {DecisionAudit} from '@gazetteer/server';
import {EditorPolicy} from '../src/login/editor-policy.ts';
import {asUser, editorForTests} from './editor-fixture.ts';

type Json = Readonly<Record<string, unknown>>;
type Tile = Json;
const users = {ada: 'ANALYST', bob: 'ANALYST'};
const origin = 'https://wiki.example.com';
const isOn = [
  '--link-previews',
  'on',
  '--embed-origins',
  `${origin}, https://intra.example.com:8443`,
];
/** One pixel. */
const png =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const svg =
  '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>';
const table: Tile = {
  tile: 'a',
  kind: 'table',
  title: 'Late orders',
  x: 0,
  w: 6,
  at: 1_790_000_000_000,
  head: ['order_id', 'customer'],
  rows: [['4711', 'Hopper & Sons']],
};
const tiles: readonly Tile[] = [
  {kind: 'text', title: '', x: 0, w: 12, text: 'All **late** orders'},
  table,
  {tile: 'a', kind: 'number', title: 'Sum', x: 6, w: 3, value: '1,204'},
  {tile: 'a', kind: 'chart', title: 'By day', x: 9, w: 3, image: svg},
  {tile: 'a', kind: 'chart', title: 'Broken', x: 0, w: 3, text: 'The query failed.'},
];
const policy =
  "default-src 'none'; img-src data:; style-src 'nonce-NONCE'; base-uri 'none'; form-action 'none'; " +
  'frame-ancestors FRAMES; sandbox allow-popups allow-popups-to-escape-sandbox';

async function opened(
  t: TestContext,
  argv: readonly string[] = [],
  own?: Parameters<typeof editorForTests>[5],
) {
  const editor = await editorForTests(t, undefined, users, '', 0, own, undefined, argv);
  const [ada, bob] = [asUser(editor, 'ada'), asUser(editor, 'bob')];
  const {body: query} = await ada('POST', '/api/v1/documents', {
    name: 'Late ones',
    content: {engine: 'hive', database: 'default', text: 'ROWS 3'},
  });
  const tile = {id: 'a', kind: 'table', document: query['uuid'], x: 0, y: 0, w: 6, h: 4};
  const {body} = await ada('POST', '/api/v1/documents', {
    name: 'Orders',
    kind: 'dashboard',
    dashboard: {tiles: [tile], filters: []},
  });
  const dashboard = String(body['uuid']);
  const at = `/api/v1/dashboards/${dashboard}/snapshots`;
  const take = async (more: object = {}) =>
    await ada('POST', at, {name: 'May', tiles, variables: {day: '2026-05-31'}, ...more});
  const taken = async (more: object = {}) => {
    const answer = await take(more);
    assert.equal(answer.status, 201, answer.text);
    return String(answer.body['uuid']);
  };
  const grants = [{kind: 'user', name: 'bob', permission: 'read'}];
  const share = async () =>
    assert.equal((await ada('PUT', `/api/v1/documents/${dashboard}/grants`, {grants})).status, 200);
  const stranger = (url: string) => editor.inject({method: 'GET', url});
  const linkOf = async (uuid: string, more: object = {}) => {
    const answer = await ada('POST', `/api/v1/snapshots/${uuid}/links`, more);
    assert.equal(answer.status, 201, answer.text);
    return answer.body as {uuid: string; path: string; expiresAt: number};
  };
  const change = async (uuid: string, more: object) =>
    await ada('PUT', `/api/v1/snapshots/${uuid}`, {name: 'May', audience: 'owner', ...more});
  return {...editor, ada, bob, dashboard, at, take, taken, share, stranger, linkOf, change};
}

const frames = (headers: Json) =>
  /frame-ancestors ([^;]*)/.exec(String(headers['content-security-policy']))?.[1];

test('what a dashboard shows is kept with its time, listed, read as a page, and deleted', async t => {
  const {ada, at, taken, dashboard} = await opened(t);
  const before = Date.now();
  const uuid = await taken({description: 'For the board'});
  const {body} = await ada('GET', at);
  const [listed] = body['snapshots'] as Json[];
  const {takenAt, bytes, ...head} = listed ?? {};
  assert.deepEqual(head, {
    uuid,
    document: dashboard,
    owner: 'ada',
    isOwner: true,
    name: 'May',
    description: 'For the board',
    audience: 'owner',
    hasPreview: false,
  });
  assert.ok(Number(takenAt) >= before && Number(takenAt) <= Date.now());
  assert.ok(Number(bytes) > 500);
  assert.deepEqual([body['canPreview'], body['canEmbed']], [false, false]);
  const read = await ada('GET', `/api/v1/snapshots/${uuid}`);
  assert.partialDeepStrictEqual(read.body, {variables: {day: '2026-05-31'}, tiles});
  const page = await ada('GET', `/snapshots/${uuid}`);
  assert.equal(page.status, 200);
  for (const part of [
    '<h1 dir="auto">May</h1>',
    'For the board',
    'day: 2026-05-31',
    '<strong>late</strong>',
    '<time datetime="2026-09-21T14:13:20.000Z">',
    '<td dir="auto">Hopper &amp; Sons</td>',
    '<bdi>1,204</bdi>',
    `src="data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}"`,
    'The query failed.',
    '#tile-1 { grid-column: 1 / span 6; }',
  ])
    assert.ok(page.text.includes(part), part);
  assert.equal((await ada('DELETE', `/api/v1/snapshots/${uuid}`)).status, 204);
  assert.equal((await ada('GET', `/snapshots/${uuid}`)).status, 404);
  assert.deepEqual((await ada('GET', at)).body['snapshots'], []);
});

test('others see those that are for them, as long as they may open the dashboard, and change none', async t => {
  const {ada, bob, at, taken, share, stranger, dashboard, change} = await opened(t, isOn);
  const [own, shared] = [await taken(), await taken({audience: 'dashboard'})];
  const seen = async (uuid: string) => [
    (await bob('GET', `/api/v1/snapshots/${uuid}`)).status,
    (await bob('GET', `/snapshots/${uuid}`)).status,
  ];
  assert.deepEqual(await seen(shared), [404, 404]);
  assert.equal((await bob('GET', at)).status, 404);
  await share();
  assert.deepEqual(await seen(shared), [200, 200]);
  assert.deepEqual(await seen(own), [404, 404]);
  const {body} = await bob('GET', at);
  assert.deepEqual(
    (body['snapshots'] as Json[]).map(one => [one['uuid'], one['isOwner']]),
    [[shared, false]],
  );
  for (const [method, path, more] of [
    ['PUT', '', {name: 'x', audience: 'dashboard', hasPreview: true}],
    ['DELETE', '', undefined],
    ['GET', '/links', undefined],
    ['POST', '/links', {}],
  ] as const)
    assert.equal((await bob(method, `/api/v1/snapshots/${shared}${path}`, more)).status, 404, path);
  // Whoever is not logged in learns nothing, not even what there is.
  for (const uuid of [own, shared, randomUUID(), 'x']) {
    const {status, headers, text} = await stranger(`/snapshots/${uuid}`);
    assert.deepEqual(
      [status, headers['location'], text],
      [302, `/hue/accounts/login?next=${encodeURIComponent(`/snapshots/${uuid}`)}`, ''],
    );
    assert.equal((await stranger(`/snapshots/${uuid}/picture.png`)).status, 404);
  }
  await change(shared, {audience: 'owner'});
  assert.deepEqual(await seen(shared), [404, 404]);
  await change(shared, {audience: 'dashboard'});
  await ada('DELETE', `/api/v1/documents/${dashboard}`);
  assert.deepEqual(await seen(shared), [410, 404]);
});

test('nothing that somebody puts into a snapshot runs, loads or leaves its place', async t => {
  const {ada, taken} = await opened(t);
  const bad = '</style></title><script>alert(1)</script>"\'><img src=x onerror=alert(1)>';
  const uuid = await taken({
    name: bad,
    description: bad,
    variables: {a: bad},
    tiles: [
      {kind: 'text', title: bad, x: 0, w: 12, text: `${bad}\n\n[a](javascript:alert(1))`},
      {tile: 'a', kind: 'table', title: bad, x: 0, w: 12, head: [bad], rows: [[bad]]},
      {tile: 'a', kind: 'number', title: bad, x: 0, w: 12, value: bad},
      {
        tile: 'a',
        kind: 'chart',
        title: bad,
        x: 0,
        w: 12,
        image: `<svg onload="alert(1)">${bad}</svg>`,
      },
      {tile: 'a', kind: 'chart', title: bad, x: 0, w: 12, text: bad},
    ],
  });
  const {text, headers} = await ada('GET', `/snapshots/${uuid}`);
  assert.doesNotMatch(text, /<script|<img src=x|<svg|javascript:[^&]*"/);
  assert.equal(text.match(/<\/style>/g)?.length, 1);
  const [, nonce = ''] = /<style nonce="([^"]+)">/.exec(text) ?? [];
  assert.notEqual(nonce, '');
  assert.equal(
    headers['content-security-policy'],
    policy.replace('NONCE', nonce).replace('FRAMES', "'none'"),
  );
  assert.equal(headers['x-frame-options'], 'DENY');
  assert.equal(headers['cache-control'], 'no-store');
});

test('what is no snapshot is refused', async t => {
  const {take, taken, change, ada} = await opened(t);
  for (const more of [
    {tiles: []},
    {tiles: null},
    {tiles: [null]},
    {tiles: Array.from({length: 51}, () => table)},
    {tiles: [{...table, x: 8}]},
    {tiles: [{...table, at: 8.64e15 + 1}]},
    {tiles: [{...table, tile: undefined}]},
    {tiles: [{...table, tile: 'b'}]},
    {tiles: [{...table, tile: undefined, kind: 'text'}]},
    {tiles: [{...table, w: 0}]},
    {tiles: [{...table, x: '0; } body { display: none'}]},
    {tiles: [{...table, kind: 'script'}]},
    {tiles: [{...table, head: [1]}]},
    {tiles: [{...table, rows: ['x']}]},
    {tiles: [{...table, rows: Array.from({length: 1001}, () => ['x'])}]},
    {tiles: [{...table, image: '<html><svg></svg></html>'}]},
    {tiles: [{...table, text: 'x'.repeat(20_001)}]},
    {picture: Buffer.from('<svg></svg>').toString('base64')},
    {picture: png.slice(0, 20)},
    {variables: {a: 1}},
    {audience: 'everybody'},
    {name: ' '},
  ])
    assert.equal((await take(more)).status, 400, JSON.stringify(more).slice(0, 200));
  await taken({tiles: [{...table, at: 8.64e15}]});
  const uuid = await taken();
  for (const more of [{audience: 'x'}, {hasPreview: 'maybe'}, {name: null}])
    assert.equal((await change(uuid, more)).status, 400);
  const {body} = await ada('POST', '/api/v1/documents', {name: 'q', content: {text: 'ROWS 1'}});
  const none = `/api/v1/dashboards/${String(body['uuid'])}/snapshots`;
  assert.equal((await ada('POST', none, {name: 'x', tiles})).status, 400);
});

test('a person has 100 snapshots', async t => {
  const {take, taken, ada} = await opened(t);
  const first = await taken({tiles: [table]});
  for (let n = 1; n < 100; n++) await taken({tiles: [table]});
  const {status, body} = await take();
  assert.deepEqual([status, body['message']], [409, 'You have 100 snapshots. Delete some.']);
  await ada('DELETE', `/api/v1/snapshots/${first}`);
  assert.equal((await take()).status, 201);
});

test('previews and links are off until the administrator turns them on', async t => {
  const {ada, taken, change, stranger} = await opened(t);
  const uuid = await taken({picture: png});
  assert.match((await change(uuid, {hasPreview: true})).text, /--link-previews/);
  const refused = await ada('POST', `/api/v1/snapshots/${uuid}/links`, {});
  assert.deepEqual([refused.status, /--embed-origins/.test(refused.text)], [403, true]);
  assert.equal((await stranger(`/snapshots/${uuid}`)).status, 302);
});

test('a preview shows name, description and picture to chats, and no result', async t => {
  const {ada, bob, taken, change, stranger} = await opened(t, isOn);
  const uuid = await taken({name: 'May "26" <b>', description: 'Late & lost', picture: png});
  assert.equal((await stranger(`/snapshots/${uuid}`)).status, 302, 'not turned on yet');
  const shown = {name: 'May "26" <b>', description: 'Late & lost', hasPreview: true};
  assert.equal((await change(uuid, shown)).status, 200);
  const {status, text, headers} = await stranger(`/snapshots/${uuid}`);
  assert.equal(status, 200);
  for (const part of [
    '<meta property="og:title" content="May &quot;26&quot; &lt;b&gt;" />',
    '<meta property="og:description" content="Late &amp; lost" />',
    `<meta property="og:image" content="http://localhost:80/snapshots/${uuid}/picture.png" />`,
    `<meta property="og:url" content="http://localhost:80/snapshots/${uuid}" />`,
  ])
    assert.ok(text.includes(part), `${part} ${text}`);
  for (const secret of ['4711', 'Hopper', '1,204', 'late</strong>', '2026-05-31', 'svg+xml', 'ada'])
    assert.ok(!text.includes(secret), secret);
  assert.equal(frames(headers), "'none'");
  const picture = await stranger(`/snapshots/${uuid}/picture.png`);
  assert.equal(picture.headers['content-type'], 'image/png');
  assert.equal(picture.headers['x-content-type-options'], 'nosniff');
  // Whoever is logged in and may not see it sees no more.
  const bobs = await bob('GET', `/snapshots/${uuid}`);
  assert.ok(bobs.status === 200 && bobs.text.includes('og:title') && !bobs.text.includes('4711'));
  assert.ok((await ada('GET', `/snapshots/${uuid}`)).text.includes('4711'));
  await change(uuid, {hasPreview: false});
  assert.equal((await stranger(`/snapshots/${uuid}`)).status, 302);
  assert.equal((await stranger(`/snapshots/${uuid}/picture.png`)).status, 404);
});

test('a link shows a snapshot without a login, in frames of the named pages alone', async t => {
  const {taken, linkOf, stranger, accessLines, ada} = await opened(t, isOn);
  const uuid = await taken();
  const {path} = await linkOf(uuid);
  const {status, text, headers} = await stranger(path);
  assert.ok(status === 200 && text.includes('4711'));
  assert.equal(frames(headers), `${origin} https://intra.example.com:8443`);
  assert.equal(headers['x-frame-options'], undefined);
  assert.equal(headers['set-cookie'], undefined);
  assert.equal(headers['referrer-policy'], 'no-referrer');
  // All other pages are in no frame, that of the same snapshot as well.
  for (const url of [`/snapshots/${uuid}`, '/app/dashboards', '/hue/accounts/login']) {
    const other = await ada('GET', url);
    assert.deepEqual([frames(other.headers), other.headers['x-frame-options']], ["'none'", 'DENY']);
  }
  const signature = new URL(path, origin).searchParams.get('signature') ?? '';
  assert.ok(accessLines.length > 0 && !accessLines.some(line => line.includes(signature)));
});

test('a link that was changed, has expired or was revoked shows nothing, like one that never was', async t => {
  const {editor, ada, taken, linkOf, stranger} = await opened(t, isOn);
  const [uuid, other] = [await taken(), await taken()];
  const [link, another] = [await linkOf(uuid, {days: 1}), await linkOf(other)];
  const of = (path: string) => new URL(path, origin).searchParams;
  const [own, foreign] = [of(link.path), of(another.path)];
  const at = (query: Readonly<Record<string, string>>, id = link.uuid) =>
    `/embed/${id}?${new URLSearchParams(query)}`;
  const [expires, signature] = [own.get('expires') ?? '', own.get('signature') ?? ''];
  const missing = await stranger(at({expires, signature}, randomUUID()));
  assert.equal(missing.status, 404);
  for (const url of [
    `/embed/${link.uuid}`,
    at({expires}),
    at({expires, signature: ''}),
    at({expires, signature: `${signature}A`}),
    at({expires, signature: signature.slice(1)}),
    at({expires: String(Number(expires) + 1), signature}),
    at({expires: `0${expires}`, signature}),
    at({expires: '1e99', signature}),
    at({expires, signature: foreign.get('signature') ?? ''}),
    at({expires, signature}, another.uuid),
    `${at({expires, signature})}&signature=x`,
    `/embed/${uuid}?expires=${expires}&signature=${signature}`,
    '/embed/x?expires=1&signature=2',
    '/embed/%00?expires=1&signature=2',
  ]) {
    const {status, text} = await stranger(url);
    assert.deepEqual([status, text], [404, missing.text], url);
  }
  const isThere = async () => (await stranger(link.path)).status;
  assert.equal(await isThere(), 200);
  const move = async (ms: number) =>
    await editor.db.write(session =>
      session.run('UPDATE editor_snapshot_link SET expires_at = expires_at + ? WHERE uuid = ?', [
        ms,
        link.uuid,
      ]),
    );
  await move(1000);
  assert.equal(await isThere(), 404, 'another time is not what was signed');
  await move(-1000);
  assert.equal(await isThere(), 200);
  const {body} = await ada('GET', `/api/v1/snapshots/${uuid}/links`);
  assert.deepEqual(
    (body['links'] as Json[]).map(one => one['path']),
    [link.path],
  );
  const revoke = `/api/v1/snapshots/${uuid}/links/${link.uuid}`;
  assert.equal((await ada('DELETE', revoke)).status, 204);
  assert.equal((await ada('DELETE', revoke)).status, 404);
  assert.equal(await isThere(), 404);
  for (const days of [0, 366, -1, 'x'])
    assert.equal((await ada('POST', `/api/v1/snapshots/${uuid}/links`, {days})).status, 400);
});

test('who may not share results shows none to others, also of before', async t => {
  const file = {policy: readPolicy({}).policy};
  const decisions = new DecisionAudit('editor', 'notable', () => undefined);
  const {ada, bob, take, taken, share, linkOf, stranger, change} = await opened(
    t,
    isOn,
    new EditorPolicy(file, decisions),
  );
  const uuid = await taken();
  await share();
  const {path} = await linkOf(uuid);
  await change(uuid, {hasPreview: true});
  file.policy = readPolicy({deny: {editorPermissions: [{privileges: ['editor-share']}]}}).policy;
  assert.equal((await stranger(path)).status, 404);
  assert.equal((await stranger(`/snapshots/${uuid}`)).status, 302);
  assert.equal((await ada('GET', `/snapshots/${uuid}`)).status, 200);
  assert.equal((await take({audience: 'dashboard'})).status, 403);
  assert.equal((await ada('POST', `/api/v1/snapshots/${uuid}/links`, {})).status, 403);
  assert.equal((await change(uuid, {audience: 'dashboard'})).status, 403);
  assert.equal((await change(uuid, {hasPreview: false})).status, 200);
  assert.equal((await change(uuid, {hasPreview: true})).status, 403);
  assert.equal((await bob('GET', `/snapshots/${uuid}`)).status, 404);
});

test('results are of queries that who takes the snapshot may read, and may be shown where their engine says so', async t => {
  const deny = {editorPermissions: [{privileges: ['editor-share'], engines: ['hive']}]};
  const file = {policy: readPolicy({deny}).policy};
  const decisions = new DecisionAudit('editor', 'notable', () => undefined);
  const {ada, bob, at, take, taken, dashboard, share, linkOf} = await opened(
    t,
    isOn,
    new EditorPolicy(file, decisions),
  );
  const [words] = tiles;
  await linkOf(await taken({tiles: [words]}));
  assert.equal((await take({tiles: [words, table], audience: 'dashboard'})).status, 403);
  // What is sent counts, not what the dashboard has by now.
  const kept = await taken();
  const {body} = await ada('GET', `/api/v1/documents/${dashboard}`);
  const bare = {...body, dashboard: {tiles: [], filters: []}};
  assert.equal((await ada('PUT', `/api/v1/documents/${dashboard}`, bare)).status, 200);
  assert.equal((await take({audience: 'dashboard'})).status, 400);
  assert.equal((await ada('POST', `/api/v1/snapshots/${kept}/links`, {})).status, 403);
  const again = await ada('GET', `/api/v1/documents/${dashboard}`);
  const back = {...again.body, dashboard: body['dashboard']};
  assert.equal((await ada('PUT', `/api/v1/documents/${dashboard}`, back)).status, 200);
  // Somebody who may read the dashboard and not its query has no result of it.
  await share();
  const name = 'Bob’s';
  assert.equal((await bob('POST', at, {name, tiles: [table]})).status, 400);
  const {head: _, rows: __, ...empty} = table;
  assert.equal((await bob('POST', at, {name, tiles: [{...empty, text: 'None'}]})).status, 201);
});

test('who can no longer open the dashboard shows nothing, and finds, revokes and deletes what they had', async t => {
  const {ada, bob, at, dashboard, share, stranger} = await opened(t, isOn);
  await share();
  const tile = {kind: 'text', title: '', x: 0, w: 12, text: 'Late'};
  const {body} = await bob('POST', at, {name: 'Bob’s', tiles: [tile]});
  const uuid = String(body['uuid']);
  const own = `/api/v1/snapshots/${uuid}`;
  const link = (await bob('POST', `${own}/links`, {})).body;
  const more = {name: 'Bob’s', audience: 'owner', hasPreview: true};
  assert.equal((await bob('PUT', own, more)).status, 200);
  const seen = async () => [
    (await stranger(String(link['path']))).status,
    (await stranger(`/snapshots/${uuid}`)).status,
  ];
  assert.deepEqual(await seen(), [200, 200]);
  await ada('PUT', `/api/v1/documents/${dashboard}/grants`, {grants: []});
  assert.deepEqual(await seen(), [404, 302]);
  assert.equal((await bob('GET', at)).status, 404);
  const listed = async () => (await bob('GET', '/api/v1/snapshots')).body['snapshots'] as Json[];
  const [first, ...others] = await listed();
  assert.deepEqual([first?.['uuid'], first?.['links'], others], [uuid, [link], []]);
  assert.deepEqual((await ada('GET', '/api/v1/snapshots')).body['snapshots'], []);
  assert.equal((await bob('DELETE', `${own}/links/${String(link['uuid'])}`)).status, 204);
  assert.equal((await bob('DELETE', own)).status, 204);
  assert.deepEqual(await listed(), []);
});

test('a text that takes long to read, or nests too deep, is shown as it was written', async t => {
  const {ada, taken} = await opened(t);
  const texts = [`${'a'.repeat(19_999)}@`, '> '.repeat(3000)];
  const sent = texts.map(text => ({kind: 'text', title: '', x: 0, w: 12, text}));
  const {status, text} = await ada('GET', `/snapshots/${await taken({tiles: sent})}`);
  assert.ok(status === 200 && text.includes(texts[0] ?? ''));
});

test('what is thrown away is not shown, and what is deleted leaves nothing', async t => {
  const {editor, ada, dashboard, taken, linkOf, stranger, change} = await opened(t, isOn);
  const uuid = await taken();
  const {path} = await linkOf(uuid);
  await change(uuid, {hasPreview: true});
  const seen = async () => [
    (await stranger(path)).status,
    (await stranger(`/snapshots/${uuid}`)).status,
  ];
  assert.deepEqual(await seen(), [200, 200]);
  const at = `/api/v1/documents/${dashboard}`;
  assert.equal((await ada('DELETE', at)).status, 200);
  assert.deepEqual(await seen(), [404, 302]);
  assert.equal((await ada('DELETE', `${at}?forever=true`)).status, 204);
  for (const name of ['editor_snapshot', 'editor_snapshot_link']) {
    const rows = await editor.db.read(session => session.all(`SELECT uuid FROM ${name}`));
    assert.deepEqual(rows, [], name);
  }
});

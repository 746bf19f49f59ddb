// Subscriptions to changes: what a filter selects, delivered once each, whatever fails on the way.
import assert from 'node:assert/strict';
import {after, before, suite, test} from 'node:test';
import {freshDatabase, postgresForTests} from '@gazetteer/db/testing';
import {seed, soon} from '@gazetteer/model/testing';
import {smtpForTests} from '../../../packages/events/test/smtp-fixture.ts';
import {bothDatabases} from './both-databases.ts';
import {ask, type Answer} from './client.ts';
import {
  startCatalog,
  startFreshCatalog,
  temporaryFolder,
  type RunningCatalog,
} from './server-fixture.ts';
import {receiver, type Received} from './post-receiver.ts';

type Json = Record<string, unknown>;
type Change = {
  id: string;
  operationType: string;
  classification?: string;
  entity: {
    guid: string;
    typeName: string;
    classifications: {typeName: string; entityGuid: string}[];
  };
};
type Details = Json & {
  uuid: string;
  target: Json;
  isPaused: boolean;
  deliveries: {changes: number; attempts: number; error: string}[];
};

const cluster = await postgresForTests();
if ('url' in cluster) after(() => cluster.stop());

const changesOf = ({requests}: {requests: readonly Received[]}) =>
  requests.flatMap(({body}) => body['changes'] as Change[]);

const callerTo =
  (server: RunningCatalog) => async (path: string, body?: unknown, method?: string) =>
    await ask(`${server.url}/api/meta/v2${path}`, {
      body,
      ...(method === undefined ? {} : {method}),
    });

const okTo = (server: RunningCatalog) => {
  const call = callerTo(server);
  return async <T = Json>(path: string, body?: unknown, method?: string): Promise<T> => {
    const answer = await call(path, body, method);
    assert.ok(answer.status < 300, `${path}: ${answer.text}`);
    return answer.json as T;
  };
};

const pauseAfter = ['--subscription-pause-after', '1s'];

for (const {database, options, start} of bothDatabases(cluster)) {
  suite(`${database}: subscriptions`, options, () => {
    let server: RunningCatalog;
    let call: (path: string, body?: unknown, method?: string) => Promise<Answer>;
    let ok: ReturnType<typeof okTo>;
    before(async () => {
      server = await start(['--webhook-allow-private', ...pauseAfter]);
      [call, ok] = [callerTo(server), okTo(server)];
      await ok('/types/typedefs', {
        classificationDefs: [
          {name: 'Personal'},
          {name: 'Health', superTypes: ['Personal']},
          {name: 'Other'},
        ],
      });
    });
    after(() => server?.stop());

    let names = 0;
    const create = async (typeName: string, more: Json = {}): Promise<string> => {
      const name = `s${++names}`;
      const attributes = {qualifiedName: `${name}@${database}`, name, clusterName: 'c', ...more};
      const {guidAssignments} = await ok<{guidAssignments: Record<string, string>}>('/entity', {
        entity: {typeName, guid: '-1', attributes},
      });
      return guidAssignments['-1'] ?? '';
    };
    const subscribe = (body: Json) => ok<Details>('/subscriptions', body);

    test('what is delivered is what the feed has with the same filter, over random changes', async t => {
      const domain = await ok<{guid: string}>('/domains', {name: 'Sales'});
      const dbs = [await create('hive_db'), await create('hive_db')];
      const tables: string[] = [];
      for (let i = 0; i < 4; i++) tables.push(await create('hdfs_path', {path: `/${i}`}));
      // A classification of the process's input propagates to its output.
      const process = await create('Process', {
        inputs: [{guid: tables[0], typeName: 'hdfs_path'}],
        outputs: [{guid: tables[1], typeName: 'hdfs_path'}],
      });
      const filters: Json[] = [
        {},
        {types: ['hdfs_path']},
        {types: ['DataSet']},
        {classifications: ['Personal']},
        {classifications: ['Personal'], propagated: false},
        {domains: [domain.guid]},
        {operations: ['CLASSIFICATION_ADD', 'ENTITY_DELETE']},
        {types: ['hive_db'], operations: ['ENTITY_UPDATE']},
        {types: ['hdfs_path'], classifications: ['Health'], domains: [domain.guid]},
      ];
      const {next: from} = await ok<{next: string}>('/changes?after=now');
      const received = [];
      for (const [i, filter] of filters.entries()) {
        const hook = await receiver(t);
        const target = {kind: 'WEBHOOK', url: hook.url};
        const {uuid} = await subscribe({name: `Filter ${i}`, target, filter, isPaused: true});
        received.push({uuid, hook});
      }
      const random = randomOf(seed);
      const all = [...dbs, ...tables, process];
      for (let i = 0; i < 120; i++) {
        const guid = all[random(all.length)] ?? '';
        const tag = ['Personal', 'Health', 'Other'][random(3)] ?? '';
        // Of what is refused, such as a classification that is there already, nothing is told.
        const [path, body, method] = (
          [
            [`/entity/guid/${guid}?name=description`, `"text ${i}"`, 'PUT'],
            [`/entity/guid/${guid}/classifications`, [{typeName: tag}], 'POST'],
            [`/entity/guid/${guid}/classification/${tag}`, undefined, 'DELETE'],
            [`/domains/${domain.guid}/assets`, {guids: [guid]}, 'POST'],
            [`/domains/${domain.guid}/assets?asset=${guid}`, undefined, 'DELETE'],
          ] as const
        )[random(5)] as [string, unknown, string];
        const {status, text} = await call(path, body, method);
        assert.ok(status < 500, text);
      }
      await ok(`/entity/guid/${tables[3]}`, undefined, 'DELETE');
      // One has what the other has, and nothing of its own.
      // Another has nothing.
      for (const guid of [...tables.slice(0, 2), dbs[0]])
        for (const tag of ['Personal', 'Health', 'Other'])
          await call(`/entity/guid/${guid}/classification/${tag}`, undefined, 'DELETE');
      await call(`/domains/${domain.guid}/assets?asset=${dbs[0]}`, undefined, 'DELETE');
      const tag = {typeName: 'Health', propagate: true};
      await ok(`/entity/guid/${tables[0]}/classifications`, [tag]);
      await ok(`/domains/${domain.guid}/assets`, {guids: [tables[0]]});
      for (const guid of [...tables.slice(0, 2), dbs[0]])
        await ok(`/entity/guid/${guid}?name=description`, '"last"', 'PUT');
      const {changes} = await ok<{changes: Change[]}>(`/changes?after=${from}&limit=1000`);
      assert.ok(changes.length > 40, `${changes.length} changes`);
      const membersNow = await membersOf(ok, domain.guid, all);
      const counts = [];
      for (const [i, filter] of filters.entries()) {
        const query = new URLSearchParams({after: from, limit: '1000'});
        const add = (name: string, values: unknown) => {
          for (const value of (values ?? []) as string[]) query.append(name, value);
        };
        add('type', filter['types']);
        add('classification', filter['classifications']);
        add('domain', filter['domains']);
        add('operation', filter['operations']);
        if (filter['propagated'] === false) query.append('propagated', 'false');
        const fed = await ok<{changes: Change[]}>(`/changes?${query.toString()}`);
        const wanted = changes.filter(one => isWanted(one, filter, membersNow)).map(({id}) => id);
        assert.deepEqual(
          fed.changes.map(({id}) => id),
          wanted,
          `the feed, ${JSON.stringify(filter)}`,
        );
        counts.push(wanted.length);
        // All of it is read now, and so chosen by what is true now.
        const {uuid = '', hook = {requests: []}} = received[i] ?? {};
        await ok(`/subscriptions/${uuid}`, {isPaused: false}, 'PUT');
        await soon(() =>
          assert.deepEqual(
            changesOf(hook).map(({id}) => id),
            wanted,
            `delivered, ${JSON.stringify(filter)}`,
          ),
        );
      }
      assert.ok(
        counts.every(count => count > 0),
        `each filter finds something: ${counts.join(', ')}`,
      );
      assert.equal(counts[0], changes.length);
      const [, byType = 0, , , , byDomain = 0, byKind = 0] = counts;
      for (const some of [byType, byDomain, byKind])
        assert.ok(some < changes.length, counts.join(', '));
      assert.ok((counts[4] ?? 0) < (counts[3] ?? 0), 'some only have it propagated');
    });

    test('what fails is tried again and told, is paused after long, and is resumed', async t => {
      const hook = await receiver(t);
      hook.status = 503;
      const target = {kind: 'WEBHOOK', url: hook.url, secret: 'shared'};
      const {uuid} = await subscribe({name: 'Fails', target, filter: {types: ['hive_db']}});
      const guid = await create('hive_db');
      const read = () => ok<Details>(`/subscriptions/${uuid}`);
      const paused = await soon(async () => {
        const one = await read();
        assert.equal(one.isPaused, true);
        return one;
      });
      assert.match(String(paused['pauseReason']), /127\.0\.0\.1:\d+ answered 503/);
      assert.deepEqual(
        paused.deliveries.map(({changes, error}) => [changes, error === '']),
        [[1, false]],
        'one line, however often it was tried',
      );
      assert.ok((paused.deliveries[0]?.attempts ?? 0) > 1);
      hook.status = 204;
      await ok(`/subscriptions/${uuid}`, {isPaused: false}, 'PUT');
      await soon(() =>
        assert.deepEqual(
          changesOf(hook).map(one => one.entity.guid),
          [guid],
        ),
      );
      assert.match(
        String(hook.requests[0]?.headers['x-gazetteer-signature']),
        /^sha256=[\da-f]{64}$/,
        'the secret was kept',
      );
      await soon(async () => {
        const done = await read();
        assert.deepEqual([done.isPaused, done.deliveries[0]?.error], [false, '']);
      });
      await ok(`/subscriptions/${uuid}`, undefined, 'DELETE');
      assert.equal((await call(`/subscriptions/${uuid}`)).status, 404);
      await create('hive_db');
      const {text} = await call('/subscriptions');
      assert.ok(!text.includes(uuid));
    });

    test('addresses and secrets are not shown, and are kept when they are left out', async t => {
      const hook = await receiver(t);
      const url = hook.url;
      const one = await subscribe({name: 'Secret', target: {kind: 'SLACK', url}, isPaused: true});
      const {text} = await call('/subscriptions');
      for (const shown of [text, JSON.stringify(one)]) assert.ok(!shown.includes('of-a-secret'));
      assert.equal(one.target['url'], `${new URL(url).origin}/…`);
      const renamed = await ok<Details>(
        `/subscriptions/${one.uuid}`,
        {name: 'Renamed', target: {kind: 'SLACK'}},
        'PUT',
      );
      assert.deepEqual(
        [renamed['name'], renamed.isPaused, renamed['every']],
        ['Renamed', true, 10],
      );
      await ok(`/subscriptions/${one.uuid}/test`, {}, 'POST');
      assert.equal(hook.requests.length, 1, 'sent to the address that was kept');
    });

    test('Slack and Teams get messages that mention nobody', async t => {
      const [slack, teams] = [await receiver(t), await receiver(t)];
      const filter = {types: ['hive_db']};
      for (const [kind, {url}] of [
        ['SLACK', slack],
        ['TEAMS', teams],
      ] as const)
        await subscribe({name: '<!channel> & co', target: {kind, url}, filter, every: 0});
      await create('hive_db', {name: '<!here|x> *bold* [a](http://b)'});
      await soon(() => assert.equal(slack.requests.length + teams.requests.length, 2));
      const text = String(slack.requests[0]?.body['text']);
      assert.equal(
        text,
        '*&lt;!channel&gt; &amp; co: one change*\n• Created &lt;!here|x&gt; *bold* [a](http://b) (hive_db) by admin',
      );
      const [card] = teams.requests.flatMap(
        ({body}) => body['attachments'] as {content: {body: Json[]}}[],
      );
      assert.deepEqual(
        card?.content.body.map(({type, inlines}) => [
          type,
          (inlines as {text: string}[]).map(one => one.text).join(''),
        ]),
        [
          ['RichTextBlock', '<!channel> & co: one change'],
          ['RichTextBlock', 'Created <!here|x> *bold* [a](http://b) (hive_db) by admin'],
        ],
      );
    });

    test('a template has its words in messages, which are escaped like all others', async t => {
      const [slack, teams] = [await receiver(t), await receiver(t)];
      const filter = {types: ['hive_db']};
      const template = {
        title: '{{count}} <!here> in {{subscription}}',
        line: '{{user}} did <b>&{{what}}</b> to {{name}} of {{type}}{{times}}: {{name}}',
      };
      const made = [];
      for (const [kind, {url}] of [
        ['SLACK', slack],
        ['TEAMS', teams],
      ] as const)
        made.push(
          await subscribe({name: '{{user}}', target: {kind, url}, filter, template, every: 0}),
        );
      assert.deepEqual(made[0]?.['template'], template);
      await create('hive_db', {name: '<!channel> {{user}}'});
      await soon(() => assert.equal(slack.requests.length + teams.requests.length, 2));
      assert.equal(
        slack.requests[0]?.body['text'],
        '*one change &lt;!here&gt; in {{user}}*\n• admin did &lt;b&gt;&amp;Created&lt;/b&gt; to &lt;!channel&gt; {{user}} of hive_db: &lt;!channel&gt; {{user}}',
      );
      const [card] = teams.requests.flatMap(
        ({body}) => body['attachments'] as {content: {body: {inlines: {text: string}[]}[]}}[],
      );
      assert.deepEqual(
        card?.content.body.map(({inlines}) => inlines.map(one => one.text)),
        [
          ['one change <!here> in {{user}}'],
          [
            'admin did <b>&Created</b> to ',
            '<!channel> {{user}}',
            ' of hive_db: <!channel> {{user}}',
          ],
        ],
      );
      const {uuid = ''} = made[0] ?? {};
      const change = (body: Json) => ok<Details>(`/subscriptions/${uuid}`, body, 'PUT');
      assert.deepEqual((await change({isPaused: true}))['template'], template, 'kept');
      assert.deepEqual((await change({template: {line: 'a', title: ''}}))['template'], {line: 'a'});
      assert.equal((await change({template: null}))['template'], undefined);
    });

    test('one whose filter names what is gone is paused and resumed all the same', async t => {
      const hook = await receiver(t);
      await ok('/types/typedefs', {classificationDefs: [{name: 'Brief'}]});
      const {uuid} = await subscribe({
        name: 'Brief',
        target: {kind: 'WEBHOOK', url: hook.url},
        filter: {classifications: ['Brief']},
      });
      await ok('/types/typedef/name/Brief', undefined, 'DELETE');
      for (const isPaused of [true, false]) {
        const changed = await ok<Details>(`/subscriptions/${uuid}`, {isPaused}, 'PUT');
        assert.equal(changed.isPaused, isPaused);
      }
      const again = {filter: {classifications: ['Brief']}};
      assert.equal((await call(`/subscriptions/${uuid}`, again, 'PUT')).status, 400);
      await ok(`/subscriptions/${uuid}`, undefined, 'DELETE');
    });

    test('a filter by classification selects the end of entities whose own are not known', async () => {
      const [gone, kept] = [await create('hive_db'), await create('hive_db')];
      const {next: from} = await ok<{next: string}>('/changes?after=now');
      for (const guid of [gone, kept]) {
        await ok(`/entity/guid/${guid}/classifications`, [{typeName: 'Other'}]);
        await ok(`/entity/guid/${guid}?name=description`, '"text"', 'PUT');
        await ok(`/entity/guid/${guid}`, undefined, 'DELETE');
      }
      await ask(`${server.url}/api/meta/admin/purge`, {method: 'PUT', body: [gone]});
      const selected = async (classification: string) => {
        const path = `/changes?after=${from}&classification=${classification}`;
        const {changes} = await ok<{changes: Change[]}>(path);
        return changes.map(one => [one.operationType, one.entity.guid]);
      };
      const end = [
        ['ENTITY_DELETE', gone],
        ['ENTITY_PURGE', gone],
      ];
      assert.deepEqual(await selected('Personal'), end, 'nothing of what is known to have others');
      const own = (await selected('Other')).filter(([, guid]) => guid === gone);
      assert.deepEqual(own, end);
    });

    test('what cannot be meant is refused', async () => {
      const target = {kind: 'SLACK', url: 'https://hooks.example.com/x'};
      for (const [body, status] of [
        [null, 400],
        [{name: 'No target'}, 400],
        [{target}, 400],
        [{name: 'x', target: {kind: 'PIGEON'}}, 400],
        [{name: 'x', target: {kind: 'WEBHOOK', url: 'file:///etc/passwd'}}, 400],
        [{name: 'x', target: {kind: 'MAIL', addresses: ['a@example.com']}}, 400],
        [{name: 'x', target: {kind: 'KAFKA', topic: 'T'}}, 400],
        [{name: 'x', target, filter: {types: ['nope']}}, 400],
        [{name: 'x', target, filter: {classifications: ['hive_db']}}, 400],
        [{name: 'x', target, filter: {operations: ['EVERYTHING']}}, 400],
        [{name: 'x', target, filter: {types: [null]}}, 400],
        [{name: 'x', target, every: -1}, 400],
        [{name: 'x', target, template: {line: '{{nome}}'}}, 400],
        [{name: 'x', target, template: {title: 'a\nb'}}, 400],
        [{name: 'x', target: {kind: 'WEBHOOK', url: target.url}, template: {line: 'x'}}, 400],
      ] as const) {
        const answer = await call('/subscriptions', JSON.stringify(body), 'POST');
        assert.equal(answer.status, status, `${JSON.stringify(body)}: ${answer.text}`);
      }
      for (const query of ['type=nope', 'classification=nope', 'operation=nope'])
        assert.equal((await call(`/changes?${query}`)).status, 400, query);
      assert.equal((await call('/subscriptions/nope')).status, 404);
      assert.equal((await call('/subscriptions/nope', {name: 'x'}, 'PUT')).status, 404);
    });
  });
}

test('addresses of this machine are refused as they are for configured webhooks', async t => {
  const hook = await receiver(t);
  const server = await startFreshCatalog({args: []});
  t.after(() => server.stop());
  const [call, ok] = [callerTo(server), okTo(server)];
  const target = {kind: 'TEAMS', url: hook.url};
  const {uuid} = await ok<Details>('/subscriptions', {name: 'Private', target});
  const answer = await call(`/subscriptions/${uuid}/test`, {}, 'POST');
  assert.equal(answer.status, 400);
  assert.match(answer.text, /address of this machine or of a private network/);
  assert.equal(hook.requests.length, 0);
});

test('mail is sent over SMTP, to each address by itself and to allowed domains only', async t => {
  const {mails, port} = await smtpForTests(t, {authOptional: true, disabledCommands: ['STARTTLS']});
  const server = await startFreshCatalog({
    args: [
      '--mail-server',
      `127.0.0.1:${port}`,
      '--mail-tls',
      'off',
      '--mail-from',
      'Gazetteer <catalog@example.com>',
      '--mail-domains',
      'example.com',
      '--notification-address',
      'https://catalog.example.com/',
    ],
  });
  t.after(() => server.stop());
  const [call, ok] = [callerTo(server), okTo(server)];
  const away = {kind: 'MAIL', addresses: ['ann@elsewhere.org']};
  assert.match(
    (await call('/subscriptions', {name: 'Away', target: away})).text,
    /example\.com only/,
  );
  const target = {kind: 'MAIL', addresses: ['ann@example.com', 'bob@example.com']};
  const filter = {types: ['hive_db']};
  const {uuid} = await ok<Details>('/subscriptions', {name: 'By mail', target, filter, every: 0});
  const attributes = {qualifiedName: 'm@c', name: 'Umsätze', clusterName: 'c'};
  const entity = {typeName: 'hive_db', guid: '-1', attributes};
  const {guidAssignments} = await ok<{guidAssignments: Json}>('/entity', {entity});
  await soon(() => assert.equal(mails.length, 2));
  assert.deepEqual(
    mails.map(({from, to}) => [from, ...to]),
    [
      ['catalog@example.com', 'ann@example.com'],
      ['catalog@example.com', 'bob@example.com'],
    ],
  );
  assert.match(mails[0]?.text ?? '', /^Subject: By mail: one change\r?$/m);
  const link = `https://catalog.example.com/n/index.html#!/detailPage/${String(guidAssignments['-1'])}`;
  const text = (mails[0]?.text ?? '').replaceAll(/=\r?\n/g, '').replaceAll('=3D', '=');
  assert.ok(text.includes(link), text);
  await ok(`/subscriptions/${uuid}/test`, {}, 'POST');
  await soon(() => assert.equal(mails.length, 4));
  assert.match(mails[2]?.text ?? '', /^Subject: By mail: test message\r?$/m);
});

const mailArgs = (port: number) => [
  '--mail-server',
  `127.0.0.1:${port}`,
  '--mail-tls',
  'off',
  '--mail-from',
  'catalog@example.com',
];
const createDb = async (ok: ReturnType<typeof okTo>, name: string, more: Json = {}) => {
  const attributes = {qualifiedName: `${name}@c`, name, clusterName: 'c'};
  const entity = {typeName: 'hive_db', guid: '-1', attributes, ...more};
  const {guidAssignments} = await ok<{guidAssignments: Json}>('/entity', {entity});
  return String(guidAssignments['-1']);
};

test('an address that takes no mail is no reason for others to get the same again', async t => {
  let isLaterReady = false;
  const {mails, port} = await smtpForTests(t, {
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: ({address}, _session, callback) => {
      const code = address === 'gone@example.com' ? 550 : 451;
      const isTaken = address === 'ann@example.com' || (code === 451 && isLaterReady);
      callback(isTaken ? null : Object.assign(new Error('not here'), {responseCode: code}));
    },
  });
  const server = await startFreshCatalog({args: mailArgs(port)});
  t.after(() => server.stop());
  const ok = okTo(server);
  const addresses = ['gone@example.com', 'later@example.com', 'ann@example.com'];
  const {uuid} = await ok<Details>('/subscriptions', {
    name: 'By mail',
    target: {kind: 'MAIL', addresses},
    filter: {types: ['hive_db']},
    every: 0,
  });
  const read = () => ok<Details>(`/subscriptions/${uuid}`);
  await createDb(ok, 'one');
  await soon(async () => assert.ok(((await read()).deliveries[0]?.attempts ?? 0) >= 2));
  const got = () => mails.map(({to}) => to[0]);
  assert.deepEqual(got(), ['ann@example.com']);
  isLaterReady = true;
  await soon(async () => assert.equal((await read())['failingSince'], undefined));
  assert.deepEqual(got(), ['ann@example.com', 'later@example.com']);
  assert.match((await read()).deliveries[0]?.error ?? '', /^gone@example\.com: .*550/);
  await createDb(ok, 'two');
  await soon(() => assert.equal(mails.length, 4));
  assert.deepEqual(got().slice(2), ['later@example.com', 'ann@example.com']);
});

test('a mail server that does not answer holds up no other subscription, and no stop', async t => {
  const waiting: string[] = [];
  const {port} = await smtpForTests(t, {
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    closeTimeout: 1,
    onRcptTo: ({address}) => void waiting.push(address),
  });
  const hook = await receiver(t);
  const args = [...mailArgs(port), '--webhook-allow-private'];
  const server = await startFreshCatalog({args});
  t.after(() => server.stop());
  const ok = okTo(server);
  const addresses = ['ann@example.com', 'bob@example.com'];
  const subscribe = (name: string, target: Json) =>
    ok<Details>('/subscriptions', {name, target, filter: {types: ['hive_db']}, every: 0});
  const {uuid} = await subscribe('By mail', {kind: 'MAIL', addresses});
  await createDb(ok, 'one');
  await soon(() => assert.equal(waiting.length, 1));
  await ok(`/subscriptions/${uuid}`, {name: 'Renamed'}, 'PUT');
  await subscribe('Webhook', {kind: 'WEBHOOK', url: hook.url});
  await createDb(ok, 'two');
  await soon(() => assert.equal(hook.requests.length, 1));
  assert.equal(await server.stop(), 0);
  assert.ok(!waiting.includes('bob@example.com'), 'the first is still waited for, or was given up');
});

test('one that failed with what is not wanted any more is not failing any more', async t => {
  const hook = await receiver(t);
  hook.status = 503;
  const server = await startFreshCatalog({args: ['--webhook-allow-private']});
  t.after(() => server.stop());
  const ok = okTo(server);
  await ok('/types/typedefs', {classificationDefs: [{name: 'Personal'}]});
  const {uuid} = await ok<Details>('/subscriptions', {
    name: 'Fails',
    target: {kind: 'WEBHOOK', url: hook.url},
    filter: {classifications: ['Personal'], operations: ['ENTITY_CREATE']},
  });
  const read = () => ok<Details>(`/subscriptions/${uuid}`);
  const guid = await createDb(ok, 'one', {classifications: [{typeName: 'Personal'}]});
  await soon(async () => assert.ok((await read())['failingSince'] !== undefined));
  await ok(`/entity/guid/${guid}/classification/Personal`, undefined, 'DELETE');
  await soon(async () => assert.equal((await read())['failingSince'], undefined));
  assert.equal(hook.requests.length, 0);
});

test(
  'of two nodes one delivers, and the other goes on when it is gone',
  'skip' in cluster ? {skip: cluster.skip} : {},
  async t => {
    const hook = await receiver(t);
    const url = 'skip' in cluster ? '' : await freshDatabase(cluster.url);
    const args = ['--database', url, '--webhook-allow-private'];
    const nodes = [];
    for (let i = 0; i < 2; i++) nodes.push(await startCatalog(await temporaryFolder(t), {args}));
    const [one, other] = nodes as [RunningCatalog, RunningCatalog];
    t.after(() => Promise.all([one.kill(), other.kill()]));
    const target = {kind: 'WEBHOOK', url: hook.url};
    const {uuid} = await okTo(one)<Details>('/subscriptions', {
      name: 'Both',
      target,
      filter: {types: ['hive_db']},
    });
    const create = async (node: RunningCatalog, name: string) => {
      const attributes = {qualifiedName: `${name}@two`, name, clusterName: 'c'};
      await okTo(node)('/entity', {entity: {typeName: 'hive_db', guid: '-1', attributes}});
    };
    for (let i = 0; i < 6; i++) await create(i % 2 === 0 ? one : other, `d${i}`);
    // Each is sent by one node, and once more where that one could not note it.
    await soon(async () => {
      const {deliveries} = await okTo(other)<Details>(`/subscriptions/${uuid}`);
      assert.ok(deliveries.reduce((sum, {changes}) => sum + changes, 0) >= 6);
    });
    await one.kill();
    for (let i = 6; i < 9; i++) await create(other, `d${i}`);
    await soon(() => assert.equal(new Set(changesOf(hook).map(({id}) => id)).size, 9));
  },
);

/** Numbers below `end`, the same in every run. */
function randomOf(start: number): (end: number) => number {
  let state = start >>> 0;
  return end => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * end);
  };
}

/** Which of the entities belong to a domain now, as their business metadata has it. */
async function membersOf(ok: ReturnType<typeof okTo>, domain: string, guids: readonly string[]) {
  const members = new Set([domain]);
  for (const guid of guids) {
    const {entity} = await ok<{entity: {businessAttributes?: Record<string, Json>}}>(
      `/entity/guid/${guid}`,
    );
    if (entity.businessAttributes?.['AssetMembership']?.['domain'] === domain) members.add(guid);
  }
  return members;
}

const subtypes: Record<string, readonly string[]> = {
  DataSet: ['hdfs_path'],
  Personal: ['Personal', 'Health'],
  Health: ['Health'],
};

/** Said again, of what the feed shows of a change. */
function isWanted(
  {operationType, classification, entity}: Change,
  filter: Json,
  members: ReadonlySet<string>,
): boolean {
  const {types, classifications, domains, operations, propagated} = filter as Record<
    string,
    string[] | undefined
  >;
  const names = (given: string[]) => given.flatMap(name => subtypes[name] ?? [name]);
  const tags = names(classifications ?? []);
  const own = entity.classifications.filter(
    one => (propagated as unknown) !== false || one.entityGuid === entity.guid,
  );
  return (
    (operations === undefined || operations.includes(operationType)) &&
    (types === undefined || names(types).includes(entity.typeName)) &&
    (domains === undefined || members.has(entity.guid)) &&
    (classifications === undefined ||
      own.some(one => tags.includes(one.typeName)) ||
      (operationType === 'CLASSIFICATION_DELETE' && tags.includes(classification ?? '')))
  );
}

// Mails about what people follow: each change once, of what they may read when it is sent.
import assert from 'node:assert/strict';
import {mkdtemp, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {after, before, suite, test} from 'node:test';
import {postgresForTests} from '@gazetteer/db/testing';
import {soon} from '@gazetteer/model/testing';
import type {FollowDigest} from '@gazetteer/store';
import type {TakenDigest} from '../src/subscription/deliver-digest.ts';
import {smtpForTests, type Mail} from '../../../packages/events/test/smtp-fixture.ts';
import {passwordLine} from '../../../packages/server/test/password-line.ts';
import {bothDatabases} from './both-databases.ts';
import {ask, type Answer} from './client.ts';
import {expectDeclaredRefusals} from './declared-refusals.ts';
import {localDatabases} from './local-databases.ts';
import {any, wholeRole} from './policy-roles.ts';
import {LocalCatalog} from './random-catalog.ts';
import type {RunningCatalog} from './server-fixture.ts';

expectDeclaredRefusals();

const cluster = await postgresForTests();
if ('url' in cluster) after(() => cluster.stop());

const onEntities = (privileges: string[], entityIds: string[]) => ({
  privileges,
  // Its own bookkeeping is everybody's own whatever a policy says.
  entityTypes: ['[^_].*'],
  entityIds,
  entityClassifications: any,
  labels: any,
  businessMetadata: any,
  classifications: any,
});
const policy = {
  roles: {
    ALL: {...wholeRole, entityPermissions: [onEntities(any, any)]},
    // Reads what is not called secret.
    READER: {
      typePermissions: [{privileges: ['type-read'], typeCategories: any, typeNames: any}],
      entityPermissions: [onEntities(['entity-read'], ['[^s].*'])],
    },
  },
  userRoles: {},
  groupRoles: {ADMIN: ['ALL'], readers: ['READER']},
};

type Digest = {every: string; address: string; isPossible: boolean; sentTime?: number};
type WithError = Digest & {error?: string; dueTime?: number};

const textOf = ({text}: Mail) => text.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '=');

for (const {database, options, start} of bothDatabases(cluster)) {
  suite(`${database}: digests`, options, () => {
    let server: RunningCatalog;
    let folder: string;
    let mails: Mail[];
    const ends: (() => unknown)[] = [];
    const refused = new Set<string>();
    const guids = new Map<string, string>();
    const send = (user: string, path: string, method = 'GET', body?: unknown): Promise<Answer> =>
      ask(`${server.url}/api/meta/v2${path}`, {
        method,
        ...(body === undefined ? {} : {body}),
        headers: {authorization: `Basic ${Buffer.from(`${user}:${user}`).toString('base64')}`},
      });
    const ok = async <T>(...args: Parameters<typeof send>): Promise<T> => {
      const answer = await send(...args);
      assert.ok(answer.status < 300, `${args.join(' ')}: ${answer.text}`);
      return answer.json as T;
    };
    const describe = (name: string, text: string) =>
      ok('ann', `/entity/guid/${guids.get(name)}?name=description`, 'PUT', JSON.stringify(text));
    const digest = (user: string, body: object) =>
      ok<WithError>(user, '/follows/digest', 'PUT', body);
    const stop = (user: string) => digest(user, {every: 'NEVER'});
    const to = (user: string) => mails.filter(one => one.to[0] === `${user}@example.com`);

    before(async () => {
      folder = await mkdtemp(join(tmpdir(), 'gazetteer-digests-'));
      const [users, rules] = [join(folder, 'users.properties'), join(folder, 'policy.json')];
      const lines = [passwordLine('ann', 'ADMIN'), passwordLine('cy', 'ADMIN')];
      await writeFile(users, [...lines, passwordLine('bob', 'readers')].join('\n'));
      await writeFile(rules, JSON.stringify(policy));
      const smtp = await smtpForTests(
        {after: end => void ends.push(end as () => unknown)},
        {
          authOptional: true,
          disabledCommands: ['STARTTLS'],
          onRcptTo: ({address}, _session, callback) =>
            callback(refused.has(address) ? new Error('no such mailbox') : undefined),
        },
      );
      ({mails} = smtp);
      server = await start([
        '--password-file',
        users,
        '--policy-file',
        rules,
        '--mail-server',
        `127.0.0.1:${smtp.port}`,
        '--mail-tls',
        'off',
        '--mail-from',
        'Gazetteer <catalog@example.com>',
        '--mail-domains',
        'example.com',
        '--notification-address',
        'https://catalog.example.com/',
        // Every second, so that a test needs not wait for the morning.
        '--digest-daily-schedule',
        '* * * * * *',
      ]);
      const names = ['orders', 'items', 'secret'];
      const {guidAssignments} = await ok<{guidAssignments: Record<string, string>}>(
        'ann',
        '/entity/bulk',
        'POST',
        {
          entities: names.map(name => ({
            typeName: 'hive_db',
            guid: `-${name}`,
            attributes: {qualifiedName: `${name}@x`, name, clusterName: 'x'},
          })),
        },
      );
      for (const name of names) guids.set(name, guidAssignments[`-${name}`] ?? '');
    });
    after(async () => {
      await server?.stop();
      for (const end of ends) await end();
      await rm(folder, {recursive: true, force: true});
    });

    test('tell each change by others once, and nothing of what may not be read any more', async () => {
      for (const user of ['bob', 'cy']) {
        for (const name of ['orders', 'items'])
          await ok(user, `/follows/entities/${guids.get(name)}`, 'PUT');
        const set = await digest(user, {every: 'DAILY', address: `${user}@example.com`});
        assert.equal(set.every, 'DAILY');
      }
      await describe('orders', 'all of them');
      await soon(() => assert.deepEqual([to('bob').length, to('cy').length], [1, 1]));
      const [first] = to('bob') as [Mail];
      assert.match(first.text, /^Subject: Catalog: one change to what you follow\r?$/m);
      const link = `https://catalog.example.com/n/index.html#!/detailPage/${guids.get('orders')}`;
      for (const part of ['- orders (hive_db): Updated', 'by ann', link, '#!/notifications'])
        assert.ok(textOf(first).includes(part), `${part} in ${textOf(first)}`);
      // The name is a part of what the policy goes by.
      await ok('ann', '/entity', 'POST', {
        entity: {
          typeName: 'hive_db',
          guid: guids.get('items'),
          attributes: {qualifiedName: 'secretitems@x', name: 'items', clusterName: 'x'},
        },
      });
      await soon(() => assert.equal(to('cy').length >= 2, true));
      await soon(async () => {
        const {sentTime = 0} = await ok<Digest>('cy', '/follows/digest');
        assert.ok(sentTime > 0);
      });
      const before = to('cy').length;
      await describe('orders', 'all of them, and more');
      await soon(() => {
        const later = to('cy').slice(before);
        assert.ok(later.some(one => textOf(one).includes('- orders')));
      });
      await soon(() => assert.equal(to('bob').length, 2));
      const later = to('bob')[1] as Mail;
      assert.match(later.text, /^Subject: Catalog: one change to/m);
      assert.ok(textOf(later).includes('- orders') && !textOf(later).includes('secretitems'));
      const ids = mails.map(({text}) => /^Message-ID: (.*)$/im.exec(text)?.[1]);
      assert.equal(new Set(ids).size, mails.length);
      for (const user of ['bob', 'cy']) await stop(user);
    });

    test('say why a mail could not be sent, and go on with the next', async () => {
      refused.add('cy@example.com');
      await digest('cy', {every: 'DAILY', address: 'cy@example.com'});
      const sent = to('cy').length;
      await describe('orders', 'refused');
      await soon(async () => {
        const {error = ''} = await ok<WithError>('cy', '/follows/digest');
        assert.match(error, /no such mailbox/);
      });
      refused.clear();
      await soon(() => assert.equal(to('cy').length, sent + 1));
      await soon(async () => {
        const {error, sentTime} = await ok<WithError>('cy', '/follows/digest');
        assert.ok(error === undefined && sentTime !== undefined);
      });
      const after = await stop('cy');
      assert.deepEqual(after, {every: 'NEVER', address: '', isPossible: true});
    });

    test('go to one address of an allowed domain', async () => {
      for (const [body, reason] of [
        [null, /every or address is needed/],
        [{every: 'WEEKLY'}, /address is needed/],
        [{every: 'WEEKLY', address: 'ann'}, /ann is no mail address/],
        [{every: 'WEEKLY', address: 'ann@example.com, bob@example.com'}, /no mail address/],
        [{every: 'WEEKLY', address: 'ann@elsewhere.org'}, /example\.com only/],
        [{every: 'HOURLY', address: 'ann@example.com'}, /every/],
      ] as const) {
        const {status, text} = await send('ann', '/follows/digest', 'PUT', body);
        assert.ok(status === 400 && reason.test(text), text);
      }
      const {every, dueTime = 0} = await digest('ann', {
        every: 'WEEKLY',
        address: ' ann@example.com ',
      });
      const due = new Date(dueTime);
      assert.deepEqual([every, due.getDay(), due.getHours()], ['WEEKLY', 1, 7]);
      const rehearsed = await send('ann', '/follows/digest?dryRun=true', 'PUT', {every: 'NEVER'});
      assert.equal(rehearsed.status, 200);
      assert.equal((await ok<Digest>('ann', '/follows/digest')).address, 'ann@example.com');
      assert.equal((await ok<Digest>('cy', '/follows/digest')).address, '');
    });
  });
}

for (const {name, options, open} of localDatabases(cluster)) {
  test(
    `${name}: of several nodes one sends a digest, and another when it ends`,
    options,
    async () => {
      const catalog = await LocalCatalog.open(await open());
      try {
        await catalog.db.write(async session => {
          await session.run(
            "INSERT INTO follow_digest VALUES ('ann', 'DAILY', 'ann@example.com', 5, 4, 0, 0, '')",
          );
        });
        const [due] = (await catalog.run('listDueDigests', undefined)) as [FollowDigest];
        const taken = await Promise.all([1, 2, 3].map(() => catalog.run('takeDigest', due)));
        const [mine, ...others] = taken.filter(one => one !== null) as TakenDigest[];
        assert.deepEqual(others, []);
        assert.deepEqual(await catalog.run('listDueDigests', undefined), []);
        const outcome = {kind: 'sent', toldTime: 9} as const;
        // Whoever lost it has nothing to say.
        await catalog.run('endDigest', {taken: due, outcome});
        await catalog.run('endDigest', {taken: (mine as TakenDigest).digest, outcome});
        const [row] = await catalog.rows<{told_time: number; due_time: number}>(
          'SELECT told_time, due_time FROM follow_digest',
        );
        assert.equal(row?.told_time, 9);
        assert.ok((row?.due_time ?? 0) > Date.now());
      } finally {
        await catalog.close();
      }
    },
  );
}

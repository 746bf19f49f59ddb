// Access tokens of programs: what each scope allows, that one ends when it is revoked or its time
// is over, and that nobody sees it twice.
import assert from 'node:assert/strict';
import {writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {after, suite, test} from 'node:test';
import {postgresForTests} from '@gazetteer/db/testing';
import {soon} from '@gazetteer/model/testing';
import {passwordLine} from '../../../packages/server/test/password-line.ts';
import {bothDatabases} from './both-databases.ts';
import {type Ask, ask} from './client.ts';
import {type RunningCatalog, temporaryFolder} from './server-fixture.ts';

type Made = {uuid: string; token: string; scope: string; expiresAt?: number};

const cluster = await postgresForTests();
if ('url' in cluster) after(() => cluster.stop());

const line = (user: string) => passwordLine(user, user);
const basic = (user: string) => `Basic ${Buffer.from(`${user}:${user}`).toString('base64')}`;
const event = {
  eventTime: '2026-01-01T00:00:00Z',
  eventType: 'COMPLETE',
  run: {runId: '01939a1c-0000-7000-8000-000000000001'},
  job: {namespace: 'etl', name: 'nightly'},
  outputs: [{namespace: 'files', name: 'out'}],
};
const entity = (name: string) => ({
  entity: {typeName: 'hive_db', attributes: {qualifiedName: name, name, clusterName: 'c'}},
});

for (const {database, options, start} of bothDatabases(cluster)) {
  suite(`access tokens on ${database}`, options, () => {
    let server: RunningCatalog;
    let passwords: string;
    const clean: (() => Promise<unknown>)[] = [];
    after(async () => {
      for (const work of clean.toReversed()) await work();
    });
    const to = (path: string, given: Ask = {}) => ask(server.url + path, given);
    const by = (token: string, path: string, given: Ask = {}) =>
      to(path, {...given, headers: {authorization: `Bearer ${token}`}});
    const make = async (body: object, user = 'admin'): Promise<Made> => {
      const {status, json, text} = await to('/api/meta/v2/tokens', {
        body,
        headers: {authorization: basic(user)},
      });
      assert.equal(status, 201, text);
      return json as Made;
    };
    const list = async (user = 'admin') =>
      (await to('/api/meta/v2/tokens', {headers: {authorization: basic(user)}})).json as {
        tokens: Record<string, unknown>[];
      };

    test('starts', async () => {
      const folder = await temporaryFolder({after: work => void clean.push(work)});
      passwords = join(folder, 'users.properties');
      await writeFile(passwords, ['admin', 'bob'].map(line).join('\n'));
      server = await start(['--password-file', passwords]);
      clean.push(() => server.stop());
    });

    test('one for everything is its user, in no session', async () => {
      const {token} = await make({name: 'nightly load'}, 'bob');
      const answer = await by(token, '/api/meta/admin/session');
      assert.equal((answer.json as {userName: string}).userName, 'bob');
      assert.equal(answer.headers.get('set-cookie'), null);
      const saved = await by(token, '/api/atlas/v2/entity', {body: entity('one@c')});
      assert.equal(saved.status, 200, saved.text);
      assert.equal((await by(token, '/api/meta/v2/tokens')).status, 200);
    });

    test('one for reading asks and searches, and changes nothing, not even in a rehearsal', async () => {
      const {token, scope} = await make({name: 'dashboard', scope: 'read'});
      assert.equal(scope, 'read');
      assert.equal(
        (await by(token, '/api/meta/v2/search/basic', {body: {typeName: 'hive_db'}})).status,
        200,
      );
      assert.equal((await by(token, '/api/meta/v2/types/typedefs')).status, 200);
      assert.equal((await by(token, '/api/meta/admin/version')).status, 200);
      for (const [path, given] of [
        ['/api/meta/v2/entity', {body: entity('two@c')}],
        ['/api/meta/v2/entity?dryRun=true', {body: entity('two@c')}],
        ['/api/meta/v2/tokens', {body: {name: 'more', scope: 'all'}}],
        ['/api/v1/lineage', {body: event}],
        ['/account/sessions', {method: 'DELETE'}],
        ['/n/index.html', {}],
      ] as const) {
        const answer = await by(token, path, given);
        assert.equal(answer.status, 403, `${path} ${answer.text}`);
      }
      assert.match(
        (await by(token, '/api/meta/v2/entity', {body: entity('two@c')})).text,
        /scope \\"read\\"/,
      );
    });

    test('one for lineage sends events, and neither reads nor changes', async () => {
      const {token} = await make({name: 'Spark', scope: 'lineage', days: 30});
      assert.equal((await by(token, '/api/v1/lineage', {body: event})).status, 201);
      assert.equal((await by(token, '/api/v1/lineage/batch', {body: [event]})).status, 200);
      assert.equal((await by(token, '/api/meta/v2/lineage/events', {body: event})).status, 201);
      for (const path of [
        '/api/meta/v2/tokens',
        '/api/meta/v2/types/typedefs',
        '/api/meta/admin/session',
      ]) {
        assert.equal((await by(token, path)).status, 403, path);
      }
      assert.equal((await by(token, '/api/meta/v2/entity', {body: entity('three@c')})).status, 403);
      await soon(async () => {
        const used = (await list()).tokens.find(one => one['name'] === 'Spark')?.['usedAt'];
        assert.ok(Number(used) > Date.now() - 3_600_000, String(used));
      });
    });

    test('lists tell no token, and are those of the user alone', async () => {
      const {token} = await make({name: 'own'}, 'bob');
      const {tokens} = await list('bob');
      assert.equal(tokens[0]?.['name'], 'own');
      assert.ok(!JSON.stringify(tokens).includes(token));
      assert.ok((await list()).tokens.every(one => one['name'] !== 'own'));
      assert.ok(!server.output().includes(token));
    });

    test('it lets nobody in once it is revoked, its user has logged out everywhere, or is not there any more', async () => {
      const [first, second, third] = [
        await make({name: 'a'}),
        await make({name: 'b'}),
        await make({name: 'c'}, 'bob'),
      ];
      const own = `/api/meta/v2/tokens/${first.uuid}`;
      assert.equal(
        (await to(own, {method: 'DELETE', headers: {authorization: basic('bob')}})).status,
        404,
      );
      assert.equal((await by(first.token, '/api/meta/v2/tokens')).status, 200);
      assert.equal(
        (await to(own, {method: 'DELETE', headers: {authorization: basic('admin')}})).status,
        204,
      );
      const refused = await by(first.token, '/api/meta/v2/tokens');
      assert.equal(refused.status, 401);
      assert.equal((await by(`${second.token}x`, '/api/meta/v2/tokens')).status, 401);
      const everywhere = {method: 'DELETE', headers: {authorization: basic('admin')}};
      assert.equal((await to('/account/sessions', everywhere)).status, 204);
      assert.equal((await by(second.token, '/api/meta/v2/tokens')).status, 401);
      await writeFile(passwords, line('admin'));
      await soon(async () =>
        assert.equal((await by(third.token, '/api/meta/v2/tokens')).status, 401),
      );
    });

    test('what is wrong is refused with the member', async () => {
      for (const [body, place] of [
        ['null', 'name'],
        [{}, 'name'],
        [{name: ' '}, 'name'],
        [{name: 'x', scope: 'write'}, 'scope'],
        [{name: 'x', days: -1}, 'days'],
      ] as const) {
        const {status, text} = await to('/api/meta/v2/tokens', {
          body,
          headers: {authorization: basic('admin')},
        });
        assert.equal(status, 400, text);
        assert.ok(text.includes(place), text);
      }
    });
  });
}

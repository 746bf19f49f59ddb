// What somebody follows, and what they are told of it, on both databases.
import assert from 'node:assert/strict';
import {mkdtemp, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {after, before, suite, test} from 'node:test';
import {postgresForTests} from '@gazetteer/db/testing';
import {passwordLine} from '../../../packages/server/test/password-line.ts';
import {bothDatabases} from './both-databases.ts';
import {ask, type Answer} from './client.ts';
import {any, wholeRole} from './policy-roles.ts';
import {expectDeclaredRefusals} from './declared-refusals.ts';
import type {RunningCatalog} from './server-fixture.ts';

expectDeclaredRefusals();

const cluster = await postgresForTests();
if ('url' in cluster) after(() => cluster.stop());

const onEntities = (
  privileges: string[],
  entityIds: string[],
  entityClassifications: string[],
) => ({
  privileges,
  // Its own bookkeeping is everybody's own whatever a policy says.
  entityTypes: ['[^_].*'],
  entityIds,
  entityClassifications,
  labels: any,
  businessMetadata: any,
  classifications: any,
});
const policy = {
  roles: {
    ALL: {...wholeRole, entityPermissions: [onEntities(any, any, any)]},
    // Reads what is not called secret and carries no Secret, changes nothing.
    READER: {
      typePermissions: [
        {privileges: ['type-read'], typeCategories: any, typeNames: ['[^S].*', 'S[^e].*']},
      ],
      entityPermissions: [
        onEntities(['entity-read'], ['[^s].*', 's[^e].*'], ['Open', 'Followed.*']),
      ],
    },
  },
  userRoles: {},
  groupRoles: {ADMIN: ['ALL'], readers: ['READER']},
};

type Named = {guid: string; typeName: string; name: string};
type Change = {
  action: string;
  user: string;
  isNew: boolean;
  entity: Named;
  count: number;
  followed?: Named;
  followedClassification?: string;
  classification?: string;
  term?: Named;
  attributes?: string[];
  time: number;
};
type Changes = {changes: Change[]; unread: number; seenTime: number; isMore: boolean};
type Follows = {entities: Named[]; classifications: {name: string}[]};

for (const {database, options, start} of bothDatabases(cluster)) {
  suite(`${database}: following`, options, () => {
    let server: RunningCatalog;
    let folder: string;
    let guids: Record<string, string>;
    let term: string;
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
    const guidOf = (name: string) => guids[name] ?? '';
    const follow = (user: string, of: string) => ok(user, `/follows/${of}`, 'PUT');
    const changes = (user: string, query = '') => ok<Changes>(user, `/follows/changes${query}`);
    const follows = (user: string) => ok<Follows>(user, '/follows');
    const describe = (name: string, description: string) =>
      ok(
        'admin',
        `/entity/guid/${guidOf(name)}?name=description`,
        'PUT',
        JSON.stringify(description),
      );
    const told = ({changes: list}: Changes) =>
      list.map(one => `${one.action} ${one.entity.name} ${one.count}`).sort();
    const forget = async (user: string) => {
      const {entities, classifications} = await follows(user);
      for (const {guid} of entities) await ok(user, `/follows/entities/${guid}`, 'DELETE');
      for (const {name} of classifications)
        await ok(user, `/follows/classifications/${name}`, 'DELETE');
    };

    before(async () => {
      folder = await mkdtemp(join(tmpdir(), 'gazetteer-follows-'));
      const [users, rules] = [join(folder, 'users.properties'), join(folder, 'policy.json')];
      await writeFile(
        users,
        [
          passwordLine('admin', 'ADMIN'),
          passwordLine('ann', 'ADMIN'),
          passwordLine('bob', 'readers'),
        ].join('\n'),
      );
      await writeFile(rules, JSON.stringify(policy));
      server = await start(['--password-file', users, '--policy-file', rules]);
      await ok('admin', '/types/typedefs', 'POST', {
        classificationDefs: [
          {name: 'Open', superTypes: []},
          {name: 'Followed', superTypes: []},
          {name: 'FollowedBelow', superTypes: ['Followed']},
          {name: 'Secret', superTypes: []},
        ],
      });
      const names = ['orders', 'items', 'returns', 'secret', 'gone'];
      const saved = await ok<{guidAssignments: Record<string, string>}>(
        'admin',
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
      guids = Object.fromEntries(
        names.map(name => [name, saved.guidAssignments[`-${name}`] ?? '']),
      );
      const glossary = await ok<{guid: string}>('admin', '/glossary', 'POST', {name: 'business'});
      const made = await ok<{guid: string}>('admin', '/glossary/term', 'POST', {
        name: 'Revenue',
        anchor: {glossaryGuid: glossary.guid},
      });
      term = made.guid;
    });
    after(async () => {
      await server.stop();
      await rm(folder, {recursive: true, force: true});
    });

    test('who follows nothing is told nothing, and nothing is made for that', async () => {
      assert.deepEqual(await follows('ann'), {entities: [], classifications: []});
      assert.deepEqual(await changes('ann'), {changes: [], unread: 0, seenTime: 0, isMore: false});
      await ok('ann', `/follows/entities/${guidOf('orders')}`, 'DELETE');
      await ok('ann', '/follows/seen', 'PUT', {seenTime: 1});
      const {status} = await send('admin', '/types/typedef/name/__MetaUserFollows');
      assert.equal(status, 404);
    });

    test('changes of an asset are told to those who follow it, but not their own', async () => {
      await describe('orders', 'before');
      await follow('ann', `entities/${guidOf('orders')}`);
      await follow('ann', `entities/${guidOf('orders')}`);
      assert.deepEqual(
        (await follows('ann')).entities.map(one => [one.name, one.typeName]),
        [['orders', 'hive_db']],
      );
      assert.deepEqual((await changes('ann')).changes, [], 'what was before is no news');
      await describe('orders', 'first');
      await describe('items', 'of another');
      await ok('ann', `/entity/guid/${guidOf('orders')}?name=description`, 'PUT', '"by herself"');
      await ok('admin', `/entity/guid/${guidOf('orders')}/labels`, 'POST', ['monthly']);
      const {changes: list, unread, isMore} = await changes('ann');
      assert.deepEqual(
        list.map(({action, user, isNew, entity, followed, count, attributes}) => ({
          action,
          user,
          isNew,
          entity: entity.name,
          followed: followed?.name,
          count,
          attributes,
        })),
        [
          {action: 'LABEL_ADD', attributes: undefined},
          {action: 'ENTITY_UPDATE', attributes: ['description']},
        ].map(one => ({
          ...one,
          user: 'admin',
          isNew: true,
          entity: 'orders',
          followed: 'orders',
          count: 1,
        })),
      );
      assert.deepEqual([unread, isMore], [2, false]);
      assert.deepEqual((await changes('bob')).changes, [], 'others follow nothing');
      const one = await changes('ann', '?limit=1');
      assert.deepEqual([one.changes.length, one.unread, one.isMore], [1, 2, true]);
    });

    test('what was seen is not new any more, and never becomes so again', async () => {
      const [newest] = (await changes('ann')).changes;
      const seenTime = newest?.time ?? 0;
      assert.deepEqual(await ok('ann', '/follows/seen', 'PUT', {seenTime}), {seenTime});
      const seen = await changes('ann');
      assert.deepEqual([seen.unread, seen.seenTime, seen.changes.length], [0, seenTime, 2]);
      assert.ok(seen.changes.every(one => !one.isNew));
      assert.deepEqual(await ok('ann', '/follows/seen', 'PUT', {seenTime: 1}), {seenTime});
      const late = await ok<{seenTime: number}>('ann', '/follows/seen', 'PUT', {
        seenTime: 9e15,
      });
      assert.ok(late.seenTime <= Date.now(), 'nothing of the future is read');
      await describe('orders', 'second');
      assert.equal((await changes('ann')).unread, 1);
      await ok('ann', `/follows/entities/${guidOf('orders')}`, 'DELETE');
      assert.deepEqual((await changes('ann')).changes, []);
    });

    test('a classification tells where it and its subtypes were added and removed', async () => {
      await forget('ann');
      await follow('ann', 'classifications/Followed');
      assert.deepEqual(
        (await follows('ann')).classifications.map(one => one.name),
        ['Followed'],
      );
      await ok('admin', '/entity/bulk/classification', 'POST', {
        classification: {typeName: 'Followed'},
        entityGuids: [guidOf('orders'), guidOf('items')],
      });
      await ok('admin', `/entity/guid/${guidOf('items')}/classifications`, 'POST', [
        {typeName: 'FollowedBelow'},
        {typeName: 'Open'},
      ]);
      await ok('admin', `/entity/guid/${guidOf('items')}/classification/Followed`, 'DELETE');
      const list = await changes('ann');
      assert.deepEqual(
        list.changes
          .map(one => [one.action, one.count, one.classification, one.followedClassification])
          .sort(),
        [
          ['CLASSIFICATION_ADD', 1, 'FollowedBelow', 'Followed'],
          ['CLASSIFICATION_ADD', 2, 'Followed', 'Followed'],
          ['CLASSIFICATION_DELETE', 1, 'Followed', 'Followed'],
        ],
      );
      assert.ok(list.changes.every(one => one.followed === undefined));
    });

    test('a term tells of its own changes and where it was assigned and removed', async () => {
      await forget('ann');
      await follow('ann', `entities/${term}`);
      const assigned = `/glossary/terms/${term}/assignedEntities`;
      await ok('admin', assigned, 'POST', [{guid: guidOf('orders')}, {guid: guidOf('returns')}]);
      const given = await ok<{assignedEntities: {guid: string; relationshipGuid: string}[]}>(
        'admin',
        `/glossary/term/${term}`,
      );
      const first = given.assignedEntities.filter(one => one.guid === guidOf('orders'));
      await ok('admin', assigned, 'DELETE', first);
      await ok('admin', `/entity/guid/${term}?name=shortDescription`, 'PUT', '"What is earned"');
      const list = await changes('ann');
      assert.deepEqual(
        list.changes.map(one => [one.action, one.count, one.term?.name, one.followed?.name]).sort(),
        [
          ['ENTITY_UPDATE', 1, undefined, 'Revenue'],
          ['TERM_ADD', 2, 'Revenue', 'Revenue'],
          ['TERM_DELETE', 1, 'Revenue', 'Revenue'],
        ],
      );
    });

    test('a domain and a data product tell of the changes of their assets', async () => {
      await forget('ann');
      const domain = await ok<{guid: string}>('admin', '/domains', 'POST', {name: 'Finance'});
      const product = await ok<{guid: string}>('admin', '/products', 'POST', {name: 'Figures'});
      await ok('admin', `/domains/${domain.guid}/assets`, 'POST', {
        guids: [guidOf('orders'), guidOf('items')],
      });
      await ok('admin', `/products/${product.guid}/assets`, 'POST', {guids: [guidOf('returns')]});
      await follow('ann', `entities/${domain.guid}`);
      await follow('ann', `entities/${product.guid}`);
      await describe('orders', 'of finance');
      await describe('returns', 'of figures');
      await describe('gone', 'of neither');
      await ok('admin', `/domains/${domain.guid}`, 'PUT', {description: 'Money'});
      const list = await changes('ann');
      assert.deepEqual(
        list.changes.map(one => [one.action, one.entity.name, one.followed?.name]).sort(),
        [
          ['ENTITY_UPDATE', 'Finance', 'Finance'],
          ['ENTITY_UPDATE', 'orders', 'Finance'],
          ['ENTITY_UPDATE', 'returns', 'Figures'],
        ],
      );
    });

    test('deletion and purge are told, and what is gone is followed no longer', async () => {
      await forget('ann');
      await follow('ann', `entities/${guidOf('gone')}`);
      await ok('admin', `/entity/guid/${guidOf('gone')}`, 'DELETE');
      assert.deepEqual(told(await changes('ann')), ['ENTITY_DELETE gone 1']);
      await ask(`${server.url}/api/meta/admin/purge`, {
        method: 'PUT',
        body: [guidOf('gone')],
      });
      assert.deepEqual(told(await changes('ann')), ['ENTITY_DELETE gone 1', 'ENTITY_PURGE gone 1']);
      assert.deepEqual((await follows('ann')).entities, []);
      const {status} = await send('ann', `/follows/entities/${guidOf('gone')}`, 'PUT');
      assert.equal(status, 404);
      await ok('ann', `/follows/entities/${guidOf('gone')}`, 'DELETE');
      assert.deepEqual((await changes('ann')).changes, []);
    });

    test('a reader follows what they may read, and is told nothing else', async () => {
      await forget('bob');
      const refused = await send('bob', `/follows/entities/${guidOf('secret')}`, 'PUT');
      const absent = await send('bob', `/follows/entities/${'0'.repeat(8)}`, 'PUT');
      assert.deepEqual([refused.status, absent.status], [404, 404]);
      assert.equal((await send('bob', '/follows/classifications/Secret', 'PUT')).status, 404);
      assert.equal((await send('bob', '/follows/classifications/None', 'PUT')).status, 404);
      await follow('bob', `entities/${guidOf('returns')}`);
      await follow('bob', 'classifications/Followed');
      await describe('returns', 'seen by bob');
      await ok('admin', '/entity/bulk/classification', 'POST', {
        classification: {typeName: 'Followed'},
        entityGuids: [guidOf('returns'), guidOf('secret')],
      });
      const list = await changes('bob');
      assert.deepEqual(told(list), ['CLASSIFICATION_ADD returns 1', 'ENTITY_UPDATE returns 1']);
      assert.ok(!JSON.stringify(list).includes('secret'));
      // From now on it is hidden from them, and so is what happened to it before.
      await ok('admin', `/entity/guid/${guidOf('returns')}/classifications`, 'POST', [
        {typeName: 'Secret'},
      ]);
      assert.deepEqual(await changes('bob').then(one => [one.changes, one.unread]), [[], 0]);
      assert.deepEqual((await follows('bob')).entities, []);
      assert.ok(!JSON.stringify(await ok('bob', '/follows')).includes('returns'));
      await ok('admin', `/entity/guid/${guidOf('returns')}/classification/Secret`, 'DELETE');
      assert.deepEqual(
        (await follows('bob')).entities.map(one => one.name),
        ['returns'],
        'and is there again',
      );
    });

    test('what somebody follows belongs to them', async () => {
      await forget('bob');
      await follow('bob', `entities/${guidOf('items')}`);
      assert.deepEqual((await follows('ann')).entities, []);
      const {guid} = await ok<{entity: {guid: string}}>(
        'bob',
        '/entity/uniqueAttribute/type/__MetaUserFollows?attr:userName=bob',
      ).then(one => one.entity);
      const others = await send(
        'bob',
        '/entity/uniqueAttribute/type/__MetaUserFollows?attr:userName=ann',
      );
      assert.ok([403, 404].includes(others.status), others.text);
      assert.notEqual(guid, '');
    });

    test('a rehearsal follows nothing, and what cannot be followed is refused', async () => {
      await forget('ann');
      const path = `/follows/entities/${guidOf('items')}?dryRun=true`;
      const {dryRun} = await ok<{dryRun: boolean}>('ann', path, 'PUT');
      assert.equal(dryRun, true);
      assert.deepEqual((await follows('ann')).entities, []);
      for (const body of [{}, null, [], {seenTime: 'x'}, {seenTime: -1}, {seenTime: 1.5}])
        assert.equal((await send('ann', '/follows/seen', 'PUT', body)).status, 400);
      await ok('ann', '/search/saved', 'POST', {
        name: 'mine',
        searchType: 'BASIC',
        searchParameters: {typeName: 'hive_db'},
      });
      const [saved] = await ok<{guid: string}[]>('ann', '/search/saved');
      const internal = await send('ann', `/follows/entities/${saved?.guid ?? ''}`, 'PUT');
      assert.equal(internal.status, 400, internal.text);
    });
  });
}

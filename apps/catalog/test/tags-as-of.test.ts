// Classifications and terms as they were: what is told of a time is what was told then.
import assert from 'node:assert/strict';
import {after, before, suite, test} from 'node:test';
import {setTimeout as delay} from 'node:timers/promises';
import {postgresForTests} from '@gazetteer/db/testing';
import {seed} from '@gazetteer/model/testing';
import {bothDatabases} from './both-databases.ts';
import {ask, type Answer} from './client.ts';
import {expectDeclaredRefusals} from './declared-refusals.ts';
import type {RunningCatalog} from './server-fixture.ts';

expectDeclaredRefusals();

type Json = Record<string, unknown>;
/** What everything told at a time, by its address. */
type Moment = {readonly time: number; readonly told: ReadonlyMap<string, unknown>};

const changes = 1000;
const changesBetween = 50;
const cluster = await postgresForTests();
if ('url' in cluster) after(() => cluster.stop());

for (const {database, options, start} of bothDatabases(cluster)) {
  suite(`${database}: classifications and terms as of a time`, options, () => {
    let server: RunningCatalog;
    let state = seed;
    const chance = (most: number) => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return Math.floor((state / 2 ** 32) * most);
    };
    const one = <T>(list: readonly T[]) => list[chance(list.length)] as T;
    const names = Array.from({length: 8}, (_, n) => `t${n}`);
    const types = ['Then_PII', 'Then_Gold', 'Then_Draft'];
    const guids = new Map<string, string>();
    const guid = (name: string) => guids.get(name) ?? '';
    /** What is attached, and which entities were deleted, as the test has it. */
    const attached = new Set<string>();
    const deleted = new Set<string>();
    const terms: string[] = [];

    const send = (method: string, path: string, body?: unknown): Promise<Answer> =>
      ask(`${server.url}/api/meta/v2${path}`, {method, ...(body === undefined ? {} : {body})});
    const ok = async <T = Json>(...args: Parameters<typeof send>): Promise<T> => {
      const answer = await send(...args);
      assert.ok(answer.status < 300, `${args.join(' ')}: ${answer.status} ${answer.text}`);
      return answer.json as T;
    };
    const save = async (entities: readonly Json[]) => {
      const made = await ok<{guidAssignments: Record<string, string>}>('POST', '/entity/bulk', {
        entities,
      });
      for (const [name, own] of Object.entries(made.guidAssignments)) guids.set(name.slice(1), own);
    };
    const table = (name: string, shown = name): Json => ({
      typeName: 'hdfs_path',
      guid: guids.get(name) ?? `-${name}`,
      attributes: {qualifiedName: `then ${name}`, name: shown, path: name},
    });

    before(async () => {
      server = await start();
      await ok('POST', '/types/typedefs', {
        classificationDefs: types.map(name => ({
          name,
          attributeDefs: [{name: 'level', typeName: 'int', isOptional: true}],
        })),
      });
      await save([
        ...names.map(name => table(name)),
        // From each to the next one, over which classifications propagate.
        ...names.slice(1).map((name, n) => ({
          typeName: 'spark_process',
          guid: `-${names[n]}>${name}`,
          attributes: {
            qualifiedName: `then ${names[n]}>${name}`,
            name,
            inputs: [{guid: `-${names[n]}`}],
            outputs: [{guid: `-${name}`}],
          },
        })),
      ]);
      const glossary = await ok<{guid: string}>('POST', '/glossary', {name: 'then'});
      for (const name of ['Revenue', 'Customer']) {
        const anchor = {glossaryGuid: glossary.guid};
        terms.push((await ok<{guid: string}>('POST', '/glossary/term', {name, anchor})).guid);
      }
    });
    after(() => server.stop());

    /** One change by chance, which is always one. */
    async function change(n: number): Promise<void> {
      const alive = names.filter(name => !deleted.has(name));
      const name = one(alive);
      const way = chance(100);
      if (way === 0 && alive.length > 5) {
        deleted.add(name);
        return void (await ok('DELETE', `/entity/guid/${guid(name)}`));
      }
      if (way < 10) return await save([table(name, `${name} ${n}`)]);
      if (way < 40) return await assign(one(terms), name);
      await classify(name, one(types), way < 60);
    }

    async function assign(term: string, name: string): Promise<void> {
      const path = `/glossary/terms/${term}/assignedEntities`;
      const assigned = await ok<Json[]>('GET', path);
      const had = assigned.find(one => one['guid'] === guid(name));
      if (had === undefined) await ok('POST', path, [{guid: guid(name)}]);
      else
        await ok('PUT', path, [
          {guid: guid(name), relationshipGuid: had['relationshipGuid'] as string},
        ]);
    }

    async function classify(name: string, typeName: string, isUpdate: boolean): Promise<void> {
      const path = `/entity/guid/${guid(name)}/classifications`;
      const key = `${name} ${typeName}`;
      const body = [{typeName, propagate: chance(2) === 0, attributes: {level: chance(9)}}];
      if (!attached.has(key)) {
        attached.add(key);
        await ok('POST', path, body);
      } else if (isUpdate) await ok('PUT', path, body);
      else {
        attached.delete(key);
        await ok('DELETE', `/entity/guid/${guid(name)}/classification/${typeName}`);
      }
    }

    /** Without what the answers say that they do not know, in an order. */
    async function told(asOf: string): Promise<Map<string, unknown>> {
      const found = new Map<string, unknown>();
      const sorted = (list: readonly Json[]) => list.map(one => JSON.stringify(one)).toSorted();
      for (const name of names) {
        const path = `/entity/guid/${guid(name)}/classifications`;
        const {list, totalCount} = await ok<{list: Json[]; totalCount: number}>(
          'GET',
          `${path}${asOf}`,
        );
        assert.equal(totalCount, list.length);
        found.set(path, sorted(list));
      }
      for (const term of terms) {
        const path = `/glossary/terms/${term}/assignedEntities`;
        const list = await ok<Json[]>('GET', `${path}${asOf}`);
        const known = list.map(
          ({relationshipGuid: _guid, relationshipAttributes: _values, ...rest}) => rest,
        );
        found.set(path, sorted(known));
      }
      return found;
    }

    test(`of ${changes} changes by chance each time is told as it was`, async () => {
      const moments: Moment[] = [];
      for (let n = 1; n <= changes; n++) {
        await change(n);
        if (n % changesBetween > 0) continue;
        const [all, time] = [await told(''), Date.now()];
        moments.push({time, told: all});
        // The next change is of another millisecond.
        while (Date.now() <= time) await delay(1);
      }
      const seen = JSON.stringify(moments.map(one => [...one.told.values()]));
      for (const part of ['Then_PII', 'DELETED', 'AtlasGlossarySemanticAssignment', 'level'])
        assert.ok(seen.includes(part), `there was ${part}`);
      for (const {time, told: then} of moments) {
        const now = await told(`?asOf=${time}`);
        for (const [path, list] of then)
          assert.deepEqual(now.get(path), list, `${path} at ${time}`);
      }
    });

    test('one classification is told as the list tells it', async () => {
      const [name = '', typeName = ''] = ['t0', 'Then_PII'];
      const path = `/entity/guid/${guid(name)}/classification`;
      const isThere = attached.has(`${name} ${typeName}`);
      if (!isThere) await classify(name, typeName, false);
      await ok('PUT', `${path}s`, [{typeName, attributes: {level: 77}}]);
      const time = Date.now();
      while (Date.now() <= time) await delay(1);
      await ok('DELETE', `${path}/${typeName}`);
      const then = await ok<{attributes: Json}>('GET', `${path}/${typeName}?asOf=${time}`);
      assert.deepEqual(then.attributes, {level: 77});
    });

    test('times before it was there are refused, and what is no time', async () => {
      for (const path of [
        `/entity/guid/${guid('t0')}/classifications`,
        `/entity/guid/${guid('t0')}/classification/Then_PII`,
        `/glossary/terms/${terms[0]}/assignedEntities`,
      ]) {
        const before = await send('GET', `${path}?asOf=1000`);
        assert.equal(before.status, 404, before.text);
        assert.equal((before.json as Json)['errorCode'], 'ATLAS-404-00-005', before.text);
        assert.equal((await send('GET', `${path}?asOf=yesterday`)).status, 400);
      }
    });
  });
}

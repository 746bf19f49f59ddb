// What holds for rows of results wherever nodes share them.
import assert from 'node:assert/strict';
import {describe, it, type TestContext} from 'node:test';
import {readSpool} from '../../engine/spool-format.ts';
import type {ResultSpool, ResultStore} from './result-store.ts';

export const id = '11111111-1111-4111-8111-111111111111';
const columns = [{name: 'n', type: 'bigint'}];

/** What each node opens. */
export type OpenShared = (t: TestContext) => Promise<() => Promise<ResultStore>>;

export async function add(spool: ResultSpool, ...values: readonly unknown[]): Promise<void> {
  await spool.asking();
  await spool.append({columns: [values], rowCount: values.length});
}

export async function valuesOf(spool: ResultSpool): Promise<unknown[]> {
  const values = [];
  for await (const page of spool.pagesBehind(0)) values.push(...(page.columns[0] ?? []));
  return values;
}

export function sharedResults(
  name: string,
  opened: OpenShared,
  skip: string | false = false,
): void {
  describe(`results that nodes share in ${name}`, {skip}, () => {
    async function two(t: TestContext) {
      const open = await opened(t);
      return [await open(), await open()] as const;
    }

    it('are there for another node when they are whole, and not before', async t => {
      const [one, other] = await two(t);
      const spool = await one.begin(id);
      await spool.setColumns(columns);
      await add(spool, 1n, 2n, 3n);
      await add(spool, 4n);
      assert.equal(await other.reopen(id), undefined);
      assert.deepEqual((await spool.read(3, 1)).columns, [[4n]]);
      await add(spool);
      assert.ok(spool.isAtEnd && spool.isPublished);
      const there = await other.reopen(id);
      assert.ok(there?.isAtEnd && there.isPublished);
      t.after(() => there.close());
      assert.deepEqual([there.columns, there.rowCount], [columns, 4]);
      assert.deepEqual((await there.read(1, 100)).columns, [[2n, 3n]], 'the rest of its page');
      assert.deepEqual((await there.read(3, 1)).columns, [[4n]]);
      assert.deepEqual(await valuesOf(there), [1n, 2n, 3n, 4n]);
      await spool.close();
      assert.deepEqual(await valuesOf(there), [1n, 2n, 3n, 4n], 'also when its writer has gone');
    });

    it('are read on at any node', async t => {
      const [one, other] = await two(t);
      const spool = await one.begin(id);
      await add(spool, 1, 2, 3);
      await add(spool);
      const there = await other.open(id);
      await spool.moveCursor(2);
      assert.equal(await there.cursor(), 2);
      await there.moveCursor(3);
      await there.touch();
      assert.equal(await spool.cursor(), 3);
      for (const each of [spool, there]) await each.close();
    });

    it('are read on where a client was, also by a node that fetches them again', async t => {
      const [one, other] = await two(t);
      const spool = await one.begin(id);
      await add(spool, 1, 2, 3);
      await spool.moveCursor(2);
      await spool.close();
      const again = await other.open(id);
      assert.equal(await again.cursor(), 2);
      await again.close();
    });

    it('are given to other processes as a file', async t => {
      const [one, other] = await two(t);
      const spool = await one.begin(id);
      await add(spool, 1, 2);
      await add(spool, 3);
      await add(spool);
      const there = await other.open(id);
      const read = await there.withFile(async path => {
        const values = [];
        for await (const page of readSpool(path, 3)) values.push(...(page.columns[0] ?? []));
        return values;
      });
      assert.deepEqual(read, [1, 2, 3]);
      for (const each of [spool, there]) await each.close();
    });

    it('are those of the node that comes to their end first', async t => {
      const [one, other] = await two(t);
      const [slow, fast] = [await one.begin(id), await other.open(id)];
      assert.deepEqual([slow.canGoOn, fast.canGoOn], [true, false], 'the second starts over');
      await add(slow, 1);
      await fast.append({columns: [[1, 2]], rowCount: 2});
      await add(fast);
      await add(slow, 2);
      await add(slow);
      assert.deepEqual(await valuesOf(slow), [1, 2]);
      for (const each of [slow, fast]) await each.close();
      const there = await one.open(id);
      assert.deepEqual(await valuesOf(there), [1, 2]);
      await there.close();
    });

    it('are told to be a part where the rest was given up', async t => {
      const [one, other] = await two(t);
      const spool = await one.begin(id);
      await add(spool, 1);
      await spool.publish();
      const there = await other.reopen(id);
      assert.deepEqual([there?.rowCount, there?.isAtEnd, there?.isPublished], [1, false, true]);
      for (const each of [spool, there]) await each?.close();
    });

    it('are whole as soon as a node has them all, where another has published a part', async t => {
      const [one, other] = await two(t);
      const [part, whole] = [await one.begin(id), await other.begin(id)];
      await add(part, 1);
      await part.publish();
      const reader = await other.reopen(id);
      await add(whole, 1);
      await whole.publish();
      await add(whole, 2);
      await add(whole);
      const there = await one.reopen(id);
      assert.deepEqual([there?.rowCount, there?.isAtEnd], [2, true]);
      assert.deepEqual(reader && (await valuesOf(reader)), [1], 'for who has opened it before');
      for (const each of [part, whole, there, reader]) await each?.close();
      await one.remove(id);
      assert.equal(await other.reopen(id), undefined);
    });

    it('stay where a node removes what it has fetched of them itself', async t => {
      const [one, other] = await two(t);
      const [own, whole] = [await one.begin(id), await other.begin(id)];
      await add(own, 1);
      await add(whole, 1, 2);
      await add(whole);
      await own.remove();
      const there = await one.reopen(id);
      assert.deepEqual(there && (await valuesOf(there)), [1, 2]);
      for (const each of [whole, there]) await each?.close();
    });

    it('are looked for one by one', async t => {
      const [one, other] = await two(t);
      const ids = ['1', '2', '3'].map(digit => id.replaceAll('1', digit));
      for (const uuid of ids.slice(1)) {
        const spool = await one.begin(uuid);
        await add(spool, 1);
        await (uuid === ids[1] ? spool.publish() : add(spool));
        await spool.close();
      }
      const there = await other.stored(ids);
      assert.deepEqual(
        ids.filter(uuid => there.has(uuid)),
        ids.slice(1),
      );
    });

    it('are gone for all when they are removed, or were not used for long', async t => {
      const [one, other] = await two(t);
      const spools = await Promise.all([one.begin(id), one.begin(id.replaceAll('1', '2'))]);
      for (const spool of spools) {
        await add(spool, 1);
        await add(spool);
        await spool.close();
      }
      assert.deepEqual(await other.stored(), new Set([id, id.replaceAll('1', '2')]));
      await other.removeUnused(60_000, () => false);
      assert.equal((await other.stored()).size, 2);
      await other.removeUnused(-1000, uuid => uuid === id);
      assert.deepEqual(await one.stored(), new Set([id]));
      const there = await other.open(id);
      await there.remove();
      assert.deepEqual(await one.stored(), new Set());
      assert.equal(await one.reopen(id), undefined);
    });
  });
}

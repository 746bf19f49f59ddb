import assert from 'node:assert/strict';
import {randomUUID} from 'node:crypto';
import {test, type TestContext} from 'node:test';
import * as fc from 'fast-check';
import type {Database} from '@gazetteer/db';
import type {EntityRecord} from '@gazetteer/model';
import {tries} from '@gazetteer/model/testing';
import {
  bodyOf,
  expected,
  isSame,
  isTaken,
  noFlags,
  recordOf,
  searches,
  steps,
  totals,
  typesWith,
  type AllFlags,
  type Known,
  type Name,
  type Search,
  type Step,
} from '../../test/changing-world.ts';
import {ChangingTags, type TagStep} from '../../test/changing-tags.ts';
import {ReindexWorld} from '../../test/reindex-world.ts';
import {entity} from '../../test/search-world.ts';
import type {NextPart} from './reindex.ts';
import {GraphStore} from './graph-store.ts';

/** What must hold on any database after the types have changed under entities that are there. */
export function reindexContract(
  name: string,
  openDatabase: () => Promise<Database>,
  skip?: string,
): void {
  const contract = (title: string, work: (world: ReindexWorld) => Promise<void>) =>
    test(`${name}: ${title}`, skip === undefined ? {} : {skip}, async (t: TestContext) => {
      const {world, close} = await opened();
      t.after(close);
      await work(world);
    });
  const opened = async () => {
    const db = await openDatabase();
    await GraphStore.migrate(db);
    const store = new GraphStore(db);
    return {world: new ReindexWorld(store, db), close: () => store.close()};
  };

  const eq = (attributeName: string, attributeValue: string) => ({
    typeName: 'thing',
    entityFilters: {attributeName, operator: '=', attributeValue},
  });

  contract(
    'an attribute that becomes indexed, is changed without its index and is indexed again is found as it is',
    async c => {
      await c.saveTypes({});
      const [one] = await c.save([entity('thing', 'one', {a: 'first'})]);
      await c.saveTypes({isIndexable: true});
      assert.deepEqual(await c.search(eq('a', 'first')), ['one'], 'before it is written anew');
      await c.reindex();
      assert.deepEqual(await c.search(eq('a', 'first')), ['one']);
      await c.saveTypes({});
      await c.update(one as EntityRecord, {a: 'second'});
      await c.saveTypes({isIndexable: true});
      for (const when of ['before', 'after']) {
        assert.deepEqual(await c.search(eq('a', 'first')), [], when);
        assert.deepEqual(await c.search(eq('a', 'second')), ['one'], when);
        await c.reindex();
      }
      assert.deepEqual(await c.rows('symbol', "name LIKE '~%'"), 0, 'nothing of before is left');
      assert.deepEqual(await c.rows('text_value', "value IN ('first', 'second')"), 1);
    },
  );

  contract(
    'what is saved while entities are written anew is found, and so is what a later change asks for',
    async c => {
      await c.saveTypes({});
      const things = await c.save(
        Array.from({length: 3}, (_, n) => entity('thing', `t${n}`, {a: `v${n}`})),
      );
      await c.saveTypes({isIndexable: true});
      const [before] = things;
      await c.update(before as EntityRecord, {a: 'w0'});
      await c.save([entity('thing', 't3', {a: 'v3'})]);
      // Begun, and overtaken by another change before its end.
      await c.part();
      await c.saveTypes({});
      await c.update(things[1] as EntityRecord, {a: 'w1'});
      await c.saveTypes({isIndexable: true});
      for (const when of ['before', 'after']) {
        const found = await Promise.all(
          ['v0', 'w0', 'v1', 'w1', 'v2', 'v3'].map(value => c.search(eq('a', value))),
        );
        assert.deepEqual(found, [[], ['t0'], [], ['t1'], ['t2'], ['t3']], when);
        await c.reindex();
      }
    },
  );

  contract(
    'words are found by the weights of the types at once, and no longer where these have none',
    async c => {
      await c.saveTypes({});
      await c.save([entity('thing', 'one', {a: 'green apple'}), entity('other', 'two', {})]);
      for (const [searchWeight, found] of [
        [5, ['one']],
        [-1, []],
      ] as const) {
        await c.saveTypes({searchWeight});
        for (const when of ['before', 'after']) {
          assert.deepEqual(await c.search({query: 'apple'}), found, `${searchWeight} ${when}`);
          assert.deepEqual(
            await c.search({query: '"green apple" OR two'}),
            ['two', ...found],
            `${searchWeight} ${when}`,
          );
          assert.deepEqual(
            await c.search({query: 't* -apple'}),
            ['two'],
            `${searchWeight} ${when}`,
          );
          await c.reindex();
        }
      }
    },
  );

  contract(
    'values that must differ from now on are refused while they do not, and looked up at once when they do',
    async c => {
      await c.saveTypes({});
      const [one, two] = await c.save([
        entity('thing', 'one', {a: 'same'}),
        entity('thing', 'two', {a: 'same'}),
      ]);
      await assert.rejects(
        c.saveTypes({isUnique: true}),
        new RegExp(
          `thing\\.a cannot be unique: 1 value is held by several entities: same \\(${one?.guid}, ${two?.guid}\\)`,
        ),
      );
      const changed = await c.update(two as EntityRecord, {a: 'other'});
      await c.saveTypes({isUnique: true});
      for (const when of ['before', 'after']) {
        assert.deepEqual(
          await c.lookUp(['same', 'other', 'none']),
          ['one', 'two', undefined],
          when,
        );
        await c.reindex();
      }
      await c.saveTypes({});
      await c.update(changed, {a: 'free'});
      await c.saveTypes({isUnique: true});
      // The value of before is nobody's: another may have it while the rest is still being written
      // down.
      await c.save([entity('thing', 'three', {a: 'other'})]);
      for (const when of ['before', 'after']) {
        assert.deepEqual(await c.lookUp(['same', 'other', 'free']), ['one', 'three', 'two'], when);
        await c.reindex();
      }
    },
  );

  contract('a task that another process goes on with is done once, a part at a time', async c => {
    await c.saveTypes({});
    await c.save(
      Array.from({length: 1201}, (_, n) =>
        entity('thing', `t${n}`, {a: n % 2 === 0 ? 'even' : 'odd'}),
      ),
    );
    await c.saveTypes({isIndexable: true});
    const told: unknown[] = [];
    for (let next: NextPart = 'again'; next !== 'done';) {
      next = await c.part(next === 'alone');
      told.push(await c.progress());
    }
    assert.deepEqual(told.slice(0, 3), [
      [500, 1201],
      [1000, 1201],
      [1201, 1201],
    ]);
    assert.equal((await c.search(eq('a', 'odd'))).length, 100);
    assert.equal(await c.rows('text_value', "value = 'odd'"), 600);
  });

  contract(
    'numbers are compared, ordered and added up with all their digits, indexed or not',
    async world => {
      const run = new ChangingRun(world);
      await run.start();
      const near = [
        '9007199254740991',
        '9007199254740992',
        '9007199254740993',
        '9007199254740994',
        '9007199254740995',
      ];
      const numbers = {
        big: [...near, '-9007199254740993', '-9223372036854775808', '7'],
        huge: [
          ...near,
          '-123456789012345678901234567890',
          '123456789012345678901234567891',
          `1${'0'.repeat(400)}`,
        ],
        dec: [
          ...near,
          '0.1',
          '0.10000000000000000001',
          '0.09999999999999999999',
          '-2.5',
          '9007199254740992.5',
        ],
      };
      const count = Math.max(...Object.values(numbers).map(list => list.length));
      for (let i = 0; i < count; i++) {
        const [big, huge, dec] = [numbers.big, numbers.huge, numbers.dec].map(list =>
          list.slice(i, i + 1),
        );
        const values = {
          text: [],
          list: [],
          flag: [],
          num: [],
          big: big ?? [],
          huge: huge ?? [],
          dec: dec ?? [],
        };
        await run.take({do: 'save', typeName: 'thing', values});
      }
      const indexed = {isIndexable: true, isUnique: false, searchWeight: -1};
      for (const isIndexed of [false, true]) {
        for (const [name, list] of Object.entries(numbers) as [keyof typeof numbers, string[]][]) {
          if (isIndexed) await run.take({do: 'types', name, flags: indexed});
          await world.reindex();
          for (const value of list) {
            for (const operator of ['=', '!=', '<', '<=', '>', '>=', 'in'] as const)
              await run.check({
                by: 'filter',
                name,
                operator,
                value,
                sortBy: name,
                descending: operator === '=',
              });
          }
        }
        await run.checkTotals();
      }
      const table = async (text: string) => JSON.stringify(await world.table(text));
      assert.equal(
        await table(
          'thing where big > 9007199254740992 and big <= 9007199254740994 select sum(big)',
        ),
        '[[18014398509481987]]',
      );
      assert.equal(
        await table('thing where dec < 1 and dec > 0 groupby (big) select big, max(dec)'),
        '[[-9223372036854775808,0.10000000000000000001],[-9007199254740993,0.1],[7,0.09999999999999999999]]',
      );
    },
  );

  contract(
    'what a classification has come to carries it by the types that it may be given to, at once',
    async world => {
      const run = new ChangingRun(world);
      await run.start();
      const values = {text: [], list: [], flag: [], num: [], big: [], huge: [], dec: []};
      for (const typeName of ['part', 'thing', 'part'])
        await run.take({do: 'save', typeName, values});
      await run.take({do: 'tag', which: 0, other: 0, note: ['red fox']});
      for (const which of [0, 1]) await run.take({do: 'link', which, other: which + 1, note: []});
      for (const entityTypes of [['part'], ['thing'], ['part'], []]) {
        await run.take({do: 'allow', entityTypes});
        for (const when of ['before', 'after']) {
          await run.check({by: 'tag'});
          for (const query of ['red', 'red -fox', 'tag "blue red"', 'note OR fox', '5'])
            await run.check({by: 'words', query});
          await run.checkCarried();
          assert.equal(await world.isReady(), when === 'after');
          await world.reindex();
        }
      }
    },
  );

  contract(
    'words of classifications that another version of the program wrote are read from the values',
    async world => {
      const run = new ChangingRun(world);
      await run.start();
      const values = {text: [], list: [], flag: [], num: [], big: [], huge: [], dec: []};
      for (let n = 0; n < 4; n++) await run.take({do: 'save', typeName: 'thing', values});
      for (const which of [0, 1, 2])
        await run.take({
          do: 'tag',
          which,
          other: 0,
          note: [['blue red', 'green tree', 'red fox'][which] ?? ''],
        });
      await run.take({do: 'link', which: 0, other: 3, note: []});
      await run.take({do: 'forget'});
      // What is changed meanwhile has its own words, and nothing of before.
      await run.take({do: 'tag', which: 1, other: 0, note: ['blue red']});
      await run.take({do: 'untag', which: 2, other: 0, note: []});
      for (const when of ['before', 'after']) {
        for (const query of [
          'red',
          'fox OR green',
          '"blue red"',
          'red_fo*',
          'gr*',
          'tag "blue red"',
        ])
          await run.check({by: 'words', query});
        assert.equal(await world.isReady(), when === 'after');
        await world.reindex();
      }
      assert.equal(
        await world.rows('classification_word', "word = 'fox'"),
        0,
        'nothing of before is left',
      );
    },
  );

  const script = fc.array(fc.tuple(steps, fc.array(searches, {minLength: 2, maxLength: 3})), {
    minLength: 25,
    maxLength: 40,
  });
  test(
    `${name}: whatever types and entities become, searches find what a look at every entity finds`,
    skip === undefined ? {} : {skip},
    async () => {
      await fc.assert(
        fc.asyncProperty(script, async taken => {
          const {world, close} = await opened();
          try {
            await runScript(world, taken);
          } finally {
            await close();
          }
        }),
        {...tries(3), endOnFailure: true},
      );
    },
  );
}

async function runScript(world: ReindexWorld, script: readonly [Step, Search[]][]): Promise<void> {
  const run = new ChangingRun(world);
  await run.start();
  for (const [step, asked] of script) {
    await run.take(step);
    for (const search of asked) await run.check(search);
    await run.checkCarried();
  }
  await run.checkTotals();
  await world.reindex();
  for (const search of script.flatMap(([, asked]) => asked)) await run.check(search);
  await run.checkCarried();
  await run.checkTotals();
}

/** Takes steps in the store and in the model. */
class ChangingRun {
  readonly #world: ReindexWorld;
  #flags: AllFlags = noFlags;
  #all: Known[] = [];
  #made = 0;
  readonly #tags = new ChangingTags();

  constructor(world: ReindexWorld) {
    this.#world = world;
  }

  async start(): Promise<void> {
    await this.#world.saveDefs(typesWith(this.#flags, this.#tags));
  }

  async take(step: Step): Promise<void> {
    switch (step.do) {
      case 'types':
        return await this.#changeTypes({...this.#flags, [step.name]: step.flags}, step);
      case 'save': {
        const one = recordOf(`e${this.#made++}`, step.typeName, step.values, randomUUID());
        if (isTaken(this.#all, this.#flags, one)) return;
        await this.#world.apply({created: [one.record]});
        this.#all.push(one);
        this.#tags.created(one.record.guid);
        return;
      }
      case 'tag':
      case 'untag':
      case 'link':
        return await this.#changeTags(step);
      case 'allow':
        this.#tags.allow(step.entityTypes);
        return await this.start();
      case 'forget':
        return await this.#world.forgetWords();
      case 'reindex':
        return void (await this.#world
          .part(this.#isAlone, 3)
          .then(next => (this.#isAlone = next === 'alone')));
      default:
        return await this.#change(step);
    }
  }
  #isAlone = false;

  async #changeTypes(flags: AllFlags, {name}: {name: Name}): Promise<void> {
    const isNew = flags[name].isUnique && !this.#flags[name].isUnique;
    const repeated =
      isNew &&
      this.#all.some((one, i) => this.#all.slice(i + 1).some(other => isSame(one, other, name)));
    if (name === 'list' && flags[name].isUnique) return;
    const saved = this.#world.saveDefs(typesWith(flags, this.#tags));
    if (repeated) return await assert.rejects(saved, /cannot be unique/);
    await saved;
    this.#flags = flags;
  }

  async #changeTags(step: Extract<TagStep, {which: number}>): Promise<void> {
    const [guid, other] = [step.which, step.other].map(
      n => this.#all[n % Math.max(1, this.#all.length)]?.record.guid,
    );
    const change =
      guid === undefined || other === undefined ? undefined : this.#tags.change(step, guid, other);
    if (change !== undefined) await this.#world.apply(change);
  }

  async #change(step: Extract<Step, {values: unknown; which: number}>): Promise<void> {
    const at = step.which % Math.max(1, this.#all.length);
    const before = this.#all[at];
    if (before === undefined) return;
    if (step.do === 'purge') {
      await this.#world.apply({
        removed: [before.record],
        ...this.#tags.removed(before.record.guid),
      });
      this.#all.splice(at, 1);
      return;
    }
    const {guid, typeName} = before.record;
    const after =
      step.do === 'update' ? recordOf(before.name, typeName, step.values, guid) : before;
    const state: Known =
      step.do === 'delete' || before.isDeleted
        ? {...after, isDeleted: true, record: {...after.record, status: 'DELETED'}}
        : after;
    if (isTaken(this.#all, this.#flags, state)) return;
    await this.#world.apply({updated: [{before: before.record, after: state.record}]});
    this.#all[at] = state;
    if (state.isDeleted) this.#tags.deleted(guid);
  }

  async check(search: Search): Promise<void> {
    const wanted = expected(this.#all, this.#flags, this.#tags, search);
    const found = await this.#world.names(bodyOf(search));
    assert.deepEqual(
      search.by === 'filter' ? found : found.toSorted(),
      wanted,
      JSON.stringify(search),
    );
    await this.#checkUnique(search);
  }

  async #checkUnique(search: Search): Promise<void> {
    if (search.by !== 'filter' || !this.#flags[search.name].isUnique) return;
    const holder = this.#all.filter(
      one => !one.isDeleted && one.values[search.name].includes(search.value),
    );
    const found = await this.#world.lookUp([search.value], search.name);
    assert.ok(
      holder.length === 0 ? found[0] === undefined : holder.some(one => one.name === found[0]),
      search.value,
    );
  }

  async checkCarried(): Promise<void> {
    const found = await this.#world.carried(this.#all.map(one => one.record.guid));
    for (const {record, name} of this.#all)
      assert.deepEqual(
        found.get(record.guid),
        this.#tags.sources(record.guid, record.typeName).sort(),
        name,
      );
  }

  async checkTotals(): Promise<void> {
    for (const name of ['big', 'huge', 'dec'] as const) {
      const text = `thing select min(${name}), max(${name}), sum(${name})`;
      assert.equal(JSON.stringify(await this.#world.table(text)), totals(this.#all, name), text);
    }
  }
}

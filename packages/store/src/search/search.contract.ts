import {inner} from '../schema/graph.ts';
import assert from 'node:assert/strict';
import {test} from 'node:test';
import type {Database} from '@gazetteer/db';
import {
  emptyChangeSet,
  kindsOfTypes,
  readSearchParameters,
  resolveSearch,
  typeKinds,
  TypeRegistry,
  type EntityRecord,
} from '@gazetteer/model';
import {seed} from '@gazetteer/model/testing';
import {entity, classified, searchTestTypes, World, searchWorld} from '../../test/search-world.ts';
import {indexHealth} from './search-health.ts';
import {hitsByKind, rankedHits} from './search-order.ts';
import {contextOf} from '../index/readable-sql.ts';
import {leadingPart, partsOf} from './search-parts.ts';
import {planSearch} from './search-plan.ts';
import {manyHits, pageOfFrequent, recordsOf, searchEntities} from './search.ts';
import {frequentHits} from './search-estimate.ts';
import {facetsOf, searchWithFacets} from './search-facets.ts';
import {suggestTerms} from './search-suggest.ts';
import {migrations} from '../schema/migrations.ts';
import {entity as entityTable} from '../schema/schema.ts';
import {runSql} from '../schema/sql-text.ts';

/** What search must do on any database. Each database's test file is this call and nothing more. */
export function searchContract(
  name: string,
  openDatabase: () => Promise<Database>,
  skip?: string,
): void {
  const contract = (title: string, work: (world: World) => Promise<void>) =>
    test(`${name}: ${title}`, skip === undefined ? {} : {skip}, async t => {
      await work(await searchWorld(t, openDatabase));
    });

  /** Names of the hits of one page, in order. */
  const search = async (world: World, body: object): Promise<string[]> =>
    (await hits(world, body)).names;

  /** The page as it is made where hits are very many, and their number from a sample. */
  const frequentPage = (world: World, body: object) =>
    world.store.read(async graph => {
      const parameters = readSearchParameters(body, {includeSubTypes: true});
      const {query} = resolveSearch(graph.types, parameters, world.now);
      const plan = await planSearch(graph, query);
      const frequent = plan.isEmpty
        ? undefined
        : await frequentHits(graph, plan, {maxCounted: 0, minHits: 1});
      const page = frequent && (await pageOfFrequent(graph, frequent, query));
      if (page === undefined) return undefined;
      const {records} = await recordsOf(graph, page);
      return {guids: records.map(one => one.guid), count: frequent?.count ?? 0};
    });

  const hits = (world: World, body: object) =>
    world.store.read(async graph => {
      const parameters = readSearchParameters({limit: 100, ...body}, {includeSubTypes: true});
      const {query} = resolveSearch(graph.types, parameters, world.now);
      const found = await searchEntities(graph, query);
      return {names: found.records.map(one => String(one.attributes['name'])), count: found.count};
    });

  contract(
    'every word of a name is found, in the same transaction and without the words around it',
    async world => {
      await world.save([
        entity('table', 'sales_orders.daily', {description: 'Größe der Bestellung'}),
      ]);
      for (const query of [
        'sales',
        'ORDERS',
        'daily',
        'sales_orders',
        'orders.daily',
        'grosse OR große',
        'bestell*',
      ]) {
        assert.deepEqual(await search(world, {query}), ['sales_orders.daily'], query);
      }
      for (const query of ['sale', 'daily.orders', 'sales AND missing', 'orders.dail']) {
        assert.deepEqual(await search(world, {query}), [], query);
      }
      await world.store.transaction(async tx => {
        const record = entity('table', 'fresh');
        await tx.apply({...emptyChangeSet(), created: [record]}, {userName: 'ann', now: 1});
        const {query} = resolveSearch(
          tx.types,
          readSearchParameters({query: 'fresh', limit: 5}, {includeSubTypes: true}),
          0,
        );
        assert.equal((await searchEntities(tx, query)).count, 1);
      });
    },
  );

  contract('words, phrases, prefixes, signs and groups combine', async world => {
    await world.save([
      entity('table', 'red apple'),
      entity('table', 'green apple'),
      entity('table', 'red pear', {description: 'apple juice is not made of it'}),
      entity('table', 'plum'),
    ]);
    const found = async (query: string) => (await search(world, {query})).sort();
    assert.deepEqual(await found('red apple'), ['red apple', 'red pear']);
    assert.deepEqual(await found('"red apple"'), ['red apple']);
    assert.deepEqual(await found('"pear apple"'), [], 'no phrase spans two values');
    assert.deepEqual(await found('red OR plum'), ['plum', 'red apple', 'red pear']);
    assert.deepEqual(await found('apple -red'), ['green apple']);
    assert.deepEqual(await found('NOT apple'), ['plum']);
    assert.deepEqual(await found('plum OR -apple'), ['plum']);
    assert.deepEqual(await found('+(red OR green) +app* NOT juice'), ['green apple', 'red apple']);
    assert.deepEqual(await found('*'), ['green apple', 'plum', 'red apple', 'red pear']);
    assert.deepEqual(
      await found('"red'),
      ['red apple', 'red pear'],
      'unbalanced quotes are plain words',
    );
    assert.deepEqual(await found('@@'), []);
  });

  contract('wildcards inside a word are looked for in names', async world => {
    await world.save([
      entity('table', 'customer_orders'),
      entity('table', 'merchant'),
      entity('table', 'summer.C'),
    ]);
    const found = async (query: string) => (await search(world, {query})).sort();
    assert.deepEqual(await found('*mer*'), ['customer_orders', 'merchant', 'summer.C']);
    assert.deepEqual(await found('*mer'), ['customer_orders', 'summer.C']);
    assert.deepEqual(await found('CUST?mer'), ['customer_orders']);
    assert.deepEqual(await found('*mer* -merchant'), ['customer_orders', 'summer.C']);
    assert.deepEqual(await found('*mer* orders'), ['customer_orders']);
    assert.deepEqual(await search(world, {query: '*mer', typeName: 'column'}), []);
  });

  contract(
    'what matches in a heavier attribute comes first; without words the newest does',
    async world => {
      await world.save([
        entity('table', 'first orders'),
        entity('table', 'second', {description: 'of orders'}),
        entity('table', 'third', {note: 'of orders'}),
      ]);
      assert.deepEqual(await search(world, {query: 'orders'}), ['first orders', 'second', 'third']);
      assert.deepEqual(await search(world, {typeName: 'table'}), [
        'third',
        'second',
        'first orders',
      ]);
    },
  );

  const customers = () => [
    entity('table', 'customers', {description: 'who buys'}),
    entity('table', 'customer', {note: 'the old one'}),
    entity('table', 'dim_customer'),
    entity('place', 'Custom'),
    entity('table', 'orders', {description: 'what a customer wants'}),
    entity('load', 'customers_daily'),
    entity('load', 'nightly', {description: 'of customers'}),
    entity('keyColumn', 'customer_id'),
    entity('column', 'last_customer'),
    entity('column', 'total', {description: 'of a customer'}),
  ];

  contract(
    'what people look for comes first: assets, then parts of data sets, then processes',
    async world => {
      await world.save(customers());
      const named = ['Custom', 'dim_customer', 'customer_id', 'last_customer', 'customers_daily'];
      const others = ['orders', 'total', 'nightly'];
      const tables = async (query: string) =>
        (await search(world, {query})).filter(name => /^customers?$/.test(name)).sort();
      const rest = async (query: string) =>
        (await search(world, {query})).filter(name => !/^customers?$/.test(name));
      assert.deepEqual(await rest('custom*'), [...named, ...others]);
      assert.deepEqual(await tables('custom*'), ['customer', 'customers']);
      assert.deepEqual(await search(world, {query: 'customer'}), [
        'customer',
        'dim_customer',
        'customer_id',
        'last_customer',
        'orders',
        'total',
      ]);
      assert.deepEqual(
        (await search(world, {query: 'customer*'})).slice(0, 2),
        ['customer', 'customers'],
        'called so, then longer',
      );
      assert.deepEqual((await search(world, {query: 'customer id'})).slice(0, 1), ['customer_id']);
      assert.deepEqual((await search(world, {query: 'total OR orders'})).slice(0, 2), [
        'orders',
        'total',
      ]);
      const pages = await Promise.all(
        [0, 1, 2].map(page => search(world, {query: 'custom*', limit: 4, offset: 4 * page})),
      );
      assert.deepEqual(pages.flat(), await search(world, {query: 'custom*'}));
    },
  );

  contract(
    'of too many hits the kinds come one after the other, those that are few enough as they should',
    async world => {
      await world.save(customers());
      const ranked = (maxRanked: number, limit: number, offset = 0) =>
        world.store.read(async graph => {
          const parameters = readSearchParameters(
            {query: 'custom*', limit: 5},
            {includeSubTypes: true},
          );
          const plan = await planSearch(graph, resolveSearch(graph.types, parameters, 0).query);
          assert.ok(plan.text);
          const rows = await runSql<{id: number}>(
            graph[inner].session,
            hitsByKind(plan, plan.text, {limit, offset}, maxRanked),
          );
          const {records} = await recordsOf(graph, rows);
          return records.map(one => String(one.attributes['name']));
        });
      const newest = ['orders', 'Custom', 'dim_customer', 'customer', 'customers'];
      const parts = ['total', 'last_customer', 'customer_id'];
      const processes = ['nightly', 'customers_daily'];
      assert.deepEqual(await ranked(0, 20), [...newest, ...parts, ...processes]);
      assert.deepEqual(await ranked(3, 20), [
        ...newest,
        'customer_id',
        'last_customer',
        'total',
        'customers_daily',
        'nightly',
      ]);
      assert.deepEqual(await ranked(0, 3, 4), [...newest, ...parts].slice(4, 7));
    },
  );

  contract(
    'of too many hits those with the words in their names come first, on all pages once',
    async world => {
      await world.save([
        ...customers(),
        ...Array.from({length: 12}, (_, i) =>
          entity(i % 2 === 0 ? 'table' : 'column', `other ${i}`, {description: 'customer'}),
        ),
      ]);
      await world.store.read(async graph => {
        const parameters = readSearchParameters({query: 'custom*'}, {includeSubTypes: true});
        const {query} = resolveSearch(graph.types, {...parameters, limit: 100}, 0);
        const plan = await planSearch(graph, query);
        const {text} = plan;
        assert.ok(text);
        const all = await runSql<{id: number}>(graph[inner].session, rankedHits(plan, text));
        const page = async (limit: number, offset: number, most: number, count = all.length) =>
          (await manyHits(graph, plan, {limit, offset}, {text, count, most})).map(one => one.id);
        const ids = all.map(one => one.id);
        const whole = await page(100, 0, 20);
        assert.deepEqual(whole.toSorted(), ids.toSorted(), 'each hit once');
        const named = customers().filter(one => /custom/i.test(String(one.attributes['name'])));
        if (plan.namedOf !== undefined)
          assert.deepEqual(whole.slice(0, named.length), ids.slice(0, named.length));
        for (const most of [20, 1]) {
          const expected = await page(100, 0, most);
          const pages: number[] = [];
          // One after the other: a session of PostgreSQL answers one question at a time.
          for (const at of [0, 4, 8, 12, 16, 20]) pages.push(...(await page(4, at, most)));
          assert.deepEqual(pages, expected, `${most} at most`);
        }
        assert.deepEqual(await page(100, 0, 1, 1e6), await page(100, 0, 1), 'nobody looks');
      });
    },
  );

  contract(
    'pages of what has the words in its name are those of all hits in their order',
    async world => {
      await world.save([
        ...customers(),
        ...Array.from({length: 40}, (_, i) =>
          entity(i % 3 === 0 ? 'column' : 'table', `${i % 2 === 0 ? 'late' : 'early'} order ${i}`, {
            description: `${'customer '.repeat(i % 7)} ${i % 5 === 0 ? 'draft' : 'order '.repeat(i % 4)}`,
          }),
        ),
      ]);
      const texts = [
        'order',
        'ord*',
        'late order',
        '"order 1"',
        'customer OR late',
        'order NOT draft',
        'early -late',
        '-draft',
      ];
      for (const query of [...texts, 'customer', '(late OR early) order -draft']) {
        await world.store.read(async graph => {
          const parameters = readSearchParameters({query, limit: 4}, {includeSubTypes: true});
          const asked = resolveSearch(graph.types, parameters, 0).query;
          const plan = await planSearch(graph, asked);
          assert.ok(plan.text);
          const all = await runSql<{id: number}>(graph[inner].session, rankedHits(plan, plan.text));
          const names = (records: readonly EntityRecord[]) => records.map(one => one.guid);
          for (let offset = 0; offset <= all.length; offset += 4) {
            const {records, count} = await searchEntities(graph, {...asked, offset});
            assert.equal(count, all.length, query);
            const expected = await recordsOf(graph, all.slice(offset, offset + 4));
            assert.deepEqual(names(records), names(expected.records), `${query} from ${offset}`);
          }
        });
      }
    },
  );

  contract(
    'without words the kinds come one after the other when asked for, of each the newest',
    async world => {
      await world.save(customers());
      const kinds = kindsOfTypes(new TypeRegistry(searchTestTypes));
      const place = (guid: string) =>
        typeKinds.indexOf(kinds.get(world.record(guid).typeName) ?? 'asset');
      const filter = {attributeName: 'name', operator: 'neq', attributeValue: 'orders'};
      const bodies: object[] = [
        {typeName: '_ALL_ENTITY_TYPES'},
        {typeName: '_ALL_ENTITY_TYPES', excludeDeletedEntities: true},
        {query: '*'},
        {typeName: 'Asset', entityFilters: filter},
      ];
      for (const body of bodies) {
        const {guids, count} = await world.page({...body, sortBy: '__kind', limit: 100});
        const newest = world.records().flatMap(({guid}) => (guids.includes(guid) ? [guid] : []));
        assert.deepEqual(
          guids,
          newest.toReversed().toSorted((a, b) => place(a) - place(b)),
          JSON.stringify(body),
        );
        assert.equal(count, guids.length);
        assert.ok(new Set(guids.map(place)).size > 1);
      }
    },
  );

  contract('an update, a delete and a purge leave nothing of the old state behind', async world => {
    const long = 'x'.repeat(3000);
    const before = entity('table', 'before', {size: 1, tags: ['a', 'b'], owner: long});
    await world.save([before]);
    await world.update(before, {
      ...before,
      attributes: {...before.attributes, name: 'after', size: 2, tags: ['b', 'c']},
    });
    assert.deepEqual(await search(world, {query: 'before AND name'}), []);
    assert.deepEqual(await search(world, {query: 'after'}), ['after']);
    const filter = (attributeName: string, attributeValue: string) =>
      search(world, {
        typeName: 'table',
        entityFilters: {attributeName, operator: 'eq', attributeValue},
      });
    assert.deepEqual(await filter('size', '1'), []);
    assert.deepEqual(await filter('size', '2'), ['after']);
    assert.deepEqual(await filter('tags', 'a'), []);
    assert.deepEqual(await filter('tags', 'c'), ['after']);
    assert.deepEqual(await filter('owner', long), ['after']);
    assert.deepEqual(
      await filter('owner', long.slice(0, 800)),
      [],
      'a long text is compared in full',
    );
    const [after] = world.records();
    await world.update(after as EntityRecord, {...(after as EntityRecord), status: 'DELETED'});
    assert.deepEqual(await search(world, {query: 'after'}), ['after']);
    assert.deepEqual(await search(world, {query: 'after', excludeDeletedEntities: true}), []);
    await world.purge(world.records());
    for (const table of ['document', 'text_value', 'number_value', 'facet']) {
      const rows = await world.db.read(session => session.all(`SELECT 1 FROM ${table}`));
      assert.equal(rows.length, 0, table);
    }
  });

  contract('entities of internal types are found by their type only', async world => {
    await world.save([entity('profile', 'ann'), entity('table', 'ann')]);
    assert.deepEqual(await search(world, {query: 'ann'}), ['ann']);
    assert.equal((await hits(world, {typeName: '_ALL_ENTITY_TYPES'})).count, 1);
    assert.equal((await hits(world, {typeName: 'profile'})).count, 1);
    const filter = {attributeName: 'name', operator: 'eq', attributeValue: 'ann'};
    assert.equal((await hits(world, {typeName: 'profile', entityFilters: filter})).count, 1);
  });

  contract(
    'classifications by name, pattern, none and any, with filters on their attributes',
    async world => {
      const [a, b, c, d] = ['a', 'b', 'c', 'd'].map(one => entity('table', one)) as [
        EntityRecord,
        EntityRecord,
        EntityRecord,
        EntityRecord,
      ];
      await world.save([a, b, c, d]);
      await world.classify([
        classified(a, 'PII', {level: 'high'}),
        classified(b, 'PII_mail', {level: 'low'}),
        classified(c, 'Other', {}),
      ]);
      const found = async (body: object) => (await search(world, body)).sort();
      assert.deepEqual(await found({classification: 'PII'}), ['a', 'b']);
      assert.deepEqual(await found({classification: 'PII', includeSubClassifications: false}), [
        'a',
      ]);
      assert.deepEqual(await found({classification: 'PII_*'}), ['b']);
      assert.deepEqual(await found({classification: 'PII_mail,Other'}), ['b', 'c']);
      assert.deepEqual(await found({classification: '_CLASSIFIED'}), ['a', 'b', 'c']);
      assert.deepEqual(await found({classification: '_ALL_CLASSIFICATION_TYPES'}), ['a', 'b', 'c']);
      assert.deepEqual(await found({classification: '_NOT_CLASSIFIED'}), ['d']);
      assert.deepEqual(await found({classification: 'PII', query: 'b'}), ['b']);
      const level = (attributeValue: string) => ({
        attributeName: 'level',
        operator: '=',
        attributeValue,
      });
      assert.deepEqual(await found({classification: 'PII', tagFilters: level('low')}), ['b']);
      const byName = {attributeName: '__typeName', operator: 'startsWith', attributeValue: 'PII_'};
      assert.deepEqual(
        await found({
          classification: 'PII',
          tagFilters: {condition: 'AND', criterion: [byName, level('low')]},
        }),
        ['b'],
      );
      const names = {
        attributeName: '__classificationNames',
        operator: 'contains',
        attributeValue: 'PII',
      };
      assert.deepEqual(await found({typeName: 'table', entityFilters: names}), ['a', 'b']);
      await world.update(a, {...a, status: 'DELETED'});
      const status = {attributeName: '__entityStatus', operator: '=', attributeValue: 'DELETED'};
      assert.deepEqual(await found({classification: 'PII', tagFilters: status}), ['a']);
      assert.deepEqual(await found({classification: 'PII', excludeDeletedEntities: true}), ['b']);
    },
  );

  contract('labels, custom and business attributes, and what was not given at all', async world => {
    const a = {
      ...entity('table', 'a'),
      labels: ['gold', 'core'],
      customAttributes: {team: 'blue sky'},
    };
    const b = {...entity('table', 'b'), businessAttributes: {cost: {centre: 'C12', share: 0.5}}};
    const c = {...entity('table', 'c', {owner: ''}), isIncomplete: true};
    await world.save([a, b, c]);
    const found = async (attributeName: string, operator: string, attributeValue?: string) =>
      (
        await search(world, {
          typeName: 'table',
          entityFilters: {attributeName, operator, attributeValue},
        })
      ).sort();
    assert.deepEqual(await found('__labels', 'eq', 'gold'), ['a']);
    assert.deepEqual(await found('__labels', 'isNull'), ['b', 'c']);
    assert.deepEqual(await found('__customAttributes', 'eq', 'team=blue sky'), ['a']);
    assert.deepEqual(await found('__customAttributes', 'notNull'), ['a']);
    assert.deepEqual(await found('__isIncomplete', 'eq', '1'), ['c']);
    assert.deepEqual(await found('__isIncomplete', 'eq', 'false'), ['a', 'b']);
    assert.deepEqual(await found('cost.centre', 'startsWith', 'C1'), ['b']);
    assert.deepEqual(await found('cost.share', 'lt', '0.6'), ['b']);
    assert.deepEqual(await found('cost.share', 'isNull'), ['a', 'c']);
    assert.deepEqual(await found('owner', 'isNull'), ['a', 'b']);
    assert.deepEqual(await found('owner', 'notNull'), ['c']);
    assert.deepEqual(await found('owner', 'notEmpty'), []);
    assert.deepEqual(await search(world, {query: 'gold'}), ['a']);
    assert.deepEqual(await search(world, {query: '"team blue sky"'}), ['a']);
    assert.deepEqual(await search(world, {query: 'c12'}), ['b']);
  });

  contract('pages never overlap and count the same, in every order', async world => {
    const records = Array.from({length: 57}, (_, i) =>
      entity(
        i % 3 === 0 ? 'column' : 'table',
        `n${i % 7}`,
        i % 5 === 0 ? {} : {size: i % 4, kind: i % 2 ? 'ONE' : 'TWO'},
      ),
    );
    await world.save(records);
    const orders: object[] = [
      {typeName: '_ALL_ENTITY_TYPES'},
      {query: 'n1 OR n2 OR n3 OR n4'},
      {typeName: 'Asset', sortBy: 'name'},
      {typeName: 'Asset', sortBy: 'size', sortOrder: 'DESCENDING'},
      {typeName: 'Asset', sortBy: 'kind', query: 'n1 OR n2'},
      {typeName: 'table', sortBy: '__timestamp', sortOrder: 'DESCENDING'},
      {typeName: 'table', sortBy: '__state'},
      {typeName: '_ALL_ENTITY_TYPES', sortBy: '__kind'},
      {query: '*', sortBy: '__kind'},
      {
        typeName: 'Asset',
        sortBy: '__kind',
        entityFilters: {attributeName: 'size', operator: 'lt', attributeValue: '3'},
      },
    ];
    for (const order of orders) {
      const whole = await world.page({...order, limit: 100});
      const parts = [];
      for (let offset = 0; offset < whole.count; offset += 7) {
        const part = await world.page({...order, offset, limit: 7});
        assert.equal(part.count, whole.count);
        parts.push(...part.guids);
      }
      assert.deepEqual(parts, whole.guids, JSON.stringify(order));
      assert.equal(new Set(parts).size, whole.count);
    }
    const sizes = await world.page({typeName: 'Asset', sortBy: 'size', limit: 100});
    const values = sizes.guids.map(
      guid => world.record(guid).attributes['size'] as number | undefined,
    );
    assert.deepEqual(
      values,
      values.toSorted((x, y) => (x ?? Infinity) - (y ?? Infinity)),
      'those without a value come last',
    );
  });

  contract('pages by row numbers are the newest first, whatever drives the search', async world => {
    await world.save(
      Array.from({length: 23}, (_, i) =>
        entity(i % 2 ? 'table' : 'column', i % 3 ? 'red one' : 'blue', {size: i % 4, note: 'n'}),
      ),
    );
    const bodies: object[] = [
      {typeName: '_ALL_ENTITY_TYPES'},
      {typeName: 'Asset'},
      {query: 'red'},
      {
        typeName: 'Asset',
        entityFilters: {attributeName: 'size', operator: 'lt', attributeValue: '3'},
      },
      {
        typeName: 'Asset',
        entityFilters: {attributeName: 'note', operator: 'eq', attributeValue: 'n'},
      },
    ];
    const newest = world
      .records()
      .map(one => one.guid)
      .toReversed();
    for (const body of bodies) {
      const parameters = readSearchParameters({...body, limit: 5}, {includeSubTypes: true});
      const {query} = await world.store.read(async graph =>
        resolveSearch(graph.types, parameters, world.now),
      );
      const found: string[] = [];
      let count = 0;
      for (let before: number | undefined = Number.MAX_SAFE_INTEGER; before !== undefined;) {
        const page = await world.store.read(graph =>
          searchEntities(graph, {...query, before: before ?? 0}),
        );
        found.push(...page.records.map(one => one.guid));
        ({count, lastRow: before} = page);
      }
      const {guids} = await world.page({...body, limit: 100});
      assert.deepEqual(
        found,
        newest.filter(guid => guids.includes(guid)),
        JSON.stringify(body),
      );
      assert.equal(count, guids.length);
    }
  });

  contract('facets count all hits by type, status and owner', async world => {
    const records = [
      entity('table', 'x one', {owner: 'ann'}),
      entity('table', 'x two', {owner: 'bob'}),
      entity('column', 'x three', {owner: 'ann'}),
      entity('column', 'y'),
    ];
    await world.save([...records, entity('profile', 'x')]);
    await world.update(records[1] as EntityRecord, {
      ...(records[1] as EntityRecord),
      status: 'DELETED',
    });
    const facets = async (body: object) => {
      const parameters = readSearchParameters(body, {includeSubTypes: true});
      const {query} = resolveSearch(new TypeRegistry(searchTestTypes), parameters, 0);
      const {hits, facets: found} = await world.store.read(graph => searchWithFacets(graph, query));
      const {count, records: page} = await world.store.read(graph => searchEntities(graph, query));
      // As if more entities could be hits than are grouped at once, and fewer or more of them were.
      for (const some of [1, 3, 100]) {
        const other = await world.store.read(graph =>
          searchWithFacets(graph, query, {all: 0, some}),
        );
        assert.deepEqual(other, {hits, facets: found});
      }
      assert.equal(hits.count, count);
      assert.deepEqual(
        hits.records.map(one => one.guid),
        page.map(one => one.guid),
      );
      // As there are few hits, and as if there were many: counted another way.
      for (const many of [count, 1e6]) {
        const counted = await world.store.read(async graph =>
          facetsOf(graph, await planSearch(graph, query), many),
        );
        assert.deepEqual(counted, found);
      }
      return [found.types, found.statuses, found.owners].map(map =>
        Object.fromEntries([...map].sort()),
      );
    };
    assert.deepEqual(await facets({query: 'x'}), [
      {column: 1, table: 2},
      {ACTIVE: 2, DELETED: 1},
      {ann: 2, bob: 1},
    ]);
    assert.deepEqual(await facets({}), [
      {column: 2, table: 2},
      {ACTIVE: 3, DELETED: 1},
      {ann: 2, bob: 1},
    ]);
    assert.deepEqual(await facets({excludeDeletedEntities: true}), [
      {column: 2, table: 1},
      {ACTIVE: 3},
      {ann: 2},
    ]);
    assert.deepEqual(await facets({typeName: 'table', query: 'x', excludeDeletedEntities: true}), [
      {table: 1},
      {ACTIVE: 1},
      {ann: 1},
    ]);
    const filter = {attributeName: 'owner', operator: '=', attributeValue: 'ann'};
    assert.deepEqual(await facets({typeName: 'Asset', entityFilters: filter}), [
      {column: 1, table: 1},
      {ACTIVE: 2},
      {ann: 2},
    ]);
    assert.deepEqual(await facets({query: 'nothing'}), [{}, {}, {}]);
  });

  contract('suggestions are terms as they were written, the most frequent first', async world => {
    await world.save([
      entity('table', 's39a9e', {qualifiedName: 's39a9e.t.c@cl1'}),
      entity('table', 't', {qualifiedName: 's39a9e@cl1'}),
      entity('table', 'other', {qualifiedName: 'x_s39', note: 's39zzz', description: 'S39b'}),
    ]);
    const suggest = (prefix: string, field?: string) =>
      world.store.read(graph => suggestTerms(graph, prefix, field));
    assert.deepEqual(await suggest('s39'), ['s39a9e', 's39a9e.t.c', 's39b']);
    assert.deepEqual(await suggest('S39A9E.t'), ['s39a9e.t.c']);
    assert.deepEqual(await suggest('s39', 'description'), ['s39b']);
    assert.deepEqual(await suggest(''), []);
    assert.deepEqual(await suggest('"*'), []);
  });

  contract('the health of the index is that of its newest document', async world => {
    const health = () => world.store.read(graph => indexHealth(graph));
    assert.equal((await health()).healthy, true);
    await world.save([entity('table', 'a'), entity('profile', 'b')]);
    assert.equal((await health()).healthy, true);
    await world.save([entity('table', 'c')]);
    assert.equal((await health()).healthy, true, 'others of its type are found, too');
    const id = world.db.dialect.fullText === 'fts5' ? 'rowid' : 'entity_id';
    await world.db.write(session =>
      session.run(`DELETE FROM document WHERE ${id} = (SELECT max(id) FROM entity)`),
    );
    assert.equal((await health()).healthy, false);
  });

  contract('a search is a constant number of statements', async world => {
    const bodies: object[] = [
      {query: 'n1'},
      {typeName: 'table', sortBy: 'name', classification: 'PII'},
      {
        typeName: 'table',
        entityFilters: {attributeName: 'note', operator: 'contains', attributeValue: 'n'},
      },
    ];
    const cost = async () => {
      let count = 0;
      world.db.observe(() => count++);
      for (const body of bodies) await world.page({...body, limit: 50});
      world.db.observe(undefined);
      return count;
    };
    const add = async (n: number) => {
      const records = Array.from({length: n}, (_, i) => entity('table', `n1 ${i}`, {note: 'n'}));
      await world.save(records);
      await world.classify(records.map(one => classified(one, 'PII', {})));
    };
    await add(2);
    const few = await cost();
    await add(60);
    assert.equal(await cost(), few);
  });

  contract('a filter of any width that is taken finds what it says', async world => {
    await world.save([
      entity('table', 'red', {owner: 'ann', secret: 'mauve', size: 1, tags: ['x7', 'y']}),
      entity('table', 'green', {owner: 'bob', secret: 'teal', size: 2, tags: ['z']}),
      entity('column', 'blue', {owner: `${'o'.repeat(900)}7`, size: 3}),
    ]);
    const many = (
      count: number,
      operator: string,
      attributeName: string,
      value: (n: number) => string,
    ) =>
      Array.from({length: count}, (_, n) => ({attributeName, operator, attributeValue: value(n)}));
    const of = async (condition: 'AND' | 'OR', criterion: object[]) =>
      (await search(world, {typeName: 'Asset', entityFilters: {condition, criterion}})).sort();
    const last = (count: number, text: string) => (n: number) => (n === count - 1 ? text : `n${n}`);
    assert.deepEqual(await of('OR', many(1024, '=', 'name', last(1024, 'red'))), ['red']);
    assert.deepEqual(await of('OR', many(1024, '=', 'secret', last(1024, 'teal'))), ['green']);
    assert.deepEqual(
      await of(
        'OR',
        many(1024, '=', 'size', n => String(n + 2)),
      ),
      ['blue', 'green'],
    );
    assert.deepEqual(
      await of(
        'OR',
        many(1024, '=', 'owner', n => `${'o'.repeat(900)}${n}`),
      ),
      ['blue'],
    );
    assert.deepEqual(await of('OR', many(1024, 'startsWith', 'name', last(1024, 'gr'))), ['green']);
    assert.deepEqual(await of('OR', many(1024, 'startsWith', 'secret', last(1024, 'mau'))), [
      'red',
    ]);
    assert.deepEqual(await of('AND', many(1024, '!=', 'name', last(1024, 'red'))), [
      'blue',
      'green',
    ]);
    assert.deepEqual(await of('OR', many(128, 'contains', 'name', last(128, 'ree'))), ['green']);
    assert.deepEqual(await of('OR', many(128, 'contains', 'secret', last(128, 'auv'))), ['red']);
    assert.deepEqual(await of('AND', many(128, 'not_contains', 'secret', last(128, 'auv'))), [
      'blue',
      'green',
    ]);
    assert.deepEqual(
      await of(
        'OR',
        many(128, '>', 'size', n => String(n + 2)),
      ),
      ['blue'],
    );
    assert.deepEqual(
      await of(
        'AND',
        many(128, '<', 'name', n => `g${n}`),
      ),
      ['blue'],
    );
    assert.deepEqual(
      await of(
        'OR',
        many(128, 'contains', 'tags', n => String(n)),
      ),
      ['red'],
    );
    const pairs = many(512, '=', 'name', last(512, 'red')).map((one, n) => ({
      condition: 'AND',
      criterion: [one, {attributeName: 'size', operator: '=', attributeValue: String(n - 510)}],
    }));
    assert.deepEqual(await of('OR', pairs), ['red']);
    const deep = Array.from({length: 120}).reduce<object>(
      (inner, _, n) => ({
        condition: n % 2 === 0 ? 'OR' : 'AND',
        criterion: [...many(2, '=', 'name', () => 'red'), inner],
      }),
      {attributeName: 'secret', operator: 'contains', attributeValue: 'auv'},
    );
    assert.deepEqual(await search(world, {typeName: 'Asset', entityFilters: deep}), ['red']);
  });

  contract('a text of any width and depth that is taken finds what it says', async world => {
    await world.save([entity('table', 'red apple'), entity('table', 'green apple')]);
    const words = (count: number, word: (n: number) => string) =>
      Array.from({length: count}, (_, n) => word(n)).join(' ');
    for (const query of [
      words(1000, () => 'r*'),
      `${words(128, n => `r${n}* OR`)} red`,
      `apple ${words(500, n => `-x${n}`)} -green`,
      `${words(300, n => `x${n} OR`)} red`,
      `${'(x OR (apple '.repeat(6)}red${'))'.repeat(6)}`,
      `${'apple -(y '.repeat(11)}apple${')'.repeat(11)} red`,
    ]) {
      assert.deepEqual(await search(world, {query}), ['red apple'], query);
    }
  });

  test(
    `${name}: values of a store of before get the types of their entities`,
    skip === undefined ? {} : {skip},
    async t => {
      const db = await openDatabase();
      t.after(() => db.close());
      await db.migrate(migrations.filter(({id}) => id < 7));
      await db.write(async session => {
        const before = {attribute_id: 'int', value: 'text', entity_id: 'id'} as const;
        await session.insert(entityTable, [
          [1, 'g1', 21, 0, 'ann', 'ann', 1, 1, '{}', null],
          [2, 'g2', 22, 1, 'ann', 'ann', 1, 1, '{}', null],
        ]);
        await session.insert({name: 'text_value', columns: before}, [
          [5, 'b', 1],
          [5, 'a', 2],
          [-15, 'b', 2],
        ]);
        await session.insert({name: 'number_value', columns: {...before, value: 'number'}}, [
          [6, 1.5, 1],
        ]);
      });
      await db.migrate(migrations);
      const rows = (table: string) =>
        db.read(async session => {
          const all = await session.all<object>(
            `SELECT attribute_id, type_id, value, entity_id FROM ${table} ORDER BY 1, 2, 3, 4`,
          );
          return all.map(row => Object.values(row).join(' '));
        });
      assert.deepEqual(await rows('text_value'), ['-15 22 b 2', '5 21 b 1', '5 22 a 2']);
      assert.deepEqual(await rows('number_value'), ['6 21 1.5 1']);
    },
  );

  contract(
    'of several filters the one that leads to the fewest entities is taken first',
    async world => {
      await world.save(['one', 'two', 'three'].map(name => entity('table', name, {owner: 'ann'})));
      const filter = (attributeName: string, attributeValue: string) => ({
        attributeName,
        operator: '=',
        attributeValue,
      });
      const leading = (criterion: object[]) =>
        world.store.read(async graph => {
          const entityFilters = {condition: 'AND', criterion};
          const parameters = readSearchParameters(
            {typeName: 'table', entityFilters},
            {includeSubTypes: true},
          );
          const {query} = resolveSearch(graph.types, parameters, world.now);
          return await leadingPart(graph[inner].session, partsOf(contextOf(graph), query), 5000);
        });
      const [many, few] = [filter('owner', 'ann'), filter('name', 'two')];
      assert.match((await leading([many, few]))?.what ?? '', /name/);
      assert.match((await leading([few, many]))?.what ?? '', /name/);
      assert.match((await leading([many]))?.what ?? '', /owner/);
    },
  );

  contract('any search finds what a plain look at every entity finds', async world => {
    await world.fillAtRandom(seed);
    let withHits = 0;
    let withEstimate = 0;
    for (let i = 0; i < 300; i++) {
      const {body, fits} = world.randomSearch();
      const expected = world
        .records()
        .filter(fits)
        .map(one => one.guid);
      const found = await world.page({...body, limit: 1000});
      if (found.count > 0) withHits++;
      const label = JSON.stringify(body);
      assert.equal(found.count, expected.length, label);
      assert.deepEqual(found.guids.toSorted(), expected.toSorted(), label);
      const frequent = await frequentPage(world, {...body, limit: 1000});
      if (frequent === undefined) continue;
      withEstimate++;
      assert.deepEqual(frequent.guids, found.guids, `${label}, each entity tested by itself`);
      assert.ok(
        frequent.count > found.count / 3 && frequent.count < found.count * 3 + 5,
        `${label}: ${frequent.count}`,
      );
    }
    assert.ok(
      withHits > 50 && withEstimate > 20,
      `searches that find nothing prove little: ${withHits}, ${withEstimate}`,
    );
  });
}

import assert from 'node:assert/strict';
import {test, type TestContext} from 'node:test';
import {
  edgeRefsOf,
  emptyChangeSet,
  lookupsOf,
  matchDrafts,
  planDelete,
  planSave,
  readDrafts,
  readEntitiesBody,
  uniqueKey,
  type ChangeSet,
  type EdgeRecord,
  type EntityRecord,
  type Planning,
  type UniqueRef,
  type TypeDef,
} from '@gazetteer/model';
import {attribute, entityDef, testDefs, testTypes} from '@gazetteer/model/testing';
import {TypeRegistry} from '@gazetteer/model';
import type {Database} from '@gazetteer/db';
import {inner, type GraphTx} from '../schema/graph.ts';
import {neighbourPage, type NeighbourOrder} from './neighbour-page.ts';
import {GraphStore} from './graph-store.ts';

type Opened = {store: GraphStore; db: Database};

const planning: Planning = {userName: 'ann', now: 1000, newGuid: () => crypto.randomUUID()};

/** Saves like the catalog does, in one transaction of its own. */
async function save(
  store: GraphStore,
  entities: unknown[],
  referredEntities: object = {},
): Promise<ChangeSet> {
  return await store.transaction(async tx => {
    const issues: string[] = [];
    const drafts = readDrafts(tx.types, readEntitiesBody({entities, referredEntities}), issues);
    const {change, keep} = lookupsOf(tx.types, drafts);
    const refs = [...change.uniques, ...keep.uniques];
    const records = [
      ...(await tx.byUnique(change.uniques)),
      ...(await tx.byUnique(keep.uniques, 'keep')),
    ];
    const byUnique = new Map(
      records.flatMap((one, i) =>
        one === undefined ? [] : [[uniqueKey(refs[i] as UniqueRef), one] as const],
      ),
    );
    const matches = matchDrafts(
      tx.types,
      drafts,
      {byGuid: await tx.entities(change.guids), byUnique},
      planning.newGuid,
    );
    const {changes} = planSave(
      tx.types,
      matches,
      await tx.edgesAt(edgeRefsOf(matches)),
      planning,
      issues,
    );
    await tx.apply(changes, planning);
    return changes;
  });
}

async function remove(tx: GraphTx, guids: string[]): Promise<void> {
  const records = [...(await tx.entities(guids)).values()];
  const gone = [...records, ...(await tx.ownedBy(guids, 'ACTIVE'))];
  await tx.apply(
    planDelete(
      tx.types,
      {gone, edges: await tx.edgesOf(gone.map(one => one.guid)), holders: new Map()},
      planning,
    ),
    planning,
  );
}

function table(name: string, columns: string[] = [], more: object = {}): object {
  return {
    typeName: 'table',
    guid: `-${name}`,
    attributes: {
      qualifiedName: name,
      name,
      ...more,
      columns: columns.map(column => ({guid: `-${name}.${column}`})),
    },
  };
}

function columns(name: string, list: string[]): object {
  const entries = list.map((column, position) => [
    `-${name}.${column}`,
    {
      typeName: 'column',
      guid: `-${name}.${column}`,
      attributes: {qualifiedName: `${name}.${column}`, name: column, position},
    },
  ]);
  return Object.fromEntries(entries);
}

const shape = (record: EntityRecord | undefined) =>
  record && [record.typeName, record.status, record.attributes['name']];

/** What any graph store must do. Each database's test file is this call and nothing more. */
export function graphStoreContract(
  name: string,
  openDatabase: () => Promise<Database>,
  skip?: string,
): void {
  const opened = async (t: TestContext): Promise<Opened> => {
    const db = await openDatabase();
    await GraphStore.migrate(db);
    const store = new GraphStore(db);
    t.after(() => store.close());
    await store.transaction(tx => tx.saveTypes(testTypes()));
    return {store, db};
  };

  const contract = (title: string, work: (t: TestContext) => Promise<void>) =>
    test(`${name}: ${title}`, skip === undefined ? {} : {skip}, work);

  contract(
    'a store that has missed some changes of types, or all, knows them as one that begins anew',
    async t => {
      const {store, db} = await opened(t);
      const follower = new GraphStore(db);
      const tag = (name: string, superTypes: string[] = []): TypeDef =>
        ({
          ...(testDefs.find(def => def.category === 'CLASSIFICATION') as TypeDef),
          name,
          guid: name,
          superTypes,
        }) as TypeDef;
      const change = (work: (defs: Map<string, TypeDef>) => void) =>
        store.transaction(async tx => {
          const defs = new Map(tx.types.defs);
          work(defs);
          await tx.saveTypes(new TypeRegistry(defs.values(), 0, undefined, tx.types));
        }, 'types');
      const known = (of: GraphStore) =>
        of.read(async ({types, [inner]: {system}}) => ({
          version: types.version,
          defs: [...types.defs.values()].map(def => JSON.stringify(def)).sort(),
          tags: Array.from(types.classificationTypes, ([name, type]) => [
            name,
            ...[...type.typeAndSubTypes].sort(),
          ]).sort(),
          entities: Array.from(types.entityTypes, ([name, type]) => [
            name,
            [...type.typeAndSubTypes].sort(),
            [...type.attributes.values()].map(one => [one.key, system.symbols.id(one.key)]).sort(),
          ]).sort(),
        }));
      const isSame = async () => {
        const fresh = await known(new GraphStore(db));
        assert.deepEqual(await known(follower), fresh);
        assert.deepEqual(await known(store), fresh);
      };
      await isSame();
      await change(defs => defs.set('parent', tag('parent')));
      await isSame();
      await change(defs => defs.set('child', tag('child', ['parent'])));
      await change(defs =>
        defs.set('other', entityDef('other', ['table'], [attribute('more', 'string')])),
      );
      await change(defs => void defs.delete('child'));
      await isSame();
      await change(defs => defs.set('child', tag('child')));
      await change(defs =>
        defs.set('other', entityDef('other', ['column'], [attribute('less', 'int')])),
      );
      await isSame();
      for (let n = 0; n < 21; n++)
        await change(defs => defs.set(`many${n}`, tag(`many${n}`, ['parent'])));
      await isSame();
    },
  );

  contract(
    `what was saved is read back by guid and by unique attribute, on the type and its super type`,
    async t => {
      const {store} = await opened(t);
      const {created} = await save(
        store,
        [table('sales', ['a', 'b'], {rows: 5, owner: 'ann'})],
        columns('sales', ['a', 'b']),
      );
      const sales = created[0] as EntityRecord;
      await store.read(async graph => {
        assert.deepEqual((await graph.entities([sales.guid])).get(sales.guid), sales);
        const [exact, viaSuper, missing, wrongType] = await graph.byUnique([
          {typeName: 'table', attribute: 'qualifiedName', value: 'sales'},
          {typeName: 'Asset', attribute: 'qualifiedName', value: 'sales.a'},
          {typeName: 'table', attribute: 'qualifiedName', value: 'nope'},
          {typeName: 'table', attribute: 'qualifiedName', value: 'sales.a'},
        ]);
        assert.deepEqual(exact, sales);
        assert.deepEqual(shape(viaSuper), ['column', 'ACTIVE', 'a']);
        assert.equal(missing, undefined);
        assert.equal(wrongType, undefined);
      });
    },
  );

  contract(`two entities can change their unique values with each other in one change`, async t => {
    const {store} = await opened(t);
    const [a, b] = (await save(store, [table('a'), table('b')])).created as [
      EntityRecord,
      EntityRecord,
    ];
    const named = (record: EntityRecord, qualifiedName: string) => ({
      before: record,
      after: {...record, attributes: {...record.attributes, qualifiedName}},
    });
    await store.transaction(tx =>
      tx.apply({...emptyChangeSet(), updated: [named(a, 'b'), named(b, 'a')]}, planning),
    );
    await store.read(async graph => {
      const [isA, isB] = await graph.byUnique(
        ['a', 'b'].map(value => ({typeName: 'table', attribute: 'qualifiedName', value})),
      );
      assert.deepEqual([isA?.guid, isB?.guid], [b.guid, a.guid]);
    });
  });

  contract(
    `neighbours come in pages, by the first text they have, without deleted ones`,
    async t => {
      const {store} = await opened(t);
      const {created} = await save(
        store,
        [table('sales', ['b', 'a', 'C', 'd'])],
        columns('sales', ['b', 'a', 'C', 'd']),
      );
      const {guid} = created.find(one => one.typeName === 'table') as EntityRecord;
      const gone = created.find(one => one.attributes['name'] === 'd') as EntityRecord;
      await store.transaction(tx => remove(tx, [gone.guid]));
      const names = async (order: Partial<NeighbourOrder>, end: 1 | 2 = 1, from = guid) =>
        await store.read(async graph => {
          const full = {sortBy: ['name'], descending: false, limit: undefined, offset: 0, ...order};
          const page = await neighbourPage(
            graph,
            {guid: from, typeName: 'table_columns', end},
            full,
          );
          assert.ok(
            page.every(({edge, record}) => (end === 1 ? edge.end2 : edge.end1) === record.guid),
          );
          return page.map(({record}) => record.attributes['name']);
        });
      assert.deepEqual(await names({}), ['C', 'a', 'b']);
      assert.deepEqual(await names({descending: true, limit: 2}), ['b', 'a']);
      assert.deepEqual(await names({limit: 2, offset: 1}), ['a', 'b']);
      assert.deepEqual(await names({limit: 0}), []);
      assert.deepEqual(await names({sortBy: ['owner', 'name']}), ['C', 'a', 'b']);
      assert.deepEqual(await names({sortBy: ['owner']}), ['b', 'a', 'C']);
      assert.deepEqual(await names({}, 2, gone.guid), []);
      const column = created.find(one => one.attributes['name'] === 'a') as EntityRecord;
      assert.deepEqual(await names({}, 2, column.guid), ['sales']);
      assert.deepEqual(await names({}, 1, crypto.randomUUID()), []);
    },
  );

  contract(
    `types are in use by entities, edges, classifications and business attributes, deleted ones included`,
    async t => {
      const {store} = await opened(t);
      const businessMetadata = (name: string): TypeDef => ({
        ...entityDef(name, [], [attribute('level', 'string')]),
        category: 'BUSINESS_METADATA',
      });
      await store.transaction(tx =>
        tx.saveTypes(new TypeRegistry([...testDefs, ...['Cost', 'Cos'].map(businessMetadata)])),
      );
      const {created} = await save(store, [table('sales', ['a'])], columns('sales', ['a']));
      await store.transaction(async tx => {
        const [before] = [...(await tx.entities([created[0]?.guid ?? ''])).values()];
        assert.ok(before);
        const after = {...before, businessAttributes: {Cost: {level: '"Cos":{'}}};
        await tx.apply(
          {
            ...emptyChangeSet(),
            updated: [{before, after}],
            classificationsAdded: [pii(before.guid)],
          },
          planning,
        );
        await remove(tx, [before.guid]);
      });
      const names = [
        'Asset',
        'profile',
        'table',
        'column',
        'table_columns',
        'table_keys',
        'PII',
        'Cost',
        'Cos',
        'nope',
      ];
      await store.read(async graph => {
        assert.deepEqual(
          [...(await graph.typesInUse(names))],
          ['table', 'column', 'table_columns', 'PII', 'Cost'],
        );
        assert.deepEqual([...(await graph.typesInUse(['Asset', 'Cos']))], []);
        assert.deepEqual([...(await graph.typesInUse([]))], []);
      });
      await store.transaction(async tx => {
        await tx.saveTypes(new TypeRegistry(testDefs));
        assert.deepEqual(
          [...(await tx.typesInUse(['Cost', 'Cos']))],
          ['Cost'],
          'when the type has just been deleted',
        );
      });
    },
  );

  contract(`two types may hold the same unique value; the exact type is found first`, async t => {
    const {store} = await opened(t);
    await save(store, [
      {typeName: 'Asset', attributes: {qualifiedName: 'x', name: 'asset'}},
      {typeName: 'column', attributes: {qualifiedName: 'y', name: 'column', position: 1}},
    ]);
    await save(store, [{typeName: 'table', attributes: {qualifiedName: 'x', name: 'table'}}]);
    await store.read(async graph => {
      const found = await graph.byUnique(
        ['Asset', 'table', 'column'].map(typeName => ({
          typeName,
          attribute: 'qualifiedName',
          value: 'x',
        })),
      );
      assert.deepEqual(found.map(shape), [
        ['Asset', 'ACTIVE', 'asset'],
        ['table', 'ACTIVE', 'table'],
        undefined,
      ]);
    });
  });

  contract(`very long and very strange values are found again, exactly`, async t => {
    const {store} = await opened(t);
    const values = [
      'x'.repeat(40_000),
      `${'x'.repeat(39_999)}y`,
      'zero \u0000 inside',
      '\u{1F5FA} map',
      'it\'s "quoted" \\ {a,b}',
      'NULL',
      '',
    ];
    await save(
      store,
      values.map(value => ({
        typeName: 'table',
        attributes: {qualifiedName: value, name: value, description: value, owner: value},
      })),
    );
    await store.read(async graph => {
      const found = await graph.byUnique(
        values.map(value => ({typeName: 'table', attribute: 'qualifiedName', value})),
      );
      assert.deepEqual(
        found.map(one => one?.attributes['qualifiedName']),
        values,
      );
    });
  });

  contract(`the first edges at an end leave out those that ended before a time`, async t => {
    const {store} = await opened(t);
    const {created} = await save(store, [table('sales', ['a', 'b'])], columns('sales', ['a', 'b']));
    const [sales = '', a = '', b = ''] = created.map(one => one.guid);
    await store.transaction(async tx => {
      await remove(tx, [a]);
    });
    const step = {typeName: 'table_columns', from: 1} as const;
    await store.read(async graph => {
      const since = async (endedSince: number, most: number) =>
        (await graph.firstEdgesAt([sales], step, most, most, {endedSince})).edges.map(
          one => one.end2,
        );
      assert.deepEqual(await since(planning.now, 2), [a, b]);
      assert.deepEqual(await since(planning.now + 1, 1), [b], 'it takes no room');
    });
  });

  contract(`edges are found from both ends and, at one end of one type, only there`, async t => {
    const {store} = await opened(t);
    const {created} = await save(store, [table('sales', ['a', 'b'])], columns('sales', ['a', 'b']));
    const [sales, a, b] = created.map(one => one.guid) as [string, string, string];
    const ends = (edges: EdgeRecord[]) => edges.map(edge => [edge.typeName, edge.end1, edge.end2]);
    await store.read(async graph => {
      assert.deepEqual(ends(await graph.edgesOf([a])), [['table_columns', sales, a]]);
      assert.deepEqual(ends(await graph.edgesOf([sales, a])), [
        ['table_columns', sales, a],
        ['table_columns', sales, b],
      ]);
      assert.equal(
        (await graph.edgesAt([{guid: sales, typeName: 'table_columns', end: 1}])).length,
        2,
      );
      assert.equal(
        (await graph.edgesAt([{guid: sales, typeName: 'table_columns', end: 2}])).length,
        0,
      );
      assert.equal((await graph.edgesAt([{guid: b, typeName: 'table_columns', end: 2}])).length, 1);
    });
  });

  contract('of many ways to an entity that is new to a walk one edge is read', async t => {
    const {store} = await opened(t);
    const twins = ['x', 'y', 'z'].map(name => ({guid: `-${name}`}));
    const {created} = await save(store, [
      ...['x', 'y', 'z'].map(name => table(name, [])),
      ...['a', 'b'].map(name => ({...table(name, []), relationshipAttributes: {twins}})),
    ]);
    const byName = new Map(created.map(one => [String(one.attributes['name']), one.guid]));
    const guid = (name: string) => byName.get(name) ?? '';
    const reached = async (seen: string[], count = 10, step: 1 | 2 = 1) =>
      await store.read(async graph => {
        const from = step === 1 ? ['a', 'b'] : ['x', 'z'];
        const over = {typeName: 'table_twins', from: step};
        const edges = await graph.newlyReached(from.map(guid), over, seen.map(guid), count);
        const far = new Set(edges.map(edge => (step === 1 ? edge.end2 : edge.end1)));
        assert.equal(far.size, edges.length);
        return [...byName].filter(([, one]) => far.has(one)).map(([name]) => name);
      });
    assert.deepEqual(await reached([]), ['x', 'y', 'z']);
    assert.deepEqual(await reached([], 10, 2), ['a', 'b']);
    assert.deepEqual(await reached(['x', 'a']), ['y', 'z']);
    assert.equal((await reached([], 2)).length, 2);
    await store.transaction(tx => remove(tx, [guid('y')]));
    assert.deepEqual(await reached([]), ['x', 'z']);
  });

  contract(
    `a deleted table takes its columns along, frees its name and stays readable`,
    async t => {
      const {store} = await opened(t);
      const {created} = await save(store, [table('sales', ['a'])], columns('sales', ['a']));
      const [sales, a] = created.map(one => one.guid) as [string, string];
      await store.transaction(tx => remove(tx, [sales]));
      await store.read(async graph => {
        const records = await graph.entities([sales, a]);
        assert.deepEqual(
          [shape(records.get(sales)), shape(records.get(a))],
          [
            ['table', 'DELETED', 'sales'],
            ['column', 'DELETED', 'a'],
          ],
        );
        assert.deepEqual(
          await graph.byUnique([{typeName: 'table', attribute: 'qualifiedName', value: 'sales'}]),
          [undefined],
        );
        assert.deepEqual(
          (await graph.edgesOf([sales])).map(edge => edge.status),
          ['DELETED'],
        );
        assert.deepEqual(await graph.ownedBy([sales], 'ACTIVE'), []);
        assert.equal((await graph.ownedBy([sales], 'ANY')).length, 1);
      });
      const again = await save(store, [table('sales')]);
      assert.notEqual(again.created[0]?.guid, sales);
    },
  );

  contract(`internal entities are removed for good`, async t => {
    const {store} = await opened(t);
    const {created} = await save(store, [{typeName: 'profile', attributes: {name: 'ann'}}]);
    const guid = created[0]?.guid ?? '';
    await store.transaction(tx => remove(tx, [guid]));
    await store.read(async graph => {
      assert.equal((await graph.entities([guid])).size, 0);
      assert.deepEqual(await graph.entityCounts(), []);
    });
  });

  contract(`a transaction that fails leaves nothing behind, in any table`, async t => {
    const {store, db} = await opened(t);
    const before = await rowCounts(db);
    await assert.rejects(
      store.transaction(async tx => {
        const record: EntityRecord = {
          ...bare('g1', 'table'),
          attributes: {qualifiedName: 'q', name: 'n', owner: 'o'},
        };
        await tx.apply(
          {...emptyChangeSet(), created: [record], classificationsAdded: [pii('g1')]},
          planning,
        );
        throw new Error('no');
      }),
      /no/,
    );
    assert.deepEqual(await rowCounts(db), before);
  });

  contract(`classifications are read per entity and counted`, async t => {
    const {store} = await opened(t);
    await store.transaction(tx =>
      tx.apply(
        {
          ...emptyChangeSet(),
          created: [bare('g1', 'table'), bare('g2', 'table')],
          classificationsAdded: [pii('g1')],
        },
        planning,
      ),
    );
    await store.read(async graph => {
      assert.deepEqual(await graph.classificationsOf(['g1', 'g2']), [pii('g1')]);
      assert.deepEqual(await graph.classificationCounts(), new Map([['PII', 1]]));
    });
    await store.transaction(tx =>
      tx.apply({...emptyChangeSet(), classificationsRemoved: [pii('g1')]}, planning),
    );
    await store.read(async graph => {
      assert.deepEqual(await graph.classificationsOf(['g1', 'g2']), []);
      assert.deepEqual(await graph.classificationCounts(), new Map());
    });
    await store.transaction(tx =>
      tx.apply({...emptyChangeSet(), classificationsAdded: [pii('g1')]}, planning),
    );
    await store.transaction(tx =>
      tx.apply({...emptyChangeSet(), removed: [bare('g1', 'table')]}, planning),
    );
    await store.read(async graph => {
      assert.deepEqual(
        await graph.classificationCounts(),
        new Map(),
        'it goes with the entity that carries it',
      );
      assert.deepEqual([...(await graph.typesInUse(['PII']))], []);
    });
  });

  contract(`counts by type and state follow every change`, async t => {
    const {store} = await opened(t);
    const {created} = await save(store, [table('sales', ['a', 'b'])], columns('sales', ['a', 'b']));
    await store.transaction(tx => remove(tx, [created[1]?.guid ?? '']));
    await store.transaction(tx =>
      tx.apply(
        {...emptyChangeSet(), created: [{...bare('g', 'table'), isIncomplete: true}]},
        planning,
      ),
    );
    const counts = await store.read(graph => graph.entityCounts());
    assert.deepEqual(counts.map(one => `${one.typeName} ${one.status} ${one.count}`).toSorted(), [
      'column ACTIVE 1',
      'column DELETED 1',
      'table ACTIVE 2',
      'table SHELL 1',
    ]);
  });

  contract(
    `changed types are seen by the next transaction, and what they add can be stored at once`,
    async t => {
      const {store} = await opened(t);
      const stream = entityDef(
        'stream',
        ['Asset'],
        [attribute('topic', 'string', {isIndexable: true})],
      );
      await store.transaction(tx => tx.saveTypes(new TypeRegistry([...testDefs, stream])));
      await save(store, [
        {typeName: 'stream', attributes: {qualifiedName: 's', name: 's', topic: 't'}},
      ]);
      const other = await store.read(async graph => [
        graph.types.entityTypes.has('stream'),
        graph.types.version,
      ]);
      assert.equal(other[0], true);
      await assert.rejects(
        store.transaction(async tx => {
          await tx.saveTypes(new TypeRegistry(testDefs));
          throw new Error('no');
        }),
      );
      assert.deepEqual(
        await store.read(async graph => [
          graph.types.entityTypes.has('stream'),
          graph.types.version,
        ]),
        other,
      );
    },
  );

  contract(`writers that save the same new entity at the same time make one`, async t => {
    const {store} = await opened(t);
    const changes = await Promise.all(
      Array.from({length: 8}, () => save(store, [table('same', [], {owner: 'ann'})])),
    );
    assert.equal(changes.flatMap(one => one.created).length, 1);
    const counts = await store.read(graph => graph.entityCounts());
    assert.deepEqual(counts, [{typeName: 'table', status: 'ACTIVE', count: 1}]);
  });

  contract(
    `the number of statements of a save, a read and a delete does not grow with the number of entities`,
    async t => {
      const {store, db} = await opened(t);
      await save(store, [table('first')]); // After a change of types the first transaction loads them.
      const statements = async (work: () => Promise<unknown>): Promise<number> => {
        let count = 0;
        db.observe(() => void count++);
        await work();
        db.observe(undefined);
        return count;
      };
      const measure = async (size: number) => {
        const list = Array.from({length: size}, (_, i) => `c${i}`);
        let changes: ChangeSet = emptyChangeSet();
        const body = () =>
          save(store, [table(`table${size}`, list, {owner: 'ann'})], columns(`table${size}`, list));
        const create = await statements(async () => void (changes = await body()));
        const resend = await statements(body);
        const guid = changes.created[0]?.guid ?? '';
        const read = await statements(() =>
          store.read(async graph => {
            const owned = await graph.ownedBy([guid], 'ANY');
            await graph.edgesOf([guid, ...owned.map(one => one.guid)]);
            await graph.classificationsOf(owned.map(one => one.guid));
          }),
        );
        const erase = await statements(() => store.transaction(tx => remove(tx, [guid])));
        return {create, resend, read, erase};
      };
      assert.deepEqual(await measure(200), await measure(2));
    },
  );
}

function bare(guid: string, typeName: string): EntityRecord {
  return {
    guid,
    typeName,
    status: 'ACTIVE',
    createdBy: 'a',
    updatedBy: 'a',
    createTime: 1,
    updateTime: 1,
    attributes: {qualifiedName: guid, name: guid},
  };
}

function pii(entityGuid: string) {
  return {
    entityGuid,
    typeName: 'PII',
    attributes: {level: 'high'},
    propagate: true,
    removePropagationsOnEntityDelete: false,
  };
}

async function rowCounts(db: Database): Promise<Record<string, number>> {
  const tables = [
    'entity',
    'unique_value',
    'text_value',
    'number_value',
    'edge',
    'classification',
    'tally',
    'document',
  ];
  return await db.read(async session => {
    const counts: Record<string, number> = {};
    for (const table of tables) {
      const [row] = await session.all<{n: number}>(`SELECT count(*) AS n FROM ${table}`);
      counts[table] = Number(row?.n);
    }
    return counts;
  });
}

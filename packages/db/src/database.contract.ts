import assert from 'node:assert/strict';
import {suite, test, type TestContext} from 'node:test';
import type {PatternPart} from './dialect.ts';
import type {Database, Migration, Session, Table} from './database.ts';

/** Opens one more connection to the same, at first empty, place of this test. */
export type Open = () => Database;

const item = {
  name: 'item',
  columns: {id: 'id', name: 'text', size: 'number'},
} as const satisfies Table;

const migrations: readonly Migration[] = [
  {
    id: 1,
    statements: dialect => [
      `CREATE TABLE item (id ${dialect.types.id} PRIMARY KEY, name ${dialect.types.text} NOT NULL, size ${dialect.types.number})`,
    ],
  },
  {id: 2, statements: () => ['CREATE UNIQUE INDEX item_name ON item (name)']},
];

const names = async (session: Session): Promise<string[]> =>
  (await session.all<{name: string}>('SELECT name FROM item ORDER BY id')).map(row => row.name);

/** Reads, locks and raises the number in row 0. */
async function countUp(session: Session): Promise<void> {
  const {forUpdate} = session.dialect;
  const [row] = await session.all<{size: number}>(`SELECT size FROM item WHERE id = 0${forUpdate}`);
  await new Promise(resolve => setImmediate(resolve));
  await session.run('UPDATE item SET size = ? WHERE id = 0', [(row?.size ?? 0) + 1]);
}

const counted = async (session: Session): Promise<number | undefined> =>
  (await session.all<{size: number}>('SELECT size FROM item WHERE id = 0'))[0]?.size;

/**
 * What any database must do. `fresh` makes an empty place for one test and says how to connect to
 * it.
 */
export function databaseContract(
  name: string,
  fresh: (t: TestContext) => Promise<Open>,
  skip?: string,
): void {
  const options = skip === undefined ? {} : {skip};
  suite(`${name} database`, options, () => {
    const contract = (
      title: string,
      body: (open: () => Promise<Database>, t: TestContext) => Promise<void>,
    ): void => {
      test(title, async t => {
        const connect = await fresh(t);
        await body(async () => {
          const database = connect();
          t.after(() => database.close());
          await database.migrate(migrations);
          return database;
        }, t);
      });
    };
    transactions(contract);
    statements(contract);
    manyConnections(contract, fresh);
  });
}

type Contract = (
  title: string,
  body: (open: () => Promise<Database>, t: TestContext) => Promise<void>,
) => void;

function transactions(contract: Contract): void {
  contract(
    'a transaction that throws leaves nothing behind and throws its own error on',
    async open => {
      const database = await open();
      const mistake = new Error('changed my mind');
      const attempt = database.write(async session => {
        await session.insert(item, [[1, 'a', 1]]);
        throw mistake;
      });
      await assert.rejects(attempt, error => error === mistake);
      assert.deepEqual(await database.read(names), []);
    },
  );

  contract(
    'a failing statement undoes what its transaction did before, and the next one runs',
    async open => {
      const database = await open();
      const attempt = database.write(async session => {
        await session.insert(item, [[1, 'a', 1]]);
        await session.run('INSERT INTO item (id, name) VALUES (?, ?)', [2, null]);
      });
      await assert.rejects(attempt, /statement failed: INSERT INTO item \(id, name\)/);
      await database.write(session => session.insert(item, [[3, 'c', 1]]));
      assert.deepEqual(await database.read(names), ['c']);
    },
  );

  contract('an error names the statement but never its parameters', async open => {
    const database = await open();
    const attempt = database.write(session =>
      session.run('INSERT INTO item (id, name) VALUES (?, ?)', ['secret', 'b']),
    );
    await assert.rejects(
      attempt,
      error => error instanceof Error && !error.message.includes('secret'),
    );
  });

  contract('of many writes at once those that fail fail alone', async open => {
    const database = await open();
    const outcomes = await Promise.allSettled(
      Array.from({length: 40}, (_, n) =>
        database.write(async session => {
          await session.insert(item, [[n, `n${n}`, n]]);
          if (n % 4 === 3) throw new Error(`not ${n}`);
          return n;
        }),
      ),
    );
    outcomes.forEach((outcome, n) => {
      if (n % 4 === 3)
        assert.equal(outcome.status === 'rejected' && String(outcome.reason), `Error: not ${n}`);
      else assert.equal(outcome.status === 'fulfilled' && outcome.value, n);
    });
    const expected = Array.from({length: 40}, (_, n) => n).filter(n => n % 4 !== 3);
    assert.deepEqual(
      await database.read(names),
      expected.map(n => `n${n}`),
    );
  });

  contract(
    'a rehearsal sees its own rows, answers and leaves nothing, whatever is written beside it',
    async open => {
      const database = await open();
      const [seen] = await Promise.all([
        database.write(async session => {
          await session.insert(item, [[1, 'a', 1]]);
          return await names(session);
        }, 'undone'),
        database.write(session => session.insert(item, [[2, 'b', 2]])),
      ]);
      assert.ok(seen.includes('a'));
      assert.deepEqual(await database.read(names), ['b']);
    },
  );

  contract('a rehearsal fails as the write would, also at its last insert', async open => {
    const database = await open();
    await database.write(session => session.insert(item, [[1, 'a', 1]]));
    await assert.rejects(
      database.write(session => session.insert(item, [[1, 'b', 1]]), 'undone'),
      /statement failed/,
    );
    assert.deepEqual(await database.read(names), ['a']);
  });

  contract('a write sees its own rows', async open => {
    const database = await open();
    const seen = await database.write(async session => {
      await session.insert(item, [[1, 'a', 1]]);
      return await names(session);
    });
    assert.deepEqual(seen, ['a']);
  });

  contract('writers that meet on a locked row lose no update', async open => {
    const database = await open();
    await database.write(session => session.insert(item, [[0, 'counter', 0]]));
    await Promise.all(Array.from({length: 8}, () => database.write(countUp)));
    assert.equal(await database.read(counted), 8);
  });

  contract(
    'of writers that insert the same key one wins and the others can decide again',
    async open => {
      const database = await open();
      const outcomes = await Promise.all(
        Array.from({length: 6}, (_, n) =>
          database.write(async session => {
            if ((await names(session)).length > 0) return 'found';
            await new Promise(resolve => setImmediate(resolve));
            await session.insert(item, [[n, 'the one', 0]]);
            return 'made';
          }),
        ),
      );
      assert.deepEqual(outcomes.sort(), [...Array.from({length: 5}, () => 'found'), 'made']);
    },
  );
}

function statements(contract: Contract): void {
  contract('insert takes many rows, nulls, and nothing at all', async open => {
    const database = await open();
    const count = 5000;
    const changed = await database.write(async session => {
      await session.insert(item, []);
      await session.insert(
        item,
        Array.from({length: count}, (_, n) => [
          n,
          `name ${n} "quoted" {a,b} \\ ü`,
          n % 2 === 0 ? null : n / 3,
        ]),
      );
      return await session.run('UPDATE item SET size = ? WHERE size IS NULL', [-1.5]);
    });
    assert.equal(changed, count / 2);
    const rows = await database.read(session =>
      session.all<{id: number; name: string; size: number}>(
        'SELECT * FROM item WHERE id IN (?, ?) ORDER BY id',
        [8, 9],
      ),
    );
    assert.deepEqual(
      rows.map(row => ({...row})),
      [
        {id: 8, name: 'name 8 "quoted" {a,b} \\ ü', size: -1.5},
        {id: 9, name: 'name 9 "quoted" {a,b} \\ ü', size: 3},
      ],
    );
  });

  contract('insert does on conflict what it is told, and fails otherwise', async open => {
    const database = await open();
    await database.write(session => session.insert(item, [[1, 'a', 1]]));
    await database.write(session =>
      session.insert(
        item,
        [
          [1, 'b', 2],
          [2, 'c', 3],
        ],
        {key: ['id'], set: ['name']},
      ),
    );
    await database.write(session =>
      session.insert(
        item,
        [
          [1, 'z', 2],
          [3, 'd', 3],
        ],
        {key: ['id']},
      ),
    );
    assert.deepEqual(await database.read(names), ['b', 'c', 'd']);
    await assert.rejects(
      database.write(session => session.insert(item, [[1, 'e', 1]])),
      /statement failed/,
    );
  });

  contract(
    'an older store is brought up to date, step by step; one of a newer program is refused',
    async open => {
      const database = await open();
      const step = (id: number, statement: string) => ({id, statements: () => [statement]});
      const first = step(1001, 'CREATE TABLE grown (id INTEGER)');
      // Another server's, in the same database.
      await database.migrate([step(11_001, 'CREATE TABLE elsewhere (id INTEGER)')]);
      const second = step(1002, 'ALTER TABLE grown ADD name TEXT');
      await database.migrate([first]);
      await database.write(session => session.run('INSERT INTO grown (id) VALUES (1)'));
      await database.migrate([first, second]);
      const rows = await database.read(session =>
        session.all<{id: number; name: string | null}>('SELECT id, name FROM grown'),
      );
      assert.deepEqual(
        rows.map(({id, name}) => [id, name]),
        [[1, null]],
      );
      await assert.rejects(
        database.migrate([first]),
        /newer version of this program: it has step 1002, and this one knows none after 1001\. Start the newer version/,
      );
    },
  );

  contract('remove deletes exactly the rows that are named, by one key or several', async open => {
    const database = await open();
    await database.write(session =>
      session.insert(
        item,
        Array.from({length: 9}, (_, n) => [n, `n${n}`, n % 3]),
      ),
    );
    await database.write(async session => {
      await session.remove(item, ['id'], []);
      await session.remove(item, ['id'], [[0], [8], [77]]);
      await session.remove(
        item,
        ['name', 'size'],
        [
          ['n1', 1],
          ['n2', 0],
          ['n3', 0],
        ],
      );
    });
    assert.deepEqual(await database.read(names), ['n2', 'n4', 'n5', 'n6', 'n7']);
  });

  contract('a list is one parameter, empty or long', async open => {
    const database = await open();
    await database.write(session =>
      session.insert(
        item,
        Array.from({length: 30}, (_, n) => [n, `n${n}`, n]),
      ),
    );
    const {inList, listRows} = database.dialect;
    await database.read(async session => {
      const byId = (ids: number[]) =>
        session.all(`SELECT id FROM item WHERE ${inList('id')}`, [ids]);
      assert.equal((await byId([])).length, 0);
      assert.equal((await byId(Array.from({length: 40_000}, (_, n) => n))).length, 30);
      const named = await session.all<{id: number}>(
        `SELECT id FROM item WHERE ${inList('name', 'text')} ORDER BY id`,
        [['n3', 'n"x', "n'4", 'n,{}\\', 'n5']],
      );
      assert.deepEqual(
        named.map(row => row.id),
        [3, 5],
      );
      const joined = await session.all<{id: number}>(
        `SELECT item.id FROM ${listRows('text')} JOIN item ON item.name = value ORDER BY item.id`,
        [['n9', 'n1', 'no']],
      );
      assert.deepEqual(
        joined.map(row => row.id),
        [1, 9],
      );
    });
  });

  contract('numbers up to 2^53 and texts of any kind come back as they went in', async open => {
    const database = await open();
    const texts = ['', ' a ', 'ß😀', "it's", '$1 ? :x', 'line\nbreak\ttab', '\\', '"', '{}'];
    await database.write(session =>
      session.insert(
        item,
        texts.map((text, n) => [Number.MAX_SAFE_INTEGER - n, text, 0.1 + n]),
      ),
    );
    const rows = await database.read(session =>
      session.all<{id: number; name: string; size: number}>(
        'SELECT id, name, size FROM item ORDER BY id DESC',
      ),
    );
    assert.deepEqual(
      rows.map(row => [row.id, row.name, row.size]),
      texts.map((text, n) => [Number.MAX_SAFE_INTEGER - n, text, 0.1 + n]),
    );
  });

  contract('texts sort by code point', async open => {
    const database = await open();
    const sorted = ['B', 'Z', '_', 'a', 'b', 'ä'];
    await database.write(session =>
      session.insert(
        item,
        sorted.toReversed().map((text, n) => [n, text, 0]),
      ),
    );
    const rows = await database.read(session =>
      session.all<{name: string}>('SELECT name FROM item ORDER BY name'),
    );
    assert.deepEqual(
      rows.map(row => row.name),
      sorted,
    );
  });

  contract('values inside a JSON text are read by path, one or many', async open => {
    const database = await open();
    await database.write(session =>
      session.insert(item, [
        [1, '{"a b":{"c?":"x"},"n":5,"l":["p",true,null,2.5],"o":{}}', 0],
        [2, '{"n":"6"}', 0],
      ]),
    );
    const holding = async (
      form: 'jsonTexts' | 'jsonNumbers',
      path: readonly string[],
      value: string | number,
    ) => {
      const rows = await database.read(session =>
        session.all<{id: number}>(
          `SELECT id FROM item WHERE EXISTS (SELECT 1 FROM ${session.dialect[form]('item.name', path)} AS found` +
            ` WHERE found.value = ?) ORDER BY id`,
          [value],
        ),
      );
      return rows.map(row => row.id);
    };
    assert.deepEqual(await holding('jsonTexts', ['a b', 'c?'], 'x'), [1]);
    assert.deepEqual(await holding('jsonTexts', ['n'], '5'), [1]);
    assert.deepEqual(await holding('jsonTexts', ['n'], '6'), [2]);
    assert.deepEqual(await holding('jsonNumbers', ['n'], 5), [1]);
    assert.deepEqual(await holding('jsonNumbers', ['n'], 6), [], 'a text is no number');
    assert.deepEqual(await holding('jsonTexts', ['l'], 'true'), [1]);
    assert.deepEqual(await holding('jsonNumbers', ['l'], 2.5), [1]);
    assert.deepEqual(await holding('jsonTexts', ['o'], '{}'), []);
  });

  contract('a pattern tells its wildcards from the same characters in the text', async open => {
    const database = await open();
    const names = ['a*b', 'axb', 'a?b', 'a[b', 'a\\b', 'A*b', 'x a*b', 'xa*b', 'x_a*b', 'a\nb'];
    await database.write(session =>
      session.insert(
        item,
        names.map((name, n) => [n, name, 0]),
      ),
    );
    const fitting = async (parts: readonly PatternPart[]) => {
      const rows = await database.read(session =>
        session.all<{name: string}>(
          `SELECT name FROM item WHERE ${session.dialect.fits('name')} ORDER BY id`,
          [session.dialect.pattern(parts)],
        ),
      );
      return rows.map(row => row.name);
    };
    for (const name of names) assert.deepEqual(await fitting([{text: name}]), [name]);
    assert.deepEqual(await fitting([{text: 'a'}, 'one', {text: 'b'}]), [
      'a*b',
      'axb',
      'a?b',
      'a[b',
      'a\\b',
      'a\nb',
    ]);
    assert.deepEqual(await fitting(['any', {text: 'a*b'}]), ['a*b', 'x a*b', 'xa*b', 'x_a*b']);
    assert.deepEqual(await fitting(['any', 'boundary', {text: 'a*b'}]), ['x a*b', 'x_a*b']);
  });

  contract(
    'the observer sees one statement a verb, whatever the number of rows, and no parameters',
    async open => {
      const database = await open();
      const seen: string[] = [];
      database.observe((sql, ms) => {
        assert.ok(ms >= 0);
        seen.push(sql);
      });
      await database.write(async session => {
        await session.insert(item, [
          [1, 'secret', 1],
          [2, 'b', 2],
          [3, 'c', 3],
        ]);
        await session.remove(item, ['id'], [[1], [2]]);
        await session.all('SELECT name FROM item WHERE name = ?', ['secret']);
      });
      assert.deepEqual(
        seen.map(sql => sql.split(' ')[0]),
        ['INSERT', 'DELETE', 'SELECT'],
      );
      assert.ok(!seen.join().includes('secret'));
      database.observe(undefined);
      await database.read(names);
      assert.equal(seen.length, 3);
    },
  );

  contract('more shapes of statements than are kept prepared work as well', async open => {
    const database = await open();
    await database.write(session => session.insert(item, [[1, 'a', 1]]));
    await database.read(async session => {
      for (let n = 0; n < 1200; n++) {
        const [row] = await session.all<{id: number; n: number}>(
          `SELECT id, ${n} AS n FROM item WHERE id = ?`,
          [1],
        );
        assert.deepEqual({...row}, {id: 1, n});
      }
      assert.deepEqual(await names(session), ['a']);
    });
  });
}

function manyConnections(contract: Contract, fresh: (t: TestContext) => Promise<Open>): void {
  contract('a read sees one state, whatever is committed meanwhile', async open => {
    const [reader, writer] = [await open(), await open()];
    await writer.write(session => session.insert(item, [[1, 'a', 1]]));
    await reader.read(async session => {
      assert.deepEqual(await names(session), ['a']);
      await writer.write(other => other.insert(item, [[2, 'b', 2]]));
      assert.deepEqual(await names(session), ['a']);
    });
    assert.deepEqual(await reader.read(names), ['a', 'b']);
  });

  test('close waits for what runs', async t => {
    const connect = await fresh(t);
    const [database, other] = [connect(), connect()];
    t.after(() => other.close());
    await database.migrate(migrations);
    let begun: () => void = () => undefined;
    const running = new Promise<void>(resolve => (begun = resolve));
    const written = database.write(async session => {
      await session.insert(item, [[1, 'a', 1]]);
      begun();
      await new Promise(resolve => setTimeout(resolve, 20));
    });
    await running;
    await database.close();
    assert.deepEqual(await other.read(names), ['a']);
    await written;
  });

  test('migrating again changes nothing, and many at once migrate once', async t => {
    const connect = await fresh(t);
    const databases = Array.from({length: 5}, () => connect());
    t.after(() => Promise.all(databases.map(database => database.close())));
    await Promise.all(databases.map(database => database.migrate(migrations)));
    const [first, second] = databases as [Database, Database];
    await first.write(session => session.insert(item, [[1, 'a', 1]]));
    await second.migrate(migrations);
    assert.deepEqual(await second.read(names), ['a']);
    await assert.rejects(
      second.write(session => session.insert(item, [[2, 'a', 1]])),
      'the index of migration 2',
    );
  });

  test('a migration that fails is undone and can be tried again', async t => {
    const database = (await fresh(t))();
    t.after(() => database.close());
    const broken: Migration = {
      id: 1,
      statements: dialect => [...(migrations[0]?.statements(dialect) ?? []), 'CREATE nonsense'],
    };
    await assert.rejects(database.migrate([broken]));
    await database.migrate(migrations);
    assert.deepEqual(await database.read(names), []);
  });
}

// Statements that the text editor's own reading and its grammars are tested with, and names as they
// are written into a text: a real PostgreSQL and a real MariaDB take them as they are.
import assert from 'node:assert/strict';
import {suite, test} from 'node:test';
import {dialectOf, planOf, splitStatements, writtenName} from '@gazetteer/sql';
import {Client} from 'pg';
import {postgresForTests} from '../packages/db/test/postgres-fixture.ts';
import statements from '../packages/sql/test/statements.json' with {type: 'json'};
import {argumentRange, knownFunctions} from '../packages/sql/src/functions/known-functions.ts';
import {mariaDbMissing, startMariaDb} from './mariadb.ts';

/** What MariaDB answers to a wrong number of arguments. */
const wrongCount = 1582;

const casesOf = (dialect: string) => statements.cases.filter(one => one.dialect === dialect);

suite('PostgreSQL', async () => {
  const postgres = await postgresForTests();
  const skip = 'skip' in postgres ? postgres.skip : false;

  test('takes all statements, splits of scripts and names', {skip}, async context => {
    assert.ok('url' in postgres);
    context.after(postgres.stop);
    const client = new Client({connectionString: postgres.url});
    await client.connect();
    context.after(() => client.end());
    await client.query(`
      BEGIN;
      CREATE SCHEMA dialects;
      SET search_path = dialects;
      CREATE TABLE orders (id int PRIMARY KEY, cust int, amount numeric, day date, region text);
      CREATE TABLE cust (id int PRIMARY KEY, name text, email text, region text);
      CREATE TABLE ev (id int, cust int, ts timestamp, payload jsonb);
      CREATE TABLE tot (cust int PRIMARY KEY, total numeric)`);
    const accept = async (sql: string, why: string) => {
      await client.query('SAVEPOINT before_it');
      // Statements that are no query are run, as EXPLAIN takes none of them.
      const how = /^create (?:function|view)/i.test(sql) ? '' : 'EXPLAIN (FORMAT JSON) ';
      const {rows} = await client
        .query<{'QUERY PLAN': unknown}>(how + sql)
        .catch((error: Error) => assert.fail(`${why}: ${error.message}`));
      if (how !== '') assert.ok(planOf(JSON.stringify(rows[0]?.['QUERY PLAN']), ''), why);
      await client.query('ROLLBACK TO before_it');
    };
    const cases = casesOf('postgresql');
    assert.ok(cases.length > 30);
    for (const {name, sql} of cases) await accept(sql, name);

    // What is cut in one piece too many or too few is taken by no server.
    const script = cases.map(({sql}) => `-- it's one;\n${sql};\n`).join('');
    const cut = splitStatements(script, 'postgresql').map(({statement}) => statement);
    assert.deepEqual(
      cut.map(statement => statement.replace(/^--.*\n/, '')),
      cases.map(({sql}) => sql),
    );

    const {rows} = await client.query<{word: string}>(
      "SELECT word FROM pg_get_keywords() WHERE catcode IN ('R', 'T')",
    );
    assert.ok(rows.length > 90);
    const dialect = dialectOf('postgresql');
    for (const word of [...rows.map(row => row.word), 'Total', 'two words', 'a"b', 'plain'])
      await accept(
        `SELECT ${writtenName(word, dialect)} FROM (SELECT 1) AS t(${writtenName(word, dialect)})`,
        word,
      );

    // Aggregates of sorted rows have the columns to sort by as further arguments.
    const own = await client.query<{name: string; least: number; most: number}>(`
      SELECT proname AS name,
        min(CASE WHEN aggkind = 'o' THEN aggnumdirectargs ELSE pronargs - pronargdefaults END) AS least,
        max(CASE WHEN aggkind = 'o' THEN aggnumdirectargs
          WHEN provariadic <> 0 THEN 1000 ELSE pronargs END) AS most
      FROM pg_proc LEFT JOIN pg_aggregate ON aggfnoid = pg_proc.oid
      WHERE pronamespace = 'pg_catalog'::regnamespace AND aggkind IS DISTINCT FROM 'h'
      GROUP BY proname`);
    const counts = new Map(own.rows.map(({name, least, most}) => [name, {least, most}]));
    // Its grammar has them, they have words between their arguments, or are newer than this server.
    const others =
      /^(?:any_value|cast|coalesce|count|extract|generate_series|greatest|grouping|jsonb_strip_nulls|least|nullif|overlay|position|random|substring|trim)$/;
    const different = [...knownFunctions(dialect).keys()].flatMap(name => {
      const [least, most] = argumentRange(dialect, name) ?? [0, 0];
      const real = counts.get(name);
      const isEqual = real?.least === least && (most === Infinity || real.most === most);
      return isEqual || others.test(name)
        ? []
        : [`${name} ${least}-${most} ${real?.least}-${real?.most}`];
    });
    assert.deepEqual(different, []);
  });
});

suite('MariaDB', {skip: mariaDbMissing}, () => {
  test('takes all statements, splits of scripts and names', async context => {
    const server = await startMariaDb();
    context.after(server.stop);
    const {connection} = server;
    await connection.query(`
      CREATE DATABASE dialects;
      USE dialects;
      CREATE TABLE orders (id int PRIMARY KEY, cust int, amount decimal(10,2), day date, region varchar(20));
      CREATE TABLE cust (id int PRIMARY KEY, name varchar(20), email varchar(20), region varchar(20));
      CREATE TABLE ev (id int, cust int, ts timestamp, payload json);
      CREATE TABLE tot (cust int PRIMARY KEY, total decimal(10,2))`);
    const accept = async (sql: string, why: string) =>
      await connection
        .query('PREPARE it FROM ?', [sql])
        .catch((error: Error) => assert.fail(`${why}: ${error.message}`));
    const cases = casesOf('mysql');
    assert.ok(cases.length > 25);
    for (const {name, sql} of cases) {
      await accept(sql, name);
      if (!/^(?:select|with|insert|update|delete)\b/i.test(sql)) continue;
      const [plans] = await connection.query(`EXPLAIN FORMAT=JSON ${sql}`);
      const [plan] = plans as {EXPLAIN: string}[];
      assert.ok(planOf(String(plan?.EXPLAIN), ''), name);
    }

    const script = cases.map(({sql}) => `# it's one;\n${sql};\n`).join('');
    const cut = splitStatements(script, 'mysql').map(({statement}) => statement);
    assert.deepEqual(
      cut.map(statement => statement.replace(/^#.*\n/, '')),
      cases.map(({sql}) => sql),
    );

    const procedure = 'CREATE PROCEDURE twice(a int)\nBEGIN\n  SELECT a;\n  SELECT a * 2;\nEND';
    const [made = '', call = ''] = splitStatements(
      `DELIMITER //\n${procedure} //\nDELIMITER ;\nCALL twice(2);`,
      'mysql',
    ).map(({statement}) => statement);
    assert.equal(made, procedure);
    await connection.query(made);
    await connection.query(call);

    const [rows] = await connection.query('SELECT word FROM information_schema.keywords');
    const words = (rows as {word: string}[]).map(({word}) => word.toLowerCase());
    const dialect = dialectOf('mysql');
    const names = [
      ...words.filter(word => /^\w+$/.test(word)),
      'Total',
      'two words',
      'a`b',
      'plain',
    ];
    assert.ok(names.length > 500);
    for (const name of names)
      await accept(
        `SELECT ${writtenName(name, dialect)} FROM (SELECT 1 AS ${writtenName(name, dialect)}) t`,
        name,
      );

    // Nothing that it takes has another number of arguments, and it takes the least and the most.
    const errorOf = async (call: string): Promise<number | undefined> =>
      await connection.query('PREPARE it FROM ?', [`SELECT ${call}`]).then(
        () => undefined,
        (error: Error & {errno?: number}) => error.errno ?? -1,
      );
    const different: string[] = [];
    for (const name of knownFunctions(dialect).keys()) {
      const [least, most] = argumentRange(dialect, name) ?? [0, 0];
      for (const count of new Set([least - 1, least, most, most + 1])) {
        if (count < 0 || count === Infinity) continue;
        const call = `${name}(${Array.from({length: count}, () => '1').join(', ')})`;
        const errors = new Set([await errorOf(call), await errorOf(`${call} OVER ()`)]);
        const isTaken = errors.has(undefined);
        const isInRange = count >= least && count <= most;
        if (isInRange ? errors.has(wrongCount) && !isTaken : isTaken) different.push(call);
      }
    }
    // They have more in MySQL.
    const more = /^(?:aes_(?:de|en)crypt|regexp_(?:instr|replace|substr))\((?:1(?:, )?){5,6}\)$/;
    assert.deepEqual(
      different.filter(call => !more.test(call)),
      [],
    );
  });
});

import assert from 'node:assert/strict';
import {chmodSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {after, before, suite, test} from 'node:test';
import {Client} from 'pg';
import {type OwnPostgres, startCluster} from '../test/postgres-fixture.ts';
import {openFailure} from './open-failure.ts';
import {PostgresDatabase} from './postgres.ts';
import {SqliteDatabase} from './sqlite.ts';

const folder = mkdtempSync(join(tmpdir(), 'open-failure-'));
after(() => rmSync(folder, {recursive: true}));

const migrations = [{id: 1, statements: () => ['CREATE TABLE here (id INTEGER)']}];
const secret = 'of-nobodys-business';

/** What an operator reads whose database is at this address; it never has the password. */
async function failureAt(url: string): Promise<string> {
  const db = new PostgresDatabase({url});
  try {
    await db.migrate(migrations);
  } catch (error) {
    const {message} = openFailure(error, {option: '--database', shown: url.replace(secret, '***')});
    assert.ok(!message.includes(secret), message);
    return message;
  } finally {
    await db.close();
  }
  return assert.fail('it was opened');
}

suite(
  'a PostgreSQL store that cannot be opened says which option, which database and what to do',
  () => {
    let cluster: OwnPostgres | undefined;
    let at = '';

    before(async () => {
      // Administrators need no password, all others do. The server runs as another user.
      chmodSync(folder, 0o755);
      const rules = join(folder, 'pg_hba.conf');
      writeFileSync(
        rules,
        'host all postgres 127.0.0.1/32 trust\nhost all stranger 127.0.0.1/32 reject\nhost all all 127.0.0.1/32 scram-sha-256\n',
      );
      chmodSync(rules, 0o644);
      cluster = await startCluster({settings: [`hba_file=${rules}`]});
      if ('skip' in cluster) return;
      at = new URL(cluster.url).host;
      const client = new Client({connectionString: cluster.url});
      await client.connect();
      await client.query(`CREATE ROLE writer LOGIN PASSWORD '${secret}'`);
      await client.query('CREATE DATABASE latin ENCODING LATIN1 TEMPLATE template0');
      await client.end();
    });
    after(async () => {
      if (cluster !== undefined && 'stop' in cluster) await cluster.stop();
    });

    const cases: readonly [name: string, address: (at: string) => string, expected: RegExp][] = [
      [
        'no such database',
        to => `postgres://writer:${secret}@${to}/catlog`,
        /^Cannot open --database postgres:\/\/writer:\*\*\*@127\.0\.0\.1:\d+\/catlog: there is no database catlog\. Create it: createdb -h 127\.0\.0\.1 -p \d+ -O writer .*catlog$/,
      ],
      [
        'a wrong password',
        to => `postgres://writer:wrong@${to}/postgres`,
        /the password of writer is wrong/,
      ],
      [
        'no password',
        to => `postgres://writer@${to}/postgres`,
        /writer needs a password: postgres:\/\/writer:<password>@/,
      ],
      ['a user that is kept out', to => `postgres://stranger:x@${to}/postgres`, /pg_hba\.conf/],
      [
        'no right to create tables',
        to => `postgres://writer:${secret}@${to}/postgres`,
        /writer may not create tables .*GRANT CREATE, USAGE ON SCHEMA public TO writer/,
      ],
      [
        'nothing listens',
        () => 'postgres://writer:x@127.0.0.1:1/catalog',
        /nothing listens at 127\.0\.0\.1:1\. Start/,
      ],
      [
        'an encoding that cannot hold every name',
        to => `postgres://postgres@${to}/latin`,
        /Cannot open --database .*\/latin: .*LATIN1.*UTF8/,
      ],
      ['no TLS', to => `postgres://postgres@${to}/postgres?sslmode=require`, /speaks no TLS/],
    ];
    for (const [name, address, expected] of cases) {
      test(name, async t => {
        if (cluster !== undefined && 'skip' in cluster) t.skip(cluster.skip);
        else assert.match(await failureAt(address(at)), expected);
      });
    }

    test('no such host, and a text that is no address', async () => {
      assert.match(
        await failureAt(`postgres://writer:${secret}@no-such-host.invalid/catalog`),
        /there is no host no-such-host\.invalid\. .*@ as %40/,
      );
      const failure = openFailure(new TypeError('Invalid URL'), {
        option: '--database',
        shown: 'postgres://u:***#b@h/x',
      });
      assert.match(failure.message, /this is no address\. Write postgres:/);
    });
  },
);

suite('a file that cannot be opened as a store', () => {
  test('a damaged one is named, with where to get another', () => {
    const file = join(folder, 'damaged.db');
    writeFileSync(
      file,
      'not a database at all, but long enough for one to be looked at '.repeat(20),
    );
    assert.match(
      failureOf(file),
      /^Cannot open --data sqlite:.*damaged\.db: .*is damaged, or no database\. .*npm run restore/,
    );
  });

  test(
    'one that may not be opened, and one that may not be written',
    {skip: process.geteuid === undefined},
    () => {
      const file = join(folder, 'locked.db');
      writeFileSync(file, '');
      for (const [mode, expected] of [
        [0o000, /may not open .*locked\.db/],
        [0o444, /may not write to .*locked\.db or its folder/],
      ] as const) {
        chmodSync(file, mode);
        assert.match(
          asAnybody(() => failureOf(file)),
          expected,
        );
      }
    },
  );
});

function failureOf(file: string): string {
  try {
    const db = new SqliteDatabase({file});
    void db.close();
  } catch (error) {
    return openFailure(error, {option: '--data', shown: `sqlite:${file}`}).message;
  }
  return assert.fail('it was opened');
}

/** For root all files are open, so that it acts as somebody else. */
function asAnybody<T>(work: () => T): T {
  if (process.geteuid?.() !== 0) return work();
  process.seteuid?.(65_534);
  try {
    return work();
  } finally {
    process.seteuid?.(0);
  }
}

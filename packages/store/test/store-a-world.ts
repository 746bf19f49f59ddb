// Writes the stores of `packages/store/test/stored` with the schema up to a step, as `upgrade.contract.ts` reads them:
// node packages/store/test/store-a-world.ts STEP. A store of a release is written once and stays as it is.
import {execFileSync} from 'node:child_process';
import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {DatabaseSync} from 'node:sqlite';
import {PostgresDatabase, SqliteDatabase, type Database} from '@gazetteer/db';
import {freshDatabase, startCluster} from '@gazetteer/db/testing';
import {testTypes} from '@gazetteer/model/testing';
import {GraphStore} from '../src/graph/graph-store.ts';
import {migrations} from '../src/schema/migrations.ts';
import {saveTables} from './saved-world.ts';

const step = Number(process.argv[2]);
const fileOf = (kind: string) => join(import.meta.dirname, 'stored', `step-${step}.${kind}.sql`);

async function fill(db: Database): Promise<void> {
  await db.migrate(migrations.filter(({id}) => id <= step));
  const store = new GraphStore(db);
  await store.transaction(tx => tx.saveTypes(testTypes()), 'types');
  await saveTables(store, ['sales', 'orders']);
  await store.close();
}

/** Statements that make what an index of words derives are left out: it is filled by its rows. */
function dumpOf(file: string): string {
  const db = new DatabaseSync(file);
  type Item = {type: string; name: string; sql: string | null};
  const items = db
    .prepare(
      "SELECT type, name, sql FROM sqlite_master WHERE name NOT LIKE 'sqlite_%' ORDER BY rowid",
    )
    .all() as unknown as Item[];
  const virtual = items.filter(({sql}) => sql?.startsWith('CREATE VIRTUAL') === true);
  const isShadow = ({name}: Item) => virtual.some(one => name.startsWith(`${one.name}_`));
  const own = items.filter(one => one.sql !== null && !isShadow(one));
  const lines: string[] = [];
  for (const {sql} of own.filter(({type}) => type === 'table')) lines.push(`${sql};`);
  for (const item of own.filter(one => one.type === 'table' && !virtual.includes(one))) {
    for (const row of db.prepare(`SELECT * FROM "${item.name}"`).all()) {
      const values = Object.values(row).map(value =>
        typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value),
      );
      lines.push(
        `INSERT INTO "${item.name}" (${Object.keys(row).join(', ')}) VALUES (${values.join(', ')});`,
      );
    }
  }
  for (const {sql} of own.filter(({type}) => type !== 'table')) lines.push(`${sql};`);
  db.close();
  return `${lines.join('\n')}\n`;
}

const file = join(process.env['TMPDIR'] ?? '/tmp', `store-${process.pid}.db`);
await fill(new SqliteDatabase({file}));
writeFileSync(fileOf('sqlite'), dumpOf(file));

const cluster = await startCluster({fsync: false});
if ('skip' in cluster) throw new Error(cluster.skip);
try {
  const url = await freshDatabase(cluster.url);
  await fill(new PostgresDatabase({url}));
  const dump = execFileSync('pg_dump', ['--inserts', '--no-owner', '--no-privileges', url]);
  const text = dump
    .toString()
    .split('\n')
    // What only psql understands, and what would keep names from being found later.
    .filter(line => !/^(?:--|\\|SET |SELECT pg_catalog\.set_config|$)/.test(line))
    .join('\n');
  writeFileSync(fileOf('postgres'), `${text}\n`);
} finally {
  await cluster.stop();
}

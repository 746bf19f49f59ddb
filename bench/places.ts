import {mkdtemp, readdir, rm, stat} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {PostgresDatabase, SqliteDatabase, type Database} from '@gazetteer/db';
import {startCatalog, type RunningCatalog} from '../apps/catalog/test/server-fixture.ts';
import {startCluster} from '../packages/db/test/postgres-fixture.ts';

/** Somewhere that entities can live, for servers and for direct use. */
export type BenchStore = {
  readonly name: string;
  readonly startServer: () => Promise<RunningCatalog>;
  /** The server's own database, while no server runs. */
  readonly open: () => Database;
  /** An empty database beside it. */
  readonly openEmpty: () => Database;
  readonly bytes: () => Promise<number>;
  readonly remove: () => Promise<void>;
};

// The log of requests would be part of what is measured, and is of every real server, too.
const args = ['--log-level', 'info'];

export async function sqliteStore(): Promise<BenchStore> {
  const folder = await mkdtemp(join(tmpdir(), 'gazetteer-bench-'));
  const data = join(folder, 'data');
  let fresh = 0;
  return {
    name: 'SQLite',
    startServer: () => startCatalog(data, {args}),
    open: () => new SqliteDatabase({file: join(data, 'catalog.db')}),
    openEmpty: () => new SqliteDatabase({file: join(folder, `empty-${++fresh}.db`)}),
    bytes: async () => {
      const files = (await readdir(data)).filter(file => file.startsWith('catalog.db'));
      const sizes = await Promise.all(files.map(async file => (await stat(join(data, file))).size));
      return sizes.reduce((sum, size) => sum + size, 0);
    },
    remove: () => rm(folder, {recursive: true, force: true}),
  };
}

/**
 * A private cluster that syncs its commits to disk as a real one does. @returns the reason when
 * there is no PostgreSQL
 */
export async function postgresStore(): Promise<BenchStore | string> {
  const settings = ['shared_buffers=1GB', 'max_wal_size=4GB', 'checkpoint_timeout=15min'];
  const cluster = await startCluster({fsync: true, settings});
  if ('skip' in cluster) return cluster.skip;
  const folder = await mkdtemp(join(tmpdir(), 'gazetteer-bench-'));
  let fresh = 0;
  return {
    name: 'PostgreSQL',
    startServer: () => startCatalog(folder, {args: [...args, '--database', cluster.url]}),
    open: () => new PostgresDatabase({url: cluster.url}),
    openEmpty: () => new PostgresDatabase({url: cluster.url, schema: `empty_${++fresh}`}),
    bytes: async () => {
      const db = new PostgresDatabase({url: cluster.url});
      const sql =
        "SELECT sum(pg_total_relation_size(oid))::bigint AS bytes FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'";
      const [row] = await db.read(session => session.all<{bytes: number}>(sql));
      await db.close();
      return row?.bytes ?? 0;
    },
    remove: async () => {
      await cluster.stop();
      await rm(folder, {recursive: true, force: true});
    },
  };
}

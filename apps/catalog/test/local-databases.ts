import {PostgresDatabase, SqliteDatabase, type Database} from '@gazetteer/db';
import {freshDatabase, type TestPostgres} from '@gazetteer/db/testing';

export type LocalDatabase = {
  readonly name: string;
  /** For the suite: says why when its database is not there. */
  readonly options: {readonly skip?: string};
  /** A new, empty one. */
  readonly open: () => Promise<Database>;
};

/** What a suite on a `LocalCatalog` runs through, once on each database. */
export function localDatabases(cluster: TestPostgres): readonly LocalDatabase[] {
  const onPostgres: LocalDatabase =
    'skip' in cluster
      ? {
          name: 'postgres',
          options: {skip: cluster.skip},
          open: () => Promise.reject(new Error(cluster.skip)),
        }
      : {
          name: 'postgres',
          options: {},
          open: async () =>
            new PostgresDatabase({url: await freshDatabase(cluster.url), maxConnections: 8}),
        };
  return [
    {name: 'sqlite', options: {}, open: async () => new SqliteDatabase({file: ':memory:'})},
    onPostgres,
  ];
}

import {freshDatabase, type TestPostgres} from '@gazetteer/db/testing';
import {startFreshCatalog, type RunningCatalog} from './server-fixture.ts';

export type Backed = {
  readonly database: string;
  /** For the suite: says why when its database is not there. */
  readonly options: {readonly skip?: string};
  /** A catalog on a new, empty store. */
  readonly start: (args?: readonly string[]) => Promise<RunningCatalog>;
};

/** What a suite of the whole server runs through, once on each database. */
export function bothDatabases(cluster: TestPostgres): readonly Backed[] {
  const onPostgres: Backed =
    'skip' in cluster
      ? {
          database: 'postgres',
          options: {skip: cluster.skip},
          start: () => Promise.reject(new Error(cluster.skip)),
        }
      : {
          database: 'postgres',
          options: {},
          start: async (args = []) =>
            await startFreshCatalog({
              args: ['--database', await freshDatabase(cluster.url), ...args],
            }),
        };
  return [
    {database: 'sqlite', options: {}, start: (args = []) => startFreshCatalog({args})},
    onPostgres,
  ];
}

import type {Connector} from './connector.ts';

/** Each is loaded when it is asked for: some have drivers that take seconds on a busy machine. */
const loaders: ReadonlyMap<string, () => Promise<unknown>> = new Map(
  Object.entries({
    dbt: async () => (await import('./dbt/dbt.ts')).dbt,
    duckdb: async () => (await import('./duckdb/duckdb.ts')).duckdb,
    'editor-engine': async () => (await import('./editor-engine/editor-engine.ts')).editorEngine,
    files: async () => (await import('./files/files.ts')).files,
    'hive-metastore': async () => (await import('./hive/hive.ts')).hive,
    'iceberg-rest': async () => (await import('./iceberg/iceberg.ts')).iceberg,
    kafka: async () => (await import('./kafka/kafka.ts')).kafka,
    mysql: async () => (await import('./mysql/mysql.ts')).mysql,
    postgresql: async () => (await import('./postgresql/postgresql.ts')).postgresql,
    trino: async () => (await import('./trino/trino.ts')).trino,
  }),
);

/** What `type:` of a source may say. */
export const sourceTypes: readonly string[] = [...loaders.keys()];

/** The kind of source that `type:` says, loaded; nothing is where there is none. */
export async function connectorOf(type: string): Promise<Connector | undefined> {
  return (await loaders.get(type)?.()) as Connector | undefined;
}

/** All kinds of sources, for what describes them. */
export async function allConnectors(): Promise<Connector[]> {
  return (await Promise.all(sourceTypes.map(connectorOf))).filter(one => one !== undefined);
}

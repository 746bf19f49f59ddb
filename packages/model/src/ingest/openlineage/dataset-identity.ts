import {lookup} from '../../lookup.ts';
import type {Facet, NamespacedName} from './event.ts';
import {datasetKey, facetOf, nameOfKey, type TimedFacets} from './run-state.ts';

/** Which entity a dataset is: its type and qualified name, and the parts that both are made of. */
export type DatasetIdentity = {
  readonly typeName:
    | 'hive_table'
    | 'rdbms_table'
    | 'kafka_topic'
    | 'fs_path'
    | 'hdfs_path'
    | 'aws_s3_v2_object'
    | 'openlineage_dataset';
  readonly qualifiedName: string;
  readonly name: string;
  /** Of tables: what holds them, from outside to inside. */
  readonly within: readonly string[];
  /** Of a cluster or server: `cm`, `db.example:5433`. */
  readonly at: string;
  /** Scheme of the namespace. */
  readonly scheme: string;
};

export type NamingRules = {
  /** Cluster of what no rule names. */
  readonly cluster: string;
  /** Clusters by host and port of a metastore, brokers, name node: `metastore.example:9083`. */
  readonly clusters: Readonly<Record<string, string>>;
};

const databases = new Map([
  ['postgres', '5432'],
  ['postgresql', '5432'],
  ['mysql', '3306'],
  ['mariadb', '3306'],
  ['trino', '8080'],
  ['oracle', '1521'],
  ['mssql', '1433'],
  ['sqlserver', '1433'],
  ['db2', '50000'],
  ['redshift', '5439'],
  // Its address is a file.
  ['duckdb', ''],
]);
const sameScheme: Readonly<Record<string, string>> = lookup({
  postgresql: 'postgres',
  sqlserver: 'mssql',
  s3a: 's3',
  s3n: 's3',
});

/** A table that the dataset says it is outdoes its path. */
export function identityOf(key: string, facets: TimedFacets, rules: NamingRules): DatasetIdentity {
  const table = tableOf(facets);
  if (table !== undefined) {
    const parsed = parse(table.namespace);
    // A metastore in the process has no address; its tables are those of the cluster.
    return hiveTable(
      table.name,
      parsed.scheme === 'hive' ? clusterAt(parsed, rules) : rules.cluster,
    );
  }
  const {namespace, name} = nameOfKey(key);
  const parsed = parse(namespace);
  const {scheme} = parsed;
  if (scheme === 'hive' && /^[^./]+\.[^/]+$/.test(name))
    return hiveTable(name, clusterAt(parsed, rules));
  if (databases.has(scheme) && name.includes('.')) return databaseTable(parsed, name);
  const part = {within: [], scheme, name: lastOf(name)};
  if (scheme === 'kafka') {
    const at = clusterAt(parsed, rules);
    return {...part, typeName: 'kafka_topic', qualifiedName: `${name}@${at}`, at, name};
  }
  if (scheme === 'file') {
    const at = parsed.address;
    return {...part, typeName: 'fs_path', qualifiedName: `file://${at}${absolute(name)}`, at};
  }
  if (scheme === 'hdfs') {
    const at = clusterAt(parsed, rules);
    return {
      ...part,
      typeName: 'hdfs_path',
      qualifiedName: `hdfs://${parsed.address}${absolute(name)}@${at}`,
      at,
    };
  }
  if (scheme === 's3') {
    const at = parsed.address;
    return {
      ...part,
      typeName: 'aws_s3_v2_object',
      qualifiedName: `s3://${at}${absolute(name)}@${rules.cluster}`,
      at,
    };
  }
  return {
    ...part,
    typeName: 'openlineage_dataset',
    qualifiedName: `${namespace}/${name}`,
    at: namespace,
    name,
  };
}

/**
 * Whether the dataset is known by where it lies alone: it may be a part of a table that lies there.
 */
export function isPath({typeName}: DatasetIdentity): boolean {
  return typeName === 'fs_path' || typeName === 'hdfs_path' || typeName === 'aws_s3_v2_object';
}

/** Keys of the folders that hold partitions: of `…/orders/day=2026-01-01/hour=3` the two above. */
export function tableFoldersOf(key: string): string[] {
  const {namespace, name} = nameOfKey(key);
  const folders: string[] = [];
  for (let path = name; /\/[^/=]+=[^/]*\/?$/.test(path);) {
    path = path.replace(/\/[^/]+\/?$/, '');
    folders.push(datasetKey({namespace, name: path}));
  }
  return folders;
}

/** The table that a path is of: the name that a metastore has for it. */
function tableOf(facets: TimedFacets): NamespacedName | undefined {
  const list = facetOf(facets, 'symlinks')?.['identifiers'];
  if (!Array.isArray(list)) return undefined;
  return (list as readonly Facet[]).flatMap(({namespace, name, type}) =>
    typeof namespace === 'string' &&
    typeof name === 'string' &&
    type === 'TABLE' &&
    /^[^./]+\.[^/]+$/.test(name)
      ? [{namespace, name}]
      : [],
  )[0];
}

function hiveTable(given: string, at: string): DatasetIdentity {
  const name = given.replaceAll('`', '').toLowerCase();
  const dot = name.lastIndexOf('.');
  const database = name.slice(0, dot);
  return {
    typeName: 'hive_table',
    qualifiedName: `${name}@${at}`,
    name: name.slice(dot + 1),
    within: [database],
    at,
    scheme: 'hive',
  };
}

function databaseTable({scheme, address}: Parsed, path: string): DatasetIdentity {
  const [database = '', ...rest] = path.split('.');
  return {
    typeName: 'rdbms_table',
    qualifiedName: `${path}@${address}`,
    name: rest.at(-1) ?? path,
    within: [database, ...rest.slice(0, -1)],
    at: address,
    scheme,
  };
}

type Parsed = {readonly scheme: string; readonly address: string};

/**
 * Names of this machine are one, and a port that everybody means is left out: producers write them
 * differently.
 */
function parse(namespace: string): Parsed {
  const [, given = '', rest = ''] = /^([a-z][\w+.-]*):(?:\/\/)?(.*)$/i.exec(namespace) ?? [];
  const lower = (given === '' ? namespace : given).toLowerCase();
  const scheme = sameScheme[lower] ?? lower;
  const port = scheme === 'hive' ? '9083' : databases.get(scheme);
  const address = scheme === 'file' && rest.startsWith('/') ? '' : rest.replace(/(?<!\/)\/+$/, '');
  return {
    scheme,
    address: address
      .replace(/^(127\.0\.0\.1|\[::1\])(?=:|$)/, 'localhost')
      .replace(port === undefined ? /(?!)/ : new RegExp(`:${port}$`), ''),
  };
}

function clusterAt({address}: Parsed, {cluster, clusters}: NamingRules): string {
  return clusters[address] ?? cluster;
}

function absolute(path: string): string {
  return path.startsWith('/') ? path : `/${path}`;
}

function lastOf(path: string): string {
  return path.split('/').findLast(part => part !== '') ?? path;
}

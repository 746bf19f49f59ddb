import type {Asset, Connector, Reading} from '../connector.ts';
import {openDuckDb, type OpenDuckDb} from '../duckdb/open-file.ts';
import {isIncluded} from '../patterns.ts';
import {dataSetsIn, type DataSet} from './data-sets.ts';
import type {FileStore} from './file-store.ts';
import {type FilesConfig, filesKeys} from './files-keys.ts';
import {openStore} from './open-store.ts';
import {pathAsset} from './path-asset.ts';
import {addressIn, fileTypes, pathFrom, type Place, placeOf} from './place.ts';
import {contentOf, type Content} from './read-content.ts';

/** Reads Parquet, CSV and JSON files of a folder and of all folders in it, with their columns. */
export const files: Connector<typeof filesKeys> = {
  type: 'files',
  doc: 'Parquet, CSV and JSON files in folders of a disk, of S3 or of HDFS, with their columns and, of Parquet, rows. A folder of partitions (`day=2026-01-01`), or of what Spark wrote (`part-…`), is one data set.',
  keys: filesKeys,
  types: fileTypes,
  brings: ['fs_path', 'hdfs_path', 'aws_s3_v2_object'].map(typeName => ({typeName, isAsset: true})),
  check,
  test: async (config, signal) => {
    const found = {file: 0, folder: 0};
    const closed: string[] = [];
    const forbidden = (path: string, reason: string) =>
      void (isLeftOut(config, path) || closed.push(reason));
    const store = openStore(config, placeIn(config));
    for await (const one of dataSetsIn(store, {signal, forbidden})) {
      if (isWanted(config, one)) found[one.partitionKeys === undefined ? 'file' : 'folder']++;
    }
    const engine = await openDuckDb();
    engine.close();
    const rest = closed.length === 0 ? '' : `; ${closed.length} folders may not be: ${closed[0]}`;
    return `${config.path}: ${found.file} files and ${found.folder} folders of partitions to read, with DuckDB ${engine.version}${rest}`;
  },
  read,
  covers: (config, qualifiedName) => {
    const path = pathFrom(placeIn(config), qualifiedName);
    return path !== undefined && isIncluded(path, config.files, config['exclude-files']);
  },
};

function check(config: FilesConfig): string[] {
  const place = placeOf(config.path, '', '');
  if (place === undefined)
    return ['path is missing, or is none from the root, of s3:// or of hdfs://.'];
  const isMissing = (key: 'access-key' | 'secret-key') => config[key] === undefined;
  if (place.scheme === 's3' && (isMissing('access-key') || isMissing('secret-key')))
    return ['access-key or secret-key is missing: what the bucket is read with.'];
  if (place.scheme === 'hdfs' && config.webhdfs.length === 0)
    return [
      'webhdfs is missing: addresses of the NameNodes, such as http://namenode.example:9870.',
    ];
  if (place.scheme === 'hdfs' && config.user === undefined && !config.kerberos)
    return ['user is missing: who reads the folder, where no Kerberos is asked for.'];
  return [];
}

async function* read(config: FilesConfig, {signal, problem}: Reading): AsyncGenerator<Asset> {
  const place = placeIn(config);
  const store = openStore(config, place);
  const engine = await openDuckDb();
  let count = 0;
  const forbidden = (path: string, reason: string) => {
    if (!isLeftOut(config, path)) problem(reason);
  };
  try {
    for await (const one of dataSetsIn(store, {signal, forbidden})) {
      if (!isWanted(config, one)) continue;
      count++;
      const content = await contentIfAny(engine, store, place, one, {signal, problem});
      yield pathAsset(place, one, content);
    }
  } finally {
    engine.close();
  }
  if (count === 0) problem(`${config.path} has no Parquet, CSV or JSON file to read.`);
}

/** Of a file that is being written, what is known of it stays. */
async function contentIfAny(
  engine: OpenDuckDb,
  store: FileStore,
  place: Place,
  {sample}: DataSet,
  {signal, problem}: Reading,
): Promise<Content | undefined> {
  try {
    return await store.look(
      sample,
      signal,
      async (file, isPart) => await contentOf(engine.ask, file, isPart),
    );
  } catch (error) {
    signal.throwIfAborted();
    const [reason] = (error as Error).message.split('\n', 1);
    const file = place.scheme === 'file' ? `${place.folder}/${sample}` : addressIn(place, sample);
    problem(`${file} cannot be read: ${reason}`);
    return undefined;
  }
}

function isWanted(config: FilesConfig, {path}: DataSet): boolean {
  return isIncluded(path, config.files, config['exclude-files']);
}

/** Whether nothing of a folder is read anyhow. */
function isLeftOut(config: FilesConfig, path: string): boolean {
  return !isIncluded(`${path}/`, [], config['exclude-files']);
}

function placeIn({path, host, cluster}: FilesConfig): Place {
  const place = placeOf(path, host ?? '', cluster);
  if (place === undefined) throw new Error(`${path} is no folder: check path.`);
  return place;
}

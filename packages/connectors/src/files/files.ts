import {isAbsolute, join} from 'node:path';
import {list, optionalText, text} from '@gazetteer/settings';
import type {Asset, Config, Connector, Reading} from '../connector.ts';
import {openDuckDb, type OpenDuckDb} from '../duckdb/open-file.ts';
import {isIncluded} from '../patterns.ts';
import {pathColumnTypes} from '../source-types.ts';
import {dataSetsIn, type DataSet} from './data-sets.ts';
import {pathAsset} from './path-asset.ts';
import {contentOf, type Content} from './read-content.ts';

const keys = {
  path: text('', 'The folder, from the root: `/data/landing`.'),
  host: optionalText(
    'Name of the machine, where several have such a folder: qualified names begin with `file://<host>` then.',
  ),
  files: list(
    [],
    'Files and folders of partitions to read, by their path from the folder; `*` stands for any characters, also for `/`. All when empty.',
  ),
  'exclude-files': list([], 'Files and folders to leave out.'),
};

type FilesConfig = Config<typeof keys>;

/** Reads Parquet, CSV and JSON files of a folder and of all folders in it, with their columns. */
export const files: Connector<typeof keys> = {
  type: 'files',
  doc: 'Parquet, CSV and JSON files in folders, with their columns and, of Parquet, rows. A folder of partitions (`day=2026-01-01`), or of what Spark wrote (`part-…`), is one data set.',
  keys,
  types: pathColumnTypes,
  brings: [{typeName: 'fs_path', isAsset: true}],
  check: ({path}) => (isAbsolute(path) ? [] : ['path is missing, or does not begin at the root.']),
  test: async (config, signal) => {
    const found = {file: 0, folder: 0};
    for await (const one of dataSetsIn(config.path, signal)) {
      if (isWanted(config, one)) found[one.partitionKeys === undefined ? 'file' : 'folder']++;
    }
    const engine = await openDuckDb();
    engine.close();
    return `${config.path}: ${found.file} files and ${found.folder} folders of partitions to read, with DuckDB ${engine.version}`;
  },
  read,
  covers: (config, qualifiedName) => {
    const root = `${startOf(config)}${config.path.replace(/\/+$/, '')}`;
    if (qualifiedName !== root && !qualifiedName.startsWith(`${root}/`)) return false;
    const path = qualifiedName.slice(root.length + 1);
    return isIncluded(path, config.files, config['exclude-files']);
  },
};

async function* read(config: FilesConfig, {signal, problem}: Reading): AsyncGenerator<Asset> {
  const engine = await openDuckDb();
  let count = 0;
  try {
    for await (const one of dataSetsIn(config.path, signal)) {
      if (!isWanted(config, one)) continue;
      count++;
      const content = await contentIfAny(engine, join(config.path, one.sample), problem);
      yield pathAsset(startOf(config), config.path, one, content);
    }
  } finally {
    engine.close();
  }
  if (count === 0) problem(`${config.path} has no Parquet, CSV or JSON file to read.`);
}

/** Of a file that is being written, what is known of it stays. */
async function contentIfAny(
  engine: OpenDuckDb,
  file: string,
  problem: Reading['problem'],
): Promise<Content | undefined> {
  try {
    return await contentOf(engine.ask, file);
  } catch (error) {
    problem(`${file} cannot be read: ${(error as Error).message.split('\n', 1)[0]}`);
    return undefined;
  }
}

function isWanted(config: FilesConfig, {path}: DataSet): boolean {
  return isIncluded(path, config.files, config['exclude-files']);
}

function startOf({host}: FilesConfig): string {
  return `file://${host ?? ''}`;
}

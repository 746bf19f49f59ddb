import {maskUrl, readOptions} from '@gazetteer/settings';
import {createHash} from 'node:crypto';
import {createReadStream, existsSync, readdirSync} from 'node:fs';
import {copyFile, mkdir, readFile, rename, rm, stat, writeFile} from 'node:fs/promises';
import {dirname, join, resolve} from 'node:path';
import {parseArgs} from 'node:util';
import {copyDatabase, type Inspection, inspectDatabase, lockFolder} from '@gazetteer/db';
import {DiskRoom, logoutFileOf, passwordFileOf, storeFile} from '@gazetteer/server';
import {
  catalogOptions,
  databaseOf as catalogDatabaseOf,
} from './catalog/src/options/catalog-options.ts';
import {copyDuckDbDatabase} from './editor/src/engine/duckdb/copy-database.ts';
import {
  databaseOf as editorDatabaseOf,
  editorFolderOf,
  editorOptions,
} from './editor/src/server/options.ts';

export const backupUsage = `Usage: npm run backup -- <folder> [options of the servers that name their data]

Writes what both servers keep on disk into a new folder, while they run or not: the catalog's store, the editor's, its results, the
tables and files of the embedded engine, and the password file. Each part is as of one moment. Everything written is read again and checked before the command says that it is done.
A store in PostgreSQL is backed up by pg_dump, which the command says where there is one.`;

export const restoreUsage = `Usage: npm run restore -- <folder> [options of the servers that name their data]

Puts back what "npm run backup" has written, into a data folder that nobody uses and that has no store yet. The folder is checked
before anything is put back, and what was put back is checked again.`;

/** What is in a backup; beside it lie its files. */
type Manifest = {
  readonly format: 1;
  readonly version: string;
  readonly at: string;
  readonly files: Readonly<Record<string, {readonly bytes: number; readonly sha256: string}>>;
  readonly stores: Readonly<Record<string, Inspection>>;
};

const manifestName = 'backup.json';

type Command = {
  /** Behind the word `backup` or `restore`. */
  readonly argv: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  readonly print: (text: string) => void;
};

/** Returns the exit code. */
export async function backup({argv, env, print}: Command): Promise<number> {
  return await run(argv, backupUsage, print, async (folder, rest) => {
    const places = placesOf(rest, env);
    if (existsSync(folder))
      throw new Error(`${folder} is there already; name a folder that is not`);
    const stores = Object.entries(places.stores).filter(([, file]) => existsSync(file));
    if (stores.length === 0 && Object.keys(places.elsewhere).length === 0)
      throw new Error(`there is no store to back up: ${Object.values(places.stores).join(', ')}`);
    // Whoever looks meanwhile finds no folder that passes for a backup.
    const unfinished = `${folder}.unfinished`;
    await rm(unfinished, {recursive: true, force: true});
    await mkdir(unfinished, {recursive: true, mode: 0o700});
    const manifest = await wholeOrNothing([unfinished], async () => {
      for (const [name, file] of stores) {
        await mkdir(dirname(join(unfinished, name)), {recursive: true});
        copyDatabase(file, join(unfinished, name));
      }
      for (const [name, file] of filesOf(places)) {
        if (embeddedDatabase.test(name)) await copyEmbedded(file, join(unfinished, name));
        else await copyIfThere(file, join(unfinished, name));
      }
      const found = await describe(
        unfinished,
        stores.map(([name]) => name),
      );
      await writeFile(join(unfinished, manifestName), JSON.stringify(found, undefined, 2), {
        mode: 0o600,
      });
      await rename(unfinished, folder);
      return found;
    });
    report(print, `Backed up to ${folder}, and checked`, manifest);
    for (const [name, url] of Object.entries(places.elsewhere)) {
      print(
        `NOT IN IT: ${name}, which is in ${url}. Back it up with: pg_dump --format=custom --file=${name.replaceAll(/\W/g, '-')}.dump <its URL>`,
      );
    }
    for (const [name, file] of Object.entries(places.stores)) {
      if (!existsSync(file))
        print(
          `NOT IN IT: ${name}, as there is no ${file}. If the server has its store elsewhere, name it as you do there`,
        );
    }
  });
}

/** Returns the exit code. */
export async function restore({argv, env, print}: Command): Promise<number> {
  return await run(argv, restoreUsage, print, async (folder, rest) => {
    const places = placesOf(rest, env);
    const manifest = await readManifest(folder);
    await compare(folder, manifest);
    const targets = new Map(
      Object.keys(manifest.files).map(name => [name, targetOf(places, name)]),
    );
    const taken = [...targets.values()].find(existsSync);
    if (taken !== undefined)
      throw new Error(`${taken} is there already; move it away, or name another data folder`);
    const release = lockAll(Object.values(places.stores).map(dirname));
    try {
      const copies = new Map(Array.from(targets, ([name, target]) => [name, `${target}.restored`]));
      await wholeOrNothing([...copies.values()], async () => {
        for (const [name, copy] of copies) {
          await mkdir(dirname(copy), {recursive: true, mode: 0o700});
          await copyFile(join(folder, name), copy);
        }
      });
      for (const target of targets.values()) await rename(`${target}.restored`, target);
      for (const [name, inspection] of Object.entries(manifest.stores)) {
        expectSame(targetOf(places, name), inspectDatabase(targetOf(places, name)), inspection);
      }
    } finally {
      release();
    }
    report(print, `Restored from ${folder}, and checked`, manifest);
  });
}

async function run(
  argv: readonly string[],
  usage: string,
  print: Command['print'],
  work: (folder: string, rest: readonly string[]) => Promise<void>,
): Promise<number> {
  const [folder, ...rest] = argv;
  if (folder === undefined || folder.startsWith('-') || argv.includes('--help')) {
    print(usage);
    return argv.includes('--help') ? 0 : 1;
  }
  try {
    await work(resolve(folder), rest);
    return 0;
  } catch (error) {
    print(`Not done: ${(error as Error).message}.`);
    return 1;
  }
}

/**
 * Does `work`, and removes what it has written when it fails: half of it would take the room that
 * the servers need.
 * @throws what it throws, which tells where there was no room
 */
async function wholeOrNothing<T>(written: readonly string[], work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const full = await Promise.all(written.map(isDiskFull));
    for (const path of written) await rm(path, {recursive: true, force: true});
    const at = written[full.indexOf(true)];
    if (at === undefined) throw error;
    const {message} = error as Error;
    throw new Error(
      `there is no room for it in ${dirname(at)} (${message}); nothing of it stays there`,
      {
        cause: error,
      },
    );
  }
}

async function isDiskFull(path: string): Promise<boolean> {
  return existsSync(dirname(path)) && (await new DiskRoom(dirname(path), 0).isFull());
}

/** Where everything lies that is backed up; names are those inside of the backup. */
type BackupSources = {
  readonly stores: Readonly<Record<string, string>>;
  /** Stores that are no files, by the address without its password. */
  readonly elsewhere: Readonly<Record<string, string>>;
  readonly passwordFile: string;
  readonly logoutFile: string;
  readonly editorFolder: string;
};

const names = {
  catalog: 'catalog.db',
  editor: 'editor/editor.db',
  passwords: 'users-credentials.properties',
  logouts: 'logouts.json',
};
const editorFolders = ['results', 'analyses', 'duckdb'];
/** A person's tables in the embedded engine, or what an operator has put there for everybody. */
const embeddedDatabase = /^editor\/duckdb\/[^/]+\/(?:people\/[^/]+\/warehouse|shared)\.duckdb$/;
/** Logs go with their databases; what spills and the sample data are made anew. */
const embeddedLeftOut =
  /^editor\/duckdb\/[^/]+\/(?:people\/[^/]+\/warehouse\.duckdb\.wal|shared\.duckdb\.wal|temporary\/.*|sample\.duckdb.*)$/;

/** As the servers themselves would find it. */
function placesOf(argv: readonly string[], env: NodeJS.ProcessEnv): BackupSources {
  const catalog = readOptions(catalogOptions, {argv: optionsOf(argv, catalogOptions), env});
  const editor = readOptions(editorOptions, {argv: optionsOf(argv, editorOptions), env});
  const all = Object.entries({
    [names.catalog]: catalogDatabaseOf(catalog.values),
    [names.editor]: editorDatabaseOf(editor.values),
  });
  const stores = all.flatMap(([name, url]) => {
    const file = storeFile(url);
    return file === undefined ? [] : [[name, file]];
  });
  return {
    stores: Object.fromEntries(stores),
    elsewhere: Object.fromEntries(
      all.flatMap(([name, url]) => (storeFile(url) === undefined ? [[name, maskUrl(url)]] : [])),
    ),
    passwordFile: passwordFileOf(catalog.values),
    logoutFile: logoutFileOf(catalog.values),
    editorFolder: editorFolderOf(editor.values),
  };
}

/** Of options that one of the two servers knows, those that this one knows. */
function optionsOf(
  argv: readonly string[],
  {options}: {options: typeof catalogOptions.options | typeof editorOptions.options},
) {
  const known = new Set(
    Object.values(options).flatMap(option => [`--${option.cli}`, `--${option.key}`]),
  );
  const flags = Object.fromEntries(
    ['data', 'database', 'editor-database', 'password-file', 'config'].map(name => [
      name,
      {type: 'string' as const},
    ]),
  );
  const {tokens} = parseArgs({
    args: [...argv],
    options: flags,
    allowPositionals: false,
    strict: true,
    tokens: true,
  });
  return tokens.flatMap(token =>
    token.kind === 'option' &&
    (known.has(`--${token.name}`) || token.name === 'config') &&
    token.value !== undefined
      ? [`--${token.name}=${token.value}`]
      : [],
  );
}

function filesOf({
  passwordFile,
  logoutFile,
  editorFolder,
}: BackupSources): [name: string, file: string][] {
  return [
    [names.passwords, passwordFile],
    [names.logouts, logoutFile],
    ...editorFolders
      .flatMap(folder =>
        below(join(editorFolder, folder)).map(
          file =>
            [`editor/${folder}/${file}`, join(editorFolder, folder, file)] as [string, string],
        ),
      )
      .filter(([name]) => !embeddedLeftOut.test(name)),
  ];
}

function targetOf(places: BackupSources, name: string): string {
  const store = places.stores[name];
  if (store !== undefined) return store;
  if (name === names.passwords) return places.passwordFile;
  if (name === names.logouts) return places.logoutFile;
  // Names come from a file that somebody may have changed.
  const [editor, folder = '', ...file] = name.split('/');
  const isInside =
    file.length > 0 &&
    file.every(part => part !== '' && part !== '.' && part !== '..' && !/[\0\\]/.test(part));
  if (editor !== 'editor' || !editorFolders.includes(folder) || !isInside) {
    throw new Error(`a backup has no file ${JSON.stringify(name)}`);
  }
  return join(places.editorFolder, folder, ...file);
}

/** Files below a folder, by their paths in it. */
function below(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, {recursive: true, withFileTypes: true})
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name).slice(folder.length + 1));
}

async function copyEmbedded(file: string, to: string): Promise<void> {
  await mkdir(dirname(to), {recursive: true, mode: 0o700});
  await copyDuckDbDatabase(file, to);
}

/**
 * A result may expire while its turn comes; a file that grows is copied as far as it is, as after a
 * kill.
 */
async function copyIfThere(file: string, to: string): Promise<void> {
  await mkdir(dirname(to), {recursive: true, mode: 0o700});
  try {
    await copyFile(file, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}

async function describe(folder: string, stores: readonly string[]): Promise<Manifest> {
  const files: Record<string, {bytes: number; sha256: string}> = {};
  for (const name of below(folder)) files[name] = await fingerprint(join(folder, name));
  const inspections = stores.map(name => [name, inspectDatabase(join(folder, name))] as const);
  const at = new Date().toISOString();
  return {
    format: 1,
    version: catalogOptions.version,
    at,
    files,
    stores: Object.fromEntries(inspections),
  };
}

async function fingerprint(file: string): Promise<{bytes: number; sha256: string}> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer);
  return {bytes: (await stat(file)).size, sha256: hash.digest('hex')};
}

async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, manifestName), 'utf8').catch(() => {
    throw new Error(`${folder} is no backup: it has no ${manifestName}`);
  });
  const manifest = JSON.parse(text) as Manifest;
  if (manifest.format !== 1)
    throw new Error(`${folder} was written by a newer version (${manifest.version})`);
  return manifest;
}

async function compare(folder: string, {files, stores}: Manifest): Promise<void> {
  for (const [name, expected] of Object.entries(files)) {
    const found = await fingerprint(join(folder, name)).catch(() => undefined);
    if (found?.sha256 !== expected.sha256)
      throw new Error(`${join(folder, name)} is not what was backed up`);
  }
  for (const [name, expected] of Object.entries(stores)) {
    expectSame(join(folder, name), inspectDatabase(join(folder, name)), expected);
  }
}

function expectSame(file: string, found: Inspection, expected: Inspection): void {
  if (JSON.stringify(found) !== JSON.stringify(expected))
    throw new Error(`${file} does not hold what was backed up`);
}

/** @throws Error that names who uses a folder */
function lockAll(folders: readonly string[]): () => void {
  const locks = folders.filter(existsSync).map(folder => lockFolder(folder));
  return () => locks.forEach(lock => lock.release());
}

function report(print: Command['print'], title: string, {files, stores, at}: Manifest): void {
  const bytes = Object.values(files).reduce((sum, file) => sum + file.bytes, 0);
  print(
    `${title}: ${Object.keys(files).length} files, ${(bytes / 2 ** 20).toFixed(1)} MiB, as of ${at}`,
  );
  for (const [name, {rows}] of Object.entries(stores)) {
    const count = rows['entity'] === undefined ? '' : `, ${rows['entity']} entities`;
    print(`  ${name}: ${Object.keys(rows).length} tables${count}`);
  }
}

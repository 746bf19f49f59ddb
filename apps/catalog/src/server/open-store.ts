import {maskUrl} from '@gazetteer/settings';
import {mkdirSync} from 'node:fs';
import {dirname} from 'node:path';
import {
  type Database,
  type FolderLock,
  lockFolder,
  LoginStore,
  openFailure,
  PostgresDatabase,
  SqliteDatabase,
  SqliteVersion,
} from '@gazetteer/db';
import {Connections, KeptAnswers, type Runners, Threads} from '@gazetteer/kernel/host';
import {type Log, storeFile} from '@gazetteer/server';
import {statementCounter} from '@gazetteer/server/trace';
import {endLeases, GraphStore, type Keeper, outdateOldRows, searchBackend} from '@gazetteer/store';
import {type Caller, readRightsOf} from '../caller.ts';
import {readTableFile} from '../entity/read-table.ts';
import {Engine} from '../host/engine.ts';
import {type CatalogOptions, databaseOf} from '../options/catalog-options.ts';
import {seedTypes} from '../types/seed-types.ts';
import type {Settings} from '../catalog.ts';
import {settingsOf} from './settings.ts';

type Opened = {
  readonly runners: Runners<Caller>;
  /** Only where it costs next to nothing to see whether anything was stored. */
  readonly kept?: KeptAnswers<Caller>;
  readonly backend: string;
  readonly release: () => void;
  /** Only where other processes may serve the same store. */
  readonly logins?: LoginStore;
};

export async function openStore(
  options: CatalogOptions,
  isDatabaseNamed: boolean,
  {keeper, isTraced}: {readonly keeper: Keeper | undefined; readonly isTraced: boolean},
  log: Log,
): Promise<Opened> {
  const url = databaseOf(options);
  const opening = {
    settings: settingsOf(options, keeper),
    isTraced,
    place: {option: isDatabaseNamed ? '--database' : '--data', shown: maskUrl(url)},
    log,
  };
  const file = storeFile(url);
  return file === undefined
    ? await onServer(url, opening)
    : await inFile(file, options.readerThreads, opening);
}

type Opening = {
  readonly settings: Settings;
  readonly isTraced: boolean;
  readonly place: Parameters<typeof openFailure>[1];
  readonly log: Log;
};

/** Operations run here, and statements elsewhere. */
async function onServer(url: string, {settings, isTraced, place, log}: Opening): Promise<Opened> {
  const {db, store} = await opened(place, () => new PostgresDatabase({url}), log);
  if (isTraced) db.observe(statementCounter('postgresql'));
  return {
    runners: new Connections({
      here: new Engine(store, settings),
      searches: searchesAtOnce,
      apart: {
        operations: [readTableFile],
        file: new URL('./file-thread.ts', import.meta.url),
      },
      log,
    }),
    backend: searchBackend(db.dialect),
    release: () => undefined,
    logins: new LoginStore(db),
  };
}

/** Operations run in threads, each with a connection of its own. */
async function inFile(
  file: string,
  readers: number,
  {settings, isTraced, place, log}: Opening,
): Promise<Opened> {
  const lock = lockedFolder(dirname(file));
  // The folder is locked: who held a lease is gone.
  const {db: writer, store: first} = await opened(
    place,
    () => new SqliteDatabase({file}),
    log,
    endLeases,
  );
  await first.close();
  // Point reads on the thread that talks to clients: a connection of their own, which cannot write.
  const points = new SqliteDatabase({file, readOnly: true});
  if (isTraced) points.observe(statementCounter('sqlite'));
  const here = new Engine(new GraphStore(points), settings);
  // Changes are made by another connection, of the writer's thread, and are seen by this one.
  const version = new SqliteVersion(file);
  return {
    runners: new Threads({
      file: new URL('./store-thread.ts', import.meta.url),
      data: {file, settings, isTraced},
      here,
      readers,
      log,
    }),
    kept: new KeptAnswers({
      version: () => version.current,
      rightsOf: readRightsOf,
      maxChars: keptChars,
    }),
    backend: searchBackend(writer.dialect),
    release: () => {
      version.close();
      lock.release();
    },
  };
}

/** Of answers, which are read more often than anything is stored. */
const keptChars = 24 * 2 ** 20;

/** Of the connections to a database, searches take no more than so many. */
const searchesAtOnce = 6;

type Transaction = Parameters<GraphStore['transaction']>[0];

/**
 * Tables and stock types are there, and what an older version derived from entities is marked.
 * @throws Error for the operator
 */
async function opened<One extends Database>(
  place: Opening['place'],
  open: () => One,
  log: Log,
  also?: Transaction,
): Promise<{db: One; store: GraphStore}> {
  try {
    const db = open();
    const store = new GraphStore(db);
    await prepare(store, db, log);
    if (also !== undefined) await store.transaction(also);
    return {db, store};
  } catch (error) {
    throw openFailure(error, place);
  }
}

async function prepare(store: GraphStore, db: Database, log: Log): Promise<void> {
  await GraphStore.migrate(db);
  const {created, skipped} = await store.transaction(seedTypes, 'types');
  if (created.length > 0) log.info({count: created.length}, 'stock types added');
  await store.transaction(outdateOldRows, 'types');
  for (const {area, reason} of skipped)
    log.warn({area, reason}, 'stock types left out: they do not fit types that are there');
}

/**
 * Nobody but the owner may look into the data folder: it holds what everybody else must ask for.
 */
function lockedFolder(folder: string): FolderLock {
  mkdirSync(folder, {recursive: true, mode: 0o700});
  return lockFolder(folder);
}

import {existsSync} from 'node:fs';
import {join} from 'node:path';
import type {DiskRoom, Log} from '@gazetteer/server';
import {
  type EngineStorage,
  type EngineUser,
  type SessionEndpoint,
  SqlError,
  type SqlEngine,
  type SqlSession,
} from '../sql-engine.ts';
import type {DuckDbLimits} from '../../config/embedded-engine.ts';
import {duckDbDialect, sharedDatabases} from './duckdb-dialect.ts';
import {DuckDbPerson} from './duckdb-person.ts';
import {DuckDbProcess} from './duckdb-process.ts';
import {personFolder} from './person-folder.ts';
import {Workbooks} from './workbooks.ts';

export type DuckDbEngineOptions = {
  readonly id: string;
  readonly displayName: string;
  /** For the databases, the temporary files and the files of its users. */
  readonly folder: string;
  readonly limits: DuckDbLimits;
  /** Disk for the tables and files of one person. */
  readonly quotaBytes: number;
  readonly disk: DiskRoom;
  /** Processes at a time at most, one for each person. */
  readonly maxPeople: number;
  readonly log: Log;
};

/**
 * An engine that needs no server: DuckDB in a process for each person, with a database and a folder
 * of files of one's own. It is started by the first session and ends when there has been none for a
 * while, which gives its memory back. What one person does reaches nobody else; the sample data,
 * and a database that the operator puts beside it, are read by everybody.
 */
export class DuckDbEngine implements SqlEngine {
  readonly id: string;
  readonly displayName: string;
  readonly dialect = 'duckdb';
  readonly sql = duckDbDialect;
  readonly features = {cancel: true, logs: true, resume: false};
  readonly storage: EngineStorage = {
    usage: async userName => await this.#personOf(userName).usage(),
    fileOf: async (userName, path) => await this.#personOf(userName).fileOf(path),
    csvOf: async (userName, path) => await this.#personOf(userName).csvOf(path, this.#workbooks),
    uploadsOf: userName => this.#personOf(userName).uploads,
  };
  readonly #options: DuckDbEngineOptions;
  readonly #workbooks = new Workbooks();
  readonly #people = new Map<string, DuckDbPerson>();
  #shared: Promise<Readonly<Record<string, string>>> | undefined;

  constructor(options: DuckDbEngineOptions) {
    this.id = options.id;
    this.displayName = options.displayName;
    this.#options = options;
  }

  async locate(user: EngineUser): Promise<SessionEndpoint> {
    return {
      endpoint: 'embedded',
      principal: undefined,
      rules: {closeSessions: true, hasSessionPool: false, maxNumberOfSessions: -1},
      open: () => this.#open(user),
    };
  }

  async resume(): Promise<SqlSession> {
    throw new SqlError('unsupported', 'Sessions of the embedded engine end with it');
  }

  /** As if somebody had done it from outside, to all processes. */
  kill(signal: NodeJS.Signals = 'SIGKILL'): void {
    for (const person of this.#people.values()) person.kill(signal);
  }

  /** What a person has here, whether or not anything runs. */
  #personOf(userName: string): DuckDbPerson {
    const known = this.#people.get(userName);
    if (known !== undefined) return known;
    const {folder, ...more} = this.#options;
    const name = personFolder(userName);
    const person = new DuckDbPerson({
      folder: join(folder, 'people', name),
      temporary: join(folder, 'temporary', name),
      ...more,
    });
    this.#people.set(userName, person);
    return person;
  }

  async #open(user: EngineUser): Promise<SqlSession> {
    this.#options.log.info({module: 'duckdb'}, `Opening ${this.id} session for user ${user.name}`);
    const shared = await this.#sharedFiles();
    const person = this.#personOf(user.name);
    // Between the last look and the person's taking of the place nothing else happens.
    while (!person.isActive && this.#active().length >= this.#options.maxPeople)
      await this.#makePlace();
    return await person.open(shared);
  }

  #active(): DuckDbPerson[] {
    return [...this.#people.values()].filter(person => person.isActive);
  }

  /**
   * Whoever has no session has given up the process sooner or later: now, when somebody else needs
   * the place.
   */
  async #makePlace(): Promise<void> {
    const active = this.#active();
    const idle = active.find(person => person.isIdle);
    if (idle === undefined) {
      const message = `${active.length} people are using the embedded engine, which is as many as it takes at a time. Try again when somebody has finished, or ask your administrator to raise "people"`;
      throw new SqlError('too-many-sessions', message);
    }
    await idle.stop();
  }

  /** The sample data is made by a process that does nothing else, before anybody's own is there. */
  async #sharedFiles(): Promise<Readonly<Record<string, string>>> {
    this.#shared ??= this.#findShared();
    try {
      return await this.#shared;
    } catch (error) {
      this.#shared = undefined;
      throw error;
    }
  }

  async #findShared(): Promise<Readonly<Record<string, string>>> {
    const fileOf = (name: string) => join(this.#options.folder, `${name}.duckdb`);
    if (!existsSync(fileOf('sample'))) {
      const process = new DuckDbProcess();
      try {
        await process.call('makeSample', fileOf('sample'));
      } finally {
        await process.stop();
      }
    }
    return Object.fromEntries(
      sharedDatabases
        .map(name => [name, fileOf(name)])
        .filter(([, file]) => existsSync(file ?? '')),
    );
  }
}

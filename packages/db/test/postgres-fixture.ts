import {randomBytes} from 'node:crypto';
import {spawn, execFile, execFileSync, type ChildProcess} from 'node:child_process';
import {once} from 'node:events';
import {constants} from 'node:fs';
import {access, chown, glob, mkdtemp, rm} from 'node:fs/promises';
import {rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {delimiter, join} from 'node:path';
import {promisify} from 'node:util';
import {Client} from 'pg';
import {freePort} from '../../thrift/test/servers/free-port.ts';

export type TestPostgres = {readonly url: string; stop(): Promise<void>} | {readonly skip: string};

/** One that a test may take down and up again. */
export type OwnPostgres =
  | {
      readonly url: string;
      stop(): Promise<void>;
      /**
       * As a package upgrade does it: whoever is connected is cut off. Nothing answers until
       * `resume`.
       */
      halt(): Promise<void>;
      /**
       * As a machine that fails: nothing is ended in order, and what was acknowledged is read from
       * its log at `resume`.
       */
      crash(): Promise<void>;
      resume(): Promise<void>;
    }
  | {readonly skip: string};

export type ClusterOptions = {
  /** Off for tests of behaviour; on where durability or speed is measured. */
  readonly fsync?: boolean;
  /** Address of a cluster that it copies, and follows until it is promoted. */
  readonly follows?: string;
  /** More `name=value` settings for the server. */
  readonly settings?: readonly string[];
};

const oldestVersion = 15;

let shared: {cluster: Promise<TestPostgres>; users: number} | undefined;

/**
 * A private PostgreSQL on 127.0.0.1 and a port of its own, shared by all suites of this process and
 * gone with the last `stop`. `npm test` starts one for all processes and hands it on as
 * TEST_POSTGRES_URL. Use a schema of your own in it.
 * @returns a reason to skip where PostgreSQL is not installed
 */
export async function postgresForTests(): Promise<TestPostgres> {
  const given = process.env['TEST_POSTGRES_URL'];
  if (given !== undefined) return {url: given, stop: async () => undefined};
  // For all that a run of the tests has side by side.
  const settings = ['max_connections=600'];
  shared ??= {cluster: startCluster({fsync: false, settings}), users: 0};
  const mine = shared;
  const cluster = await mine.cluster;
  if ('skip' in cluster) return cluster;
  mine.users++;
  return {
    url: cluster.url,
    stop: async () => {
      if (--mine.users > 0) return;
      shared = undefined;
      await cluster.stop();
    },
  };
}

/**
 * A new, empty database in a cluster that others use as well; it goes with the cluster. Returns its
 * address.
 */
export async function freshDatabase(url: string): Promise<string> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  const client = new Client({connectionString: url});
  await client.connect();
  try {
    await client.query(`CREATE DATABASE ${name}`);
  } finally {
    await client.end();
  }
  return Object.assign(new URL(url), {pathname: `/${name}`}).href;
}

type Addressed = {readonly url: string} | {readonly skip: string};

export function urlOf(one: Addressed): string {
  return 'url' in one ? one.url : '';
}

/** The rows that a cluster answers with, whoever else uses it. */
export async function ask(one: Addressed, sql: string): Promise<Record<string, unknown>[]> {
  const client = new Client({connectionString: urlOf(one)});
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

/** A cluster that is nobody else's. */
export async function startCluster(options: ClusterOptions = {}): Promise<OwnPostgres> {
  const bin = await findBinaries();
  if (bin === undefined)
    return {skip: `needs PostgreSQL ${oldestVersion} or newer (apt-get install postgresql-15)`};
  const user = serverUser();
  if (user === undefined)
    return {skip: 'needs a user postgres, since PostgreSQL refuses to run as root'};
  const folder = await mkdtemp(join(tmpdir(), 'gazetteer-postgres-'));
  const data = join(folder, 'data');
  if ('uid' in user) await chown(folder, user.uid, user.gid);
  const make =
    options.follows === undefined
      ? initdb(data)
      : [
          'pg_basebackup',
          '-D',
          data,
          '-d',
          options.follows,
          '-R',
          '-X',
          'stream',
          '-c',
          'fast',
          '--no-sync',
        ];
  const [program = '', ...words] = make;
  await promisify(execFile)(join(bin, program), words, {...user, cwd: folder});
  const port = await freePort();
  const settings = [
    `fsync=${options.fsync === true ? 'on' : 'off'}`,
    'max_connections=200',
    ...(options.settings ?? []),
  ];
  const args = [
    '-D',
    data,
    '-h',
    '127.0.0.1',
    '-p',
    String(port),
    '-k',
    folder,
    ...settings.flatMap(one => ['-c', one]),
  ];
  const start = () =>
    spawn(join(bin, 'postgres'), args, {...user, cwd: folder, stdio: ['ignore', 'ignore', 'pipe']});
  let server = start();
  // The last resort, when a test run is ended without its clean-up.
  const kill = () => {
    server.kill('SIGQUIT');
    rmSync(folder, {recursive: true, force: true});
  };
  process.once('exit', kill);
  const end = async (signal: NodeJS.Signals) => {
    if (server.exitCode !== null || server.signalCode !== null) return;
    const gone = once(server, 'exit');
    server.kill(signal);
    await gone;
  };
  const halt = () => end('SIGINT');
  const resume = async () => {
    server = start();
    await ready(server);
  };
  const stop = async () => {
    process.off('exit', kill);
    await halt();
    await rm(folder, {recursive: true, force: true});
  };
  try {
    await ready(server);
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    stop,
    halt,
    crash: () => end('SIGQUIT'),
    resume,
  };
}

function initdb(data: string): string[] {
  const words = '-U postgres --auth=trust --encoding=UTF8 --no-locale --no-sync'.split(' ');
  return ['initdb', '-D', data, ...words];
}

/**
 * Resolves when the server says that it takes connections; its log must be read on or its pipe
 * would fill.
 */
async function ready(server: ChildProcess): Promise<void> {
  let log = '';
  await new Promise<void>((resolve, reject) => {
    server.stderr?.on('data', (chunk: Buffer) => {
      if (log.length < 100_000) log += chunk.toString();
      if (/ready to accept (?:read-only )?connections/.test(log)) resolve();
    });
    server.once('error', reject);
    server.once('exit', code =>
      reject(new Error(`PostgreSQL ended with ${code} at its start:\n${log}`)),
    );
  });
}

async function findBinaries(): Promise<string | undefined> {
  const debian = await Array.fromAsync(glob('/usr/lib/postgresql/*/bin'));
  const version = (path: string) => Number(path.split('/')[4]);
  const installed = debian
    .filter(path => version(path) >= oldestVersion)
    .sort((a, b) => version(a) - version(b));
  const candidates = [
    ...installed,
    ...(process.env['PATH'] ?? '').split(delimiter).filter(path => path !== ''),
  ];
  for (const path of candidates) {
    if ((await runnable(join(path, 'initdb'))) && (await runnable(join(path, 'postgres')))) {
      const {stdout} = await promisify(execFile)(join(path, 'postgres'), ['--version']);
      if (Number(/ (\d+)/.exec(stdout)?.[1]) >= oldestVersion) return path;
    }
  }
  return undefined;
}

async function runnable(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Who the server runs as: whoever runs the test, but never root. */
export function serverUser(): {uid: number; gid: number} | Record<string, never> | undefined {
  if (process.getuid?.() !== 0) return {};
  try {
    const id = (flag: string) =>
      Number(execFileSync('id', [flag, 'postgres'], {stdio: ['ignore', 'pipe', 'ignore']}));
    return {uid: id('-u'), gid: id('-g')};
  } catch {
    return undefined;
  }
}

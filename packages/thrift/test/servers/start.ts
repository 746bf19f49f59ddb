import {spawn, type ChildProcess} from 'node:child_process';
import {once} from 'node:events';
import {openSync, closeSync, existsSync} from 'node:fs';
import {mkdir, mkdtemp, readFile, rm} from 'node:fs/promises';
import {connect} from 'node:net';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {freePort} from './free-port.ts';

export type RunningServer = {
  readonly port: number;
  /** The server's own; gone after `stop`. */
  readonly folder: string;
  log(): Promise<string>;
  /** Lets it take connections and answer nothing, until `resume`. */
  pause(): void;
  resume(): void;
  /** Ends it at once, as a crash would. */
  kill(): Promise<void>;
  /** Ends it and removes its folder; the log stays under .cache/logs. */
  stop(): Promise<void>;
};

export type StartOptions = {
  readonly env?: Readonly<Record<string, string>>;
  readonly port?: number;
  /** Of one that was killed, where the script goes on with what it left; else a new one. */
  readonly folder?: string;
  readonly seconds?: number;
};

/** The repository. */
export const root = join(import.meta.dirname, '..', '..', '..', '..');

/** A reason to skip, worded so that a CI run counts it as a failure, unless the file is there. */
export function needs(file: string, how: string): string | false {
  return existsSync(join(root, file)) ? false : `needs ${how}`;
}

/**
 * Starts a server by one of the scripts beside this file, in a process group of its own, and waits
 * until its port takes connections.
 * @param args what the script wants before port and folder
 */
export async function start(
  script: string,
  args: readonly string[],
  options: StartOptions = {},
): Promise<RunningServer> {
  const port = options.port ?? (await freePort());
  const folder = options.folder ?? (await mkdtemp(join(tmpdir(), 'gazetteer-server-')));
  await mkdir(join(root, '.cache', 'logs'), {recursive: true});
  const logFile = join(
    root,
    '.cache',
    'logs',
    `${script}-${args.join('-')}-${process.pid}-${port}.log`,
  );
  const log = openSync(logFile, 'w');
  const child = spawn(join(import.meta.dirname, script), [...args, String(port), folder], {
    detached: true,
    stdio: ['ignore', log, log],
    env: {...process.env, ...options.env},
  });
  closeSync(log);
  const gone = once(child, 'exit');
  const end = (signal: NodeJS.Signals): void => signalGroup(child, signal);
  // The last resort, when a test run is ended without its clean-up.
  const lastResort = (): void => end('SIGKILL');
  process.once('exit', lastResort);
  const kill = async (): Promise<void> => {
    end('SIGKILL');
    await gone;
    process.off('exit', lastResort);
  };
  const stop = async (): Promise<void> => {
    end('SIGTERM');
    // One that is paused would not hear it.
    end('SIGCONT');
    const timer = setTimeout(() => end('SIGKILL'), 10_000);
    await gone;
    clearTimeout(timer);
    process.off('exit', lastResort);
    await rm(folder, {recursive: true, force: true});
  };
  try {
    await answers(child, port, options.seconds ?? 120);
  } catch (error) {
    await stop();
    throw new Error(`${script} ${args.join(' ')} did not start, see ${logFile}`, {cause: error});
  }
  const [pause, resume] = [() => end('SIGSTOP'), () => end('SIGCONT')];
  return {
    port,
    folder,
    kill,
    stop,
    pause,
    resume,
    log: async () => await readFile(logFile, 'utf8'),
  };
}

function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  process.kill(-child.pid, signal);
}

async function answers(child: ChildProcess, port: number, seconds: number): Promise<void> {
  const until = Date.now() + seconds * 1000;
  while (Date.now() < until) {
    if (child.exitCode !== null) throw new Error(`it ended with ${child.exitCode}`);
    const socket = connect(port, '127.0.0.1');
    const isOpen = await new Promise<boolean>(resolve => {
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    });
    socket.destroy();
    if (isOpen) return;
    await new Promise(resolve => setTimeout(resolve, 200));
  }
  throw new Error(`no connection to port ${port} within ${seconds} s`);
}

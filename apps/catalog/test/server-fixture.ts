import assert from 'node:assert/strict';
import {spawn, type ChildProcess} from 'node:child_process';
import {mkdtemp, rm} from 'node:fs/promises';
import type {Socket} from 'node:net';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {soon} from '@gazetteer/model/testing';
import {startFile} from '../../../packages/server/test/start-file.ts';
import {ask} from './client.ts';

/** A real server in a process of its own, started as `npm start` does. */
export type RunningCatalog = {
  readonly url: string;
  readonly pid: number;
  /** Everything it has printed so far. */
  readonly output: () => string;
  /** SIGTERM; resolves with the exit code when it has gone. */
  readonly stop: () => Promise<number | null>;
  /** SIGKILL: no clean-up of any kind. */
  readonly kill: () => Promise<void>;
};

export type StartOptions = {
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Another tree than this one, to compare with. */
  readonly root?: string;
};

const thisTree = join(import.meta.dirname, '..', '..', '..');
/** For a machine that does much else. */
const startTimeoutMs = 120_000;

/** An empty data folder that goes with the test. */
export async function temporaryFolder(t: {
  after(work: () => Promise<void>): void;
}): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'gazetteer-catalog-'));
  t.after(() => rm(folder, {recursive: true, force: true, maxRetries: 3}));
  return folder;
}

/**
 * Starts the catalog on a free port and waits until it says where it listens. Throws what it
 * printed when it ends before.
 */
export async function startCatalog(
  data: string,
  {args = [], env = {}, root}: StartOptions = {},
): Promise<RunningCatalog> {
  const {child, pipes, output, exit} = spawnCatalog(
    [...(args.includes('--http-port') ? [] : ['--http-port', '0']), '--data', data, ...args],
    env,
    root,
  );
  const url = await new Promise<string>((resolve, reject) => {
    const timer = setTimeout(() => {
      child.kill('SIGKILL');
      reject(new Error(`the catalog did not start within ${startTimeoutMs} ms:\n${output()}`));
    }, startTimeoutMs);
    const look = () => {
      const address = /listening on (https?:\/\/[^\s"]+)/.exec(output())?.[1];
      if (address === undefined) return;
      // To look through all that it ever prints at each line would cost a test of many requests
      // more than the requests do.
      child.stdout?.off('data', look);
      clearTimeout(timer);
      resolve(address);
    };
    child.stdout?.on('data', look);
    child.once('close', code => {
      clearTimeout(timer);
      reject(new Error(`the catalog ended with ${code} at its start:\n${output()}`));
    });
  });
  // A test that failed and left it running ends all the same, and it ends with the test.
  for (const one of [child, ...pipes]) one.unref();
  const end = async (signal: NodeJS.Signals) => {
    for (const one of [child, ...pipes]) one.ref();
    child.kill(signal);
    return await exit;
  };
  return {
    url,
    pid: child.pid ?? 0,
    output,
    stop: () => end('SIGTERM'),
    kill: async () => void (await end('SIGKILL')),
  };
}

/** For suites: a catalog on a folder of its own, which `stop` removes. */
export async function startFreshCatalog(options: StartOptions = {}): Promise<RunningCatalog> {
  const folder = await mkdtemp(join(tmpdir(), 'gazetteer-catalog-'));
  const remove = () => rm(folder, {recursive: true, force: true, maxRetries: 3});
  try {
    const server = await startCatalog(folder, options);
    return {
      ...server,
      stop: async () => {
        const code = await server.stop();
        await remove();
        return code;
      },
    };
  } catch (error) {
    await remove();
    throw error;
  }
}

/**
 * What the output says of all that was done until now: lines reach the reader of a pipe a little
 * after the answers.
 */
export async function logUntilNow(server: RunningCatalog): Promise<string> {
  const {headers} = await ask(`${server.url}/api/meta/admin/version`);
  const id = headers.get('requestId') ?? '';
  return await soon(() => {
    const output = server.output();
    const at = output.indexOf(id);
    assert.ok(id !== '' && at >= 0, `no line of request ${id}`);
    // All lines before this request's own.
    return output.slice(0, output.lastIndexOf('\n', at) + 1);
  });
}

/** Runs the catalog until it ends by itself, for `--help` and refusals. */
export async function runCatalog(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<{code: number | null; output: string}> {
  const {child, output, exit} = spawnCatalog(args, env);
  const timer = setTimeout(() => child.kill('SIGKILL'), startTimeoutMs);
  const code = await exit;
  clearTimeout(timer);
  return {code, output: output()};
}

function spawnCatalog(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  root?: string,
) {
  const child: ChildProcess = spawn(
    process.execPath,
    [root === undefined ? startFile : join(root, 'start.mjs'), 'catalog', ...args],
    {
      cwd: root ?? thisTree,
      env: {...process.env, ...env},
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  // A test run that is ended must not leave servers behind.
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  let text = '';
  child.stdout?.on('data', (chunk: Buffer) => (text += chunk.toString()));
  child.stderr?.on('data', (chunk: Buffer) => (text += chunk.toString()));
  const exit = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', code => {
      process.off('exit', kill);
      resolve(code);
    });
  });
  // Node makes sockets of them.
  const pipes = [child.stdout, child.stderr] as Socket[];
  return {child, pipes, output: () => text, exit};
}

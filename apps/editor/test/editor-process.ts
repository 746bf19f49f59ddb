import {spawn} from 'node:child_process';
import {mkdtemp, rm} from 'node:fs/promises';
import type {Socket} from 'node:net';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {startFile} from '../../../packages/server/test/start-file.ts';

/** The editor, or both servers, in a process of its own, started as `npm start` does. */
export type EditorProcess = {
  /** Of the editor; that of the catalog is in the output. */
  readonly url: string;
  readonly output: () => string;
  readonly pid: number;
  /** SIGTERM; resolves with the exit code. */
  readonly stop: () => Promise<number | null>;
  /** SIGKILL: no clean-up of any kind. */
  readonly kill: () => Promise<void>;
};

const root = join(import.meta.dirname, '..', '..', '..');
/** For a machine that does much else. */
const startTimeoutMs = 120_000;

/** An empty folder that goes with the test. */
export async function temporaryFolder(t: {
  after(work: () => Promise<void>): void;
}): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'gazetteer-editor-'));
  t.after(() => rm(folder, {recursive: true, force: true, maxRetries: 3}));
  return folder;
}

/** Starts `start.mjs` with these arguments and waits until the editor says where it listens. */
export async function startEditorProcess(args: readonly string[]): Promise<EditorProcess> {
  const port = args.includes('--editor-port') ? [] : ['--editor-port', '0'];
  const child = spawn(process.execPath, [startFile, ...args, ...port], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const lastResort = () => child.kill('SIGKILL');
  process.once('exit', lastResort);
  let text = '';
  child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (text += chunk.toString()));
  const exit = new Promise<number | null>(resolve => {
    child.once('close', code => {
      process.off('exit', lastResort);
      resolve(code);
    });
  });
  const url = await new Promise<string>((resolve, reject) => {
    const fail = (why: string) => {
      child.kill('SIGKILL');
      reject(new Error(`the editor ${why}:\n${text}`));
    };
    const timer = setTimeout(
      () => fail(`did not start within ${startTimeoutMs} ms`),
      startTimeoutMs,
    );
    child.stdout.on('data', () => {
      const address = /editor, listening on (https?:\/\/\S+)/.exec(text)?.[1];
      if (address === undefined) return;
      clearTimeout(timer);
      resolve(address);
    });
    child.once('close', code => {
      clearTimeout(timer);
      fail(`ended with ${code}`);
    });
  });
  // A test that failed and left it running ends all the same, and it ends with the test. Node makes
  // sockets of the pipes.
  const handles = [child, child.stdout as Socket, child.stderr as Socket];
  for (const one of handles) one.unref();
  const end = async (signal: NodeJS.Signals) => {
    for (const one of handles) one.ref();
    child.kill(signal);
    return await exit;
  };
  return {
    url,
    output: () => text,
    pid: child.pid ?? 0,
    stop: () => end('SIGTERM'),
    kill: async () => void (await end('SIGKILL')),
  };
}

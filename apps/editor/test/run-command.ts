import {spawn} from 'node:child_process';
import {join} from 'node:path';
import {startFile} from '../../../packages/server/test/start-file.ts';

const root = join(import.meta.dirname, '..', '..', '..');

/** Runs `start.mjs` with these arguments until it ends by itself: `backup`, `restore`, refusals. */
export async function runCommand(
  ...args: readonly string[]
): Promise<{code: number | null; output: string}> {
  const child = spawn(process.execPath, [startFile, ...args], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  // A server that starts against expectation must not hold up the run.
  const timer = setTimeout(() => child.kill('SIGKILL'), 120_000);
  const code = await new Promise<number | null>(resolve => child.once('close', resolve));
  clearTimeout(timer);
  return {code, output};
}

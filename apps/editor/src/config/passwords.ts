import {execFileSync} from 'node:child_process';

/** Where a password may come from, in this order. */
export type PasswordSource =
  | {readonly value: string | undefined}
  | {
      /** Key that names the command, for the error. */
      readonly key: string;
      readonly script: string | undefined;
    };

const timeoutMs = 30_000;

/**
 * Takes the first password there is; a command runs only when it is its turn, and only once however
 * many servers share it. A command that fails is told, and nothing behind it is tried: another
 * password than the one meant locks accounts.
 */
export class Passwords {
  readonly #fail: (message: string) => void;
  readonly #outputs = new Map<string, string | undefined>();

  constructor(fail: (message: string) => void) {
    this.#fail = fail;
  }

  first(sources: readonly PasswordSource[]): string | undefined {
    for (const source of sources) {
      if ('value' in source) {
        if (source.value !== undefined && source.value !== '') return source.value;
      } else if (source.script !== undefined) {
        return this.#run(source.key, source.script);
      }
    }
    return undefined;
  }

  #run(key: string, script: string): string | undefined {
    if (!this.#outputs.has(script)) this.#outputs.set(script, this.#output(key, script));
    return this.#outputs.get(script);
  }

  #output(key: string, script: string): string | undefined {
    try {
      const stdio: ['ignore', 'pipe', 'pipe'] = ['ignore', 'pipe', 'pipe'];
      const output = execFileSync('/bin/sh', ['-c', script], {
        encoding: 'utf8',
        timeout: timeoutMs,
        stdio,
      });
      return output.replace(/\r?\n$/, '');
    } catch (error) {
      // Neither the command nor its output, which may hold the secret.
      const {status, signal} = error as {status?: number | null; signal?: string | null};
      this.#fail(`${key}: the command ended with ${signal ?? `status ${status ?? 'unknown'}`}`);
      return undefined;
    }
  }
}

import {Worker} from 'node:worker_threads';
import type {BcryptAnswer, BcryptQuestion} from './bcrypt-thread.ts';

const waiting = new Map<number, PromiseWithResolvers<boolean>>();
let thread: Worker | undefined;
let lastId = 0;

/**
 * Compares in a thread of its own, which is started when somebody with such a hash logs in, and
 * anew if it has died.
 */
export async function compareBcrypt(password: string, stored: string): Promise<boolean> {
  thread ??= started();
  const id = ++lastId;
  const answer = Promise.withResolvers<boolean>();
  waiting.set(id, answer);
  thread.ref();
  thread.postMessage({id, password, stored} satisfies BcryptQuestion);
  return await answer.promise;
}

function started(): Worker {
  const worker = new Worker(new URL('bcrypt-thread.ts', import.meta.url), {name: 'bcrypt'});
  worker.on('message', ({id, isRight}: BcryptAnswer) => {
    waiting.get(id)?.resolve(isRight);
    waiting.delete(id);
    // While nobody waits it keeps no process alive.
    if (waiting.size === 0) worker.unref();
  });
  const ended = (cause: unknown) => {
    if (thread === worker) thread = undefined;
    for (const one of waiting.values())
      one.reject(new Error('the thread that compares passwords has ended', {cause}));
    waiting.clear();
  };
  worker.on('error', ended);
  worker.on('exit', ended);
  return worker;
}

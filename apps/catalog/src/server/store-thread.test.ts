import assert from 'node:assert/strict';
import {registerHooks} from 'node:module';
import {test} from 'node:test';

test('a thread of the store loads nothing that talks HTTP', async () => {
  const loaded: string[] = [];
  const hooks = registerHooks({
    resolve: (name, context, next) => {
      const found = next(name, context);
      loaded.push(found.url);
      return found;
    },
  });
  await import('./operations.ts');
  await import('../host/engine.ts');
  hooks.deregister();
  assert.ok(loaded.some(url => url.endsWith('/packages/store/src/index.ts')));
  // Each thread would hold 20 MiB of it, and take half as long again to start.
  const unwanted =
    /^node:https?$|\/node_modules\/(fastify|pino|jose)\/|\/packages\/server\/src\/index\.ts$/;
  assert.deepEqual(
    loaded.filter(url => unwanted.test(url)),
    [],
  );
});

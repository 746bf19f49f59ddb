import assert from 'node:assert/strict';
import {registerHooks} from 'node:module';
import {test} from 'node:test';
import {DuckDbProcess} from './duckdb-process.ts';

test('where the package of the engine was left out, that is said, and how it comes', t => {
  const hooks = registerHooks({
    resolve(specifier, context, next) {
      if (specifier === '@duckdb/node-api') throw new Error(`Cannot find package '${specifier}'`);
      return next(specifier, context);
    },
  });
  t.after(() => hooks.deregister());
  assert.throws(() => new DuckDbProcess(), {
    kind: 'misconfigured',
    message:
      /not installed: its package @duckdb\/node-api is optional and was left out. `npm ci --include=optional` brings it/,
  });
});

import assert from 'node:assert/strict';
import {failuresOf} from '../src/api/failures.ts';
import {catalogRoutes} from '../src/server/routes.ts';
import {watchAnswers} from './client.ts';

/** As the router: an address without a placeholder goes before one that has it. */
const operations = catalogRoutes
  .map(route => ({
    name: `${route.method} ${route.path}`,
    method: route.method,
    path: new RegExp(`^${route.path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}/?$`),
    placeholders: route.path.split('{').length,
    codes: new Set(
      failuresOf(route).flatMap(({description}) =>
        Array.from(description.matchAll(/^(?:ATLAS|GAZETTEER)-[\w-]+/gm), ([code]) => code),
      ),
    ),
  }))
  .sort((one, other) => one.placeholders - other.placeholders);

/**
 * From now on every refusal that a test of this file gets must be one that the API document has for
 * the operation.
 */
export function expectDeclaredRefusals(): void {
  watchAnswers((method, url, {status, json}) => {
    const code = (json as {errorCode?: unknown} | null | undefined)?.errorCode;
    if (status < 400 || typeof code !== 'string') return;
    const path = new URL(url).pathname.replace(/^\/api\/(meta|atlas)(?=\/)/, '');
    const operation = operations.find(one => one.method === method && one.path.test(path));
    if (operation === undefined) return;
    assert.ok(operation.codes.has(code), `${operation.name} does not declare ${code}`);
  });
}

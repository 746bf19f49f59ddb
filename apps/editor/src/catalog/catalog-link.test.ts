import assert from 'node:assert/strict';
import {test} from 'node:test';
import {ApiError} from '@gazetteer/client';
import {CatalogAway, orAway} from './catalog-link.ts';

test('a catalog that is overloaded is away, one that refuses is not', async () => {
  const errorOf = {errorCode: '', message: 'no', issues: [], requestId: undefined};
  const refused = (status: number) => Promise.reject(new ApiError(status, errorOf));
  for (const status of [429, 502, 503, 504])
    await assert.rejects(orAway(refused(status)), CatalogAway);
  await assert.rejects(orAway(refused(403)), ApiError);
  await assert.rejects(orAway(Promise.reject(new TypeError('fetch failed'))), CatalogAway);
  assert.equal(await orAway(Promise.resolve(1)), 1);
});

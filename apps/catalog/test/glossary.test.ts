import assert from 'node:assert/strict';
import {after, before, suite, test} from 'node:test';
import {postgresForTests} from '@gazetteer/db/testing';
import {bothDatabases} from './both-databases.ts';
import {nobody, texts, glossaryWorld, type Json} from './glossary-world.ts';
import type {RunningCatalog} from './server-fixture.ts';

const cluster = await postgresForTests();
if ('url' in cluster) after(() => cluster.stop());

for (const {database, options, start} of bothDatabases(cluster)) {
  suite(`${database}: glossaries`, options, () => {
    let server: RunningCatalog;
    const {send, ok, refused, newGlossary} = glossaryWorld(() => server);

    before(async () => {
      server = await start();
    });
    after(() => server?.stop());

    test('a glossary is created, read, changed and deleted for good', async () => {
      const made = await ok('POST', '/glossary', {
        name: 'Trade',
        shortDescription: 'short',
        language: 'en',
        terms: [],
      });
      assert.deepEqual(made, {
        guid: made.guid,
        name: 'Trade',
        qualifiedName: 'Trade',
        shortDescription: 'short',
        language: 'en',
      });
      assert.deepEqual(await ok('GET', `/glossary/${made.guid}`), made);
      const changed = await ok('PUT', `/glossary/${made.guid}`, {
        name: 'Trading',
        usage: 'here',
        additionalAttributes: {owner: 'ann'},
      });
      const expected = {guid: made.guid, name: 'Trading', qualifiedName: 'Trade', usage: 'here'};
      assert.deepEqual(changed, {...expected, additionalAttributes: {owner: 'ann'}});
      const partial = await ok('PUT', `/glossary/${made.guid}/partial`, {
        longDescription: 'long',
        usage: null,
      });
      assert.deepEqual(
        [partial.name, partial['longDescription'], partial['usage']],
        ['Trading', 'long', undefined],
      );
      assert.equal((await send('DELETE', `/glossary/${made.guid}`)).status, 204);
      await refused('ATLAS-404-00-005', 'GET', `/glossary/${made.guid}`);
      await refused('ATLAS-404-00-005', 'DELETE', `/glossary/${made.guid}`);
      assert.equal((await send('GET', `/entity/guid/${made.guid}`)).status, 404);
      assert.notEqual((await ok('POST', '/glossary', {name: 'Trade'})).guid, made.guid);
    });

    test('glossaries and categories are listed with counts in place of what is in them', async () => {
      const glossary = await newGlossary();
      const other = await newGlossary();
      const above = await glossary.category('above');
      await glossary.category('below', {parentCategory: {categoryGuid: above.guid}});
      const categories = [{categoryGuid: above.guid}];
      const [first, second, third] = [
        await glossary.term('first', {categories}),
        await glossary.term('second', {categories}),
        await glossary.term('third', {categories}),
      ];
      await ok('PUT', `/glossary/term/${second.guid}`, {
        name: 'second',
        anchor: {glossaryGuid: other.guid},
      });
      await ok('PUT', `/glossary/term/${third.guid}`, {name: 'third'});
      assert.ok(first.guid);
      const listed = await ok<Json[]>('GET', '/glossary?counts=true');
      const countsOf = (guid: string) => {
        const one = listed.find(json => json.guid === guid);
        return [one?.['termCount'], one?.['categoryCount'], one?.terms, one?.categories];
      };
      assert.deepEqual(countsOf(glossary.guid), [2, 2, undefined, undefined]);
      assert.deepEqual(countsOf(other.guid), [1, 0, undefined, undefined]);
      assert.deepEqual(await ok('GET', `/glossary/${other.guid}?counts=true`), {
        guid: other.guid,
        name: other.name,
        qualifiedName: other.qualifiedName,
        termCount: 1,
        categoryCount: 0,
      });
      const headers = await ok<Json[]>(
        'GET',
        `/glossary/${glossary.guid}/categories/headers?counts=true`,
      );
      assert.deepEqual(
        headers.map(one => [one['displayText'], one['parentCategoryGuid'], one['termCount']]),
        [
          ['above', undefined, 1],
          ['below', above.guid, 0],
        ],
      );
      const plain = await ok<Json[]>('GET', `/glossary/${glossary.guid}/categories/headers`);
      assert.ok(plain.every(one => !('termCount' in one)));
    });

    test('what makes no glossary is refused', async () => {
      const taken = await newGlossary();
      await refused('ATLAS-409-00-007', 'POST', '/glossary', {name: taken.name});
      await refused('ATLAS-400-00-079', 'POST', '/glossary', {shortDescription: 'x'});
      await refused('ATLAS-400-00-079', 'POST', '/glossary', {name: ' '});
      for (const name of ['a.b', 'a@b'])
        await refused('ATLAS-400-00-083', 'POST', '/glossary', {name});
      await refused('ATLAS-400-00-029', 'POST', '/glossary', 'null');
      await refused('ATLAS-400-00-029', 'POST', '/glossary');
      assert.equal((await send('POST', '/glossary', '[]')).status, 400);
      const path = `/glossary/${taken.guid}`;
      await refused('ATLAS-400-00-029', 'PUT', path, {usage: 'x'});
      await refused('ATLAS-400-00-083', 'PUT', path, {name: 'a.b'});
      await refused('ATLAS-404-00-005', 'PUT', `/glossary/${nobody}`, {name: 'x'});
      await refused('ATLAS-400-00-029', 'PUT', `${path}/partial`, {});
      assert.equal(
        await refused('ATLAS-400-00-074', 'PUT', `${path}/partial`, {qualifiedName: 'x'}),
        'Invalid attribute qualifiedName for partial update of Glossary',
      );
      await refused('ATLAS-400-00-083', 'PUT', `${path}/partial`, {name: 'a@b'});
      await refused('ATLAS-404-00-005', 'PUT', `/glossary/${nobody}/partial`, {usage: 'x'});
      await refused('ATLAS-404-00-005', 'GET', `/glossary/${nobody}/detailed`);
    });

    test('glossaries are listed by name, in pages; what is no page is refused', async () => {
      for (const name of ['ZB', 'ZA', 'ZC']) await newGlossary({name});
      const names = async (query: string) =>
        (await ok<Json[]>('GET', `/glossary?${query}`)).map(one => one.name);
      assert.deepEqual((await names('sort=DESC')).slice(0, 3), ['ZC', 'ZB', 'ZA']);
      assert.deepEqual(await names('sort=DESC&limit=1&offset=1'), ['ZB']);
      assert.deepEqual((await names('')).slice(-3), ['ZA', 'ZB', 'ZC']);
      const all = await names('');
      assert.deepEqual(await names(`offset=${all.length}`), []);
      for (const same of ['limit=-2', 'offset=-1', 'sort=UP', 'sort=asc', 'sort='])
        assert.deepEqual(await names(same), all);
      assert.deepEqual(await names('sort=desc'), all.toReversed());
      const {guid} = await newGlossary();
      for (const path of [
        '/glossary',
        `/glossary/${guid}/terms`,
        `/glossary/${guid}/categories/headers`,
      ]) {
        for (const query of ['limit=x', 'limit=1.5', 'offset=x']) {
          await refused('ATLAS-400-00-029', 'GET', `${path}?${query}`);
        }
      }
    });

    test('a detailed glossary has the whole forms of what is in it; with it everything goes', async () => {
      const glossary = await newGlossary();
      const category = await glossary.category('top');
      const term = await glossary.term('t', {categories: [{categoryGuid: category.guid}]});
      const detailed = await ok<
        Json & {termInfo: Record<string, Json>; categoryInfo: Record<string, Json>}
      >('GET', `/glossary/${glossary.guid}/detailed`);
      assert.deepEqual(detailed.termInfo, {[term.guid]: term});
      assert.deepEqual(detailed.categoryInfo, {
        [category.guid]: await ok('GET', `/glossary/category/${category.guid}`),
      });
      assert.deepEqual([texts(detailed.terms), texts(detailed.categories)], [['t'], ['top']]);
      await ok('DELETE', `/glossary/${glossary.guid}`);
      for (const path of [`term/${term.guid}`, `category/${category.guid}`]) {
        await refused('ATLAS-404-00-005', 'GET', `/glossary/${path}`);
      }
    });

    test('a change can be rehearsed', async () => {
      const glossary = await newGlossary();
      const body = {name: 'Only tried', anchor: {glossaryGuid: glossary.guid}};
      const {response} = await ok<{response: Json}>('POST', '/glossary/term?dryRun=true', body);
      assert.equal(response.qualifiedName, `Only tried@${glossary.name}`);
      assert.equal((await ok('GET', `/glossary/${glossary.guid}`)).terms, undefined);
    });
  });
}

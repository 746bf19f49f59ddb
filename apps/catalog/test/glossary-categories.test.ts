import assert from 'node:assert/strict';
import {after, before, suite, test} from 'node:test';
import {postgresForTests} from '@gazetteer/db/testing';
import {bothDatabases} from './both-databases.ts';
import {nobody, texts, glossaryWorld, type Header, type Json} from './glossary-world.ts';
import type {RunningCatalog} from './server-fixture.ts';

const cluster = await postgresForTests();
if ('url' in cluster) after(() => cluster.stop());

for (const {database, options, start} of bothDatabases(cluster)) {
  suite(`${database}: glossary categories`, options, () => {
    let server: RunningCatalog;
    const {send, ok, refused, newGlossary} = glossaryWorld(() => server);

    before(async () => {
      server = await start();
    });
    after(() => server?.stop());

    test('categories form a tree inside of one glossary, and are named for their place', async () => {
      const [glossary, other] = [await newGlossary(), await newGlossary()];
      const [a, b] = [
        await glossary.category('a'),
        await glossary.category('b', {shortDescription: 's'}),
      ];
      const c = await glossary.category('c', {parentCategory: {categoryGuid: b.guid}});
      assert.equal(c.qualifiedName, `c.b@${glossary.name}`);
      assert.deepEqual(
        [c.parentCategory?.categoryGuid, c.parentCategory?.displayText],
        [b.guid, 'b'],
      );
      const top = await ok('PUT', `/glossary/category/${a.guid}`, {
        name: 'a',
        childrenCategories: [{categoryGuid: b.guid}],
      });
      assert.deepEqual(
        top.childrenCategories?.map(one => [
          one.categoryGuid,
          one['parentCategoryGuid'],
          one.displayText,
        ]),
        [[b.guid, a.guid, 'b']],
      );
      const category = (guid: string) => ok('GET', `/glossary/category/${guid}`);
      assert.equal((await category(b.guid)).qualifiedName, `b.a@${glossary.name}`);
      assert.equal((await category(c.guid)).qualifiedName, `c.b.a@${glossary.name}`);
      const related = await ok<Record<string, Header[]>>(
        'GET',
        `/glossary/category/${b.guid}/related`,
      );
      assert.deepEqual([texts(related['parent']), texts(related['children'])], [['a'], ['c']]);
      const headers = await ok<Header[]>('GET', `/glossary/${glossary.guid}/categories/headers`);
      assert.deepEqual(
        headers.map(one => [one.displayText, one['parentCategoryGuid']]),
        [
          ['a', undefined],
          ['b', a.guid],
          ['c', b.guid],
        ],
      );
      const {categories} = await ok('GET', `/glossary/${glossary.guid}`);
      assert.deepEqual(
        categories?.find(one => one.categoryGuid === c.guid)?.['parentCategoryGuid'],
        b.guid,
      );

      const move = (code: string, guid: string, body: object) =>
        refused(code, 'PUT', `/glossary/category/${guid}`, {name: 'x', ...body});
      const keep = {childrenCategories: [{categoryGuid: b.guid}]};
      await move('ATLAS-400-00-029', a.guid, {parentCategory: {categoryGuid: c.guid}, ...keep});
      const foreign = await other.category('foreign');
      await move('ATLAS-400-00-07F', a.guid, {childrenCategories: [{categoryGuid: foreign.guid}]});
      await move('ATLAS-400-00-07F', a.guid, {parentCategory: {categoryGuid: foreign.guid}});
      await move('ATLAS-404-00-005', a.guid, {parentCategory: {categoryGuid: nobody}});
      await move('ATLAS-404-00-005', a.guid, {childrenCategories: [{categoryGuid: glossary.guid}]});

      const moved = await ok('PUT', `/glossary/category/${b.guid}`, {
        name: 'b',
        anchor: {glossaryGuid: other.guid},
        childrenCategories: [{categoryGuid: c.guid}],
      });
      assert.deepEqual(
        [moved.qualifiedName, moved['shortDescription']],
        [`b@${other.name}`, undefined],
      );
      const below = await category(c.guid);
      assert.deepEqual(
        [below.qualifiedName, below.anchor?.glossaryGuid],
        [`c.b@${other.name}`, other.guid],
      );
      assert.equal((await send('DELETE', `/glossary/category/${b.guid}`)).status, 204);
      const left = await category(c.guid);
      assert.deepEqual([left.qualifiedName, left.parentCategory], [`c@${other.name}`, undefined]);
      await refused('ATLAS-404-00-005', 'GET', `/glossary/category/${b.guid}`);
    });

    test('what makes no category is refused, and two below one parent have two names', async () => {
      const glossary = await newGlossary();
      const anchor = {glossaryGuid: glossary.guid};
      const taken = await glossary.category('Taken');
      const post = (code: string, body: unknown) =>
        refused(code, 'POST', '/glossary/category', body);
      await post('ATLAS-409-00-00A', {name: 'Taken', anchor});
      await post('ATLAS-400-00-072', {name: 'x'});
      await post('ATLAS-400-00-077', {name: 'x', anchor: {glossaryGuid: ''}});
      await post('ATLAS-404-00-005', {name: 'x', anchor: {glossaryGuid: nobody}});
      await post('ATLAS-400-00-07B', {anchor});
      await post('ATLAS-400-00-083', {name: 'a@b', anchor});
      await post('ATLAS-400-00-076', {name: 'x', anchor, terms: [{}]});
      await post('ATLAS-400-00-029', 'null');
      const below = {anchor, parentCategory: {categoryGuid: taken.guid}};
      const [child] = await ok<Json[]>('POST', '/glossary/categories', [{name: 'Taken', ...below}]);
      assert.equal(child?.qualifiedName, `Taken.Taken@${glossary.name}`);
      await refused('ATLAS-409-00-00A', 'POST', '/glossary/categories', [
        {name: 'n', ...below},
        {name: 'Taken', ...below},
      ]);
      // The one below has the name that the one that goes away gives up.
      await ok('DELETE', `/glossary/category/${taken.guid}`);
      assert.equal(
        (await ok('GET', `/glossary/category/${child?.guid}`)).qualifiedName,
        `Taken@${glossary.name}`,
      );
      const path = `/glossary/category/${child?.guid}`;
      assert.equal(
        (await ok('PUT', `${path}/partial`, {name: 'Renamed'})).qualifiedName,
        `Taken@${glossary.name}`,
      );
      await refused('ATLAS-400-00-074', 'PUT', `${path}/partial`, {anchor: 'x'});
      await refused('ATLAS-400-00-029', 'PUT', path, {});
      await refused('ATLAS-400-00-077', 'PUT', path, {name: 'x', anchor: {}});
      await refused('ATLAS-404-00-005', 'PUT', `/glossary/category/${nobody}`, {name: 'x'});
      await refused('ATLAS-404-00-005', 'DELETE', `/glossary/category/${glossary.guid}`);
      for (const list of ['terms', 'related'])
        await refused('ATLAS-404-00-005', 'GET', `/glossary/category/${nobody}/${list}`);
    });

    test('terms are put into categories from either side', async () => {
      const glossary = await newGlossary();
      const [a, b] = [await glossary.term('a'), await glossary.term('b')];
      const category = await glossary.category('c', {
        terms: [{termGuid: a.guid, description: 'd', status: 'ACTIVE'}],
      });
      const listed = async (query = '') =>
        texts(await ok<Header[]>('GET', `/glossary/category/${category.guid}/terms${query}`));
      assert.deepEqual(await listed(), ['a']);
      const [header] = (await ok('GET', `/glossary/term/${a.guid}`))['categories'] as Header[];
      assert.deepEqual(
        [header?.categoryGuid, header?.displayText, header?.['description'], header?.['status']],
        [category.guid, 'c', 'd', 'ACTIVE'],
      );
      await ok('PUT', `/glossary/term/${b.guid}`, {
        name: 'b',
        categories: [{categoryGuid: category.guid}],
      });
      assert.deepEqual(await listed('?sort=DESC'), ['b', 'a']);
      await ok('PUT', `/glossary/term/${a.guid}`, {name: 'a'});
      assert.deepEqual(await listed(), ['b']);
      await ok('PUT', `/glossary/category/${category.guid}`, {name: 'c'});
      assert.deepEqual(await listed(), []);
      await ok('PUT', `/glossary/category/${category.guid}`, {
        name: 'c',
        terms: [{termGuid: b.guid}],
      });
      await ok('DELETE', `/glossary/category/${category.guid}`);
      assert.equal((await ok('GET', `/glossary/term/${b.guid}`))['categories'], undefined);
    });

    test('a category moves to another glossary with its terms, without them, or leaves them where they are', async () => {
      const [from, to] = [await newGlossary(), await newGlossary()];
      const top = await from.category('top');
      const low = await from.category('low', {parentCategory: {categoryGuid: top.guid}});
      const stays = await from.category('stays');
      const inBoth = [
        {categoryGuid: top.guid, description: 'why', status: 'DRAFT'},
        {categoryGuid: stays.guid},
      ];
      const a = await from.term('a', {categories: inBoth});
      const b = await from.term('b', {categories: [{categoryGuid: low.guid}]});
      const away = await to.term('away', {categories: [{categoryGuid: top.guid}]});
      const other = await from.term('other', {categories: [{categoryGuid: stays.guid}]});
      const path = `/glossary/category/${top.guid}`;
      const goTo = async ({guid}: Json, query: string) => {
        const body = {...(await ok('GET', path)), anchor: {glossaryGuid: guid}};
        return {body, at: `${path}${query}`};
      };
      const terms = async () =>
        await Promise.all(
          [a, b, away, other].map(async ({guid}) => {
            const term = await ok('GET', `/glossary/term/${guid}`);
            return [
              term.qualifiedName,
              texts(term['categories'] as Header[] | undefined)
                ?.sort()
                .join(' ') ?? '',
            ];
          }),
        );
      const before = await terms();

      const taken = await to.term('b');
      const along = await goTo(to, '?termsOnMove=MOVE');
      assert.match(
        await refused('ATLAS-409-00-009', 'PUT', along.at, along.body),
        new RegExp(`b@${to.name}`),
      );
      await ok('DELETE', `/glossary/term/${taken.guid}`);
      assert.deepEqual(await terms(), before);
      type Rehearsal = {
        changes: {
          entities: {updated: {count: number}};
          relationships: Record<string, {count: number}>;
        };
      };
      const {changes} = await ok<Rehearsal>('PUT', `${along.at}&dryRun=true`, along.body);
      assert.equal(changes.entities.updated.count, 4);
      assert.deepEqual(await terms(), before);

      const moved = await ok('PUT', along.at, along.body);
      assert.deepEqual(
        [moved.qualifiedName, texts(moved.terms)?.sort()],
        [`top@${to.name}`, ['a', 'away']],
      );
      assert.deepEqual(await terms(), [
        [`a@${to.name}`, 'top'],
        [`b@${to.name}`, 'low'],
        [`away@${to.name}`, 'top'],
        [`other@${from.name}`, 'stays'],
      ]);
      // What being in the category says about itself stays.
      const [link] = (await ok('GET', `/glossary/term/${a.guid}`))['categories'] as Header[];
      assert.deepEqual([link?.['description'], link?.['status']], ['why', 'DRAFT']);
      assert.equal(
        (await ok('GET', `/glossary/category/${low.guid}`)).qualifiedName,
        `low.top@${to.name}`,
      );

      const kept = await goTo(from, '');
      assert.deepEqual(texts((await ok('PUT', kept.at, kept.body)).terms)?.sort(), ['a', 'away']);
      assert.equal((await ok('GET', `/glossary/term/${a.guid}`)).qualifiedName, `a@${to.name}`);
      const back = await goTo(to, '?termsOnMove=MOVE');
      await ok('PUT', back.at, back.body);

      const without = await goTo(from, '?termsOnMove=REMOVE');
      assert.equal((await ok('PUT', without.at, without.body)).terms, undefined);
      assert.deepEqual(await terms(), [
        [`a@${to.name}`, ''],
        [`b@${to.name}`, ''],
        [`away@${to.name}`, ''],
        [`other@${from.name}`, 'stays'],
      ]);
      assert.equal(
        (await ok('GET', `/glossary/category/${low.guid}`)).qualifiedName,
        `low.top@${from.name}`,
      );
      await refused('ATLAS-400-00-029', 'PUT', `${path}?termsOnMove=TAKE`, without.body);
    });

    test('categories that are moved below each other at once never form a ring', async () => {
      const glossary = await newGlossary();
      const [a, b] = [await glossary.category('a'), await glossary.category('b')];
      const below = (child: Json, parent: Json) =>
        send('PUT', `/glossary/category/${child.guid}`, {
          name: child.name,
          parentCategory: {categoryGuid: parent.guid},
        });
      for (const answer of await Promise.all([below(a, b), below(b, a)]))
        assert.equal(answer.status, 200, answer.text);
      const names = (await ok<Json[]>('GET', `/glossary/${glossary.guid}/categories`)).map(
        one => one.qualifiedName,
      );
      const [one, other] = [
        `a@${glossary.name} b.a@${glossary.name}`,
        `a.b@${glossary.name} b@${glossary.name}`,
      ];
      assert.ok([one, other].includes(names.join(' ')), names.join(' '));
    });
  });
}

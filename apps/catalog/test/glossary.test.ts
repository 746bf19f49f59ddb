import assert from 'node:assert/strict';
import {after, before, suite, test} from 'node:test';
import {postgresForTests} from '@gazetteer/db/testing';
import {bothDatabases} from './both-databases.ts';
import {ask, type Answer} from './client.ts';
import type {RunningCatalog} from './server-fixture.ts';

type Header = {
  termGuid: string;
  categoryGuid: string;
  relationGuid: string;
  displayText: string;
  [field: string]: unknown;
};
type Json = {
  guid: string;
  name: string;
  qualifiedName: string;
  terms?: Header[];
  categories?: Header[];
  anchor?: {glossaryGuid: string; relationGuid: string};
  parentCategory?: Header;
  childrenCategories?: Header[];
  [field: string]: unknown;
};

const nobody = '00000000-0000-0000-0000-000000000001';
const texts = (headers: readonly Header[] | undefined) => headers?.map(one => one.displayText);
const cluster = await postgresForTests();
if ('url' in cluster) after(() => cluster.stop());

for (const {database, options, start} of bothDatabases(cluster)) {
  suite(`${database}: glossaries`, options, () => {
    let server: RunningCatalog;
    const send = (method: string, path: string, body?: unknown): Promise<Answer> =>
      ask(`${server.url}/api/atlas/v2${path}`, {method, ...(body === undefined ? {} : {body})});
    const ok = async <T = Json>(method: string, path: string, body?: unknown): Promise<T> => {
      const answer = await send(method, path, body);
      assert.ok(answer.status === 200 || answer.status === 204, `${method} ${path}: ${answer.status} ${answer.text}`);
      return answer.json as T;
    };
    const refused = async (code: string, method: string, path: string, body?: unknown): Promise<string> => {
      const {status, text, json} = await send(method, path, body);
      const {errorCode, errorMessage} = (json ?? {}) as {errorCode: string; errorMessage: string};
      assert.deepEqual([errorCode, status], [code, Number(code.split('-')[1])], text);
      return errorMessage;
    };
    let count = 0;
    const newGlossary = async (more: object = {}) => {
      const glossary = await ok('POST', '/glossary', {name: `G${++count}`, ...more});
      const anchor = {glossaryGuid: glossary.guid};
      return {
        ...glossary,
        term: (name: string, more: object = {}) => ok('POST', '/glossary/term', {name, anchor, ...more}),
        category: (name: string, more: object = {}) => ok('POST', '/glossary/category', {name, anchor, ...more}),
      };
    };
    const newEntity = async (name: string) => {
      const {guidAssignments} = await ok<{guidAssignments: Record<string, string>}>('POST', '/entity', {
        entity: {
          typeName: 'hive_db',
          guid: '-1',
          attributes: {qualifiedName: `${name}${++count}@test`, name, clusterName: 'test'},
        },
      });
      return guidAssignments['-1'] ?? '';
    };

    before(async () => {
      server = await start();
      await ok('POST', '/types/typedefs', {
        classificationDefs: [{name: 'PII', superTypes: [], attributeDefs: []}],
      });
    });
    after(() => server?.stop());

    test('a glossary is created, read, changed and deleted for good', async () => {
      const made = await ok('POST', '/glossary', {name: 'Trade', shortDescription: 'short', language: 'en', terms: []});
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
      const partial = await ok('PUT', `/glossary/${made.guid}/partial`, {longDescription: 'long', usage: null});
      assert.deepEqual([partial.name, partial['longDescription'], partial['usage']], ['Trading', 'long', undefined]);
      assert.equal((await send('DELETE', `/glossary/${made.guid}`)).status, 204);
      await refused('ATLAS-404-00-005', 'GET', `/glossary/${made.guid}`);
      await refused('ATLAS-404-00-005', 'DELETE', `/glossary/${made.guid}`);
      assert.equal((await send('GET', `/entity/guid/${made.guid}`)).status, 404);
      assert.notEqual((await ok('POST', '/glossary', {name: 'Trade'})).guid, made.guid);
    });

    test('what makes no glossary is refused', async () => {
      const taken = await newGlossary();
      await refused('ATLAS-409-00-007', 'POST', '/glossary', {name: taken.name});
      await refused('ATLAS-400-00-079', 'POST', '/glossary', {shortDescription: 'x'});
      await refused('ATLAS-400-00-079', 'POST', '/glossary', {name: ' '});
      for (const name of ['a.b', 'a@b']) await refused('ATLAS-400-00-083', 'POST', '/glossary', {name});
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
      const names = async (query: string) => (await ok<Json[]>('GET', `/glossary?${query}`)).map(one => one.name);
      assert.deepEqual((await names('sort=DESC')).slice(0, 3), ['ZC', 'ZB', 'ZA']);
      assert.deepEqual(await names('sort=DESC&limit=1&offset=1'), ['ZB']);
      assert.deepEqual((await names('')).slice(-3), ['ZA', 'ZB', 'ZC']);
      const all = (await names('')).length;
      assert.deepEqual(await names(`offset=${all}`), []);
      const {guid} = await newGlossary();
      for (const path of ['/glossary', `/glossary/${guid}/terms`, `/glossary/${guid}/categories/headers`]) {
        for (const query of ['limit=x', 'limit=-2', 'limit=1.5', 'offset=-1', 'sort=UP']) {
          await refused('ATLAS-400-00-029', 'GET', `${path}?${query}`);
        }
      }
    });

    test('a term is created with everything, read, changed and deleted for good', async () => {
      const glossary = await newGlossary();
      const other = await glossary.term('Other');
      const term = await glossary.term('Customer', {
        shortDescription: 's',
        examples: ['a', 'b'],
        abbreviation: 'cu',
        usage: 'u',
        additionalAttributes: {k: 'v'},
        qualifiedName: 'is ignored',
        seeAlso: [
          {termGuid: other.guid, description: 'd', status: 'DRAFT', steward: 'ann', source: 'x', expression: 'e'},
        ],
        classifications: [{typeName: 'PII'}],
      });
      const [seeAlso] = term['seeAlso'] as Header[];
      assert.deepEqual(seeAlso, {
        termGuid: other.guid,
        relationGuid: seeAlso?.relationGuid,
        displayText: 'Other',
        description: 'd',
        expression: 'e',
        steward: 'ann',
        source: 'x',
        status: 'DRAFT',
        qualifiedName: `Other@${glossary.name}`,
      });
      const classification = {
        typeName: 'PII',
        attributes: {},
        entityGuid: term.guid,
        entityStatus: 'ACTIVE',
        propagate: true,
        removePropagationsOnEntityDelete: false,
      };
      assert.deepEqual(term, {
        guid: term.guid,
        name: 'Customer',
        qualifiedName: `Customer@${glossary.name}`,
        shortDescription: 's',
        examples: ['a', 'b'],
        abbreviation: 'cu',
        usage: 'u',
        additionalAttributes: {k: 'v'},
        anchor: {
          glossaryGuid: glossary.guid,
          relationGuid: term.anchor?.relationGuid,
          displayText: glossary.name,
        },
        classifications: [classification],
        seeAlso: [seeAlso],
        glossaryTermHeader: {termGuid: term.guid, qualifiedName: term.qualifiedName},
      });
      const path = `/glossary/term/${term.guid}`;
      assert.deepEqual(await ok('GET', path), term);
      const renamed = await ok('PUT', path, {name: 'Client'});
      assert.deepEqual(
        [renamed.name, renamed.qualifiedName, renamed.anchor, renamed['usage'], renamed['seeAlso']],
        ['Client', term.qualifiedName, term.anchor, undefined, undefined],
      );
      assert.equal((await ok('GET', `/glossary/term/${other.guid}`))['seeAlso'], undefined);
      assert.equal((await ok('PUT', `${path}/partial`, {abbreviation: 'cl'}))['abbreviation'], 'cl');
      assert.equal((await send('DELETE', path)).status, 204);
      await refused('ATLAS-404-00-005', 'GET', path);
      assert.deepEqual(texts((await ok('GET', `/glossary/${glossary.guid}`)).terms), ['Other']);
    });

    test('what makes no term is refused', async () => {
      const glossary = await newGlossary();
      const anchor = {glossaryGuid: glossary.guid};
      const {guid} = await glossary.term('Taken');
      const post = (code: string, body: unknown) => refused(code, 'POST', '/glossary/term', body);
      assert.equal(
        await post('ATLAS-409-00-009', {name: 'Taken', anchor}),
        `Glossary term with qualifiedName Taken@${glossary.name} already exists`,
      );
      await post('ATLAS-400-00-072', {name: 'x'});
      await post('ATLAS-400-00-077', {name: 'x', anchor: {}});
      await post('ATLAS-404-00-005', {name: 'x', anchor: {glossaryGuid: nobody}});
      await post('ATLAS-404-00-005', {name: 'x', anchor: {glossaryGuid: guid}});
      await post('ATLAS-400-00-07A', {anchor});
      await post('ATLAS-400-00-083', {name: 'a.b', anchor});
      await post('ATLAS-400-00-029', 'null');
      await post('ATLAS-404-00-00A', {name: 'x', anchor, isA: [{termGuid: nobody}]});
      await post('ATLAS-400-00-045', {name: 'x', anchor, isA: [{termGuid: glossary.guid}]});
      await post('ATLAS-400-00-07D', {name: 'x', anchor, isA: [{displayText: 'Taken'}]});
      await post('ATLAS-404-00-007', {name: 'x', anchor, isA: [{termGuid: guid, status: 'MAYBE'}]});
      await post('ATLAS-404-00-008', {name: 'x', anchor, classifications: [{typeName: 'nope'}]});
      const path = `/glossary/term/${guid}`;
      await refused('ATLAS-400-00-07E', 'PUT', path, {name: 'x', synonyms: [{termGuid: guid}]});
      await refused('ATLAS-400-00-029', 'PUT', path, {});
      await refused('ATLAS-400-00-083', 'PUT', path, {name: 'a@b'});
      await refused('ATLAS-400-00-077', 'PUT', path, {name: 'x', anchor: {displayText: 'y'}});
      await refused('ATLAS-404-00-005', 'PUT', path, {name: 'x', anchor: {glossaryGuid: nobody}});
      await refused('ATLAS-404-00-005', 'PUT', `/glossary/term/${glossary.guid}`, {name: 'x'});
      await refused('ATLAS-400-00-074', 'PUT', `${path}/partial`, {examples: 'x'});
      await refused('ATLAS-404-00-005', 'GET', `/glossary/term/${glossary.guid}`);
      await refused('ATLAS-404-00-005', 'DELETE', `/glossary/term/${nobody}`);
      assert.deepEqual(texts((await ok('GET', `/glossary/${glossary.guid}`)).terms), ['Taken']);
    });

    test('many terms at once are all or nothing', async () => {
      const glossary = await newGlossary();
      const anchor = {glossaryGuid: glossary.guid};
      const made = await ok<Json[]>(
        'POST',
        '/glossary/terms',
        ['b', 'a', 'c'].map(name => ({name, anchor})),
      );
      assert.deepEqual(
        made.map(one => one.name),
        ['b', 'a', 'c'],
      );
      const more = (names: string[]) => names.map(name => ({name, anchor}));
      await refused('ATLAS-409-00-009', 'POST', '/glossary/terms', more(['d', 'a']));
      await refused('ATLAS-409-00-009', 'POST', '/glossary/terms', more(['e', 'e']));
      assert.deepEqual(await ok('POST', '/glossary/terms', []), []);
      const headers = await ok<Header[]>('GET', `/glossary/${glossary.guid}/terms/headers`);
      assert.deepEqual(texts(headers), ['a', 'b', 'c']);
      assert.equal(headers[0]?.['qualifiedName'], `a@${glossary.name}`);
      const page = await ok<Json[]>('GET', `/glossary/${glossary.guid}/terms?limit=2&offset=1&sort=DESC`);
      assert.deepEqual(
        page.map(one => [one.name, one.anchor?.glossaryGuid]),
        [
          ['b', glossary.guid],
          ['a', glossary.guid],
        ],
      );
      assert.deepEqual(await ok('GET', `/glossary/${glossary.guid}/terms?limit=0`), []);
      for (const list of ['terms', 'terms/headers', 'categories', 'categories/headers']) {
        await refused('ATLAS-404-00-005', 'GET', `/glossary/${nobody}/${list}`);
      }
    });

    test('all relations of terms are seen from both ends, and can be changed from both', async () => {
      const glossary = await newGlossary();
      const far = await glossary.term('far');
      const opposite = {
        seeAlso: 'seeAlso',
        synonyms: 'synonyms',
        antonyms: 'antonyms',
        preferredTerms: 'preferredToTerms',
        preferredToTerms: 'preferredTerms',
        replacementTerms: 'replacedBy',
        replacedBy: 'replacementTerms',
        translationTerms: 'translatedTerms',
        translatedTerms: 'translationTerms',
        isA: 'classifies',
        classifies: 'isA',
        validValues: 'validValuesFor',
        validValuesFor: 'validValues',
      };
      for (const [field, other] of Object.entries(opposite)) {
        const near = await glossary.term(`near ${field}`, {[field]: [{termGuid: far.guid, description: field}]});
        const seen = await ok<Record<string, Header[]>>('GET', `/glossary/terms/${far.guid}/related`);
        assert.deepEqual(Object.keys(seen), [other], field);
        const [header] = seen[other] ?? [];
        assert.deepEqual([header?.termGuid, header?.['description']], [near.guid, field]);
        // Sent back as it was read it stays; without its description that goes; left out it goes, seen from both ends.
        const whole = await ok('GET', `/glossary/term/${far.guid}`);
        assert.deepEqual(await ok('PUT', `/glossary/term/${far.guid}`, whole), whole);
        const {description: _gone, ...silent} = header as Header;
        const quiet = await ok('PUT', `/glossary/term/${far.guid}`, {name: 'far', [other]: [silent]});
        assert.deepEqual(quiet[other], [silent]);
        const bare = await ok('PUT', `/glossary/term/${far.guid}`, {name: 'far', [other]: [{termGuid: near.guid}]});
        assert.deepEqual(bare[other], [silent]);
        await ok('PUT', `/glossary/term/${far.guid}`, {name: 'far'});
        assert.equal((await ok('GET', `/glossary/term/${near.guid}`))[field], undefined, field);
      }
      assert.deepEqual(await ok('GET', `/glossary/terms/${far.guid}/related`), {});
      const near = await glossary.term('again', {synonyms: [{termGuid: far.guid}]});
      await ok('PUT', `/glossary/term/${near.guid}`, {name: 'again'});
      await ok('PUT', `/glossary/term/${near.guid}`, {name: 'again', synonyms: [{termGuid: far.guid}]});
      const {entity} = await ok<{entity: {relationshipAttributes: {synonyms: unknown[]}}}>(
        'GET',
        `/entity/guid/${near.guid}`,
      );
      assert.equal(entity.relationshipAttributes.synonyms.length, 1, 'ended relations leave nothing behind');
      await refused('ATLAS-404-00-005', 'GET', `/glossary/terms/${nobody}/related`);
    });

    test('a term can move to another glossary', async () => {
      const [from, to] = [await newGlossary(), await newGlossary()];
      const term = await from.term('Moving');
      const moved = await ok('PUT', `/glossary/term/${term.guid}`, {name: 'Moving', anchor: {glossaryGuid: to.guid}});
      assert.deepEqual([moved.qualifiedName, moved.anchor?.glossaryGuid], [`Moving@${to.name}`, to.guid]);
      assert.equal((await ok('GET', `/glossary/${from.guid}`)).terms, undefined);
      await from.term('Moving');
      const back = {name: 'Moving', anchor: {glossaryGuid: from.guid}};
      await refused('ATLAS-409-00-009', 'PUT', `/glossary/term/${term.guid}`, back);
    });

    test('categories form a tree inside of one glossary, and are named for their place', async () => {
      const [glossary, other] = [await newGlossary(), await newGlossary()];
      const [a, b] = [await glossary.category('a'), await glossary.category('b', {shortDescription: 's'})];
      const c = await glossary.category('c', {parentCategory: {categoryGuid: b.guid}});
      assert.equal(c.qualifiedName, `c.b@${glossary.name}`);
      assert.deepEqual([c.parentCategory?.categoryGuid, c.parentCategory?.displayText], [b.guid, 'b']);
      const top = await ok('PUT', `/glossary/category/${a.guid}`, {
        name: 'a',
        childrenCategories: [{categoryGuid: b.guid}],
      });
      assert.deepEqual(
        top.childrenCategories?.map(one => [one.categoryGuid, one['parentCategoryGuid'], one.displayText]),
        [[b.guid, a.guid, 'b']],
      );
      const category = (guid: string) => ok('GET', `/glossary/category/${guid}`);
      assert.equal((await category(b.guid)).qualifiedName, `b.a@${glossary.name}`);
      assert.equal((await category(c.guid)).qualifiedName, `c.b.a@${glossary.name}`);
      const related = await ok<Record<string, Header[]>>('GET', `/glossary/category/${b.guid}/related`);
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
      assert.deepEqual(categories?.find(one => one.categoryGuid === c.guid)?.['parentCategoryGuid'], b.guid);

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
      assert.deepEqual([moved.qualifiedName, moved['shortDescription']], [`b@${other.name}`, undefined]);
      const below = await category(c.guid);
      assert.deepEqual([below.qualifiedName, below.anchor?.glossaryGuid], [`c.b@${other.name}`, other.guid]);
      assert.equal((await send('DELETE', `/glossary/category/${b.guid}`)).status, 204);
      const left = await category(c.guid);
      assert.deepEqual([left.qualifiedName, left.parentCategory], [`c@${other.name}`, undefined]);
      await refused('ATLAS-404-00-005', 'GET', `/glossary/category/${b.guid}`);
    });

    test('what makes no category is refused, and two below one parent have two names', async () => {
      const glossary = await newGlossary();
      const anchor = {glossaryGuid: glossary.guid};
      const taken = await glossary.category('Taken');
      const post = (code: string, body: unknown) => refused(code, 'POST', '/glossary/category', body);
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
      assert.equal((await ok('GET', `/glossary/category/${child?.guid}`)).qualifiedName, `Taken@${glossary.name}`);
      const path = `/glossary/category/${child?.guid}`;
      assert.equal((await ok('PUT', `${path}/partial`, {name: 'Renamed'})).qualifiedName, `Taken@${glossary.name}`);
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
      const category = await glossary.category('c', {terms: [{termGuid: a.guid, description: 'd', status: 'ACTIVE'}]});
      const listed = async (query = '') =>
        texts(await ok<Header[]>('GET', `/glossary/category/${category.guid}/terms${query}`));
      assert.deepEqual(await listed(), ['a']);
      const [header] = (await ok('GET', `/glossary/term/${a.guid}`))['categories'] as Header[];
      assert.deepEqual(
        [header?.categoryGuid, header?.displayText, header?.['description'], header?.['status']],
        [category.guid, 'c', 'd', 'ACTIVE'],
      );
      await ok('PUT', `/glossary/term/${b.guid}`, {name: 'b', categories: [{categoryGuid: category.guid}]});
      assert.deepEqual(await listed('?sort=DESC'), ['b', 'a']);
      await ok('PUT', `/glossary/term/${a.guid}`, {name: 'a'});
      assert.deepEqual(await listed(), ['b']);
      await ok('PUT', `/glossary/category/${category.guid}`, {name: 'c'});
      assert.deepEqual(await listed(), []);
      await ok('PUT', `/glossary/category/${category.guid}`, {name: 'c', terms: [{termGuid: b.guid}]});
      await ok('DELETE', `/glossary/category/${category.guid}`);
      assert.equal((await ok('GET', `/glossary/term/${b.guid}`))['categories'], undefined);
    });

    test('a term is assigned to entities, which show it, and taken away again', async () => {
      const glossary = await newGlossary();
      const term = await glossary.term('Meaning');
      const [one, two] = [await newEntity('one'), await newEntity('two')];
      const path = `/glossary/terms/${term.guid}/assignedEntities`;
      type Assigned = {
        guid: string;
        displayText: string;
        relationshipGuid: string;
        relationshipAttributes: {attributes: object};
      };
      const assigned = (query = '') => ok<Assigned[]>('GET', `${path}${query}`);
      const attributes = {confidence: 7, status: 'ACTIVE', steward: 'ann'};
      await ok('POST', path, [
        {guid: two},
        {guid: one, relationshipAttributes: {typeName: 'AtlasGlossarySemanticAssignment', attributes}},
      ]);
      const [first, second] = await assigned();
      assert.deepEqual([first?.guid, first?.displayText, second?.guid], [one, 'one', two]);
      assert.partialDeepStrictEqual(first?.relationshipAttributes.attributes, attributes);
      assert.deepEqual(
        (await assigned('?limit=1&sort=DESC')).map(entity => entity.guid),
        [two],
      );
      // Again, with the same or with nothing to say, nothing changes.
      await ok('POST', path, [{guid: one}, {guid: two, relationshipGuid: second?.relationshipGuid}]);
      assert.deepEqual(await assigned(), [first, second]);
      type WithMeanings = {entity: {meanings?: Header[]; relationshipAttributes: {meanings: unknown[]}}};
      const entity = async (guid: string) => (await ok<WithMeanings>('GET', `/entity/guid/${guid}`)).entity;
      const [meaning] = (await entity(one)).meanings ?? [];
      assert.partialDeepStrictEqual(meaning, {
        termGuid: term.guid,
        relationGuid: first?.relationshipGuid,
        displayText: 'Meaning',
        qualifiedName: term.qualifiedName,
        confidence: 7,
        status: 'ACTIVE',
      });
      await ok('PUT', `/glossary/term/${term.guid}`, {name: 'Sense'});
      assert.equal((await entity(one)).meanings?.[0]?.displayText, 'Sense');
      assert.equal((await assigned()).length, 2, 'changing a term leaves its assignments alone');

      await refused('ATLAS-400-00-084', 'DELETE', `/glossary/term/${term.guid}`);
      assert.match(await refused('ATLAS-400-00-084', 'DELETE', `/glossary/${glossary.guid}`), /assigned to 2 entities/);
      await refused('ATLAS-400-00-078', 'DELETE', path, [{guid: one}]);
      await refused('ATLAS-400-00-080', 'DELETE', path, [{guid: one, relationshipGuid: second?.relationshipGuid}]);
      await refused('ATLAS-400-00-080', 'PUT', path, [{guid: one, relationshipGuid: nobody}]);
      await ok('DELETE', path, [first]);
      await ok('PUT', path, [{guid: two, relationshipGuid: second?.relationshipGuid}]);
      assert.deepEqual(await assigned(), []);
      const {meanings, relationshipAttributes} = await entity(one);
      assert.deepEqual([meanings, relationshipAttributes.meanings], [undefined, []]);
      await ok('DELETE', `/glossary/term/${term.guid}`);
    });

    test('what makes no assignment is refused', async () => {
      const glossary = await newGlossary();
      const [term, other] = [await glossary.term('a'), await glossary.term('b')];
      const gone = await newEntity('gone');
      await ok('DELETE', `/entity/guid/${gone}`);
      const path = `/glossary/terms/${term.guid}/assignedEntities`;
      await refused('ATLAS-404-00-005', 'POST', path, [{guid: nobody}]);
      await refused('ATLAS-404-00-012', 'POST', path, [{guid: gone}]);
      await refused('ATLAS-400-00-045', 'POST', path, [{guid: other.guid}]);
      await refused('ATLAS-404-00-009', 'POST', path, [
        {typeName: 'hive_db', uniqueAttributes: {qualifiedName: 'nowhere'}},
      ]);
      assert.equal((await send('POST', path, [{}])).status, 400);
      assert.equal((await send('POST', path, {guid: gone})).status, 400);
      await refused('ATLAS-404-00-005', 'POST', `/glossary/terms/${nobody}/assignedEntities`, []);
      await refused('ATLAS-404-00-005', 'GET', `/glossary/terms/${nobody}/assignedEntities`);
      await ok('POST', path, []);
    });

    test('a detailed glossary has the whole forms of what is in it; with it everything goes', async () => {
      const glossary = await newGlossary();
      const category = await glossary.category('top');
      const term = await glossary.term('t', {categories: [{categoryGuid: category.guid}]});
      const detailed = await ok<Json & {termInfo: Record<string, Json>; categoryInfo: Record<string, Json>}>(
        'GET',
        `/glossary/${glossary.guid}/detailed`,
      );
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

    test('of many who create one term at once exactly one wins', async () => {
      const glossary = await newGlossary();
      const body = {name: 'Wanted', anchor: {glossaryGuid: glossary.guid}};
      const answers = await Promise.all(Array.from({length: 12}, () => send('POST', '/glossary/term', body)));
      const statuses = answers.map(answer => answer.status).sort();
      assert.deepEqual(
        statuses,
        [200, ...Array.from({length: 11}, () => 409)],
        answers.map(one => one.text).join('\n'),
      );
      assert.deepEqual(texts((await ok('GET', `/glossary/${glossary.guid}`)).terms), ['Wanted']);
    });

    test('categories that are moved below each other at once never form a ring', async () => {
      const glossary = await newGlossary();
      const [a, b] = [await glossary.category('a'), await glossary.category('b')];
      const below = (child: Json, parent: Json) =>
        send('PUT', `/glossary/category/${child.guid}`, {
          name: child.name,
          parentCategory: {categoryGuid: parent.guid},
        });
      for (const answer of await Promise.all([below(a, b), below(b, a)])) assert.equal(answer.status, 200, answer.text);
      const names = (await ok<Json[]>('GET', `/glossary/${glossary.guid}/categories`)).map(one => one.qualifiedName);
      const [one, other] = [`a@${glossary.name} b.a@${glossary.name}`, `a.b@${glossary.name} b@${glossary.name}`];
      assert.ok([one, other].includes(names.join(' ')), names.join(' '));
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

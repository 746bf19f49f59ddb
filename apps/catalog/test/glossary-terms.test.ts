import assert from 'node:assert/strict';
import {after, before, suite, test} from 'node:test';
import {postgresForTests} from '@gazetteer/db/testing';
import {bothDatabases} from './both-databases.ts';
import {expectDeclaredRefusals} from './declared-refusals.ts';
import {nobody, texts, glossaryWorld, type Header, type Json} from './glossary-world.ts';
import type {RunningCatalog} from './server-fixture.ts';

expectDeclaredRefusals();

const cluster = await postgresForTests();
if ('url' in cluster) after(() => cluster.stop());

for (const {database, options, start} of bothDatabases(cluster)) {
  suite(`${database}: glossary terms`, options, () => {
    let server: RunningCatalog;
    const {send, ok, refused, newGlossary, newEntity, newTypes} = glossaryWorld(() => server);

    before(async () => {
      server = await start();
      await newTypes();
    });
    after(() => server?.stop());

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
          {
            termGuid: other.guid,
            description: 'd',
            status: 'DRAFT',
            steward: 'ann',
            source: 'x',
            expression: 'e',
          },
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
      assert.equal(
        (await ok('PUT', `${path}/partial`, {abbreviation: 'cl'}))['abbreviation'],
        'cl',
      );
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
      await post('ATLAS-400-00-036', {name: 'x', anchor, isA: [{termGuid: glossary.guid}]});
      await post('ATLAS-400-00-07D', {name: 'x', anchor, isA: [{displayText: 'Taken'}]});
      await post('ATLAS-404-00-00D', {name: 'x', anchor, isA: [{termGuid: guid, status: 'MAYBE'}]});
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
      const page = await ok<Json[]>(
        'GET',
        `/glossary/${glossary.guid}/terms?limit=2&offset=1&sort=DESC`,
      );
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
        const near = await glossary.term(`near ${field}`, {
          [field]: [{termGuid: far.guid, description: field}],
        });
        const seen = await ok<Record<string, Header[]>>(
          'GET',
          `/glossary/terms/${far.guid}/related`,
        );
        assert.deepEqual(Object.keys(seen), [other], field);
        const [header] = seen[other] ?? [];
        assert.deepEqual([header?.termGuid, header?.['description']], [near.guid, field]);
        // Sent back as it was read it stays; without its description that goes; left out it goes,
        // seen from both ends.
        const whole = await ok('GET', `/glossary/term/${far.guid}`);
        assert.deepEqual(await ok('PUT', `/glossary/term/${far.guid}`, whole), whole);
        const {description: _gone, ...silent} = header as Header;
        const quiet = await ok('PUT', `/glossary/term/${far.guid}`, {
          name: 'far',
          [other]: [silent],
        });
        assert.deepEqual(quiet[other], [silent]);
        const bare = await ok('PUT', `/glossary/term/${far.guid}`, {
          name: 'far',
          [other]: [{termGuid: near.guid}],
        });
        assert.deepEqual(bare[other], [silent]);
        await ok('PUT', `/glossary/term/${far.guid}`, {name: 'far'});
        assert.equal((await ok('GET', `/glossary/term/${near.guid}`))[field], undefined, field);
      }
      assert.deepEqual(await ok('GET', `/glossary/terms/${far.guid}/related`), {});
      const near = await glossary.term('again', {synonyms: [{termGuid: far.guid}]});
      await ok('PUT', `/glossary/term/${near.guid}`, {name: 'again'});
      await ok('PUT', `/glossary/term/${near.guid}`, {
        name: 'again',
        synonyms: [{termGuid: far.guid}],
      });
      const {entity} = await ok<{entity: {relationshipAttributes: {synonyms: unknown[]}}}>(
        'GET',
        `/entity/guid/${near.guid}`,
      );
      assert.equal(
        entity.relationshipAttributes.synonyms.length,
        1,
        'ended relations leave nothing behind',
      );
      await refused('ATLAS-404-00-005', 'GET', `/glossary/terms/${nobody}/related`);
    });

    test('a term can move to another glossary', async () => {
      const [from, to] = [await newGlossary(), await newGlossary()];
      const term = await from.term('Moving');
      const moved = await ok('PUT', `/glossary/term/${term.guid}`, {
        name: 'Moving',
        anchor: {glossaryGuid: to.guid},
      });
      assert.deepEqual(
        [moved.qualifiedName, moved.anchor?.glossaryGuid],
        [`Moving@${to.name}`, to.guid],
      );
      assert.equal((await ok('GET', `/glossary/${from.guid}`)).terms, undefined);
      await from.term('Moving');
      const back = {name: 'Moving', anchor: {glossaryGuid: from.guid}};
      await refused('ATLAS-409-00-009', 'PUT', `/glossary/term/${term.guid}`, back);
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
        {
          guid: one,
          relationshipAttributes: {typeName: 'AtlasGlossarySemanticAssignment', attributes},
        },
      ]);
      const [first, second] = await assigned();
      assert.deepEqual([first?.guid, first?.displayText, second?.guid], [one, 'one', two]);
      assert.partialDeepStrictEqual(first?.relationshipAttributes.attributes, attributes);
      assert.deepEqual(
        (await assigned('?limit=1&sort=DESC')).map(entity => entity.guid),
        [two],
      );
      // In place of many thousands their number, for whoever asks them page by page.
      type Counted = {
        assignedCount?: number;
        assignedEntities?: unknown[];
        anchor?: {glossaryGuid: string};
      };
      const counted = await ok<Counted>('GET', `/glossary/term/${term.guid}?counts=true`);
      const {assignedEntities: _, ...whole} = await ok<Counted>(
        'GET',
        `/glossary/term/${term.guid}`,
      );
      assert.deepEqual(counted, {...whole, assignedCount: 2});
      assert.deepEqual(await ok<Counted[]>('GET', `/glossary/${glossary.guid}/terms?counts=true`), [
        counted,
      ]);
      // Again, with the same or with nothing to say, nothing changes.
      await ok('POST', path, [
        {guid: one},
        {guid: two, relationshipGuid: second?.relationshipGuid},
      ]);
      assert.deepEqual(await assigned(), [first, second]);
      type WithMeanings = {
        entity: {meanings?: Header[]; relationshipAttributes: {meanings: unknown[]}};
      };
      const entity = async (guid: string) =>
        (await ok<WithMeanings>('GET', `/entity/guid/${guid}`)).entity;
      const [meaning] = (await entity(one)).meanings ?? [];
      assert.partialDeepStrictEqual(meaning, {
        termGuid: term.guid,
        relationGuid: first?.relationshipGuid,
        displayText: 'Meaning',
        qualifiedName: term.qualifiedName,
        confidence: 7,
        status: 'ACTIVE',
      });
      const alone = await ok<WithMeanings>('GET', `/entity/guid/${one}?ignoreRelationships=true`);
      assert.deepEqual(
        [alone.entity.meanings, alone.entity.relationshipAttributes],
        [[meaning], undefined],
      );
      await ok('PUT', `/glossary/term/${term.guid}`, {name: 'Sense'});
      assert.equal((await entity(one)).meanings?.[0]?.displayText, 'Sense');
      assert.equal((await assigned()).length, 2, 'changing a term leaves its assignments alone');

      await refused('ATLAS-400-00-084', 'DELETE', `/glossary/term/${term.guid}`);
      assert.match(
        await refused('ATLAS-400-00-084', 'DELETE', `/glossary/${glossary.guid}`),
        /assigned to 2 entities/,
      );
      await refused('ATLAS-400-00-078', 'DELETE', path, [{guid: one}]);
      await refused('ATLAS-400-00-080', 'DELETE', path, [
        {guid: one, relationshipGuid: second?.relationshipGuid},
      ]);
      await refused('ATLAS-400-00-080', 'PUT', path, [{guid: one, relationshipGuid: nobody}]);
      await ok('DELETE', path, [first]);
      await ok('PUT', path, [{guid: two, relationshipGuid: second?.relationshipGuid}]);
      assert.deepEqual(await assigned(), []);
      const {meanings, relationshipAttributes} = await entity(one);
      assert.deepEqual([meanings, relationshipAttributes.meanings], [undefined, []]);
      await ok('DELETE', `/glossary/term/${term.guid}`);
    });

    test('a term may be assigned to a deleted entity', async () => {
      const {guid} = await newGlossary().then(glossary => glossary.term('late'));
      const gone = await newEntity('late');
      await ok('DELETE', `/entity/guid/${gone}`);
      const path = `/glossary/terms/${guid}/assignedEntities`;
      const meanings = async () => {
        const {entity} = await ok<{entity: {relationshipAttributes: {meanings: Json[]}}}>(
          'GET',
          `/entity/guid/${gone}`,
        );
        return entity.relationshipAttributes.meanings;
      };
      await ok('POST', path, [{guid: gone}]);
      const [meaning] = await meanings();
      assert.deepEqual([meaning?.['guid'], meaning?.['relationshipStatus']], [guid, 'ACTIVE']);
      assert.deepEqual(await ok('GET', path), [], 'a term lists what is there');
      await ok('DELETE', path, [{guid: gone, relationshipGuid: meaning?.['relationshipGuid']}]);
      assert.deepEqual(await meanings(), []);
    });

    test('what makes no assignment is refused', async () => {
      const glossary = await newGlossary();
      const [term, other] = [await glossary.term('a'), await glossary.term('b')];
      const gone = await newEntity('gone');
      await ok('DELETE', `/entity/guid/${gone}`);
      const path = `/glossary/terms/${term.guid}/assignedEntities`;
      await refused('ATLAS-404-00-005', 'POST', path, [{guid: nobody}]);
      await refused('ATLAS-400-00-045', 'POST', path, [{guid: other.guid}]);
      await refused('ATLAS-404-00-009', 'POST', path, [
        {typeName: 'hive_db', uniqueAttributes: {qualifiedName: 'nowhere'}},
      ]);
      assert.equal((await send('POST', path, [{}])).status, 400);
      assert.equal((await send('POST', path, {guid: gone})).status, 400);
      await refused('ATLAS-404-00-005', 'POST', `/glossary/terms/${nobody}/assignedEntities`, []);
      await refused('ATLAS-404-00-005', 'GET', `/glossary/terms/${nobody}/assignedEntities`);
      const {guid} = await newGlossary().then(glossary => glossary.term('T'));
      for (const body of [
        {},
        'text',
        ['text'],
        [1],
        [[]],
        [{guid: {}}],
        [{}],
        [null],
        [{typeName: 'hive_db'}],
      ]) {
        for (const method of ['POST', 'PUT', 'DELETE']) {
          const {status, text} = await send(
            method,
            `/glossary/terms/${guid}/assignedEntities`,
            body,
          );
          assert.equal(status, 400, text);
        }
      }
      const typed = [{guid: nobody, relationshipGuid: []}];
      assert.equal(
        (await send('PUT', `/glossary/terms/${guid}/assignedEntities`, typed)).status,
        400,
      );
      await ok('POST', path, []);
    });

    test('of many who create one term at once exactly one wins', async () => {
      const glossary = await newGlossary();
      const body = {name: 'Wanted', anchor: {glossaryGuid: glossary.guid}};
      const answers = await Promise.all(
        Array.from({length: 12}, () => send('POST', '/glossary/term', body)),
      );
      const statuses = answers.map(answer => answer.status).sort();
      assert.deepEqual(
        statuses,
        [200, ...Array.from({length: 11}, () => 409)],
        answers.map(one => one.text).join('\n'),
      );
      assert.deepEqual(texts((await ok('GET', `/glossary/${glossary.guid}`)).terms), ['Wanted']);
    });

    test('a classification of a term reaches the entities that have it, and leaves with the assignment', async () => {
      const glossary = await newGlossary();
      const term = await glossary.term('Secret', {classifications: [{typeName: 'PII'}]});
      const guid = await newEntity('tagged');
      const path = `/glossary/terms/${term.guid}/assignedEntities`;
      const carried = async () => {
        const {entity} = await ok<{
          entity: {classifications?: {typeName: string; entityGuid: string}[]};
        }>('GET', `/entity/guid/${guid}`);
        return (entity.classifications ?? []).map(one => [one.typeName, one.entityGuid]);
      };
      await ok('POST', path, [{guid}]);
      assert.deepEqual(await carried(), [['PII', term.guid]]);
      await ok('DELETE', `/entity/guid/${term.guid}/classification/PII`);
      assert.deepEqual(await carried(), []);
      await ok('POST', `/entity/guid/${term.guid}/classifications`, [{typeName: 'PII'}]);
      assert.deepEqual(await carried(), [['PII', term.guid]]);
      await ok('DELETE', path, await ok<unknown[]>('GET', path));
      assert.deepEqual(await carried(), []);
    });
  });
}

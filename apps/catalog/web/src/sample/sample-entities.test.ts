import assert from 'node:assert/strict';
import {suite, test} from 'node:test';
import {categories, terms} from './glossary.ts';
import {columnLineage, sampleEntities} from './sample-entities.ts';
import {classified, loads} from './warehouse.ts';

suite('the sample data', () => {
  const entities = sampleEntities(1_700_000_000_000);
  const guids = new Set(entities.map(entity => entity.guid));

  test('everything that is referred to is there, once', () => {
    assert.equal(guids.size, entities.length);
    const text = JSON.stringify(entities.map(entity => entity.relationshipAttributes));
    for (const [, guid = ''] of text.matchAll(/"guid":"([^"]+)"/g))
      assert.ok(guids.has(guid), guid);
    for (const {on} of classified) assert.ok(guids.has(`-${on}`), on);
    for (const path of terms.flatMap(term => term.assigned)) assert.ok(guids.has(`-${path}`), path);
  });

  test('terms refer to earlier ones and stand in categories that are there', () => {
    terms.forEach(({name, category, isA = [], seeAlso = []}, n) => {
      const earlier = new Set(terms.slice(0, n).map(term => term.name));
      for (const one of [...isA, ...seeAlso]) assert.ok(earlier.has(one), `${name}: ${one}`);
      assert.ok(
        categories.some(one => one.name === category),
        `${name}: ${category}`,
      );
    });
  });

  test('every load says where each column comes from, in columns that exist', () => {
    for (const load of loads) {
      const lineage = columnLineage(load);
      assert.ok(lineage.length > 0, load.name);
      for (const {column, from} of lineage) {
        assert.ok(guids.has(`-${load.to}.${column}`), column);
        for (const source of from) {
          assert.ok(guids.has(`-${source}`), source);
          assert.ok(
            load.from.some(table => source.startsWith(`${table}.`)),
            `${load.name}: ${source} is not of a source`,
          );
        }
      }
    }
  });
});

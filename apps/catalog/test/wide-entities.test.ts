// What an entity or a term is related to comes with it whole, so that it can be sent back as it was
// read, however much that is; and can be left out, counted or read page by page.
import assert from 'node:assert/strict';
import {after, before, suite, test} from 'node:test';
import {postgresForTests} from '@gazetteer/db/testing';
import {bothDatabases} from './both-databases.ts';
import {ask} from './client.ts';
import type {RunningCatalog} from './server-fixture.ts';

type Related = {guid: string; relationshipStatus: string};
type Read = {
  entity: {relationshipAttributes?: {tables: Related[]}; updateTime: number};
};
type Term = {guid: string; assignedEntities?: Related[]; assignedCount?: number};
type Saved = {guidAssignments: Record<string, string>; mutatedEntities?: object};

const cluster = await postgresForTests();
if ('url' in cluster) after(() => cluster.stop());

/** More than any page. */
const count = 1100;

for (const {database, options, start} of bothDatabases(cluster)) {
  suite(`${database}: wide entities`, options, () => {
    let server: RunningCatalog;
    let db = '';
    let tables: string[] = [];
    let term = '';
    const ok = async <T>(path: string, body?: unknown, method?: string): Promise<T> => {
      const more = method === undefined ? {} : {method};
      const answer = await ask(`${server.url}/api/atlas/v2${path}`, {body, ...more});
      assert.ok(answer.status < 300, `${path}: ${answer.status} ${answer.text.slice(0, 500)}`);
      return answer.json as T;
    };
    const named = (typeName: string, guid: string, attributes: object = {}) => ({
      typeName,
      guid,
      attributes: {qualifiedName: `wide${guid}`, name: `wide${guid}`, ...attributes},
    });

    before(async () => {
      server = await start();
      const all = Array.from({length: count}, (_, i) =>
        named('hive_table', `-${i + 2}`, {db: {guid: '-1'}}),
      );
      const {guidAssignments} = await ok<Saved>('/entity/bulk', {
        entities: [named('hive_db', '-1', {clusterName: 'c'}), ...all],
      });
      const {'-1': made = '', ...others} = guidAssignments;
      db = made;
      tables = Object.values(others).sort();
      const {guid} = await ok<{guid: string}>('/glossary', {name: 'wide'});
      const anchor = {glossaryGuid: guid};
      ({guid: term} = await ok<Term>('/glossary/term', {name: 'all', anchor}));
      const assigned = `/glossary/terms/${term}/assignedEntities`;
      await ok(
        assigned,
        tables.map(one => ({guid: one})),
      );
    });
    after(() => server?.stop());

    const active = (related: readonly Related[] = []) =>
      related
        .filter(one => one.relationshipStatus === 'ACTIVE')
        .map(one => one.guid)
        .sort();

    test('an entity comes with all of them, and sent back as it was read nothing changes', async () => {
      const read = await ok<Read>(`/entity/guid/${db}`);
      assert.deepEqual(active(read.entity.relationshipAttributes?.tables), tables);
      assert.equal((await ok<Saved>('/entity', read)).mutatedEntities, undefined);
      const again = await ok<Read>(`/entity/guid/${db}`);
      assert.deepEqual(active(again.entity.relationshipAttributes?.tables), tables);
      assert.equal(again.entity.updateTime, read.entity.updateTime);
    });

    test('an entity can be read without, and what it is related to page by page', async () => {
      const {entity} = await ok<Read>(`/entity/guid/${db}?ignoreRelationships=true`);
      assert.equal(entity.relationshipAttributes, undefined);
      const page = await ok<{entities: object[]; approximateCount: number}>(
        `/search/relationship?guid=${db}&relation=tables&limit=10&getApproximateCount=true`,
      );
      assert.deepEqual([page.entities.length, page.approximateCount], [10, count]);
    });

    test('a term comes with all of them, and keeps all when it is sent back', async () => {
      const read = await ok<Term>(`/glossary/term/${term}`);
      assert.deepEqual(read.assignedEntities?.map(one => one.guid).sort(), tables);
      await ok(`/glossary/term/${term}`, {...read, shortDescription: 'changed'}, 'PUT');
      const again = await ok<Term & {shortDescription: string}>(`/glossary/term/${term}`);
      assert.equal(again.shortDescription, 'changed');
      assert.deepEqual(active(again.assignedEntities), tables);
    });

    test('a term can be read with their number, and they page by page', async () => {
      const counted = await ok<Term>(`/glossary/term/${term}?counts=true`);
      assert.deepEqual([counted.assignedCount, counted.assignedEntities], [count, undefined]);
      const pages = await Promise.all(
        [0, 600].map(offset =>
          ok<Related[]>(`/glossary/terms/${term}/assignedEntities?limit=600&offset=${offset}`),
        ),
      );
      assert.deepEqual(
        pages.map(page => page.length),
        [600, count - 600],
      );
      assert.deepEqual(
        pages
          .flat()
          .map(one => one.guid)
          .sort(),
        tables,
      );
    });
  });
}

// Where an asset stands and what it is made of, as its type definitions say.
import assert from 'node:assert/strict';
import {after, before, suite, test} from 'node:test';
import {postgresForTests} from '@gazetteer/db/testing';
import {bothDatabases} from './both-databases.ts';
import {ask} from './client.ts';
import type {RunningCatalog} from './server-fixture.ts';

const cluster = await postgresForTests();
if ('url' in cluster) after(() => cluster.stop());

type Header = {
  displayText: string;
  attributes: Record<string, unknown>;
  classifications?: {typeName: string}[];
  meanings?: {displayText: string}[];
};
type Parts = {relation?: string; entities: Header[]; approximateCount: number};

const typedefs = {
  classificationDefs: [{name: 'Private'}],
  entityDefs: [
    {
      name: 'Shelf',
      superTypes: ['Asset'],
      attributeDefs: [
        {
          name: 'boxes',
          typeName: 'array<Box>',
          isOptional: true,
          cardinality: 'SET',
          constraints: [{type: 'ownedRef'}],
        },
      ],
    },
    {name: 'Box', superTypes: ['Asset']},
  ],
};

for (const {database, options, start} of bothDatabases(cluster)) {
  suite(`parts of assets on ${database}`, options, () => {
    let server: RunningCatalog;
    const guids: Record<string, string> = {};
    const url = (path: string) => `${server.url}/api/meta/v2${path}`;
    const parts = async (name: string, query = '') => {
      const {status, json} = await ask(url(`/entity/guid/${guids[name]}/parts?${query}`));
      return {status, ...(json as Parts)};
    };
    const path = async (name: string) => {
      const {json} = await ask(url(`/entity/guid/${guids[name]}/path`));
      return (json as {path: Header[]}).path.map(one => one.displayText);
    };
    const names = (found: Parts) => found.entities.map(one => one.displayText);
    const post = async (at: string, body: unknown) => {
      const answer = await ask(url(at), {method: 'POST', body});
      assert.ok(answer.status < 300, answer.text);
      return answer.json;
    };

    before(async () => {
      server = await start();
      await post('/types/typedefs', typedefs);
      const entity = (guid: string, typeName: string, attributes: object) => ({
        guid,
        typeName,
        attributes: {qualifiedName: `${guid}@x`, name: guid.slice(1), ...attributes},
      });
      const column = (name: string, position: number, more: object = {}) =>
        entity(`-${name}`, 'hive_column', {
          type: 'string',
          position,
          table: {guid: '-orders'},
          ...more,
        });
      const made = (await post('/entity/bulk', {
        entities: [
          entity('-sales', 'hive_db', {clusterName: 'x'}),
          entity('-orders', 'hive_table', {
            db: {guid: '-sales'},
            columns: ['-zip', '-id', '-Mail'].map(guid => ({guid})),
          }),
          column('zip', 2, {comment: 'Postal code (5 digits)'}),
          column('id', 0, {type: 'bigint'}),
          column('Mail', 1),
          entity('-shelf', 'Shelf', {boxes: [{guid: '-box'}]}),
          entity('-box', 'Box', {}),
        ],
      })) as {guidAssignments: Record<string, string>};
      for (const [given, guid] of Object.entries(made.guidAssignments))
        guids[given.slice(1)] = guid;
      await post(`/entity/guid/${guids['Mail']}/classifications`, [
        {typeName: 'Private', propagate: false},
      ]);
      const glossary = (await post('/glossary', {name: 'Words'})) as {guid: string};
      const term = (await post('/glossary/term', {
        name: 'Address',
        anchor: {glossaryGuid: glossary.guid},
      })) as {
        guid: string;
      };
      await post(`/glossary/terms/${term.guid}/assignedEntities`, [{guid: guids['Mail']}]);
    });
    after(() => server.stop());

    test('a path leads from the outermost container to that of the entity', async () => {
      assert.deepEqual(await path('zip'), ['sales', 'orders']);
      assert.deepEqual(await path('sales'), []);
      assert.deepEqual(await path('box'), ['shelf']);
    });

    test('columns come in their order, with data types, classifications and terms', async () => {
      const found = await parts('orders', 'attributes=type&attributes=position');
      assert.equal(found.relation, 'columns');
      assert.deepEqual(names(found), ['id', 'Mail', 'zip']);
      assert.equal(found.entities[0]?.attributes['type'], 'bigint');
      assert.deepEqual(
        found.entities[1]?.classifications?.map(one => one.typeName),
        ['Private'],
      );
      assert.deepEqual(
        found.entities[1]?.meanings?.map(one => one.displayText),
        ['Address'],
      );
    });

    test('they are found by their texts in either case, and come in pages', async () => {
      assert.deepEqual(names(await parts('orders', 'query=mAIL')), ['Mail']);
      assert.deepEqual(names(await parts('orders', `query=${encodeURIComponent('code (5')}`)), [
        'zip',
      ]);
      assert.deepEqual(names(await parts('orders', 'query=BIGint')), ['id']);
      const page = await parts('orders', 'limit=1&offset=1&sortBy=name&sortOrder=DESCENDING');
      assert.deepEqual([names(page), page.approximateCount], [['id'], 3]);
    });

    test('parts that an attribute owns are parts like those of relationships', async () => {
      assert.deepEqual(names(await parts('shelf')), ['box']);
      assert.equal((await parts('shelf')).relation, 'boxes');
    });

    test('how many processes write and read each part is told where it is asked for', async () => {
      const flow = (name: string, ends: object) => ({
        typeName: 'Process',
        attributes: {qualifiedName: `${name}@lineage`, name, ...ends},
      });
      const mail = [{guid: guids['Mail'], typeName: 'hive_column'}];
      const id = [{guid: guids['id'], typeName: 'hive_column'}];
      const entities = [
        flow('first', {inputs: id, outputs: mail}),
        flow('second', {outputs: mail}),
      ];
      const made = await ask(url('/entity/bulk'), {body: {entities}});
      assert.equal(made.status, 200, made.text);
      const found = (await parts('orders', 'withLineage=true')) as {lineage?: object};
      assert.deepEqual(found.lineage, {
        [guids['Mail'] ?? '']: {upstream: 2, downstream: 0},
        [guids['id'] ?? '']: {upstream: 0, downstream: 1},
      });
      assert.equal('lineage' in (await parts('orders')), false);
      const gone = (made.json as {guidAssignments: Record<string, string>}).guidAssignments;
      for (const guid of Object.values(gone))
        await ask(url(`/entity/guid/${guid}`), {method: 'DELETE'});
    });

    test('what has no parts has none, and an attribute that holds none is refused', async () => {
      assert.deepEqual(await parts('id'), {status: 200, entities: [], approximateCount: 0});
      assert.equal((await parts('orders', 'relation=db')).status, 400);
      assert.equal((await parts('orders', 'limit=-1')).status, 400);
      assert.equal((await ask(url('/entity/guid/none/parts'))).status, 404);
      assert.equal((await ask(url('/entity/guid/none/path'))).status, 404);
    });

    test('what is deleted shows what it was made of', async () => {
      const gone = await ask(url(`/entity/guid/${guids['orders']}`), {method: 'DELETE'});
      assert.equal(gone.status, 200);
      assert.deepEqual(names(await parts('orders')), ['id', 'Mail', 'zip']);
      assert.deepEqual(await path('zip'), ['sales', 'orders']);
      assert.deepEqual(names(await parts('sales')), []);
    });
  });
}

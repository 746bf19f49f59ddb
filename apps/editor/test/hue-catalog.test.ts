// What clients of Hue ask of a catalog, answered by the one in the same process.
import assert from 'node:assert/strict';
import {writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {test} from 'node:test';
import {passwordLine} from '../../../packages/server/test/password-line.ts';
import {soon} from '@gazetteer/model/testing';
import {EditorClient} from './editor-client.ts';
import {startEditorProcess, temporaryFolder} from './editor-process.ts';
import {allEntities, wholeRole} from '../../catalog/test/policy-roles.ts';

/** Bob may read nothing that is Ada's, or anybody's. */
const policy = {
  roles: {
    ALL: wholeRole,
    READS: {
      entityPermissions: [{...allEntities, privileges: ['entity-read'], entityIds: ['nothing']}],
    },
  },
  userRoles: {admin: ['ALL'], bob: ['READS']},
};

type Entity = {
  guid: string;
  type: string;
  tags: string[];
  originalName: string;
  description: string;
  customAttributes: Record<string, string>;
};
type Told = {
  status: number;
  message: string;
  tags: Record<string, number>;
  entity: Entity;
  entities: Entity[];
  results: Entity[];
  inputs: string[];
  targets: string[];
  target_queries: string[];
};

test("clients of Hue find, read and tag what the catalog has, with the caller's permissions", async t => {
  const folder = await temporaryFolder(t);
  const [data, users, rules] = ['data', 'users.properties', 'policy.json'].map(name =>
    join(folder, name),
  ) as [string, string, string];
  await writeFile(users, ['admin', 'bob'].map(name => passwordLine(name)).join('\n'));
  await writeFile(rules, JSON.stringify(policy));
  const files = ['--password-file', users, '--policy-file', rules];
  const both = await startEditorProcess(['--http-port', '0', '--data', data, ...files]);
  t.after(() => both.stop());
  const catalog = /catalog, listening on (https?:\/\/\S+)/.exec(both.output())?.[1] ?? '';
  const sent = async (user: string, url: string, body?: object) => {
    const answer = await fetch(url, {
      headers: {
        authorization: `Basic ${Buffer.from(`${user}:${user}`).toString('base64')}`,
        'content-type': 'application/json',
      },
      ...(body && {method: 'POST', body: JSON.stringify(body)}),
    });
    const text = await answer.text();
    assert.equal(answer.status, 200, `${url}: ${text}`);
    return JSON.parse(text) as Told;
  };
  const hue = async (user: string, call: string, body?: object) =>
    await sent(user, `${both.url}/metadata/api/catalog/${call}`, body);

  await new EditorClient(both.url).query(
    'duckdb',
    'CREATE TABLE orders (id INTEGER, mail VARCHAR)',
  );
  const table = {engine: 'duckdb', database: 'main', table: 'orders'};
  await sent('admin', `${both.url}/api/v1/catalog/register`, table);
  const shared = {database: 'sample', table: 'customers'};
  const classificationDefs = [{name: 'PII'}, {name: 'Sold'}];
  await sent('admin', `${catalog}/api/meta/v2/types/typedefs`, {classificationDefs});

  const named = {type: 'table', database: 'main', name: 'orders'};
  const found = await hue('admin', 'find_entity', named);
  assert.deepEqual([found.status, found.entity.type, found.entity.tags], [0, 'TABLE', []]);
  const {guid: id} = found.entity;
  const field = {type: 'field', database: 'main', table: 'orders', name: 'mail'};
  const column = await hue('admin', 'find_entity', field);
  assert.deepEqual(
    [column.status, column.entity.type, column.entity.originalName],
    [0, 'FIELD', 'mail'],
  );
  assert.equal((await hue('admin', 'find_entity', {...field, name: 'none'})).status, 2);
  const added = await hue('admin', 'add_tags', {id, tags: '["PII", "Sold"]'});
  assert.deepEqual(added.entity.tags.sort(), ['PII', 'Sold']);
  assert.deepEqual((await hue('admin', 'add_tags', {id, tags: 'PII'})).status, 0, 'it has it');
  assert.deepEqual((await hue('admin', `get_entity?id=${id}`)).entity.guid, id);
  const {tags} = await hue('admin', 'list_tags', {prefix: 'p'});
  assert.deepEqual(Object.keys(tags), ['PII']);
  assert.ok((tags['PII'] ?? 0) >= 1, JSON.stringify(tags));
  const searched = await hue('admin', 'search_entities', {query_s: '"tag:Sold"', limit: '10'});
  assert.ok(searched.entities.some(({guid}) => guid === id));

  const described = {id, properties: {description: 'What was sold'}};
  const custom = {modifiedCustomMetadata: {team: 'sales', floor: 3}};
  const changed = await hue('admin', 'update_properties', {...described, ...custom});
  assert.deepEqual(
    [changed.status, changed.message, changed.entity?.description],
    [0, undefined, 'What was sold'],
  );
  const kept = {id, deletedCustomMetadataKeys: ['floor'], modifiedCustomMetadata: {room: 'b'}};
  assert.equal((await hue('admin', 'update_properties', kept)).entity.description, 'What was sold');
  const whole = await sent('admin', `${catalog}/api/meta/v2/entity/guid/${id}`);
  assert.deepEqual(whole.entity.customAttributes, {team: 'sales', room: 'b'});
  const renamed = await hue('admin', 'update_properties', {id, properties: {name: 'sold'}});
  assert.match(renamed.message, /no name/);
  assert.ok((await hue('bob', 'update_properties', described)).status !== 0);

  await new EditorClient(both.url).query('duckdb', 'CREATE TABLE totals AS SELECT id FROM orders');
  await soon(async () => {
    const {inputs, targets, target_queries, status} = await hue('admin', `lineage?id=${id}`);
    assert.deepEqual([status, inputs, targets], [0, [], ['totals']]);
    assert.match(target_queries[0] ?? '', /CREATE TABLE totals/i);
  });

  const refused = await hue('bob', 'delete_tags', {id, tags: ['Sold']});
  assert.ok(
    refused.status > 0 && /not authorized|not found/.test(refused.message),
    refused.message,
  );
  // Of a table that everybody's engine has, as each has a database `main` of their own.
  await sent('admin', `${both.url}/api/v1/catalog/register`, {...table, ...shared});
  const seen = {...shared, type: 'table', name: shared.table};
  assert.equal((await hue('admin', 'find_entity', seen)).status, 0);
  assert.equal((await hue('bob', 'find_entity', seen)).status, 2);
  const none = await hue('bob', 'search_entities_interactive', {query_s: 'orders'});
  assert.ok(none.status !== 0 || none.results.length === 0, 'what bob may not read is not there');

  const astray = await hue('admin', 'delete_tags', {id, tags: ['..']});
  assert.match(astray.message, /may not be "\." or "\.\."/);
  assert.equal((await hue('admin', `get_entity?id=${id}`)).entity.guid, id, 'it is still there');
  const deleted = await hue('admin', 'delete_tags', {id, tags: ['Sold']});
  assert.deepEqual(deleted.entity.tags, ['PII']);
  const again = await hue('admin', 'delete_tags', {id, tags: ['Sold']});
  assert.ok(again.status !== 0, 'it has it no more');
});

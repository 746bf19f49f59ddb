// Lineage that people add and remove, on both databases.
import assert from 'node:assert/strict';
import {after, before, suite, test} from 'node:test';
import {postgresForTests} from '@gazetteer/db/testing';
import {bothDatabases} from './both-databases.ts';
import {callsTo} from './client.ts';
import type {RunningCatalog} from './server-fixture.ts';

type Json = Record<string, unknown>;

const cluster = await postgresForTests();
if ('url' in cluster) after(() => cluster.stop());

for (const {database, options, start} of bothDatabases(cluster)) {
  suite(`${database}: lineage by hand`, options, () => {
    let server: RunningCatalog;
    let [from, to, process] = ['', '', ''];
    const {send, ok} = callsTo(() => `${server.url}/api/meta/v2`);
    const add = (reason: string, query = '') =>
      ok<Json>(`/lineage/${to}/inputs${query}`, {inputGuid: from, reason}, 'POST');
    const upstream = async () => {
      const {guidEntityMap} = await ok<{
        guidEntityMap: Record<string, {labels: string[]; status: string; typeName: string}>;
      }>(`/lineage/${to}?direction=INPUT`);
      // Deleted processes stay in the lineage, marked as such.
      return Object.fromEntries(
        Object.entries(guidEntityMap).filter(
          ([, one]) => one.typeName === 'Process' && one.status === 'ACTIVE',
        ),
      );
    };

    before(async () => {
      server = await start();
      const {guidAssignments} = await ok<{guidAssignments: Record<string, string>}>(
        '/entity/bulk',
        {
          entities: ['from', 'to'].map(name => ({
            typeName: 'DataSet',
            guid: `-${name}`,
            attributes: {qualifiedName: `${name}@x`, name},
          })),
        },
      );
      [from = '', to = ''] = [guidAssignments['-from'], guidAssignments['-to']];
    });
    after(() => server.stop());

    test('a rehearsal adds nothing', async () => {
      await add('because', '?dryRun=true');
      assert.deepEqual(await upstream(), {});
    });

    test('it is a process with a label, a reason and an owner; a second reason replaces it', async () => {
      process = String((await add('because'))['processGuid']);
      assert.deepEqual((await upstream())[process]?.labels, ['lineage_by_hand']);
      assert.equal((await add(' of a script '))['processGuid'], process);
      const {entity} = await ok<{entity: {attributes: Json}}>(`/entity/guid/${process}`);
      assert.deepEqual(
        [entity.attributes['description'], entity.attributes['owner']],
        ['of a script', 'admin'],
      );
      assert.equal(Object.keys(await upstream()).length, 1);
    });

    test('it is removed and added again', async () => {
      const path = `/lineage/${to}/inputs/${from}`;
      await ok(`${path}?dryRun=true`, undefined, 'DELETE');
      assert.equal(Object.keys(await upstream()).length, 1);
      await ok(path, undefined, 'DELETE');
      assert.deepEqual(await upstream(), {});
      assert.equal((await send(path, undefined, 'DELETE')).status, 404);
      await add('again');
      assert.equal(Object.keys(await upstream()).length, 1);
    });

    test('what makes no sense is refused, and what a source reports stays', async () => {
      const status = async (guid: string, body: unknown) =>
        (await send(`/lineage/${guid}/inputs`, body, 'POST')).status;
      assert.equal(await status(to, null), 400);
      assert.equal(await status(to, {inputGuid: from, reason: ' '}), 400);
      assert.equal(await status(to, {inputGuid: to, reason: 'r'}), 400);
      assert.equal(await status(to, {inputGuid: 'nope', reason: 'r'}), 404);
      assert.equal(await status('nope', {inputGuid: from, reason: 'r'}), 404);
      assert.equal(await status(process, {inputGuid: from, reason: 'r'}), 404);
      await ok('/entity', {
        entity: {
          typeName: 'Process',
          attributes: {
            qualifiedName: 'job@x',
            name: 'job',
            inputs: [{guid: to, typeName: 'DataSet'}],
            outputs: [{guid: from, typeName: 'DataSet'}],
          },
        },
      });
      assert.equal((await send(`/lineage/${from}/inputs/${to}`, undefined, 'DELETE')).status, 404);
    });
  });
}

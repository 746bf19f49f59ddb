// Who may delete something may delete what goes along with it.
import assert from 'node:assert/strict';
import {after, describe, test} from 'node:test';
import {postgresForTests} from '@gazetteer/db/testing';
import {AppError, grantsOf, readPolicy} from '@gazetteer/model';
import {localDatabases} from './local-databases.ts';
import {LocalCatalog} from './random-catalog.ts';

const cluster = await postgresForTests();
after(async () => {
  if ('stop' in cluster) await cluster.stop();
});

type Mutation = {
  guidAssignments: Record<string, string>;
  mutatedEntities: Record<string, {guid: string}[]>;
};

for (const {name, options, open} of localDatabases(cluster)) {
  describe(`deleting by permission, on ${name}`, options, () => {
    test('a table goes with its columns and the process that made it for who may delete tables alone', async () => {
      const catalog = await LocalCatalog.open(await open());
      try {
        const of = (typeName: string, guid: string, named: string, more: object) => ({
          typeName,
          guid,
          attributes: {qualifiedName: named, name: named, ...more},
        });
        const [database, table] = [
          {guid: '-1', typeName: 'hive_db'},
          {guid: '-2', typeName: 'hive_table'},
        ];
        const entities = [
          of('hive_db', '-1', 'sales', {clusterName: 'c'}),
          of('hive_table', '-2', 'sales.orders', {db: database}),
          of('hive_column', '-3', 'sales.orders.id', {type: 'int', table}),
          of('Process', '-4', 'sales.load', {inputs: [], outputs: [table]}),
        ];
        const made = (await catalog.run('saveEntities', {
          body: JSON.stringify({entities}),
        })) as Mutation;
        const guidOf = (key: string) => made.guidAssignments[key] ?? '';
        const {policy} = readPolicy({
          roles: {
            R: {
              entityPermissions: [
                {
                  privileges: ['entity-read'],
                  entityTypes: ['.*'],
                  entityIds: ['.*'],
                  entityClassifications: ['.*'],
                },
                {privileges: ['entity-delete'], entityTypes: ['hive_table'], entityIds: ['.*']},
              ],
            },
          },
          userRoles: {bob: ['R']},
        });
        const actor = {userName: 'bob', groups: []};
        const bob = {actor, requestId: 'r', grants: {...grantsOf(policy, actor, 0), key: 'tables'}};
        await assert.rejects(
          catalog.runAs(bob, 'deleteEntities', {guids: [guidOf('-2'), guidOf('-3')]}),
          (error: unknown) => {
            assert.ok(error instanceof AppError);
            assert.equal(
              error.message,
              `bob is not authorized to perform delete entity: guid=${guidOf('-3')}`,
            );
            return true;
          },
          'what is named needs its own permission',
        );
        const {mutatedEntities} = (await catalog.runAs(bob, 'deleteEntities', {
          guids: [guidOf('-2')],
        })) as Mutation;
        const gone = mutatedEntities['DELETE']?.map(one => one.guid).toSorted();
        assert.deepEqual(gone, ['-2', '-3', '-4'].map(guidOf).toSorted());
      } finally {
        await catalog.close();
      }
    });

    test('a glossary does not go with terms that its user may not delete', async () => {
      const catalog = await LocalCatalog.open(await open());
      try {
        const glossary = (await catalog.run('createGlossary', {
          body: JSON.stringify({name: 'g'}),
        })) as {guid: string};
        const anchor = {glossaryGuid: glossary.guid};
        await catalog.run('createTerm', {body: JSON.stringify({name: 't', anchor})});
        const {policy} = readPolicy({
          roles: {
            R: {
              entityPermissions: [
                {privileges: ['entity-.*'], entityTypes: ['AtlasGlossary'], entityIds: ['.*']},
                {privileges: ['entity-read'], entityTypes: ['.*'], entityIds: ['.*']},
              ],
            },
          },
          userRoles: {bob: ['R']},
        });
        const actor = {userName: 'bob', groups: []};
        const bob = {
          actor,
          requestId: 'r',
          grants: {...grantsOf(policy, actor, 0), key: 'glossaries'},
        };
        await assert.rejects(
          catalog.runAs(bob, 'deleteGlossary', {guid: glossary.guid}),
          /not authorized to perform delete/,
        );
      } finally {
        await catalog.close();
      }
    });
  });
}

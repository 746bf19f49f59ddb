import assert from 'node:assert/strict';
import {after, test} from 'node:test';
import {freshDatabase, postgresForTests} from '@gazetteer/db/testing';
import {ask, type Answer, type Entity} from './client.ts';
import {startFreshCatalog} from './server-fixture.ts';

const clients = 10;
const requestsEach = 40;

/**
 * Few names and many writers, so that they meet all the time: on one entity, on its parent, and on
 * the types.
 */
function randomRequest(base: string): {kind: string; send: () => Promise<Answer>} {
  const any = (n: number) => Math.floor(Math.random() * n);
  const database = `d${any(2)}@test`;
  const table = `${database}.t${any(4)}`;
  const columns = Array.from({length: any(4)}, (_, i) => ({
    typeName: 'hive_column',
    guid: `-${10 + i}`,
    attributes: {qualifiedName: `${table}.c${i}`, name: `c${i}`, type: 'int'},
  }));
  const db = {
    typeName: 'hive_db',
    guid: '-2',
    attributes: {qualifiedName: database, name: database, clusterName: 'test'},
  };
  const save = {
    entity: {
      typeName: 'hive_table',
      attributes: {
        qualifiedName: table,
        name: table,
        owner: `o${any(5)}`,
        db: {guid: '-2'},
        columns: columns.map(({guid}) => ({guid})),
      },
    },
    referredEntities: Object.fromEntries([db, ...columns].map(one => [one.guid, one])),
  };
  const remove = (typeName: string, name: string) =>
    ask(`${base}/v2/entity/uniqueAttribute/type/${typeName}?attr:qualifiedName=${name}`, {
      method: 'DELETE',
    });
  const dice = any(20);
  if (dice < 12)
    return {kind: 'save', send: () => ask(`${base}/v2/entity`, {method: 'POST', body: save})};
  if (dice < 15) return {kind: 'delete', send: () => remove('hive_table', table)};
  if (dice < 17) return {kind: 'delete', send: () => remove('hive_db', database)};
  if (dice < 19)
    return {
      kind: 'search',
      send: () => ask(`${base}/v2/search/basic?typeName=hive_column&query=c${any(4)}`),
    };
  const body = {classificationDefs: [{name: `Tag${any(1000)}`}]};
  return {kind: 'type', send: () => ask(`${base}/v2/types/typedefs`, {method: 'POST', body})};
}

function writersLeaveNoHalfState(
  name: string,
  args: () => Promise<readonly string[]>,
  skip?: string,
): void {
  test(
    `${name}: concurrent writers get no error of the server and leave no half state`,
    skip === undefined ? {} : {skip},
    async t => {
      const server = await startFreshCatalog({args: await args()});
      t.after(() => server.stop());
      const base = `${server.url}/api/meta`;
      const refused: string[] = [];
      const client = async () => {
        for (let i = 0; i < requestsEach; i++) {
          const {kind, send} = randomRequest(base);
          const {status, text} = await send();
          // A type that is there already is the only thing to be told here.
          if (status >= 400 && !(kind === 'type' && status === 409))
            refused.push(`${kind} ${status} ${text}`);
        }
      };
      await Promise.all(Array.from({length: clients}, client));
      assert.deepEqual(refused, []);

      const metrics = (await ask(`${base}/admin/metrics`)).json as {
        data: {entity: {entityActive: Record<string, number>}};
      };
      for (const typeName of ['hive_db', 'hive_table', 'hive_column']) {
        const body = {typeName, excludeDeletedEntities: true, limit: 10_000};
        const found = (await ask(`${base}/v2/search/basic`, {method: 'POST', body})).json as {
          entities?: Entity[];
        };
        const names = (found.entities ?? []).map(one => one.attributes['qualifiedName']);
        assert.equal(new Set(names).size, names.length, `a ${typeName} is there twice`);
        assert.equal(
          metrics.data.entity.entityActive[typeName] ?? 0,
          names.length,
          `${typeName} is counted wrong`,
        );
        if (typeName !== 'hive_column') continue;
        for (const {guid} of found.entities ?? []) {
          const {entity} = (await ask(`${base}/v2/entity/guid/${guid}`)).json as {entity: Entity};
          const {table} = entity['relationshipAttributes'] as {
            table: {entityStatus: string} | null;
          };
          assert.equal(table?.entityStatus, 'ACTIVE', `column ${guid} has no living table`);
        }
      }
    },
  );
}

writersLeaveNoHalfState('sqlite', async () => []);

const cluster = await postgresForTests();
if ('url' in cluster) after(() => cluster.stop());
writersLeaveNoHalfState(
  'postgres',
  async () => ['--database', 'url' in cluster ? await freshDatabase(cluster.url) : ''],
  'skip' in cluster ? cluster.skip : undefined,
);

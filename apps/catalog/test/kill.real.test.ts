// What the server has acknowledged is there after a kill -9, however often and whenever it comes,
// and nothing is half there.
import assert from 'node:assert/strict';
import {test} from 'node:test';
import {soon} from '@gazetteer/model/testing';
import {ask, tableWithColumns, type Entity} from './client.ts';
import {startCatalog, temporaryFolder, type RunningCatalog} from './server-fixture.ts';

const rounds = 8;
const columns = 5;
const writers = 4;
const maxMsUntilKill = 900;

type Mutation = {guidAssignments: Record<string, string>};
type Hits = {entities?: Entity[]; approximateCount: number};

test('a kill -9 loses no acknowledged write and leaves no half one', async t => {
  const data = await temporaryFolder(t);
  const acknowledged: {guid: string; name: string}[] = [];
  let interrupted = 0;
  for (let round = 0; round < rounds; round++) {
    const server = await startCatalog(data);
    await assertAllThere(server, acknowledged.slice(-300));
    const database = await saveDatabase(server);
    const writing = Array.from({length: writers}, (_, writer) =>
      writeUntilGone(server, `r${round}w${writer}`, database, name => acknowledged.push(name)),
    );
    const known = acknowledged.length;
    // However slow the machine is, there is something to lose.
    await soon(() => assert.ok(acknowledged.length > known));
    await new Promise(resolve => setTimeout(resolve, Math.random() * maxMsUntilKill));
    await server.kill();
    interrupted += (await Promise.all(writing)).filter(cut => cut).length;
  }
  const server = await startCatalog(data);
  t.after(() => server.stop());
  await assertAllThere(server, acknowledged);
  await assertNothingHalf(server, acknowledged.length, interrupted);
  t.diagnostic(
    `${rounds} kills, ${acknowledged.length} acknowledged tables, ${interrupted} requests cut off`,
  );
  assert.ok(
    interrupted > 0,
    'at least one request must have been cut off for this test to say anything',
  );
});

async function saveDatabase(server: RunningCatalog): Promise<{guid: string}> {
  const entity = {
    typeName: 'hive_db',
    guid: '-1',
    attributes: {qualifiedName: 'kill@test', name: 'kill', clusterName: 'test'},
  };
  const answer = await ask(`${server.url}/api/atlas/v2/entity`, {body: {entity}});
  assert.equal(answer.status, 200, answer.text);
  return {guid: (answer.json as Mutation).guidAssignments['-1'] ?? ''};
}

/** Resolves with whether a request was under way when the server died. */
async function writeUntilGone(
  server: RunningCatalog,
  prefix: string,
  database: {guid: string},
  acknowledge: (table: {guid: string; name: string}) => void,
): Promise<boolean> {
  for (let n = 0; ; n++) {
    const name = `${prefix}n${n}`;
    try {
      const answer = await ask(`${server.url}/api/atlas/v2/entity`, {
        body: tableWithColumns(name, columns, database),
      });
      assert.equal(answer.status, 200, answer.text);
      acknowledge({guid: (answer.json as Mutation).guidAssignments['-1'] ?? '', name});
    } catch (error) {
      if (error instanceof assert.AssertionError) throw error;
      // Refused: it was gone before this request began.
      return (error as {cause?: {code?: string}}).cause?.code !== 'ECONNREFUSED';
    }
  }
}

async function assertAllThere(
  server: RunningCatalog,
  tables: readonly {guid: string; name: string}[],
): Promise<void> {
  for (let from = 0; from < tables.length; from += 100) {
    const some = tables.slice(from, from + 100);
    const query = some.map(table => `guid=${table.guid}`).join('&');
    const answer = await ask(`${server.url}/api/atlas/v2/entity/bulk?${query}`);
    assert.equal(answer.status, 200, answer.text);
    const {entities} = answer.json as {entities: Entity[]};
    const found = new Map(entities.map(one => [one.guid, one]));
    for (const {guid, name} of some) {
      assert.equal(found.get(guid)?.attributes['name'], name);
      const {attributes} = found.get(guid) as Entity;
      assert.equal((attributes['columns'] as unknown[]).length, columns);
    }
  }
}

/** Whatever was cut off is there as a whole or not at all; graph and index agree. */
async function assertNothingHalf(
  server: RunningCatalog,
  acknowledged: number,
  interrupted: number,
): Promise<void> {
  const count = async (typeName: string) => {
    const answer = await ask(`${server.url}/api/atlas/v2/search/basic`, {
      body: {typeName, limit: 1},
    });
    assert.equal(answer.status, 200, answer.text);
    return (answer.json as Hits).approximateCount;
  };
  const tables = await count('hive_table');
  assert.ok(
    tables >= acknowledged && tables <= acknowledged + interrupted,
    `${tables} tables, ${acknowledged} acknowledged`,
  );
  assert.equal(await count('hive_column'), tables * columns);
}

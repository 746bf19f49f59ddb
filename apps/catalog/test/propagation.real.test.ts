// Where classifications come to, whatever operations were run before: computed anew from the tables
// after each of them.
import {test, type TestContext} from 'node:test';
import {
  array,
  assert as assertProperty,
  asyncProperty,
  constantFrom,
  nat,
  record,
} from 'fast-check';
import {PostgresDatabase, SqliteDatabase, type Database} from '@gazetteer/db';
import {postgresForTests} from '@gazetteer/db/testing';
import {tries} from '@gazetteer/model/testing';
import {PropagationWorld, stepKinds, type Step} from './propagation-world.ts';

const step = record({
  kind: constantFrom(...stepKinds),
  a: nat(1000),
  b: nat(1000),
  c: nat(1000),
  d: nat(1000),
});
/** A failure is made smaller for so long. */
const shrinkLimitMs = 10_000;

async function staysInLine(
  t: TestContext,
  open: () => Promise<Database>,
  count: number,
  run: (world: PropagationWorld, steps: readonly Step[]) => Promise<void> = oneByOne,
): Promise<void> {
  const done = {catalogs: 0, operations: 0, refused: 0, arrivals: 0};
  let failedAt = 0;
  const property = asyncProperty(
    array(step, {minLength: 40, maxLength: 100, size: 'max'}),
    async steps => {
      if (failedAt > 0 && performance.now() > failedAt + shrinkLimitMs) return;
      const world = await PropagationWorld.open(await open());
      try {
        await run(world, steps);
      } catch (error) {
        failedAt ||= performance.now();
        throw error;
      } finally {
        done.catalogs++;
        done.operations += steps.length;
        done.refused += world.refused;
        done.arrivals += world.arrivals;
        await world.close();
      }
    },
  );
  await assertProperty(property, tries(count));
  t.diagnostic(JSON.stringify(done));
}

async function oneByOne(world: PropagationWorld, steps: readonly Step[]): Promise<void> {
  for (const one of steps) await world.do(one);
}

/**
 * Without those that turn `removePropagationsOnEntityDelete`: whether it was on for a moment cannot
 * be seen afterwards.
 */
async function fourAtOnce(world: PropagationWorld, steps: readonly Step[]): Promise<void> {
  const plain = steps.filter(one => one.kind !== 'retag' && one.kind !== 'set');
  for (let n = 0; n < plain.length; n += 4) await world.doTogether(plain.slice(n, n + 4));
}

test('sqlite: classifications are where a naive walk puts them', async t => {
  await staysInLine(t, async () => new SqliteDatabase({file: ':memory:'}), 12);
});

const server = await postgresForTests();
test.after(async () => {
  if ('stop' in server) await server.stop();
});
let schemas = 0;
const openPostgres = async () => {
  if ('skip' in server) throw new Error(server.skip);
  return new PostgresDatabase({url: server.url, schema: `world_${++schemas}`, maxConnections: 4});
};
const options = 'skip' in server ? {skip: server.skip} : {};
test('postgres: classifications are where a naive walk puts them', options, async t => {
  await staysInLine(t, openPostgres, 4);
});
test('postgres: they are, whoever changes what at the same time', options, async t => {
  await staysInLine(t, openPostgres, 4, fourAtOnce);
});

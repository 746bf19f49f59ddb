// 871 more requests with the answers of a running server of the reference product: the V1 API (1001
// to 5035, 9066 to 9080) and what v2 lets pass (6001 to 9065). They are replayed in the order of
// recording, which is that of `recorded/further.jsonl`.
//
// What is not equal stands in the table of its part, `recorded/further/*.ts`: `differs` has what
// ours answers on purpose, with the reason; `notEqualYet` what is still to be mended. Take a line
// out of the second when the exchange replays equal (the test fails until you do). `npm test --
// recorded-further` tells of each difference where it is; to see one that is on the list, take it
// off the list. Later exchanges use what earlier ones made, so mend the first of a sequence first.
// A recorded 500 without an entry has to be refused with 4xx and a JSON error here.
import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {readFile} from 'node:fs/promises';
import {join} from 'node:path';
import {after, before, suite, test} from 'node:test';
import {postgresForTests} from '@gazetteer/db/testing';
import {bothDatabases} from './both-databases.ts';
import {expectDeclaredRefusals} from './declared-refusals.ts';
import type {Exchange} from './recorded/compare.ts';
import {legacy} from './recorded/further/legacy.ts';
import {search} from './recorded/further/search.ts';
import {plainFault, type Table} from './recorded/further/table.ts';
import {transfer} from './recorded/further/transfer.ts';
import {values} from './recorded/further/values.ts';
import {Replay} from './recorded/replay.ts';
import type {RunningCatalog} from './server-fixture.ts';

expectDeclaredRefusals();

const root = join(import.meta.dirname, '..', '..', '..');
const exchanges = readFileSync(join(import.meta.dirname, 'recorded', 'further.jsonl'), 'utf8')
  .trim()
  .split('\n')
  .map(line => JSON.parse(line) as Exchange);

/**
 * Lists without an order: maps and sets of the reference product, and results that nothing sorts.
 */
const unordered = new Set([
  'relationshipAttributeDefs',
  'classificationNames',
  'labels',
  'subTypes',
  'superTypes',
  'entities',
  'results',
  'traitNames',
  'classifications',
  'list',
  'updated',
  'deleted',
  'relations',
  'attributeDefinitions',
  'processedEntities',
  // Names that a search asks for.
  'attributes',
]);

/** By the number at the start of the name. */
function tableOf(name: string): Table {
  const number = Number(name.slice(0, 4));
  if (number < 6000 || number >= 9066) return legacy;
  if (number < 8000 || number >= 9011) return values;
  return number < 9000 ? search : transfer;
}

test('the tables speak of exchanges of their part, once', () => {
  const names = new Set(exchanges.map(({name}) => name));
  for (const table of [legacy, values, search, transfer])
    for (const name of [...Object.keys(table.differs), ...table.notEqualYet]) {
      assert.ok(names.has(name) && tableOf(name) === table, `${name} is no exchange of this table`);
      assert.ok(
        !(name in table.differs && table.notEqualYet.includes(name)),
        `${name} is in both lists`,
      );
    }
});

test('what was accepted there and is refused here is refused for a reason that is written down', async () => {
  const page = await readFile(join(root, 'docs', 'api.md'), 'utf8');
  const rows = new Set(
    Array.from(page.matchAll(/^\| ([^|]+) \|.*\| \S/gm), ([, what = '']) => what.trim()),
  );
  const more = exchanges.filter(({name, answer}) => {
    const status = tableOf(name).differs[name]?.status;
    return answer.status < 400 && (status === 'refused' || Number(status) >= 400);
  });
  assert.ok(more.length > 3);
  const unexplained = more.filter(({name}) => !rows.has(tableOf(name).differs[name]?.row ?? ''));
  assert.deepEqual(
    unexplained.map(one => one.name),
    [],
  );
});

const cluster = await postgresForTests();
if ('url' in cluster) after(() => cluster.stop());

for (const {database, options, start} of bothDatabases(cluster)) {
  suite(`${database}: further recorded exchanges`, options, () => {
    let server: RunningCatalog;
    let replay: Replay;

    before(async () => {
      server = await start();
      replay = new Replay(server, unordered);
    });
    after(() => server?.stop());

    for (const exchange of exchanges) {
      const {differs, notEqualYet} = tableOf(exchange.name);
      const difference =
        differs[exchange.name] ?? (exchange.answer.status === 500 ? plainFault : undefined);
      test(exchange.name, async () => {
        const ours = await replay.send(exchange);
        const compared = replay.assertSameAnswer(ours, exchange, difference);
        if (notEqualYet.includes(exchange.name))
          await assert.rejects(compared, 'it replays equal now: take it off the list');
        else await compared;
      });
    }
  });
}

import assert from 'node:assert/strict';
import {test} from 'node:test';
import type {TablePath} from '@gazetteer/sql';
import {DescribedTables} from './described-tables.ts';
import {datasetKeyOf} from './lineage-event.ts';

const context = {engine: 'hive', userName: 'alice', database: 'default'};

function asking() {
  const asked: string[] = [];
  const ask = async (paths: readonly TablePath[]) =>
    new Map(
      paths.map(path => {
        const table = path.join('.');
        asked.push(table);
        const named = {namespace: 'hive://here', name: table, database: 'default', table};
        return [datasetKeyOf(path), {...named, columns: []}] as const;
      }),
    );
  return {asked, ask};
}

test('what is known is in the answer also when it is forgotten for the sake of others', async () => {
  const tables = new DescribedTables();
  const {asked, ask} = asking();
  const known = ['known'];
  await tables.of(context, [known], ask);
  // As many as are kept, so that the next one makes room.
  for (let i = 1; i < 500; i++) await tables.of(context, [[`t${i}`]], ask);
  asked.length = 0;
  const found = await tables.of(context, [known, ['one_more']], ask);
  assert.deepEqual(asked, ['one_more']);
  assert.deepEqual(
    [...found.values()].map(({table}) => table),
    ['known', 'one_more'],
  );
});

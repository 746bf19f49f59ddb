import assert from 'node:assert/strict';
import {suite, test} from 'node:test';
import {manualLabel} from '@gazetteer/model';
import {columnWays} from './column-ways.ts';

type Way = Exclude<Parameters<typeof columnWays>[0][number], undefined>;

const owners = new Map(
  ['a', 'b', 'c'].map(guid => [guid, {guid: `table ${guid}`, typeName: 'hive_table'}]),
);
/** Processes have names of more than one letter. */
function waysOf(steps: readonly (readonly [string, string])[], manual: readonly string[]) {
  const header = (guid: string) => ({
    guid,
    typeName: guid.length === 1 ? 'hive_column' : 'Process',
    attributes: {},
    labels: manual.includes(guid) ? [manualLabel] : [],
  });
  const way = {
    guidEntityMap: Object.fromEntries(steps.flat().map(guid => [guid, header(guid)])),
    relations: steps.map(([fromEntityId, toEntityId]) => ({fromEntityId, toEntityId})),
  } as unknown as Way;
  const {flows, rows} = columnWays([way], owners, ['a'], name => name === 'Process');
  return {flows: flows.map(one => [one.from, one.to, one.isByHand]), tables: [...rows.keys()]};
}

suite('ways of columns', () => {
  test('go through processes, which are no rows', () => {
    const steps = [
      ['a', 'load'],
      ['b', 'load'],
      ['load', 'c'],
    ] as const;
    assert.deepEqual(waysOf(steps, []), {
      flows: [
        ['a', 'c', false],
        ['b', 'c', false],
      ],
      tables: ['table a', 'table b', 'table c'],
    });
  });

  test('are by hand where no other process says so', () => {
    const steps = [
      ['a', 'hand'],
      ['hand', 'b'],
      ['b', 'hand2'],
      ['hand2', 'c'],
      ['b', 'load'],
      ['load', 'c'],
    ] as const;
    assert.deepEqual(waysOf(steps, ['hand', 'hand2']).flows, [
      ['a', 'b', true],
      ['b', 'c', false],
    ]);
  });

  test('leave out what has no table', () => {
    const steps = [
      ['a', 'load'],
      ['load', 'x'],
    ] as const;
    assert.deepEqual(waysOf(steps, []), {flows: [], tables: ['table a']});
  });
});

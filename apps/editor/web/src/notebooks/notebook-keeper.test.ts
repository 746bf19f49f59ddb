import assert from 'node:assert/strict';
import {test} from 'node:test';
import type {SavedDocument} from '../api/wire.ts';
import {newCell} from './cells.ts';
import {NotebookKeeper} from './notebook-keeper.ts';

const notebook = (text: string) => ({
  engine: 'duckdb',
  database: 'main',
  variables: {},
  cells: [{...newCell('sql'), id: 'a', text}],
});
const textOf = (keeper: NotebookKeeper) => keeper.held.get().notebook.cells[0]?.text;

test('what is written while it is saved is saved behind it', async () => {
  const saved: [number, string | undefined][] = [];
  const first = Promise.withResolvers<void>();
  const keeper = new NotebookKeeper(notebook('1'), 1, {
    theirsOf: () => undefined,
    save: async (version, now) => {
      saved.push([version, now.cells[0]?.text]);
      if (saved.length === 1) await first.promise;
      return {version: version + 1};
    },
  });
  keeper.change(notebook('2'));
  const whole = keeper.save();
  keeper.change(notebook('3'));
  const again = keeper.save();
  first.resolve();
  await Promise.all([whole, again]);
  assert.deepEqual(saved, [
    [1, '2'],
    [2, '3'],
  ]);
  const {isSaved, isSaving, version} = keeper.held.get();
  assert.deepEqual([isSaved, isSaving, version], [true, false, 3]);
  await keeper.save();
  assert.equal(saved.length, 2);
});

test('where another has saved it, nothing is lost, and one of both is chosen', async () => {
  const late = new Error('Late');
  let newest = 5;
  const keeper = new NotebookKeeper(notebook('1'), 4, {
    theirsOf: error => (error === late ? ({version: newest} as SavedDocument) : undefined),
    save: async version => {
      if (version !== newest) throw late;
      newest++;
      return {version: newest};
    },
  });
  keeper.change(notebook('mine'));
  await assert.rejects(keeper.save(), /Late/);
  assert.deepEqual([textOf(keeper), keeper.held.get().isSaved], ['mine', false]);
  await assert.rejects(keeper.save(), /Late/);
  // What was loaded meanwhile does not take its place.
  keeper.take(notebook('loaded'), 6);
  assert.equal(textOf(keeper), 'mine');
  await keeper.keepMine();
  assert.deepEqual([keeper.held.get().isSaved, keeper.held.get().version], [true, 6]);
  newest = 9;
  keeper.change(notebook('mine again'));
  await assert.rejects(keeper.save(), /Late/);
  keeper.takeTheirs(notebook('theirs'));
  assert.deepEqual([textOf(keeper), keeper.held.get().isSaved], ['theirs', true]);
  keeper.take(notebook('newer'), 10);
  assert.deepEqual([textOf(keeper), keeper.held.get().version], ['newer', 10]);
});

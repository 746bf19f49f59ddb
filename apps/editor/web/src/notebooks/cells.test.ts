import assert from 'node:assert/strict';
import {test} from 'node:test';
import {changed, maxCells, moved, neighbour, newCell, withCell} from './cells.ts';

const cells = ['a', 'b', 'c'].map(id => ({...newCell('sql'), id}));
const ids = (all: readonly {id: string}[]) => all.map(({id}) => id).join('');

test('cells are added, moved and changed', () => {
  const made = {...newCell('text'), id: 'n'};
  assert.equal(ids(withCell(cells, 1, made)), 'anbc');
  assert.equal(ids(withCell(cells, 3, made)), 'abcn');
  const full = Array.from({length: maxCells}, () => newCell('sql'));
  assert.equal(withCell(full, 0, made), full);
  assert.equal(ids(moved(cells, 'b', -1)), 'bac');
  assert.equal(ids(moved(cells, 'b', 1)), 'acb');
  assert.equal(moved(cells, 'a', -1), cells);
  assert.equal(moved(cells, 'c', 1), cells);
  assert.equal(moved(cells, 'x', 1), cells);
  assert.deepEqual(changed(cells, 'b', {kind: 'text'})[1], {...cells[1], kind: 'text'});
});

test('the cell beside another one', () => {
  assert.equal(neighbour(cells, 'a', 1), 'b');
  assert.equal(neighbour(cells, 'a', -1), undefined);
  assert.equal(neighbour(cells, 'c', 1), undefined);
});

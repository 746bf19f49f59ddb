import assert from 'node:assert/strict';
import {test} from 'node:test';
import {personFolder} from './person-folder.ts';

test('each name has a folder of its own, and none leads out of where they lie', () => {
  const names = [
    'ada',
    'Ada',
    'ADA',
    '',
    '%',
    '.',
    '..',
    '../x',
    'a/b',
    'a\\b',
    'a:b',
    'ä',
    'a b',
    'x'.repeat(300),
    'x'.repeat(301),
  ];
  const folders = names.map(personFolder);
  assert.equal(new Set(folders.map(folder => folder.toLowerCase())).size, names.length);
  for (const folder of folders) assert.match(folder, /^[\da-z_%-]{1,120}$/);
  assert.equal(personFolder('ada-1'), 'ada-1');
});

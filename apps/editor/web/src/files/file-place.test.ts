import assert from 'node:assert/strict';
import {test} from 'node:test';
import {
  filesAddress,
  folderViewOf,
  inFolder,
  isTrash,
  nameOf,
  parentOf,
  wayTo,
} from './file-place.ts';

test('places have addresses, whatever their names are', () => {
  const first = {page: 1, filter: '', sort: 'name', isDescending: false};
  for (const path of [
    '/',
    's3a://',
    's3a://lake/a b',
    '/s3a',
    '/user/ada',
    '/ä b/100%/?x=1&y#z/<img src=x>',
    '/a/;:@=+,$',
  ]) {
    const url = new URL(filesAddress(path), 'http://x');
    assert.deepEqual(folderViewOf(url.pathname, url.searchParams), {path, ...first});
  }
  assert.equal(filesAddress('/user/ä b'), '/app/files/hdfs/user/%C3%A4%20b');
  assert.equal(filesAddress(''), '/app/files');
  assert.equal(folderViewOf('/app/files', new URLSearchParams()).path, '');
  for (const address of [
    '/app/files/hdfs//user/',
    '/app/files/hdfs/%2Fuser',
    '/app/files/hdfs/a/%2e%2e/user/.',
  ])
    assert.equal(folderViewOf(address, new URLSearchParams()).path, '/user', address);
  assert.equal(folderViewOf('/app/files/hdfs/100%', new URLSearchParams()).path, '/100%');
});

test('how a folder is listed is part of its address', () => {
  const view = {path: '/a', page: 3, filter: 'x & y', sort: 'mtime', isDescending: true};
  const url = new URL(filesAddress(view.path, view), 'http://x');
  assert.deepEqual(folderViewOf(url.pathname, url.searchParams), view);
  assert.equal(folderViewOf('/app/files/hdfs', new URLSearchParams('page=-2')).page, 1);
});

test('names, folders and the way to a place', () => {
  assert.deepEqual(['/', '/a', '/a/b c', 's3a://', 's3a://b'].map(nameOf), [
    '/',
    'a',
    'b c',
    's3a://',
    'b',
  ]);
  assert.deepEqual(['/', '/a', '/a/b c', 's3a://b', 's3a://b/c'].map(parentOf), [
    '/',
    '/',
    '/a',
    's3a://',
    's3a://b',
  ]);
  assert.deepEqual([inFolder('/', 'a'), inFolder('/a', 'b')], ['/a', '/a/b']);
  assert.equal(inFolder('s3a://', 'b'), 's3a://b');
  assert.deepEqual(wayTo('s3a://b'), [
    {name: 's3a://', path: 's3a://'},
    {name: 'b', path: 's3a://b'},
  ]);
  assert.deepEqual(wayTo('/a/b'), [
    {name: '/', path: '/'},
    {name: 'a', path: '/a'},
    {name: 'b', path: '/a/b'},
  ]);
  assert.equal(isTrash('/user/ada/.Trash', '/user/ada'), true);
  assert.equal(isTrash('/user/ada/.Trash/Current/x', '/user/ada'), true);
  assert.equal(isTrash('/user/ada/.Trashes', '/user/ada'), false);
});

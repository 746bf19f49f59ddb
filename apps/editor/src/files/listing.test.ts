import assert from 'node:assert/strict';
import {test} from 'node:test';
import {pageOf} from './listing.ts';
import type {FileStatus} from './file-system.ts';

const status = (pathSuffix: string, length = 0): FileStatus => ({
  pathSuffix,
  type: 'FILE',
  length,
  owner: 'ada',
  group: 'staff',
  permission: '644',
  accessTime: 0,
  modificationTime: 0,
  blockSize: 0,
  replication: 1,
});

test('files are in the order that is asked for, and by name where there is no such order', () => {
  const all = [status('b', 1), status('a', 2)];
  const names = (sortby: string, descending = false) => {
    const fields = {pagesize: 10, pagenum: 1, filter: '', sortby, descending};
    const {files} = pageOf('/', status(''), undefined, all, fields);
    return (files as {name: string}[]).map(({name}) => name).slice(1);
  };
  assert.deepEqual(names('size'), ['b', 'a']);
  assert.deepEqual(names('size', true), ['a', 'b']);
  for (const sortby of ['name', 'nothing', 'constructor', '__proto__', 'valueOf'])
    assert.deepEqual(names(sortby), ['a', 'b'], sortby);
});

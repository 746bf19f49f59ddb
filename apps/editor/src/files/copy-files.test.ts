import assert from 'node:assert/strict';
import {test} from 'node:test';
import {AppError} from '@gazetteer/model';
import {copyTo, replaceFile} from './copy-files.ts';
import type {FileStatus, FileSystem} from './file-system.ts';
import {parentOf} from './paths.ts';

type Kept = {readonly text: string; permission: string} | 'folder';

/** Files in memory, as WebHDFS treats them. */
function inMemory(kept: Map<string, Kept>) {
  const asked: string[] = [];
  const statusOf = (path: string): FileStatus => {
    const one = kept.get(path);
    if (one === undefined) throw new AppError('NOT_FOUND', [path]);
    return {
      type: one === 'folder' ? 'DIRECTORY' : 'FILE',
      length: one === 'folder' ? 0 : one.text.length,
      permission: one === 'folder' ? '755' : one.permission,
      pathSuffix: '',
    } as FileStatus;
  };
  const files: Partial<FileSystem> = {
    status: async (_user, path) => {
      asked.push(path);
      return statusOf(path);
    },
    list: async (_user, path) =>
      [...kept.keys()]
        .filter(one => parentOf(one) === path && one !== path)
        .map(one => ({...statusOf(one), pathSuffix: one.slice(path.length + 1)})),
    read: async (_user, path) =>
      ReadableStream.from([Buffer.from((kept.get(path) as {text: string}).text)]),
    write: async (_user, path, bytes) => {
      const text = bytes === undefined ? '' : await new Response(bytes).text();
      kept.set(path, {text, permission: '644'});
    },
    makeFolder: async (_user, path) => void kept.set(path, 'folder'),
    rename: async (_user, from, to) => {
      kept.set(to, kept.get(from) as Kept);
      kept.delete(from);
    },
    delete: async (_user, path) => {
      for (const one of kept.keys())
        if (one === path || one.startsWith(`${path}/`)) kept.delete(one);
    },
    setPermission: async (_user, path, permission) => {
      (kept.get(path) as {permission: string}).permission = permission;
    },
  };
  return {files: files as FileSystem, asked};
}

const never = new AbortController().signal;
const bytes = (text: string) => ReadableStream.from([Buffer.from(text)]);

test('what replaces a file has its rights, and leaves nothing beside it', async () => {
  const kept = new Map<string, Kept>([['/a', {text: 'old', permission: '600'}]]);
  await replaceFile(inMemory(kept).files, 'ada', '/a', bytes('new'), never);
  assert.deepEqual([...kept], [['/a', {text: 'new', permission: '600'}]]);
  await replaceFile(inMemory(kept).files, 'ada', '/b', bytes('first'), never);
  assert.deepEqual(kept.get('/b'), {text: 'first', permission: '644'});
});

test('a folder is not replaced by a file, and nothing in it is lost', async () => {
  const kept = new Map<string, Kept>([
    ['/a', 'folder'],
    ['/a/b', {text: 'kept', permission: '644'}],
  ]);
  const replaced = replaceFile(inMemory(kept).files, 'ada', '/a', bytes('new'), never);
  await assert.rejects(replaced, {kind: 'BAD_REQUEST'});
  assert.deepEqual([...kept.keys()], ['/a', '/a/b']);
});

test('a file that cannot be replaced after all is as it was', async () => {
  const kept = new Map<string, Kept>([['/a', {text: 'old', permission: '600'}]]);
  let renames = 0;
  const {files} = inMemory(kept);
  const failing: FileSystem = {
    ...files,
    rename: async (user, from, to) => {
      if (++renames === 2) throw new AppError('CONFLICT', [to]);
      await files.rename(user, from, to);
    },
  };
  await assert.rejects(replaceFile(failing, 'ada', '/a', bytes('new'), never), {kind: 'CONFLICT'});
  assert.deepEqual([...kept], [['/a', {text: 'old', permission: '600'}]]);
});

test('a folder is copied with all that is in it, by one look at each folder', async () => {
  const kept = new Map<string, Kept>([
    ['/a', 'folder'],
    ['/a/b', 'folder'],
    ['/a/b/c', {text: 'deep', permission: '644'}],
    ['/a/d', {text: '', permission: '644'}],
  ]);
  const {files, asked} = inMemory(kept);
  await copyTo({source: files, target: files, user: 'ada'}, '/a', '/x', never);
  assert.deepEqual(
    ['/x', '/x/b', '/x/b/c', '/x/d'].map(path => kept.get(path)),
    ['folder', 'folder', {text: 'deep', permission: '644'}, {text: '', permission: '644'}],
  );
  assert.deepEqual(asked, ['/a']);
});

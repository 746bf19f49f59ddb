import assert from 'node:assert/strict';
import {test} from 'node:test';
import {humanSize, inFolder, pageOfFiles, parentOf, pathOf, rwx} from './paths.ts';

test('a path is what somebody means, wherever it points', () => {
  const rows = [
    ['', '/'],
    ['/', '/'],
    ['/a//b/./c/', '/a/b/c'],
    ['/a/../../b', '/b'],
    ['hdfs://nn:8020/a b', '/a b'],
    ['hdfs://nn', '/'],
    ['/a%2Fb', '/a%2Fb'],
    ['s3a://bucket/a//b/../c/', 's3a://bucket/a/c'],
    ['S3://bucket', 's3a://bucket'],
    ['s3a:///../..', 's3a://'],
    ['S3A:/', 's3a://'],
    ['s3a:/bucket/a', 's3a://bucket/a'],
  ] as const;
  for (const [given, path] of rows) assert.equal(pathOf(given), path);
  for (const wrong of [
    'a/b',
    'gs://bucket/a',
    's3a://a/\nb',
    'file:///etc/passwd',
    '/a\0b',
    '/a\nb',
    '/a\ud800',
  ])
    assert.throws(() => pathOf(wrong), {kind: 'BAD_REQUEST'}, wrong);
});

test('paths of both kinds have parents and names below them', () => {
  assert.deepEqual(['/a/b', '/a', '/', 's3a://b/k', 's3a://b', 's3a://'].map(parentOf), [
    '/a',
    '/',
    '/',
    's3a://b',
    's3a://',
    's3a://',
  ]);
  assert.equal(inFolder('s3a://', 'b'), 's3a://b');
  assert.equal(inFolder('s3a://b', 'k'), 's3a://b/k');
  assert.equal(pageOfFiles('view=S3A://b/k k'), '/app/files/s3a/b/k%20k');
  for (const other of ['view=ABFS://b/k', 'view=relative', 'home_relative_view=/x'])
    assert.equal(pageOfFiles(other), '/app/files');
});

test('a very long path that is none is refused', () => {
  assert.throws(() => pathOf(`hdfs://${'a'.repeat(1_000_000)}/\n`), {kind: 'BAD_REQUEST'});
});

test('a name stays in its folder', () => {
  assert.equal(inFolder('/', 'a.csv'), '/a.csv');
  assert.equal(inFolder('/data', 'a b.csv'), '/data/a b.csv');
  for (const wrong of ['', '.', '..', 'a/b', '../x', 'a\0', '\udc00'])
    assert.throws(() => inFolder('/data', wrong), {kind: 'BAD_REQUEST'}, wrong);
  assert.deepEqual([parentOf('/a/b'), parentOf('/a'), parentOf('/')], ['/a', '/', '/']);
});

test('modes and sizes are shown as people know them', () => {
  assert.deepEqual(
    [rwx('755', true), rwx('644', false), rwx('1777', true), rwx('0', false)],
    ['drwxr-xr-x', '-rw-r--r--', 'drwxrwxrwt', '----------'],
  );
  assert.deepEqual(
    [humanSize(0), humanSize(1536), humanSize(5 * 2 ** 30)],
    ['0 bytes', '1.5 KB', '5.0 GB'],
  );
});

test('addresses of Hue have pages', () => {
  assert.equal(pageOfFiles('view=/user/ä b/..//%2F'), '/app/files/hdfs/user/%252F');
  assert.equal(pageOfFiles('view=/'), '/app/files/hdfs');
  assert.equal(pageOfFiles('view=hdfs://nn:8020/user'), '/app/files/hdfs/user');
  assert.equal(pageOfFiles(''), '/app/files');
  assert.equal(pageOfFiles('download=/user/ada'), '/app/files');
});

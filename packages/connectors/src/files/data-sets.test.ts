import assert from 'node:assert/strict';
import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import {test, type TestContext} from 'node:test';
import {dataSetsIn} from './data-sets.ts';
import {type FileStore, ForbiddenFolder} from './file-store.ts';
import {hdfsFolder} from './hdfs-folder.ts';
import {s3Folder} from './s3-folder.ts';

const {signal} = new AbortController();

/** Folders with the names in them; those of `null` may not be read. */
function storeOf(folders: Readonly<Record<string, readonly string[] | null>>): FileStore {
  return {
    list: path => {
      const names = folders[path];
      if (names === undefined) return Promise.reject(new Error(`${path}: the disk is away`));
      if (names === null) return Promise.reject(new ForbiddenFolder(`${path} may not be read`));
      const status = {size: 1, modified: new Date(0)};
      return Promise.resolve({
        files: names.filter(name => name.includes('.')),
        folders: names.filter(name => !name.includes('.')),
        statusOf: () => Promise.resolve(status),
      });
    },
    look: () => Promise.reject(new Error('nothing is looked at')),
  };
}

async function found(store: FileStore) {
  const reasons: string[] = [];
  const paths: string[] = [];
  const forbidden = (_path: string, reason: string) => void reasons.push(reason);
  for await (const {sample} of dataSetsIn(store, {signal, forbidden})) paths.push(sample);
  return {paths, reasons};
}

test('folders that may not be read are told of, and those beside them are read', async () => {
  const store = storeOf({
    '': ['closed', 'days', 'open'],
    closed: null,
    days: ['day=1', 'day=2'],
    'days/day=1': ['a.csv'],
    'days/day=2': null,
    open: ['b.csv'],
  });
  assert.deepEqual(await found(store), {
    paths: ['days/day=1/a.csv', 'open/b.csv'],
    reasons: ['closed may not be read', 'days/day=2 may not be read'],
  });
});

test('a store that is away, and a first folder that may not be read, end the reading', async () => {
  await assert.rejects(found(storeOf({'': ['gone']})), /the disk is away/);
  await assert.rejects(found(storeOf({'': null})), ForbiddenFolder);
});

/** A server that answers everything with this. */
async function refusing(t: TestContext, type: string, text: string): Promise<string> {
  const server = createServer((_, response) =>
    response.writeHead(403, {'content-type': type}).end(text),
  );
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('what HDFS and S3 say of a folder that may not be read', async t => {
  const exception = {exception: 'AccessControlException', message: 'Permission denied'};
  const nameNode = await refusing(
    t,
    'application/json',
    JSON.stringify({RemoteException: exception}),
  );
  const hdfs = hdfsFolder({urls: [nameNode], user: 'ada', kerberos: false}, '/landing');
  await assert.rejects(hdfs.list('closed', signal), ForbiddenFolder);
  const s3 = {
    endpoint: await refusing(
      t,
      'application/xml',
      '<Error><Code>AccessDenied</Code><Message>Access Denied</Message></Error>',
    ),
    region: 'us-east-1',
    accessKeyId: 'key',
    secretAccessKey: 'secret',
    timeoutMs: 10_000,
  };
  await assert.rejects(s3Folder(s3, 'lake', '').list('closed', signal), ForbiddenFolder);
});

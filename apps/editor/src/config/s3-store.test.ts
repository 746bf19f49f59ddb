import assert from 'node:assert/strict';
import {test} from 'node:test';
import {testConfig} from './testing.ts';

const account = '[aws]\n[[aws_accounts]]\n[[[default]]]\n';

test('a store has a key of the file, of a command or of the environment', () => {
  assert.equal(testConfig('').s3Store, undefined);
  assert.equal(testConfig(account).s3Store, undefined, 'no key');
  const given = `${account}access_key_id=id\nsecret_access_key=key\n`;
  assert.deepEqual(testConfig(given).s3Store, {
    endpoint: 'https://s3.us-east-1.amazonaws.com',
    region: 'us-east-1',
    accessKeyId: 'id',
    secretAccessKey: 'key',
    sessionToken: undefined,
  });
  const scripts = `${account}access_key_id_script=echo a\nsecret_access_key_script=echo b\n`;
  const {accessKeyId, secretAccessKey} = testConfig(scripts).s3Store ?? {};
  assert.deepEqual([accessKeyId, secretAccessKey], ['a', 'b']);
  const env = {AWS_ACCESS_KEY_ID: 'e', AWS_SECRET_ACCESS_KEY: 'k', AWS_SESSION_TOKEN: 't'};
  assert.equal(testConfig(account, {env}).s3Store?.sessionToken, 't');
  assert.equal(testConfig(given, {env}).s3Store?.sessionToken, undefined);
  const without = `${account}allow_environment_credentials=false\n`;
  assert.equal(testConfig(without, {env}).s3Store, undefined);
});

test('a store is where its host says', () => {
  const keys = `${account}access_key_id=id\nsecret_access_key=key\n`;
  const endpoint = (more: string) => testConfig(keys + more).s3Store?.endpoint;
  assert.equal(endpoint('region=eu-central-1'), 'https://s3.eu-central-1.amazonaws.com');
  assert.equal(endpoint('host=http://minio:9000/'), 'http://minio:9000');
  assert.equal(endpoint('host=minio\nport=9000\nis_secure=false'), 'http://minio:9000');
});

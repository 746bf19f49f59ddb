import assert from 'node:assert/strict';
import {createHash} from 'node:crypto';
import {mkdtempSync, readFileSync, rmSync, statSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {test, type TestContext} from 'node:test';
import {LoginError} from './actor.ts';
import {CredentialCheck} from './check-credentials.ts';
import {passwordFileSource} from './password-file-source.ts';
import {isLoopback, refuseDefaultCredentials} from './default-credentials.ts';
import {PasswordFile} from './password-file.ts';
import {hashPassword, verifyPassword} from './password-hash.ts';
import {setPassword} from './set-password.ts';
import {Throttle} from './throttle.ts';

const hashes = {plainSha256: true, saltedSha256: true};
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

function fileIn(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'passwords-'));
  t.after(() => rmSync(folder, {recursive: true}));
  return join(folder, 'users.properties');
}

async function reasonOf(attempt: Promise<unknown>): Promise<string> {
  try {
    await attempt;
  } catch (error) {
    assert.ok(error instanceof LoginError);
    return error.message;
  }
  return assert.fail('logged in');
}

test('all three forms of the reference are verified, and nothing else', async () => {
  const bcrypt = await hashPassword('secret');
  for (const stored of [bcrypt, sha256('secret{ann}'), sha256('secret').toUpperCase()]) {
    assert.equal(await verifyPassword(hashes, 'ann', 'secret', stored), true, stored);
    assert.equal(await verifyPassword(hashes, 'ann', 'Secret', stored), false, stored);
  }
  assert.equal(await verifyPassword(hashes, 'bob', 'secret', sha256('secret{ann}')), false);
  for (const stored of ['', 'secret', bcrypt.slice(0, 40)]) {
    assert.equal(await verifyPassword(hashes, 'ann', 'secret', stored), false, stored);
  }
});

test('the two SHA-256 forms can be switched off', async () => {
  const only = (settings: Partial<typeof hashes>) => ({plainSha256: false, saltedSha256: false, ...settings});
  assert.equal(await verifyPassword(only({plainSha256: true}), 'ann', 's', sha256('s{ann}')), false);
  assert.equal(await verifyPassword(only({saltedSha256: true}), 'ann', 's', sha256('s')), false);
  assert.equal(await verifyPassword(only({saltedSha256: true}), 'ann', 's', sha256('s{ann}')), true);
});

test('a password that bcrypt would cut is refused', async () => {
  await assert.rejects(hashPassword('ä'.repeat(37)), /at most 72 bytes/);
});

test('a password is set in place, readable by its owner only; other lines and comments stay', async t => {
  const file = fileIn(t);
  writeFileSync(file, '# people\nann=ADMIN::old\n! more\nbob=USERS::kept\nann=ADMIN::older\n');
  await setPassword(file, 'ann', 'STEWARD', 'new');
  await setPassword(file, 'eve', 'ADMIN', 'eve-secret');
  const text = readFileSync(file, 'utf8');
  assert.match(text, /^# people\nann=STEWARD::\$2b\$10\$\S{53}\n# more\nbob=USERS::kept\neve=ADMIN::\$2b\$/);
  assert.equal(statSync(file).mode & 0o777, 0o600);
  const check = new CredentialCheck([passwordFileSource(new PasswordFile(file), hashes)]);
  assert.deepEqual(await check.check({userName: 'ann', password: 'new', address: 'a'}), {
    userName: 'ann',
    groups: ['STEWARD'],
  });
  await assert.rejects(setPassword(file, 'a=b', 'ADMIN', 'x'), /cannot be a user name/);
  await assert.rejects(setPassword(file, 'a', 'A::B', 'x'), /cannot be a group/);
});

test('admin/admin works until a password file was seen, and never again after', async t => {
  const file = fileIn(t);
  const passwords = new PasswordFile(file, 0);
  const check = new CredentialCheck([passwordFileSource(passwords, hashes)]);
  assert.equal(passwords.isDefault, true);
  const admin = {userName: 'admin', password: 'admin', address: 'a'};
  assert.deepEqual(await check.check(admin), {userName: 'admin', groups: ['ADMIN']});
  writeFileSync(file, `admin=ADMIN::${sha256('better')}\n`);
  assert.equal(await reasonOf(check.check(admin)), 'Wrong password');
  assert.equal(passwords.isDefault, false);
  rmSync(file);
  assert.equal(await reasonOf(check.check({...admin, password: 'better'})), 'Username not found.admin');
});

test('listeners hear exactly whose line changed', t => {
  const file = fileIn(t);
  writeFileSync(file, 'ann=A::1\nbob=A::1\neve=A::1\n');
  const passwords = new PasswordFile(file, 0);
  const heard: string[][] = [];
  passwords.onChange(changed => heard.push([...changed].sort()));
  writeFileSync(file, 'ann=A::1\nbob=B::1\nzoe=A::11\n');
  passwords.entries();
  assert.deepEqual(heard, [['bob', 'eve', 'zoe']]);
});

test('a remembered password is forgotten when the line changes', async t => {
  const file = fileIn(t);
  writeFileSync(file, `ann=ADMIN::${await hashPassword('one')}\n`);
  const check = new CredentialCheck([passwordFileSource(new PasswordFile(file, 0), hashes)]);
  const ann = {userName: 'ann', password: 'one', address: 'a'};
  const [first, second] = await Promise.all([check.check(ann), check.check(ann)]);
  assert.deepEqual(first, second);
  await setPassword(file, 'ann', 'ADMIN', 'two');
  assert.equal(await reasonOf(check.check(ann)), 'Wrong password');
  assert.equal((await check.check({...ann, password: 'two'})).userName, 'ann');
});

test('the sixth failure in a row has to wait, also for the right password, but only from that address', async t => {
  const file = fileIn(t);
  writeFileSync(file, `ann=ADMIN::${sha256('one')}\n`);
  const check = new CredentialCheck([passwordFileSource(new PasswordFile(file), hashes)], () => 0);
  const attempt = (password: string, address: string) => check.check({userName: 'ann', password, address});
  const reasons = await Promise.all(['a', 'b', 'c', 'd', 'e', 'f'].map(word => reasonOf(attempt(word, 'here'))));
  assert.deepEqual(reasons, [...Array.from({length: 5}, () => 'Wrong password'), 'Too many failed logins']);
  assert.equal(await reasonOf(attempt('one', 'here')), 'Too many failed logins');
  for (const name of ['ANN', 'Ann ', '\uff41nn']) {
    const other = check.check({userName: name, password: 'one', address: 'here'});
    assert.equal(await reasonOf(other), 'Too many failed logins', 'each spelling is the same person');
  }
  assert.equal((await attempt('one', 'there')).userName, 'ann');
});

test('waiting doubles up to a minute, ends by itself and is forgotten after a quarter of an hour', () => {
  let now = 0;
  const throttle = new Throttle(() => now);
  const waits = Array.from({length: 12}, () => {
    throttle.failed('ann');
    return throttle.waitMs('ann');
  });
  assert.deepEqual(waits, [0, 0, 0, 0, 1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000]);
  now += 60_000;
  assert.equal(throttle.waitMs('ann'), 0);
  now += 16 * 60_000;
  throttle.failed('ann');
  assert.equal(throttle.waitMs('ann'), 0);
});

test('default passwords are refused on every address but loopback', async t => {
  const none = new PasswordFile(fileIn(t));
  assert.equal(await refuseDefaultCredentials('127.0.0.1', none, hashes), undefined);
  assert.match((await refuseDefaultCredentials('0.0.0.0', none, hashes)) ?? '', /npm run passwd -- admin/);
  const file = fileIn(t);
  await setPassword(file, 'admin', 'ADMIN', 'admin');
  assert.match((await refuseDefaultCredentials('::', new PasswordFile(file), hashes)) ?? '', /default password/);
  await setPassword(file, 'admin', 'ADMIN', 'changed');
  assert.equal(await refuseDefaultCredentials('0.0.0.0', new PasswordFile(file), hashes), undefined);
});

test('loopback is 127.0.0.0/8, ::1 and localhost', () => {
  for (const address of ['127.0.0.1', '127.9.9.9', '::1', 'localhost'])
    assert.equal(isLoopback(address), true, address);
  for (const address of ['0.0.0.0', '::', '10.0.0.1', 'example.org', '128.0.0.1', '']) {
    assert.equal(isLoopback(address), false, address);
  }
});

test('a name that nobody has takes as long as one that somebody has', async () => {
  const asked: string[] = [];
  const source = {
    rememberMs: 0,
    revisionOf: (userName: string) => (userName === 'ann' ? 'x' : undefined),
    verify: async () => void asked.push('verified'),
    pretend: async () => void asked.push('pretended'),
  };
  const check = new CredentialCheck([{...source, verify: async () => (await source.verify(), undefined)}]);
  for (const userName of ['ann', 'nobody']) {
    await assert.rejects(check.check({userName, password: 'x', address: 'a'}));
  }
  assert.deepEqual(asked, ['verified', 'pretended']);
});

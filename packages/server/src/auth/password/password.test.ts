import assert from 'node:assert/strict';
import {createHash} from 'node:crypto';
import {mkdtempSync, readFileSync, rmSync, statSync, writeFileSync} from 'node:fs';
import {glob} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {basename, join} from 'node:path';
import {test, type TestContext} from 'node:test';
import {AppError} from '@gazetteer/model';
import {soon} from '@gazetteer/model/testing';
import {LoginError} from '../actor.ts';
import {CredentialCheck} from './check-credentials.ts';
import {FailureCounts} from './failure-counts.ts';
import {passwordFileSource} from './password-file-source.ts';
import {isLoopback, refuseDefaultCredentials} from './default-credentials.ts';
import {PasswordFile} from './password-file.ts';
import {hashPassword, verifyPassword} from './password-hash.ts';
import {compareBcrypt} from './bcrypt.ts';
import {HashQueue} from './hash-queue.ts';
import {replaceHash, setPassword} from './set-password.ts';
import {sharedThrottle, Throttle} from './throttle.ts';

const hashes = {plainSha256: true, saltedSha256: true};
const log = {warn: (_fields: object, message: string) => assert.fail(message)};
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

test('our own form and all three of the reference are verified, and nothing else', async () => {
  const bcrypt = '$2b$10$JtKTnNlCCcR5oQNdhzKGTeo620BQuiEZ1tBpVAJtVW6LQTu4mN5gK';
  for (const stored of [
    await hashPassword('secret'),
    bcrypt,
    sha256('secret{ann}'),
    sha256('secret').toUpperCase(),
  ]) {
    assert.equal(await verifyPassword(hashes, 'ann', 'secret', stored), true, stored);
    assert.equal(await verifyPassword(hashes, 'ann', 'Secret', stored), false, stored);
  }
  assert.equal(await verifyPassword(hashes, 'bob', 'secret', sha256('secret{ann}')), false);
  for (const stored of ['', 'secret', bcrypt.slice(0, 40)]) {
    assert.equal(await verifyPassword(hashes, 'ann', 'secret', stored), false, stored);
  }
});

test('the two SHA-256 forms can be switched off', async () => {
  const only = (settings: Partial<typeof hashes>) => ({
    plainSha256: false,
    saltedSha256: false,
    ...settings,
  });
  assert.equal(
    await verifyPassword(only({plainSha256: true}), 'ann', 's', sha256('s{ann}')),
    false,
  );
  assert.equal(await verifyPassword(only({saltedSha256: true}), 'ann', 's', sha256('s')), false);
  assert.equal(
    await verifyPassword(only({saltedSha256: true}), 'ann', 's', sha256('s{ann}')),
    true,
  );
});

test('a password of any sensible length counts to its end', async () => {
  const long = 'ä'.repeat(400);
  const stored = await hashPassword(long);
  assert.equal(await verifyPassword(hashes, 'ann', long, stored), true);
  assert.equal(await verifyPassword(hashes, 'ann', long.slice(1), stored), false);
  await assert.rejects(hashPassword('ä'.repeat(513)), /at most 1024 bytes/);
});

test('an old hash is exchanged at the first login, and nobody has to log in again for that', async t => {
  const bcrypt = '$2b$10$JtKTnNlCCcR5oQNdhzKGTeo620BQuiEZ1tBpVAJtVW6LQTu4mN5gK';
  const file = fileIn(t);
  writeFileSync(
    file,
    `# people\nann=ADMIN,STEWARD::${bcrypt}\nbob=USERS::${sha256('secret{bob}')}\n`,
  );
  const passwords = new PasswordFile(file, 0);
  const heard: string[][] = [];
  passwords.onChange(changed => heard.push([...changed]));
  const check = new CredentialCheck([passwordFileSource(passwords, hashes, log)]);
  for (const userName of ['ann', 'bob']) {
    const before = check.revisionOf(userName);
    await check.check({userName, password: 'secret', address: 'a'});
    assert.match(
      passwords.entries().get(userName)?.hash ?? '',
      /^\$scrypt\$ln=15,r=8,p=3,was=[0-9a-f]{32}\$/,
    );
    assert.equal(check.revisionOf(userName), before);
    await check.check({userName, password: 'secret', address: 'a'});
    assert.equal(
      await reasonOf(check.check({userName, password: 'wrong', address: 'b'})),
      'Wrong password',
    );
  }
  assert.match(
    readFileSync(file, 'utf8'),
    /^# people\nann=ADMIN,STEWARD::\$scrypt\S+\nbob=USERS::\$scrypt\S+\n$/,
  );
  assert.deepEqual(heard.flat(), []);
  await setPassword(file, 'ann', undefined, 'secret');
  passwords.entries();
  assert.deepEqual(
    heard.flat(),
    ['ann'],
    'a password that was set, to the same one even, ends what was given out before',
  );
  // Somebody else was faster.
  replaceHash(file, 'bob', sha256('secret{bob}'), 'x');
  assert.match(passwords.entries().get('bob')?.hash ?? '', /^\$scrypt/);
});

test('hashes are made a few at a time, and who would wait for too many is told to come again', async () => {
  const queue = new HashQueue(2, 3);
  const ends: (() => void)[] = [];
  let running = 0;
  const work = async () => {
    running++;
    await new Promise<void>(resolve => ends.push(resolve));
    running--;
  };
  const all = Array.from({length: 5}, () => queue.run(work));
  await assert.rejects(queue.run(work), {kind: 'LOGINS_WAITING'});
  for (let ended = 0; ended < 5; ended++) {
    await soon(() => assert.ok(ends.length > ended));
    assert.ok(running <= 2);
    ends[ended]?.();
  }
  await Promise.all(all);
  const failing = queue.run(() => Promise.reject(new Error('x')));
  await assert.rejects(failing, /x/);
  const last = queue.run(work);
  await soon(() => assert.equal(ends.length, 6));
  ends[5]?.();
  await last;
});

test('nobody compares a bcrypt hash in the thread that talks to clients', async () => {
  const stored = '$2b$10$JtKTnNlCCcR5oQNdhzKGTeo620BQuiEZ1tBpVAJtVW6LQTu4mN5gK';
  assert.equal(await compareBcrypt('secret', stored), true);
  const files = await Array.fromAsync(glob(join(import.meta.dirname, '../../**/*.ts')));
  const users = files.filter(
    file => !file.endsWith('.test.ts') && /from 'bcryptjs'/.test(readFileSync(file, 'utf8')),
  );
  assert.deepEqual(
    users.map(file => basename(file)),
    ['bcrypt-thread.ts'],
  );
});

test('a password is set in place, readable by its owner only; other lines and comments stay', async t => {
  const file = fileIn(t);
  writeFileSync(file, '# people\nann=ADMIN::old\n! more\nbob=USERS::kept\nann=ADMIN::older\n');
  await setPassword(file, 'ann', 'STEWARD', 'new');
  await setPassword(file, 'eve', 'ADMIN', 'eve-secret');
  const text = readFileSync(file, 'utf8');
  assert.match(
    text,
    /^# people\nann=STEWARD::\$scrypt\$ln=15,r=8,p=3\$\S+\n# more\nbob=USERS::kept\neve=ADMIN::\$scrypt\$/,
  );
  assert.equal(statSync(file).mode & 0o777, 0o600);
  const check = new CredentialCheck([passwordFileSource(new PasswordFile(file), hashes, log)]);
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
  const check = new CredentialCheck([passwordFileSource(passwords, hashes, log)]);
  assert.equal(passwords.isDefault, true);
  const admin = {userName: 'admin', password: 'admin', address: 'a'};
  assert.deepEqual(await check.check(admin), {userName: 'admin', groups: ['ADMIN']});
  writeFileSync(file, `admin=ADMIN::${sha256('better')}\n`);
  assert.equal(await reasonOf(check.check(admin)), 'Wrong password');
  assert.equal(passwords.isDefault, false);
  rmSync(file);
  assert.equal(
    await reasonOf(check.check({...admin, password: 'better'})),
    'Username not found.admin',
  );
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
  const check = new CredentialCheck([passwordFileSource(new PasswordFile(file, 0), hashes, log)]);
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
  const check = new CredentialCheck(
    [passwordFileSource(new PasswordFile(file), hashes, log)],
    () => 0,
  );
  const attempt = (password: string, address: string) =>
    check.check({userName: 'ann', password, address});
  const reasons = await Promise.all(
    ['a', 'b', 'c', 'd', 'e', 'f'].map(word => reasonOf(attempt(word, 'here'))),
  );
  assert.deepEqual(reasons, [
    ...Array.from({length: 5}, () => 'Wrong password'),
    'Too many failed logins',
  ]);
  assert.equal(await reasonOf(attempt('one', 'here')), 'Too many failed logins');
  for (const name of ['ANN', 'Ann ', '\uff41nn']) {
    const other = check.check({userName: name, password: 'one', address: 'here'});
    assert.equal(
      await reasonOf(other),
      'Too many failed logins',
      'each spelling is the same person',
    );
  }
  assert.equal((await attempt('one', 'there')).userName, 'ann');
});

test('waiting doubles up to a minute, ends by itself and is forgotten after a quarter of an hour', () => {
  let now = 0;
  const throttle = new Throttle(() => now);
  const waitOf = (address: string, name: string) => {
    try {
      throttle.check(address, name);
      return 0;
    } catch (error) {
      return (error as LoginError).retryAfterSeconds;
    }
  };
  const waits = Array.from({length: 12}, () => {
    throttle.failed('here', 'ann');
    return waitOf('here', 'ann');
  });
  assert.deepEqual(waits, [0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 60, 60]);
  now += 60_000;
  assert.equal(waitOf('here', 'ann'), 0);
  now += 15 * 60_000;
  throttle.failed('here', 'ann');
  assert.equal(waitOf('here', 'ann'), 0);
});

function isFree(throttle: Throttle, address: string, name: string): boolean {
  try {
    throttle.check(address, name);
    return true;
  } catch (error) {
    assert.ok(error instanceof LoginError);
    return false;
  }
}

test('many names from one address, and one name from many addresses, have to wait as well', () => {
  const throttle = new Throttle(() => 0);
  const free = (address: string, name: string) => isFree(throttle, address, name);
  for (let n = 0; n < 50; n++) {
    assert.ok(free('here', `somebody${n}`));
    throttle.failed('here', `somebody${n}`);
  }
  assert.deepEqual([free('here', 'ann'), free('there', 'ann')], [false, true]);
  for (let n = 0; n < 35; n++) throttle.failed(`address${n}`, 'bob');
  assert.deepEqual([free('there', 'bob'), free('there', 'ann')], [false, true]);
  // One password of one's own lets nobody guess more of others.
  throttle.failed('here', 'eve');
  throttle.notFailed('here', 'eve');
  assert.equal(free('here', 'ann'), false);
});

test('others do not lock out who logged in from an address before, for a week', () => {
  let now = 0;
  const throttle = new Throttle(() => now);
  const free = (address: string, name: string) => isFree(throttle, address, name);
  throttle.loggedIn('home', 'bob');
  now += 6 * 24 * 3_600_000;
  const guessed = () => {
    for (let n = 0; n < 60; n++) {
      throttle.failed(`address${n}`, 'bob');
      throttle.failed('home', `somebody${n}`);
    }
  };
  guessed();
  assert.deepEqual(
    [free('home', 'bob'), free('elsewhere', 'bob'), free('home', 'ann')],
    [true, false, false],
  );
  for (let n = 0; n < 5; n++) throttle.failed('home', 'bob');
  assert.equal(free('home', 'bob'), false, 'failures of the two count');
  now += 24 * 3_600_000;
  guessed();
  assert.equal(free('home', 'bob'), false, 'a week is over');
});

test('of a name ten addresses are known, whoever else logs in from many', () => {
  const throttle = new Throttle(() => 0);
  throttle.loggedIn('home', 'bob');
  for (let n = 0; n < 20_000; n++) throttle.loggedIn(`address${n}`, 'eve');
  for (let n = 0; n < 35; n++) {
    throttle.failed(`one${n}`, 'bob');
    throttle.failed(`one${n}`, 'eve');
  }
  assert.equal(isFree(throttle, 'home', 'bob'), true);
  const ofEve = Array.from({length: 20_000}, (_, n) => isFree(throttle, `address${n}`, 'eve'));
  assert.equal(ofEve.filter(Boolean).length, 10);
  assert.equal(ofEve.at(-1), true);
});

test('a guess that has to wait does not tell whether it was right, though another was remembered', async t => {
  const file = fileIn(t);
  writeFileSync(file, `ann=ADMIN::${sha256('one')}\n`);
  const throttle = new Throttle(() => 0);
  const check = new CredentialCheck(
    [passwordFileSource(new PasswordFile(file), hashes, log)],
    () => 0,
    throttle,
  );
  const attempt = (password: string, address: string) =>
    check.check({userName: 'ann', password, address});
  await attempt('one', 'home');
  for (let n = 0; n < 35; n++) throttle.failed(`address${n}`, 'ann');
  assert.equal(await reasonOf(attempt('two', 'elsewhere')), 'Too many failed logins');
  assert.equal(await reasonOf(attempt('one', 'elsewhere')), 'Too many failed logins');
  assert.equal((await attempt('one', 'home')).userName, 'ann');
});

test('a typo each 20 minutes behind one address makes nobody wait, in a day', () => {
  let now = 0;
  const throttle = new Throttle(() => now);
  for (; now < 24 * 3_600_000; now += 20 * 60_000) {
    for (const name of ['ann', 'bob']) {
      assert.ok(isFree(throttle, 'office', name), `after ${now / 60_000} minutes`);
      throttle.failed('office', name);
    }
  }
  // Each failure counts for a while, and does not prolong the others.
  for (let n = 0; n < 500; n++, now += 30_000) {
    assert.ok(isFree(throttle, 'office', `one${n}`), `${n} typos`);
    throttle.failed('office', `one${n}`);
  }
});

test('made-up names do not clear the count of another, and when all counts are full newcomers share some', () => {
  let now = 0;
  const throttle = new Throttle(() => now);
  for (let n = 0; n < 34; n++) throttle.failed(`address${n}`, 'ann');
  for (let n = 0; n < 35; n++) throttle.failed(`address${n}`, 'bob');
  for (let n = 0; n < 30_000; n++) throttle.failed(`other${n}`, `made-up${n}`);
  assert.equal(isFree(throttle, 'elsewhere', 'bob'), false);
  assert.equal(isFree(throttle, 'elsewhere', 'ann'), true);
  throttle.failed('elsewhere', 'ann');
  assert.equal(isFree(throttle, 'elsewhere', 'ann'), false, 'one more is one too many');

  const counts = new FailureCounts(2, 60_000, () => now);
  const fail = (key: string) => {
    counts.failed(key);
    counts.failed(key);
  };
  for (let n = 0; n < 10_000; n++) fail(`blocked${n}`);
  assert.ok(counts.waitMs('blocked0') > 0);
  for (let n = 0; n < 20_000; n++) counts.failed(`newcomer${n}`);
  assert.ok(counts.waitMs('blocked0') > 0);
  assert.ok(counts.waitMs('newcomer0') > 0, 'shares a count with others');
  now += 60_000;
  assert.equal(counts.waitMs('newcomer0'), 0);
  fail('later');
  assert.ok(counts.waitMs('later') > 0);
  counts.forgive('later');
  assert.equal(counts.waitMs('later'), 0);
  assert.equal(counts.waitMs('blocked0'), 0);
});

test('a login that was refused for lack of room is no failure, whether there is such a name or not', async () => {
  const check = new CredentialCheck(
    [
      {
        rememberMs: 0,
        revisionOf: (userName: string) => (userName === 'ann' ? 'x' : undefined),
        verify: () => Promise.reject(new AppError('LOGINS_WAITING')),
        pretend: () => Promise.reject(new AppError('LOGINS_WAITING')),
      },
    ],
    () => 0,
  );
  for (const userName of ['ann', 'nobody']) {
    for (let n = 0; n < 10; n++)
      await assert.rejects(check.check({userName, password: `${n}`, address: 'a'}), {
        kind: 'LOGINS_WAITING',
      });
  }
});

test('in no hour can more than 100 passwords be tried for a name, from however many addresses', () => {
  const second = 1000;
  for (const pauseMinutes of [0, 14, 29, 59]) {
    let now = 0;
    const throttle = new Throttle(() => now);
    const tried: number[] = [];
    // As often as it may be, but for a pause when the free ones are used up.
    for (let n = 0; now < 6 * 3_600_000; n++) {
      try {
        throttle.check(`address${n}`, 'bob');
        throttle.failed(`address${n}`, 'bob');
        tried.push(now);
        if (tried.length % 35 === 0) now += pauseMinutes * 60 * second;
      } catch (error) {
        assert.ok(error instanceof LoginError);
        now += (error.retryAfterSeconds ?? 1) * second;
      }
    }
    const most = Math.max(
      ...tried.map(at => tried.filter(one => one >= at && one < at + 3_600_000).length),
    );
    assert.ok(most <= 100, `${most} with pauses of ${pauseMinutes} minutes`);
  }
});

test('at an address where its user has logged in, no more than 100 can be tried for a name either', () => {
  let now = 0;
  const throttle = new Throttle(() => now);
  throttle.loggedIn('office', 'bob');
  const tried: number[] = [];
  while (now < 6 * 3_600_000) {
    try {
      throttle.check('office', 'bob');
      throttle.failed('office', 'bob');
      tried.push(now);
    } catch (error) {
      assert.ok(error instanceof LoginError);
      now += (error.retryAfterSeconds ?? 1) * 1000;
    }
  }
  const most = Math.max(
    ...tried.map(at => tried.filter(one => one >= at && one < at + 3_600_000).length),
  );
  assert.ok(most > 10 && most <= 100, String(most));
});

test('servers that ask the same people count failures together', () => {
  assert.equal(sharedThrottle('file a'), sharedThrottle('file a'));
  assert.notEqual(sharedThrottle('file a'), sharedThrottle('file b'));
});

test('default passwords are refused on every address but loopback', async t => {
  const none = new PasswordFile(fileIn(t));
  assert.equal(await refuseDefaultCredentials('127.0.0.1', none, hashes), undefined);
  assert.match(
    (await refuseDefaultCredentials('0.0.0.0', none, hashes)) ?? '',
    /npm run passwd -- admin/,
  );
  const file = fileIn(t);
  await setPassword(file, 'admin', 'ADMIN', 'admin');
  const refusal = (await refuseDefaultCredentials('::', new PasswordFile(file), hashes)) ?? '';
  assert.match(refusal, /default password/);
  assert.ok(refusal.includes(`"npm run passwd -- admin --password-file ${file}"`), refusal);
  await setPassword(file, 'admin', 'ADMIN', 'changed');
  assert.equal(
    await refuseDefaultCredentials('0.0.0.0', new PasswordFile(file), hashes),
    undefined,
  );
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
  const check = new CredentialCheck([
    {...source, verify: async () => (await source.verify(), undefined)},
  ]);
  for (const userName of ['ann', 'nobody']) {
    await assert.rejects(check.check({userName, password: 'x', address: 'a'}));
  }
  assert.deepEqual(asked, ['verified', 'pretended']);
});

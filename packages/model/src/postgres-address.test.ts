import assert from 'node:assert/strict';
import {test} from 'node:test';
import {isPooledTransaction, postgresAddresses, prefersFollowers} from './postgres-address.ts';

test('each host of an address has one of its own, with all else that it says', () => {
  assert.deepEqual(postgresAddresses('postgres://u:p%40w@one:5432,two:5433/db?sslmode=require'), [
    'postgres://u:p%40w@one:5432/db?sslmode=verify-full',
    'postgres://u:p%40w@two:5433/db?sslmode=verify-full',
  ]);
  assert.deepEqual(
    postgresAddresses(
      'postgresql://[::1]:1,two/db?target_session_attrs=read-write&sslmode=disable',
    ),
    ['postgresql://[::1]:1/db?sslmode=disable', 'postgresql://two/db?sslmode=disable'],
  );
  assert.deepEqual(postgresAddresses('postgres://one/db?target_session_attrs=primary'), [
    'postgres://one/db',
  ]);
  assert.deepEqual(postgresAddresses('postgres:///db'), ['postgres:///db']);
  assert.deepEqual(postgresAddresses('postgres://one/db?pgbouncer=true&sslmode=disable'), [
    'postgres://one/db?sslmode=disable',
  ]);
  assert.deepEqual(
    ['?a=b&pgbouncer=true', '?pgbouncer=true&a=b', '?pgbouncer=false', '', '?xpgbouncer=true'].map(
      one => isPooledTransaction(`postgres://one/db${one}`),
    ),
    [true, true, false, false, false],
  );
});

test('reads go to followers where the address says so', () => {
  assert.deepEqual(
    ['prefer-standby', 'primary', 'prefer-standby&a=b', ''].map(one =>
      prefersFollowers(`postgres://one,two/db?target_session_attrs=${one}`),
    ),
    [true, false, true, false],
  );
});

test('what is no address has none', () => {
  for (const text of ['', 'sqlite:a.db', 'postgres://u:a b@one:x/db', 'postgres://one:1,two:x/db'])
    assert.deepEqual(postgresAddresses(text), [], text);
});

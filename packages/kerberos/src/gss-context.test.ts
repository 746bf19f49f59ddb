import assert from 'node:assert/strict';
import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {test} from 'node:test';
import {acceptor, initiate, KerberosMissing} from './index.ts';

test('without a ticket and without a keytab the library says what is not there, or it is said how to get it', async t => {
  const folder = await mkdtemp(join(tmpdir(), 'gazetteer-kerberos-'));
  t.after(() => rm(folder, {recursive: true}));
  process.env['KRB5CCNAME'] = `FILE:${join(folder, 'tickets')}`;
  process.env['KRB5_KTNAME'] = `FILE:${join(folder, 'keytab')}`;
  try {
    const context = await initiate('hive@localhost', 'krb5');
    await assert.rejects(context.step(Buffer.alloc(0)), /[Cc]redential/);
    assert.equal(context.isComplete, false);
    await assert.rejects(acceptor('HTTP@localhost'), /[Cc]redential/);
  } catch (error) {
    assert.ok(error instanceof KerberosMissing, String(error));
    assert.match(error.message, /npm ci|libgssapi/);
    t.diagnostic('the Kerberos library is not here');
  }
});

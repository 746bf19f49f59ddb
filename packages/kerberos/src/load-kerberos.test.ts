import assert from 'node:assert/strict';
import {test} from 'node:test';
import {KerberosMissing, loadKerberos} from './load-kerberos.ts';

test('the library is there with what is used of it, or it is said how to get it', async t => {
  try {
    const library = await loadKerberos();
    assert.match(String(library.GSS_MECH_OID_SPNEGO), /^\d+$/);
    await assert.rejects(library.initializeServer('HTTP@no-such-host.invalid'), Error);
  } catch (error) {
    assert.ok(error instanceof KerberosMissing);
    assert.match(error.message, /npm run kerberos/);
    t.diagnostic('the package kerberos is not built here');
  }
});

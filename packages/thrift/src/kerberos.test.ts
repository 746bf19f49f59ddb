import assert from 'node:assert/strict';
import {registerHooks} from 'node:module';
import {test} from 'node:test';
import {KerberosContext} from './kerberos.ts';

test('without the optional package, asking for Kerberos says what to install', async () => {
  const hooks = registerHooks({
    resolve: (name, context, next) => {
      if (name === 'koffi') throw new Error('Cannot find package');
      return next(name, context);
    },
  });
  try {
    await assert.rejects(KerberosContext.start('hive/localhost@EXAMPLE.COM', 'krb5'), {
      name: 'SaslError',
      message: /optional npm package "koffi".*npm ci/s,
    });
  } finally {
    hooks.deregister();
  }
});

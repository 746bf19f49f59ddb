import assert from 'node:assert/strict';
import {test} from 'node:test';
import {addressText, parseEnsemble} from './ensemble.ts';

const cases: [string, string[], string][] = [
  ['localhost:2181', ['localhost:2181'], ''],
  ['a', ['a:2181'], ''],
  ['a:1, b:2 ,c', ['a:1', 'b:2', 'c:2181'], ''],
  ['a:1,b:2/base/path/', ['a:1', 'b:2'], '/base/path'],
  ['a:1/', ['a:1'], ''],
  ['[::1]:2182,10.0.0.1', ['[::1]:2182', '10.0.0.1:2181'], ''],
];
for (const [text, servers, chroot] of cases) {
  test(`reads ${text}`, () => {
    const ensemble = parseEnsemble(text);
    assert.deepEqual(ensemble.servers.map(addressText), servers);
    assert.equal(ensemble.chroot, chroot);
  });
}

for (const text of ['', ' , ', 'a:b', 'a:0', 'a:65536', 'a b', '::1', '/chroot']) {
  test(`refuses ${JSON.stringify(text)}`, () => {
    assert.throws(() => parseEnsemble(text), /no server is named|is not <host>:<port>/);
  });
}

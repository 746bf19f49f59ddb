import assert from 'node:assert/strict';
import {test} from 'node:test';
import {authToLocal} from './auth-to-local.ts';

test('rules make short names as Hadoop does', () => {
  const cases: readonly [rules: string, principal: string, name: string | undefined][] = [
    ['', 'alice@EXAMPLE.COM', 'alice'],
    ['DEFAULT', 'hive/node1@EXAMPLE.COM', 'hive'],
    ['DEFAULT', 'alice@OTHER.COM', undefined],
    ['DEFAULT', 'alice', 'alice'],
    ['DEFAULT', 'a/b/c@EXAMPLE.COM', undefined],
    ['RULE:[1:$1@$0](.*@OTHER.COM)s/@.*// DEFAULT', 'bob@OTHER.COM', 'bob'],
    ['RULE:[1:$1@$0](.*@OTHER.COM)s/@.*//\n DEFAULT', 'bob@EXAMPLE.COM', 'bob'],
    ['RULE:[1:$1@$0](.*@OTHER.COM)s/@.*//L DEFAULT', 'Bob@OTHER.COM', 'bob'],
    ['RULE:[1:$1]/L', 'Bob@OTHER.COM', 'bob'],
    ['RULE:[2:$1@$0]((nn|dn)@EXAMPLE.COM)s/.*/hdfs/', 'dn/node7@EXAMPLE.COM', 'hdfs'],
    ['RULE:[2:$1@$0]((nn|dn)@EXAMPLE.COM)s/.*/hdfs/', 'rm/node7@EXAMPLE.COM', undefined],
    ['RULE:[2:$1;$2](^.*;admin$)s/;admin$//', 'carol/admin@EXAMPLE.COM', 'carol'],
    ['RULE:[1:$1](a.*)s/a/b/g', 'aXa@EXAMPLE.COM', 'bXb'],
    ['RULE:[1:$1](a.*)s/a/b/', 'aXa@EXAMPLE.COM', 'bXa'],
    // What still looks like a principal is nobody's short name.
    ['RULE:[1:$1@$0]', 'alice@EXAMPLE.COM', undefined],
    ['RULE:[1:$1](x)s/x//', 'x@EXAMPLE.COM', undefined],
  ];
  for (const [rules, principal, name] of cases) {
    assert.equal(authToLocal(rules, 'EXAMPLE.COM')(principal), name, `${rules} of ${principal}`);
  }
});

test('a rule that cannot be read is named', () => {
  assert.throws(
    () => authToLocal('RULE:[1:$1(x)', 'X'),
    /"RULE:\[1:\$1\(x\)" is no rule: expected DEFAULT or RULE:/,
  );
  assert.throws(() => authToLocal('RULE:[1:$1]([)', 'X'), /holds a pattern that cannot be read/);
});

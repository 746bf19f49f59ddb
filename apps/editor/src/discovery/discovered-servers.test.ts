import assert from 'node:assert/strict';
import {describe, test} from 'node:test';
import {activeServers, chooseServer, serversByName} from './discovered-servers.ts';

describe('servers by the names of their nodes', () => {
  const cases: [string, string[], string[]][] = [
    ['none', [], []],
    ['one', ['serverUri=h1:20010;version=4.0.1;sequence=0000000000'], ['h1:20010']],
    [
      'in the order in which they came',
      [
        'serverUri=late:1;version=4.0.1;sequence=0000000010',
        'serverUri=first:1;version=4.0.1;sequence=0000000002',
        'serverUri=second:1;version=3.1.3;sequence=0000000009',
      ],
      ['first:1', 'second:1', 'late:1'],
    ],
    [
      'without what else lies there',
      ['killQueries', 'leader', 'serverUri=h1:1;version=1;sequence=1'],
      ['h1:1'],
    ],
    ['without a sequence', ['serverUri=h1:1;version=1', 'serverUri=h2:2'], ['h1:1', 'h2:2']],
    ['of an IPv6 address', ['serverUri=[fe80::1]:1;version=1;sequence=1'], ['fe80::1:1']],
    [
      'that cannot be meant',
      [
        'serverUri=;version=1',
        'serverUri=h',
        'serverUri=h:x',
        'serverUri=h:0',
        'serverUri=h:65536',
      ],
      [],
    ],
  ];
  for (const [says, children, expected] of cases) {
    test(says, () => {
      assert.deepEqual(
        serversByName(children).map(({host, port}) => `${host}:${port}`),
        expected,
      );
    });
  }
});

describe('the active one by the records of the servers', () => {
  const endpoint = (api: string, host: string, port: unknown) => ({
    api,
    addressType: 'host/port',
    protocolType: 'hadoop/IPC',
    addresses: [{host, port}],
  });
  const active = endpoint('activeEndpoint', 'a1', '20030');
  const passive = endpoint('passiveEndpoint', 'p1', '20031');
  const cases: [string, unknown[], string[]][] = [
    [
      'under internal, the port a text',
      [
        {external: [], internal: [passive]},
        {external: [], internal: [active]},
      ],
      ['a1:20030'],
    ],
    [
      'under external, the port a number',
      [{external: [endpoint('activeEndpoint', 'a2', 5)], internal: []}],
      ['a2:5'],
    ],
    ['not only in the first place', [{internal: [passive, active]}], ['a1:20030']],
    ['in both places it is one', [{internal: [active], external: [active]}], ['a1:20030']],
    ['all passive: none', [{internal: [passive]}], []],
    [
      'what is not a record is none',
      [
        'text',
        3,
        null,
        [],
        {},
        {internal: 'x'},
        {internal: [null, {api: 'activeEndpoint'}]},
        {internal: [{api: 'activeEndpoint', addresses: []}]},
        {internal: [{api: 'activeEndpoint', addresses: [null]}]},
      ],
      [],
    ],
    ['nor is what has no port', [{internal: [endpoint('activeEndpoint', 'a1', 'x')]}], []],
  ];
  for (const [says, records, expected] of cases) {
    test(says, () => {
      const texts = records.map(one => JSON.stringify(one));
      assert.deepEqual(
        activeServers(['', 'no { json', ...texts]).map(({host, port}) => `${host}:${port}`),
        expected,
      );
    });
  }
});

describe('which server to use', () => {
  const [a, b] = [
    {host: 'h', port: 1},
    {host: 'h', port: 2},
  ];
  const cases: [string, ReturnType<typeof chooseServer>, ReturnType<typeof chooseServer>][] = [
    [
      'the first one when none is in use',
      chooseServer(undefined, [a, b]),
      {server: a, isReset: false},
    ],
    ['the one in use while it is there', chooseServer(b, [a, b]), {server: b, isReset: false}],
    [
      'the first one when that is gone',
      chooseServer({host: 'gone', port: 1}, [b, a]),
      {server: b, isReset: true},
    ],
    [
      'gone it is also when another one of its host is there',
      chooseServer(b, [a]),
      {server: a, isReset: true},
    ],
    ['none when there is none', chooseServer(a, []), undefined],
  ];
  for (const [says, found, expected] of cases) test(says, () => assert.deepEqual(found, expected));
});

import assert from 'node:assert/strict';
import {describe, test} from 'node:test';
import {interpolateIni, mergeIni} from './ini-merge.ts';
import {parseIniText} from './ini-value.ts';
import {type IniSection, parseIni} from './ini.ts';

/** Sections as objects and values as they are, for looking at. */
function plain(section: IniSection): Record<string, unknown> {
  return Object.fromEntries(
    [...section.entries].map(([name, entry]) => [
      name,
      entry.kind === 'value' ? entry.text : plain(entry),
    ]),
  );
}

function read(...files: string[]): {values: Record<string, unknown>; errors: string[]} {
  const errors: string[] = [];
  const parsed = files.map((text, at) => parseIni(text, `${at + 1}.ini`));
  errors.push(...parsed.flatMap(file => file.errors));
  const root = mergeIni(
    parsed.map(file => file.root),
    errors,
  );
  interpolateIni(root, {desktop_root: '/data'}, errors);
  root.entries.delete('DEFAULT');
  return {values: plain(root), errors};
}

describe('a value', () => {
  const cases: [string, ReturnType<typeof parseIniText>][] = [
    ['', ''],
    ['  # nothing', ''],
    ['text', 'text'],
    ['  two words  ', 'two words'],
    ['text # comment', 'text'],
    ['text#comment', 'text'],
    ['text # a, b', 'text'],
    ['it"s', 'it"s'],
    ['a=b', 'a=b'],
    ['"quoted, # all"  # comment', 'quoted, # all'],
    ["'single \" inside'", 'single " inside'],
    ['""', ''],
    ["''", ''],
    ['a,b', ['a', 'b']],
    ['a , "b,c" ,d # comment', ['a', 'b,c', 'd']],
    ['a,', ['a']],
    ['"a",', ['a']],
    [',', []],
    [', # none', []],
    [`'{"url": "mysql://u:p@h/db", "n": 1}'`, '{"url": "mysql://u:p@h/db", "n": 1}'],
    [`'{"name": 'x', "b": 1}'`, `{"name": 'x', "b": 1}`],
    [`'it's'`, `it's`],
    ['"open', undefined],
    ['"a" b', undefined],
    ['a,,b', undefined],
    ["'a', 'b", undefined],
  ];
  for (const [text, expected] of cases) {
    test(`= ${text}`, () => assert.deepEqual(parseIniText(text), expected));
  }

  test('that cannot be read is given up in no time', () => {
    assert.equal(parseIniText(`${`'a',`.repeat(500)}'a' b`), undefined);
  });
});

describe('a file', () => {
  test('nests sections by their brackets, whatever the indentation', () => {
    const {values, errors} = read(`
top = 1
[desktop] # comment
    http_port=8888
  [[ldap]]
bind_dn = "cn=a,dc=b"
      [[[users]]]
      user_filter='objectclass=*'
  [[kerberos]]
  hue_principal = hue/host@REALM
[ notebook ]
[[ interpreters ]]
[["a b"]]
"name" = SQL
`);
    assert.deepEqual(errors, []);
    assert.deepEqual(values, {
      top: '1',
      desktop: {
        http_port: '8888',
        ldap: {bind_dn: 'cn=a,dc=b', users: {user_filter: 'objectclass=*'}},
        kerberos: {hue_principal: 'hue/host@REALM'},
      },
      notebook: {interpreters: {}, 'a b': {name: 'SQL'}},
    });
  });

  test('may hold texts over several lines', () => {
    const {values, errors} = read(`[s]
a = '''one line''' # comment
b = """
<b>first</b>
  second, "quoted" # kept
"""  # comment
c = '''{
  "x": 1}'''
d = 1`);
    assert.deepEqual(errors, []);
    assert.deepEqual(values, {
      s: {
        a: 'one line',
        b: '\n<b>first</b>\n  second, "quoted" # kept\n',
        c: '{\n  "x": 1}',
        d: '1',
      },
    });
  });

  test('may have a byte order mark and line ends of any kind', () => {
    assert.deepEqual(read('\uFEFF[a]\r\nx=1\ry=2\n').values, {a: {x: '1', y: '2'}});
  });

  test('tells every error with its line, and secrets of none', () => {
    const {errors, values} = read(`[a
[[deep]]
[a]
x = 1
x = 2
no sense at all, password hunter2
[b]]
[a]
y = "open
[c]
z = '''never closed
fine = 1
= 3`);
    assert.deepEqual(errors, [
      '1.ini:1: [a is no section: as many brackets must close as open, around a name.',
      '1.ini:2: [[deep]] is nested 2 deep, but the section before it only 0.',
      '1.ini:5: x stands there already (1.ini:4).',
      '1.ini:6: no sense at … is neither a section, nor key = value, nor a comment.',
      '1.ini:7: [b]] is no section: as many brackets must close as open, around a name.',
      '1.ini:8: [a] stands there already (1.ini:3).',
      '1.ini:9: y: quotes do not match up, or text stands behind a closing quote.',
      '1.ini:11: z: quotes do not match up, or text stands behind a closing quote.',
      '1.ini:13: = 3 is neither a section, nor key = value, nor a comment.',
    ]);
    assert.deepEqual(values, {a: {x: '1'}, c: {fine: '1'}});
  });
});

describe('several files', () => {
  test('are merged section by section, the later value wins', () => {
    const {values, errors} = read(
      '[a]\nx=1\ny=1\n[[s]]\np=1',
      '[a]\ny=2\n[[s]]\nq=2\n[b]\nz=1,2',
      '[b]\nz=3',
    );
    assert.deepEqual(errors, []);
    assert.deepEqual(values, {a: {x: '1', y: '2', s: {p: '1', q: '2'}}, b: {z: '3'}});
  });

  test('must agree on what is a section', () => {
    assert.deepEqual(read('[a]\nx=1', '[a]\n[[x]]').errors, [
      '2.ini:2: x is a section here and a value in 1.ini:2.',
    ]);
  });
});

describe('interpolation', () => {
  test('looks in the section, in [DEFAULT], then further out', () => {
    const {values, errors} = read(`
host = outer
[DEFAULT]
port = 1
[a]
host = inner
url = "http://%(host)s:%(port)s/%(path)s"
path = x-%(host)s
list = %(host)s, %(port)s
file = %(desktop_root)s/db
plain = 100% of (it)s
[b]
url = %(host)s
`);
    assert.deepEqual(errors, []);
    assert.deepEqual(values, {
      host: 'outer',
      a: {
        host: 'inner',
        url: 'http://inner:1/x-inner',
        path: 'x-inner',
        list: ['inner', '1'],
        file: '/data/db',
        plain: '100% of (it)s',
      },
      b: {url: 'outer'},
    });
  });

  test('tells names that do not exist and circles', () => {
    assert.deepEqual(read('[a]\nx = %(nope)s\ny = %(z)s\nz = %(y)s').errors, [
      '1.ini:2: x: %(nope)s names no key of this section, of one around it, or of [DEFAULT].',
      '1.ini:3: y: %(y)s leads back to itself.',
      '1.ini:4: z: %(z)s leads back to itself.',
    ]);
  });
});

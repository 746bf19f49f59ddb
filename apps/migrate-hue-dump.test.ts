import assert from 'node:assert/strict';
import {writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {test} from 'node:test';
import {gzipSync} from 'node:zlib';
import {
  document,
  group,
  notebook,
  type Row,
  rows,
  snippet,
  user,
  uuidOf,
  withNaturalKeys,
  withoutNumbers,
} from './migrate-hue-rows.ts';
import {targetForTests} from './migrate-hue-world.ts';

type Target = Awaited<ReturnType<typeof targetForTests>>;

async function dumped(target: Target, all: readonly Row[], name = 'hue.json'): Promise<string> {
  const file = join(target.folder, name);
  const text = JSON.stringify(all, undefined, name.includes('flat') ? undefined : 2);
  await writeFile(file, name.endsWith('.gz') ? gzipSync(text) : text);
  return file;
}

/** Whoever is called `ann.lee` in Hue is `ada` here. */
async function namesOf(target: Target): Promise<string> {
  const file = join(target.folder, 'names');
  await writeFile(file, '# Hue=here\nann.lee = ada\n');
  return file;
}

for (const [form, make, name] of [
  ['numbers', (all: readonly Row[]) => all, 'hue.json'],
  ['natural keys, compressed', withNaturalKeys, 'flat.json.gz'],
  ['natural keys and no numbers', withoutNumbers, 'hue.json'],
] as const)
  test(`everything of a dump with ${form} is copied and compared`, async t => {
    const target = await targetForTests(t);
    const file = await dumped(target, make(rows), name);
    const args = ['--from-hue-dump', file, '--users', await namesOf(target)];

    const rehearsal = await target.run([...args, '--dry-run']);
    assert.equal(rehearsal.code, 0);
    assert.match(rehearsal.printed, /^3 users\n10 documents and 3 statements: 10 would be copied/);
    const ada = target.as('ada');
    assert.equal((await ada('GET', `/api/v1/documents/${uuidOf(20)}`)).status, 404);

    const {code, printed, complained} = await target.run(args);
    assert.equal(code, 0, `${printed}\n${complained}`);
    assert.match(printed, /10 documents and 3 statements compared: no difference/);
    for (const left of ['1 left behind: oozie.job', '1 left behind: in the trash'])
      assert.ok(printed.includes(left), printed);
    assert.match(printed, /passwords stay in Hue/);
    assert.equal(
      await target.usersFile(),
      'admin=default,ADMIN::\nada=default,data\\ science::\nbob=default::\n',
    );

    const {body: sales} = await ada('GET', `/api/v1/documents/${uuidOf(20)}`);
    assert.deepEqual(
      [sales['name'], sales['description'], sales['changedAt'], sales['content']],
      [
        'Sales',
        'by day',
        Date.parse('2023-01-06T07:08:20Z'),
        {engine: 'hive', database: 'shop', text: 'select ${day}', state: {variables: {day: '1'}}},
      ],
    );
    const path = sales['path'] as {name: string}[];
    assert.deepEqual(
      path.map(one => one.name),
      ['Team', 'Daily'],
    );
    const {body: shared} = await ada('GET', `/api/v1/documents/${uuidOf(20)}/grants`);
    assert.deepEqual(shared['grants'], [
      {kind: 'group', name: 'data science', permission: 'read'},
      {kind: 'link', name: '', permission: 'read'},
      {kind: 'user', name: 'bob', permission: 'write'},
    ]);
    const {body: book} = await ada('GET', `/api/v1/documents/${uuidOf(24)}`);
    const {engine, cells} = book['notebook'] as {
      engine: string;
      cells: {id: string; kind: string; text: string}[];
    };
    assert.deepEqual(
      [engine, ...cells.map(({id, kind, text}) => [id, kind, text])],
      [
        'hive',
        ['a', 'text', '# Title'],
        ['b', 'sql', 'select 3'],
        ['c', 'sql', 'select 4'],
        ['d', 'text', '```pyspark\nprint(5)\n```'],
      ],
    );
    const {body: listed} = await target.as('bob')('GET', '/api/v1/documents');
    assert.deepEqual((listed['documents'] as {name: string}[]).map(one => one.name).sort(), [
      'His',
      'In hers',
    ]);
    const {body: history} = await ada('GET', '/api/v1/history');
    assert.deepEqual(
      (history['statements'] as {statement: string; state: string; database: string}[]).map(one => [
        one.statement,
        one.state,
        one.database,
      ]),
      [
        ['select broken', 'failed', 'shop'],
        ['select 10', 'available', 'shop'],
      ],
    );

    const {notes, left} = await target.report();
    const reasonOf = (named: string, list = notes) =>
      list.find(one => one.name === named)?.reason ?? '';
    assert.match(reasonOf('Book'), /^Its statements of pyspark are texts/);
    assert.match(reasonOf('In hers'), /^It was in a folder of ann.lee/);
    assert.match(reasonOf('Sales'), /^Its folder has another of this name: it is Sales \(2\)/);
    assert.deepEqual(left.map(one => one.name).sort(), ['Board', 'Flow', 'Nothing']);
    assert.equal(reasonOf('Nothing', left), 'It has no statement.');

    const again = await target.run(args);
    assert.equal(again.code, 0);
    assert.match(again.printed, /: 0 created, 0 changed, 7 unchanged, 0 kept, 0 refused/);
    assert.match(again.printed, /: 0 added/);
  });

test('many documents are copied in parts, again after an interruption; one that is refused holds up no other', async t => {
  const target = await targetForTests(t);
  const many = Array.from({length: 450}, (_, n) =>
    document(
      1000 + n,
      2,
      'query-hive',
      `q${n}`,
      null,
      notebook('query-hive', snippet('hive', `select ${n}`)),
    ),
  );
  const long = document(
    3000,
    2,
    'query-hive',
    'Endless',
    null,
    notebook('query-hive', snippet('hive', 'x', {type: 'e'.repeat(201)})),
  );
  const all = [
    group(1, 'default'),
    user(2, 'ada', [1]),
    ...many.slice(0, 10),
    long,
    ...many.slice(10),
  ];
  const args = ['--from-hue-dump', await dumped(target, all)];
  await assert.rejects(target.run(args, {endAt: ['/migration/documents', 103]}), /interrupted/);
  const {code, printed, complained} = await target.run(args);
  assert.equal(code, 1);
  assert.match(complained, /refused Endless of ada: .*engine may have 200 characters/);
  const [, created = '', unchanged = ''] =
    /: (\d+) created, 0 changed, (\d+) unchanged, 0 kept, 1 refused/.exec(printed) ?? [];
  assert.equal(Number(created) + Number(unchanged), 450, printed);
  assert.ok(Number(unchanged) >= 100, printed);
  const {differences, refused} = await target.report();
  assert.deepEqual(
    differences.map(({kind, name}) => [kind, name]),
    [['missing', 'Endless']],
  );
  assert.equal(refused.length, 1);
});

test('what is damaged counts as a difference, in several files as in one', async t => {
  const target = await targetForTests(t);
  const query = document(50, 2, 'query-hive', 'Broken', null);
  const broken = {...query, fields: {...query.fields, data: '{"snippets": ['}};
  const people = await dumped(target, [group(1, 'ADMIN'), user(2, 'ada', [1])], 'people.json');
  const files = ['--from-hue-dump', people, '--from-hue-dump', await dumped(target, [broken])];
  const {code, complained} = await target.run(files);
  assert.equal(code, 1);
  const {differences} = await target.report();
  assert.deepEqual(
    differences.map(({kind, name}) => [kind, name]),
    [['not copied', 'Broken']],
  );
  assert.match(complained, /ada is in a group "ADMIN" in Hue, .*: left out/);
  assert.equal(await target.usersFile(), 'ada=::\n');
});

test('what is no dump is told', async t => {
  const target = await targetForTests(t);
  for (const [name, text] of [
    ['a.json', '{"a": 1}'],
    ['b.json', '[{"model": "auth.user"'],
    ['c.json.gz', 'no gzip'],
  ] as const) {
    const file = join(target.folder, name);
    await writeFile(file, text);
    await assert.rejects(target.run(['--from-hue-dump', file]), /is no dump of Hue/, name);
  }
  const names = join(target.folder, 'names');
  await writeFile(names, 'ann\n');
  const args = ['--from-hue-dump', await dumped(target, []), '--users', names];
  await assert.rejects(target.run(args), /is no line of the form: name in Hue=name here/);
});

test('only administrators store documents of others', async t => {
  const target = await targetForTests(t);
  for (const [path, body] of [
    ['find', {documents: [uuidOf(1)]}],
    ['documents', {owner: 'bob', documents: []}],
    ['statements', {userName: 'bob', statements: []}],
  ] as const) {
    const {status} = await target.as('ada')('POST', `/api/v1/migration/${path}`, body);
    assert.equal(status, 403, path);
    const {status: ofAdmin} = await target.as('admin')('POST', `/api/v1/migration/${path}`, body);
    assert.equal(ofAdmin, 200, path);
  }
  const admin = target.as('admin');
  const query = {uuid: uuidOf(1), kind: 'query', name: 'a', changedAt: 1, grants: []};
  for (const [given, message] of [
    [{...query, uuid: 'x'}, /x is no id/],
    [{...query, kind: 'workflow'}, /kind has to be one of/],
    [{...query, grants: [{kind: 'user', permission: 'read'}]}, /name is missing/],
    [{...query, notebook: {cells: []}}, /A query has no notebook/],
    [{...query, changedAt: -1}, /changedAt has to be/],
    [null, /has to be a list of objects/],
  ] as const) {
    const body = {owner: 'ada', documents: [given]};
    const answer = await admin('POST', '/api/v1/migration/documents', body);
    assert.equal(answer.status, 400);
    assert.match(String(answer.body['message']), message);
  }
  const twice = await admin('POST', '/api/v1/migration/documents', {
    owner: 'ada',
    documents: [query, query],
  });
  assert.equal(twice.status, 400);
});

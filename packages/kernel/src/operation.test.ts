import assert from 'node:assert/strict';
import {test} from 'node:test';
import {also, body, bodyIfAny, bodyText, makers, named, type ArgsOf} from './index.ts';
import {flag, integer} from './parameters.ts';
import * as shape from './shape.ts';

type Graph = {read(): string};
type Tx = Graph & {write(text: string): void};
const {query, change, steps} = makers<Graph, Tx, {user: string}, {user: string}, string>('own');
const name = shape.object({name: shape.text()});
const nameOf = (json: unknown): string => (json as {name: string} | null)?.name ?? 'nobody';

test('an operation says what it is, where it runs and what is asked of its caller', () => {
  const read = query('GET /thing/{guid}', {
    summary: 'A thing',
    logAs: 'Things.read',
    run: async graph => graph.read(),
  });
  const save = change('POST /thing', {
    summary: 'Make one',
    logAs: 'Things.save',
    may: 'write',
    run: async () => undefined,
  });
  const sweep = steps({on: 'background', run: async () => undefined});
  assert.throws(() => read.name, /no list/);
  named({readThing: read, saveThing: save, sweep});
  assert.deepEqual(
    [read.name, read.kind, read.on, read.may, read.logAs],
    ['readThing', 'query', 'reader', 'own', 'Things.read'],
  );
  assert.deepEqual(
    [save.name, save.kind, save.on, save.may],
    ['saveThing', 'change', 'writer', 'write'],
  );
  assert.deepEqual([sweep.name, sweep.on, sweep.address], ['sweep', 'background', undefined]);
  assert.deepEqual([read.address?.change, save.address?.change], [undefined, 'rehearsed']);
});

test('a body is text until the operation is prepared, and then what its reader makes of it', () => {
  const rename = change('PUT /thing/{guid}', {
    summary: 'Rename',
    query: {deep: flag('All of it')},
    body: body(name, nameOf),
    logAs: 'Things.rename',
    run: async (tx, {guid, deep, body: next}) => tx.write(`${guid} ${String(deep)} ${next.length}`),
  });
  const args: ArgsOf<typeof rename> = {guid: 'g', deep: true, body: '{"name": "ann"}'};
  assert.deepEqual(rename.prepare(args, {user: ''}), {guid: 'g', deep: true, body: 'ann'});
  assert.throws(
    () => rename.prepare({...args, body: '{"name": []}'}, {user: ''}),
    /Expected a text/,
  );
  const perhaps = change('POST /name', {
    summary: 'x',
    body: bodyIfAny(name, nameOf),
    logAs: 'x',
    run: async () => undefined,
  });
  assert.deepEqual(perhaps.prepare({body: undefined}, {user: ''}), {body: 'nobody'});
  const late = change('POST /late', {
    summary: 'x',
    body: bodyText(name),
    logAs: 'x',
    run: async () => undefined,
  });
  assert.deepEqual(late.prepare({body: '{'}, {user: ''}), {body: '{'});
});

test('what is read before the transaction is what the operation works with', async () => {
  const count = query('GET /count', {
    summary: 'x',
    query: {from: integer('x', {default: 1})},
    logAs: 'x',
    read: ({from}, {user}) => ({since: from + 1, user}),
    run: async (graph, {since, user}) => `${graph.read()} ${since} ${user}`,
  });
  const request = count.prepare({from: 4}, {user: 'ann'});
  assert.equal(await count.run({read: () => 'r'}, request, {user: 'ann'}), 'r 5 ann');
});

test('a further address makes what the operation is called with of its own input', () => {
  const remove = change('DELETE /things', {
    summary: 'x',
    logAs: 'x',
    run: async (_, {guids}: {guids?: string[]}) => guids,
  });
  const one = also('DELETE /thing/{guid}', remove, {summary: 'x'}, ({guid}) => ({guids: [guid]}));
  assert.equal(one.operation, remove);
  assert.deepEqual(one.toArgs({guid: 'g'} as never), {guids: ['g']});
  assert.equal(one.address.change, 'rehearsed');
});

test('an operation with a body can be asked without one by a further address', () => {
  const search = query('POST /search', {
    summary: 'x',
    body: body(name, nameOf),
    logAs: 'x',
    read: (asked: {body: string} | {words: string}) => ('body' in asked ? asked.body : asked.words),
    run: async (_, words) => words,
  });
  const byWords = also('GET /search/{words}', search, {summary: 'x'});
  assert.deepEqual(byWords.toArgs({words: 'ann'} as never), {words: 'ann'});
  assert.equal(search.prepare({words: 'ann'}, {user: ''}), 'ann');
  assert.equal(search.prepare({body: '{"name": "ann"}'}, {user: ''}), 'ann');
});

test('a query that writes does not compile', () => {
  // @ts-expect-error: a query gets a graph without a way to write
  query('GET /x', {summary: 'x', logAs: 'x', run: async graph => graph.write('x')});
});

import assert from 'node:assert/strict';
import {test} from 'node:test';
import {asUser, editorForTests} from './editor-fixture.ts';

const chart = {kind: 'bar', x: 'day', y: ['amount'], series: 'country', isStacked: true};
const whole = {...chart, title: '', aggregate: 'sum'};

test('charts are saved with a query and shared with a result, and those that make no sense are refused', async t => {
  const editor = await editorForTests(t, undefined, {ada: 'A'});
  const ada = asUser(editor, 'ada');
  const save = async (charts: unknown) =>
    await ada('POST', '/api/v1/documents', {
      name: `Sales ${JSON.stringify(charts)}`.slice(0, 200),
      content: {text: 'SELECT 1', state: {charts, variables: {a: '1'}}},
    });
  const saved = await save([chart]);
  assert.equal(saved.status, 201, saved.text);
  const read = await ada('GET', `/api/v1/documents/${String(saved.body['uuid'])}`);
  const {state} = read.body['content'] as {state: object};
  assert.deepEqual(state, {charts: [whole], variables: {a: '1'}});

  const refused: [unknown, RegExp][] = [
    ['bars', /charts has to be a list|charts is a list|an array/],
    [[1], /objects|an object/],
    [[{...chart, kind: 'cake'}], /kind/],
    [[{...chart, x: ''}], /x of a chart is empty/],
    [[{...chart, y: Array.from({length: 13}, () => 'a')}], /y has 12 columns at most/],
    [[{...chart, right: ['orders']}], /right of a chart has a column that y has not/],
    [[{...chart, longitude: 'long'}], /longitude of a chart is for maps alone/],
    [Array.from({length: 21}, () => chart), /charts has 20 at most/],
  ];
  for (const [charts, message] of refused) {
    const answer = await save(charts);
    assert.equal(answer.status, 400, answer.text);
    assert.match(answer.text, message);
  }
  const unfinished = await save([
    {kind: 'pie', x: 'country', y: [], aggregate: 'count'},
    {...chart, y: []},
    {kind: 'map', x: 'lat', longitude: 'long', y: []},
    {...chart, kind: 'scatter', y: [], aggregate: 'count'},
    {...chart, x: 'coalesce('.repeat(100)},
  ]);
  assert.equal(unfinished.status, 201, 'a query is saved with charts whose values are not chosen');
  const imported = await ada('POST', '/api/v1/documents/import', {
    files: [{path: 'a.sql', text: '-- @state: {"charts":[{"kind":"cake"}]}\n\nSELECT 1'}],
  });
  assert.equal(imported.status, 400, imported.text);

  const {body} = await ada('POST', '/api/editor/execute/hive', {statement: 'ROWS 3'});
  const uuid = String(body['history_uuid']);
  const share = async (charts: unknown) =>
    await ada('POST', `/api/v1/results/${uuid}/shares`, {
      view: {kind: 'chart', charts},
      grants: [{kind: 'user', name: 'ben'}],
    });
  const shared = await share([chart]);
  assert.equal(shared.status, 201, shared.text);
  const seen = await ada('GET', `/api/v1/shares/${String(shared.body['uuid'])}`);
  assert.deepEqual(seen.body['view'], {kind: 'chart', charts: [whole]});
  assert.equal((await share([{...chart, kind: 'cake'}])).status, 400);
});

import assert from 'node:assert/strict';
import {suite, test} from 'node:test';
import {graphOf, type Part} from './lineage-graph.ts';
import {readLineageSearch, searchOf, viewOf, withFold, withMore} from './lineage-link.ts';
import {visibleGraph} from './visible-graph.ts';

const header = (guid: string) => ({
  guid,
  typeName: guid.startsWith('p') ? 'Process' : 'Table',
  status: guid.endsWith('!') ? ('DELETED' as const) : ('ACTIVE' as const),
  attributes: {},
  displayText: guid,
  classificationNames: [],
  labels: [],
});

type Told = Part['answer']['relationsOnDemand'];
function answer(base: string, text: string, relationsOnDemand: Told = {}): Part['answer'] {
  const pairs = text.split(' ').map(pair => pair.split('>') as [string, string]);
  return {
    baseEntityGuid: base,
    lineageDirection: 'BOTH',
    lineageDepth: 3,
    guidEntityMap: Object.fromEntries(pairs.flat().map(guid => [guid, header(guid)])),
    relations: pairs.map(([fromEntityId, toEntityId]) => ({
      fromEntityId,
      toEntityId,
      relationshipId: '',
    })),
    relationsOnDemand,
  };
}
const moreInputs = (inputRelationsCount: number, remainingUpstreamCount: number) => ({
  hasMoreInputs: true,
  inputRelationsCount,
  remainingUpstreamCount,
});

suite('answers become one graph', () => {
  const first: Part = {
    answer: answer('b', 'a>p1 p1>b', {a: moreInputs(0, 3), b: moreInputs(1, 4)}),
  };

  test('what comes twice is there once', () => {
    const graph = graphOf('b', [first, {answer: answer('b', 'a>p1 p2>b', {})}]);
    assert.deepEqual(graph.flows.map(flow => flow.id).toSorted(), ['a>p1', 'p1>b', 'p2>b']);
    assert.equal(graph.nodes.size, 4);
  });

  test('of each side it is known what is not shown, or that nobody has asked', () => {
    const {nodes} = graphOf('b', [first]);
    assert.deepEqual(nodes.get('a')?.more, {in: 3});
    assert.deepEqual(nodes.get('b')?.more, {in: 4, out: 0});
    assert.deepEqual(nodes.get('p1')?.more, {in: 0});
  });

  test('what came with another answer is no longer missing', () => {
    const other: Part = {
      answer: answer('a', 'x>p3 p3>a p4>a'),
      wanted: {guid: 'x', side: 'out', limit: 9},
    };
    assert.equal(graphOf('b', [first, other]).nodes.get('a')?.more.in, 1);
  });

  test('who was asked for itself knows', () => {
    const asked: Part = {
      answer: answer('a', 'x>p3 p3>a', {a: moreInputs(1, 1)}),
      wanted: {guid: 'a', side: 'in', limit: 1},
    };
    assert.equal(graphOf('b', [first, asked]).nodes.get('a')?.more.in, 1);
  });
});

suite('what is shown of a graph', () => {
  const all = viewOf({});
  const shown = (text: string, view: Partial<typeof all>, base = 'b', told: Told = {}) => {
    const graph = graphOf(base, [{answer: answer(base, text, told)}]);
    return visibleGraph(graph, {...all, ...view}, typeName => typeName === 'Process');
  };
  const flowsOf = (...given: Parameters<typeof shown>) =>
    shown(...given)
      .flows.map(flow => flow.id)
      .toSorted();

  test('without processes data goes from data set to data set', () => {
    assert.deepEqual(flowsOf('a>p1 c>p1 p1>b b>p2 p2>d', {isWithProcesses: false}), [
      'a>b',
      'b>d',
      'c>b',
    ]);
    assert.deepEqual(flowsOf('a>pb pb>b', {isWithProcesses: false}, 'pb'), ['a>pb', 'pb>b']);
  });

  test('a process with many ends stays as a point', () => {
    const text = [...Array(5).keys()].map(n => `i${n}>p p>o${n}`).join(' ');
    const {nodes, flows} = shown(`${text} p>b`, {isWithProcesses: false});
    assert.equal(nodes.get('p')?.kind, 'junction');
    assert.equal(flows.length, 11);
  });

  test('what a hidden process has more of is asked for at its neighbours', () => {
    const {nodes} = shown('a>p1 p1>b', {isWithProcesses: false}, 'b', {p1: moreInputs(1, 7)});
    assert.deepEqual(nodes.get('b')?.moreAt.in, [{guid: 'p1', count: 7}]);
  });

  test('without deleted ones what only they lead to is gone, too, but not the start', () => {
    assert.deepEqual(flowsOf('x>p1 p1>a! a!>p2 p2>b! c>p3 p3>b!', {isWithDeleted: false}, 'b!'), [
      'c>p3',
      'p2>b!',
      'p3>b!',
    ]);
  });

  test('a folded side hides what only it leads to', () => {
    const text = 'x>p0 p0>a a>p1 p1>b a>p2 p2>s';
    assert.deepEqual(flowsOf(text, {folds: [{guid: 'a', side: 'in'}]}), [
      'a>p1',
      'a>p2',
      'p1>b',
      'p2>s',
    ]);
    assert.deepEqual(flowsOf(text, {folds: [{guid: 'a', side: 'out'}]}), [
      'a>p1',
      'p0>a',
      'p1>b',
      'x>p0',
    ]);
  });

  test('of a wide fan as many are shown as are wanted, and those that are named or lead to the root', () => {
    const text = [...Array(30).keys()].map(n => `a>p${n} p${n}>t${n}`).join(' ');
    const fan = (base: string, view = {}) => shown(text, {relations: 10, ...view}, base);
    assert.equal(fan('a').nodes.size, 21);
    assert.deepEqual(fan('a').nodes.get('a')?.moreAt.out, [{guid: 'a', count: 20}]);
    const other = fan('t29');
    assert.ok(other.nodes.has('a') && other.nodes.has('t29'));
    assert.deepEqual(other.nodes.get('a')?.moreAt.out, [{guid: 'a', count: 19}]);
    const more = fan('a', {more: [{guid: 'a', side: 'out', limit: 25}]});
    assert.deepEqual(more.nodes.get('a')?.moreAt.out, [{guid: 'a', count: 5}]);
    const named = fan('a', {more: [{guid: 't20', side: 'in', limit: 10}]});
    assert.ok(named.nodes.has('t20') && named.nodes.has('p20'));
  });

  test('a path is every way between the start and a node', () => {
    const text = 'x>p1 p1>m1 x>p2 p2>m2 m1>p3 m2>p3 p3>b y>p3 b>p4 p4>z';
    const way = ['m1>p3', 'm2>p3', 'p1>m1', 'p2>m2', 'p3>b', 'x>p1', 'x>p2'];
    assert.deepEqual(flowsOf(text, {path: 'x'}), way);
    assert.equal(flowsOf(text, {path: 'nobody'}).length, 10);
  });
});

suite('the address of a view', () => {
  test('carries everything there and back', () => {
    const search = {
      direction: 'INPUT',
      depth: '0',
      relations: '25',
      hide: 'processes,deleted',
      level: 'columns',
      view: 'table',
      column: 'c',
      node: 'n',
      path: 'm',
      tag: 'a.b.g',
      more: 'g.in.20,h.out.5',
      fold: 'k.out',
    };
    assert.deepEqual(
      searchOf(viewOf(readLineageSearch({...search, tabActive: 'lineage'}))),
      search,
    );
  });

  test('says nothing of what is as usual, and what it cannot mean is as usual', () => {
    assert.deepEqual(searchOf(viewOf({})), {});
    assert.deepEqual(
      searchOf(
        viewOf({direction: 'UP', depth: '-4', relations: 'x', more: 'g.up.3,h.in', fold: 'a'}),
      ),
      {},
    );
  });

  test('asking for more replaces what was asked for, and unfolds', () => {
    const folded = withFold(
      withMore(viewOf({}), [{guid: 'a', side: 'in', limit: 20}]),
      {guid: 'a', side: 'in'},
      true,
    );
    assert.deepEqual(searchOf(folded), {more: 'a.in.20', fold: 'a.in'});
    assert.deepEqual(searchOf(withMore(folded, [{guid: 'a', side: 'in', limit: 40}])), {
      more: 'a.in.40',
    });
  });
});

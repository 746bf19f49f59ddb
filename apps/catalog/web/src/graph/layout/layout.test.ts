import assert from 'node:assert/strict';
import {test} from 'node:test';
import {flowOf} from '../flow.ts';
import {layOut, type PlacedNode} from './layout.ts';

const box = (id: string) => ({id, width: 100, height: 40});

function laidOut(text: string, base: string) {
  const flows = text.split(' ').map(pair => flowOf(...(pair.split('>') as [string, string])));
  const ids = [...new Set(flows.flatMap(({from, to}) => [from, to]))];
  return {...layOut(ids.map(box), flows, base), flows};
}
const at = (places: ReadonlyMap<string, PlacedNode>, id: string) =>
  places.get(id) ?? assert.fail(`${id} has no place`);

test('data flows from left to right, with the start at the origin', () => {
  const {places} = laidOut('raw>load load>clean clean>sum sum>report', 'clean');
  assert.deepEqual(
    ['raw', 'load', 'clean', 'sum', 'report'].map(id => at(places, id).rank),
    [0, 1, 2, 3, 4],
  );
  assert.deepEqual([at(places, 'clean').x, at(places, 'clean').y], [0, 0]);
  assert.ok(at(places, 'raw').x < -200 && at(places, 'report').x > 200);
});

test('what leads to the start and what only feeds its outputs stand right before what they feed', () => {
  const {places} = laidOut('a>b b>c c>base near>base base>x x>y side>y', 'base');
  assert.equal(at(places, 'near').rank, at(places, 'c').rank);
  assert.equal(at(places, 'side').rank, at(places, 'x').rank);
});

test('a circle is cut where it comes back, and nothing is lost', () => {
  const {places, routes} = laidOut('raw>load load>clean clean>feedback feedback>raw', 'raw');
  assert.deepEqual(
    ['raw', 'load', 'clean', 'feedback'].map(id => at(places, id).rank),
    [0, 1, 2, 3],
  );
  assert.equal(routes.size, 4);
});

test('nothing overlaps, and no flow passes through a node', () => {
  const {places, routes, flows} = laidOut(
    'a>p1 b>p1 c>p2 p1>d p2>d p2>e a>p3 d>p3 p3>f e>p4 p4>f a>p5 p5>f d>p6 p6>g g>p7 p7>f',
    'd',
  );
  const all = [...places.values()];
  for (const one of all) {
    for (const other of all) {
      if (one.id === other.id || one.rank !== other.rank) continue;
      assert.ok(
        one.y + one.height <= other.y || other.y + other.height <= one.y,
        `${one.id} lies on ${other.id}`,
      );
    }
  }
  for (const {id, from, to} of flows) {
    const [left, right] = [at(places, from), at(places, to)];
    const bends = routes.get(id)?.slice(1, -1) ?? [];
    assert.equal(bends.length, 2 * (right.rank - left.rank - 1), id);
    bends.forEach(([x, y]) => {
      const hit = all.find(
        one => one.x < x && x < one.x + one.width && one.y < y && y < one.y + one.height,
      );
      assert.equal(hit, undefined, `${id} passes through ${hit?.id}`);
    });
  }
});

test('flows that need not cross do not', () => {
  const {places} = laidOut('base>a base>b base>c a>z b>y c>x', 'base');
  const byPlace = (ids: string[]) => ids.toSorted((p, q) => at(places, p).y - at(places, q).y);
  const order = byPlace(['a', 'b', 'c']);
  const ends: Record<string, string> = {a: 'z', b: 'y', c: 'x'};
  assert.deepEqual(
    byPlace(['x', 'y', 'z']),
    order.map(id => ends[id]),
  );
});

test('a straight chain is straight', () => {
  const {places} = laidOut('a>b b>c c>d', 'a');
  assert.equal(new Set([...places.values()].map(place => place.y)).size, 1);
});

test('a thousand processes of one table', () => {
  const text = Array.from({length: 500}, (_, n) => `hub>p${n} p${n}>t${n}`).join(' ');
  const {places} = laidOut(text, 'hub');
  assert.equal(places.size, 1001);
  const ys = Array.from({length: 500}, (_, n) => at(places, `t${n}`).y - at(places, `p${n}`).y);
  assert.ok(
    ys.every(offset => Math.abs(offset) < 1),
    'each table stands beside its process',
  );
});

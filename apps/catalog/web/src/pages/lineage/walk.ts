import type {PlacedNode} from '../../graph/layout/layout.ts';
import type {Neighbours} from '../../graph/flow.ts';

/** What arrow keys do. */
type Direction = 'upstream' | 'downstream' | 'above' | 'below';

/**
 * Where an arrow key leads from a node: along the flow to the nearest neighbour, or within the
 * column.
 */
export function walk(
  direction: Direction,
  from: string,
  neighbours: Neighbours,
  places: ReadonlyMap<string, PlacedNode>,
): string | undefined {
  const here = places.get(from);
  // Undefined: the key leads nowhere.
  if (here === undefined) return undefined;
  // Cards are of different heights.
  const middle = ({y, height}: PlacedNode) => y + height / 2;
  if (direction === 'upstream' || direction === 'downstream') {
    const ends = neighbours.get(from)?.[direction === 'upstream' ? 'in' : 'out'] ?? [];
    // The nearest column first: what is further away can be walked to from there.
    const far = 1_000_000;
    return nearest(
      ends,
      places,
      place => Math.abs(place.rank - here.rank) * far + Math.abs(middle(place) - middle(here)),
    );
  }
  const sign = direction === 'above' ? -1 : 1;
  // Up and down stay in the column, whether or not data flows there.
  const others = [...places.values()].filter(
    one => one.rank === here.rank && sign * (middle(one) - middle(here)) > 0,
  );
  return nearest(
    others.map(one => one.id),
    places,
    place => sign * (middle(place) - middle(here)),
  );
}

function nearest(
  ids: readonly string[],
  places: ReadonlyMap<string, PlacedNode>,
  distance: (place: PlacedNode) => number,
): string | undefined {
  let best: {id: string; at: number} | undefined;
  for (const id of ids) {
    const place = places.get(id);
    if (place === undefined) continue;
    const at = distance(place);
    if (best === undefined || at < best.at) best = {id, at};
  }
  return best?.id;
}

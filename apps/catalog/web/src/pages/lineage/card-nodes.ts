import {useMemo} from 'react';
import type {Neighbours, Side} from '../../graph/flow.ts';
import type {TypeIndex} from '../../api/type-index.ts';
import {serviceColour} from './card-colour.ts';
import type {CardData, CardNode} from './node-card.tsx';
import {type Card, isStack, type Lit, type Scene} from './scene.ts';

/**
 * What of a scene somebody looks at. Apart from the scene, which is costly to lay out and does not
 * change with it.
 */
type Attention = {
  readonly lit: Lit | undefined;
  readonly selected: string | undefined;
  readonly active: string;
  readonly called: string | undefined;
  readonly hits: ReadonlySet<string>;
  readonly traced: ReadonlySet<string>;
};

/**
 * The last node of each card: while nothing of it changes it is the same object, which is not drawn
 * again. By the card, so that nodes go with the scene that they are of.
 */
const lastNodes = new WeakMap<Card, CardNode>();

/** The cards as nodes of the stage. */
export function useCardNodes(
  scene: Scene,
  neighbours: Neighbours,
  types: TypeIndex,
  {lit, selected, active, called, hits, traced}: Attention,
): CardNode[] {
  return useMemo(() => {
    const attention = {lit, selected, active, called, hits, traced};
    return [...scene.cards.values()].map(card => {
      const {x, y, width, height} = scene.places.get(card.guid) ?? {
        x: 0,
        y: 0,
        width: 0,
        height: 0,
      };
      // A node's data is compared field by field, so it is flat.
      const data = dataOf(card, scene.base, neighbours, types, attention);
      const next: CardNode = {id: card.guid, type: 'card', position: {x, y}, width, height, data};
      const node = unchanged(lastNodes.get(card), next);
      lastNodes.set(card, node);
      return node;
    });
  }, [scene, neighbours, types, lit, selected, active, called, hits, traced]);
}

function dataOf(
  card: Card,
  base: string,
  neighbours: Neighbours,
  types: TypeIndex,
  {lit, selected, active, called, hits, traced}: Attention,
): CardData {
  const {guid} = card;
  return {
    card,
    colour: serviceColour(types.entities.get(card.typeName)?.serviceType ?? ''),
    inputs: countOf(neighbours, guid, 'in'),
    outputs: countOf(neighbours, guid, 'out'),
    isBase: guid === base,
    isSelected: guid === selected,
    isActive: guid === active,
    isCalled: guid === called,
    isHit: hits.has(guid),
    state:
      lit === undefined ? 'plain' : lit.before.has(guid) || lit.behind.has(guid) ? 'lit' : 'dim',
    traced,
  };
}

/** The neighbours that are drawn themselves. */
function countOf(neighbours: Neighbours, guid: string, side: Side): number {
  return neighbours.get(guid)?.[side].filter(other => !isStack(other)).length ?? 0;
}

function unchanged(before: CardNode | undefined, next: CardNode): CardNode {
  if (before === undefined) return next;
  const isSame =
    before.position.x === next.position.x &&
    before.position.y === next.position.y &&
    (Object.keys(next.data) as (keyof CardData)[]).every(
      key => before.data[key] === next.data[key],
    );
  return isSame ? before : next;
}

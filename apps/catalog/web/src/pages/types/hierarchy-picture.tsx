import {Link} from '@tanstack/react-router';
import {useMemo} from 'react';
import {CardPicture} from '../../graph/card-picture.tsx';
import {flowOf} from '../../graph/flow.ts';
import {superTypesIn, type AnyType} from './type-parts.ts';

type HierarchyPictureProps = {
  readonly defs: readonly AnyType[];
  readonly current?: string;
  readonly label: string;
  readonly maxHeight?: string;
};

/**
 * Super-types on the left, what stands under them on the right. `current` is marked and in sight;
 * without one it is the type that most stand under.
 */
export function HierarchyPicture({defs, current, label, maxHeight}: HierarchyPictureProps) {
  const {cards, flows} = useMemo(() => pictureOf(defs), [defs]);
  const base = current ?? widest(flows.map(flow => flow.from)) ?? defs[0]?.name ?? '';
  return (
    <CardPicture
      cards={cards}
      flows={flows}
      base={base}
      current={current}
      label={label}
      {...(maxHeight === undefined ? {} : {maxHeight})}
      link={(name, own) => <Link key={name} to="/types/$name" params={{name}} {...own} />}
    />
  );
}

function pictureOf(defs: readonly AnyType[]) {
  const known = new Set(defs.map(def => def.name));
  const flows = defs.flatMap(def =>
    superTypesIn(def)
      // A line needs both of its ends.
      .filter(name => known.has(name))
      .map(name => flowOf(name, def.name)),
  );
  return {cards: defs.map(({name}) => ({id: name, label: name})), flows};
}

/** The type with the most right under it: a good place to begin. */
function widest(names: readonly string[]): string | undefined {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0];
}

import {Link} from '@tanstack/react-router';
import {useEffect, useMemo, useRef} from 'react';
import {arrow, curve} from '../../graph/curve.ts';
import {flowOf} from '../../graph/flow.ts';
import {layOut} from '../../graph/layout/layout.ts';
import {superTypesIn, type AnyType} from './type-parts.ts';
import classes from './types.module.css';

const card = {width: 190, height: 34};
const margin = 12;

/** Super-types on the left, what stands under them on the right. `current` is marked and in sight; without one it is the type
 * that most stand under. */
export function HierarchyPicture({defs, current, label}: {defs: readonly AnyType[]; current?: string; label: string}) {
  const picture = useMemo(() => pictureOf(defs, current), [defs, current]);
  const scroller = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const box = scroller.current;
    const place = picture.places.find(one => one.id === picture.base);
    if (box === null || place === undefined) return;
    box.scrollTo(place.x - box.clientWidth / 2 + card.width / 2, place.y - box.clientHeight / 2);
  }, [picture]);
  return (
    <div ref={scroller} className={classes['picture']} role="group" aria-label={label} dir="ltr">
      <div className={classes['canvas']} style={{width: picture.width, height: picture.height}}>
        <svg width={picture.width} height={picture.height} className={classes['lines']} aria-hidden>
          <path className={classes['line']} d={picture.lines} />
          <path className={classes['head']} d={picture.heads} />
        </svg>
        {picture.places.map(({id, x, y}) => (
          <Link
            key={id}
            to="/types/$name"
            params={{name: id}}
            className={classes['type']}
            style={{left: x, top: y, width: card.width, height: card.height}}
            aria-current={id === current ? 'true' : undefined}
            title={id}
          >
            <bdi>{id}</bdi>
          </Link>
        ))}
      </div>
    </div>
  );
}

function pictureOf(defs: readonly AnyType[], current: string | undefined) {
  const known = new Set(defs.map(def => def.name));
  const flows = defs.flatMap(def =>
    superTypesIn(def)
      .filter(name => known.has(name))
      .map(name => flowOf(name, def.name)),
  );
  const base = current ?? widest(flows.map(flow => flow.from)) ?? defs[0]?.name ?? '';
  const {places, routes} = layOut(
    defs.map(({name}) => ({id: name, ...card})),
    flows,
    base,
  );
  const all = [...places.values()];
  const left = Math.min(...all.map(place => place.x)) - margin;
  const top = Math.min(...all.map(place => place.y)) - margin;
  const points = [...routes.values()].map(route => route.map(([x, y]) => [x - left, y - top] as const));
  return {
    base,
    places: all.map(({id, x, y}) => ({id, x: x - left, y: y - top})),
    lines: points.map(curve).join(''),
    heads: points.map(arrow).join(''),
    width: Math.max(...all.map(place => place.x + place.width)) + margin - left,
    height: Math.max(...all.map(place => place.y + place.height)) + margin - top,
  };
}

/** The type with the most right under it: a good place to begin. */
function widest(names: readonly string[]): string | undefined {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0];
}

import {useReactFlow, useStore} from '@xyflow/react';
import {useEffect, useRef} from 'react';
import type {Scene} from './scene.ts';

/** Farther out nothing can be told apart, nearer than twice its size nothing is gained. */
export const [minZoom, maxZoom] = [0.05, 2];
/**
 * At first nothing is drawn smaller than this: a thousand nodes start around the one that was asked
 * for.
 */
export const readableZoom = 0.7;
/** Below them the small print of a card, or even its name, is not readable anyway. */
const [farZoom, veryFarZoom] = [0.5, 0.22];
/** Pixels between the chosen node and the border. */
const inset = 40;

/**
 * How far away the drawing is: cards leave out details, then texts, that nobody could read.
 * Undefined: near.
 */
export function useDistance(): 'far' | 'very' | undefined {
  return useStore(({transform: [, , zoom]}) =>
    zoom < veryFarZoom ? 'very' : zoom < farZoom ? 'far' : undefined,
  );
}

/** When the picture changes, the node that somebody looks at stays where it is. */
export function useAnchor(scene: Scene, anchor: string): void {
  const flow = useReactFlow();
  const last = useRef(scene);
  useEffect(() => {
    const [before, after] = [last.current.places.get(anchor), scene.places.get(anchor)];
    last.current = scene;
    if (before === undefined || after === undefined) return;
    const {x, y, zoom} = flow.getViewport();
    const moved = {x: x - (after.x - before.x) * zoom, y: y - (after.y - before.y) * zoom, zoom};
    if (moved.x !== x || moved.y !== y) void flow.setViewport(moved);
  }, [flow, scene, anchor]);
}

/** The chosen node is seen, also when its details take a part of the place. */
export function useInSight(scene: Scene, selected: string | undefined): void {
  const flow = useReactFlow();
  const stageWidth = useStore(state => state.width);
  const stageHeight = useStore(state => state.height);
  const now = useRef(scene);
  useEffect(() => {
    now.current = scene;
  });
  useEffect(() => {
    const place = now.current.places.get(selected ?? '');
    if (place === undefined || stageWidth === 0) return;
    const {x, y, zoom} = flow.getViewport();
    const [left, top] = [place.x * zoom + x, place.y * zoom + y];
    const dx = shift(left, left + place.width * zoom, stageWidth);
    const dy = shift(top, top + place.height * zoom, stageHeight);
    if (dx !== 0 || dy !== 0)
      void flow.setViewport({x: x + dx, y: y + dy, zoom}, {duration: pace()});
  }, [flow, selected, stageWidth, stageHeight]);
}

/** How far something has to move to be within a length; nothing when it is. */
function shift(start: number, end: number, length: number): number {
  if (start < inset) return inset - start;
  return end > length - inset ? length - inset - end : 0;
}

/** What is looked at first: a node with what is next to it. */
export function nearTo(guid: string, {places, base}: Scene): {id: string}[] {
  const middle = places.get(guid) ?? places.get(base);
  if (middle === undefined) return [];
  // In a narrow window the node itself would be beside the middle of so many.
  const reach = Math.min(800, window.innerWidth);
  return [...places.values()]
    .filter(({x, y}) => Math.abs(x - middle.x) < reach && Math.abs(y - middle.y) < 300)
    .map(({id}) => ({id}));
}

/** Milliseconds of a movement; none for people who do not want any. */
export function pace(): number {
  return window.matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : 250;
}

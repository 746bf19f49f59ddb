import {useReactFlow, useStore} from '@xyflow/react';
import {useEffect, useLayoutEffect, useMemo, useRef} from 'react';
import type {Neighbours} from '../../graph/flow.ts';
import {isStack, type Scene} from './scene.ts';

/** Farther out nothing can be told apart, nearer than twice its size nothing is gained. */
const usualLeastZoom = 0.05;
export const maxZoom = 2;
/**
 * At first nothing is drawn smaller than this, so that the smallest text, of 12 pixels, has 11: a
 * thousand nodes start around the one that was asked for.
 */
export const readableZoom = 0.92;
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

/** Free space around what is looked at first, and more where the zoom buttons lie. */
const [margin, toolsWidth] = [24, 64];

/**
 * What is looked at first: a node, with as many steps around it as can be read in the place that is
 * left. Columns that would be cut off begin behind the border.
 */
export function useFirstView(scene: Scene, guid: string, neighbours: Neighbours): void {
  const flow = useReactFlow();
  const width = useStore(state => state.width);
  const height = useStore(state => state.height);
  const isDone = useRef(false);
  useLayoutEffect(() => {
    if (isDone.current || width === 0) return;
    isDone.current = true;
    void flow.setViewport(firstView(scene, guid, neighbours, {width, height}));
  }, [flow, scene, guid, neighbours, width, height]);
}

type Size = {readonly width: number; readonly height: number};
type Viewport = {readonly x: number; readonly y: number; readonly zoom: number};

/**
 * Where the stage looks at first. The lineage of a busy table is wider than any screen. What is
 * shown first is to be read, so it is the root with as many hops as fit.
 */
export function firstView(
  {places, base}: Scene,
  guid: string,
  neighbours: Neighbours,
  stage: Size,
): Viewport {
  const middle = places.get(guid) ?? places.get(base);
  if (middle === undefined) return {x: 0, y: 0, zoom: 1};
  // The buttons take nothing of a stage that has hardly room for a card.
  const left = stage.width > 3 * middle.width ? toolsWidth : margin;
  const room = {width: stage.width - left - margin, height: stage.height - 2 * margin};
  let box = boxOf([middle]);
  const seen = new Set([middle.id]);
  // Hop by hop, until another one would make the names too small.
  for (let ring = [middle.id]; ring.length > 0;) {
    ring = ring
      .flatMap(one => [...(neighbours.get(one)?.in ?? []), ...(neighbours.get(one)?.out ?? [])])
      .filter(one => !seen.has(one));
    for (const one of ring) seen.add(one);
    const wider = boxOf([...seen].flatMap(one => places.get(one) ?? []));
    // Only the width decides: hops lie side by side, and how high a column is says little.
    if (zoomFor(wider, {...room, height: Infinity}) < readableZoom) break;
    box = wider;
  }
  const zoom = Math.min(1, Math.max(readableZoom, zoomFor(box, room)));
  const y =
    box.height * zoom > room.height
      ? besideStacks(
          middle,
          [...seen].filter(isStack).flatMap(one => places.get(one) ?? []),
          room.height / zoom / 2,
        )
      : box.y + box.height / 2;
  return {
    x: left + room.width / 2 - (box.x + box.width / 2) * zoom,
    y: stage.height / 2 - y * zoom,
    zoom,
  };
}

/**
 * What is higher than the stage is seen around the node itself, and as far beside it as it takes to
 * see that there is more.
 */
function besideStacks(middle: Box, stacks: readonly Box[], half: number): number {
  const y = middle.y + middle.height / 2;
  const lowest = Math.max(...stacks.map(one => one.y + one.height));
  const highest = y + half - middle.height / 2;
  return stacks.length === 0 ? y : Math.max(y, Math.min(lowest - half, highest));
}

type Box = Size & {readonly x: number; readonly y: number};

function zoomFor(box: Size, room: Size): number {
  return Math.min(room.width / box.width, room.height / box.height);
}

function boxOf(places: readonly Box[]): Box {
  const x = Math.min(...places.map(place => place.x));
  const y = Math.min(...places.map(place => place.y));
  const width = Math.max(...places.map(place => place.x + place.width)) - x;
  const height = Math.max(...places.map(place => place.y + place.height)) - y;
  return {x, y, width, height};
}

/**
 * As far out as it takes to see everything. A graph that is wider than usual can be seen whole as
 * well.
 */
export function useLeastZoom({places}: Scene): number {
  const width = useStore(state => state.width);
  const height = useStore(state => state.height);
  return useMemo(() => {
    if (width === 0 || places.size === 0) return usualLeastZoom;
    const room = {width: width * 0.8, height: height * 0.8};
    return Math.min(usualLeastZoom, zoomFor(boxOf([...places.values()]), room));
  }, [places, width, height]);
}

/** Milliseconds of a movement; none for people who do not want any. */
export function pace(): number {
  return window.matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : 250;
}

import '@xyflow/react/dist/base.css';
import {ActionIcon, Tooltip} from '@mantine/core';
import {MiniMap, ReactFlow, ReactFlowProvider, useReactFlow, useStore} from '@xyflow/react';
import {Crosshair, Maximize, ZoomIn, ZoomOut} from 'lucide-react';
import {type KeyboardEvent, type ReactNode, useCallback, useEffect, useMemo, useRef, useState} from 'react';
import type {TypeIndex} from '../../api/type-index.ts';
import {serviceColour} from './card-colour.ts';
import {EdgeLayer} from './edge-layer.tsx';
import {useLineageActions} from './lineage-actions.ts';
import {neighboursOf} from './lineage-graph.ts';
import classes from './lineage.module.css';
import {type CardData, type CardNode, NodeCard, total} from './node-card.tsx';
import {litBy, type Scene} from './scene.ts';
import {walk} from './walk.ts';

export type StageProps = {
  readonly scene: Scene;
  readonly types: TypeIndex;
  readonly selected: string | undefined;
  readonly hits: ReadonlySet<string>;
  /** Changes when somebody wants to be led to a node. */
  readonly call: {readonly guid: string; readonly n: number} | undefined;
  readonly traced: ReadonlySet<string>;
  readonly label: string;
  readonly children?: ReactNode;
};

const nodeTypes = {card: NodeCard};
const [minZoom, maxZoom] = [0.05, 2];
/** Below them the small print of a card, or even its name, is not readable anyway. */
const [farZoom, veryFarZoom] = [0.5, 0.22];
/** At first nothing is drawn smaller than this: a thousand nodes start around the one that was asked for. */
const readableZoom = 0.7;

export function Stage(props: StageProps) {
  return (
    <ReactFlowProvider>
      <InnerStage {...props} />
    </ReactFlowProvider>
  );
}

function InnerStage({scene, types, selected, hits, call, traced, label, children}: StageProps) {
  const {select, more, fold} = useLineageActions();
  const flow = useReactFlow<CardNode>();
  const far = useStore(({transform: [, , zoom]}) => (zoom < veryFarZoom ? 'very' : zoom < farZoom ? 'far' : undefined));
  const [active, setActive] = useState(selected ?? scene.base);
  const [called, setCalled] = useState<string>();
  const neighbours = useMemo(() => neighboursOf(scene.cards.keys(), scene.flows), [scene]);
  const lit = useMemo(
    () =>
      selected === undefined || !scene.cards.has(selected)
        ? undefined
        : litBy(selected, scene.cards.keys(), scene.flows),
    [scene, selected],
  );
  const reachable = scene.cards.has(active) ? active : scene.base;
  const kept = useRef(new Map<string, CardNode>());
  const nodes = useMemo(() => {
    const next = [...scene.cards.values()].map((card): CardNode => {
      const {x, y, width, height} = scene.places.get(card.guid) ?? {x: 0, y: 0, width: 0, height: 0};
      const isOn = lit === undefined ? 'plain' : lit.before.has(card.guid) || lit.behind.has(card.guid) ? 'lit' : 'dim';
      const data: CardData = {
        card,
        colour: serviceColour(types.entities.get(card.typeName)?.serviceType ?? ''),
        inputs: neighbours.get(card.guid)?.in.length ?? 0,
        outputs: neighbours.get(card.guid)?.out.length ?? 0,
        isBase: card.guid === scene.base,
        isSelected: card.guid === selected,
        isActive: card.guid === reachable,
        isCalled: card.guid === called,
        isHit: hits.has(card.guid),
        state: isOn,
        traced,
      };
      return unchanged(kept.current.get(card.guid), {
        id: card.guid,
        type: 'card',
        position: {x, y},
        width,
        height,
        data,
      });
    });
    kept.current = new Map(next.map(node => [node.id, node]));
    return next;
  }, [scene, lit, selected, reachable, called, hits, traced, types, neighbours]);

  const lead = useCallback(
    (guid: string) => {
      setActive(guid);
      setCalled(guid);
      const place = scene.places.get(guid);
      if (place === undefined) return;
      const zoom = Math.max(flow.getZoom(), readableZoom);
      void flow.setCenter(place.x + place.width / 2, place.y + place.height / 2, {zoom, duration: pace()});
    },
    [flow, scene],
  );
  useEffect(() => {
    if (call !== undefined) lead(call.guid);
    // A new scene alone leads nowhere.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [call]);
  useAnchor(scene, selected ?? scene.base);
  useInSight(scene, selected);

  const press = (event: KeyboardEvent<HTMLElement>) => {
    const guid = (event.target as HTMLElement).dataset['card'];
    const card = scene.cards.get(guid ?? '');
    if (guid === undefined || card === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    const next = event.key === 'Home' ? scene.base : walk(event.key, guid, neighbours, scene.places);
    if (next !== undefined) lead(next);
    else if (event.key === '+') {
      for (const side of ['in', 'out'] as const) {
        if (card.node?.folded[side] === true) fold(card, side, false);
        else if (total(card, side) > 0) more(card, side);
      }
    } else if (event.key === 'Escape' && selected !== undefined) select(undefined);
    else if (event.key === '0') void flow.fitView({duration: pace(), padding: 0.1});
    else if (!event.key.startsWith('Arrow')) return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div
      className={classes['stage']}
      data-far={far}
      dir="ltr"
      role="group"
      aria-label={label}
      onKeyDown={press}
      onFocus={event => {
        const guid = (event.target as HTMLElement).dataset['card'];
        if (guid === undefined) return;
        setActive(guid);
        setCalled(undefined);
      }}
    >
      <p className={classes['spoken']}>
        Left and Right follow the data, Up and Down stay at the same step, Home leads to the start, Enter opens details,
        + loads more, 0 shows everything. The table says the same as this picture.
      </p>
      <ReactFlow<CardNode>
        nodes={nodes}
        edges={noEdges}
        nodeTypes={nodeTypes}
        minZoom={minZoom}
        maxZoom={maxZoom}
        fitView
        fitViewOptions={{
          padding: 0.15,
          minZoom: readableZoom,
          maxZoom: 1,
          nodes: nearTo(selected ?? scene.base, scene),
        }}
        onlyRenderVisibleElements
        nodesDraggable={false}
        nodesConnectable={false}
        nodesFocusable={false}
        elementsSelectable={false}
        disableKeyboardA11y
        deleteKeyCode={null}
        selectionKeyCode={null}
        panOnScroll={false}
        zoomOnDoubleClick={false}
        onPaneClick={() => select(undefined)}
        proOptions={{hideAttribution: true}}
        aria-label={label}
      >
        <EdgeLayer lines={scene.lines} columnLines={scene.columnLines} lit={lit} />
        {scene.cards.size > 12 && (
          <MiniMap<CardNode>
            className={classes['map'] ?? ''}
            style={mapSize}
            pannable
            zoomable
            ariaLabel="Map of the whole graph"
            bgColor="var(--gz-page)"
            maskColor="rgb(127 127 127 / 18%)"
            nodeColor={node =>
              node.data.isBase || node.data.isSelected
                ? 'var(--mantine-color-sea-6)'
                : node.data.isHit
                  ? '#e8a800'
                  : 'var(--gz-flow)'
            }
            nodeBorderRadius={20}
            position="bottom-right"
          />
        )}
      </ReactFlow>
      <div className={classes['tools']} role="group" aria-label="Zoom">
        <Tool label="Zoom in" onClick={() => void flow.zoomIn({duration: pace()})}>
          <ZoomIn size={18} />
        </Tool>
        <Tool label="Zoom out" onClick={() => void flow.zoomOut({duration: pace()})}>
          <ZoomOut size={18} />
        </Tool>
        <Tool label="Show everything" onClick={() => void flow.fitView({duration: pace(), padding: 0.1})}>
          <Maximize size={18} />
        </Tool>
        <Tool label="To the start" onClick={() => lead(scene.base)}>
          <Crosshair size={18} />
        </Tool>
      </div>
      {children}
    </div>
  );
}

const noEdges: never[] = [];
const mapSize = {width: 170, height: 110};

function Tool({label, onClick, children}: {label: string; onClick: () => void; children: ReactNode}) {
  return (
    <Tooltip label={label} position="right">
      <ActionIcon variant="subtle" color="gray" aria-label={label} onClick={onClick}>
        {children}
      </ActionIcon>
    </Tooltip>
  );
}

/** The same node as before when nothing of it differs: then it is not drawn again. */
function unchanged(before: CardNode | undefined, next: CardNode): CardNode {
  if (before === undefined) return next;
  const isSame =
    before.position.x === next.position.x &&
    before.position.y === next.position.y &&
    before.height === next.height &&
    (Object.keys(next.data) as (keyof CardData)[]).every(key => before.data[key] === next.data[key]);
  return isSame ? before : next;
}

/** When the picture changes, the node that somebody looks at stays where it is. */
function useAnchor(scene: Scene, anchor: string): void {
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
function useInSight(scene: Scene, selected: string | undefined): void {
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
    const shift = (start: number, end: number, size: number) =>
      start < inset ? inset - start : end > size - inset ? size - inset - end : 0;
    const [left, top] = [place.x * zoom + x, place.y * zoom + y];
    const dx = shift(left, left + place.width * zoom, stageWidth);
    const dy = shift(top, top + place.height * zoom, stageHeight);
    if (dx !== 0 || dy !== 0) void flow.setViewport({x: x + dx, y: y + dy, zoom}, {duration: pace()});
  }, [flow, selected, stageWidth, stageHeight]);
}

/** Pixels between the chosen node and the border. */
const inset = 40;

/** What is looked at first: a node with what is next to it. */
function nearTo(guid: string, {places, base}: Scene): {id: string}[] {
  const middle = places.get(guid) ?? places.get(base);
  if (middle === undefined) return [];
  return [...places.values()]
    .filter(({x, y}) => Math.abs(x - middle.x) < 800 && Math.abs(y - middle.y) < 300)
    .map(({id}) => ({id}));
}

/** Milliseconds of a movement; none for people who do not want any. */
function pace(): number {
  return window.matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : 250;
}

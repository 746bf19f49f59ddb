import {actionOf} from '@gazetteer/ui/keys';
import '@xyflow/react/dist/base.css';
import {ReactFlow, ReactFlowProvider, useReactFlow} from '@xyflow/react';
import {
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
  useCallback,
  useEffect,
  useEffectEvent,
  useMemo,
  useState,
} from 'react';
import type {TypeIndex} from '../../api/type-index.ts';
import {type Neighbours, neighboursOf} from '../../graph/flow.ts';
import {lineageKeys} from '../../shell/keys.ts';
import {useCardNodes} from './card-nodes.ts';
import {EdgeLayer} from './edge-layer.tsx';
import {useLineageActions} from './lineage-actions.ts';
import classes from './lineage.module.css';
import {type CardNode, NodeCard} from './node-card.tsx';
import {type Lit, litBy, litPath, type Scene, total} from './scene.ts';
import {StageMap, StageTools} from './stage-tools.tsx';
import {
  maxZoom,
  pace,
  readableZoom,
  useAnchor,
  useDistance,
  useFirstView,
  useInSight,
  useLeastZoom,
} from './viewport.ts';
import {walk} from './walk.ts';

export type StageProps = {
  readonly scene: Scene;
  readonly types: TypeIndex;
  readonly selected: string | undefined;
  readonly hits: ReadonlySet<string>;
  /** Changes when somebody wants to be led to a node. */
  readonly call: {readonly guid: string; readonly n: number} | undefined;
  readonly traced: ReadonlySet<string>;
  /** The way of a classification, lit as long as no node is chosen. */
  readonly propagation: readonly string[];
  readonly label: string;
  readonly children?: ReactNode;
};

/**
 * The drawing, which pans and zooms. Its parts ask the library's provider for the view, so it
 * stands around all of them.
 */
export function Stage(props: StageProps) {
  return (
    <ReactFlowProvider>
      <InnerStage {...props} />
    </ReactFlowProvider>
  );
}

/** Outside of the component: the library starts over with a new object. */
const nodeTypes = {card: NodeCard};
const noEdges: never[] = [];
/** A graph of fewer nodes is seen whole. */
const mapFrom = 12;

/** The graph, where it can be moved, zoomed and walked. */
function InnerStage(props: StageProps) {
  const {scene, types, selected, hits, call, traced, propagation, label, children} = props;
  const {select} = useLineageActions();
  const distance = useDistance();
  // Walked at each key and each selection.
  const neighbours = useMemo(() => neighboursOf(scene.cards.keys(), scene.flows), [scene]);
  const lit = useLit(scene, selected, propagation);
  const {active, called, lead, focus} = useLead(scene, selected, call);
  const press = useKeys(scene, neighbours, selected, lead);
  const nodes = useCardNodes(scene, neighbours, types, {
    lit,
    selected,
    active,
    called,
    hits,
    traced,
  });
  const minZoom = useLeastZoom(scene);
  useFirstView(scene, selected ?? scene.base, neighbours);
  useAnchor(scene, selected ?? scene.base);
  useInSight(scene, selected);
  return (
    <div
      className={classes['stage']}
      // Details that could not be read from there are left out by style, without drawing anew.
      data-far={distance}
      // Data flows from left to right in every language; texts have their own direction.
      dir="ltr"
      role="group"
      aria-label={label}
      onKeyDown={press}
      onFocus={focus}
    >
      {/* The keys are in the legend for those who see it. */}
      <p className={classes['spoken']}>
        Left and Right follow the data, Up and Down stay at the same step, Home leads to the start,
        Enter opens details or a stack, + draws more, 0 fits the graph to the view. The table shows
        the same edges.
      </p>
      <ReactFlow<CardNode>
        {...passive}
        nodes={nodes}
        nodeTypes={nodeTypes}
        minZoom={minZoom}
        onPaneClick={() => select(undefined)}
        aria-label={label}
      >
        <EdgeLayer lines={scene.lines} columnLines={scene.columnLines} lit={lit} />
        {scene.cards.size > mapFrom && <StageMap />}
      </ReactFlow>
      <StageTools onStart={() => lead(scene.base)} />
      {children}
    </div>
  );
}

/** The library moves and zooms; what is chosen, focused and connected is ours. */
const passive = {
  // The lines are a layer of our own.
  edges: noEdges,
  maxZoom,
  // Graphs may have thousands of cards.
  onlyRenderVisibleElements: true,
  nodesDraggable: false,
  nodesConnectable: false,
  nodesFocusable: false,
  elementsSelectable: false,
  disableKeyboardA11y: true,
  deleteKeyCode: null,
  selectionKeyCode: null,
  zoomOnDoubleClick: false,
  proOptions: {hideAttribution: true},
};

function useLit(
  scene: Scene,
  selected: string | undefined,
  propagation: readonly string[],
): Lit | undefined {
  return useMemo(() => {
    if (selected === undefined || !scene.cards.has(selected))
      return propagation.length === 0 ? undefined : litPath(propagation);
    // A chosen node is nearer to what somebody wants than the path that brought them here.
    return litBy(selected, scene.cards.keys(), scene.flows);
  }, [scene, selected, propagation]);
}

/** Which node the Tab key leads to, and going to a node: it comes into sight and gets the focus. */
function useLead(scene: Scene, selected: string | undefined, call: StageProps['call']) {
  const flow = useReactFlow();
  const [at, setAt] = useState(selected ?? scene.base);
  const [called, setCalled] = useState<string>();
  const lead = useCallback(
    (guid: string) => {
      setAt(guid);
      setCalled(guid);
      const place = scene.places.get(guid);
      if (place === undefined) return;
      // Nobody is led to what cannot be read.
      const zoom = Math.max(flow.getZoom(), readableZoom);
      void flow.setCenter(place.x + place.width / 2, place.y + place.height / 2, {
        zoom,
        duration: pace(),
      });
    },
    [flow, scene],
  );
  // A new scene alone leads nowhere.
  const onCall = useEffectEvent(lead);
  useEffect(() => {
    if (call !== undefined) onCall(call.guid);
  }, [call]);
  const focus = (event: FocusEvent<HTMLElement>) => {
    const guid = (event.target as HTMLElement).dataset['card'];
    if (guid === undefined) return;
    setAt(guid);
    setCalled(undefined);
  };
  return {active: scene.cards.has(at) ? at : scene.base, called, lead, focus};
}

/** What keys do on a node. */
function useKeys(
  scene: Scene,
  neighbours: Neighbours,
  selected: string | undefined,
  lead: (guid: string) => void,
): (event: KeyboardEvent<HTMLElement>) => void {
  const {select, more, fold} = useLineageActions();
  const flow = useReactFlow();
  // Both sides at once: one key, as the card has one at each side for the mouse.
  const grow = (guid: string) => {
    const card = scene.cards.get(guid);
    if (card === undefined) return;
    for (const side of ['in', 'out'] as const) {
      if (card.node?.folded[side] === true) fold(card, side, false);
      else if (total(card, side) > 0) more(card, side);
    }
  };
  return event => {
    const guid = (event.target as HTMLElement).dataset['card'];
    if (guid === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    const action = actionOf(lineageKeys, event.key);
    // What a card does with Enter is its own, and a key that has nothing to do is the page's.
    if (action === undefined || action === 'open') return;
    if (action === 'deselect' && selected === undefined) return;
    if (action === 'root') lead(scene.base);
    else if (action === 'more') grow(guid);
    else if (action === 'fit') void flow.fitView({duration: pace(), padding: 0.1});
    else if (action === 'deselect') select(undefined);
    else {
      // At the end of the graph an arrow does nothing; it must not scroll the page either.
      const next = walk(action, guid, neighbours, scene.places);
      if (next !== undefined) lead(next);
    }
    event.preventDefault();
    event.stopPropagation();
  };
}

import {getRouteApi, useNavigate} from '@tanstack/react-router';
import {useCallback, useEffect, useMemo, useRef} from 'react';
import type {LineageActions} from './lineage-actions.ts';
import type {LineageGraph} from './lineage-graph.ts';
import {
  type LineageView,
  limitAt,
  readLineageSearch,
  searchOf,
  viewOf,
  withFold,
  withMore,
} from './lineage-link.ts';

const route = getRouteApi('/detailPage/$guid');

export type SetView = (view: LineageView, how?: 'push' | 'replace') => void;

/**
 * The view as the address says it; a change of it can be taken back with the browser's way back.
 */
export function useView(guid: string): [LineageView, SetView] {
  const search = route.useSearch();
  const navigate = useNavigate();
  // As text, because the router makes a new object each time.
  const text = JSON.stringify(readLineageSearch(search));
  // The address is read anew at every navigation; the view changes only when its part of it does.
  const view = useMemo(
    () => viewOf(readLineageSearch(JSON.parse(text) as Record<string, unknown>)),
    [text],
  );
  const setView = useCallback<SetView>(
    (next, how = 'push') =>
      void navigate({
        to: '/detailPage/$guid',
        params: {guid},
        search: {tabActive: 'lineage', ...searchOf(next)},
        replace: how === 'replace',
        // The picture is in the middle of the page.
        resetScroll: false,
      }),
    [guid, navigate],
  );
  return [view, setView];
}

/**
 * Relations that are loaded at once when somebody asks for more, at least. A button for five more
 * would be pressed often.
 */
const leastStep = 20;

/**
 * What cards do, as one object that never changes: all cards would be drawn anew with each change
 * of the view otherwise. So it reads the view and the graph as they are at the moment of the
 * action.
 */
export function useActions(
  view: LineageView,
  setView: SetView,
  graph: LineageGraph | undefined,
): LineageActions {
  const now = useRef({view, graph});
  useEffect(() => {
    now.current = {view, graph};
  });
  return useMemo(() => {
    const change = (next: LineageView, how?: 'replace') => {
      // Two changes at once, such as more on both sides, build on each other.
      now.current.view = next;
      setView(next, how);
    };
    const shownAt = (guid: string, side: 'in' | 'out') =>
      now.current.graph?.flows.filter(flow => (side === 'in' ? flow.to : flow.from) === guid)
        .length ?? 0;
    return {
      select: node => change({...now.current.view, node}, 'replace'),
      trace: column => change({...now.current.view, column}),
      fold: ({guid}, side, isFolded) => change(withFold(now.current.view, {guid, side}, isFolded)),
      more: (card, side) => {
        const known = card.node?.moreAt[side] ?? [];
        const guids = known.length > 0 ? known.map(one => one.guid) : [card.guid];
        const step = Math.max(now.current.view.relations, leastStep);
        const wanted = guids.map(guid => ({
          guid,
          side,
          limit: Math.min(shownAt(guid, side), limitAt(now.current.view, guid, side)) + step,
        }));
        change(withMore({...now.current.view, path: undefined}, wanted));
      },
      pin: (guid, side) => {
        const {view: last} = now.current;
        const limit = limitAt(last, guid, side);
        change(withMore({...last, path: undefined}, [{guid, side, limit}]));
      },
    };
  }, [setView]);
}

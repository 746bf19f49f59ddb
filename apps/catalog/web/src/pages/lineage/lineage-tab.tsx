import {Button, Group, Loader, Text} from '@mantine/core';
import {EmptyState, ErrorState, LoadingState, saveFile, toast, messageOf} from '@gazetteer/ui';
import {getRouteApi, useNavigate} from '@tanstack/react-router';
import {Waypoints} from 'lucide-react';
import {useCallback, useEffect, useMemo, useRef, useState} from 'react';
import {useTypes} from '../../api/type-index.ts';
import {nameOf} from '../../entity/name-of.ts';
import type {TabProps} from '../entity/tabs.ts';
import {drawingOf, pngOf} from './drawing.ts';
import {cardsWith, GraphSearch} from './graph-search.tsx';
import {Legend} from './legend.tsx';
import {type LineageActions, LineageActionsContext} from './lineage-actions.ts';
import {type LineageView, readLineageSearch, searchOf, viewOf, withFold, withMore} from './lineage-link.ts';
import {csvOf, lineageRows, LineageTable} from './lineage-table.tsx';
import classes from './lineage.module.css';
import {NodeDetails} from './node-details.tsx';
import {sceneOf, type Scene} from './scene.ts';
import {Stage} from './stage.tsx';
import {Toolbar} from './toolbar.tsx';
import {columnsOf, maxColumns, useLineage} from './use-lineage.ts';
import {visibleGraph} from './visible-graph.ts';

const route = getRouteApi('/detailPage/$guid');

/** Where an entity's data comes from and where it goes, as a picture or as a table. What is seen is in the address. */
export function LineageTab({entity}: TabProps) {
  const types = useTypes();
  const [view, setView] = useView(entity.guid);
  const loaded = useLineage(entity, view, types);
  const {graph, columns, owners, isBusy, error, retry} = loaded;
  const scene = useMemo(() => {
    if (graph === undefined || graph.flows.length === 0) return undefined;
    const isProcess = (typeName: string) => types.isA(typeName, 'Process');
    return sceneOf(visibleGraph(graph, view, isProcess), columns, owners);
    // What is selected changes nothing about where things stand.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [graph, columns, owners, types, view.isWithProcesses, view.isWithDeleted, view.path, view.folds]);

  if (error !== undefined && scene === undefined) return <ErrorState error={error} retry={retry} />;
  if (graph === undefined) return <LoadingState what="Loading the lineage" />;
  if (scene === undefined) return <NoLineage name={nameOf(entity)} view={view} setView={setView} />;
  return <LineagePanel {...{entity, view, setView, scene, loaded, types, isBusy}} />;
}

function NoLineage({name, view, setView}: {name: string; view: LineageView; setView: (view: LineageView) => void}) {
  const isOneSided = view.direction !== 'BOTH';
  return (
    <EmptyState title="No lineage" icon={<Waypoints size={40} strokeWidth={1.5} />}>
      <Text ta="center" maw="36rem">
        {isOneSided ? (
          <>
            No process {view.direction === 'INPUT' ? 'writes' : 'reads'} <bdi>{name}</bdi>.
          </>
        ) : (
          <>
            No process reads or writes <bdi>{name}</bdi> yet. Hooks and clients tell the catalog by saving processes
            with <code>inputs</code> and <code>outputs</code>.
          </>
        )}
      </Text>
      {isOneSided && (
        <Button variant="default" onClick={() => setView({...view, direction: 'BOTH'})}>
          Look both ways
        </Button>
      )}
    </EmptyState>
  );
}

type PanelProps = TabPropsOf & {
  readonly view: LineageView;
  readonly setView: SetView;
  readonly scene: Scene;
  readonly loaded: ReturnType<typeof useLineage>;
  readonly types: ReturnType<typeof useTypes>;
};
type TabPropsOf = Pick<TabProps, 'entity'>;

function LineagePanel({entity, view, setView, scene, loaded, types}: PanelProps) {
  const panel = useRef<HTMLElement>(null);
  const [isFull, setFull] = useFullScreen();
  const [text, setText] = useState('');
  const [call, setCall] = useState<{guid: string; n: number}>();
  const found = useMemo(() => cardsWith(text, scene.cards.values()), [text, scene]);
  const hits = useMemo(() => new Set(found), [found]);
  const actions = useActions(view, setView, loaded);
  const selected = view.node === undefined ? undefined : scene.cards.get(view.node);
  const name = nameOf(entity);
  const traced = loaded.columns.traced;

  const save = async (format: 'svg' | 'png' | 'csv') => {
    try {
      const blob = await fileOf(
        format,
        scene,
        panel.current,
        typeName => types.entities.get(typeName)?.serviceType ?? '',
      );
      saveFile(`lineage of ${name.slice(0, 80)}.${format}`, blob);
    } catch (error) {
      toast({kind: 'problem', title: 'It could not be saved', text: messageOf(error)});
    }
  };
  return (
    <LineageActionsContext value={actions}>
      <section
        ref={panel}
        className={classes['lineage']}
        data-full={isFull || undefined}
        aria-label={`Lineage of ${name}`}
        aria-busy={loaded.isBusy}
      >
        <Toolbar
          view={view}
          onView={setView}
          hasColumns={columnsOf(entity, types).length > 0}
          isOnDemand={loaded.isOnDemand}
          isFull={isFull}
          onFull={setFull}
          onExport={format => void save(format)}
          search={
            <GraphSearch
              text={text}
              onText={setText}
              hits={found}
              onGo={guid => setCall(last => ({guid, n: (last?.n ?? 0) + 1}))}
            />
          }
          legend={<Legend cards={scene.cards.values()} types={types} />}
        />
        <div className={classes['body']}>
          {view.isTable ? (
            <LineageTable scene={scene} hits={hits} search={text} onOpen={actions.select} />
          ) : (
            <Stage
              scene={scene}
              types={types}
              selected={selected?.guid}
              hits={hits}
              call={call}
              traced={traced}
              label={`Lineage of ${name}: ${scene.cards.size} entities`}
            >
              <Notes loaded={loaded} hiddenColumns={columnsOf(entity, types).length - maxColumns} view={view} />
            </Stage>
          )}
          {selected !== undefined && (
            <NodeDetails
              card={selected}
              types={types}
              isBase={selected.guid === scene.base}
              counts={countsOf(scene, selected.guid)}
              isPath={view.path === selected.guid}
              onPath={isPath => setView({...view, path: isPath ? selected.guid : undefined})}
              traced={traced}
            />
          )}
        </div>
      </section>
    </LineageActionsContext>
  );
}

/** What is going on over the picture: requests, failures of a part, what is left out. */
function Notes({loaded, hiddenColumns, view}: Pick<PanelProps, 'loaded' | 'view'> & {hiddenColumns: number}) {
  const {isBusy, error, retry, columns} = loaded;
  if (error !== undefined)
    return (
      <div className={classes['note']} role="alert">
        <Group gap="xs">
          <span>A part could not be loaded: {messageOf(error)}</span>
          <Button size="compact-xs" variant="default" onClick={retry}>
            Try again
          </Button>
        </Group>
      </div>
    );
  if (isBusy)
    return (
      <div className={classes['note']} role="status">
        <Group gap="xs">
          <Loader size="xs" aria-hidden /> Loading…
        </Group>
      </div>
    );
  const isTracing = view.column !== undefined || view.isWithColumns;
  if (isTracing && columns.flows.length === 0)
    return (
      <div className={classes['note']} role="status">
        No process tells what becomes of {view.column === undefined ? 'these columns' : 'this column'}.
      </div>
    );
  if (view.isWithColumns && view.column === undefined && hiddenColumns > 0)
    return (
      <div className={classes['note']} role="status">
        The first {maxColumns} columns are drawn. Choose another one in the details of the table.
      </div>
    );
  return null;
}

type SetView = (view: LineageView, how?: 'push' | 'replace') => void;

/** The view as the address says it; a change of it can be taken back with the browser's way back. */
function useView(guid: string): [LineageView, SetView] {
  const search = route.useSearch();
  const navigate = useNavigate();
  const text = JSON.stringify(readLineageSearch(search));
  // The address is read anew at every navigation; the view changes only when its part of it does.
  const view = useMemo(() => viewOf(readLineageSearch(JSON.parse(text) as Record<string, unknown>)), [text]);
  const setView = useCallback<SetView>(
    (next, how = 'push') => {
      const to = {tabActive: 'lineage', ...searchOf(next)};
      void navigate({
        to: '/detailPage/$guid',
        params: {guid},
        search: to,
        replace: how === 'replace',
        resetScroll: false,
      });
    },
    [guid, navigate],
  );
  return [view, setView];
}

function useActions(view: LineageView, setView: SetView, {graph}: ReturnType<typeof useLineage>): LineageActions {
  const now = useRef({view, setView, graph});
  useEffect(() => {
    now.current = {view, setView, graph};
  });
  return useMemo(() => {
    const shownAt = (guid: string, side: 'in' | 'out') =>
      now.current.graph?.flows.filter(flow => (side === 'in' ? flow.to : flow.from) === guid).length ?? 0;
    return {
      select: node => now.current.setView({...now.current.view, node}, 'replace'),
      trace: column => now.current.setView({...now.current.view, column}),
      fold: ({guid}, side, isFolded) => now.current.setView(withFold(now.current.view, {guid, side}, isFolded)),
      more: (card, side) => {
        const known = card.node?.moreAt[side] ?? [];
        const guids = known.length > 0 ? known.map(one => one.guid) : [card.guid];
        const step = Math.max(now.current.view.relations, 20);
        const wanted = guids.map(guid => ({guid, side, limit: shownAt(guid, side) + step}));
        now.current.setView(withMore({...now.current.view, path: undefined}, wanted));
      },
    };
  }, []);
}

function countsOf({flows}: Scene, guid: string): {in: number; out: number} {
  return {
    in: flows.filter(flow => flow.to === guid).length,
    out: flows.filter(flow => flow.from === guid).length,
  };
}

/** The browser's full screen where it allows it; over the whole window in any case. Escape ends it. */
function useFullScreen(): [boolean, (isFull: boolean) => void] {
  const [isFull, setFull] = useState(false);
  useEffect(() => {
    const follow = () => {
      if (document.fullscreenElement === null) setFull(false);
    };
    const press = (event: KeyboardEvent) => {
      // In a menu or a list it closes that.
      const isElsewhere = (event.target as HTMLElement).closest('[role=dialog], [role=menu], [role=listbox]') !== null;
      if (event.key === 'Escape' && !event.defaultPrevented && !isElsewhere) setFull(false);
    };
    document.addEventListener('fullscreenchange', follow);
    if (isFull) document.addEventListener('keydown', press);
    return () => {
      document.removeEventListener('fullscreenchange', follow);
      document.removeEventListener('keydown', press);
    };
  }, [isFull]);
  const set = (next: boolean) => {
    setFull(next);
    // Refused in frames and by some devices: then the window is what there is.
    if (next) document.documentElement.requestFullscreen().catch(() => undefined);
    else if (document.fullscreenElement !== null) document.exitFullscreen().catch(() => undefined);
  };
  return [isFull, set];
}

async function fileOf(
  format: 'svg' | 'png' | 'csv',
  scene: Scene,
  panel: HTMLElement | null,
  serviceOf: (typeName: string) => string,
): Promise<Blob> {
  // The mark in front tells spreadsheets that it is UTF-8.
  if (format === 'csv') return new Blob(['\ufeff', csvOf(lineageRows(scene))], {type: 'text/csv;charset=utf-8'});
  const style = getComputedStyle(panel ?? document.body);
  const of = (variable: string) => resolved(style, variable);
  const svg = drawingOf(scene, {of, background: of('--gz-card')}, serviceOf);
  return format === 'svg' ? new Blob([svg], {type: 'image/svg+xml'}) : await pngOf(svg);
}

/** The value of a variable as the browser has computed it, without further variables in it. */
function resolved(style: CSSStyleDeclaration, variable: string): string {
  return style.getPropertyValue(variable).trim();
}

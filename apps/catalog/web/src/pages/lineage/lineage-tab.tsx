import {Button, Text} from '@mantine/core';
import {ApiError} from '@gazetteer/client';
import {dateText, EmptyState, ErrorState, LoadingState, messageOf} from '@gazetteer/ui';
import {Waypoints} from 'lucide-react';
import {useMemo} from 'react';
import {useTypes} from '../../api/type-index.ts';
import type {Entity} from '../../api/wire.ts';
import {nameOf} from '../../entity/name-of.ts';
import {type TabProps, useWholeEntity} from '../entity/tab-props.ts';
import {AddLineage} from './add-lineage.tsx';
import {ImpactList} from './impact-list.tsx';
import type {LineageView} from './lineage-link.ts';
import {LineagePanel} from './lineage-panel.tsx';
import {sceneOf} from './scene.ts';
import {columnsOf, useLineage} from './use-lineage.ts';
import {ShowAs} from './toolbar.tsx';
import {type SetView, useView} from './use-view.ts';
import {visibleGraph} from './visible-graph.ts';

/**
 * Where an entity's data comes from and where it goes, as a picture, a table or a list of all. What
 * is seen is in the address.
 */
export function LineageTab({entity: {guid}}: TabProps) {
  // With its relationships, as the columns are among them.
  const entity = useWholeEntity(guid);
  const [view, setView] = useView(entity.guid);
  // The list asks another endpoint and needs no picture.
  if (view.show !== 'impact') return <Drawn {...{entity, view, setView}} />;
  return (
    <ImpactList {...{entity, view, setView}} showAs={<ShowAs view={view} onView={setView} />} />
  );
}

function Drawn({entity, view, setView}: {entity: Entity; view: LineageView; setView: SetView}) {
  const types = useTypes();
  const loaded = useLineage(entity, view, types);
  const {graph, columns, owners, propagation, error, retry} = loaded;
  // What is selected changes nothing about where things stand, so only these of the view.
  const {isWithProcesses, isWithDeleted, path, folds, relations, more} = view;
  const scene = useMemo(() => {
    // An entity alone is no picture.
    if (graph === undefined || graph.flows.length + columns.flows.length === 0) return undefined;
    const isProcess = (typeName: string) => types.isA(typeName, 'Process');
    const choice = {
      isWithProcesses,
      isWithDeleted,
      path,
      folds,
      relations,
      more,
      named: propagation,
    };
    const shown = visibleGraph(graph, choice, isProcess);
    return sceneOf(shown, columns, owners);
  }, [
    graph,
    columns,
    owners,
    types,
    isWithProcesses,
    isWithDeleted,
    path,
    folds,
    relations,
    more,
    propagation,
  ]);

  // With a picture the failure of a part is a note over it.
  if (error !== undefined && scene === undefined) {
    if (view.asOf !== undefined) return <NoPast {...{error, view, setView}} />;
    return <ErrorState error={error} retry={retry} />;
  }
  if (graph === undefined) return <LoadingState what="Loading the lineage" />;
  if (scene === undefined) return <NoLineage {...{entity, view, setView}} />;
  return <LineagePanel {...{entity, view, setView, scene, loaded, types}} />;
}

/** Asked for a time before the asset was there, or of which nothing is kept. */
function NoPast({error, view, setView}: {error: unknown; view: LineageView; setView: SetView}) {
  const isMissing = error instanceof ApiError && error.status === 404;
  return (
    <EmptyState
      title={`No lineage as of ${dateText(view.asOf ?? 0)}`}
      icon={<Waypoints size={40} strokeWidth={1.5} />}
    >
      <Text ta="center" maw="36rem">
        {isMissing ? 'The asset did not exist at that time.' : messageOf(error)}
      </Text>
      <Button variant="default" onClick={() => setView({...view, asOf: undefined})}>
        Show the current lineage
      </Button>
    </EmptyState>
  );
}

function NoLineage({
  entity,
  view,
  setView,
}: {
  entity: Entity;
  view: LineageView;
  setView: (view: LineageView) => void;
}) {
  const isOneSided = view.direction !== 'BOTH';
  const isPast = view.asOf !== undefined;
  const name = nameOf(entity);
  const hasColumns = columnsOf(entity, useTypes()).length > 0;
  return (
    <EmptyState title="No lineage" icon={<Waypoints size={40} strokeWidth={1.5} />}>
      <Text ta="center" maw="36rem">
        {isPast ? (
          <>
            No process read or wrote <bdi>{name}</bdi> on {dateText(view.asOf ?? 0)}.
          </>
        ) : isOneSided ? (
          <>
            No process {view.direction === 'INPUT' ? 'writes' : 'reads'} <bdi>{name}</bdi>.
          </>
        ) : (
          <>
            No process reads or writes <bdi>{name}</bdi> yet. A hook or client adds lineage by
            saving a process with <code>inputs</code> and <code>outputs</code>.
          </>
        )}
      </Text>
      {isOneSided && (
        <Button variant="default" onClick={() => setView({...view, direction: 'BOTH'})}>
          Show both directions
        </Button>
      )}
      {isPast && (
        <Button variant="default" onClick={() => setView({...view, asOf: undefined})}>
          Show the current lineage
        </Button>
      )}
      {/* Some sources report lineage of columns only. */}
      {hasColumns && !view.isWithColumns && (
        <Button variant="default" onClick={() => setView({...view, isWithColumns: true})}>
          Show column-level lineage
        </Button>
      )}
      {!isPast && <AddLineage entity={entity} />}
    </EmptyState>
  );
}

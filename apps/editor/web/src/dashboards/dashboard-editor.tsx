import {Button, Text} from '@mantine/core';
import {Dialog, EmptyState, isPressed, Page, Problem, toast, useConfirm} from '@gazetteer/ui';
import {useMutation} from '@tanstack/react-query';
import {LayoutDashboard, Plus, Redo2, SlidersHorizontal, Undo2} from 'lucide-react';
import {useEffect, useState} from 'react';
import {ApiFailure, ask} from '../api/request.ts';
import type {DashboardTile, SavedDocument} from '../api/wire.ts';
import {documentsChanged} from '../documents/document-queries.ts';
import {go} from '../place.ts';
import type {OpenedDashboard} from './dashboard-queries.ts';
import classes from './dashboards.module.css';
import {EditGrid} from './edit-grid.tsx';
import {FilterForm} from './filter-form.tsx';
import {filterFields} from './filters.ts';
import {freeArea, inReadingOrder, withArea} from './layout.ts';
import {type TileContents, TileForm} from './tile-form.tsx';
import {type Draft, forgetDraft, useDraft} from './use-draft.ts';
import {useRuns} from './use-runs.ts';

/** As the server has it, which refuses more. */
const maxTiles = 50;

/** How large a new tile is. */
const sizes = {
  chart: {w: 6, h: 5},
  table: {w: 6, h: 5},
  number: {w: 3, h: 2},
  text: {w: 12, h: 2},
} as const;

/** Which dialog is open; without a tile it is for a new one. */
type Asked = {readonly kind: 'filters'} | {readonly kind: 'tile'; readonly tile?: DashboardTile};

/** A dashboard while it is put together; nothing of it is seen by others until it is saved. */
export function DashboardEditor({opened}: {opened: OpenedDashboard}) {
  const {document, queries} = opened;
  const {uuid, name} = document;
  const draft = useDraft(uuid, opened.dashboard, document.version);
  const {dashboard, change} = draft;
  const {tiles, filters} = dashboard;
  const [asked, setAsked] = useState<Asked>();
  const runs = useRuns(
    uuid,
    queries.map(one => one.document),
    noValues,
  );
  useUndoKeys(draft, asked === undefined);
  const close = () => setAsked(undefined);
  const onTiles = (next: readonly DashboardTile[]) => change({...dashboard, tiles: next});
  // A tile that is changed stays where it is, a new one goes where there is room for it.
  const put = (contents: TileContents, tile: DashboardTile | undefined) => {
    const area = tile ?? {
      id: crypto.randomUUID(),
      ...freeArea(tiles, sizes[contents.kind]),
    };
    const {id, x, y, w, h} = area;
    const next = {...contents, id, x, y, w, h};
    onTiles(tile === undefined ? [...tiles, next] : tiles.map(one => (one.id === id ? next : one)));
    close();
  };
  // Below the one that is copied; what is in the way moves down.
  const copy = (tile: DashboardTile) => {
    const made = {...tile, id: crypto.randomUUID(), y: tile.y + tile.h};
    onTiles(withArea([...tiles, made], made));
  };
  return (
    <Page title={name} note="Others see your changes when you save the dashboard.">
      <EditTools draft={draft} uuid={uuid} isFull={tiles.length >= maxTiles} onAsk={setAsked} />
      {tiles.length === 0 ? (
        <EmptyState title="No tiles yet" icon={<LayoutDashboard size={40} strokeWidth={1.5} />}>
          <Text ta="center">Add a chart, a table, a value or a text.</Text>
        </EmptyState>
      ) : (
        <EditGrid
          tiles={tiles}
          queries={new Map(queries.map(one => [one.document, one]))}
          runs={runs}
          saved={new Set(opened.dashboard.tiles.map(tile => tile.document))}
          onTiles={onTiles}
          onEdit={tile => setAsked({kind: 'tile', tile})}
          onCopy={copy}
        />
      )}
      <Dialog
        isOpen={asked?.kind === 'tile'}
        onClose={close}
        title={asked?.kind === 'tile' && asked.tile !== undefined ? 'Edit tile' : 'Add tile'}
        size="lg"
      >
        {asked?.kind === 'tile' && (
          <TileForm
            tile={asked.tile}
            onDone={contents => put(contents, asked.tile)}
            onCancel={close}
          />
        )}
      </Dialog>
      <Dialog isOpen={asked?.kind === 'filters'} onClose={close} title="Change filters">
        <FilterForm
          fields={filterFields(queries, filters)}
          filters={filters}
          onDone={next => {
            change({...dashboard, filters: next});
            close();
          }}
          onCancel={close}
        />
      </Dialog>
    </Page>
  );
}

/**
 * The same object each time: filters are not asked for here, and others would run everything anew.
 */
const noValues = {};

/** What is typed into fields is undone by these themselves. */
function useUndoKeys({undo, redo}: Draft, isOn: boolean): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!isOn || event.target instanceof HTMLInputElement) return;
      const step = isPressed('Mod-z', event)
        ? undo
        : isPressed('Mod-Shift-z', event)
          ? redo
          : undefined;
      if (step === undefined) return;
      event.preventDefault();
      step();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [undo, redo, isOn]);
}

type EditToolsProps = {
  readonly draft: Draft;
  readonly uuid: string;
  readonly isFull: boolean;
  readonly onAsk: (asked: Asked) => void;
};

/**
 * Saving tells which version it began from. Where somebody else has saved one since, it is refused,
 * and only a second button puts one's own on top.
 */
function EditTools({draft, uuid, isFull, onAsk}: EditToolsProps) {
  const {dashboard, version, isChanged, undo, redo} = draft;
  const confirm = useConfirm();
  const leave = () => {
    forgetDraft(uuid);
    go(`/app/dashboards/${uuid}`);
  };
  const save = useMutation({
    mutationFn: (known: number) =>
      ask('PUT /api/v1/documents/{uuid}', {
        path: {uuid},
        body: {
          version: known,
          dashboard: {...dashboard, tiles: inReadingOrder(dashboard.tiles)},
        },
      }),
    onSuccess: async () => {
      toast({kind: 'done', title: 'Dashboard saved'});
      leave();
      await documentsChanged();
    },
  });
  const discard = async () => {
    const question = {
      title: 'Discard your changes?',
      text: 'The dashboard stays as it was saved. This can’t be undone.',
    };
    if (!isChanged || (await confirm({...question, action: 'Discard changes', isDangerous: true})))
      leave();
  };
  const theirs = conflictOf(save.error);
  const small = {size: 'xs', variant: 'default'} as const;
  return (
    <>
      <div className={classes['savebar']}>
        <Button
          {...small}
          leftSection={<Plus size={14} />}
          disabled={isFull}
          onClick={() => onAsk({kind: 'tile'})}
        >
          Add tile
        </Button>
        <Button
          {...small}
          leftSection={<SlidersHorizontal size={14} />}
          onClick={() => onAsk({kind: 'filters'})}
        >
          Change filters
        </Button>
        <Button {...small} leftSection={<Undo2 size={14} />} disabled={!undo} onClick={undo}>
          Undo
        </Button>
        <Button {...small} leftSection={<Redo2 size={14} />} disabled={!redo} onClick={redo}>
          Redo
        </Button>
        <Button {...small} onClick={() => void discard()}>
          {isChanged ? 'Discard changes' : 'Stop editing'}
        </Button>
        <Button
          size="xs"
          disabled={!isChanged}
          loading={save.isPending}
          onClick={() => save.mutate(version)}
        >
          Save dashboard
        </Button>
      </div>
      <Problem error={save.error} />
      {theirs !== undefined && (
        <div className={classes['savebar']}>
          <Button {...small} onClick={() => save.mutate(theirs.version)}>
            Save as version {theirs.version + 1}
          </Button>
        </div>
      )}
      <TileHelp isFull={isFull} />
    </>
  );
}

/** How tiles are moved; the buttons that move them are described by it. */
function TileHelp({isFull}: Pick<EditToolsProps, 'isFull'>) {
  return (
    <Text size="xs" c="dimmed" mb="xs" id="tile-keys">
      <span className={classes['wide']}>
        Drag a tile by its move button and resize it by its corner. On the move button the arrow
        keys move the tile, and with Shift they resize it.
      </span>
      <span className={classes['narrow']}>
        Tiles are in one column here. To move and resize them, use a wider window.
      </span>
      {isFull && ` A dashboard has ${maxTiles} tiles at most.`}
    </Text>
  );
}

/** The dashboard as another user has saved it meanwhile; both stay as versions. */
function conflictOf(error: unknown): SavedDocument | undefined {
  if (!(error instanceof ApiFailure) || error.status !== 409) return undefined;
  return error.body.document;
}

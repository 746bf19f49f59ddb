import {Button, Menu, Text} from '@mantine/core';
import {EmptyState, ErrorState, LoadingState, Page} from '@gazetteer/ui';
import {useQuery} from '@tanstack/react-query';
import {
  Camera,
  CircleX,
  Ellipsis,
  FileDown,
  GalleryVerticalEnd,
  LayoutDashboard,
  MessageSquare,
  Pencil,
  Printer,
  RotateCw,
} from 'lucide-react';
import {useRef, useState} from 'react';
import {ApiFailure} from '../api/request.ts';
import type {DocumentHead} from '../api/wire.ts';
import type {Picture} from '../chart/canvas.tsx';
import {showDialog} from '../documents/document-dialogs.ts';
import {DocumentItems} from '../documents/document-table.tsx';
import {go, usePlace} from '../place.ts';
import {PageLink} from '../shell/page-link.tsx';
import {dashboardQuery, type OpenedDashboard} from './dashboard-queries.ts';
import {DashboardEditor} from './dashboard-editor.tsx';
import classes from './dashboards.module.css';
import {exportDashboard} from './export-dashboard.ts';
import {FilterRow} from './filter-row.tsx';
import {addressWith, filterFields, type FilterValues, valuesOf} from './filters.ts';
import {inReadingOrder} from './layout.ts';
import {type SnapshotDialog, SnapshotDialogs} from './snapshot-dialogs.tsx';
import {TileFrame} from './tile-frame.tsx';
import {hasDraft} from './use-draft.ts';
import {type Runs, useRuns} from './use-runs.ts';

const icon = <LayoutDashboard size={40} strokeWidth={1.5} />;

/** A dashboard to look at, or to change where the address says so and its permissions allow it. */
export function DashboardView({uuid}: {uuid: string}) {
  const {data, error, refetch} = useQuery(dashboardQuery(uuid));
  const {params} = usePlace();
  if (error !== null)
    return (
      <Page title="Dashboard">
        {error instanceof ApiFailure && error.status === 404 ? (
          <EmptyState title="Dashboard not found" icon={icon}>
            <Text ta="center">It was deleted, or isn’t shared with you.</Text>
            <Button variant="default" component={PageLink} to="/app/dashboards">
              Show your dashboards
            </Button>
          </EmptyState>
        ) : (
          <ErrorState error={error} retry={() => void refetch()} />
        )}
      </Page>
    );
  if (data === undefined) return <LoadingState what="Loading the dashboard" />;
  if (params.get('edit') === 'true' && data.document.permission !== 'read')
    return <DashboardEditor opened={data} />;
  const values = valuesOf(params);
  // With other values there are other results, and what runs for these is not shown.
  return <Shown key={JSON.stringify(values)} opened={data} values={values} />;
}

type ShownProps = {readonly opened: OpenedDashboard; readonly values: FilterValues};

/**
 * The tiles with their runs. Pictures of charts are kept beside the page, for downloads and
 * snapshots, and draw nothing anew when they change.
 */
function Shown({opened, values}: ShownProps) {
  const {document, dashboard, queries} = opened;
  const {uuid, name, description, permission} = document;
  const path = `/app/dashboards/${uuid}`;
  const runs = useRuns(
    uuid,
    queries.map(one => one.document),
    values,
  );
  const pictures = useRef(new Map<string, Picture>());
  const grid = useRef<HTMLDivElement>(null);
  const [dialog, setDialog] = useState<SnapshotDialog>();
  // A tile names its query, which may be gone or no longer shared: then there is none for it.
  const known = new Map(queries.map(one => [one.document, one]));
  const save = () => {
    if (grid.current !== null) void exportDashboard(name, grid.current, pictures.current);
  };
  const edit = permission !== 'read' && <EditLink uuid={uuid} />;
  return (
    <Page
      title={name}
      note={description === '' ? undefined : <span dir="auto">{description}</span>}
      actions={
        <>
          {queries.length > 0 && <RunButton runs={runs} />}
          {edit}
          <MoreMenu
            document={document}
            hasTiles={dashboard.tiles.length > 0}
            onSave={save}
            onSnapshot={setDialog}
          />
        </>
      }
    >
      <FilterRow
        fields={filterFields(queries, dashboard.filters)}
        values={values}
        onApply={next => go(addressWith(path, next))}
      />
      {runs.error !== null && <ErrorState error={runs.error} />}
      {dashboard.tiles.length === 0 ? (
        <EmptyState title="No tiles yet" icon={icon}>
          <Text ta="center">Tiles show charts, rows and values of saved queries, and texts.</Text>
          {edit}
        </EmptyState>
      ) : (
        <div className={classes['grid']} ref={grid}>
          {/* By place and not as they were added: readers of the page and the Tab key go along. */}
          {inReadingOrder(dashboard.tiles).map(tile => (
            <TileFrame
              key={tile.id}
              tile={tile}
              query={known.get(tile.document ?? '')}
              run={tile.document === undefined ? undefined : runs.of(tile.document)}
              isLoading={runs.isLoading}
              onPicture={picture => {
                if (picture === undefined) pictures.current.delete(tile.id);
                else pictures.current.set(tile.id, picture);
              }}
            />
          ))}
        </div>
      )}
      <SnapshotDialogs shown={dialog} {...{opened, values, grid, pictures}} onShow={setDialog} />
    </Page>
  );
}

/** One button for both: what runs can only be canceled, and what doesn’t only be refreshed. */
function RunButton({runs: {isBusy, cancelAll, refreshAll}}: {readonly runs: Runs}) {
  return (
    <Button
      size="xs"
      leftSection={isBusy ? <CircleX size={14} /> : <RotateCw size={14} />}
      onClick={isBusy ? cancelAll : refreshAll}
    >
      {isBusy ? 'Cancel all' : 'Refresh all'}
    </Button>
  );
}

/** Says so where there are changes that were not saved. */
function EditLink({uuid}: {readonly uuid: string}) {
  return (
    <Button
      size="xs"
      variant="default"
      leftSection={<Pencil size={14} />}
      component={PageLink}
      to={`/app/dashboards/${uuid}?edit=true`}
    >
      {hasDraft(uuid) ? 'Continue editing' : 'Edit dashboard'}
    </Button>
  );
}

type MoreMenuProps = {
  readonly document: DocumentHead;
  readonly hasTiles: boolean;
  readonly onSave: () => void;
  readonly onSnapshot: (dialog: SnapshotDialog) => void;
};

/** What is done less often. Printing is the browser's; styles for it are in the style sheet. */
function MoreMenu({document, hasTiles, onSave, onSnapshot}: MoreMenuProps) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button size="xs" variant="default" leftSection={<Ellipsis size={14} />}>
          More
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<FileDown size={16} />} onClick={onSave}>
          Download as HTML
        </Menu.Item>
        <Menu.Item leftSection={<Printer size={16} />} onClick={() => print()}>
          Print
        </Menu.Item>
        {hasTiles && (
          <Menu.Item leftSection={<Camera size={16} />} onClick={() => onSnapshot('take')}>
            Take snapshot
          </Menu.Item>
        )}
        <Menu.Item
          leftSection={<GalleryVerticalEnd size={16} />}
          onClick={() => onSnapshot('list')}
        >
          Snapshots
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item
          leftSection={<MessageSquare size={16} />}
          onClick={() => showDialog({kind: 'comments', uuid: document.uuid})}
        >
          Comments
        </Menu.Item>
        <DocumentItems document={document} leave={() => go('/app/dashboards')} />
      </Menu.Dropdown>
    </Menu>
  );
}

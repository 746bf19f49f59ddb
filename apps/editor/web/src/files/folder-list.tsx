import {Anchor, Button, Text} from '@mantine/core';
import {
  bytesText,
  type Column,
  DataTable,
  EmptyState,
  Page,
  SearchInput,
  type Sort,
  When,
} from '@gazetteer/ui';
import {File, FilePlus, Folder, FolderOpen, FolderPlus, Trash2} from 'lucide-react';
import {type ReactNode, useEffect, useState} from 'react';
import {go} from '../place.ts';
import {PageLink} from '../shell/page-link.tsx';
import {EmptyTrash, FileActions} from './file-actions.tsx';
import {NewFileDialog, NewFolderDialog} from './file-dialogs.tsx';
import {filesAddress, type FolderView, isOfS3, isTrash, nameOf, s3Root} from './file-place.ts';
import type {FolderPage, StoredFile} from './file-queries.ts';
import {DropZone, UploadButton} from './upload-button.tsx';
import classes from './files.module.css';

type FolderListProps = {
  readonly view: FolderView;
  readonly folder: FolderPage;
  /** Over the title: the way to it. */
  readonly above: ReactNode;
  readonly isBusy: boolean;
};

/** What is in a folder, page by page, and what can be done with it. */
export function FolderList({view, folder, above, isBusy}: FolderListProps) {
  const {path} = view;
  const [dialog, setDialog] = useState<'folder' | 'file'>();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  // The server lists both, as clients of this API expect; the way above and the links do the same.
  const rows = folder.files.filter(({name}) => name !== '.' && name !== '..');
  // What has been moved or deleted meanwhile is chosen no longer.
  const selected = rows.filter(one => chosen.has(one.path));
  const inTrash = isTrash(path, folder.home_directory);
  // Buckets are made by tools of the store.
  const mayMake = !inTrash && path !== s3Root;
  const {total_count: total} = folder.page;
  return (
    <Page
      title={nameOf(path)}
      above={above}
      note={`${total.toLocaleString()} ${total === 1 ? 'entry' : 'entries'}`}
      isBusy={isBusy}
      isFull
      actions={
        <>
          {inTrash && <EmptyTrash />}
          {mayMake && <UploadButton folder={path} />}
          {mayMake && (
            <Button
              size="xs"
              variant="default"
              leftSection={<FolderPlus size={14} />}
              onClick={() => setDialog('folder')}
            >
              New folder
            </Button>
          )}
          {mayMake && (
            <Button
              size="xs"
              variant="default"
              leftSection={<FilePlus size={14} />}
              onClick={() => setDialog('file')}
            >
              New file
            </Button>
          )}
          {!isOfS3(path) && (
            <Button
              size="xs"
              variant="default"
              leftSection={<Trash2 size={14} />}
              component={PageLink}
              to={filesAddress(`${folder.home_directory}/.Trash/Current`)}
            >
              Trash
            </Button>
          )}
        </>
      }
    >
      <div className={classes['tools']}>
        <FindField key={path} view={view} />
        <FileActions files={selected} folder={path} inTrash={inTrash} />
      </div>
      <DropZone folder={path}>
        <Rows view={view} rows={rows} selection={{keys: chosen, onChange: setChosen}} />
      </DropZone>
      <Pages view={view} {...folder.page} />
      {dialog === 'folder' && (
        <NewFolderDialog folder={path} onClose={() => setDialog(undefined)} />
      )}
      {dialog === 'file' && <NewFileDialog folder={path} onClose={() => setDialog(undefined)} />}
    </Page>
  );
}

/** Waits until somebody has stopped typing: every part of a name is a question to the cluster. */
function FindField({view}: {view: FolderView}) {
  const [text, setText] = useState(view.filter);
  useEffect(() => {
    if (text === view.filter) return undefined;
    const wait = setTimeout(
      () => go(filesAddress(view.path, {...view, filter: text, page: 1}), {replace: true}),
      250,
    );
    return () => clearTimeout(wait);
  }, [text, view]);
  return (
    <SearchInput label="Filter names" className={classes['find']} value={text} onChange={setText} />
  );
}

type RowsProps = {
  readonly view: FolderView;
  readonly rows: readonly StoredFile[];
  readonly selection: {
    readonly keys: ReadonlySet<string>;
    readonly onChange: (keys: ReadonlySet<string>) => void;
  };
};

/** Sorted and filtered by the cluster, of which only this page of names is here. */
function Rows({view, rows, selection}: RowsProps) {
  if (rows.length === 0 && view.filter !== '')
    return <Text size="sm">No names with this text in them.</Text>;
  if (rows.length === 0)
    return (
      <EmptyState title="This folder is empty" icon={<FolderOpen size={40} strokeWidth={1.5} />}>
        Drop files here to upload them.
      </EmptyState>
    );
  // Another order begins at its first page.
  const sorted = (sort: Sort | undefined) =>
    go(
      filesAddress(view.path, {
        ...view,
        sort: sort?.by ?? 'name',
        isDescending: sort?.order === 'DESCENDING',
        page: 1,
      }),
      {replace: true},
    );
  return (
    <DataTable
      label="Files"
      name="files"
      columns={isOfS3(view.path) ? columns.filter(({id}) => !ofClusters.has(id)) : columns}
      rows={rows}
      rowKey={({path}) => path}
      sort={{by: view.sort, order: view.isDescending ? 'DESCENDING' : 'ASCENDING'}}
      onSort={sorted}
      onOpen={({path}) => go(filesAddress(path))}
      selection={selection}
      maxHeight="calc(100vh - 18rem)"
    />
  );
}

/** What objects of S3 do not have. */
const ofClusters = new Set(['user', 'group', 'rwx']);

const columns: readonly Column<StoredFile>[] = [
  {
    id: 'name',
    header: 'Name',
    width: 240,
    isWide: true,
    isSortable: true,
    cell: ({path, name, type}) => (
      <Anchor inherit component={PageLink} to={filesAddress(path)} className={classes['name']}>
        {type === 'dir' ? (
          <Folder size={14} role="img" aria-label="Folder" />
        ) : (
          <File size={14} role="img" aria-label="File" />
        )}
        <bdi>{name}</bdi>
      </Anchor>
    ),
  },
  {
    id: 'size',
    header: 'Size',
    width: 110,
    align: 'end',
    isSortable: true,
    cell: ({type, stats}) => (type === 'dir' ? '' : bytesText(stats.size)),
  },
  {
    id: 'mtime',
    header: 'Changed',
    width: 220,
    isSortable: true,
    // Folders of S3 have no time.
    cell: ({stats}) => (stats.mtime === 0 ? '' : <When ms={stats.mtime * 1000} />),
  },
  {
    id: 'user',
    header: 'Owner',
    width: 130,
    isSortable: true,
    cell: ({stats}) => <bdi>{stats.user}</bdi>,
  },
  {
    id: 'group',
    header: 'Group',
    width: 130,
    isSortable: true,
    cell: ({stats}) => <bdi>{stats.group}</bdi>,
  },
  {id: 'rwx', header: 'Permissions', width: 130, cell: ({rwx}) => <code>{rwx}</code>},
];

/** Which of the pages is shown, where there are several. */
function Pages({
  view,
  number,
  num_pages: count,
  start_index: first,
  end_index: last,
  total_count: total,
}: FolderPage['page'] & {readonly view: FolderView}) {
  if (count <= 1) return null;
  const to = (page: number) => go(filesAddress(view.path, {...view, page}));
  return (
    <nav className={classes['pages']} aria-label="Pages">
      <Button size="xs" variant="default" disabled={number === 1} onClick={() => to(number - 1)}>
        Previous page
      </Button>
      <Text size="sm">
        {first.toLocaleString()}–{last.toLocaleString()} of {total.toLocaleString()}
      </Text>
      <Button
        size="xs"
        variant="default"
        disabled={number === count}
        onClick={() => to(number + 1)}
      >
        Next page
      </Button>
    </nav>
  );
}

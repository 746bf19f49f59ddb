import {Menu, Text} from '@mantine/core';
import {type Column, DataTable, useConfirm, When} from '@gazetteer/ui';
import {
  ArchiveRestore,
  CalendarClock,
  Download,
  FileCode,
  Folder,
  FolderInput,
  History,
  LayoutDashboard,
  NotebookText,
  Pencil,
  Share2,
  Trash2,
} from 'lucide-react';
import {loggedInUser} from '../api/session.ts';
import {go} from '../place.ts';
import {deleteForGood, restore, throwAway} from './document-actions.ts';
import {showDialog} from './document-dialogs.ts';
import type {DocumentHead} from '../api/wire.ts';
import classes from './documents.module.css';
import {RowMenu} from './row-menu.tsx';
import {openDocument} from './sheet-actions.ts';

type DocumentTableProps = {
  readonly documents: readonly DocumentHead[];
  readonly isTrash: boolean;
  readonly onFolder: (folder: DocumentHead) => void;
};

/** Enter or a double click opens a folder, or a query on a sheet. */
export function DocumentTable({documents, isTrash, onFolder}: DocumentTableProps) {
  const open = (document: DocumentHead) => {
    if (isTrash) return;
    if (document.kind === 'folder') onFolder(document);
    else if (document.kind === 'query') void openInEditor(document.uuid);
    else go(pageOf(document));
  };
  return (
    <DataTable
      label="Queries, dashboards, notebooks and folders"
      name={isTrash ? 'trash' : 'documents'}
      columns={columnsFor(isTrash, open)}
      rows={documents}
      rowKey={row => row.uuid}
      onOpen={open}
    />
  );
}

/** Goes to the editor first, so that what fails is told where the sheet would have been. */
export async function openInEditor(uuid: string): Promise<void> {
  go('/app/editor/');
  await openDocument(uuid);
}

/** Of a document that has a page of its own. */
export function pageOf({kind, uuid}: Pick<DocumentHead, 'kind' | 'uuid'>): string {
  return `/app/${kind}s/${uuid}`;
}

/** One for each kind, the same in all lists. */
export const documentIcons = {
  folder: Folder,
  query: FileCode,
  dashboard: LayoutDashboard,
  notebook: NotebookText,
};

/**
 * Made for each drawing; widths that somebody has set are kept by the table under the `id` of a
 * column.
 */
function columnsFor(
  isTrash: boolean,
  open: (document: DocumentHead) => void,
): readonly Column<DocumentHead>[] {
  const me = loggedInUser();
  return [
    {
      id: 'name',
      header: 'Name',
      width: 420,
      cell: row => {
        const Icon = documentIcons[row.kind];
        return (
          <span className={classes['cell']}>
            <Icon size={16} aria-label={row.kind} />
            <span>
              {isTrash ? (
                <bdi>{row.name}</bdi>
              ) : (
                <button type="button" className={classes['open']} onClick={() => open(row)}>
                  <bdi>{row.name}</bdi>
                </button>
              )}
              {row.description !== '' && (
                <Text size="xs" c="dimmed" lineClamp={2} dir="auto">
                  {row.description}
                </Text>
              )}
            </span>
          </span>
        );
      },
    },
    {
      id: 'owner',
      header: 'Owner',
      width: 120,
      cell: row => (row.owner === me ? 'you' : <bdi>{row.owner}</bdi>),
    },
    {
      id: 'permission',
      header: 'Access',
      width: 110,
      cell: row => ({owner: 'Owner', write: 'Can edit', read: 'Can view'})[row.permission],
    },
    {
      id: 'changed',
      header: isTrash ? 'Deleted' : 'Updated',
      width: 210,
      cell: row => (
        <span>
          <When ms={isTrash ? row.trashedAt : row.changedAt} isRelative />
          {!isTrash && row.changedBy !== me && (
            <Text span size="xs" c="dimmed">
              {' '}
              by <bdi>{row.changedBy}</bdi>
            </Text>
          )}
        </span>
      ),
    },
    {
      id: 'actions',
      header: 'More',
      width: 80,
      cell: row => (
        <RowMenu name={row.name}>
          {isTrash ? <TrashItems document={row} /> : <DocumentItems document={row} />}
        </RowMenu>
      ),
    },
  ];
}

/** What is deleted here is gone for those it was shared with as well, so it is asked. */
function TrashItems({document}: {document: DocumentHead}) {
  const confirm = useConfirm();
  const drop = async () => {
    const what = document.kind === 'folder' ? ' with all that is in it' : ' with all its versions';
    const question = {
      title: `Delete “${document.name}” permanently?`,
      text: `It will be deleted${what}, for all users. This can’t be undone.`,
    };
    if (await confirm({...question, action: 'Delete permanently', isDangerous: true}))
      await deleteForGood(document);
  };
  return (
    <>
      <Menu.Item leftSection={<ArchiveRestore size={16} />} onClick={() => void restore(document)}>
        Restore
      </Menu.Item>
      <Menu.Item color="red" leftSection={<Trash2 size={16} />} onClick={() => void drop()}>
        Delete permanently
      </Menu.Item>
    </>
  );
}

type DocumentItemsProps = {
  readonly document: DocumentHead;
  /** Away from a page of it, once it is in the trash. */
  readonly leave?: () => void;
};

/**
 * What can be done with a document, by its kind and by what one may do with it. The same entries
 * are in the lists and on the page of a document.
 */
export function DocumentItems({document, leave}: DocumentItemsProps) {
  const {uuid, kind, permission} = document;
  const isOwner = permission === 'owner';
  return (
    <>
      {permission !== 'read' && (
        <Menu.Item
          leftSection={<Pencil size={16} />}
          onClick={() => showDialog({kind: 'rename', document})}
        >
          Name and description
        </Menu.Item>
      )}
      {isOwner && (
        <Menu.Item
          leftSection={<FolderInput size={16} />}
          onClick={() => showDialog({kind: 'move', document})}
        >
          Move
        </Menu.Item>
      )}
      {isOwner && (
        <Menu.Item
          leftSection={<Share2 size={16} />}
          onClick={() => showDialog({kind: 'share', uuid})}
        >
          Share
        </Menu.Item>
      )}
      {kind === 'query' && (
        <Menu.Item
          leftSection={<CalendarClock size={16} />}
          onClick={() => showDialog({kind: 'schedule', uuid})}
        >
          Create schedule
        </Menu.Item>
      )}
      {kind !== 'folder' && (
        <Menu.Item
          leftSection={<History size={16} />}
          onClick={() => showDialog({kind: 'versions', uuid})}
        >
          Versions
        </Menu.Item>
      )}
      {kind === 'query' && (
        <Menu.Item
          leftSection={<NotebookText size={16} />}
          onClick={() => showDialog({kind: 'notebook', uuid})}
        >
          Open as notebook
        </Menu.Item>
      )}
      {(kind === 'query' || kind === 'folder') && (
        <Menu.Item
          component="a"
          href={exportAddress(document)}
          download=""
          leftSection={<Download size={16} />}
        >
          {kind === 'query' ? 'Download as .sql' : 'Download queries as .zip'}
        </Menu.Item>
      )}
      {isOwner && (
        <Menu.Item
          leftSection={<Trash2 size={16} />}
          onClick={() => void throwAway(document, leave)}
        >
          Move to trash
        </Menu.Item>
      )}
    </>
  );
}

/** A query is one file, a folder an archive of all that are in it. */
function exportAddress({uuid, name, kind}: DocumentHead): string {
  const query = new URLSearchParams({format: kind === 'query' ? 'sql' : 'zip', name});
  return `/api/v1/documents/${uuid}/export?${query}`;
}

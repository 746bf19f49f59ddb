import {Button, Menu, Text, Tooltip} from '@mantine/core';
import {useQuery} from '@tanstack/react-query';
import {
  CalendarClock,
  ChevronDown,
  CopyPlus,
  History,
  MessageSquare,
  Save,
  Share2,
} from 'lucide-react';
import {loggedInUser} from '../api/session.ts';
import classes from '../editor/editor.module.css';
import type {Tab} from '../editor/tab.ts';
import {showDialog} from './document-dialogs.ts';
import {documentQuery} from './document-queries.ts';
import {saveSheet, takeDocument} from './sheet-actions.ts';
import {isChanged} from './sheet-document.ts';

/** Saving a sheet as a query, and what else can be done with the query that it shows. */
export function DocumentMenu({tab}: {tab: Tab}) {
  const uuid = tab.document?.uuid;
  const {data: document} = useQuery({
    ...documentQuery(uuid ?? ''),
    enabled: uuid !== undefined,
    retry: false,
  });
  const hasChanged = isChanged(tab);
  const isLate =
    document !== undefined && tab.document !== undefined && document.version > tab.document.version;
  return (
    <>
      <Button.Group>
        <Tooltip label="Save (Ctrl+S)">
          <Button
            className="gz-short"
            size="xs"
            variant="default"
            leftSection={<Save size={14} />}
            onClick={() => void saveSheet(tab.id)}
            // One that can only be read is saved as another, so there is always something to do.
            disabled={uuid !== undefined && !hasChanged && document?.permission !== 'read'}
          >
            <span>Save</span>
          </Button>
        </Tooltip>
        <MoreMenu tabId={tab.id} uuid={uuid} isOwned={document?.permission === 'owner'} />
      </Button.Group>
      {uuid !== undefined && (
        <Text size="xs" c="dimmed" className={classes['document']}>
          {document !== undefined && document.owner !== loggedInUser() && (
            <>
              of <bdi>{document.owner}</bdi>,{' '}
              {document.permission === 'read' ? 'view only' : 'can edit'} ·{' '}
            </>
          )}
          version {tab.document?.version}
          {hasChanged && ', changed'}
        </Text>
      )}
      {document !== undefined && document.commentCount > 0 && (
        <Button
          size="compact-xs"
          variant="subtle"
          leftSection={<MessageSquare size={12} />}
          onClick={() => showDialog({kind: 'comments', uuid: document.uuid})}
        >
          {document.commentCount === 1 ? '1 comment' : `${document.commentCount} comments`}
        </Button>
      )}
      {isLate && !hasChanged && (
        <Tooltip label={`Saved by ${document.changedBy}`}>
          <Button size="compact-xs" variant="light" onClick={() => takeDocument(tab.id, document)}>
            Take version {document.version}
          </Button>
        </Tooltip>
      )}
    </>
  );
}

type MoreMenuProps = {
  readonly tabId: string;
  /** Of the query that the tab shows, where it shows one. */
  readonly uuid: string | undefined;
  readonly isOwned: boolean;
};

function MoreMenu({tabId, uuid, isOwned}: MoreMenuProps) {
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <Button size="xs" px={6} variant="default" aria-label="Query actions">
          <ChevronDown size={14} />
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<CopyPlus size={16} />}
          onClick={() => showDialog({kind: 'save', tabId})}
        >
          Save as new query
        </Menu.Item>
        {ofQuery.map(({kind, label, Sign}) => (
          <Menu.Item
            key={kind}
            leftSection={<Sign size={16} />}
            // Only who owns a query shares it.
            disabled={uuid === undefined || (kind === 'share' && !isOwned)}
            onClick={() => uuid !== undefined && showDialog({kind, uuid})}
          >
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

/** What is done with a query that was saved. */
const ofQuery = [
  {kind: 'versions', label: 'Versions', Sign: History},
  {kind: 'schedule', label: 'Create schedule', Sign: CalendarClock},
  {kind: 'comments', label: 'Comments', Sign: MessageSquare},
  {kind: 'share', label: 'Share', Sign: Share2},
] as const;

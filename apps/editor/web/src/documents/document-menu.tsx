import {Button, Menu, Text, Tooltip} from '@mantine/core';
import {useQuery} from '@tanstack/react-query';
import {ChevronDown, CopyPlus, History, MessageSquare, Save, Share2} from 'lucide-react';
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
            disabled={uuid !== undefined && !hasChanged && document?.permission !== 'read'}
          >
            <span>Save</span>
          </Button>
        </Tooltip>
        <Menu position="bottom-start">
          <Menu.Target>
            <Button size="xs" px={6} variant="default" aria-label="Query actions">
              <ChevronDown size={14} />
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item
              leftSection={<CopyPlus size={16} />}
              onClick={() => showDialog({kind: 'save', tabId: tab.id})}
            >
              Save as new query
            </Menu.Item>
            <Menu.Item
              leftSection={<History size={16} />}
              disabled={uuid === undefined}
              onClick={() => uuid !== undefined && showDialog({kind: 'versions', uuid})}
            >
              Versions
            </Menu.Item>
            <Menu.Item
              leftSection={<MessageSquare size={16} />}
              disabled={uuid === undefined}
              onClick={() => uuid !== undefined && showDialog({kind: 'comments', uuid})}
            >
              Comments
            </Menu.Item>
            <Menu.Item
              leftSection={<Share2 size={16} />}
              disabled={document?.permission !== 'owner'}
              onClick={() => uuid !== undefined && showDialog({kind: 'share', uuid})}
            >
              Share
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
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

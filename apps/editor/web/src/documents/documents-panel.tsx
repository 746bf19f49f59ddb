import {ActionIcon, Group, Text, Tooltip} from '@mantine/core';
import {ErrorState, LoadingState, SearchInput} from '@gazetteer/ui';
import {keepPreviousData, useQuery} from '@tanstack/react-query';
import {ArrowLeft, FolderOpen, Table2, Users} from 'lucide-react';
import {useDeferredValue, useState} from 'react';
import type {DocumentHead} from '../api/wire.ts';
import {go} from '../place.ts';
import {PageLink} from '../shell/page-link.tsx';
import {documentQuery, listQuery, searchQuery, sharedResultsQuery} from './document-queries.ts';
import {documentIcons, openInEditor, pageOf} from './document-table.tsx';
import classes from './documents.module.css';
import {nameOfResult, resultAddress} from './shared-results.tsx';

/**
 * What is in a folder, or found anywhere by words. Results that cannot be asked for leave the
 * folder without them: queries are what the panel is for.
 */
function useFolder(folder: string, wanted: string) {
  const isSearch = wanted.trim() !== '';
  const listed = useQuery({...listQuery(folder), enabled: !isSearch});
  const found = useQuery({
    ...searchQuery(wanted),
    enabled: isSearch,
    placeholderData: keepPreviousData,
  });
  const isShared = folder === 'shared' && !isSearch;
  const shared = useQuery({...sharedResultsQuery, enabled: isShared}).data ?? [];
  const {data, error, refetch} = isSearch ? found : listed;
  const isFolder = folder !== '' && folder !== 'shared';
  const here = useQuery({...documentQuery(folder), enabled: isFolder}).data;
  const above =
    here?.path.at(-1)?.uuid ?? (here !== undefined && here.permission !== 'owner' ? 'shared' : '');
  return {data, error, refetch, results: isShared ? shared : [], here, above};
}

/** Saved queries beside the sheets: found and opened from here. */
export function DocumentsPanel() {
  const [folder, setFolder] = useState('');
  const [text, setText] = useState('');
  const wanted = useDeferredValue(text);
  const isSearch = wanted.trim() !== '';
  const {data, error, refetch, results, here, above} = useFolder(folder, wanted);
  return (
    <section aria-label="Saved queries" className={classes['panel']}>
      <Group gap={4} wrap="nowrap">
        <SearchInput
          label="Search saved queries"
          className={classes['grow']}
          placeholder="Search"
          value={text}
          onChange={setText}
        />
        <Tooltip label="Open saved queries">
          <ActionIcon
            component={PageLink}
            to="/app/documents"
            variant="subtle"
            color="gray"
            aria-label="Open saved queries"
          >
            <FolderOpen size={16} />
          </ActionIcon>
        </Tooltip>
      </Group>
      {!isSearch && folder !== '' && (
        <button type="button" className={classes['item']} onClick={() => setFolder(above)}>
          <ArrowLeft size={14} aria-hidden />
          <strong dir="auto">{folder === 'shared' ? 'Shared with me' : (here?.name ?? '…')}</strong>
        </button>
      )}
      {error !== null ? (
        <ErrorState error={error} retry={() => void refetch()} hasTitle={false} />
      ) : data === undefined ? (
        <LoadingState />
      ) : (
        <ul className={classes['items']}>
          {!isSearch && folder === '' && (
            <li>
              <button type="button" className={classes['item']} onClick={() => setFolder('shared')}>
                <Users size={14} aria-hidden />
                Shared with me
              </button>
            </li>
          )}
          {data.map(one => (
            <Item key={one.uuid} document={one} onFolder={setFolder} />
          ))}
          {results.map(result => (
            <li key={result.uuid}>
              <PageLink
                to={resultAddress(result)}
                className={classes['item']}
                title={`Shared by ${result.owner}`}
              >
                <Table2 size={14} aria-label="result" />
                <bdi className={classes['name']}>{nameOfResult(result)}</bdi>
              </PageLink>
            </li>
          ))}
        </ul>
      )}
      {data?.length === 0 && results.length === 0 && (
        <Text size="sm" c="dimmed" p="xs">
          {isSearch
            ? 'No matching queries.'
            : folder === ''
              ? 'Press Ctrl+S in the editor to save a query here.'
              : 'This folder is empty.'}
        </Text>
      )}
    </section>
  );
}

type ItemProps = {readonly document: DocumentHead; readonly onFolder: (uuid: string) => void};

function Item({document: {uuid, kind, name, description}, onFolder}: ItemProps) {
  const open = () => {
    if (kind === 'folder') onFolder(uuid);
    else if (kind === 'query') void openInEditor(uuid);
    else go(pageOf({kind, uuid}));
  };
  const Icon = documentIcons[kind];
  return (
    <li>
      <button
        type="button"
        className={classes['item']}
        title={description === '' ? undefined : description}
        onClick={open}
      >
        <Icon size={14} {...(kind === 'query' ? {'aria-hidden': true} : {'aria-label': kind})} />
        <bdi className={classes['name']}>{name}</bdi>
      </button>
    </li>
  );
}

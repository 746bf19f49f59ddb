import {Anchor, Breadcrumbs, Button, SegmentedControl, Text, TextInput, Title} from '@mantine/core';
import {EmptyState, ErrorState, LoadingState, Page} from '@gazetteer/ui';
import {keepPreviousData, useQuery} from '@tanstack/react-query';
import {FolderOpen, FolderPlus, Search} from 'lucide-react';
import {useDeferredValue} from 'react';
import {go, usePlace} from '../place.ts';
import {PageLink} from '../shell/page-link.tsx';
import {showDialog} from './document-dialogs.ts';
import {documentQuery, listQuery, searchQuery, sharedResultsQuery} from './document-queries.ts';
import {DocumentTable} from './document-table.tsx';
import type {DocumentHead} from '../api/wire.ts';
import classes from './documents.module.css';
import {SharedResults} from './shared-results.tsx';
import {DropFiles, Transfer} from './transfer.tsx';

/** Names of lists; what else stands in `folder` is the uuid of a folder. */
const places = new Set(['', 'shared', 'trash']);

/**
 * Of a folder or a list, and of what is searched: a search looks everywhere, and keeps the folder
 * to come back to.
 */
function addressOf(folder: string, text = ''): string {
  const query = new URLSearchParams({
    ...(folder !== '' && {folder}),
    ...(text !== '' && {text}),
  }).toString();
  return query === '' ? '/app/documents' : `/app/documents?${query}`;
}

/** Saved queries in folders: one's own, those that others share, and what was thrown away. */
export function DocumentsPage() {
  const {params} = usePlace();
  const [folder, text] = [params.get('folder') ?? '', params.get('text') ?? ''];
  const isFolder = !places.has(folder);
  const here = useQuery({...documentQuery(folder), enabled: isFolder}).data;
  // A folder of somebody else is among what is shared, wherever a link to it stands.
  const place = isFolder
    ? here === undefined || here.permission === 'owner'
      ? ''
      : 'shared'
    : folder;
  const mayWrite = folder === '' || (isFolder && here !== undefined && here.permission !== 'read');
  return (
    <Page
      title="Saved queries"
      isFull
      actions={
        mayWrite && (
          <>
            <Button
              size="xs"
              variant="default"
              leftSection={<FolderPlus size={14} />}
              onClick={() => showDialog({kind: 'folder', folder})}
            >
              New folder
            </Button>
            <Transfer folder={folder} name={here?.name} />
          </>
        )
      }
    >
      <div className={classes['tools']}>
        <SegmentedControl
          size="xs"
          aria-label="Which queries"
          value={place}
          onChange={value => go(addressOf(value))}
          data={[
            {value: '', label: 'Mine'},
            {value: 'shared', label: 'Shared with me'},
            {value: 'trash', label: 'Trash'},
          ]}
        />
        <TextInput
          size="xs"
          aria-label="Search all queries"
          placeholder="Search names, descriptions, texts"
          leftSection={<Search size={14} />}
          value={text}
          // In the address, so that going back from a query finds what was found; replaced, so that
          // it is one step.
          onChange={event => go(addressOf(folder, event.currentTarget.value), {replace: true})}
        />
      </div>
      {isFolder && text === '' && here !== undefined && (
        <Breadcrumbs className={classes['path']}>
          <PageLink to={addressOf(place)}>{place === '' ? 'Mine' : 'Shared with me'}</PageLink>
          {here.path.map(({uuid, name}) => (
            <Anchor key={uuid} component={PageLink} to={addressOf(uuid)}>
              <bdi>{name}</bdi>
            </Anchor>
          ))}
          <Text span fw={600} dir="auto">
            {here.name}
          </Text>
        </Breadcrumbs>
      )}
      {isFolder && text === '' && here?.description !== undefined && here.description !== '' && (
        <Text size="sm" c="dimmed" dir="auto">
          {here.description}
        </Text>
      )}
      {mayWrite && <DropFiles folder={folder} />}
      <List folder={folder} text={text} />
    </Page>
  );
}

/**
 * The folder, or what was found. Results that others share stand below the queries that they share.
 */
function List({folder, text}: {folder: string; text: string}) {
  // The field shows each letter at once; the list follows when there is time.
  const wanted = useDeferredValue(text);
  const isSearch = wanted.trim() !== '';
  const listed = useQuery({...listQuery(folder), enabled: !isSearch});
  const found = useQuery({
    ...searchQuery(wanted),
    enabled: isSearch,
    placeholderData: keepPreviousData,
  });
  const isShared = folder === 'shared' && !isSearch;
  const results = useQuery({...sharedResultsQuery, enabled: isShared});
  // A failure of either of the two is told; asking again asks for the one that failed.
  const {data, error, refetch} = isSearch
    ? found
    : isShared && results.error !== null
      ? results
      : listed;
  if (error !== null) return <ErrorState error={error} retry={() => void refetch()} />;
  if (data === undefined || (isShared && results.data === undefined))
    return <LoadingState what="Loading queries" />;
  const shown = (isShared && results.data) || [];
  if (data.length + shown.length === 0) return <Nothing folder={folder} isSearch={isSearch} />;
  return (
    <>
      {data.length > 0 && (
        <DocumentTable
          documents={data}
          isTrash={folder === 'trash' && !isSearch}
          onFolder={(document: DocumentHead) => go(addressOf(document.uuid))}
        />
      )}
      {shown.length > 0 && (
        <section className={classes['results']} aria-labelledby="shared-results">
          <Title order={2} size="h5" id="shared-results">
            Results
          </Title>
          <SharedResults results={shown} />
        </section>
      )}
    </>
  );
}

/** What is empty says how something gets there. */
function Nothing({folder, isSearch}: {folder: string; isSearch: boolean}) {
  const icon = <FolderOpen size={40} strokeWidth={1.5} />;
  if (isSearch)
    return (
      <EmptyState title="No matching queries" icon={icon}>
        All words have to occur in the name, the description or the text; “several words” in quotes
        are one.
      </EmptyState>
    );
  if (folder === 'shared')
    return (
      <EmptyState title="Nothing is shared with you" icon={icon}>
        Queries, folders and results that others share with you or with one of your groups are here.
      </EmptyState>
    );
  if (folder === 'trash')
    return (
      <EmptyState title="The trash is empty" icon={icon}>
        Deleted items stay here until you delete them permanently.
      </EmptyState>
    );
  return (
    <EmptyState title="No saved queries yet" icon={icon}>
      <Text ta="center">Press Ctrl+S in the editor to save a query, or import .sql files.</Text>
      <Button variant="default" component={PageLink} to="/app/editor/">
        Write a query
      </Button>
    </EmptyState>
  );
}

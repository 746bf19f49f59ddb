import {Button, Text} from '@mantine/core';
import {
  type Column,
  DataTable,
  Dialog,
  DialogForm,
  EmptyState,
  ErrorState,
  LoadingState,
  Page,
  SearchInput,
  When,
} from '@gazetteer/ui';
import {keepPreviousData, useMutation, useQuery} from '@tanstack/react-query';
import {type LucideIcon, Plus} from 'lucide-react';
import {type ReactNode, useDeferredValue, useState} from 'react';
import {ask} from '../api/request.ts';
import {loggedInUser} from '../api/session.ts';
import type {DocumentHead} from '../api/wire.ts';
import {go} from '../place.ts';
import {PageLink} from '../shell/page-link.tsx';
import {DocumentItems, pageOf} from './document-table.tsx';
import {documentsChanged, kindQuery} from './document-queries.ts';
import {NameField} from './name-fields.tsx';
import {RowMenu} from './row-menu.tsx';

export type KindListProps = {
  readonly kind: 'dashboard' | 'notebook';
  readonly Icon: LucideIcon;
  readonly note: string;
  /** How to begin where there are none yet. */
  readonly first: string;
  /** What a new one is, beside its name. */
  readonly start?: object;
  /** Where a new one is opened, behind its address. */
  readonly opened?: string;
  /** Beside the button for a new one. */
  readonly actions?: ReactNode;
};

/** One's own documents of a kind and those that are shared, the last changed first. */
export function KindList(props: KindListProps) {
  const {kind, Icon, note, first} = props;
  const icon = <Icon size={40} strokeWidth={1.5} />;
  const title = kind === 'dashboard' ? 'Dashboards' : 'Notebooks';
  const [text, setText] = useState('');
  const [isMaking, setMaking] = useState(false);
  const wanted = useDeferredValue(text);
  const {data, error, refetch} = useQuery({
    ...kindQuery(kind, wanted.trim()),
    placeholderData: keepPreviousData,
  });
  const make = (
    <>
      {props.actions}
      <Button size="xs" leftSection={<Plus size={14} />} onClick={() => setMaking(true)}>
        Create {kind}
      </Button>
    </>
  );
  return (
    <Page title={title} note={note} actions={make}>
      <SearchInput
        label={`Search ${kind}s`}
        mb="sm"
        maw="24rem"
        placeholder="Search names, descriptions, texts"
        value={text}
        onChange={setText}
      />
      {error !== null ? (
        <ErrorState error={error} retry={() => void refetch()} />
      ) : data === undefined ? (
        <LoadingState what={`Loading ${kind}s`} />
      ) : data.length > 0 ? (
        <DataTable
          label={title}
          name={`${kind}s`}
          columns={columns()}
          rows={data}
          rowKey={({uuid}) => uuid}
          onOpen={one => go(pageOf(one))}
        />
      ) : wanted.trim() === '' ? (
        <EmptyState title={`No ${kind}s yet`} icon={icon}>
          <Text ta="center">{first}</Text>
        </EmptyState>
      ) : (
        <EmptyState title={`No matching ${kind}s`} icon={icon}>
          <Button variant="default" onClick={() => setText('')}>
            Clear search
          </Button>
        </EmptyState>
      )}
      <Dialog isOpen={isMaking} onClose={() => setMaking(false)} title={`Create ${kind}`}>
        <NewDocument {...props} onCancel={() => setMaking(false)} />
      </Dialog>
    </Page>
  );
}

/** Made for each drawing: who is logged in is known only then. */
function columns(): readonly Column<DocumentHead>[] {
  const me = loggedInUser();
  return [
    {
      id: 'name',
      header: 'Name',
      width: 360,
      isWide: true,
      cell: one => (
        <span>
          <PageLink to={pageOf(one)}>
            <bdi>{one.name}</bdi>
          </PageLink>
          {one.description !== '' && (
            <Text size="xs" c="dimmed" lineClamp={2} dir="auto">
              {one.description}
            </Text>
          )}
        </span>
      ),
    },
    {
      id: 'owner',
      header: 'Owner',
      width: 140,
      cell: ({owner}) => (owner === me ? 'you' : <bdi>{owner}</bdi>),
    },
    {
      id: 'changed',
      header: 'Updated',
      width: 160,
      cell: ({changedAt}) => <When ms={changedAt} isRelative />,
    },
    {
      id: 'actions',
      header: 'More',
      width: 80,
      cell: one => (
        <RowMenu name={one.name}>
          <DocumentItems document={one} />
        </RowMenu>
      ),
    },
  ];
}

/** Named first: without a name it could not be told from others in the list. */
function NewDocument(props: KindListProps & {readonly onCancel: () => void}) {
  const {kind, start, opened = '', onCancel} = props;
  const [name, setName] = useState('');
  const make = useMutation({
    mutationFn: () => ask('POST /api/v1/documents', {body: {...start, kind, name: name.trim()}}),
    onSuccess: async made => {
      await documentsChanged();
      go(pageOf(made) + opened);
    },
  });
  return (
    <DialogForm
      action={`Create ${kind}`}
      onSubmit={() => make.mutate()}
      onCancel={onCancel}
      isBusy={make.isPending}
      isReady={name.trim() !== ''}
      error={make.error}
    >
      <NameField value={name} onChange={setName} />
    </DialogForm>
  );
}

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
  When,
  SearchInput,
} from '@gazetteer/ui';
import {keepPreviousData, useMutation, useQuery} from '@tanstack/react-query';
import {LayoutDashboard, Plus} from 'lucide-react';
import {useDeferredValue, useState} from 'react';
import {ask} from '../api/request.ts';
import {loggedInUser} from '../api/session.ts';
import type {DocumentHead} from '../api/wire.ts';
import {DocumentItems} from '../documents/document-table.tsx';
import {documentsChanged} from '../documents/document-queries.ts';
import {NameField} from '../documents/name-fields.tsx';
import {RowMenu} from '../documents/row-menu.tsx';
import {go} from '../place.ts';
import {PageLink} from '../shell/page-link.tsx';
import {dashboardsQuery} from './dashboard-queries.ts';
import classes from './dashboards.module.css';

const pathOf = ({uuid}: Pick<DocumentHead, 'uuid'>) => `/app/dashboards/${uuid}`;
const icon = <LayoutDashboard size={40} strokeWidth={1.5} />;

/** One's own dashboards and those that are shared, the last changed first. */
export function DashboardList() {
  const [text, setText] = useState('');
  const [isMaking, setMaking] = useState(false);
  const wanted = useDeferredValue(text);
  const {data, error, refetch} = useQuery({
    ...dashboardsQuery(wanted.trim()),
    placeholderData: keepPreviousData,
  });
  const make = (
    <Button size="xs" leftSection={<Plus size={14} />} onClick={() => setMaking(true)}>
      Create dashboard
    </Button>
  );
  return (
    <Page
      title="Dashboards"
      note="Charts, tables and values of saved queries on one page."
      actions={make}
    >
      <SearchInput
        label="Search dashboards"
        mb="sm"
        className={classes['search']}
        placeholder="Search names, descriptions, texts"
        value={text}
        onChange={setText}
      />
      {error !== null ? (
        <ErrorState error={error} retry={() => void refetch()} />
      ) : data === undefined ? (
        <LoadingState what="Loading dashboards" />
      ) : data.length > 0 ? (
        <DataTable
          label="Dashboards"
          name="dashboards"
          columns={columns()}
          rows={data}
          rowKey={({uuid}) => uuid}
          onOpen={one => go(pathOf(one))}
        />
      ) : wanted.trim() === '' ? (
        <EmptyState title="No dashboards yet" icon={icon}>
          <Text ta="center">
            Save a query with a chart in the editor, then create a dashboard and add tiles for it.
          </Text>
        </EmptyState>
      ) : (
        <EmptyState title="No matching dashboards" icon={icon}>
          <Button variant="default" onClick={() => setText('')}>
            Clear search
          </Button>
        </EmptyState>
      )}
      <Dialog isOpen={isMaking} onClose={() => setMaking(false)} title="Create dashboard">
        <NewDashboard onCancel={() => setMaking(false)} />
      </Dialog>
    </Page>
  );
}

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
          <PageLink to={pathOf(one)}>
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

function NewDashboard({onCancel}: {onCancel: () => void}) {
  const [name, setName] = useState('');
  const make = useMutation({
    mutationFn: () => ask('POST /api/v1/documents', {body: {kind: 'dashboard', name: name.trim()}}),
    onSuccess: async made => {
      await documentsChanged();
      go(`${pathOf(made)}?edit=true`);
    },
  });
  return (
    <DialogForm
      action="Create dashboard"
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

import {Button, Group, Modal, Select, Stack, Text, TextInput, Title} from '@mantine/core';
import {useDebouncedCallback} from '@mantine/hooks';
import type {Schemas} from '@gazetteer/client';
import {
  type Column,
  DataTable,
  EmptyState,
  ErrorState,
  JsonView,
  LoadingState,
  TimeField,
  When,
} from '@gazetteer/ui';
import {keepPreviousData, useQuery} from '@tanstack/react-query';
import {Search} from 'lucide-react';
import {useState} from 'react';
import {AssetLink} from '../../entity/asset-link.tsx';
import {nameOf} from '../../entity/name-of.ts';
import {TypeLabel} from '../../entity/type-label.tsx';
import type {TabProps} from './link.ts';
import {pageOffset} from '../../whole-number.ts';
import {Pager} from './pager.tsx';
import {auditDetailsQuery, auditsQuery, pageRows} from './queries.ts';
import {jsonOf, operations, operationText} from './words.ts';

type Audit = Schemas['AuditEntry'];
/** Between the last letter and the question. */
const typingMs = 300;

/** What operators did: types, purges, exports and imports, starts of the server. */
export function AuditsTab({link, onChange}: TabProps) {
  const [opened, setOpened] = useState<Audit>();
  const offset = pageOffset(link.from);
  const {operation = '', since = '', until = ''} = link;
  const found = useQuery({
    ...auditsQuery({user: link.user ?? '', operation, since, until, offset}),
    placeholderData: keepPreviousData,
  });
  // One more was asked for, to know whether there are any.
  const rows = (found.data ?? []).slice(0, pageRows);
  const isFiltered = [link.user ?? '', operation, since, until].some(text => text !== '');
  // What an operation was about is in its details: each has something else to tell.
  const columns: Column<Audit>[] = [
    {id: 'time', header: 'Time', width: 200, cell: ({startTime}) => <When ms={startTime} />},
    {id: 'user', header: 'User', width: 140, cell: ({userName}) => <bdi>{userName}</bdi>},
    {
      id: 'operation',
      header: 'Action',
      width: 220,
      cell: one => operationText(one.operation ?? ''),
    },
    {
      id: 'count',
      header: 'Count',
      width: 90,
      align: 'end',
      // Many operations count nothing.
      cell: ({resultCount = 0}) => resultCount || '',
    },
    {
      id: 'open',
      header: 'Details',
      width: 120,
      cell: one => (
        <Button size="compact-sm" variant="default" onClick={() => setOpened(one)}>
          Show
        </Button>
      ),
    },
  ];
  return (
    <div aria-busy={found.isFetching}>
      <Filters link={link} onChange={onChange} />
      {found.isError ? (
        <ErrorState error={found.error} retry={() => void found.refetch()} />
      ) : found.data === undefined ? (
        <LoadingState what="Loading the audit log" />
      ) : rows.length === 0 ? (
        <EmptyState title={isFiltered ? 'No matching events' : 'No events yet'} />
      ) : (
        <DataTable
          label="Audit log"
          name="admin.audits"
          columns={columns}
          rows={rows}
          rowKey={one => one.guid ?? ''}
          onOpen={setOpened}
        />
      )}
      <Pager
        offset={offset}
        shown={rows.length}
        hasMore={(found.data ?? []).length > pageRows}
        onChange={next => onChange({from: String(next)})}
      />
      <Modal
        opened={opened !== undefined}
        onClose={() => setOpened(undefined)}
        title={operationText(opened?.operation ?? '')}
        size="lg"
      >
        {opened !== undefined && <AuditDetails audit={opened} />}
      </Modal>
    </div>
  );
}

function Filters({link, onChange}: TabProps) {
  // What is typed is ahead of the address, which changes with the question.
  const [user, setUser] = useState(link.user ?? '');
  // Another filter begins at the first page.
  const filterByUser = useDebouncedCallback(
    (text: string) => onChange({user: text, from: ''}),
    typingMs,
  );
  const {operation = '', since = '', until = ''} = link;
  return (
    <Group mb="sm" gap="xs">
      <TextInput
        aria-label="Filter by user"
        w={160}
        placeholder="User"
        leftSection={<Search size={16} />}
        value={user}
        onChange={event => {
          setUser(event.currentTarget.value);
          filterByUser(event.currentTarget.value.trim());
        }}
      />
      <Select
        aria-label="Filter by operation"
        w={190}
        placeholder="All actions"
        data={operations.map(value => ({value, label: operationText(value)}))}
        value={operation === '' ? null : operation}
        onChange={value => onChange({operation: value ?? '', from: ''})}
        clearable
        clearButtonProps={{'aria-label': 'Show everything'}}
      />
      <TimeField
        aria-label="Not before"
        w={262}
        step={60}
        leftSection={<Text size="xs">from</Text>}
        leftSectionWidth={44}
        time={numberOf(since)}
        onChange={ms => onChange({since: String(ms ?? ''), from: ''})}
      />
      <TimeField
        aria-label="Not after"
        w={250}
        step={60}
        leftSection={<Text size="xs">to</Text>}
        leftSectionWidth={32}
        time={numberOf(until)}
        onChange={ms => onChange({until: String(ms ?? ''), from: ''})}
      />
    </Group>
  );
}

/** An address may say anything. */
function numberOf(text: string): number | undefined {
  return /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}

/** What the request said, what came of it, and which entities it was about. */
function AuditDetails({audit}: {audit: Audit}) {
  const entities = useQuery(auditDetailsQuery(audit.guid ?? ''));
  // They come as texts, whatever is in them.
  const [params, result] = [jsonOf(audit.params), jsonOf(audit.result)];
  return (
    <Stack>
      <Text size="sm">
        By <bdi>{audit.userName}</bdi> from <When ms={audit.startTime} /> to{' '}
        <When ms={audit.endTime} />
      </Text>
      {params !== undefined && <Part title="Request" value={params} />}
      {result !== undefined && <Part title="Result" value={result} />}
      {entities.isError && (
        <ErrorState error={entities.error} retry={() => void entities.refetch()} />
      )}
      {(entities.data ?? []).length > 0 && (
        <div>
          <Title order={2}>Entities</Title>
          <ul>
            {(entities.data ?? []).map(one => (
              <li key={one.guid}>
                <AssetLink guid={one.guid} name={nameOf(one)} /> <TypeLabel name={one.typeName} />
              </li>
            ))}
          </ul>
        </div>
      )}
    </Stack>
  );
}

/** Shown as JSON where it has parts. */
function Part({title, value}: {title: string; value: unknown}) {
  return (
    <div>
      <Title order={2}>{title}</Title>
      {typeof value === 'object' && value !== null ? (
        <JsonView label={title} value={value} maxHeight="16rem" />
      ) : (
        <Text dir="auto">{String(value)}</Text>
      )}
    </div>
  );
}

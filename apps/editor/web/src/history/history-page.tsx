import {Button, Code, Group, NativeSelect, Text} from '@mantine/core';
import {
  type Column,
  DataTable,
  durationText,
  EmptyState,
  ErrorState,
  LoadingState,
  Page,
  SearchInput,
  When,
} from '@gazetteer/ui';
import {keepPreviousData, useInfiniteQuery, useSuspenseQuery} from '@tanstack/react-query';
import {History} from 'lucide-react';
import {useDeferredValue, useState} from 'react';
import {configQuery} from '../api/queries.ts';
import {ask} from '../api/request.ts';
import type {Engine, HistoryEntry, QueryState} from '../api/wire.ts';
import {stateText} from '../run/run.ts';
import {StateIcon} from '../run/status-line.tsx';
import classes from './history.module.css';
import {openInSheet} from './open-in-sheet.ts';

const pageRows = 100;
/** As far as anybody looks for them. */
const states = ['available', 'failed', 'running', 'canceled', 'expired'] as const;

/**
 * By the id of the last one and not by a number of rows to pass over: what is run meanwhile would
 * show rows twice.
 */
function useHistory(wanted: string, state: QueryState | '') {
  return useInfiniteQuery({
    queryKey: ['history', wanted, state],
    queryFn: ({pageParam, signal}) => {
      const query = {
        limit: pageRows,
        text: wanted,
        ...(state !== '' && {state}),
        ...(pageParam !== 0 && {before: pageParam}),
      };
      return ask('GET /api/v1/history', {query}, {signal});
    },
    initialPageParam: 0,
    getNextPageParam: ({statements}) =>
      statements.length < pageRows ? undefined : statements.at(-1)?.id,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

/**
 * What somebody ran, in any browser, newest first. Enter or a double click opens it in a sheet,
 * with its result while that is kept.
 */
export function HistoryPage() {
  const engines = useSuspenseQuery(configQuery).data.app_config.editor.interpreters;
  const [text, setText] = useState('');
  const [state, setState] = useState<QueryState | ''>('');
  const wanted = useDeferredValue(text);
  const {data, error, refetch, fetchNextPage, hasNextPage, isFetching} = useHistory(wanted, state);
  const rows = data?.pages.flatMap(page => page.statements) ?? [];
  const count = data?.pages[0]?.count ?? 0;
  return (
    <Page
      title="History"
      note={data && (count === 1 ? '1 statement' : `${count.toLocaleString()} statements`)}
      isBusy={isFetching}
      isFull
    >
      <div className={classes['tools']}>
        <SearchInput label="Search the statements" value={text} onChange={setText} />
        <NativeSelect
          size="xs"
          aria-label="State"
          value={state}
          data={[
            {value: '', label: 'Any state'},
            ...states.map(value => ({value, label: stateText(value)})),
          ]}
          onChange={event => setState(states.find(one => one === event.currentTarget.value) ?? '')}
        />
      </div>
      {error !== null ? (
        <ErrorState error={error} retry={() => void refetch()} />
      ) : data === undefined ? (
        <LoadingState what="Reading the history" />
      ) : rows.length === 0 ? (
        <Nothing
          isFiltered={wanted !== '' || state !== ''}
          onClear={() => {
            setText('');
            setState('');
          }}
        />
      ) : (
        <>
          <DataTable
            label="Statements"
            name="history"
            columns={columnsFor(engines)}
            rows={rows}
            rowKey={row => row.uuid}
            onOpen={row => void openInSheet(row)}
            maxHeight="calc(100vh - 14rem)"
          />
          {hasNextPage && (
            <Button
              variant="default"
              size="xs"
              onClick={() => void fetchNextPage()}
              loading={isFetching}
            >
              Older ones
            </Button>
          )}
        </>
      )}
    </Page>
  );
}

/**
 * Of a history that has something, the way back from a search; else the way to a first statement.
 */
function Nothing({
  isFiltered,
  onClear,
}: {
  readonly isFiltered: boolean;
  readonly onClear: () => void;
}) {
  return (
    <EmptyState
      title={isFiltered ? 'No statement fits' : 'Nothing was run yet'}
      icon={<History size={40} strokeWidth={1.5} />}
    >
      {!isFiltered ? (
        <Button variant="default" component="a" href="/app/editor/">
          Write a statement
        </Button>
      ) : (
        <Button variant="default" onClick={onClear}>
          Show all
        </Button>
      )}
    </EmptyState>
  );
}

/** An engine that is configured no more is named by its id. */
function columnsFor(engines: readonly Engine[]): readonly Column<HistoryEntry>[] {
  return [
    {id: 'when', header: 'When', width: 130, cell: row => <When ms={row.submittedAt} />},
    {id: 'state', header: 'State', width: 120, cell: row => <StateCell {...row} />},
    {
      id: 'statement',
      header: 'Statement',
      width: 240,
      isWide: true,
      cell: row => (
        <>
          <Code className={classes['statement']}>{row.statement.slice(0, 500)}</Code>
          {row.message !== undefined && row.message !== '' && (
            <Text size="xs" c="dimmed" lineClamp={1} dir="auto">
              {row.message}
            </Text>
          )}
        </>
      ),
    },
    {
      id: 'took',
      header: 'Took',
      width: 90,
      align: 'end',
      cell: row =>
        row.finishedAt === undefined ? '—' : durationText(row.finishedAt - row.submittedAt),
    },
    {
      id: 'engine',
      header: 'Engine',
      width: 170,
      cell: row => (
        <>
          {engines.find(one => one.type === row.engine)?.displayName ?? row.engine}
          <Text size="xs" c="dimmed" truncate>
            <bdi>{row.database}</bdi>
          </Text>
        </>
      ),
    },
    {
      id: 'open',
      header: 'Open',
      width: 85,
      cell: row => (
        <Button size="compact-xs" variant="default" onClick={() => void openInSheet(row)}>
          Open
        </Button>
      ),
    },
  ];
}

/** The word beside the sign, for those who can't tell it by its color. */
function StateCell({state}: HistoryEntry) {
  return (
    <Group gap={6} wrap="nowrap">
      <StateIcon state={state} />
      <Text size="sm">{stateText(state)}</Text>
    </Group>
  );
}

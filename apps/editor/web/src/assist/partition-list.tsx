import {Alert, Button, Text} from '@mantine/core';
import {dialectOf, writtenName} from '@gazetteer/sql';
import {type Column, DataTable, ErrorState, LoadingState, SearchInput} from '@gazetteer/ui';
import {useQuery} from '@tanstack/react-query';
import {useDeferredValue, useMemo, useState} from 'react';
import {partitionsQuery} from '../api/queries.ts';
import type {Engine} from '../api/wire.ts';
import {partitionCondition} from './partition-condition.ts';

type PartitionListProps = {
  readonly engine: Engine;
  readonly path: readonly string[];
  /** Runs a query on the rows that fit a condition. */
  readonly onQuery: (condition: string) => void;
};

/** Values as the engine orders the keys; null for rows that have none of a key. */
type Row = {readonly key: string; readonly values: readonly (string | null)[]};

/** The partitions of a table, however many: each can be found by a part of a value, and queried. */
export function PartitionList({
  engine,
  path: [database = '', table = ''],
  onQuery,
}: PartitionListProps) {
  const [filter, setFilter] = useState('');
  const wanted = useDeferredValue(filter).trim().toLowerCase();
  const {data, error, refetch} = useQuery(partitionsQuery(engine.type, database, table));
  const all = useMemo(
    () => data?.partitions.map((values): Row => ({key: JSON.stringify(values), values})) ?? [],
    [data],
  );
  if (error !== null) return <ErrorState error={error} retry={() => void refetch()} />;
  if (data === undefined) return <LoadingState what="Loading partitions" />;
  if (all.length === 0) return <Text c="dimmed">The table has no partitions yet.</Text>;
  // Searched here: all of them have come, or as many as the server lists.
  const rows = all.filter(({values}) =>
    values.some(value => value?.toLowerCase().includes(wanted) ?? wanted === ''),
  );
  const names = data.partition_keys.map(({name}) => name);
  const written = (name: string) => writtenName(name, dialectOf(engine.dialect));
  const columns: Column<Row>[] = [
    ...names.map((name, n): Column<Row> => ({
      id: name,
      header: name,
      width: 180,
      cell: ({values}) => <bdi>{values[n] ?? <em>null</em>}</bdi>,
    })),
    {
      id: 'query',
      header: 'Action',
      width: 100,
      cell: ({values}) => (
        <Button
          size="compact-xs"
          variant="default"
          aria-label={`Query ${values.join(', ')}`}
          onClick={() => onQuery(partitionCondition(names.map(written), values))}
        >
          Query
        </Button>
      ),
    },
  ];
  return (
    <>
      {data.is_cut && (
        <Alert color="yellow" variant="light" mb="xs">
          Only the first {all.length.toLocaleString()} partitions are listed.
        </Alert>
      )}
      <SearchInput
        label="Filter the partitions"
        mb="xs"
        placeholder="Part of a value"
        value={filter}
        onChange={setFilter}
      />
      <Text size="sm" c="dimmed" role="status" mb="xs">
        {rows.length === all.length ? '' : `${rows.length.toLocaleString()} of `}
        {all.length.toLocaleString()} {all.length === 1 ? 'partition' : 'partitions'}
      </Text>
      <DataTable
        label="Partitions"
        name="partitions"
        columns={columns}
        rows={rows}
        rowKey={row => row.key}
        maxHeight="calc(100vh - 14rem)"
      />
    </>
  );
}

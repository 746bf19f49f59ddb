import {Button, Table, Text} from '@mantine/core';
import {problemText} from '@gazetteer/ui';
import {useQuery} from '@tanstack/react-query';
import {useState} from 'react';
import {statsQuery} from '../api/queries.ts';
import type {TableDescription} from '../api/wire.ts';
import {allColumns} from './all-columns.ts';
import {ColumnCells} from './column-cells.tsx';

type ColumnListProps = {
  readonly engine: string;
  readonly path: readonly string[];
  readonly description: TableDescription;
};

/**
 * Columns with their figures, which the engine is asked for one by one: some have to read the table
 * for them.
 */
export function ColumnList({engine, path, description}: ColumnListProps) {
  const partitions = new Set(description.partition_keys.map(({name}) => name));
  const all = allColumns(description);
  const hasComments = all.some(({comment}) => comment !== '');
  return (
    <Table verticalSpacing={4} layout="fixed">
      <Table.Thead>
        <Table.Tr>
          <Table.Th w="28%">Column</Table.Th>
          <Table.Th w="20%">Type</Table.Th>
          {hasComments && <Table.Th>Comment</Table.Th>}
          <Table.Th w="30%">Statistics</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {all.map(one => (
          <Table.Tr key={one.name}>
            <ColumnCells
              column={one}
              isPartition={partitions.has(one.name)}
              hasComments={hasComments}
            />
            <Table.Td>
              <Figures engine={engine} path={path} column={one.name} />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

type FiguresProps = {
  readonly engine: string;
  readonly path: readonly string[];
  readonly column: string;
};

/** Asked for once it is wanted, and kept as long as the page keeps answers. */
function Figures({engine, path: [database = '', table = ''], column}: FiguresProps) {
  const [isAsked, setAsked] = useState(false);
  const {data, error} = useQuery({
    ...statsQuery(engine, database, table, column),
    enabled: isAsked,
  });
  if (!isAsked)
    return (
      <Button
        size="compact-xs"
        variant="default"
        aria-label={`Load statistics of ${column}`}
        onClick={() => setAsked(true)}
      >
        Load
      </Button>
    );
  if (error !== null)
    return (
      <Text size="xs" c="red">
        {problemText(error)}
      </Text>
    );
  if (data === undefined) return <Text size="xs">Loading…</Text>;
  return (
    <Text size="xs" dir="auto">
      {data
        .filter(([, value]) => value !== '')
        .map(([name, value]) => `${name.replaceAll('_', ' ')} ${value}`)
        .join(' · ')}
    </Text>
  );
}

import {Badge, Code, Table} from '@mantine/core';
import type {TableDescription} from '../api/wire.ts';

type ColumnCellsProps = {
  readonly column: TableDescription['cols'][number];
  readonly isPartition: boolean;
  /** False where no column has any: an empty one takes room. */
  readonly hasComments: boolean;
  readonly className?: string | undefined;
};

/** What all tables of columns begin with. */
export function ColumnCells({column, isPartition, hasComments, className}: ColumnCellsProps) {
  const {name, type, comment} = column;
  return (
    <>
      <Table.Td className={className}>
        <bdi>{name}</bdi>{' '}
        {isPartition && (
          <Badge size="xs" variant="light" color="gray">
            partition
          </Badge>
        )}
      </Table.Td>
      <Table.Td>
        <Code>{type}</Code>
      </Table.Td>
      {hasComments && <Table.Td dir="auto">{comment}</Table.Td>}
    </>
  );
}

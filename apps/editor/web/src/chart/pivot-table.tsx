import {Table} from '@mantine/core';
import type {Cell} from '../api/wire.ts';
import {textOf} from '../result/cell-text.ts';
import classes from './chart.module.css';
import type {PivotRows} from './chart-query.ts';
import {cellText} from './chart-table.tsx';

const headText = (value: Cell | undefined) =>
  value === null ? 'NULL' : value === undefined ? '' : textOf(value);

/**
 * Values of one column down, of another across, and what is made of those where they meet. Heads of
 * rows and columns are `th` with a scope, so that a screen reader tells of each number what it is
 * of.
 */
export function PivotTable({data, label}: {data: PivotRows; label: string}) {
  const {rowName, valueNames, heads, rows, rowTotals, columnTotals, total} = data;
  const hasColumns = columnTotals.length > 0;
  const headsOf = (head: Cell | undefined) =>
    valueNames.map(value =>
      [headText(head), ...(valueNames.length > 1 || !hasColumns ? [value] : [])]
        .filter(text => text !== '')
        .join(' · '),
    );
  const cells = (values: readonly Cell[] | undefined, key: number | string) =>
    valueNames.map((_, n) => (
      <Table.Td key={`${key} ${n}`} className={classes['number']}>
        {cellText(values?.[n])}
      </Table.Td>
    ));
  return (
    <div className={classes['values']} role="region" aria-label={label} tabIndex={0}>
      <Table
        fz="xs"
        verticalSpacing={2}
        striped
        withColumnBorders
        stickyHeader
        aria-label="Pivot table"
      >
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{rowName}</Table.Th>
            {heads.flatMap((head, n) =>
              headsOf(head).map((text, at) => (
                <Table.Th key={`${n} ${at}`} scope="col" className={classes['number']}>
                  <bdi>{text}</bdi>
                </Table.Th>
              )),
            )}
            {hasColumns &&
              headsOf('Total').map((text, at) => (
                <Table.Th key={at} scope="col" className={classes['number']}>
                  {text}
                </Table.Th>
              ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row, n) => (
            <Table.Tr key={n}>
              <Table.Th scope="row">
                <bdi>{headText(row.head)}</bdi>
              </Table.Th>
              {heads.map((_, at) => cells(row.cells[at], at))}
              {hasColumns && cells(rowTotals[n], 'total')}
            </Table.Tr>
          ))}
        </Table.Tbody>
        <Table.Tfoot>
          <Table.Tr>
            <Table.Th scope="row">Total</Table.Th>
            {columnTotals.map((values, at) => cells(values, at))}
            {cells(total, 'total')}
          </Table.Tr>
        </Table.Tfoot>
      </Table>
    </div>
  );
}

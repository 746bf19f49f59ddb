import {Table, Text} from '@mantine/core';
import type {Cell} from '../api/wire.ts';
import {textOf} from '../result/cell-text.ts';
import classes from './chart.module.css';
import type {ChartRows} from './chart-data.ts';

/** Rows in sight: a table for reading, of which a download has all. */
const maxRows = 500;

/**
 * The values of a chart as a table, for who does not see it. Names may come twice where values of a
 * column are series, so cells are known by place.
 */
export function ChartTable({data: {names, rows}}: {data: ChartRows}) {
  return (
    <div className={classes['values']} role="region" aria-label="Values of the chart" tabIndex={0}>
      {rows.length > maxRows && (
        <Text size="sm" c="dimmed" role="note">
          The first {maxRows} of {rows.length.toLocaleString()} points.
        </Text>
      )}
      <Table fz="xs" verticalSpacing={2} aria-label="Values">
        <Table.Thead>
          <Table.Tr>
            {names.map((name, n) => (
              <Table.Th key={n}>
                <bdi>{name}</bdi>
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.slice(0, maxRows).map((row, n) => (
            <Table.Tr key={n}>
              {names.map((_, at) => (
                <Table.Td key={at}>{cellText(row[at])}</Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}

/** NULL at the left is a group of its own, elsewhere it is no value. */
export function cellText(value: Cell | undefined): string {
  if (value === null || value === undefined) return '—';
  // A mean has as many digits as a double, and few of them mean something.
  const isRounded = typeof value === 'number' && !Number.isInteger(value);
  return isRounded ? String(Number(value.toPrecision(8))) : textOf(value);
}

import {Button, Group, Table, Text} from '@mantine/core';
import {ErrorState, LoadingState} from '@gazetteer/ui';
import {useQuery} from '@tanstack/react-query';
import {useState} from 'react';
import type {Cell, ColumnSummary as Summary, ResultColumn} from '../api/wire.ts';
import {FactTable} from '../assist/plain-table.tsx';
import {headNames, textOf} from './cell-text.ts';
import {summaryQuery} from './column-summary-query.ts';
import classes from './result.module.css';
import type {Question} from './rows-source.ts';

type ColumnSummaryProps = {
  readonly uuid: string;
  readonly columns: readonly ResultColumn[];
  readonly question: Question;
  /** Shows the rows that have this value. */
  readonly onFilter: (column: number, value: Cell) => void;
};

/** What the values of a column are like, over the whole result. */
export function ColumnSummary({uuid, columns, question, onFilter}: ColumnSummaryProps) {
  const [column, setColumn] = useState(0);
  const heads = headNames(columns);
  const {data, error, refetch} = useQuery(summaryQuery(uuid, column, question));
  return (
    <div className={classes['summary']}>
      <ul className={classes['columns']} aria-label="Columns">
        {columns.map(({type}, n) => (
          <li key={n}>
            <Button
              fullWidth
              size="compact-sm"
              justify="space-between"
              variant={n === column ? 'light' : 'subtle'}
              color={n === column ? 'sea' : 'gray'}
              aria-pressed={n === column}
              rightSection={<small>{type}</small>}
              onClick={() => setColumn(n)}
            >
              <bdi>{heads[n]}</bdi>
            </Button>
          </li>
        ))}
      </ul>
      <div className={classes['facts']}>
        {error !== null ? (
          <ErrorState error={error} retry={() => void refetch()} />
        ) : data === undefined ? (
          <LoadingState what="Loading the whole result" />
        ) : (
          <Facts summary={data} onFilter={value => onFilter(column, value)} />
        )}
      </div>
    </div>
  );
}

function Facts({summary, onFilter}: {summary: Summary; onFilter: (value: Cell) => void}) {
  const {count, nulls, distinct, min, max, mean, deviation, quartiles, top, histogram} = summary;
  const text = (value: Cell | undefined) =>
    value === null || value === undefined ? '—' : textOf(value);
  const facts: [string, string][] = [
    ['Rows', count.toLocaleString()],
    ['Null', `${nulls.toLocaleString()} (${percent(nulls, count)})`],
    ['Distinct', distinct.toLocaleString()],
    ['Min', text(min)],
    ['Max', text(max)],
  ];
  if (mean !== undefined && mean !== null)
    facts.push(['Mean', rounded(mean)], ['Standard deviation', rounded(deviation)]);
  if (quartiles !== undefined) facts.push(['Quartiles', quartiles.map(text).join(' · ')]);
  return (
    <>
      <FactTable facts={facts} />
      {histogram !== undefined && (
        <Histogram {...histogram} least={text(min)} greatest={text(max)} />
      )}
      {top.length > 0 && (
        <Table fz="xs" verticalSpacing={2} mt="sm" aria-label="Top values">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Value</Table.Th>
              <Table.Th>Rows</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {top.map(({value, count: rows}, n) => (
              <Table.Tr key={n}>
                <Table.Td>
                  <Button size="compact-xs" variant="subtle" onClick={() => onFilter(value)}>
                    <bdi className={classes['value']}>
                      {value === null ? 'NULL' : textOf(value)}
                    </bdi>
                  </Button>
                </Table.Td>
                <Table.Td>
                  {rows.toLocaleString()} ({percent(rows, count)})
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </>
  );
}

type HistogramProps = {
  readonly counts: readonly number[];
  readonly least: string;
  readonly greatest: string;
};

/**
 * A picture for eyes and a sentence for screen readers. Heights are parts of the highest bar; at
 * least 1, so that nothing is divided by 0 where all bars are empty.
 */
function Histogram({counts, least, greatest}: HistogramProps) {
  const most = Math.max(1, ...counts);
  return (
    <figure className={classes['histogram']}>
      <div
        role="img"
        aria-label={`How values spread from ${least} to ${greatest}: ${counts.join(', ')}`}
      >
        {counts.map((count, n) => (
          <span
            key={n}
            title={count.toLocaleString()}
            style={{height: `${(100 * count) / most}%`}}
          />
        ))}
      </div>
      <Group justify="space-between">
        <Text size="xs">{least}</Text>
        <Text size="xs">{greatest}</Text>
      </Group>
    </figure>
  );
}

/** A mean has as many digits as a double, and few of them mean something. */
function rounded(value: Cell | undefined): string {
  if (value === null || value === undefined) return '—';
  const number = Number(value);
  return Number.isFinite(number) ? String(Number(number.toPrecision(8))) : textOf(value);
}

/** With one decimal except for none and all: 99.97 % of the rows is not 100 %. */
function percent(part: number, whole: number): string {
  return whole === 0
    ? '0 %'
    : `${((100 * part) / whole).toFixed(part === whole || part === 0 ? 0 : 1)} %`;
}

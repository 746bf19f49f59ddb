import {MultiSelect, NativeSelect, SegmentedControl, Text} from '@mantine/core';
import {dialectOf} from '@gazetteer/sql';
import {dateText, EmptyState, ErrorState, LoadingState} from '@gazetteer/ui';
import {queryOptions, useQuery} from '@tanstack/react-query';
import {useMemo, useState} from 'react';
import {ask} from '../api/request.ts';
import type {ResultColumn} from '../api/wire.ts';
import {labelOf} from '../run/run.ts';
import {headNames} from './cell-text.ts';
import {CellDialog} from './cell-dialog.tsx';
import {copyToClipboard} from './clipboard.ts';
import {
  type Change,
  compare,
  type Compared,
  comparedColumns,
  type CompareQuestion,
  markOf,
  rowsOfComparison,
} from './compare-rows.ts';
import {readSelection} from './read-selection.ts';
import {ResultGrid} from './result-grid.tsx';
import {ResultRows} from './result-rows.ts';
import classes from './result.module.css';
import type {CellPosition, Selection} from './selection.ts';

/** Statements of the last time whose results may be there. */
const earlierQuery = queryOptions({
  queryKey: ['history', 'to compare'],
  queryFn: ({signal}) =>
    ask('GET /api/v1/history', {query: {limit: 100, state: 'available'}}, {signal}),
  staleTime: 0,
});

type CompareViewProps = {
  readonly uuid: string;
  readonly columns: readonly ResultColumn[];
  readonly dialect: string;
};

/** What has changed from an earlier result to this one. */
export function CompareView({uuid, columns, dialect}: CompareViewProps) {
  const {data, error, refetch} = useQuery(earlierQuery);
  const [other, setOther] = useState('');
  const [keys, setKeys] = useState<readonly number[]>([0]);
  const [change, setChange] = useState<Change | 'all'>('all');
  const heads = useMemo(() => headNames(columns), [columns]);
  if (error !== null) return <ErrorState error={error} retry={() => void refetch()} />;
  if (data === undefined) return <LoadingState what="Loading earlier results" />;
  const earlier = data.statements.filter(one => one.hasResultSet && one.uuid !== uuid);
  return (
    <>
      <div className={classes['tools']}>
        <NativeSelect
          size="xs"
          aria-label="Earlier result"
          value={other}
          data={[
            {value: '', label: 'Compare with…'},
            ...earlier.map(({uuid, statement, submittedAt}) => ({
              value: uuid,
              label: `${dateText(submittedAt)} ${labelOf(statement).slice(0, 60)}`,
            })),
          ]}
          onChange={event => setOther(event.currentTarget.value)}
        />
        <MultiSelect
          size="xs"
          aria-label="Key columns"
          placeholder={keys.length === 0 ? 'All columns' : ''}
          searchable
          limit={100}
          data={heads.map((label, n) => ({value: String(n), label}))}
          value={keys.map(String)}
          onChange={values => setKeys(values.map(Number))}
        />
        <SegmentedControl
          size="xs"
          aria-label="Kind of change"
          value={change}
          onChange={value => setChange(value as Change | 'all')}
          data={['all', 'changed', 'added', 'removed'].map(value => ({
            value,
            label: `${value[0]?.toUpperCase()}${value.slice(1)}`,
          }))}
        />
      </div>
      {other === '' ? (
        <EmptyState title="Compare with an earlier result">
          Choose a result of your history and the columns that identify a row.
        </EmptyState>
      ) : (
        <Differences
          // Asked anew as a whole: rows of another question are others.
          key={JSON.stringify([other, keys, change])}
          dialect={dialect}
          columns={columns}
          question={{uuid, other, keys, ...(change !== 'all' && {change})}}
        />
      )}
    </>
  );
}

type DifferencesProps = {
  readonly question: CompareQuestion;
  readonly columns: readonly ResultColumn[];
  readonly dialect: string;
};

/** Counts first, by a question for a single row; the rows come as somebody scrolls. */
function Differences({question, columns, dialect}: DifferencesProps) {
  const {data, error, refetch} = useQuery({
    queryKey: ['compared', question],
    queryFn: ({signal}) => compare(question, 0, 1, signal),
    staleTime: 60_000,
  });
  if (error !== null) return <ErrorState error={error} retry={() => void refetch()} />;
  if (data === undefined) return <LoadingState what="Comparing the results" />;
  return (
    <>
      <Text size="sm" role="status" px="sm">
        {countsText(data)}
      </Text>
      {data.total > 0 && (
        <ChangedRows question={question} columns={columns} dialect={dialect} total={data.total} />
      )}
    </>
  );
}

/**
 * Its own grid over the rows that differ. It is made once: whoever asks something else gets another
 * component by its `key`, so that rows of two questions are never mixed.
 */
function ChangedRows({question, columns, dialect, total}: DifferencesProps & {total: number}) {
  const [rows] = useState(
    () =>
      new ResultRows(rowsOfComparison(question), columns.length, {
        rowCount: total,
        isComplete: true,
      }),
  );
  const shown = useMemo(() => comparedColumns(columns, question.keys), [columns, question.keys]);
  const start = {row: 0, column: 0};
  const [selection, setSelection] = useState<Selection>({anchor: start, head: start});
  const [opened, setOpened] = useState<CellPosition>();
  const copy = async () => {
    const {text} = await readSelection('tsv', rows, shown, selection, dialectOf(dialect));
    await copyToClipboard(text);
  };
  return (
    <>
      <ResultGrid
        label="Rows that differ"
        rows={rows}
        columns={shown}
        pinned={1 + question.keys.length}
        markOf={(row, index) => markOf(row, index, columns.length)}
        selection={selection}
        onSelect={setSelection}
        onOpen={setOpened}
        onCopy={() => void copy()}
      />
      <CellDialog rows={rows} columns={shown} place={opened} onClose={() => setOpened(undefined)} />
    </>
  );
}

/** Zero is said, too: that nothing was removed is what somebody may want to know. */
function countsText(data: Compared): string {
  const {changed, added, removed, same, repeated, onlyNow, onlyBefore} = data;
  const count = (n: number) => n.toLocaleString();
  const parts = [
    `${count(changed)} changed`,
    `${count(added)} added`,
    `${count(removed)} removed`,
    `${count(same)} unchanged`,
  ];
  if (repeated > 0) parts.push(`${count(repeated)} keys are in several rows, compared in order`);
  if (onlyNow.length > 0) parts.push(`new columns: ${namesText(onlyNow)}`);
  if (onlyBefore.length > 0) parts.push(`missing columns: ${namesText(onlyBefore)}`);
  return parts.join(' · ');
}

function namesText(names: readonly string[]): string {
  // A result may have thousands of columns, and this is one line.
  const shown = names.slice(0, 5).join(', ');
  return names.length > 5 ? `${shown} and ${names.length - 5} more` : shown;
}

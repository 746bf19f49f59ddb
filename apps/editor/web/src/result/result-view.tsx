import {Alert, Button, Text} from '@mantine/core';
import {ErrorState, LoadingState, toast} from '@gazetteer/ui';
import {dialectOf} from '@gazetteer/sql';
import {useQuery} from '@tanstack/react-query';
import {TriangleAlert} from 'lucide-react';
import {useMemo, useState, useSyncExternalStore} from 'react';
import {resultQuery} from '../api/queries.ts';
import type {ResultFacts} from '../api/wire.ts';
import {CellDialog} from './cell-dialog.tsx';
import {copyToClipboard} from './clipboard.ts';
import type {CopyFormat} from './copy-formats.ts';
import {readSelection} from './read-selection.ts';
import {ResultGrid} from './result-grid.tsx';
import {ResultRows} from './result-rows.ts';
import {ResultTools} from './result-tools.tsx';
import type {CellPlace, Selection} from './selection.ts';
import classes from './result.module.css';

export type ResultViewProps = {
  readonly uuid: string;
  /** Of the sheet; downloads are named for it. */
  readonly title: string;
  readonly dialect: string;
  /** See `StatementRun`. */
  readonly cutAt: number | undefined;
};

/** The rows of a statement. */
export function ResultView(props: ResultViewProps) {
  const {data, error, refetch} = useQuery(resultQuery(props.uuid));
  if (error !== null) return <ErrorState error={error} retry={() => void refetch()} />;
  if (data === undefined) return <LoadingState what="Reading the result" />;
  return <Rows {...props} facts={data} />;
}

function Rows({uuid, title, dialect, cutAt, facts}: ResultViewProps & {facts: ResultFacts}) {
  const {columns: all} = facts;
  const rows = useMemo(
    () =>
      new ResultRows(uuid, all.length, {...facts, ...(cutAt !== undefined && {rowCount: cutAt})}, cutAt !== undefined),
    [uuid, all, facts, cutAt],
  );
  const state = useSyncExternalStore(rows.subscribe, rows.get);
  const columns = useMemo(() => all.map((column, index) => ({...column, index})), [all]);
  const [selection, setSelection] = useState<Selection>({anchor: {row: 0, column: 0}, head: {row: 0, column: 0}});
  const [opened, setOpened] = useState<CellPlace>();

  const copy = async (format: CopyFormat) => {
    const {text, rowCount, note} = await readSelection(format, rows, columns, selection, dialectOf(dialect));
    await copyToClipboard(text);
    toast({kind: note === undefined ? 'done' : 'note', title: `Copied ${rowsText(rowCount)}`, text: note});
  };
  return (
    <>
      <ResultTools
        rows={rows}
        state={state}
        uuid={uuid}
        title={title}
        isCut={cutAt !== undefined}
        onCopy={format => void copy(format)}
      />
      {cutAt !== undefined && (
        <Alert color="yellow" variant="light" icon={<TriangleAlert />} className={classes['cut']}>
          Only the first {rowsText(cutAt)} are here: the next statement of the text took over the session before all
          rows had been fetched. Run this statement alone to get all of them.
        </Alert>
      )}
      {state.error !== undefined && (
        <Alert color="red" variant="light" role="alert" className={classes['cut']}>
          <Text size="sm">{state.error}</Text>
          <Button size="compact-sm" variant="default" onClick={() => rows.retry()}>
            Try again
          </Button>
        </Alert>
      )}
      {state.isComplete && state.rowCount === 0 ? (
        <Text p="md" c="dimmed">
          The statement has columns ({columns.map(({name}) => name).join(', ')}) and no rows.
        </Text>
      ) : (
        <ResultGrid
          label="Rows of the result"
          rows={rows}
          columns={columns}
          selection={selection}
          onSelect={setSelection}
          onOpen={setOpened}
          onCopy={() => void copy('tsv')}
        />
      )}
      <CellDialog rows={rows} columns={columns} place={opened} onClose={() => setOpened(undefined)} />
    </>
  );
}

export function rowsText(count: number): string {
  return count === 1 ? '1 row' : `${count.toLocaleString()} rows`;
}

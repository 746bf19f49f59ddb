import {Button, Text} from '@mantine/core';
import {ErrorState, LoadingState} from '@gazetteer/ui';
import {keepPreviousData, useQuery} from '@tanstack/react-query';
import {useState} from 'react';
import {parquetPageRows, readParquet} from './parquet-rows.ts';
import {RowsTable} from './rows-table.tsx';
import classes from './files.module.css';

/** Rows of a Parquet file, page by page. */
export function ParquetView({path, size}: {path: string; size: number}) {
  const [from, setFrom] = useState(0);
  const {data, error, refetch, isFetching} = useQuery({
    queryKey: ['files', 'parquet', path, size, from],
    queryFn: ({signal}) => readParquet(path, size, from, signal),
    retry: false,
    placeholderData: keepPreviousData,
  });
  if (error !== null) return <ErrorState error={error} retry={() => void refetch()} />;
  if (data === undefined) return <LoadingState what="Reading the file" />;
  const {columns, rows, rowCount} = data;
  const last = from + rows.length;
  return (
    <>
      <RowsTable rows={[columns, ...rows]} hasHead />
      <nav className={classes['pages']} aria-label="Pages" aria-busy={isFetching}>
        <Button
          size="xs"
          variant="default"
          disabled={from === 0}
          onClick={() => setFrom(Math.max(0, from - parquetPageRows))}
        >
          Previous page
        </Button>
        <Text size="sm">
          Rows {rowCount === 0 ? 0 : (from + 1).toLocaleString()}–{last.toLocaleString()} of{' '}
          {rowCount.toLocaleString()}
        </Text>
        <Button
          size="xs"
          variant="default"
          disabled={last >= rowCount}
          onClick={() => setFrom(from + parquetPageRows)}
        >
          Next page
        </Button>
      </nav>
    </>
  );
}

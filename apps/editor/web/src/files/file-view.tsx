import {Button, SegmentedControl, Text} from '@mantine/core';
import {bytesText, ErrorState, LoadingState, Page, When} from '@gazetteer/ui';
import {useQuery} from '@tanstack/react-query';
import {type ReactNode, useState} from 'react';
import {csvRows, separatorOf} from './csv-rows.ts';
import {DownloadLink} from './file-actions.tsx';
import {
  bytesOf,
  hexBytes,
  hexLines,
  isBinary,
  spacedJson,
  textOf,
  wholeLength,
} from './file-bytes.ts';
import {isOfS3, nameOf} from './file-place.ts';
import {type FilePart, partQuery} from './file-queries.ts';
import {ParquetView} from './parquet-view.tsx';
import {QueryFile} from './query-button.tsx';
import {kindOf} from './query-file.ts';
import {RowsTable} from './rows-table.tsx';
import classes from './files.module.css';

type FileViewProps = {
  /** The beginning of the file. */
  readonly file: FilePart;
  /** Over the title: the way to it. */
  readonly above: ReactNode;
};

/** A file, a part at a time: a table, a text, or digits where it is none. */
export function FileView({file, above}: FileViewProps) {
  const {path, rwx, stats} = file;
  return (
    <Page
      title={nameOf(path)}
      above={above}
      note={
        <span className={classes['facts']}>
          <span>{bytesText(stats.size)}</span>
          <span>
            Changed <When ms={stats.mtime * 1000} />
          </span>
          {!isOfS3(path) && (
            <>
              <bdi>
                {stats.user}:{stats.group}
              </bdi>
              <code>{rwx}</code>
            </>
          )}
        </span>
      }
      isFull
      actions={
        <>
          <QueryFile path={path} size={stats.size} />
          <DownloadLink path={path} />
        </>
      }
    >
      <Content file={file} />
    </Page>
  );
}

/**
 * By its ending first and by its bytes then: a file that is called a text and has a zero byte is
 * shown as digits.
 */
function Content({file}: {file: FilePart}) {
  const {path, stats} = file;
  const [asText, setAsText] = useState(false);
  if (stats.size === 0) return <Text size="sm">This file is empty.</Text>;
  const kind = kindOf(path);
  if (kind === 'parquet') return <ParquetView path={path} size={stats.size} />;
  const first = bytesOf(file.view.contents);
  if (isBinary(first)) return <Parts key="digits" file={file} show={digits} />;
  const {separator, isCsv} = {separator: separatorOf(textOf(first)), isCsv: kind === 'csv'};
  return (
    <>
      {isCsv && (
        <div className={classes['tools']}>
          <SegmentedControl
            size="xs"
            aria-label="View"
            data={['Table', 'Text']}
            value={asText ? 'Text' : 'Table'}
            onChange={value => setAsText(value === 'Text')}
          />
        </div>
      )}
      {isCsv && !asText ? (
        <Parts key="rows" file={file} show={part => table(part, separator)} />
      ) : (
        <Parts key="text" file={file} show={kind === 'json' ? json : text} />
      )}
    </>
  );
}

type Part = {readonly bytes: Uint8Array; readonly offset: number; readonly isLast: boolean};
/** What is drawn of a part, and how many of its bytes that are. */
type Shown = {readonly drawn: ReactNode; readonly length: number};

function text({bytes, isLast}: Part): Shown {
  const length = isLast ? bytes.length : wholeLength(bytes);
  return {drawn: <Plain>{textOf(bytes.subarray(0, length))}</Plain>, length};
}

function json(part: Part): Shown {
  const {bytes, offset, isLast} = part;
  if (offset > 0 || !isLast) return text(part);
  return {drawn: <Plain>{spacedJson(textOf(bytes))}</Plain>, length: bytes.length};
}

function digits({bytes, offset}: Part): Shown {
  const length = Math.min(bytes.length, hexBytes);
  return {drawn: <Plain isDigits>{hexLines(bytes, offset)}</Plain>, length};
}

function table(part: Part, separator: string): Shown {
  const {bytes, offset, isLast} = part;
  const whole = textOf(bytes);
  const {rows, end} = csvRows(whole, isLast, separator);
  // One row that is longer than a part is shown as the text that it is.
  if (end === 0) return text(part);
  const length = new TextEncoder().encode(whole.slice(0, end)).length;
  // Bytes that are no text have become other ones, so that their number cannot be told.
  if (whole.slice(0, end).includes('\uFFFD')) return text(part);
  return {drawn: <RowsTable rows={rows} hasHead={offset === 0} />, length};
}

function Plain({children, isDigits = false}: {children: string; isDigits?: boolean}) {
  return (
    <pre
      className={classes['text']}
      data-digits={isDigits || undefined}
      // Scrolled by keys.
      tabIndex={0}
      role="region"
      aria-label="Content"
      dir={isDigits ? 'ltr' : 'auto'}
    >
      {children}
    </pre>
  );
}

/**
 * Parts one after the other; each begins where what was shown before it ends. Where a part ends is
 * known when it is drawn, so the way back is a list of where each began.
 */
function Parts({file, show}: {file: FilePart; show: (part: Part) => Shown}) {
  const {path} = file;
  const [offsets, setOffsets] = useState([0]);
  const offset = offsets.at(-1) ?? 0;
  const {data, error, refetch} = useQuery({
    ...partQuery(path, offset),
    ...(offset === 0 && {initialData: file}),
  });
  if (error !== null) return <ErrorState error={error} retry={() => void refetch()} />;
  if (data === undefined) return <LoadingState />;
  const {end, size, contents} = data.view;
  const {drawn, length} = show({bytes: bytesOf(contents), offset, isLast: end >= size});
  const next = offset + length;
  return (
    <>
      {drawn}
      {(offset > 0 || next < size) && (
        <nav className={classes['pages']} aria-label="Parts">
          <Button
            size="xs"
            variant="default"
            disabled={offset === 0}
            onClick={() => setOffsets(offsets.slice(0, -1))}
          >
            Previous part
          </Button>
          <Text size="sm">
            Bytes {(offset + 1).toLocaleString()}–{next.toLocaleString()} of {size.toLocaleString()}
          </Text>
          <Button
            size="xs"
            variant="default"
            disabled={next >= size}
            onClick={() => setOffsets([...offsets, next])}
          >
            Next part
          </Button>
        </nav>
      )}
    </>
  );
}

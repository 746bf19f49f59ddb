import {Button, Menu, SegmentedControl, Text, TextInput} from '@mantine/core';
import {messageOf, toast} from '@gazetteer/ui';
import {ClipboardCopy, Download, Search, Share2, X} from 'lucide-react';
import {useEffect, useState} from 'react';
import {get} from '../api/request.ts';
import type {ResultColumn} from '../api/wire.ts';
import {copyFormats} from './copy-formats.ts';
import type {ResultRows, RowState} from './result-rows.ts';
import classes from './result.module.css';
import {isAsking, noQuestion, type Question} from './rows-source.ts';
import {type View, viewParameter} from './shared-view.ts';

const downloads = [
  {format: 'csv', label: 'CSV'},
  {format: 'xlsx', label: 'Excel (XLSX)'},
  {format: 'parquet', label: 'Parquet'},
  {format: 'arrow', label: 'Arrow'},
  {format: 'json', label: 'JSON, an object a line'},
];

/** Told by an event with the format: the selection is that of the table. */
export const copyWanted = 'gazetteer-copy';

type ResultToolsProps = {
  readonly rows: ResultRows;
  readonly state: RowState;
  readonly uuid: string;
  readonly title: string;
  /** True when no more rows can come. */
  readonly isCut: boolean;
  readonly columns: readonly ResultColumn[];
  readonly view: View;
  readonly onView: (view: View) => void;
  /** Somebody is about to ask the whole result. */
  readonly onNear: () => void;
  readonly question: Question;
  readonly onQuestion: (question: Question) => void;
  /** Undefined where there is nothing to share, or nobody may. */
  readonly onShare: (() => void) | undefined;
};

/** How many rows there are, and ways to take them along. */
export function ResultTools(props: ResultToolsProps) {
  const {rows, state, uuid, title, isCut, view, onView, onNear, question, onShare} = props;
  return (
    <div className={classes['tools']}>
      <Text size="sm" role="status">
        <Count state={state} isCut={isCut} />
      </Text>
      {!state.isComplete &&
        !isCut &&
        (state.isCounting ? (
          <Button size="compact-sm" variant="default" onClick={() => rows.stopCounting()}>
            Stop counting
          </Button>
        ) : (
          <Button size="compact-sm" variant="subtle" onClick={() => void rows.count()}>
            Load all rows
          </Button>
        ))}
      {!isCut && <Asked {...props} />}
      <span className={classes['gap']} />
      <SegmentedControl
        size="xs"
        aria-label="How to show it"
        value={view}
        onPointerEnter={onNear}
        onChange={value => onView(value as View)}
        data={[
          {value: 'table', label: 'Table'},
          {value: 'chart', label: 'Chart'},
          {value: 'columns', label: 'Columns'},
        ]}
      />
      <Menu position="bottom-end">
        <Menu.Target>
          <Button
            size="compact-sm"
            variant="subtle"
            color="gray"
            className={classes['short']}
            leftSection={<ClipboardCopy size={14} />}
          >
            <span className={classes['word']}>Copy</span>
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>The selected cells, as</Menu.Label>
          {copyFormats.map(({value, label}) => (
            <Menu.Item key={value} onClick={() => document.dispatchEvent(new CustomEvent(copyWanted, {detail: value}))}>
              {label}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button
            size="compact-sm"
            variant="subtle"
            color="gray"
            className={classes['short']}
            leftSection={<Download size={14} />}
          >
            <span className={classes['word']}>Download</span>
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {isAsking(question) && (
            <>
              <Menu.Label>The rows shown, in this order, as</Menu.Label>
              {downloads.map(({format, label}) => (
                <Menu.Item key={format} onClick={() => void download(uuid, format, title, question)}>
                  {label}
                </Menu.Item>
              ))}
              <Menu.Divider />
            </>
          )}
          <Menu.Label>All rows, as</Menu.Label>
          {downloads.map(({format, label}) => (
            <Menu.Item key={format} onClick={() => void download(uuid, format, title)}>
              {label}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      {onShare !== undefined && (
        <Button
          size="compact-sm"
          variant="subtle"
          color="gray"
          className={classes['short']}
          leftSection={<Share2 size={14} />}
          onClick={onShare}
        >
          <span className={classes['word']}>Share</span>
        </Button>
      )}
    </div>
  );
}

const pauseMs = 300;

/** Words to search the whole result for, and the values that it is narrowed to. */
function Asked({columns, question, onQuestion, onNear}: ResultToolsProps) {
  const [typed, setTyped] = useState(question.search);
  useEffect(() => {
    if (typed === question.search) return undefined;
    const timer = setTimeout(() => onQuestion({...question, search: typed}), pauseMs);
    return () => clearTimeout(timer);
  }, [typed, question, onQuestion]);
  return (
    <>
      <TextInput
        size="xs"
        aria-label="Search the whole result"
        placeholder="Search the rows"
        data-result-search
        leftSection={<Search size={14} />}
        value={typed}
        onFocus={onNear}
        onChange={event => setTyped(event.currentTarget.value)}
      />
      {question.filter.map(({column, operator, value}, n) => (
        <Button
          key={n}
          size="compact-xs"
          variant="light"
          rightSection={<X size={12} aria-label="Take the filter away" />}
          onClick={() => onQuestion({...question, filter: question.filter.toSpliced(n, 1)})}
        >
          {columns[column]?.name} {operator === 'null' ? 'is NULL' : `= ${String(value)}`}
        </Button>
      ))}
    </>
  );
}

function Count({state: {rowCount, isComplete, isCounting}, isCut}: {state: RowState; isCut: boolean}) {
  const count = rowCount.toLocaleString();
  if (isComplete) return rowCount === 1 ? '1 row' : `${count} rows`;
  if (isCut) return `The first ${count} rows`;
  if (isCounting) return `${count} rows, counting…`;
  // Nothing is known yet, which is no empty result.
  return rowCount === 0 ? 'Looking for rows…' : `${count} rows so far`;
}

type DownloadFacts = {
  readonly mayDownload: boolean;
  readonly maxDownloadRows?: number;
  readonly rowCount: number;
  readonly isComplete: boolean;
};

async function download(uuid: string, format: string, name: string, question = noQuestion): Promise<void> {
  try {
    // A result that is gone would be downloaded as a file that says so.
    const {mayDownload, maxDownloadRows, rowCount, isComplete} = await get<DownloadFacts>(`/api/v1/results/${uuid}`);
    if (!mayDownload) {
      toast({kind: 'problem', title: 'Downloads are disabled', text: 'Ask your administrator to enable them.'});
      return;
    }
    if (maxDownloadRows !== undefined && (rowCount > maxDownloadRows || !isComplete)) {
      const most = maxDownloadRows.toLocaleString();
      const text = 'Your administrator has set this limit. The result itself has all rows.';
      toast({kind: 'note', title: `The file has the first ${most} rows at most`, text});
    }
  } catch (error) {
    toast({kind: 'problem', title: 'There is nothing to download', text: messageOf(error)});
    return;
  }
  const link = document.createElement('a');
  const view = viewParameter(question);
  const query = new URLSearchParams({format, name, ...(view !== undefined && {view})});
  link.href = `/api/v1/results/${uuid}/download?${query}`;
  link.download = '';
  link.click();
}

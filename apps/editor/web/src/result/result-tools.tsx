import {Button, type ButtonProps, Menu, SegmentedControl, Text} from '@mantine/core';
import {SearchInput, toast} from '@gazetteer/ui';
import {useQuery} from '@tanstack/react-query';
import {ClipboardCopy, Download, type LucideIcon, Share2, X} from 'lucide-react';
import {type ComponentProps, useEffect, useState} from 'react';
import {configQuery} from '../api/queries.ts';
import {ask, urlOf} from '../api/request.ts';
import type {ResultColumn} from '../api/wire.ts';
import {conditionText} from './conditions.ts';
import {copyFormats} from './copy-formats.ts';
import type {ResultRows, RowState} from './result-rows.ts';
import classes from './result.module.css';
import {isAsking, noQuestion, type Question} from './rows-source.ts';
import {type View, viewParameter} from './shared-view.ts';

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
      {!state.isComplete && !isCut && <LoadAll rows={rows} state={state} />}
      {!isCut && <Asked {...props} />}
      <span className={classes['gap']} />
      <SegmentedControl
        size="xs"
        aria-label="View"
        value={view}
        onPointerEnter={onNear}
        onChange={value => onView(value as View)}
        data={[
          {value: 'table', label: 'Table'},
          {value: 'chart', label: 'Chart'},
          {value: 'columns', label: 'Columns'},
          // Earlier results are those of one's own history.
          ...(onShare === undefined ? [] : [{value: 'compare', label: 'Compare'}]),
        ]}
      />
      <CopyMenu />
      <DownloadMenu uuid={uuid} title={title} question={question} />
      {onShare !== undefined && (
        <Tool Icon={Share2} onClick={onShare}>
          Share
        </Tool>
      )}
    </div>
  );
}

type ToolProps = ButtonProps &
  ComponentProps<'button'> & {readonly Icon: LucideIcon; readonly children: string};

/** Narrow windows show the sign alone. What opens a menu hands its own properties on. */
function Tool({Icon, children, ...props}: ToolProps) {
  return (
    <Button
      {...props}
      className="gz-short"
      variant="subtle"
      color="gray"
      size="compact-sm"
      leftSection={<Icon size={14} />}
    >
      <span>{children}</span>
    </Button>
  );
}

function LoadAll({rows, state}: Pick<ResultToolsProps, 'rows' | 'state'>) {
  return state.isCounting ? (
    <Button size="compact-sm" variant="default" onClick={() => rows.stopCounting()}>
      Stop loading
    </Button>
  ) : (
    <Button size="compact-sm" variant="subtle" onClick={() => void rows.count()}>
      Load all rows
    </Button>
  );
}

function CopyMenu() {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Tool Icon={ClipboardCopy}>Copy</Tool>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>The selected cells, as</Menu.Label>
        {copyFormats.map(({value, label}) => (
          <Menu.Item
            key={value}
            onClick={() => document.dispatchEvent(new CustomEvent(copyWanted, {detail: value}))}
          >
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function DownloadMenu({
  uuid,
  title,
  question,
}: Pick<ResultToolsProps, 'uuid' | 'title' | 'question'>) {
  const downloads = useQuery(configQuery).data?.app_config.editor.download_formats ?? [];
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Tool Icon={Download}>Download</Tool>
      </Menu.Target>
      <Menu.Dropdown>
        {isAsking(question) && (
          <>
            <Menu.Label>The rows shown, in this order, as</Menu.Label>
            {downloads.map(one => (
              <Menu.Item
                key={one.format}
                onClick={() => void download(uuid, one.format, title, question)}
              >
                <FormatName {...one} />
              </Menu.Item>
            ))}
            <Menu.Divider />
          </>
        )}
        <Menu.Label>All rows, as</Menu.Label>
        {downloads.map(one => (
          <Menu.Item key={one.format} onClick={() => void download(uuid, one.format, title)}>
            <FormatName {...one} />
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

/** Between the last letter and the search: each search works on the whole result. */
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
      <SearchInput
        label="Search the whole result"
        placeholder="Search the rows"
        data-result-search
        value={typed}
        onFocus={onNear}
        onChange={setTyped}
      />
      {question.filter.map((condition, n) => (
        <Button
          key={n}
          size="compact-xs"
          variant="light"
          rightSection={<X size={12} aria-label="Clear filter" />}
          onClick={() => onQuestion({...question, filter: question.filter.toSpliced(n, 1)})}
        >
          {columns[condition.column]?.name} {conditionText(condition)}
        </Button>
      ))}
    </>
  );
}

/** The number grows while rows come, and is only the number of rows once all are there. */
function Count({
  state: {rowCount, isComplete, isCounting},
  isCut,
}: {
  state: RowState;
  isCut: boolean;
}) {
  const count = rowCount.toLocaleString();
  if (isComplete) return rowCount === 1 ? '1 row' : `${count} rows`;
  if (isCut) return `The first ${count} rows`;
  if (isCounting) return `${count} rows, counting…`;
  // Nothing is known yet, which is no empty result.
  return rowCount === 0 ? 'Looking for rows…' : `${count} rows so far`;
}

function FormatName({label, note}: {label: string; note?: string | undefined}) {
  return (
    <>
      {label}
      {note !== undefined && (
        <Text size="xs" c="dimmed">
          {note}
        </Text>
      )}
    </>
  );
}

/**
 * Asks before it leaves: behind the link the browser takes whatever comes as a file. `view` has the
 * question along, so that the file has what the grid shows.
 */
async function download(
  uuid: string,
  format: string,
  name: string,
  question = noQuestion,
): Promise<void> {
  try {
    // A result that is gone would be downloaded as a file that says so.
    const {mayDownload, maxDownloadRows, rowCount, isComplete} = await ask(
      'GET /api/v1/results/{uuid}',
      {
        path: {uuid},
      },
    );
    if (!mayDownload) {
      toast({
        kind: 'problem',
        title: 'Downloads are disabled',
        text: 'Ask your administrator to enable them.',
      });
      return;
    }
    if (maxDownloadRows !== undefined && (rowCount > maxDownloadRows || !isComplete)) {
      const most = maxDownloadRows.toLocaleString();
      const text = 'Your administrator has set this limit. The result itself has all rows.';
      toast({kind: 'note', title: `The file has the first ${most} rows at most`, text});
    }
  } catch (error) {
    toast({kind: 'problem', title: 'There is nothing to download', error});
    return;
  }
  const link = document.createElement('a');
  const view = viewParameter(question);
  link.href = urlOf('GET /api/v1/results/{uuid}/download', {
    path: {uuid},
    query: {format, name, view},
  });
  link.download = '';
  link.click();
}

import {Button, Menu, Text} from '@mantine/core';
import {messageOf, toast} from '@gazetteer/ui';
import {ClipboardCopy, Download} from 'lucide-react';
import {get} from '../api/request.ts';
import {type CopyFormat, copyFormats} from './copy-formats.ts';
import type {ResultRows, RowState} from './result-rows.ts';
import classes from './result.module.css';

const downloads = [
  {format: 'csv', label: 'CSV'},
  {format: 'xlsx', label: 'Excel (XLSX)'},
  {format: 'parquet', label: 'Parquet'},
  {format: 'arrow', label: 'Arrow'},
  {format: 'json', label: 'JSON, an object a line'},
];

type ResultToolsProps = {
  readonly rows: ResultRows;
  readonly state: RowState;
  readonly uuid: string;
  readonly title: string;
  /** True when no more rows can come. */
  readonly isCut: boolean;
  readonly onCopy: (format: CopyFormat) => void;
};

/** How many rows there are, and ways to take them along. */
export function ResultTools({rows, state, uuid, title, isCut, onCopy}: ResultToolsProps) {
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
            Fetch and count all
          </Button>
        ))}
      <span className={classes['gap']} />
      <Menu position="bottom-end">
        <Menu.Target>
          <Button size="compact-sm" variant="subtle" color="gray" leftSection={<ClipboardCopy size={14} />}>
            Copy
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>The selected cells, as</Menu.Label>
          {copyFormats.map(({value, label}) => (
            <Menu.Item key={value} onClick={() => onCopy(value)}>
              {label}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button size="compact-sm" variant="subtle" color="gray" leftSection={<Download size={14} />}>
            Download
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>All rows, as</Menu.Label>
          {downloads.map(({format, label}) => (
            <Menu.Item key={format} onClick={() => void download(uuid, format, title)}>
              {label}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </div>
  );
}

function Count({state: {rowCount, isComplete, isCounting}, isCut}: {state: RowState; isCut: boolean}) {
  const count = rowCount.toLocaleString();
  if (isComplete) return rowCount === 1 ? '1 row' : `${count} rows`;
  if (isCut) return `The first ${count} rows`;
  return isCounting ? `${count} rows, counting…` : `${count} rows so far`;
}

async function download(uuid: string, format: string, name: string): Promise<void> {
  try {
    // A result that is gone would be downloaded as a file that says so.
    await get(`/api/v1/results/${uuid}`);
  } catch (error) {
    toast({kind: 'problem', title: 'There is nothing to download', text: messageOf(error)});
    return;
  }
  const link = document.createElement('a');
  link.href = `/api/v1/results/${uuid}/download?${new URLSearchParams({format, name})}`;
  link.download = '';
  link.click();
}

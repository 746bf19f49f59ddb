import {Group, Modal, Text} from '@mantine/core';
import {CopyButton, JsonView} from '@gazetteer/ui';
import type {ResultColumn} from '../api/wire.ts';
import {textOf} from './cell-text.ts';
import type {ResultRows} from './result-rows.ts';
import classes from './result.module.css';
import type {CellPosition} from './selection.ts';

type CellDialogProps = {
  readonly rows: ResultRows;
  readonly columns: readonly (ResultColumn & {readonly index: number})[];
  readonly place: CellPosition | undefined;
  readonly onClose: () => void;
};

/**
 * A value with all it has, where a cell is too small. A text that is a list or an object as JSON is
 * shown as one, with parts that open and close; all others keep their line breaks and blanks. Rows
 * that are let go of while it is open close it: there is no value any more.
 */
export function CellDialog({rows, columns, place, onClose}: CellDialogProps) {
  const column = place && columns[place.column];
  const value = place && column && rows.row(place.row)?.[column.index];
  const text = value === undefined || value === null ? '' : textOf(value);
  const json = parsed(text);
  return (
    <Modal opened={value !== undefined} onClose={onClose} title={column?.name ?? ''} size="lg">
      <Group justify="space-between">
        <Text size="sm" c="dimmed">
          Row {((place?.row ?? 0) + 1).toLocaleString()} · {column?.type}
        </Text>
        <CopyButton text={text} label="Copy the value" />
      </Group>
      {value === null ? (
        <Text fs="italic">NULL</Text>
      ) : json === undefined ? (
        <pre className={classes['plan']} dir="auto" tabIndex={0} role="region" aria-label="Value">
          {text}
        </pre>
      ) : (
        <JsonView value={json} label="value" />
      )}
    </Modal>
  );
}

/** Lists and objects; other values are what they look like. */
function parsed(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

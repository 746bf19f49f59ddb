import {Checkbox, Select, Table, TextInput} from '@mantine/core';
import type {Answer} from '../api/wire.ts';
import classes from './imports.module.css';

export type WantedColumn = {
  readonly source: string;
  readonly name: string;
  /** Empty for the one that the file has. */
  readonly type: string;
  /** The one that it has. */
  readonly found: string;
  readonly isLeftOut: boolean;
};

/** Those that people want of a file; the one that was found stands among them whatever it is. */
const types = [
  'VARCHAR',
  'BIGINT',
  'INTEGER',
  'DOUBLE',
  'DECIMAL(18,2)',
  'DECIMAL(38,10)',
  'BOOLEAN',
  'DATE',
  'TIME',
  'TIMESTAMP',
  'TIMESTAMP WITH TIME ZONE',
  'UUID',
  'JSON',
];

/** As they were found: texts get the types that all their values have. */
export function wantedColumns({
  file,
  columns,
}: Answer<'POST /api/v1/imports/guess'>): readonly WantedColumn[] {
  return columns.map(({source, name, type}) => ({
    source,
    name,
    type: file.format === 'csv' ? type : '',
    found: type,
    isLeftOut: false,
  }));
}

type ColumnFieldsProps = {
  readonly columns: readonly WantedColumn[];
  /** Whether the file has texts alone. */
  readonly isText: boolean;
  readonly onChange: (columns: readonly WantedColumn[]) => void;
};

/** Names and types of the columns, and which of them are imported. */
export function ColumnFields({columns, isText, onChange}: ColumnFieldsProps) {
  const change = (at: number, part: Partial<WantedColumn>) =>
    onChange(columns.map((one, n) => (n === at ? {...one, ...part} : one)));
  return (
    <div className={classes['columns']} tabIndex={0} role="region" aria-label="Names and types">
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Import</Table.Th>
            <Table.Th>In the file</Table.Th>
            <Table.Th>Name</Table.Th>
            <Table.Th>Type</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {columns.map(({source, name, type, found, isLeftOut}, at) => (
            // Columns of a file have no names that differ for sure.
            <Table.Tr key={at}>
              <Table.Td>
                <Checkbox
                  aria-label={`Import ${source}`}
                  checked={!isLeftOut}
                  onChange={event => change(at, {isLeftOut: !event.currentTarget.checked})}
                />
              </Table.Td>
              <Table.Td>
                <bdi>{source}</bdi>
              </Table.Td>
              <Table.Td>
                <TextInput
                  size="xs"
                  aria-label={`Name of ${source}`}
                  value={name}
                  onChange={event => change(at, {name: event.currentTarget.value})}
                />
              </Table.Td>
              <Table.Td>
                <Select
                  size="xs"
                  aria-label={`Type of ${source}`}
                  data={types.includes(found) ? types : [found, ...types]}
                  value={type === '' ? found : type}
                  allowDeselect={false}
                  onChange={value =>
                    value !== null && change(at, {type: isText || value !== found ? value : ''})
                  }
                />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}

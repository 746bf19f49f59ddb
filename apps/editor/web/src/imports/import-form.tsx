import {Button, Checkbox, Group, Select, Stack, Text, TextInput, Title} from '@mantine/core';
import {ErrorState, LoadingState, Problem} from '@gazetteer/ui';
import {useMutation, useQuery} from '@tanstack/react-query';
import {useState} from 'react';
import {databasesQuery} from '../api/queries.ts';
import {ask} from '../api/request.ts';
import type {Answer, Engine} from '../api/wire.ts';
import {openAndRun} from '../assist/open-and-run.ts';
import {go} from '../place.ts';
import {RowsTable} from '../files/rows-table.tsx';
import {BadRows} from './bad-rows.tsx';
import {ColumnFields, type WantedColumn, wantedColumns} from './column-fields.tsx';
import {formatOf, tableNameFor} from './import-names.ts';
import classes from './imports.module.css';

/** How the server writes the rows of a workbook. */
const workbookSigns = {delimiter: ',', quote: '"'};

/** What the server takes the file for. */
type Guess = Answer<'POST /api/v1/imports/guess'>;
/** What somebody knows better than the guess. */
type Reading = {readonly delimiter?: string; readonly header?: boolean};
type Mode = 'create' | 'replace' | 'append';

const delimiters = [
  {value: ',', label: 'Comma'},
  {value: ';', label: 'Semicolon'},
  {value: '\t', label: 'Tab'},
  {value: '|', label: 'Bar'},
];
const modes = [
  {value: 'create', label: 'Create a table'},
  {value: 'append', label: 'Append to a table'},
  {value: 'replace', label: 'Replace a table'},
];
const verbs: Readonly<Record<Mode, string>> = {
  create: 'Create table',
  append: 'Append rows',
  replace: 'Replace table',
};

/**
 * Reads the whole file, and then asks what the table is to be like. A workbook becomes a CSV on the
 * server first, which is then guessed at like any other.
 */
export function ImportForm({engine, path}: {engine: Engine; path: string}) {
  const [reading, setReading] = useState<Reading>({});
  const format = formatOf(path) ?? 'csv';
  const isWorkbook = format === 'xlsx';
  const workbook = useQuery({
    queryKey: ['import-workbook', engine.type, path],
    queryFn: () => ask('POST /api/v1/imports/workbook', {body: {engine: engine.type, path}}),
    enabled: isWorkbook,
    // A workbook is read once: what comes of it is another file of the same person.
    staleTime: Infinity,
    gcTime: 0,
  });
  const file = isWorkbook
    ? ({path: workbook.data?.path ?? '', format: 'csv', ...workbookSigns} as const)
    : {path, format};
  const guess = useQuery({
    queryKey: ['import', engine.type, file, reading],
    queryFn: ({signal}) =>
      ask(
        'POST /api/v1/imports/guess',
        {body: {engine: engine.type, ...file, ...reading}},
        {signal},
      ),
    enabled: file.path !== '',
    staleTime: 0,
    gcTime: 0,
  });
  const {data} = guess;
  const {error, refetch} = workbook.error === null ? guess : workbook;
  return (
    <Stack gap="lg">
      <Text>
        From the file <bdi>{path}</bdi>
        {data !== undefined &&
          `, ${data.rowCount.toLocaleString()} ${data.rowCount === 1 ? 'row' : 'rows'}`}
      </Text>
      {file.format === 'csv' && (
        <Group align="flex-end">
          {!isWorkbook && (
            <Select
              label="Delimiter"
              data={delimiters}
              value={reading.delimiter ?? data?.file.delimiter ?? null}
              allowDeselect={false}
              onChange={delimiter => delimiter !== null && setReading({...reading, delimiter})}
            />
          )}
          <Checkbox
            label="The first row has the names"
            className={classes['check']}
            checked={reading.header ?? data?.file.header ?? true}
            onChange={event => setReading({...reading, header: event.currentTarget.checked})}
          />
        </Group>
      )}
      {error !== null ? (
        <ErrorState error={error} retry={() => void refetch()} />
      ) : data === undefined ? (
        <LoadingState what="Reading the file" />
      ) : (
        // Read otherwise, a file has other columns: what was chosen for the old ones is of no use.
        <TableForm key={JSON.stringify(reading)} engine={engine} guess={data} />
      )}
    </Stack>
  );
}

/** Where the rows are imported to, and how. */
type Target = {
  readonly database: string;
  readonly table: string;
  readonly mode: Mode;
  readonly skipsBadRows: boolean;
};

/**
 * What the table is to be like. The statement is made by the server, and runs on a sheet like any
 * other.
 */
function TableForm({engine, guess}: {engine: Engine; guess: Guess}) {
  const {file, rows} = guess;
  const [columns, setColumns] = useState<readonly WantedColumn[]>(() => wantedColumns(guess));
  const [target, setTarget] = useState<Target>(() => ({
    database: 'main',
    table: tableNameFor(file.path),
    mode: 'create',
    skipsBadRows: false,
  }));
  const body = {engine: engine.type, file, columns: columns.map(sent)};
  const create = useMutation({
    mutationFn: () => ask('POST /api/v1/imports/statement', {body: {...body, ...target}}),
    onSuccess: ({statement}) => {
      openAndRun(engine, target.database, `${statement};\n`);
      go('/app/editor/');
    },
  });
  return (
    <>
      <section aria-label="Columns">
        <Title order={2} size="h4" mb="xs">
          Columns
        </Title>
        <ColumnFields columns={columns} isText={file.format === 'csv'} onChange={setColumns} />
      </section>
      <section aria-label="First rows">
        <Title order={2} size="h4" mb="xs">
          First rows
        </Title>
        <RowsTable
          hasHead
          rows={[columns.map(({name}) => name), ...rows.map(row => row.map(cell => cell ?? ''))]}
        />
      </section>
      <BadRows body={body} />
      <form
        onSubmit={event => {
          event.preventDefault();
          create.mutate();
        }}
      >
        <Stack className={classes['narrow']}>
          <Title order={2} size="h4">
            Table
          </Title>
          <TargetFields engine={engine.type} target={target} onTarget={setTarget} />
          <Problem error={create.error} />
          <Group>
            <Button type="submit" loading={create.isPending} disabled={target.table.trim() === ''}>
              {verbs[target.mode]}
            </Button>
          </Group>
          <Text size="sm" c="dimmed">
            The statement opens in a tab and runs there, where it can be canceled.
          </Text>
        </Stack>
      </form>
    </>
  );
}

type TargetFieldsProps = {
  readonly engine: string;
  readonly target: Target;
  readonly onTarget: (target: Target) => void;
};

/** Databases of the engine that can be written to. */
function TargetFields({engine, target, onTarget}: TargetFieldsProps) {
  const {data: databases = ['main']} = useQuery(databasesQuery(engine));
  const change = (fields: Partial<Target>) => onTarget({...target, ...fields});
  return (
    <>
      <Group grow align="flex-start">
        <Select
          label="Database"
          // These two can only be read.
          data={databases.filter(name => name !== 'sample' && name !== 'shared')}
          value={target.database}
          allowDeselect={false}
          onChange={database => database !== null && change({database})}
        />
        <TextInput
          label="Table"
          value={target.table}
          onChange={event => change({table: event.currentTarget.value})}
        />
      </Group>
      <Select
        label="Action"
        data={modes}
        value={target.mode}
        allowDeselect={false}
        onChange={mode => mode !== null && change({mode: mode as Mode})}
      />
      <Checkbox
        label="Leave out bad rows"
        description="Otherwise the first bad row stops the import, and nothing is imported."
        checked={target.skipsBadRows}
        onChange={event => change({skipsBadRows: event.currentTarget.checked})}
      />
    </>
  );
}

/** Columns with a type of their own in the file keep it until another one is chosen. */
function sent({source, name, type, isLeftOut}: WantedColumn) {
  return {source, name, type, isLeftOut};
}

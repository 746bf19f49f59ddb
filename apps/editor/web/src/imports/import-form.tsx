import {Button, Checkbox, Group, Select, Stack, Text, Title} from '@mantine/core';
import {ErrorState, LoadingState, Problem} from '@gazetteer/ui';
import {useMutation, useQuery} from '@tanstack/react-query';
import {useState} from 'react';
import {ask} from '../api/request.ts';
import type {Answer, Engine, Input} from '../api/wire.ts';
import {openAndRun} from '../assist/open-and-run.ts';
import {go} from '../place.ts';
import {RowsTable} from '../files/rows-table.tsx';
import {BadRows} from './bad-rows.tsx';
import {ColumnFields, type WantedColumn, wantedColumns} from './column-fields.tsx';
import {loadAddress} from './import-address.ts';
import {formatOf, tableNameFor} from './import-names.ts';
import {type Target, TargetFields, targetIn, useHdfs, verbs} from './target-fields.tsx';
import classes from './imports.module.css';

/** How the server writes the rows of a workbook. */
const workbookSigns = {delimiter: ',', quote: '"'};

/** What the server takes the file for. */
type Guess = Answer<'POST /api/v1/imports/guess'>;
/** What somebody knows better than the guess. */
type Reading = {readonly delimiter?: string; readonly header?: boolean};

const delimiters = [
  {value: ',', label: 'Comma'},
  {value: ';', label: 'Semicolon'},
  {value: '\t', label: 'Tab'},
  {value: '|', label: 'Bar'},
];
type ImportFormProps = {
  /** The one that has the file. */
  readonly engine: Engine;
  readonly path: string;
  /** The one that is to get the table. */
  readonly into: Engine;
};

/**
 * Reads the whole file, and then asks what the table is to be like. A workbook becomes a CSV on the
 * server first, which is then guessed at like any other.
 */
export function ImportForm({engine, path, into}: ImportFormProps) {
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
        <TableForm key={JSON.stringify(reading)} engine={engine} into={into} guess={data} />
      )}
    </Stack>
  );
}

type TableFormProps = Omit<ImportFormProps, 'path'> & {readonly guess: Guess};

/** What the table is to be like, and where it is to be. */
function TableForm({engine, into, guess}: TableFormProps) {
  const {file, rows} = guess;
  const [columns, setColumns] = useState<readonly WantedColumn[]>(() => wantedColumns(guess));
  const [target, setTarget] = useState<Target>(() => ({
    ...targetIn(into),
    table: tableNameFor(file.path),
    mode: 'create',
    skipsBadRows: false,
  }));
  const hasHdfs = useHdfs();
  const isHere = target.engine.type === engine.type;
  const body = {engine: engine.type, file, columns: columns.map(sent)};
  const create = useMutation({mutationFn: () => begin(engine, body, target)});
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
          <TargetFields reader={engine} target={target} onTarget={setTarget} />
          <Problem error={create.error} />
          <Group>
            <Button
              type="submit"
              loading={create.isPending}
              disabled={target.table.trim() === '' || (!isHere && !hasHdfs)}
            >
              {verbs[target.mode]}
            </Button>
          </Group>
          <Text size="sm" c="dimmed">
            {isHere
              ? 'The statement opens in a tab and runs there, where it can be canceled.'
              : 'The rows are copied to your home folder in HDFS until the table is created. You can cancel the import.'}
          </Text>
        </Stack>
      </form>
    </>
  );
}

/** Begins the import and goes to where it is shown. */
async function begin(
  engine: Engine,
  body: Input<'POST /api/v1/imports/check'>['body'],
  {engine: {type: into}, format, ...target}: Target,
): Promise<void> {
  if (into !== engine.type) {
    const whole = {...body, ...target, into, format};
    return go(loadAddress((await ask('POST /api/v1/imports/loads', {body: whole})).uuid));
  }
  const {statement} = await ask('POST /api/v1/imports/statement', {body: {...body, ...target}});
  openAndRun(engine, target.database, `${statement};\n`);
}

/** Columns with a type of their own in the file keep it until another one is chosen. */
function sent({source, name, type, isLeftOut}: WantedColumn) {
  return {source, name, type, isLeftOut};
}

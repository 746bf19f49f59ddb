import {form} from '@gazetteer/kernel';
import {optional} from '@gazetteer/kernel/fields';
import {
  described,
  flag as flagShape,
  integer,
  list,
  nullable,
  oneOf,
  text as textShape,
} from '@gazetteer/kernel/shape';
import {AppError} from '@gazetteer/model';
import type {Editor} from '../editor.ts';
import type {SqlSession} from '../engine/sql-engine.ts';
import {whole} from '../http/shapes.ts';
import {type Caller, change, query} from '../operation.ts';
import {badRows} from './bad-rows.ts';
import {
  checkColumns,
  checkSigns,
  engineWith,
  fileFields,
  formats,
  read,
  targetFields,
} from './fields.ts';
import {type Given, guess} from './guess.ts';
import {importSql} from './import-sql.ts';

const guessImport = query('POST /imports/guess', {
  summary: 'What is in a file that is to become a table',
  description:
    'Types are those that all values of a column have: the whole file is read. What is told of a CSV, such as its delimiter, is taken as it is.',
  body: form({
    engine: read.engine,
    path: fileFields.path,
    format: fileFields.format,
    delimiter: optional(fileFields.delimiter),
    quote: optional(fileFields.quote),
    header: optional(fileFields.header),
    skip: optional(fileFields.skip),
  }),
  answer: whole({
    file: described(
      whole({
        path: textShape('The file'),
        format: oneOf(formats, 'How it is written'),
        delimiter: textShape('What is between the values'),
        quote: textShape('What is around texts'),
        escape: textShape('What escapes a quote in a text'),
        header: flagShape('Whether its first line has the names'),
        skip: integer('Lines before that'),
        dateFormat: textShape('How days are written'),
        timestampFormat: textShape('How times are written'),
      }),
      'How it is read',
    ),
    columns: list(
      whole({
        source: textShape('As the file calls it'),
        name: textShape('A name for a column of a table'),
        type: textShape('What all of its values are'),
      }),
      'Its columns',
    ),
    rows: list(list(nullable(textShape())), 'The first of its rows, as texts'),
    rowCount: integer('How many it has; of a CSV those with as many values as columns'),
  }),
  errors: ['NOT_FOUND', 'NOT_SUPPORTED', 'STATEMENT_FAILED'],
  run: async (e, {engine, ...given}, c) =>
    await inSession(e, c, engine, given.path, async (session, signal) => {
      checkSigns(given);
      return await guess(session, given satisfies Given, signal);
    }),
});

const checkImport = query('POST /imports/check', {
  summary: 'The rows of a file that do not fit its columns',
  description: 'The whole file is read, and nothing is stored. 1000 rows at most are listed.',
  body: form(read),
  answer: whole({
    badRows: list(
      whole({
        line: integer('Line of the file; of JSON and Parquet, the number of the row'),
        column: textShape('The column'),
        text: textShape('The line or, of JSON and Parquet, the value'),
        problem: textShape('What is wrong with it, as the engine says it'),
      }),
      'By line',
    ),
    isMore: flagShape('Whether there are more'),
  }),
  errors: ['NOT_FOUND', 'NOT_SUPPORTED', 'STATEMENT_FAILED'],
  run: async (e, {engine, file, columns}, c) =>
    await inSession(e, c, engine, file.path, async (session, signal) => {
      checkSigns(file);
      checkColumns(columns);
      return await badRows(session, file, columns, signal);
    }),
});

const writeImport = query('POST /imports/statement', {
  summary: 'The statement that makes a table of a file',
  description:
    'It is run like any other, which shows how far it is, and cancels it. Bad rows are left out, or else the first of them stops it.',
  body: form({
    ...read,
    ...targetFields,
  }),
  answer: whole({statement: textShape('SQL')}),
  errors: ['NOT_FOUND', 'NOT_SUPPORTED'],
  run: async (e, {engine, file, columns, ...target}, {actor: {userName}}) => {
    await engineWith(e, userName, engine, file.path);
    checkSigns(file);
    checkColumns(columns);
    return {statement: importSql(file, columns, target)};
  },
});

const readWorkbook = change('POST /imports/workbook', {
  summary: 'Write the rows of a workbook into a CSV',
  description:
    'Of an XLSX file of 64 MB at most, its first worksheet. The CSV is not in a subfolder, has the name of the workbook with .csv at the end, and replaces an earlier one.',
  body: form({engine: read.engine, path: fileFields.path}),
  answer: whole({path: textShape('The CSV, as statements call it')}),
  errors: ['NOT_FOUND', 'NOT_SUPPORTED', 'CONFLICT'],
  run: async (e, {engine, path}, {actor: {userName}}) => {
    const {storage} = await engineWith(e, userName, engine, path);
    const csv = await storage.csvOf(userName, path);
    if (csv === undefined) throw new AppError('NOT_FOUND', [`You have no file ${path} there.`]);
    return {path: csv};
  },
});

/** Files become tables where they are; other clients see the statements in the history. */
export const importOperations = {readWorkbook, guessImport, checkImport, writeImport};

/**
 * Works with a file in a session of the engine that keeps it.
 * @throws NOT_SUPPORTED for an engine that keeps no files, NOT_FOUND without the file
 */
export async function inSession<T>(
  e: Editor,
  {actor: {userName}, signal}: Caller,
  type: string,
  path: string,
  work: (session: SqlSession, signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const {engine} = await engineWith(e, userName, type, path);
  const gone = signal();
  return await e.pool.use(engine, {name: userName}, session => work(session, gone), {signal: gone});
}

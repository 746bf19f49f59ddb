import {choice, flag, items, name, record, text, wholeNumber} from '@gazetteer/kernel/fields';
import {AppError} from '@gazetteer/model';
import type {Editor} from '../editor.ts';
import {findEngine} from '../editor-api/find-engine.ts';
import type {EngineStorage, SqlEngine} from '../engine/sql-engine.ts';
import {maxColumns} from './guess.ts';
import type {ImportColumn} from './import-sql.ts';

// What calls about files that become tables take, and what is refused of it.

export const formats = ['csv', 'json', 'parquet'] as const;
const modes = ['create', 'replace', 'append'] as const;
/** One sign that no line ends with; empty where there is none. */
const sign = (description: string) => text(description, {max: 4});

export const fileFields = {
  path: text('The file, as statements call it', {max: 4096}),
  format: choice('How it is written', formats),
  delimiter: sign('What is between the values of a CSV'),
  quote: sign('What is around texts of a CSV'),
  escape: sign('What escapes a quote in a text'),
  header: flag('Whether its first line has the names'),
  skip: wholeNumber('Lines before that', {max: 10_000, default: 0}),
  dateFormat: text('How days are written, as strptime takes it; empty for ISO', {
    max: 100,
    default: '',
  }),
  timestampFormat: text('How times are written', {max: 100, default: ''}),
};
const columnFields = {
  source: text('The column, as the file calls it', {max: 1000}),
  name: name('What it is to be called'),
  type: text('What it is to be; empty for the type that the file has', {max: 60, default: ''}),
  isLeftOut: flag('Without it'),
};
/** What all calls about a file take. */
export const read = {
  engine: name('The engine that keeps the file'),
  file: record('The file', fileFields),
  columns: items('All of its columns, in their order', columnFields),
};

/** Where the rows go. */
export const targetFields = {
  database: name('Where the table is'),
  table: name('Its name'),
  mode: choice('Whether the table is new', modes, 'create'),
  skipsBadRows: flag('Without the rows that do not fit'),
};

/** @throws NOT_SUPPORTED for an engine that keeps no files, NOT_FOUND without the file */
export async function engineWith(
  e: Editor,
  userName: string,
  type: string,
  path: string,
): Promise<{engine: SqlEngine; storage: EngineStorage}> {
  const engine = findEngine(e, type);
  const {storage} = engine;
  if (storage === undefined)
    throw new AppError('NOT_SUPPORTED', [`${engine.id} keeps no files to make tables of`]);
  // In statements its signs would mean other files as well.
  if (/[*?[\]{}]/.test(path) || (await storage.fileOf(userName, path)) === undefined)
    throw new AppError('NOT_FOUND', [`You have no file ${path} there.`]);
  return {engine, storage};
}

type Signs = {
  readonly delimiter?: string | undefined;
  readonly quote?: string | undefined;
  readonly escape?: string | undefined;
};

/** @throws BAD_REQUEST for signs that no CSV can have */
export function checkSigns({delimiter, quote = '', escape = ''}: Signs): void {
  const isBad = [delimiter ?? ',', quote, escape].some(one => /[\r\n\0]/.test(one));
  if (isBad || delimiter === '' || quote.length > 1 || escape.length > 1)
    throw new AppError('BAD_REQUEST', [
      'A delimiter has 1 to 4 characters, quote and escape one at most, and none ends a line',
    ]);
}

const types =
  /^(BOOLEAN|TINYINT|SMALLINT|INTEGER|BIGINT|HUGEINT|FLOAT|DOUBLE|DECIMAL\(\d{1,2}, ?\d{1,2}\)|VARCHAR|DATE|TIME|TIMESTAMP|TIMESTAMP WITH TIME ZONE|UUID|JSON)$/;

/** @throws BAD_REQUEST for columns that no table can have */
export function checkColumns(columns: readonly ImportColumn[]): void {
  // First of all: what follows looks at each of them.
  if (columns.length > maxColumns)
    throw new AppError('BAD_REQUEST', [
      `There are ${columns.length} columns, and ${maxColumns} are the most that are imported`,
    ]);
  if (columns.every(({isLeftOut}) => isLeftOut))
    throw new AppError('BAD_REQUEST', ['No column is left']);
  const wrong = columns.find(({type}) => type !== '' && !types.test(type));
  if (wrong !== undefined)
    throw new AppError('BAD_REQUEST', [`${JSON.stringify(wrong.type)} is no type for a column`]);
  const names = columns.map(({name: one}) => one.toLowerCase());
  const last = new Map(names.map((one, n) => [one, n]));
  const twice = names.find((one, n) => last.get(one) !== n);
  if (twice !== undefined)
    throw new AppError('BAD_REQUEST', [`There are two columns ${twice}: name one differently`]);
}

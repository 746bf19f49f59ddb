import {randomUUID} from 'node:crypto';
import {form} from '@gazetteer/kernel';
import {object, text, textIn} from '@gazetteer/kernel/loose-fields';
import {anything, described, flag, list, mapOf, text as textShape} from '@gazetteer/kernel/shape';
import {AppError} from '@gazetteer/model';
import {passOverRest} from '@gazetteer/server';
import {executeText} from '../editor-api/execute.ts';
import {executed} from '../editor-api/statement-shapes.ts';
import type {Editor} from '../editor.ts';
import type {EngineStorage, SqlEngine} from '../engine/sql-engine.ts';
import {status} from '../http/envelope.ts';
import {answer, textList, whole} from '../http/shapes.ts';
import {guess, sniff} from '../imports/guess.ts';
import {type ImportColumn, type ImportFile, importSql} from '../imports/import-sql.ts';
import {checkColumns, checkSigns} from '../imports/fields.ts';
import {inSession} from '../imports/operations.ts';
import {type Caller, change, query, stream} from '../operation.ts';
import {typeHere, typeIn, typesOfDialect} from './importer-types.ts';

// What Hue's importers ask, the newer one by files and the older one by formats. Both make tables
// of the engine that keeps files, as the page for imports does.

const mebibyte = 2 ** 20;
/** What is uploaded at once; larger files come in parts, see `/storage/{engine}/upload`. */
const maxUpload = 64 * mebibyte;

const upload = stream(
  'POST /importer/upload/file',
  {
    summary: 'Upload a file that is to become a table',
    description:
      'In a part `file` of a form, or of any other name: CSV, TSV, JSON or Parquet of 64 MB at most. Larger ones are sent in parts to `/api/v1/storage/{engine}/upload`.',
    change: 'plain',
    body: {
      mediaType: 'multipart/form-data',
      fields: {file: {type: 'string', description: 'The file'}},
      isStreamed: true,
    },
    answer: whole({file_path: textShape('What the other calls of the importer call it')}),
    errors: ['BAD_REQUEST', 'CONFLICT', 'NOT_SUPPORTED'],
    status: 201,
  },
  async (_input, request, reply, {editorFor}) => {
    try {
      const uploads = storing(editorFor(request)).storage.uploadsOf(request.actor.userName);
      const part = await request.file({limits: {fileSize: maxUpload}});
      if (part === undefined) throw new AppError('BAD_REQUEST', ['The form has no file']);
      const id = randomUUID();
      const path = `${id.slice(0, 8)}_${namePart(part.filename)}`;
      // The form has a little more than the file.
      const length = Number(request.headers['content-length']);
      const total = Math.min(maxUpload, length || maxUpload);
      try {
        const bytes = await uploads.append(id, {offset: 0, total, bytes: part.file});
        if (part.file.truncated)
          throw new AppError('BAD_REQUEST', [
            'The file has more than 64 MB: send it in parts to /api/v1/storage/{engine}/upload',
          ]);
        await uploads.finish(id, path, bytes, false);
      } catch (error) {
        await uploads.drop(id);
        throw error;
      }
      return await reply.code(201).send({file_path: path});
    } finally {
      passOverRest(request);
    }
  },
);

/** The end of a name, without what would make a pattern or a path of it in statements. */
function namePart(name: string): string {
  let characters = [...name.replaceAll(/[*?[\]{}/\\\p{Cc}]/gu, '_').toWellFormed()];
  // As many bytes as names of files may have, without the id before it.
  while (Buffer.byteLength(characters.join('')) > 180) characters = characters.slice(1);
  return characters.join('') || 'file';
}

const where = {
  file_path: text('The file, as the upload called it'),
  import_type: text('`local`: a file that was uploaded'),
};
const kinds = ['NOT_FOUND', 'NOT_SUPPORTED', 'STATEMENT_FAILED'] as const;

const metadata = query('GET /importer/file/guess_metadata', {
  summary: 'How an uploaded file is written',
  description: 'From its beginning.',
  query: where,
  answer: whole(
    {
      type: textShape('csv, tsv, delimiter_format, json or parquet'),
      field_separator: textShape('What is between its values'),
      quote_char: textShape('What is around its texts'),
      record_separator: textShape('What ends its lines'),
    },
    ['field_separator', 'quote_char', 'record_separator'],
  ),
  errors: kinds,
  run: async (e, given, c) => {
    const file = await lookInto(e, c, given, sniff);
    if (file.format !== 'csv') return {type: file.format};
    const type = {',': 'csv', '\t': 'tsv'}[file.delimiter] ?? 'delimiter_format';
    const signs = {field_separator: file.delimiter, quote_char: file.quote};
    return {type, ...signs, record_separator: '\n'};
  },
});

const header = query('GET /importer/file/guess_header', {
  summary: 'Whether the first line of an uploaded file has the names of its columns',
  description: 'By what its other lines have.',
  query: {...where, file_type: text('As `guess_metadata` told; not needed')},
  answer: whole({has_header: flag('Whether it has')}),
  errors: kinds,
  run: async (e, given, c) => ({
    has_header: (await lookInto(e, c, given, sniff)).header,
  }),
});

const preview = query('GET /importer/file/preview', {
  summary: 'The columns of an uploaded file, and its first rows',
  description:
    'Types are those that all values of a column have, in the words of `sql_dialect`. 50 rows at most.',
  query: {
    ...where,
    file_type: text('As `guess_metadata` told; not needed'),
    sql_dialect: text('hive, impala, sparksql, trino, phoenix or duckdb'),
    has_header: text('true or false, in place of what is guessed'),
    field_separator: text('In place of what is guessed'),
    quote_char: text('In place of what is guessed'),
  },
  answer: whole({
    type: textShape('As `guess_metadata` tells'),
    columns: list(whole({name: textShape('Its name'), type: textShape('Its type')}), 'Columns'),
    preview_data: described(mapOf(list(anything, 'Values')), 'Values by the name of the column'),
  }),
  errors: kinds,
  run: async (e, {sql_dialect, has_header, field_separator, quote_char, ...given}, c) => {
    const {file, columns, rows} = await lookInto(e, c, given, guess, {
      delimiter: field_separator || undefined,
      quote: quote_char || undefined,
      header: flagIn(has_header),
    });
    const values = columns.map(({name, type}, n) => [name, rows.map(row => valueOf(type, row[n]))]);
    return {
      type: given.file_type || file.format,
      columns: columns.map(({name, type}) => ({name, type: typeIn(sql_dialect, type)})),
      preview_data: Object.fromEntries(values),
    };
  },
});

const types = query('GET /importer/sql_type_mapping', {
  summary: 'Types for the columns of a dialect',
  description: 'By name.',
  query: {sql_dialect: text('hive, impala, sparksql, trino, phoenix or duckdb')},
  answer: textList('Types'),
  errors: ['BAD_REQUEST'],
  run: async (_e, {sql_dialect}) => {
    const found = typesOfDialect(sql_dialect);
    if (found === undefined)
      throw new AppError('BAD_REQUEST', [`Unsupported dialect: ${JSON.stringify(sql_dialect)}`]);
    return found;
  },
});

/** Told by a status of HTTP. */
export const importerOperations = {
  importerMetadata: metadata,
  importerHeader: header,
  importerPreview: preview,
  importerTypes: types,
};
export const importerStreams = [upload];

const fileFormat = {
  fileFormat: object('`inputFormat` is `localfile`, and `path` names the file; `format` is how'),
};
const indexerFormat = {
  type: textShape('csv, json or parquet'),
  fieldSeparator: textShape('What is between its values'),
  recordSeparator: textShape('What ends its lines'),
  quoteChar: textShape('What is around its texts'),
  hasHeader: flag('Whether its first line has the names'),
};

const guessFormat = query('POST /indexer/guess_format', {
  summary: 'How an uploaded file is written, as older clients ask',
  description: 'From its beginning. Tabs and ends of lines are told as `\\t` and `\\n`.',
  body: form(fileFormat),
  answer: answer(indexerFormat),
  run: async (e, given, c) => {
    const file = await lookInto(e, c, fileIn(given.fileFormat), sniff);
    const {format: type, delimiter, quote: quoteChar, header: hasHeader} = file;
    const fieldSeparator = delimiter.replaceAll('\t', String.raw`\t`);
    const recordSeparator = String.raw`\n`;
    return {status: status.ok, type, fieldSeparator, recordSeparator, quoteChar, hasHeader};
  },
});

const guessFields = query('POST /indexer/guess_field_types', {
  summary: 'The columns of an uploaded file, as older clients ask',
  description: 'With its first rows.',
  body: form(fileFormat),
  answer: answer({
    columns: list(mapOf(anything), 'Name, type and whether it is to be kept'),
    sample: list(list(anything, 'Values'), 'Rows'),
  }),
  run: async (e, given, c) => {
    const wanted = fileIn(given.fileFormat);
    const {columns, rows} = await lookInto(e, c, wanted, guess, wanted.signs);
    return {
      status: status.ok,
      columns: columns.map(({name, type}) => ({
        name,
        type: typeIn('hive', type).toLowerCase(),
        comment: '',
        keep: true,
        level: 0,
        required: false,
        unique: false,
        multiValued: false,
        operations: [],
        nested: [],
      })),
      sample: rows.slice(0, 5).map(row => columns.map(({type}, n) => valueOf(type, row[n]))),
    };
  },
});

const submit = change('POST /indexer/importer/submit', {
  summary: 'Make a table of an uploaded file, as older clients ask',
  description:
    'The statement is run as if the caller had written it: the answer is that of `execute`. `destination.columns` are by the place of those of the file; those with `keep` false are left out.',
  body: form({
    source: object('As `fileFormat`'),
    destination: object('`name` (database.table), `outputFormat` table, and `columns`'),
  }),
  answer: executed,
  run: async (e, {source, destination}, c) => {
    const kind = textIn(destination, 'outputFormat') || 'table';
    if (kind !== 'table')
      throw new AppError('NOT_SUPPORTED', [`Files become tables here, not ${kind}`]);
    const wanted = fileIn(source);
    const found = await lookInto(e, c, wanted, guess, wanted.signs);
    const columns = columnsOf(destination['columns'], found);
    checkColumns(columns);
    const {engine} = storing(e);
    const [table = '', database = 'main'] = textIn(destination, 'name').split('.').toReversed();
    if (table === '') throw new AppError('BAD_REQUEST', ['destination.name names no table']);
    const target = {database, table, mode: 'create', skipsBadRows: false} as const;
    const sql = importSql(found.file, columns, target);
    return await executeText(e, c.actor.userName, engine, database, sql);
  },
});

/** Told by a number in the answer. */
export const indexerOperations = {
  indexerFormat: guessFormat,
  indexerFields: guessFields,
  indexerSubmit: submit,
};

/** @throws NOT_SUPPORTED where no engine keeps files */
function storing({engines}: Editor): {engine: SqlEngine; storage: EngineStorage} {
  for (const engine of engines.values())
    if (engine.storage !== undefined) return {engine, storage: engine.storage};
  throw new AppError('NOT_SUPPORTED', ['No engine here keeps files to make tables of']);
}

type Signs = {
  readonly delimiter?: string | undefined;
  readonly quote?: string | undefined;
  readonly header?: boolean | undefined;
};

/**
 * @throws NOT_SUPPORTED for files that were not uploaded, and workbooks; NOT_FOUND without the file
 */
async function lookInto<T>(
  e: Editor,
  c: Caller,
  {file_path: path, import_type}: {file_path: string; import_type: string},
  look: (...asked: Parameters<typeof guess>) => Promise<T>,
  {delimiter, quote, header: hasHeader}: Signs = {},
): Promise<T> {
  if (import_type !== '' && import_type !== 'local')
    throw new AppError('NOT_SUPPORTED', [
      `Uploaded files are imported here (import_type local), not ${import_type} ones`,
    ]);
  const format = formatOf(path);
  checkSigns({delimiter, quote});
  const given = {path, format, delimiter, quote, header: hasHeader, skip: undefined};
  return await inSession(e, c, storing(e).engine.id, path, async (session, signal) =>
    look(session, given, signal),
  );
}

function formatOf(path: string): ImportFile['format'] {
  if (/\.xlsx?$/i.test(path))
    throw new AppError('NOT_SUPPORTED', [
      'Workbooks are imported on the page Import: save this one as CSV, or open /app/import',
    ]);
  if (/\.(json|ndjson|jsonl)$/i.test(path)) return 'json';
  return /\.parquet$/i.test(path) ? 'parquet' : 'csv';
}

/** What older clients say of a file. */
function fileIn(given: Readonly<Record<string, unknown>>) {
  const kind = textIn(given, 'inputFormat');
  if (kind !== '' && kind !== 'localfile')
    throw new AppError('NOT_SUPPORTED', [
      `Uploaded files are imported here (inputFormat localfile), not ${kind}`,
    ]);
  const format = (given['format'] ?? {}) as Readonly<Record<string, unknown>>;
  const delimiter = textIn(format, 'fieldSeparator').replaceAll(String.raw`\t`, '\t');
  const hasHeader = format['hasHeader'];
  const signs: Signs = {
    delimiter: delimiter || undefined,
    quote: textIn(format, 'quoteChar') || undefined,
    header: typeof hasHeader === 'boolean' ? hasHeader : undefined,
  };
  return {file_path: textIn(given, 'path'), import_type: 'local', signs};
}

/** The columns of the file, named and typed as they are wanted. */
function columnsOf(
  wanted: unknown,
  {file, columns}: Awaited<ReturnType<typeof guess>>,
): ImportColumn[] {
  const list = Array.isArray(wanted) ? wanted : [];
  return columns.map(({source, name, type}, n): ImportColumn => {
    const one = (list[n] ?? {}) as Readonly<Record<string, unknown>>;
    const asked = textIn(one, 'type');
    // Columns of JSON and Parquet have types of their own, also ones that no client can name.
    const isAsFound = asked === '' || asked.toLowerCase() === typeIn('hive', type).toLowerCase();
    const found = file.format === 'csv' ? type : '';
    return {
      source,
      name: textIn(one, 'name') || name,
      type: isAsFound ? found : typeHere(asked),
      isLeftOut: one['keep'] === false,
    };
  });
}

function flagIn(given: string): boolean | undefined {
  return given === '' ? undefined : given.toLowerCase() === 'true';
}

/** A text of the file as JSON has values of its type; what JSON has no words for stays a text. */
function valueOf(type: string, value: unknown): unknown {
  if (typeof value !== 'string') return value ?? null;
  if (type === 'BOOLEAN') return value.toLowerCase() === 'true';
  if (type !== 'BIGINT' && type !== 'INTEGER' && type !== 'DOUBLE') return value;
  const number = Number(value);
  return Number.isFinite(number) && (type === 'DOUBLE' || Number.isSafeInteger(number))
    ? number
    : value;
}

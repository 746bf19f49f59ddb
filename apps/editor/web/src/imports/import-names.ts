export type ImportFormat = 'csv' | 'json' | 'parquet' | 'xlsx';

const formats: Readonly<Record<string, ImportFormat>> = {
  csv: 'csv',
  tsv: 'csv',
  psv: 'csv',
  txt: 'csv',
  json: 'json',
  jsonl: 'json',
  ndjson: 'json',
  parquet: 'parquet',
  xlsx: 'xlsx',
};

/** By the ending of its name; undefined for what is not imported. */
export function formatOf(name: string): ImportFormat | undefined {
  const [, ending = ''] = /\.(\w+)(?:\.gz)?$/.exec(name.toLowerCase()) ?? [];
  return Object.hasOwn(formats, ending) ? formats[ending] : undefined;
}

const maxCharacters = 100;
/** The server takes 200, of which the CSV of a workbook needs four for its ending. */
const maxBytes = 196;

/**
 * A name that the server takes: without slashes, patterns and a dot at its beginning. Of a long one
 * the end is kept, which tells the format.
 */
export function fileNameFor(name: string): string {
  const plain = [...name.replaceAll(/[*?[\]{}/\\\p{Cc}\p{Cs}]/gu, '_')].slice(-maxCharacters);
  const encoder = new TextEncoder();
  while (encoder.encode(plain.join('')).length > maxBytes) plain.shift();
  return plain.join('').replace(/^[.\s]+/, '') || 'file';
}

/** What a table of a file is called at first. A name that needs no quotes in any statement. */
export function tableNameFor(path: string): string {
  const name = (path.slice(path.lastIndexOf('/') + 1).split('.')[0] ?? '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, '_')
    .replaceAll(/^_+|_+$/g, '');
  return /^\p{N}/u.test(name) ? `_${name}` : name || 'imported';
}

/** What was pasted, as a file: of cells of a spreadsheet there are tabs between the values. */
export function pastedFile(text: string): File {
  const first = text.trimStart();
  const ending = /^[[{]/.test(first)
    ? 'json'
    : first.split('\n')[0]?.includes('\t')
      ? 'tsv'
      : 'csv';
  return new File([text.endsWith('\n') ? text : `${text}\n`], `pasted.${ending}`);
}

import type {Engine} from '../api/wire.ts';
import {nameOf, parentOf} from './file-place.ts';

/** Kinds of files that engines read by themselves. */
export type FileKind = 'csv' | 'json' | 'parquet' | 'orc' | 'text';

/** By the name alone, compressed or not: nothing is read to list a folder. */
export function kindOf(name: string): FileKind {
  const [, extension = ''] = /\.(\w+)(?:\.(?:gz|bz2))?$/.exec(name.toLowerCase()) ?? [];
  if (['csv', 'tsv', 'psv'].includes(extension)) return 'csv';
  if (['json', 'jsonl', 'ndjson'].includes(extension)) return 'json';
  if (extension === 'parquet' || extension === 'orc') return extension;
  return 'text';
}

/** What is known of a file: columns with types of Hive, and how a text is to be read. */
export type FileFacts = {
  readonly columns: readonly {readonly name: string; readonly type: string}[];
  readonly separator: string;
  readonly hasHead: boolean;
};

const hiveLike = new Set(['hive', 'beeswax', 'llap']);

/** Whether an engine of this dialect can read a file of the cluster. */
export function canQuery({dialect}: Pick<Engine, 'dialect'>, path: string): boolean {
  return dialect === 'sparksql' || (hiveLike.has(dialect) && kindOf(path) !== 'orc');
}

/** Spark reads a file by its path, where signs that stand for others are escaped. */
export function sparkQuery(path: string): string {
  const name = path.replaceAll(/[*?[\]{}\\]/g, String.raw`\$&`).replaceAll('`', '``');
  return `SELECT *\nFROM ${kindOf(path)}.\`${name}\`\nLIMIT 100;\n`;
}

/** As what Hive reads it: columns of a compressed text are not known, but it has lines. */
export function hiveKindOf(path: string): FileKind {
  return /\.(?:gz|bz2)$/i.test(path) ? 'text' : kindOf(path);
}

/**
 * Hive needs a table over the folder of a file, which is written out to be run. All columns of a
 * CSV are texts, whatever is in it, since OpenCSVSerde reads them so.
 */
export function hiveQuery(path: string, facts: FileFacts): string {
  const folder = parentOf(path);
  const name = (nameOf(path).split('.')[0] ?? '').replaceAll(/\W/g, '_');
  const table = `\`${name || 'file'}\``;
  const columns = facts.columns.map(one => `  \`${one.name.replaceAll('`', '``')}\` ${one.type}`);
  return [
    '-- Reads all files of this folder.',
    `CREATE EXTERNAL TABLE ${table} (`,
    columns.join(',\n'),
    ')',
    ...storedAs(hiveKindOf(path), facts),
    `LOCATION '${literal(folder)}'${
      facts.hasHead ? "\nTBLPROPERTIES ('skip.header.line.count'='1')" : ''
    };`,
    '',
    `SELECT *\nFROM ${table}\nLIMIT 100;\n`,
  ].join('\n');
}

function storedAs(kind: FileKind, {separator}: FileFacts): readonly string[] {
  if (kind === 'parquet') return ['STORED AS PARQUET'];
  if (kind === 'json') return ["ROW FORMAT SERDE 'org.apache.hadoop.hive.serde2.JsonSerDe'"];
  if (kind !== 'csv') return ['STORED AS TEXTFILE'];
  const sign = separator === '\t' ? String.raw`\t` : separator;
  return [
    "ROW FORMAT SERDE 'org.apache.hadoop.hive.serde2.OpenCSVSerde'",
    `WITH SERDEPROPERTIES ('separatorChar'='${sign}')`,
    'STORED AS TEXTFILE',
  ];
}

function literal(text: string): string {
  return text.replaceAll(/['\\]/g, String.raw`\$&`);
}

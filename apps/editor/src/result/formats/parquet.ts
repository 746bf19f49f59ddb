import {ByteWriter, type ColumnSource, ParquetWriter, type SchemaElement} from 'hyparquet-writer';
import type {Column} from '../../engine/column.ts';
import type {Page} from '../../engine/sql-engine.ts';
import {type ColumnKind, columnKind} from '../../engine/column-kind.ts';
import {typedValues} from '../../engine/typed-value.ts';
import {distinctNames, type ResultFormat, type ResultPages} from './format.ts';

/** Row groups of this many cells: large enough to compress well, small enough to be held. */
const cellsPerGroup = 250_000;
const maxGroupRows = 100_000;

/**
 * Apache Parquet with Snappy; decimals exact, timestamps to the microsecond, nested values as their
 * JSON text.
 */
export const parquet: ResultFormat = {
  extension: 'parquet',
  contentType: 'application/vnd.apache.parquet',
  write,
};

async function* write({columns, pages}: ResultPages): AsyncGenerator<Uint8Array> {
  const writer = new DrainedWriter();
  const kinds = columns.map(column => columnKind(column.type));
  const names = distinctNames(columns);
  const file = new ParquetWriter({writer, schema: schemaOf(names, kinds), createdBy: 'gazetteer'});
  const groupRows = Math.max(
    1000,
    Math.min(maxGroupRows, Math.floor(cellsPerGroup / Math.max(1, columns.length))),
  );
  let group = new Group(columns, kinds);
  for await (const page of pages) {
    group.add(page);
    if (group.rowCount < groupRows) continue;
    await file.write({columnData: group.columnData(names), rowGroupSize: group.rowCount});
    yield writer.drain();
    group = new Group(columns, kinds);
  }
  if (group.rowCount > 0)
    await file.write({columnData: group.columnData(names), rowGroupSize: group.rowCount});
  await file.finish();
  yield writer.drain();
}

/** Gives away what was written so far; places inside the file go on counting. */
class DrainedWriter extends ByteWriter {
  drain(): Uint8Array {
    const bytes = Uint8Array.from(this.getBytes());
    this.index = 0;
    return bytes;
  }
}

class Group {
  rowCount = 0;
  readonly #columns: readonly Column[];
  readonly #kinds: readonly ColumnKind[];
  /** Column by column, as many lists as pages. */
  readonly #values: unknown[][][];

  constructor(columns: readonly Column[], kinds: readonly ColumnKind[]) {
    this.#columns = columns;
    this.#kinds = kinds;
    this.#values = columns.map(() => []);
  }

  add(page: Page): void {
    for (const [i, values] of page.columns.entries()) {
      const kind: ColumnKind = this.#kinds[i] ?? {kind: 'text'};
      const name = this.#columns[i]?.name ?? '';
      this.#values[i]?.push(typedValues(kind, values, name));
    }
    this.rowCount += page.rowCount;
  }

  columnData(names: readonly string[]): ColumnSource[] {
    return this.#values.map((parts, i) => ({name: names[i] ?? '', data: parts.flat()}));
  }
}

function schemaOf(names: readonly string[], kinds: readonly ColumnKind[]): SchemaElement[] {
  const root: SchemaElement = {name: 'root', num_children: names.length};
  return [
    root,
    ...names.map((name, i) => ({name, repetition_type: 'OPTIONAL' as const, ...typeOf(kinds[i])})),
  ];
}

function typeOf(kind: ColumnKind = {kind: 'text'}): Omit<SchemaElement, 'name'> {
  switch (kind.kind) {
    case 'boolean':
      return {type: 'BOOLEAN'};
    case 'int32':
      return {type: 'INT32'};
    case 'int64':
      return {type: 'INT64'};
    case 'float':
      return {type: 'DOUBLE'};
    case 'decimal':
      return {
        ...decimalType(kind.precision),
        converted_type: 'DECIMAL',
        precision: kind.precision,
        scale: kind.scale,
      };
    case 'date':
      return {type: 'INT32', converted_type: 'DATE'};
    case 'timestamp':
      return {
        type: 'INT64',
        logical_type: {type: 'TIMESTAMP', isAdjustedToUTC: kind.isUtc, unit: 'MICROS'},
      };
    case 'binary':
      return {type: 'BYTE_ARRAY'};
    case 'text':
      return {type: 'BYTE_ARRAY', converted_type: 'UTF8'};
  }
}

/** The narrowest that holds all digits, as other writers take it. */
function decimalType(precision: number): Omit<SchemaElement, 'name'> {
  if (precision <= 9) return {type: 'INT32'};
  return precision <= 18 ? {type: 'INT64'} : {type: 'FIXED_LEN_BYTE_ARRAY', type_length: 16};
}

import {Readable} from 'node:stream';
import {Field, makeData, RecordBatch, RecordBatchStreamWriter, Schema, Struct} from 'apache-arrow';
import type {Column} from '../../engine/column.ts';
import type {Page} from '../../engine/sql-engine.ts';
import {type ColumnKind, columnKind} from '../../engine/column-kind.ts';
import {arrowData, arrowType} from './arrow-data.ts';
import {distinctNames, type ResultFormat, type ResultPages} from './format.ts';

/** An Arrow IPC stream, a record batch a page. */
export const arrow: ResultFormat = {
  extension: 'arrows',
  contentType: 'application/vnd.apache.arrow.stream',
  write,
};

const text: ColumnKind = {kind: 'text'};

function write(result: ResultPages): AsyncIterable<Uint8Array> {
  // A stream of Node's, so that batches are made as fast as somebody reads and not faster.
  return Readable.from(batches(result), {highWaterMark: 1}).pipe(
    RecordBatchStreamWriter.throughNode(),
  );
}

async function* batches({columns, pages}: ResultPages): AsyncGenerator<RecordBatch> {
  const names = distinctNames(columns);
  const kinds = columns.map(column => columnKind(column.type));
  const schema = new Schema(
    names.map((name, i) => new Field(name, arrowType(kinds[i] ?? text), true)),
  );
  let count = 0;
  for await (const page of pages) {
    count++;
    yield batchOf(schema, page, columns, kinds);
  }
  // Without any the reader would not even learn the columns.
  if (count === 0)
    yield batchOf(schema, {columns: columns.map(() => []), rowCount: 0}, columns, kinds);
}

function batchOf(
  schema: Schema,
  page: Page,
  columns: readonly Column[],
  kinds: readonly ColumnKind[],
): RecordBatch {
  const children = schema.fields.map(({type}, i) =>
    arrowData(type, kinds[i] ?? text, page.columns[i] ?? [], columns[i]?.name ?? ''),
  );
  const struct = new Struct(schema.fields);
  return new RecordBatch(
    schema,
    makeData({type: struct, length: page.rowCount, nullCount: 0, children}),
  );
}

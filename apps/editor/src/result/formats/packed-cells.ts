import {
  aligned,
  type PackedColumn,
  packedKinds,
  PackedPage,
  textMaker,
} from '../../engine/packed-page.ts';
import {writeInteger} from '../../engine/made-texts.ts';
import type {Page} from '../../engine/sql-engine.ts';
import type {TextBuffer} from '../../engine/text-buffer.ts';

/** How values look in a format of text. */
export type CellStyle = {
  readonly null: (out: TextBuffer) => void;
  readonly boolean: (out: TextBuffer, value: boolean) => void;
  /** One that is not finite. */
  readonly oddNumber: (out: TextBuffer, value: number) => void;
  /** Bytes of ASCII or UTF-8; whether they could be written as they are. */
  readonly plainText: (out: TextBuffer, bytes: Uint8Array, from: number, to: number) => boolean;
  readonly text: (out: TextBuffer, value: string) => void;
  /** What stands around a text that a number was made into, a byte. */
  readonly mark?: number | undefined;
  /** Neither a text, a number, a truth value nor NULL. */
  readonly other: (out: TextBuffer, value: unknown) => void;
};

export type CellWriter = (out: TextBuffer, row: number) => void;

/**
 * Writers for the columns of a page, for one row after the other: where it is packed, no value is
 * made of most cells.
 */
export function cellWriters(page: Page, styleOf: (column: number) => CellStyle): CellWriter[] {
  if (page instanceof PackedPage)
    return page
      .packedColumns()
      .map((column, n) => cellWriter(column, page, () => page.valuesOf(n), styleOf(n)));
  return page.columns.map((values, n) => {
    const style = styleOf(n);
    return (out, row) => writeValue(out, values[row], style);
  });
}

function writeValue(out: TextBuffer, value: unknown, style: CellStyle): void {
  if (value === null || value === undefined) style.null(out);
  else if (typeof value === 'string') style.text(out, value);
  else if (typeof value === 'number') writeNumber(out, value, style);
  else if (typeof value === 'boolean') style.boolean(out, value);
  else if (typeof value === 'bigint') out.ascii(String(value));
  else style.other(out, value);
}

/** @param values all of them, for columns whose bytes tell nothing by themselves */
function cellWriter(
  column: PackedColumn,
  page: PackedPage,
  values: () => readonly unknown[],
  style: CellStyle,
): CellWriter {
  const write = valueWriter(column, page, values, style);
  const {nulls} = column;
  if (nulls === undefined) return write;
  return (out, row) => (nulls[row] === 1 ? style.null(out) : write(out, row));
}

function valueWriter(
  column: PackedColumn,
  {rowCount}: PackedPage,
  values: () => readonly unknown[],
  style: CellStyle,
): CellWriter {
  const {kind, bytes} = column;
  switch (kind) {
    case packedKinds.int32: {
      const numbers = new Int32Array(aligned(bytes));
      return (out, row) => out.integer(numbers[row] as number);
    }
    case packedKinds.bigint:
      return bigints(new Int32Array(aligned(bytes)));
    case packedKinds.decimal:
    case packedKinds.timestamp:
    case packedKinds.date:
      return marked(textMaker(column), style);
    case packedKinds.number:
      return doubles(new Float64Array(aligned(bytes)), style);
    case packedKinds.boolean:
      return (out, row) => style.boolean(out, bytes[row] === 1);
    case packedKinds.utf8:
      return prefixedTexts(bytes, style);
    case packedKinds.latin1:
      return joinedTexts(bytes, rowCount, values, style);
    default: {
      const all = values();
      return (out, row) => writeValue(out, all[row], style);
    }
  }
}

function bigints(words: Int32Array): CellWriter {
  return (out, row) => writeInteger(out, words[row * 2] as number, words[row * 2 + 1] as number);
}

function marked(write: CellWriter, {mark}: CellStyle): CellWriter {
  if (mark === undefined) return write;
  return (out, row) => {
    out.byte(mark);
    write(out, row);
    out.byte(mark);
  };
}

function doubles(numbers: Float64Array, style: CellStyle): CellWriter {
  return (out, row) => writeNumber(out, numbers[row] as number, style);
}

function writeNumber(out: TextBuffer, value: number, style: CellStyle): void {
  if (Number.isSafeInteger(value)) out.integer(value);
  else if (Number.isFinite(value)) out.ascii(String(value));
  else style.oddNumber(out, value);
}

function prefixedTexts(bytes: Buffer, style: CellStyle): CellWriter {
  // Cells are written row after row, and so are found one behind the other.
  let next = 0;
  let at = 0;
  return (out, row) => {
    for (; next < row; next++) at += 4 + lengthAt(bytes, at);
    const from = at + 4;
    const to = from + lengthAt(bytes, at);
    next = row + 1;
    at = to;
    if (!style.plainText(out, bytes, from, to)) style.text(out, bytes.toString('utf8', from, to));
  };
}

function joinedTexts(
  bytes: Buffer,
  rowCount: number,
  values: () => readonly unknown[],
  style: CellStyle,
): CellWriter {
  const ends = new Uint32Array(aligned(bytes.subarray(0, rowCount * 4)));
  const base = ends.byteLength;
  let all: readonly unknown[] | undefined;
  return (out, row) => {
    const from = base + (row === 0 ? 0 : (ends[row - 1] as number));
    if (!style.plainText(out, bytes, from, base + (ends[row] as number)))
      style.text(out, ((all ??= values())[row] as string | null) ?? '');
  };
}

/** As `readInt32BE`, without its checks: a page has been read before. */
function lengthAt(bytes: Buffer, at: number): number {
  return (
    ((bytes[at] as number) << 24) |
    ((bytes[at + 1] as number) << 16) |
    ((bytes[at + 2] as number) << 8) |
    (bytes[at + 3] as number)
  );
}

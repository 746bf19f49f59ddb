import type {TextBuffer} from '../../engine/text-buffer.ts';
import {writeIfDecimal} from './decimal-bytes.ts';
import type {CellStyle} from './packed-cells.ts';
import {jsonCell} from './result-format.ts';

const [quote] = Buffer.from('"') as unknown as [number];
/** What has to be escaped; of what is not ASCII only its characters tell. */
const peculiar = Uint8Array.from({length: 256}, (_, byte) =>
  byte < 32 || byte >= 128 || byte === quote || byte === 92 ? 1 : 0,
);

const cell = (out: TextBuffer, value: unknown): void =>
  out.text(JSON.stringify(jsonCell(value)) ?? 'null');

/** Values in JSON. */
export const jsonCells: CellStyle = {
  null: out => out.ascii('null'),
  boolean: cell,
  oddNumber: cell,
  text: cell,
  other: cell,
  mark: quote,
  plainText: (out, bytes, from, to) => {
    out.byte(quote);
    if (!out.plain(bytes, from, to, peculiar)) {
      out.cutAt(out.length - 1);
      return false;
    }
    out.byte(quote);
    return true;
  },
};

/** Texts of decimals as numbers, with all of their digits. */
export const jsonDecimals: CellStyle = {
  ...jsonCells,
  mark: undefined,
  text: (out, value) => (isDecimal(value) ? out.ascii(value) : jsonCells.text(out, value)),
  plainText: (out, bytes, from, to) =>
    writeIfDecimal(out, bytes, from, to) || jsonCells.plainText(out, bytes, from, to),
};

function isDecimal(text: string): boolean {
  return /^-?\d+(?:\.\d+)?$/.test(text);
}

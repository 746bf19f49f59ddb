/** What the cells of a workbook share. */
export type CellContext = {
  /** Decoded once, however many cells have them. */
  readonly strings: readonly string[];
  /** Styles that show a number as a date or a time. */
  readonly dateStyles: ReadonlySet<number>;
  readonly isFrom1904: boolean;
};

const dayMs = 86_400_000;

/** The text of a cell by its type `t` (ECMA-376, 18.18.11) and its style. */
export function cellText(
  {type, style, value}: {readonly type: string; readonly style: number; readonly value: string},
  context: CellContext,
): string {
  switch (type) {
    case 's':
      return context.strings[Number(value)] ?? '';
    case 'b':
      return value === '1' ? 'true' : 'false';
    case 'n':
      return context.dateStyles.has(style)
        ? dateText(value, context.isFrom1904)
        : numberText(value);
    default:
      // str, inlineStr, d (a date as ISO text) and e (#N/A and its like)
      return decoded(value);
  }
}

/** Zero-based; undefined when a cell does not say where it is. */
export function columnOf(reference: string | undefined): number | undefined {
  const letters = /^[A-Z]{1,3}/.exec(reference ?? '')?.[0];
  if (letters === undefined) return undefined;
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

/** 0.1 is stored as 0.10000000000000001; more digits than a number holds stay as they are. */
function numberText(value: string): string {
  const number = Number(value);
  if (value.trim() === '' || !Number.isFinite(number)) return value;
  return Number.isInteger(number) && !Number.isSafeInteger(number) ? value : String(number);
}

/** Days since the end of 1899, or since 1904 in old workbooks of the Macintosh. */
function dateText(value: string, isFrom1904: boolean): string {
  const days = Number(value);
  if (value.trim() === '' || !Number.isFinite(days)) return value;
  const epoch = isFrom1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, 30);
  const date = new Date(epoch + Math.round(days * dayMs));
  return Number.isNaN(date.getTime()) ? value : date.toISOString();
}

/** Characters that XML cannot hold are written as `_x0007_`. */
export function decoded(text: string): string {
  if (!text.includes('_x')) return text;
  return text.replaceAll(/_x([\da-fA-F]{4})_/g, (_whole, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
}

/**
 * `line` counts from 1 as a person sees it: the line of a text file where the row begins, the row
 * number of a spreadsheet.
 */
export type SheetRow = {readonly line: number; readonly cells: readonly string[]};

/** The first row of a file and those below it that hold anything. */
export type Sheet = {readonly header: SheetRow; readonly rows: readonly SheetRow[]};

export type SheetLimits = {
  /** Rows with anything in them, the header included. */
  readonly maxRows: number;
  readonly maxColumns: number;
  /** Bytes of a spreadsheet once it is unpacked; a zip can hold a thousand times its own size. */
  readonly maxUnpackedBytes: number;
  /** Empty ones as well, between others: in a spreadsheet they take no bytes. */
  readonly maxCells: number;
  /** Of all cells: many cells of a spreadsheet may share one text. */
  readonly maxCharacters: number;
};

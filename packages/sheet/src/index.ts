export {readSheet} from './read-sheet.ts';
export {readXlsx} from './xlsx-reader.ts';
export type {Sheet, SheetRow} from './sheet.ts';
export {
  writeXlsx,
  writeXlsxPages,
  type XlsxColumn,
  type XlsxPage,
  type XlsxValue,
} from './xlsx-writer.ts';

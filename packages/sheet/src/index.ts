export {csvCell, csvLine} from './csv-writer.ts';
export {readSheet, type Sheet, type SheetLimits, type SheetRow} from './read-sheet.ts';
export {writeXlsx, writeXlsxPages, type XlsxColumn, type XlsxPage, type XlsxValue} from './xlsx-writer.ts';
export {unzipTexts, zipTexts} from './text-zip.ts';

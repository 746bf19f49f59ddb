export {csvLine} from './csv-writer.ts';
export {readSheet, type Sheet, type SheetLimits, type SheetRow} from './read-sheet.ts';
export {writeXlsx, type XlsxCell} from './xlsx-writer.ts';
export {unzipTexts, zipTexts} from './text-zip.ts';

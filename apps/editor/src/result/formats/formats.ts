import type {ResultFormat} from './format.ts';

/**
 * By the name that a download is asked for with, in the order of the page's menu. Each is loaded
 * where it is asked for: the thread that writes a file has no need of the others, some of which
 * take longer to load than a short file to write.
 */
export const resultFormats = {
  csv: {label: 'CSV', load: async () => (await import('./csv.ts')).csv},
  // What a cell of a workbook can hold is fixed by its format.
  xlsx: {
    label: 'Excel (XLSX)',
    note: 'Cells over 32,767 characters are cut and listed',
    load: async () => (await import('./xlsx.ts')).xlsx,
  },
  parquet: {label: 'Parquet', load: async () => (await import('./parquet.ts')).parquet},
  arrow: {label: 'Arrow', load: async () => (await import('./arrow.ts')).arrow},
  json: {
    label: 'JSON, an object a line',
    load: async () => (await import('./json-lines.ts')).jsonLines,
  },
} satisfies Readonly<
  Record<
    string,
    {readonly label: string; readonly note?: string; readonly load: () => Promise<ResultFormat>}
  >
>;

export type ResultFormatName = keyof typeof resultFormats;

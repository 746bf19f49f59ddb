import {csvLine} from '@gazetteer/formats/csv';

/** Saves a text or a blob as a file of the person at the browser. */
export function saveFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // Not at once: some browsers read it only when the click is over.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/**
 * Rows as RFC 4180 wants them. A text that a spreadsheet would run as a formula is made text
 * (`csvLine`).
 */
export function csv(rows: readonly (readonly unknown[])[]): string {
  return rows.map(row => csvLine(row.map(textOf))).join('');
}

/** A table as a file that spreadsheets open: they know by the mark in front that it is UTF-8. */
export function csvBlob(text: string): Blob {
  return new Blob(['\ufeff', text], {type: 'text/csv;charset=utf-8'});
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

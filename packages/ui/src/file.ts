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

/** Fields as RFC 4180 wants them. A field that a spreadsheet would run as a formula gets a quote in front. */
export function csv(rows: readonly (readonly unknown[])[]): string {
  return rows.map(row => row.map(field).join(',')).join('\r\n') + '\r\n';
}

function field(value: unknown): string {
  const text =
    value === null || value === undefined ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value);
  const safe = typeof value === 'string' && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

import {xmlTokens} from '@gazetteer/formats/xml';

/** Numbers of the built-in formats that show dates or times (ECMA-376, 18.8.30). */
function isBuiltInDate(id: number): boolean {
  return (
    (id >= 14 && id <= 22) ||
    (id >= 27 && id <= 36) ||
    (id >= 45 && id <= 47) ||
    (id >= 50 && id <= 58)
  );
}

/** Indexes of the cell styles whose numbers are dates. */
export function dateStylesOf(document: string): Set<number> {
  const customDates = new Set<number>();
  const styles = new Set<number>();
  let isCellStyle = false;
  let index = 0;
  for (const token of xmlTokens(document)) {
    if (token.type === 'text') continue;
    if (token.name === 'cellXfs') isCellStyle = token.type === 'open';
    if (token.type !== 'open') continue;
    const id = Number(token.attributes.get('numFmtId'));
    if (token.name === 'numFmt' && showsDate(token.attributes.get('formatCode') ?? ''))
      customDates.add(id);
    if (token.name === 'xf' && isCellStyle) {
      if (isBuiltInDate(id) || customDates.has(id)) styles.add(index);
      index++;
    }
  }
  return styles;
}

/** Of a program that writes workbooks; longer ones are read as far as this. */
const maxFormatLength = 255;

/**
 * A format has a letter of a date or time outside of quoted text, escapes and conditions in
 * brackets.
 */
function showsDate(format: string): boolean {
  return /[ymdhs]/i.test(
    format
      .slice(0, maxFormatLength)
      .replaceAll(/"[^"]*"|\\.|\[[^\]]*\]/g, '')
      .replaceAll(/General/gi, ''),
  );
}

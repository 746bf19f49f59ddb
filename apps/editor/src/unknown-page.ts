import {readFileSync} from 'node:fs';
import {join} from 'node:path';

const page = readFileSync(join(import.meta.dirname, '..', 'web', 'unknown.html'), 'utf8');

/** For whoever follows a link to an address that there is not. */
export function unknownPage(path: string): string {
  return page.replace('PATH', () => escaped(path));
}

/** For a place between tags or in an attribute. */
export function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}

import {withoutComments} from './run.ts';

/**
 * The same for a query that is run again, also with other numbers and texts in it. Of all of the
 * statement, as a long number near its beginning shifts what is behind it.
 */
export function shapeOf(statement: string): string {
  return hashOf(
    withoutComments(statement)
      .replaceAll(/'[^']*'?/g, '?')
      .replaceAll(/\b\d+(?:\.\d+)?\b/g, '?')
      .replaceAll(/\s+/g, ' ')
      .toLowerCase(),
  );
}

/**
 * Two hashes of 32 bits with different multipliers: enough to tell a hundred statements apart. Not
 * for anything that somebody could gain from: two that are the same share the widths of columns.
 */
export function hashOf(text: string): string {
  let [one, other] = [0x81_1c_9d_c5, 0x9e_37_79_b9];
  for (let n = 0; n < text.length; n++) {
    const code = text.charCodeAt(n);
    one = Math.imul(one ^ code, 0x01_00_01_93);
    other = Math.imul(other ^ code, 0x85_eb_ca_6b);
  }
  return `${(one >>> 0).toString(36)}${(other >>> 0).toString(36)}`;
}

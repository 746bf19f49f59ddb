/**
 * A number of an address within bounds; undefined for anything else, since anybody can write
 * anything there.
 */
export function wholeNumber(
  text: string | undefined,
  min: number,
  max: number,
): number | undefined {
  const number = Number(text);
  return text !== undefined && Number.isInteger(number) && number >= min && number <= max
    ? number
    : undefined;
}

/**
 * Rows before a page, as an address has them; the first page for anything that is no such number.
 */
export function pageOffset(text: string | undefined): number {
  return wholeNumber(text, 0, 999_999_999) ?? 0;
}

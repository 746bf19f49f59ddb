/** What clients may save of a file as a text. */
export const maxEditedBytes = 256 * 2 ** 10;
/** Of a file that comes in parts: large enough that their number is small, and soon sent again. */
export const uploadPartBytes = 8 * 2 ** 20;

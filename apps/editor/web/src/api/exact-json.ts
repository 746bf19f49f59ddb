/**
 * Digits that a double may not hold; looked for first, as most answers have none and a reviver
 * costs time for every value.
 */
const longNumber = /[:,[\s-]\d{16}/;

type Reviver = (key: string, value: unknown, context?: {source?: string}) => unknown;
/** The type library does not know yet that revivers are told the source. */
const parse = JSON.parse as (text: string, reviver?: Reviver) => unknown;

/**
 * Parses JSON; whole numbers that a double cannot hold stay as the text that they were written as.
 * Fractions stay doubles: those of results are texts already.
 */
export function parseExact(text: string): unknown {
  if (!longNumber.test(text)) return parse(text);
  return parse(text, (_key, value, context) =>
    typeof value === 'number' &&
    !Number.isSafeInteger(value) &&
    /^-?\d+$/.test(context?.source ?? '')
      ? context?.source
      : value,
  );
}

/** A plan that an engine writes as JSON; undefined for another text. */
export function jsonOf(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** The members of what may be an object. */
export function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : {};
}

/** Deeper ones are no plan of a statement that people write. */
export const maxDepth = 500;
/** Lines that a step tells of itself beside its figures. */
export const maxDetails = 12;

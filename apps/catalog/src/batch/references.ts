import {AppError} from '@gazetteer/model';

/** Answers so far, by the id of their request. */
type Answers = ReadonlyMap<string, unknown>;

/** A value in a body, and in a path, that an earlier answer has: `{"$ref": "term.guid"}`, `{term.guid}`. */
const inPath = /^\{([^{}]+)\}$/;

/**
 * A copy of `json` with what earlier answers have in the places of its references.
 * @throws BAD_REQUEST for one that leads nowhere
 */
export function filledIn(json: unknown, answers: Answers): unknown {
  if (Array.isArray(json)) return json.map(one => filledIn(one, answers));
  // Numbers that are exact are objects of a class of their own.
  if (typeof json !== 'object' || json === null || !isPlain(json)) return json;
  const {$ref: ref} = json as {$ref?: unknown};
  if (typeof ref === 'string' && Object.keys(json).length === 1) return valueAt(ref, answers);
  return Object.fromEntries(
    Object.entries(json).map(([name, value]) => [name, filledIn(value, answers)]),
  );
}

/** The same for a part of a path. @throws BAD_REQUEST, also for what is no text or number */
export function filledPart(text: string, answers: Answers): string {
  const [, ref] = inPath.exec(text) ?? [];
  if (ref === undefined) return text;
  const value = valueAt(ref, answers);
  if (typeof value !== 'string' && typeof value !== 'number')
    throw new AppError('BAD_REQUEST', [`{${ref}} is no text that a path can have`]);
  return String(value);
}

const isPlain = (json: object) => {
  const prototype: unknown = Object.getPrototypeOf(json);
  return prototype === null || prototype === Object.prototype;
};

/** `id.member.member`, a place of a list by its number. */
function valueAt(ref: string, answers: Answers): unknown {
  const [id = '', ...names] = ref.split('.');
  if (!answers.has(id))
    throw new AppError('BAD_REQUEST', [`"${ref}" names no earlier request of the batch`]);
  const value = names.reduce<unknown>(
    (at, name) =>
      typeof at === 'object' && at !== null && Object.hasOwn(at, name)
        ? (at as Record<string, unknown>)[name]
        : undefined,
    answers.get(id),
  );
  if (value === undefined) throw new AppError('BAD_REQUEST', [`The answer has no "${ref}"`]);
  return value;
}

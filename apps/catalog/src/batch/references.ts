import {AppError, isExact} from '@gazetteer/model';

/**
 * Characters that references of one batch may put into bodies: answers can be long and named often.
 */
const maxFilledIn = 16 * 1024 * 1024;

/** A part of a path, as it was sent, that stands for a member of an earlier answer. */
const inPath = /^\{([^{}]+)\}$/;

/**
 * What earlier requests of a batch were answered, and what stands for it: `{"$ref": "term.guid"}`
 * in a body, `{term.guid}` in a path. `{"$$ref": …}` is an object with the member `$ref`.
 */
export class Answers {
  readonly #byId = new Map<string, unknown>();
  #filledIn = 0;

  set(id: string, answer: unknown): void {
    this.#byId.set(id, answer);
  }

  /** A copy with what its references stand for. @throws BAD_REQUEST for one that leads nowhere */
  filledIn(json: unknown): unknown {
    if (Array.isArray(json)) return json.map(one => this.filledIn(one));
    if (typeof json !== 'object' || json === null || isExact(json)) return json;
    const entries = Object.entries(json);
    const [[name = '', value] = []] = entries;
    if (entries.length === 1 && name === '$ref' && typeof value === 'string')
      return this.#counted(this.#at(value));
    if (entries.length === 1 && name === '$$ref') return {$ref: value};
    return Object.fromEntries(entries.map(([key, one]) => [key, this.filledIn(one)]));
  }

  /**
   * A segment of a path, or a value of its query, as it was sent.
   * @throws BAD_REQUEST, also for what no address can have
   */
  part(sent: string): string {
    const [, ref] = inPath.exec(sent) ?? [];
    if (ref === undefined) return decoded(sent);
    const value = this.#at(ref);
    if (isExact(value)) return value.rawJSON;
    if (typeof value !== 'string' && typeof value !== 'number')
      throw new AppError('BAD_REQUEST', [`{${ref}} is no text that a path can have`]);
    return String(value);
  }

  #counted(value: unknown): unknown {
    this.#filledIn += JSON.stringify(value)?.length ?? 0;
    if (this.#filledIn > maxFilledIn)
      throw new AppError('BAD_REQUEST', ['The references of the batch stand for too much text']);
    return value;
  }

  /** `id.member.member`, a place of a list by its number. */
  #at(ref: string): unknown {
    const [id = '', ...names] = ref.split('.');
    if (!this.#byId.has(id))
      throw new AppError('BAD_REQUEST', [`"${ref}" names no earlier request of the batch`]);
    const value = names.reduce<unknown>(
      (at, name) =>
        typeof at === 'object' && at !== null && Object.hasOwn(at, name)
          ? (at as Record<string, unknown>)[name]
          : undefined,
      this.#byId.get(id),
    );
    if (value === undefined) throw new AppError('BAD_REQUEST', [`The answer has no "${ref}"`]);
    return value;
  }
}

/** @throws BAD_REQUEST */
export function decoded(sent: string): string {
  try {
    return decodeURIComponent(sent);
  } catch (cause) {
    throw new AppError('BAD_REQUEST', [`${sent} is not encoded as in an address`], {cause});
  }
}

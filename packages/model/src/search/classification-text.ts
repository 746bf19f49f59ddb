import {isExact} from '../entity/exact-number.ts';
import type {Attributes, CarriedClassification, Guid} from '../entity/record.ts';
import {maxWords} from './search-document.ts';
import type {FilterField} from './search-fields.ts';
import type {Phrase} from './search-text.ts';
import {tokens} from './tokens.ts';

type Kind = Extract<
  FilterField['kind'],
  'classifications' | 'propagatedClassifications' | 'classificationsText'
>;

/**
 * The values of the system attributes that tell of classifications, as clients know them: names
 * between bars, of its own or of those that have come to it, and all names, attributes and values
 * in a row. Undefined for other attributes, and where there is nothing to tell.
 */
export function classificationText(
  kind: FilterField['kind'] | undefined,
  guid: Guid,
  carried: readonly CarriedClassification[],
): string | undefined {
  if (!tellsClassifications(kind)) return undefined;
  if (kind === 'classificationsText')
    return (
      carried.flatMap(one => [one.typeName, ...textsOf(one.attributes)]).join(' ') || undefined
    );
  const names = carried
    .filter(one => (one.entityGuid === guid) === (kind === 'classifications'))
    .map(one => one.typeName);
  return barred(names);
}

/** Names between bars; undefined for none. */
export function barred(names: readonly string[] = []): string | undefined {
  return names.length === 0 ? undefined : `|${names.join('|')}|`;
}

export function tellsClassifications(kind: FilterField['kind'] | undefined): kind is Kind {
  return (
    kind === 'classifications' ||
    kind === 'propagatedClassifications' ||
    kind === 'classificationsText'
  );
}

/** Words with their places: those that stand side by side have places side by side. */
export type PlacedWord = {readonly word: string; readonly place: number};

/**
 * Words of the values of a classification. Between two values a place is left out, so that no
 * phrase spans them.
 */
export function classificationWords(attributes: Attributes): PlacedWord[] {
  const placed: PlacedWord[] = [];
  let place = 0;
  for (const text of Object.values(attributes).flatMap(textsOf)) {
    for (const word of tokens(text)) placed.push({word, place: place++});
    if (placed.length >= maxWords) return placed.slice(0, maxWords);
    place++;
  }
  return placed;
}

/** Whether the words of the phrase stand there side by side. */
export function wordsHave(placed: readonly PlacedWord[], {words, prefix}: Phrase): boolean {
  const last = words.length - 1;
  return placed.some(({place: start}, at) =>
    words.every((word, i) => {
      const one = placed[at + i];
      if (one?.place !== start + i) return false;
      return prefix && i === last ? one.word.startsWith(word) : one.word === word;
    }),
  );
}

/** Keys and values, whatever they stand in. */
export function textsOf(value: unknown): string[] {
  if (value === null || value === undefined) return [];
  if (Array.isArray(value)) return value.flatMap(textsOf);
  if (isExact(value)) return [value.rawJSON];
  if (typeof value !== 'object') return [String(value)];
  return Object.entries(value).flatMap(([key, one]) => {
    const words = textsOf(one);
    return words.length === 0 ? [] : [key, ...words];
  });
}

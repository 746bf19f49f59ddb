import {isExact} from '../entity/exact-number.ts';
import type {CarriedClassification, Guid} from '../entity/record.ts';
import type {FilterField} from './search-fields.ts';

type Kind = Extract<FilterField['kind'], 'classifications' | 'propagatedClassifications' | 'classificationsText'>;

/**
 * The values of the system attributes that tell of classifications, as clients know them: names between bars, of its own or of those
 * that have come to it, and all names, attributes and values in a row. Undefined for other attributes, and where there is nothing to tell.
 */
export function classificationText(
  kind: FilterField['kind'] | undefined,
  guid: Guid,
  carried: readonly CarriedClassification[],
): string | undefined {
  if (!tellsClassifications(kind)) return undefined;
  if (kind === 'classificationsText')
    return carried.flatMap(one => [one.typeName, ...wordsOf(one.attributes)]).join(' ') || undefined;
  const names = carried
    .filter(one => (one.entityGuid === guid) === (kind === 'classifications'))
    .map(one => one.typeName);
  return names.length === 0 ? undefined : `|${names.join('|')}|`;
}

export function tellsClassifications(kind: FilterField['kind'] | undefined): kind is Kind {
  return kind === 'classifications' || kind === 'propagatedClassifications' || kind === 'classificationsText';
}

/** Keys and values, whatever they stand in. */
function wordsOf(value: unknown): string[] {
  if (value === null || value === undefined) return [];
  if (Array.isArray(value)) return value.flatMap(wordsOf);
  if (isExact(value)) return [value.rawJSON];
  if (typeof value !== 'object') return [String(value)];
  return Object.entries(value).flatMap(([key, one]) => {
    const words = wordsOf(one);
    return words.length === 0 ? [] : [key, ...words];
  });
}

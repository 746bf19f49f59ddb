import type {SearchMatch} from '../entity/header.ts';
import type {CarriedClassification, EntityRecord} from '../entity/record.ts';
import type {TypeRegistry} from '../types/type-registry.ts';
import {textsOf} from './classification-text.ts';
import {documentColumn} from './search-document.ts';
import type {Phrase, TextQuery} from './search-text.ts';
import {tokens} from './tokens.ts';

/** Beside the entity itself. */
export type MatchContext = {
  readonly carried: readonly CarriedClassification[];
  /** Names of its glossary terms. */
  readonly terms: readonly string[];
};

const [maxMatches, maxText, lead] = [4, 120, 30];
const names: ReadonlySet<string> = new Set(['name', 'displayName', 'qualifiedName']);

/**
 * Where the words of a query stand, the names first, and further places only for words that these
 * do not have. Words that lead to an entity in other ways, such as by a synonym of its term, are in
 * none.
 */
export function searchMatches(
  types: TypeRegistry,
  record: EntityRecord,
  query: TextQuery,
  context: MatchContext,
): SearchMatch[] {
  const places = placesOf(types, record, context);
  const wanted = positivePhrases(query);
  const found: SearchMatch[] = [];
  for (const phrase of wanted) {
    const whole = phrase.words.join(' ');
    const has = ({kind, text}: SearchMatch) =>
      kind === 'type' ? tokens(text).join(' ') === whole : startOf(text, phrase) !== undefined;
    if (found.some(has)) continue;
    const place = places.find(has);
    if (place !== undefined)
      found.push({...place, text: excerpt(place.text, startOf(place.text, phrase) ?? 0)});
  }
  return found.slice(0, maxMatches);
}

function placesOf(
  types: TypeRegistry,
  record: EntityRecord,
  {carried, terms}: MatchContext,
): SearchMatch[] {
  const type = types.entityType(record.typeName);
  const attributes = [...type.attributes.values()].filter(one => documentColumn(one) !== undefined);
  const ordered = [
    ...attributes.filter(one => names.has(one.name)),
    ...attributes.filter(one => !names.has(one.name)),
  ];
  const place = (kind: SearchMatch['kind'], field: string, value: unknown): SearchMatch[] =>
    [value]
      .flat()
      .flatMap(text => (typeof text === 'string' && text !== '' ? [{kind, field, text}] : []));
  return [
    ...ordered.flatMap(({name}) => place('attribute', name, record.attributes[name])),
    ...(record.labels ?? []).flatMap(label => place('label', label, label)),
    ...carried.flatMap(one => place('classification', one.typeName, one.typeName)),
    ...terms.flatMap(term => place('term', term, term)),
    ...place('type', record.typeName, record.typeName),
    ...Object.entries(record.businessAttributes ?? {}).flatMap(([group, values]) =>
      Object.entries(values).flatMap(([name, value]) =>
        place('business', `${group}.${name}`, value),
      ),
    ),
    ...Object.entries(record.customAttributes ?? {}).flatMap(([key, value]) =>
      place('custom', key, `${key}=${String(value)}`),
    ),
    ...carried.flatMap(one =>
      textsOf(one.attributes).flatMap(text => place('classification', one.typeName, text)),
    ),
  ];
}

/** Phrases that hits have, but for those that they must not have. */
function positivePhrases(query: TextQuery): Phrase[] {
  if (query.kind === 'phrase') return [query];
  if (query.kind === 'and' || query.kind === 'or') return query.parts.flatMap(positivePhrases);
  return [];
}

/** Where the first word of the phrase begins in the text; undefined: it is not there. */
function startOf(text: string, phrase: Phrase): number | undefined {
  const found = tokens(text);
  const last = phrase.words.length - 1;
  const at = found.findIndex((_, i) =>
    phrase.words.every((word, n) =>
      phrase.prefix && n === last ? found[i + n]?.startsWith(word) : found[i + n] === word,
    ),
  );
  if (at < 0) return undefined;
  // Tokens have lost accents and case: the place is near enough to cut a long text at.
  return Math.max(0, text.toLowerCase().indexOf(found[at] ?? ''));
}

function excerpt(text: string, at: number): string {
  if (text.length <= maxText) return text;
  const from = Math.max(0, Math.min(at - lead, text.length - maxText));
  const cut = text.slice(from, from + maxText).trim();
  return `${from > 0 ? '…' : ''}${cut}${from + maxText < text.length ? '…' : ''}`;
}

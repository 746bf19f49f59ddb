import type {PatternPart} from '@gazetteer/db';
import type {TextQuery} from '@gazetteer/model';
import {fullTextOf, indexedText} from './search-fulltext.ts';
import {all, raw, sql, type Sql, type SqlContext} from './sql-text.ts';

/** Entities of a text that is one word with wildcards. */
export function textSet(context: SqlContext, text: TextQuery): Sql | undefined {
  return text.kind === 'wildcard' ? wildcardSet(context, text.pattern) : undefined;
}

/** Texts with wildcards inside words fit no index of words: those words are looked for in all names. */
export function textHolds(context: SqlContext, text: TextQuery, id: string): Sql {
  const indexed = indexedText(text);
  if (indexed !== undefined) {
    const fullText = fullTextOf(context.dialect);
    const expression = fullText.expression(indexed);
    const found = sql`SELECT ${raw(fullText.id)} FROM document WHERE ${{text: fullText.matches, params: [expression]}}`;
    return sql`${raw(id)} IN (${found})`;
  }
  switch (text.kind) {
    case 'wildcard':
      return sql`${raw(id)} IN (${wildcardSet(context, text.pattern)})`;
    case 'not':
      return sql`NOT (${textHolds(context, text.part, id)})`;
    case 'and':
    case 'or':
      return all(
        text.parts.map(part => textHolds(context, part, id)),
        text.kind,
      );
    default:
      return raw(text.kind === 'all' ? '1 = 1' : '1 = 0');
  }
}

function wildcardSet(context: SqlContext, pattern: string): Sql {
  const {dialect, types, symbols} = context;
  const nameKeys = [...types.entityTypes.values()].flatMap(type =>
    ['name', 'qualifiedName', 'displayName'].flatMap(name => type.attributes.get(name)?.key ?? []),
  );
  const ids = [...new Set(nameKeys)].filter(key => symbols.has(key)).map(key => symbols.id(key));
  const fits = {text: dialect.fits(`(' ' || lower(value) || ' ')`), params: [dialect.pattern(wordPattern(pattern))]};
  return sql`SELECT entity_id FROM text_value WHERE attribute_id IN (${raw(ids.join(', ') || 'NULL')}) AND ${fits}`;
}

/** The pattern must begin and end where a word does, but for wildcards: a boundary behind one is always there. */
function wordPattern(pattern: string): PatternPart[] {
  const parts = patternParts(pattern);
  const start: PatternPart[] = parts[0] === 'any' ? [] : ['any', 'boundary'];
  const end: PatternPart[] = parts.at(-1) === 'any' ? [] : ['boundary', 'any'];
  return [...start, ...parts, ...end];
}

export function patternParts(pattern: string): PatternPart[] {
  return (pattern.match(/\*+|\?|[^*?]+/g) ?? []).map(part =>
    part[0] === '*' ? 'any' : part === '?' ? 'one' : {text: part},
  );
}

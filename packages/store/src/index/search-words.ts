import type {PatternPart} from '@gazetteer/db';
import {indexKind, isReady, type EntityType, type TextQuery} from '@gazetteer/model';
import {fullTextOf, indexedText} from './search-fulltext.ts';
import {longTextId} from './search-index.ts';
import {
  all,
  joined,
  oneOfTypes,
  raw,
  sql,
  typeList,
  valuesWithin,
  type Sql,
  type SqlContext,
} from '../schema/sql-text.ts';

/** Entities of a text that is one word with wildcards. */
export function textSet(context: SqlContext, text: TextQuery): Sql | undefined {
  return text.kind === 'wildcard' ? wildcardSet(context, text.pattern) : undefined;
}

/**
 * Texts with wildcards inside words fit no index of words: those words are looked for in all names.
 */
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

const nameAttributes = ['name', 'qualifiedName', 'displayName'];

/**
 * Entities one of whose names fits: from the index where it has all of them, else by looking at the
 * entities of the type.
 */
export function wildcardSet(context: SqlContext, pattern: string): Sql {
  const {dialect, types, symbols} = context;
  const fits = (value: string, id: string): Sql => fitsWords(context, pattern, value, id);
  const indexed = new Set<string>();
  const sets = nameAttributes.flatMap(name => {
    const unindexed: string[] = [];
    for (const type of types.entityTypes.values()) {
      const attribute = type.attributes.get(name);
      if (attribute === undefined || indexKind(attribute.type) !== 'text') continue;
      if (isReady(types, attribute)) indexed.add(attribute.key);
      else unindexed.push(type.name);
    }
    const isFitting = sql`EXISTS (SELECT 1 FROM ${raw(dialect.jsonTexts('l.attributes', [name]))} AS j WHERE ${fits('j.value', 'l.id')})`;
    const keys = [...indexed].filter(key => key.endsWith(`.${name}`) && symbols.has(key));
    const long = keys.map(key => longTextId(symbols.id(key)));
    return [
      ...(long.length === 0
        ? []
        : [
            sql`SELECT t.entity_id FROM text_value t JOIN entity l ON l.id = t.entity_id
              WHERE t.attribute_id IN (${raw(long.join(', '))}) AND ${isFitting}`,
          ]),
      ...(typeList(context, unindexed) === undefined
        ? []
        : [
            sql`SELECT f.entity_id FROM facet f CROSS JOIN entity l
              WHERE ${oneOfTypes(context, 'f.type_id', unindexed)} AND l.id = f.entity_id AND ${isFitting}`,
          ]),
    ];
  });
  const ids = [...indexed].filter(key => symbols.has(key)).map(key => symbols.id(key));
  const short = sql`SELECT entity_id FROM text_value WHERE attribute_id IN (${raw(ids.join(', ') || 'NULL')}) AND ${valuesWithin(context)} AND ${fits('value', 'entity_id')}`;
  return joined([short, ...sets], ' UNION ALL ');
}

/** Whether one of the names of an entity fits, by looking at the entity. */
export function namesFit(
  context: SqlContext,
  pattern: string,
  row: {readonly id: string; readonly type: string; readonly entity: string},
): Sql {
  const {dialect, types} = context;
  const tests = nameAttributes.flatMap(name => {
    const isText = (type: EntityType) => {
      const attribute = type.attributes.get(name);
      return attribute !== undefined && indexKind(attribute.type) === 'text';
    };
    const having = [...types.entityTypes.values()].filter(type => type.attributes.has(name));
    const texts = having.filter(isText);
    if (texts.length === 0) return [];
    const values = dialect.jsonTexts(`${row.entity}.attributes`, [name]);
    const fits = sql`EXISTS (SELECT 1 FROM ${raw(values)} AS j WHERE ${fitsWords(context, pattern, 'j.value', row.id)})`;
    const names = texts.map(type => type.name);
    return [
      texts.length === having.length ? fits : all([oneOfTypes(context, row.type, names), fits]),
    ];
  });
  return all(tests, 'or');
}

function fitsWords({dialect}: SqlContext, pattern: string, value: string, id: string): Sql {
  return {
    text: `${dialect.unlessStopped(id)} AND ${dialect.fits(`(' ' || lower(${value}) || ' ')`)}`,
    params: [dialect.pattern(wordPattern(pattern))],
  };
}

/**
 * The pattern must begin and end where a word does, but for wildcards: a boundary behind one is
 * always there.
 */
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

import type {Dialect, Param, PatternPart, Session} from '@gazetteer/db';
import {
  recordKeys,
  type ClassificationCondition,
  type Condition,
  type Field,
  type Test,
  type TextQuery,
  type TypeRegistry,
} from '@gazetteer/model';
import {fullTextOf, indexedText} from './search-fulltext.ts';
import {longTextId, maxIndexedText, recordKeyIds} from './search-index.ts';
import type {Symbols} from './symbols.ts';

/** A piece of a statement with its parameters. */
export type Sql = {readonly text: string; readonly params: readonly Param[]};

/** ``sql`id = ${7} AND ${other}` ``: pieces are put in, everything else becomes a parameter. */
export function sql(strings: TemplateStringsArray, ...values: readonly (Sql | Param)[]): Sql {
  let text = strings[0] ?? '';
  const params: Param[] = [];
  values.forEach((value, i) => {
    const isSql = typeof value === 'object' && value !== null && 'text' in value;
    text += (isSql ? value.text : '?') + (strings[i + 1] ?? '');
    if (isSql) params.push(...value.params);
    else params.push(value);
  });
  return {text, params};
}

export function raw(text: string): Sql {
  return {text, params: []};
}

export function joined(parts: readonly Sql[], separator: string): Sql {
  return {text: parts.map(part => part.text).join(separator), params: parts.flatMap(part => part.params)};
}

export async function runSql<Row>(session: Session, statement: Sql): Promise<Row[]> {
  return await session.all<Row>(statement.text, statement.params);
}

export type SqlContext = {readonly dialect: Dialect; readonly symbols: Symbols; readonly types: TypeRegistry};

/** The row that a condition looks at: expressions for its entity's number and for its other columns. */
export type RowScope = {readonly id: string; readonly type: string; readonly state: string; readonly entity: string};

/**
 * The entities that fulfil the condition, as a SELECT of their numbers that an index answers; undefined when none can,
 * such as for negations.
 */
export function idSet(context: SqlContext, condition: Condition): Sql | undefined {
  switch (condition.kind) {
    case 'compare':
    case 'match':
      return valueSet(context, condition);
    case 'exists': {
      // Few entities have what is no attribute of their type, so its rows in the index are few, too.
      const id = condition.field.kind === 'attribute' ? recordKeyIds[condition.field.keys[0] ?? ''] : undefined;
      return id === undefined ? undefined : raw(`SELECT entity_id FROM text_value WHERE attribute_id = ${id}`);
    }
    case 'incomplete':
      return raw(`SELECT entity_id FROM number_value WHERE attribute_id = ${recordKeyIds[recordKeys.isIncomplete]}`);
    case 'classified': {
      const types = typeList(context, condition.names);
      return types && sql`SELECT entity_id FROM classification WHERE type_id IN (${types})`;
    }
    case 'or': {
      const sets = condition.parts.map(part => idSet(context, part));
      return sets.length > 0 && sets.every(set => set !== undefined) ? joined(sets, ' UNION ALL ') : undefined;
    }
    default:
      return undefined;
  }
}

/** Whether the row fulfils the condition. `row.id` must not be a plain column that an index could be entered by. */
export function holds(context: SqlContext, condition: Condition, row: RowScope): Sql {
  const set = idSet(context, condition);
  if (set !== undefined) return sql`${raw(row.id)} IN (${set})`;
  switch (condition.kind) {
    case 'and':
    case 'or':
      return all(
        condition.parts.map(part => holds(context, part, row)),
        condition.kind,
      );
    case 'not':
      return sql`NOT (${holds(context, condition.part, row)})`;
    case 'status':
      return raw(`${row.state} = ${condition.isDeleted ? 1 : 0}`);
    case 'type':
      return oneOfTypes(context, row.type, condition.names);
    case 'classified':
    case 'incomplete':
      return raw('1 = 0');
    default:
      return test(context, condition, row.entity);
  }
}

export function all(parts: readonly Sql[], kind: 'and' | 'or' = 'and'): Sql {
  if (parts.length === 0) return raw(kind === 'and' ? '1 = 1' : '1 = 0');
  return joined(
    parts.map(part => sql`(${part})`),
    kind === 'and' ? ' AND ' : ' OR ',
  );
}

/** Whether `holds` of the condition reads the entity, or one of `kinds`. */
export function readsRow(context: SqlContext, condition: Condition, kinds: readonly Condition['kind'][] = []): boolean {
  if (idSet(context, condition) !== undefined) return false;
  if (condition.kind === 'not') return readsRow(context, condition.part, kinds);
  if (condition.kind === 'and' || condition.kind === 'or')
    return condition.parts.some(part => readsRow(context, part, kinds));
  return ['compare', 'match', 'exists', ...kinds].includes(condition.kind);
}

/** Entities that carry a classification of the condition. */
export function classifiedSet(context: SqlContext, {names, where}: ClassificationCondition): Sql | undefined {
  const types = names && typeList(context, names);
  if (names !== undefined && types === undefined) return undefined;
  const parts = types === undefined ? [] : [sql`c.type_id IN (${types})`];
  const scope = {id: '+c.entity_id', type: 'c.type_id', state: 'ce.state', entity: 'c'};
  if (where !== undefined) parts.push(holds(context, where, scope));
  const from = where === undefined ? 'classification c' : 'classification c JOIN entity ce ON ce.id = c.entity_id';
  return sql`SELECT c.entity_id FROM ${raw(from)} WHERE ${all(parts)}`;
}

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

export function typeList({symbols}: SqlContext, names: readonly string[]): Sql | undefined {
  const ids = names.filter(name => symbols.has(name)).map(name => symbols.id(name));
  return ids.length === 0 ? undefined : raw(ids.join(', '));
}

export function oneOfTypes(context: SqlContext, column: string, names: readonly string[]): Sql {
  const list = typeList(context, names);
  return list === undefined ? raw('1 = 0') : sql`${raw(column)} IN (${list})`;
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

function patternParts(pattern: string): PatternPart[] {
  return (pattern.match(/\*+|\?|[^*?]+/g) ?? []).map(part =>
    part[0] === '*' ? 'any' : part === '?' ? 'one' : {text: part},
  );
}

/** A test that needs no look at the entity, as a SELECT of entity numbers. */
function valueSet(context: SqlContext, test: Extract<Test, {kind: 'compare' | 'match'}>): Sql | undefined {
  const {field} = test;
  if (field.kind === 'column') {
    if (field.column !== 'guid' || test.kind !== 'compare' || test.op !== '=') return undefined;
    return sql`SELECT id FROM entity WHERE guid = ${test.value}`;
  }
  if (!field.isIndexed) return undefined;
  const ids = field.keys
    .filter(key => key in recordKeyIds || context.symbols.has(key))
    .map(key => recordKeyIds[key] ?? context.symbols.id(key));
  if (ids.length === 0) return undefined;
  if (field.compare === 'number') {
    return sql`SELECT entity_id FROM number_value WHERE attribute_id IN (${raw(ids.join(', '))}) AND ${valueTest(context, test, 'value')}`;
  }
  const short = sql`SELECT entity_id FROM text_value WHERE attribute_id IN (${raw(ids.join(', '))}) AND ${valueTest(context, test, 'value')}`;
  const long = sql`SELECT t.entity_id FROM text_value t JOIN entity l ON l.id = t.entity_id WHERE t.attribute_id IN (${raw(ids.map(longTextId).join(', '))}) AND ${jsonTest(context, test, field, 'l')}`;
  return isShort(test) ? short : sql`${short} UNION ALL ${long}`;
}

/** A value equal to a short text is short. */
function isShort(test: Extract<Test, {kind: 'compare' | 'match'}>): boolean {
  return test.kind === 'compare' && test.op === '=' && String(test.value).length <= maxIndexedText;
}

function test(context: SqlContext, condition: Test, alias: string): Sql {
  const {field} = condition;
  if (field.kind === 'attribute') return jsonTest(context, condition, field, alias);
  const column = `${alias}.${field.column}`;
  if (condition.kind !== 'exists') return valueTest(context, condition, column);
  return raw(condition.isNotEmpty && field.compare === 'text' ? `${column} <> ''` : '1 = 1');
}

function jsonTest(context: SqlContext, test: Test, field: Extract<Field, {kind: 'attribute'}>, alias: string): Sql {
  const column = `${alias}.${field.column}`;
  const values = fieldValues(context.dialect, column, field, test.kind);
  const condition =
    test.kind !== 'exists' ? valueTest(context, test, 'j.value') : raw(test.isNotEmpty ? `j.value <> ''` : '1 = 1');
  return sql`EXISTS (SELECT 1 FROM ${raw(values)} AS j WHERE ${condition})`;
}

function fieldValues(
  dialect: Dialect,
  column: string,
  field: Extract<Field, {kind: 'attribute'}>,
  kind: Test['kind'],
): string {
  const isNumber = field.compare === 'number' && kind !== 'exists';
  return isNumber ? dialect.jsonNumbers(column, field.path) : dialect.jsonTexts(column, field.path);
}

function valueTest({dialect}: SqlContext, test: Extract<Test, {kind: 'compare' | 'match'}>, column: string): Sql {
  if (test.kind === 'compare') return sql`${raw(`${column} ${test.op}`)} ${test.value}`;
  const {how, pattern} = test;
  // A range of the index; what begins with the prefix and then U+10FFFF, which is no character, does not count.
  if (how === 'startsWith') return sql`${raw(column)} >= ${pattern} AND ${raw(column)} < ${`${pattern}\u{10ffff}`}`;
  const text: PatternPart[] = how === 'like' ? patternParts(pattern) : [{text: pattern}];
  const parts: PatternPart[] =
    how === 'contains' ? ['any', ...text, 'any'] : how === 'endsWith' ? ['any', ...text] : text;
  return {text: dialect.fits(column), params: [dialect.pattern(parts)]};
}

import type {PatternPart} from '@gazetteer/db';
import {
  glossaryEdges,
  glossaryTypes,
  phrasesOf,
  termRelations,
  tokens,
  type Condition,
  type Phrase,
  type TextQuery,
} from '@gazetteer/model';
import {wordedIn, wordedSets, type Worded} from '../index/classification-words.ts';
import {inner, type EntityCount, type GraphRead} from '../schema/graph.ts';
import {
  fullTextOf,
  indexedText,
  withTypeNames,
  type IndexedText,
} from '../index/search-fulltext.ts';
import {readableAt} from '../index/readable-sql.ts';
import {classifiedSet} from '../index/search-sql.ts';
import {wildcardSet} from '../index/search-words.ts';
import {all, raw, runSql, sql, unionAll, type Sql, type SqlContext} from '../schema/sql-text.ts';

/** The entities of a text, as a SELECT of their numbers. */
export type FoundText = (context: SqlContext) => Sql;

const synonym = termRelations.find(one => one.field === 'synonyms')?.typeName ?? '';

/** What the words of a phrase lead to beside the texts of entities. */
type Meaning = {
  /** Names of classifications. */
  readonly classifications: readonly string[];
  /** Attributes of classifications, with the names of those that have them. */
  readonly attributes: ReadonlyMap<string, readonly string[]>;
  readonly values: Worded | undefined;
  readonly terms: readonly number[];
};

/** What a text leads to. */
export type WidenedText = {
  /** No phrase is anything else than words of entities. */
  readonly isPlain: boolean;
  readonly found: FoundText;
  /**
   * Entities that a phrase leads to beside those that have its words; undefined where there are
   * none.
   */
  readonly meant: (context: SqlContext, phrase: Phrase) => Sql | undefined;
};

/** More terms than this with the same words say nothing. */
const maxTerms = 1000;
/** Of a longer text the first are looked for among names and classifications. */
const maxPhrases = 16;

/**
 * Words of classifications (their names, those of their attributes, and their values) and of the
 * names of glossary terms (or synonyms of these) stand for whatever is classified so or has the
 * term, too. Asked of the graph at each search, so that a renamed term or a propagation is true at
 * once, and none of them writes a document.
 */
export async function widenedText(
  graph: GraphRead,
  text: TextQuery,
  existing: readonly EntityCount[],
): Promise<WidenedText> {
  const phrases = phrasesOf(text).slice(0, maxPhrases);
  const terms = await namedTerms(graph, phrases, existing);
  const worded = await wordedIn(graph, phrases);
  const meanings = new Map<Phrase, Meaning>();
  for (const phrase of phrases) {
    const meaning: Meaning = {
      ...namesIn(graph, phrase),
      values: worded.get(phrase),
      terms: terms.filter(one => hasPhrase(one.name.split(' '), phrase)).map(one => one.id),
    };
    const {classifications, attributes, values} = meaning;
    if (classifications.length + attributes.size + meaning.terms.length > 0 || values !== undefined)
      meanings.set(phrase, meaning);
  }
  const types = namedTypes(graph, existing);
  return {
    isPlain: meanings.size === 0,
    found: context => setOf({context, meanings, types}, text),
    meant: (context, phrase) => {
      const sets = meaningSets(context, phrase, meanings.get(phrase));
      return sets.length === 0 ? undefined : unionAll(sets);
    },
  };
}

/** Classifications that have the phrase in their own names, or in those of their attributes. */
function namesIn(
  {types}: GraphRead,
  phrase: Phrase,
): Pick<Meaning, 'classifications' | 'attributes'> {
  const classifications: string[] = [];
  const attributes = new Map<string, string[]>();
  for (const type of types.classificationTypes.values()) {
    if (hasPhrase(tokens(type.name), phrase)) classifications.push(type.name);
    for (const name of type.attributes.keys())
      if (hasPhrase(tokens(name), phrase))
        attributes.set(name, [...(attributes.get(name) ?? []), type.name]);
  }
  return {classifications, attributes};
}

/** Types with entities, and their numbers. */
export function namedTypes(
  graph: GraphRead,
  existing: readonly EntityCount[],
): {name: string; id: number}[] {
  const names = [...new Set(existing.map(one => one.typeName))];
  return names.map(name => ({name, id: graph[inner].system.symbols.id(name)}));
}

function hasPhrase(words: readonly string[], {words: sought, prefix}: Phrase): boolean {
  const last = sought.length - 1;
  return words.some((_, at) =>
    sought.every((word, i) =>
      prefix && i === last ? words[at + i]?.startsWith(word) : words[at + i] === word,
    ),
  );
}

type Named = {id: number; name: string};

/**
 * Glossary terms that have one of the phrases in their names, of those that may be read: one
 * statement, none where there are no terms.
 */
async function namedTerms(
  graph: GraphRead,
  phrases: readonly Phrase[],
  existing: readonly EntityCount[],
): Promise<Named[]> {
  const {session, system} = graph[inner];
  const {term} = glossaryTypes;
  if (
    phrases.length === 0 ||
    !existing.some(one => one.typeName === term && one.status === 'ACTIVE')
  )
    return [];
  const {dialect} = session;
  const patterns = phrases.map(({words, prefix}) => {
    const parts: PatternPart[] = ['any', {text: ` ${words.join(' ')}${prefix ? '' : ' '}`}, 'any'];
    return dialect.pattern(parts);
  });
  const fits = dialect
    .anyPattern(patterns)
    .map(pattern => ({text: dialect.fits("(' ' || f.name || ' ')"), params: [pattern]}));
  const seen = readableAt(graph, 'f.entity_id');
  return await runSql<Named>(
    session,
    sql`SELECT f.entity_id AS id, f.name FROM facet f
      WHERE ${raw(`f.type_id = ${system.symbols.id(term)} AND f.state = 0`)} AND (${all(fits, 'or')})
      ${seen === undefined ? raw('') : sql`AND ${seen}`} LIMIT ${maxTerms}`,
  );
}

type Setting = {
  readonly context: SqlContext;
  readonly meanings: ReadonlyMap<Phrase, Meaning>;
  readonly types: readonly {name: string; id: number}[];
};

function setOf(setting: Setting, text: TextQuery): Sql {
  const {context, meanings} = setting;
  switch (text.kind) {
    case 'phrase':
      return unionAll([
        documentSet(setting, text),
        ...meaningSets(context, text, meanings.get(text)),
      ]);
    case 'wildcard':
      return wildcardSet(context, text.pattern);
    case 'or':
      return unionAll(partsOf(setting, 'or', text.parts));
    case 'and': {
      const wanted = partsOf(
        setting,
        'and',
        text.parts.filter(part => part.kind !== 'not'),
      );
      const unwanted = partsOf(
        setting,
        'or',
        text.parts.flatMap(part => (part.kind === 'not' ? [part.part] : [])),
      );
      return met(wanted.length === 0 ? [everything] : wanted, unwanted);
    }
    case 'not':
      return met([everything], [setOf(setting, text.part)]);
    default:
      return text.kind === 'all' ? everything : raw('SELECT entity_id FROM facet WHERE 1 = 0');
  }
}

const everything = raw('SELECT entity_id FROM facet');

/** Parts that documents answer alone are asked together. */
function partsOf(setting: Setting, kind: 'and' | 'or', parts: readonly TextQuery[]): Sql[] {
  const isPlain = (part: TextQuery) =>
    indexedText(part) !== undefined &&
    phrasesOf(part).every(phrase => !setting.meanings.has(phrase));
  const plain = parts.filter(isPlain);
  const together: TextQuery | undefined = plain.length > 1 ? {kind, parts: plain} : plain[0];
  return [
    ...(together === undefined ? [] : [documentSet(setting, together)]),
    ...parts.filter(part => !isPlain(part)).map(part => setOf(setting, part)),
  ];
}

/** What is in all of `wanted` and in none of `unwanted`. */
function met(wanted: readonly Sql[], unwanted: readonly Sql[]): Sql {
  const inner = (set: Sql) => sql`SELECT * FROM (${set}) AS part`;
  const first = wanted.map(inner).reduce((all, set) => sql`${all} INTERSECT ${set}`);
  return unwanted.length === 0 ? first : sql`${first} EXCEPT ${inner(unionAll(unwanted))}`;
}

function documentSet({context, types}: Setting, text: TextQuery): Sql {
  const fullText = fullTextOf(context.dialect);
  const indexed: IndexedText = indexedText(text) ?? {kind: 'or', parts: []};
  const expression = fullText.expression(withTypeNames(indexed, types));
  return sql`SELECT ${raw(`${fullText.id} AS entity_id`)} FROM document WHERE ${{text: fullText.matches, params: [expression]}}`;
}

function meaningSets(context: SqlContext, phrase: Phrase, meaning: Meaning | undefined): Sql[] {
  if (meaning === undefined) return [];
  const {classifications: names, attributes, values, terms} = meaning;
  const classified = [
    ...(names.length === 0 ? [] : [classifiedSet(context, {names})]),
    ...Array.from(attributes, ([name, having]) =>
      classifiedSet(context, {names: having, where: hasValue(name)}),
    ),
  ];
  return [
    ...classified.filter(set => set !== undefined),
    ...(values === undefined ? [] : wordedSets(context, phrase, values)),
    ...assignedSets(context, terms),
  ];
}

function hasValue(attribute: string): Condition {
  const place = {isIndexed: false, isList: false, compare: 'text', column: 'attributes'} as const;
  return {
    kind: 'exists',
    field: {kind: 'attribute', ...place, keys: [], path: [attribute]},
    isNotEmpty: false,
  };
}

/** Whatever has one of the terms, or a synonym of one. */
function assignedSets({symbols, dialect}: SqlContext, terms: readonly number[]): Sql[] {
  const {assignment} = glossaryEdges;
  if (terms.length === 0 || !symbols.has(assignment)) return [];
  const given: Sql = {text: dialect.listRows('id'), params: [terms]};
  const ids = [sql`SELECT value FROM ${given}`];
  if (symbols.has(synonym)) {
    for (const [near, far] of ['12', '21']) {
      const edges = raw(
        `SELECT s.end${far}_id FROM edge s WHERE s.type_id = ${symbols.id(synonym)} AND s.state = 0 AND `,
      );
      ids.push(sql`${edges}${{text: dialect.inList(`s.end${near}_id`, 'id'), params: [terms]}}`);
    }
  }
  return [
    sql`SELECT g.end2_id FROM edge g WHERE ${raw(`g.type_id = ${symbols.id(assignment)} AND g.state = 0 AND g.end1_id`)} IN (${unionAll(ids)})`,
  ];
}

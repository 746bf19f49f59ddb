import type {PatternPart} from '@gazetteer/db';
import {glossaryEdges, glossaryTypes, termRelations, tokens, type TextQuery} from '@gazetteer/model';
import type {EntityCount, GraphRead} from './graph-store.ts';
import {fullTextOf, indexedText, withTypeNames, type IndexedText} from './search-fulltext.ts';
import {readableAt} from './readable-sql.ts';
import {classifiedSet} from './search-sql.ts';
import {wildcardSet} from './search-words.ts';
import {all, raw, runSql, sql, unionAll, type Sql, type SqlContext} from './sql-text.ts';

/** The entities of a text, as a SELECT of their numbers. */
export type FoundText = (context: SqlContext) => Sql;

type Phrase = Extract<TextQuery, {kind: 'phrase'}>;

const synonym = termRelations.find(one => one.field === 'synonyms')?.typeName ?? '';

/** What the words of a phrase lead to beside the texts of entities. */
type Meaning = {readonly classifications: string[]; readonly terms: number[]};

/** More terms than this with the same words say nothing. */
const maxTerms = 1000;
/** Of a longer text the first are looked for among names. */
const maxPhrases = 16;

/**
 * Words that name classifications or glossary terms (or synonyms of these) stand for whatever is classified so or has the term, too.
 * Asked of the graph at each search, so that a renamed term or a propagation is true at once, and none of them writes a document.
 * Undefined where no word is such a name: then the documents alone answer.
 */
export async function widenedText(
  graph: GraphRead,
  text: TextQuery,
  existing: readonly EntityCount[],
): Promise<FoundText | undefined> {
  const phrases = phrasesOf(text).slice(0, maxPhrases);
  const terms = await namedTerms(graph, phrases, existing);
  const classifications = [...graph.types.classificationTypes.keys()].map(name => ({name, words: tokens(name)}));
  const meanings = new Map<Phrase, Meaning>();
  for (const phrase of phrases) {
    const named = classifications.filter(one => hasPhrase(one.words, phrase)).map(one => one.name);
    const meant = terms.filter(one => hasPhrase(one.name.split(' '), phrase)).map(one => one.id);
    if (named.length > 0 || meant.length > 0) meanings.set(phrase, {classifications: named, terms: meant});
  }
  if (meanings.size === 0) return undefined;
  const types = namedTypes(graph, existing);
  return context => setOf({context, meanings, types}, text);
}

/** Types with entities, and their numbers. */
export function namedTypes(graph: GraphRead, existing: readonly EntityCount[]): {name: string; id: number}[] {
  const names = [...new Set(existing.map(one => one.typeName))];
  return names.map(name => ({name, id: graph.system.symbols.id(name)}));
}

function phrasesOf(text: TextQuery): Phrase[] {
  if (text.kind === 'phrase') return [text];
  if (text.kind === 'not') return phrasesOf(text.part);
  return text.kind === 'and' || text.kind === 'or' ? text.parts.flatMap(phrasesOf) : [];
}

function hasPhrase(words: readonly string[], {words: sought, prefix}: Phrase): boolean {
  const last = sought.length - 1;
  return words.some((_, at) =>
    sought.every((word, i) => (prefix && i === last ? words[at + i]?.startsWith(word) : words[at + i] === word)),
  );
}

type Named = {id: number; name: string};

/** Glossary terms that have one of the phrases in their names, of those that may be read: one statement, none where there are no terms. */
async function namedTerms(
  graph: GraphRead,
  phrases: readonly Phrase[],
  existing: readonly EntityCount[],
): Promise<Named[]> {
  const {session, system} = graph;
  const {term} = glossaryTypes;
  if (phrases.length === 0 || !existing.some(one => one.typeName === term && one.status === 'ACTIVE')) return [];
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
      return unionAll([documentSet(setting, text), ...meaningSets(context, meanings.get(text))]);
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
    indexedText(part) !== undefined && phrasesOf(part).every(phrase => !setting.meanings.has(phrase));
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

function meaningSets(context: SqlContext, meaning: Meaning | undefined): Sql[] {
  if (meaning === undefined) return [];
  const {classifications: names, terms} = meaning;
  const classified = names.length === 0 ? undefined : classifiedSet(context, {names});
  return [...(classified === undefined ? [] : [classified]), ...assignedSets(context, terms)];
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

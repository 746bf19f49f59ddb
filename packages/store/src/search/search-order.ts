import type {PatternPart} from '@gazetteer/db';
import {
  certified,
  deprecated,
  kindsOfTypes,
  trustGroup,
  typeKinds,
  type TypeKind,
} from '@gazetteer/model';
import {fullTextOf, type IndexedText} from '../index/search-fulltext.ts';
import {selectHits, type SearchPlan} from './search-plan.ts';
import {all, joined, raw, sql, typeList, type Sql} from '../schema/sql-text.ts';

/**
 * Hits in the order in which people look for them: first those whose name has the words; among
 * these assets before the parts of data sets (columns) before processes, and of each kind those
 * that are called exactly so, then those whose name begins so; then certified ones before others
 * and deprecated ones last; then those that were queried more of late; then shorter names, of which
 * the words are more. Then all others by kind, trust, use and the relevance of their text. What is
 * alike in all this comes the newest first. One statement; both databases order names alike.
 * @returns rows with `id` and `score`, smaller ones better
 */
export function rankedHits(plan: SearchPlan, text: IndexedText): Sql {
  const weighed = {...plan, where: plan.weighedOf()};
  const hits = selectHits(weighed, graded(plan, text), {withFacet: true});
  return sql`${hits} ORDER BY grade, score, id DESC`;
}

/**
 * The first of them, where all that is asked for has the words in its name: relevance, for which
 * FTS5 walks through all that have the words anywhere, is not asked for.
 */
export function rankedNames(plan: SearchPlan, where: Sql, text: IndexedText): Sql {
  const named = {...plan, where};
  const columns = sql`${raw(plan.id)} AS id, ${gradeOfName(plan, text)} AS grade, ${lengthOfName} AS score`;
  return sql`${selectHits(named, columns, {withFacet: true})} ORDER BY grade, score, id DESC`;
}

/** The same among entities that have all of it in their names, by their numbers. */
export function rankedAmong(plan: SearchPlan, text: IndexedText, ids: readonly number[]): Sql {
  const among: Sql = {text: plan.context.dialect.inList('f.entity_id', 'id'), params: [[...ids]]};
  return sql`SELECT f.entity_id AS id FROM facet f WHERE ${among}
    ORDER BY ${gradeOfName(plan, text)}, ${lengthOfName}, id DESC`;
}

const lengthOfName = raw('length(f.name)');

/** By the relevance of the text alone: for answers that tell it. */
export function scoredHits(plan: SearchPlan, text: IndexedText): Sql {
  const weighed = {...plan, where: plan.weighedOf()};
  const hits = selectHits(weighed, sql`${raw(plan.id)} AS id, ${scoreOf(plan, text)} AS score`);
  return sql`${hits} ORDER BY score, id DESC`;
}

/**
 * The same of hits that are found by more than their texts: `id` and `score` of each row of `hits`.
 */
export function scoredAmong({context}: SearchPlan, text: IndexedText): {scores: Sql; scored: Sql} {
  const {id, matches, expression, rank, rankOfNames} = fullTextOf(context.dialect);
  const score = rank(text);
  const found: Sql = {text: matches, params: [expression(text)]};
  return {
    scores: sql`scores AS MATERIALIZED (SELECT ${raw(id)} AS id, ${{text: score.sql, params: score.params}} AS score FROM document WHERE ${found})`,
    scored: sql`SELECT hits.id, coalesce(scores.score, ${raw(String(rankOfNames))}) AS score FROM hits LEFT JOIN scores ON scores.id = hits.id`,
  };
}

/**
 * The same where hits are too many to weigh all: by kind, and of each kind those whose entities are
 * no more than `maxRanked` by their names, others the newest first.
 */
export function hitsByKind(
  plan: SearchPlan,
  text: IndexedText,
  page: {limit: number; offset: number},
  maxRanked: number,
): Sql {
  const first = raw(`LIMIT ${page.limit + page.offset}`);
  const arms = armsOfKinds(plan).map(({arm, place}) => {
    const isRanked = arm.counts.reduce((sum, one) => sum + one.count, 0) <= maxRanked;
    // Without the relevance of texts, for which FTS5 walks through all hits of all kinds.
    const graded = sql`${raw(plan.id)} AS id, ${gradeOf(arm, text)} AS grade, ${lengthOfName} AS score`;
    const hits = isRanked
      ? sql`${selectHits(arm, graded, {withFacet: true})} ORDER BY grade, score, id DESC ${first}`
      : sql`${selectHits(arm, raw(`${plan.id} AS id, 0 AS grade, 0 AS score`))} ORDER BY id DESC ${first}`;
    return sql`SELECT ${raw(String(place))} AS place, arm.id, arm.grade, arm.score FROM (${hits}) AS arm`;
  });
  const {limit, offset} = page;
  return sql`SELECT id FROM (${joined(arms, ' UNION ALL ')}) AS hit
    ORDER BY place, grade, score, id DESC LIMIT ${limit} OFFSET ${offset}`;
}

/**
 * Hits without words: by kind, of each kind the newest first. Each kind is read only as far as the
 * page needs.
 * @param hitsOf `SELECT id` over the hits of one kind, which is given `ORDER BY id DESC LIMIT`
 */
export function newestByKind(
  plan: SearchPlan,
  page: {limit: number; offset: number},
  hitsOf: (arm: SearchPlan) => Sql,
): Sql {
  const {limit, offset} = page;
  const arms = armsOfKinds(plan).map(({arm, place}) => {
    const hits = sql`${hitsOf(arm)} ORDER BY id DESC LIMIT ${limit + offset}`;
    return sql`SELECT ${raw(String(place))} AS place, arm.id FROM (${hits}) AS arm`;
  });
  return sql`SELECT id FROM (${joined(arms, ' UNION ALL ')}) AS hit ORDER BY place, id DESC LIMIT ${limit} OFFSET ${offset}`;
}

/** The plan for the types of each kind that there are, with the place of the kind. */
function armsOfKinds(plan: SearchPlan): {arm: SearchPlan; place: number}[] {
  const kinds = kindsOfTypes(plan.context.types);
  return typeKinds.flatMap((kind, place) => {
    const counts = plan.counts.filter(one => (kinds.get(one.typeName) ?? 'asset') === kind);
    const names = counts.map(one => one.typeName);
    return counts.length === 0 ? [] : [{arm: {...plan, counts, where: plan.whereOf(names)}, place}];
  });
}

function scoreOf({context}: SearchPlan, text: IndexedText): Sql {
  const {sql: rank, params} = fullTextOf(context.dialect).rank(text);
  return {text: rank, params};
}

/** Grades of what has the words in its name lie below those of all others. */
const gradesOfNames = 9;

function graded(plan: SearchPlan, text: IndexedText): Sql {
  const score = sql`CASE WHEN ${nameHas(plan, text)} THEN ${lengthOfName} ELSE ${scoreOf(plan, text)} END`;
  return sql`${raw(plan.id)} AS id, ${gradeOf(plan, text)} AS grade, ${score} AS score`;
}

/**
 * The place of a hit among others, but for the relevance of its text, where the table `facet` is
 * read as `f`.
 */
export function gradeOf(plan: SearchPlan, text: IndexedText): Sql {
  const named = nameHas(plan, text);
  const grade = sql`(CASE WHEN ${named} THEN ${placeOfName(plan, text)} ELSE ${raw(String(gradesOfNames))} + ${kindPlace(plan)} END)`;
  return byUse(byTrust(plan, grade));
}

function gradeOfName(plan: SearchPlan, text: IndexedText): Sql {
  return byUse(byTrust(plan, sql`(${placeOfName(plan, text)})`));
}

function placeOfName(plan: SearchPlan, text: IndexedText): Sql {
  return sql`3 * ${kindPlace(plan)} + ${exactness(plan, text)}`;
}

/**
 * Among those of a grade, certified ones come first and deprecated ones last: one look into the
 * index for each hit, and none before anything was certified.
 */
function byTrust({context}: SearchPlan, grade: Sql): Sql {
  const {types, symbols} = context;
  const key = types.businessMetadataTypes.get(trustGroup)?.attributes.get('certification')?.key;
  if (key === undefined || !symbols.has(key)) return grade;
  const said = sql`(SELECT min(CASE t.value WHEN ${certified} THEN 0 WHEN ${deprecated} THEN 2 ELSE 1 END) FROM text_value t
    WHERE t.attribute_id = ${raw(String(symbols.id(key)))} AND t.type_id = f.type_id AND t.entity_id = f.entity_id
    AND t.value IN (${certified}, ${deprecated}))`;
  return sql`3 * ${grade} + coalesce(${said}, 1)`;
}

/** Queries of the last days, before the newest of all, by which those of a grade are ordered… */
const rankedDays = 30;
/** …of each hit so many rows of days and people at most: with as many it is used most… */
const maxUseRows = 16;
/** …in steps, so that what is used about as much is ordered by its name. */
const useSteps = [100, 10, 1];

/**
 * Among those of a grade, what is queried more comes first: a few steps in the index for each hit,
 * and none before anything was counted.
 */
function byUse(grade: Sql): Sql {
  const newest = '(SELECT max(day) FROM usage_day)';
  const steps = [
    `WHEN count(*) = ${maxUseRows} THEN 0`,
    ...useSteps.map((least, place) => `WHEN sum(u.queries) >= ${least} THEN ${place}`),
  ];
  const rows = `SELECT queries FROM usage_day WHERE entity_id = f.entity_id AND day > ${newest} - ${rankedDays} AND queries > 0 LIMIT ${maxUseRows}`;
  const least = useSteps.length;
  return sql`${raw(String(least + 1))} * (${grade}) + ${raw(`(CASE WHEN ${newest} IS NULL THEN ${least} ELSE
    (SELECT CASE ${steps.join(' ')} ELSE ${least} END FROM (${rows}) AS u) END)`)}`;
}

/** The place of a hit's kind, where the table `facet` is read as `f`. */
export function kindPlace({context, counts}: SearchPlan): Sql {
  const kinds = kindsOfTypes(context.types);
  const whens = typeKinds.flatMap((kind: TypeKind, place) => {
    const names = [...new Set(counts.map(one => one.typeName))].filter(
      name => kinds.get(name) === kind,
    );
    const types = typeList(context, names);
    return place === 0 || types === undefined
      ? []
      : [sql`WHEN f.type_id IN (${types}) THEN ${raw(String(place))}`];
  });
  return whens.length === 0 ? raw('0') : sql`(CASE ${joined(whens, ' ')} ELSE 0 END)`;
}

/** 0: the name is the words; 1: it begins with them; 2: neither. */
function exactness(plan: SearchPlan, text: IndexedText): Sql {
  const words = typedWords(text);
  if (words === undefined) return raw('2');
  const begins = namePattern(plan, [{text: ` ${words.text}${words.isPrefix ? '' : ' '}`}, 'any']);
  return sql`(CASE WHEN f.name = ${words.text} THEN 0 WHEN ${begins} THEN 1 ELSE 2 END)`;
}

/** The words as they were typed, one after the other; undefined when there are alternatives. */
export function typedWords(text: IndexedText): {text: string; isPrefix: boolean} | undefined {
  if (text.kind === 'phrase') return {text: text.words.join(' '), isPrefix: text.prefix};
  // A word that is the name of a type, too.
  if (text.kind === 'or' && text.parts[1]?.kind === 'types' && text.parts[0] !== undefined)
    return typedWords(text.parts[0]);
  if (text.kind !== 'and') return undefined;
  const parts = text.parts.map(typedWords);
  if (!parts.every(part => part !== undefined)) return undefined;
  return {text: parts.map(part => part.text).join(' '), isPrefix: parts.at(-1)?.isPrefix ?? false};
}

function nameHas(plan: SearchPlan, text: IndexedText): Sql {
  switch (text.kind) {
    case 'phrase':
      return namePattern(plan, [
        'any',
        {text: ` ${text.words.join(' ')}${text.prefix ? '' : ' '}`},
        'any',
      ]);
    case 'and':
    case 'or':
      return all(
        text.parts.map(part => nameHas(plan, part)),
        text.kind,
      );
    case 'types':
      return raw('1 = 0');
    case 'all':
      return raw('1 = 1');
  }
}

/** Of the name's words, with a blank before and behind each. */
function namePattern({context}: SearchPlan, parts: readonly PatternPart[]): Sql {
  return {
    text: context.dialect.fits("(' ' || f.name || ' ')"),
    params: [context.dialect.pattern(parts)],
  };
}

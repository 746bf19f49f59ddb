import type {Session} from '@gazetteer/db';
import {
  describeClassification,
  describeCondition,
  type Condition,
  type NarrowedQuery,
  type SearchQuery,
} from '@gazetteer/model';
import type {FoundText} from './search-widened.ts';
import {
  classifiedSet,
  holds,
  idSet,
  isClassified,
  readsRow,
  type RowScope,
} from '../index/search-sql.ts';
import {namesFit, textHolds, textSet} from '../index/search-words.ts';
import {joined, raw, runSql, sql, type Sql, type SqlContext} from '../schema/sql-text.ts';

/**
 * One of the conditions that must all hold; `set` when an index can give the entities that fulfil
 * it.
 */
export type Part = {
  readonly what: string;
  readonly set: Sql | undefined;
  readonly readsRow: boolean;
  /** The set is a range of an index: its first rows are found at once, however rare they are. */
  readonly isRange?: boolean;
  /** The set has each entity as often as it was used. */
  readonly isOfUses?: boolean;
  test(row: RowScope): Sql;
  /** The test by what the entity says itself, where there is one. */
  readonly alone?: {readonly readsRow: boolean; test(row: RowScope): Sql};
};

/** As it is tested on an entity of which nothing else is known. */
export function byItself(part: Part): Part {
  return {...part, ...part.alone, set: undefined};
}

export function testedStep({what, set, readsRow}: Part): string {
  const how =
    set !== undefined
      ? 'against an index'
      : readsRow
        ? 'by reading the entity'
        : 'on what leads to it';
  return `Tested on each, ${how}: ${what}.`;
}

export type Parts = Pick<NarrowedQuery, 'where' | 'classifications' | 'termGuid' | 'readable'> & {
  text?: SearchQuery['text'] | undefined;
  /** In place of the words alone, where more than the index of words has to be asked. */
  found?: FoundText | undefined;
};

export function partsOf(
  context: SqlContext,
  query: Parts,
  rowKinds: readonly Condition['kind'][] = [],
): Part[] {
  const {where, text, termGuid, readable, found} = query;
  const conditions = where === undefined ? [] : where.kind === 'and' ? where.parts : [where];
  const inSet = (what: string, set: Sql | undefined): Part => ({
    what,
    set,
    readsRow: false,
    test: row => (set === undefined ? raw('1 = 0') : sql`${raw(row.id)} IN (${set})`),
  });
  return [
    ...conditions.map(one => ({
      what: describeCondition(one),
      set: idSet(context, one),
      readsRow: readsRow(context, one, rowKinds),
      isRange: one.kind === 'compare' || one.kind === 'oneOf',
      isOfUses: one.kind === 'queried',
      test: (row: RowScope) => holds(context, one, row),
      alone: {
        readsRow: readsRow(context, one, rowKinds, 'alone'),
        test: (row: RowScope) => holds(context, one, row, 'alone'),
      },
    })),
    ...(termGuid === undefined
      ? []
      : [inSet(`the glossary term ${termGuid} is assigned`, assignedSet(context, termGuid))]),
    ...query.classifications.map((one): Part => {
      const part = inSet(describeClassification(one), classifiedSet(context, one));
      const carries = (row: RowScope) => isClassified(context, one, row.id);
      const not = (test: (row: RowScope) => Sql) => (row: RowScope) => sql`NOT (${test(row)})`;
      return one.isNegated
        ? {
            ...part,
            set: undefined,
            test: not(part.test),
            alone: {readsRow: false, test: not(carries)},
          }
        : {...part, alone: {readsRow: false, test: carries}};
    }),
    ...(found === undefined
      ? []
      : [inSet('the words, also as those of classifications and terms', found(context))]),
    ...(text === undefined || found !== undefined
      ? []
      : [
          {
            what: 'words with wildcards in names',
            set: textSet(context, text),
            readsRow: false,
            test: (row: RowScope) => textHolds(context, text, row.id),
            ...(text.kind === 'wildcard'
              ? {
                  alone: {
                    readsRow: true,
                    test: (row: RowScope) => namesFit(context, text.pattern, row),
                  },
                }
              : {}),
          },
        ]),
    // Never what leads to the hits: it is much, and the same for every search.
    ...(readable === undefined
      ? []
      : [
          {
            what: 'may be read',
            set: undefined,
            readsRow: readsRow(context, readable, rowKinds),
            test: (row: RowScope) => holds(context, readable, row),
            alone: {
              readsRow: readsRow(context, readable, rowKinds, 'alone'),
              test: (row: RowScope) => holds(context, readable, row, 'alone'),
            },
          },
        ]),
  ];
}

/** Entities that the glossary term is assigned to. */
function assignedSet({symbols}: SqlContext, termGuid: string): Sql | undefined {
  const type = 'AtlasGlossarySemanticAssignment';
  if (!symbols.has(type)) return undefined;
  return sql`SELECT g.end2_id FROM edge g JOIN entity t ON t.id = g.end1_id
    WHERE t.guid = ${termGuid} AND g.type_id = ${raw(String(symbols.id(type)))} AND g.state = 0`;
}

/**
 * Fewer entities than these are looked at before it pays to ask which index leads to the fewest.
 */
const minCandidates = 1000;
/** How far indexes are counted. */
const maxProbed = 2000;

/**
 * The part whose index leads to the fewest entities. Where there are several, all are counted up to
 * a bound in one statement; of those that lead to more the first is taken. Uses lead where they are
 * few beside the entities that would be looked at otherwise.
 */
export async function leadingPart(
  session: Session,
  parts: readonly Part[],
  candidates: number,
): Promise<Part | undefined> {
  const leading = parts.filter(
    ({set, isOfUses = false}) => set !== undefined && !(isOfUses && candidates < minCandidates),
  );
  const hasUses = leading.some(part => part.isOfUses);
  if (!hasUses && (leading.length < 2 || candidates < minCandidates)) return leading[0];
  const bounds = leading.map(({isOfUses = false}) =>
    isOfUses ? Math.floor(candidates / 10) : maxProbed,
  );
  const counts = leading.map(
    ({set}, i) =>
      sql`(SELECT count(*) FROM (SELECT * FROM (${set ?? null}) AS one LIMIT ${bounds[i] ?? 0}) AS few) AS ${raw(`n${i}`)}`,
  );
  const [row] = await runSql<Record<string, number>>(session, sql`SELECT ${joined(counts, ', ')}`);
  const least = leading.map(({isOfUses = false}, i) => {
    const count = Number(row?.[`n${i}`] ?? maxProbed);
    return isOfUses && count === bounds[i] ? Number.POSITIVE_INFINITY : count;
  });
  const fewest = Math.min(...least);
  return Number.isFinite(fewest) ? leading[least.indexOf(fewest)] : undefined;
}

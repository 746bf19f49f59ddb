import {type Dialect, writtenName} from '../dialects.ts';
import type {Mark} from '../marks.ts';
import type {Column, ColumnFinder} from '../query/columns.ts';
import {type Query, type Relation, same, word} from '../query/query-tree.ts';
import type {Item} from '../query/query.ts';
import {referencesOf} from '../query/references.ts';
import type {Token} from '../tokens.ts';

/** A table with more columns is wide: all of them are hardly wanted. */
const wideTable = 50;

/**
 * What reads more than somebody may want.
 * @param all tokens of the statement
 */
export async function wasteMarks(
  query: Query,
  finder: ColumnFinder,
  all: readonly Token[],
  dialect: Dialect,
): Promise<Mark[]> {
  const marks: Mark[] = [];
  const tables = query.relations.filter(({kind, isTarget}) => kind === 'table' && !isTarget);
  for (const relation of tables) {
    const {list} = await finder.ofRelation(relation);
    const {from} = relation.at;
    const {to} = relation.path.at(-1) ?? relation.at;
    const star = query.items.find(
      one => one.star !== undefined && (one.star === '' || same(one.star, relation.alias)),
    );
    const isOutermost = query.parent === undefined;
    const [starred] = star?.tokens ?? [];
    if (starred !== undefined && isOutermost && list.length > wideTable)
      marks.push({
        from: starred.from,
        to: starred.to,
        message: `All ${list.length} columns of ${relation.alias}.`,
        severity: 'info',
        ...starFix(star, relation, list, query, dialect),
      });
    const partitions = list.filter(({isPartition}) => isPartition === true);
    if (partitions.length > 0 && !isFiltered(query, partitions, dialect))
      marks.push({
        from,
        to,
        message: `All partitions are read: no condition on ${partitions.map(({name}) => name).join(', ')}.`,
        severity: 'info',
        ...partitionFix(relation, partitions[0], query, all, dialect),
      });
  }
  return marks;
}

const behindFrom = new Set(['group', 'having', 'order', 'window', 'qualify', 'limit']);

/**
 * Begins a condition on the first partition column, whose value is still to be written. Not of a
 * table that is joined: behind an outer join a condition in WHERE would leave out more rows.
 */
function partitionFix(
  {alias, join}: Relation,
  column: Column | undefined,
  {tokens, relations, from, to}: Query,
  all: readonly Token[],
  dialect: Dialect,
): Pick<Mark, 'fix'> {
  const isListed = join === 'first' || join === 'comma' || join === 'cross';
  if (column === undefined || !isListed) return {};
  const before = relations.length > 1 ? `${writtenName(alias, dialect)}.` : '';
  const name = `${before}${writtenName(column.name, dialect)}`;
  const label = `Add a condition on ${name}`;
  const ofWhere = tokens.filter(({clause}) => clause === 'where');
  const [where] = ofWhere;
  if (where !== undefined) {
    if (ofWhere.some(({token, depth}) => depth === 0 && word(token) === 'or')) return {};
    const start = ` ${name} = `;
    const at = where.token.to;
    return {fix: {label, from: at, to: at, insert: `${start} AND`, caret: start.length}};
  }
  const source = tokens.findIndex(({clause}) => clause === 'from');
  // `FROM t SELECT a`
  if (tokens.slice(source).some(({clause}) => clause === 'select')) return {};
  const end = tokens.find(({clause}) => behindFrom.has(clause))?.token.from ?? to;
  const last = all.findLast(token => token.from >= from && token.to <= end && token.text !== ';');
  const insert = ` WHERE ${name} = `;
  return last === undefined
    ? {}
    : {fix: {label, from: last.to, to: last.to, insert, caret: insert.length}};
}

/** Partitions are named by days and hours, which are words of the language as well. */
function isFiltered(query: Query, partitions: readonly Column[], dialect: Dialect): boolean {
  const isOne = (text: string) => partitions.some(({name}) => same(name, text));
  return referencesOf(query, dialect, isOne).some(
    ({clause, parts}) =>
      (clause === 'where' || clause === 'on') && parts.some(({text}) => isOne(text)),
  );
}

/** The columns in place of `*` or `t.*`; not of a star that is one of several tables. */
function starFix(
  star: Item | undefined,
  {alias}: Relation,
  columns: readonly Column[],
  {relations}: Query,
  dialect: Dialect,
): Pick<Mark, 'fix'> {
  const [first, last] = [star?.tokens[0], star?.tokens.at(-1)];
  const isPlain = last?.text === '*' && star?.excluded.length === 0;
  if (first === undefined || last === undefined || !isPlain) return {};
  if (star?.star === '' && relations.length > 1) return {};
  const before = star?.star === '' ? '' : `${writtenName(alias, dialect)}.`;
  const insert = columns.map(({name}) => `${before}${writtenName(name, dialect)}`).join(', ');
  return {fix: {label: 'List the columns', from: first.from, to: last.to, insert}};
}

import {type Dialect, writtenName} from '../dialects.ts';
import type {Mark} from '../marks.ts';
import type {Column, ColumnFinder} from '../query/columns.ts';
import {type Query, type Relation, same} from '../query/query-tree.ts';
import type {Item} from '../query/query.ts';
import type {Reference} from '../query/references.ts';

/** A table with more columns is wide: all of them are hardly wanted. */
const wideTable = 50;

/** What reads more than somebody may want. */
export async function wasteMarks(
  query: Query,
  references: readonly Reference[],
  finder: ColumnFinder,
  dialect: Dialect,
): Promise<Mark[]> {
  const marks: Mark[] = [];
  const tables = query.relations.filter(({kind, isTarget}) => kind === 'table' && !isTarget);
  for (const relation of tables) {
    const {list} = await finder.ofRelation(relation);
    const {from, to} = relation.at;
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
    const filtered = references.filter(({clause}) => clause === 'where' || clause === 'on');
    const isFiltered = partitions.some(({name}) =>
      filtered.some(({parts}) => parts.some(({text}) => same(text, name))),
    );
    if (partitions.length > 0 && !isFiltered)
      marks.push({
        from,
        to,
        message: `All partitions are read: no condition on ${partitions.map(({name}) => name).join(', ')}.`,
        severity: 'info',
      });
  }
  return marks;
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

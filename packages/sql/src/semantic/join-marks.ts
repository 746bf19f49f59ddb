import {keyCondition} from '../complete/join-conditions.ts';
import type {Dialect} from '../dialects.ts';
import type {Mark} from '../marks.ts';
import type {ColumnFinder} from '../query/columns.ts';
import {type Query, type Relation, same} from '../query/query-tree.ts';

/** Joins without a condition, with one of keys where names tell one. */
export async function joinMarks(
  query: Query,
  finder: ColumnFinder,
  dialect: Dialect,
): Promise<Mark[]> {
  const has = (clause: string) => query.tokens.some(one => one.clause === clause);
  const marks: Mark[] = [];
  for (const [n, relation] of query.relations.entries()) {
    const {join, kind, queries, at, path} = relation;
    // While somebody is still writing, the condition is still to come.
    const isOpen = join === 'open' && query.tokens.some(({token}) => token.from > at.from);
    const isFree = join === 'comma' && kind !== 'function' && !has('where');
    // Rows of a nested column: `FROM customers c, c.orders`.
    const isNested =
      path.length > 1 &&
      query.relations.slice(0, n).some(({alias}) => same(alias, path[0]?.text ?? ''));
    // `(SELECT 1)` is one row.
    const isOneRow = queries.length === 1 && queries[0]?.relations.length === 0;
    if (isOneRow || isNested || !((isOpen && !has('where')) || isFree)) continue;
    const fix = isOpen ? await conditionFix(query.relations.slice(0, n + 1), finder, dialect) : [];
    marks.push({
      from: at.from,
      to: (path.at(-1) ?? at).to,
      message: 'No join condition: each row is joined with all others.',
      severity: 'warning',
      ...fix[0],
    });
  }
  return marks;
}

/** Of a joined table; where a query in parentheses ends is not known here. */
async function conditionFix(
  relations: readonly Relation[],
  finder: ColumnFinder,
  dialect: Dialect,
): Promise<Pick<Mark, 'fix'>[]> {
  const joined = relations.at(-1);
  const end = joined?.aliasToken ?? joined?.path.at(-1);
  if (end === undefined || joined?.columnNames !== undefined) return [];
  const condition = await keyCondition(relations, finder, dialect);
  if (condition === undefined) return [];
  const insert = ` ON ${condition}`;
  return [{fix: {label: `Add${insert}`, from: end.to, to: end.to, insert}}];
}

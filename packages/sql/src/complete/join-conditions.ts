import {type Dialect, writtenName} from '../dialects.ts';
import type {Column, ColumnFinder} from '../query/columns.ts';
import type {Relation} from '../query/query-tree.ts';
import {plain, type Ranked} from './proposal.ts';

const maxConditions = 8;

/**
 * Ways to join the last source with those before it: columns of one name that look like keys, and
 * `id` with `<table>_id`. `start`: what is put before them.
 */
export async function joinProposals(
  relations: readonly Relation[],
  finder: ColumnFinder,
  dialect: Dialect,
  start: string,
): Promise<Ranked[]> {
  const joined = relations.at(-1);
  if (joined === undefined) return [];
  const {list: right} = await finder.ofRelation(joined);
  const found: {text: string; rank: number}[] = [];
  for (const other of relations.slice(0, -1)) {
    for (const left of (await finder.ofRelation(other)).list)
      for (const one of right) {
        const rank = rankOf(left, one, other, joined);
        if (rank === 0) continue;
        const written = ({alias}: Relation, {name}: Column) =>
          `${writtenName(alias, dialect)}.${writtenName(name, dialect)}`;
        found.push({text: `${written(other, left)} = ${written(joined, one)}`, rank});
      }
  }
  return found
    .sort((a, b) => b.rank - a.rank)
    .slice(0, maxConditions)
    .map(({text}, n) => plain(`${start}${text}`, 'join', 'same names', 8 - n / 10));
}

function rankOf(
  {name: left}: Column,
  {name: right}: Column,
  leftSource: Relation,
  rightSource: Relation,
): number {
  const [a, b] = [left.toLowerCase(), right.toLowerCase()];
  if (a === b) return /(?:^|_)(?:id|key|code|uuid|guid|no|nr)$|id$/.test(a) ? 3 : 1;
  const singular = ({path, alias}: Relation) =>
    (path.at(-1)?.text ?? alias).toLowerCase().replace(/s$/, '');
  if (b === 'id' && a === `${singular(rightSource)}_id`) return 4;
  if (a === 'id' && b === `${singular(leftSource)}_id`) return 4;
  return 0;
}

import type {ColumnName} from './name-catalog.ts';
import {type Dialect, writtenName} from './dialects.ts';
import type {Source} from './scope.ts';

const maxConditions = 8;

/**
 * Ways to join the last source with those before it: columns of one name that look like keys, and
 * `id` with `<table>_id`.
 */
export function joinConditions(
  sources: readonly Source[],
  columns: ReadonlyMap<Source, readonly ColumnName[]>,
  dialect: Dialect,
): string[] {
  const joined = sources.at(-1);
  if (joined === undefined) return [];
  const found: {text: string; rank: number}[] = [];
  for (const other of sources.slice(0, -1)) {
    for (const {name: left} of columns.get(other) ?? []) {
      for (const {name: right} of columns.get(joined) ?? []) {
        const rank = rankOf(left, right, other, joined);
        if (rank === 0) continue;
        const [a, b] = [
          `${other.alias}.${writtenName(left, dialect)}`,
          `${joined.alias}.${writtenName(right, dialect)}`,
        ];
        found.push({text: `${a} = ${b}`, rank});
      }
    }
  }
  return found
    .sort((a, b) => b.rank - a.rank)
    .slice(0, maxConditions)
    .map(({text}) => text);
}

function rankOf(left: string, right: string, leftSource: Source, rightSource: Source): number {
  const [a, b] = [left.toLowerCase(), right.toLowerCase()];
  if (a === b) return /(?:^|_)(?:id|key|code|uuid|guid|no|nr)$|id$/.test(a) ? 3 : 1;
  const singular = ({path, alias}: Source) =>
    (path.at(-1) ?? alias).toLowerCase().replace(/s$/, '');
  if (b === 'id' && a === `${singular(rightSource)}_id`) return 4;
  if (a === 'id' && b === `${singular(leftSource)}_id`) return 4;
  return 0;
}

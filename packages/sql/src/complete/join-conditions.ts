import {type Dialect, writtenName} from '../dialects.ts';
import type {Column, ColumnFinder} from '../query/columns.ts';
import type {Relation} from '../query/query-tree.ts';
import {plain, type Ranked} from './proposal.ts';

const maxConditions = 8;

/** How likely a condition is meant, from which on it is one of keys. */
const keyRank = 3;

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
  const found = await joinConditions(relations, finder, dialect);
  return found.map(({text}, n) => plain(`${start}${text}`, 'join', 'same names', 8 - n / 10));
}

/** The likeliest condition of keys to join the last source by; undefined where there is none. */
export async function keyCondition(
  relations: readonly Relation[],
  finder: ColumnFinder,
  dialect: Dialect,
): Promise<string | undefined> {
  const [best] = await joinConditions(relations, finder, dialect);
  return best !== undefined && best.rank >= keyRank ? best.text : undefined;
}

async function joinConditions(
  relations: readonly Relation[],
  finder: ColumnFinder,
  dialect: Dialect,
): Promise<{readonly text: string; readonly rank: number}[]> {
  const joined = relations.at(-1);
  // A query in parentheses may have no name to call its columns by.
  const isNamed = ({alias}: Relation) => alias !== '';
  if (joined === undefined || !isNamed(joined)) return [];
  const {list} = await finder.ofRelation(joined);
  const right = Map.groupBy(list, ({name}) => name.toLowerCase());
  const written = ({alias}: Relation, {name}: Column) =>
    `${writtenName(alias, dialect)}.${writtenName(name, dialect)}`;
  const found: {text: string; rank: number}[] = [];
  for (const other of relations.slice(0, -1).filter(isNamed)) {
    for (const left of (await finder.ofRelation(other)).list)
      for (const [name, rank] of ranked(left.name.toLowerCase(), other, joined))
        for (const one of right.get(name) ?? [])
          found.push({text: `${written(other, left)} = ${written(joined, one)}`, rank});
  }
  return found.sort((a, b) => b.rank - a.rank).slice(0, maxConditions);
}

/** Names in small letters that a column of the left source may be equal to, and how likely. */
function ranked(name: string, left: Relation, right: Relation): [name: string, rank: number][] {
  const keyOf = ({path, alias}: Relation) =>
    `${(path.at(-1)?.text ?? alias).toLowerCase().replace(/s$/, '')}_id`;
  const isKey = /(?:^|_)(?:id|key|code|uuid|guid|no|nr)$|id$/.test(name);
  const found: [name: string, rank: number][] = [[name, isKey ? keyRank : 1]];
  if (name === keyOf(right)) found.push(['id', 4]);
  if (name === 'id') found.push([keyOf(left), 4]);
  return found;
}

import type {Clause} from '../query/query-tree.ts';

const behindTable =
  'where|join|left join|inner join|right join|full join|cross join|on|using|group by|order by|limit|having|union all|union|as|lateral view|tablesample';
const operators =
  'and|or|not|in|like|between|is null|is not null|is|asc|desc|as|from|then|else|end|when';

/** Words that usually follow something complete, by the part of the query that it is in. */
const behind: Readonly<Record<Clause, string>> = {
  start: 'select|from|set|values|as|where|into|table|overwrite|partition|if|exists|not exists',
  select: `from|as|${operators}|over|filter|where|group by|order by|limit|union all`,
  from: behindTable,
  on: `${operators}|${behindTable}`,
  using: behindTable,
  where: `${operators}|group by|order by|limit|having|union all|union|qualify`,
  group: `having|order by|limit|with rollup|with cube|grouping sets|union all|union|qualify`,
  having: `${operators}|order by|limit|union all|union`,
  order: 'asc|desc|nulls first|nulls last|limit|offset|rows|range|union all',
  window: 'as|partition by|order by',
  qualify: `${operators}|order by|limit`,
  limit: 'offset|union all',
  set: `where|${operators}|from`,
  values: 'on conflict|returning|as',
  columns: '',
};

export function nextWords(clause: Clause): ReadonlySet<string> {
  return new Set(behind[clause].split('|'));
}

/** What an expression may begin with. */
export const expressionWords: ReadonlySet<string> = new Set(
  'case|cast|not|exists|distinct|null|true|false|interval|current_date|current_timestamp|select|date|timestamp|array|struct|map|row|all|any|try_cast|extract|over|partition by|order by'.split(
    '|',
  ),
);

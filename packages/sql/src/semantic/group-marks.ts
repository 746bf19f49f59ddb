import type {Mark} from '../marks.ts';
import {isSymbol, type Query, same, word} from '../query/query-tree.ts';
import type {Reference} from '../query/references.ts';

const aggregates =
  /^(?:count|sum|avg|min|max|stddev(?:_pop|_samp)?|variance|var_pop|var_samp|collect_list|collect_set|array_agg|string_agg|group_concat|listagg|approx_distinct|approx_count_distinct|ndv|median|percentile(?:_approx)?|approx_percentile|any_value|bool_and|bool_or)$/;

/** Columns that stand beside aggregates and are not grouped by. */
export function groupMarks(query: Query, references: readonly Reference[]): Mark[] {
  const bare = references.filter(
    ({clause, functions, depth}) => clause === 'select' && functions.length === 0 && depth === 0,
  );
  if (bare.length === 0 || !hasAggregate(query)) return [];
  const grouped = query.tokens.filter(({clause}) => clause === 'group').map(({token}) => token);
  // Places of the select list, ALL, ROLLUP, and expressions: what they say is the engine's to know.
  if (
    grouped.some(
      ({kind, text}) =>
        kind === 'number' || /^(?:all|rollup|cube|sets)$/i.test(text) || text === '(',
    )
  )
    return [];
  const names = new Set(grouped.map(({text}) => text.toLowerCase()));
  return bare.flatMap(({parts}): Mark[] => {
    const [first, last] = [parts[0], parts.at(-1)];
    if (
      first === undefined ||
      last === undefined ||
      parts.some(({text}) => names.has(text.toLowerCase()))
    )
      return [];
    const item = query.items.find(({tokens}) => tokens.includes(first));
    // An alias of an expression that is grouped by.
    if (item === undefined || (item.name !== '' && names.has(item.name.toLowerCase()))) return [];
    const text = parts.map(part => part.text).join('.');
    const end = grouped.at(-1);
    return [
      {
        from: first.from,
        to: last.to,
        message: `${text} is neither grouped nor aggregated.`,
        severity: 'warning',
        ...(end !== undefined &&
          !same(end.text, 'by') && {
            fix: {label: `Add ${text} to GROUP BY`, from: end.to, to: end.to, insert: `, ${text}`},
          }),
      },
    ];
  });
}

/** One that is no window function. */
function hasAggregate({tokens}: Query): boolean {
  return tokens.some(({token, clause, depth}, n) => {
    if (clause !== 'select' || !aggregates.test(word(token))) return false;
    if (!isSymbol(tokens[n + 1]?.token, '(')) return false;
    let end = n + 2;
    while (
      end < tokens.length &&
      !(isSymbol(tokens[end]?.token, ')') && tokens[end]?.depth === depth)
    )
      end++;
    return !/^(?:over|filter|within)$/.test(word(tokens[end + 1]?.token));
  });
}

// Completes names while a query is typed. It does not parse: half a query is no query, so the words
// before the caret have to do.
/** What names there are to complete. */
export type DslNames = {
  readonly types: readonly string[];
  readonly classifications: readonly string[];
  /** Attributes and relationships of a type. */
  readonly attributesOf: (typeName: string) => readonly string[];
};

/** Names that can stand in place of the text from `from` to `to`. */
export type DslCompletion = {
  readonly from: number;
  readonly to: number;
  readonly options: readonly string[];
};

const clauses = 'where select orderby groupby limit offset'.split(' ');
/** As the documentation writes them. */
const words = 'and or not like isa has hasTerm asc desc count() min() max() sum() avg()'.split(' ');
/** The list is under the field and is not to hide the results. */
const most = 8;
/** Behind them a condition or a list of attributes begins: no clause does. */
const before = new Set([
  'where',
  'select',
  'orderby',
  'groupby',
  'and',
  'or',
  'not',
  'has',
  '(',
  ',',
]);

/**
 * Completes the word that ends at the caret: types at first, then attributes of the query's type
 * and what the language has.
 */
export function completeDsl(text: string, caret: number, names: DslNames): DslCompletion {
  const head = text.slice(0, caret);
  const word = /[\w.]*$/.exec(head)?.[0] ?? '';
  const from = caret - word.length;
  const none = {from, to: caret, options: []};
  const rest = head.slice(0, from);
  // A text may have any words.
  if (isQuoted(rest)) return none;
  const tokens = tokensOf(rest);
  const last = tokens.at(-1)?.toLowerCase();
  const options = optionsBehind(tokens, last, names);
  const isStart = last === 'from' || last === 'isa' || last === 'is';
  // A list after every blank would be in the way.
  if (word === '' && !isStart) return none;
  const sought = word.toLowerCase();
  const fitting = options.filter(one => one.toLowerCase().startsWith(sought) && one !== word);
  return {from, to: caret, options: [...new Set(fitting)].slice(0, most)};
}

/** Whether the query itself takes only some of what it finds. */
export function hasLimit(query: string): boolean {
  const tokens = tokensOf(query);
  return tokens.some(
    (token, n) => token.toLowerCase() === 'limit' && /^\d+$/.test(tokens[n + 1] ?? ''),
  );
}

function tokensOf(text: string): readonly string[] {
  return text.match(/[\w.]+|'[^']*'|"[^"]*"|[^\s\w]/g) ?? [];
}

function optionsBehind(
  tokens: readonly string[],
  last: string | undefined,
  names: DslNames,
): readonly string[] {
  if (last === 'isa' || last === 'is') return names.classifications;
  if (last === 'from') return names.types;
  if (last === undefined) return ['from', ...names.types];
  // The first type is what the query is about.
  const type = tokens.find(one => names.types.includes(one));
  const attributes = type === undefined ? [] : names.attributesOf(type);
  return before.has(last) ? [...attributes, ...words] : [...clauses, ...words, ...attributes];
}

function isQuoted(text: string): boolean {
  let quote = '';
  for (const sign of text) {
    if (quote === '' ? sign === "'" || sign === '"' : sign === quote)
      quote = quote === '' ? sign : '';
  }
  return quote !== '';
}

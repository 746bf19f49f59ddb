import type {ColumnName} from '../name-catalog.ts';
import {isName, isSymbol, word} from '../query/query-tree.ts';
import {argumentsOf} from '../query/token-walk.ts';
import type {Token} from '../tokens.ts';

/** What may follow a type. */
const behindType = new Set(
  'not null default primary comment references generated auto_increment unique check collate encoding compression constraint with as character key on identity using block_size'.split(
    ' ',
  ),
);

/**
 * The columns that a list defines, `(a bigint NOT NULL, b array<string>)`; undefined where they
 * come from elsewhere as well, as with `(LIKE other)` and `(SELECT …)`.
 */
export function definedColumns(
  list: readonly Token[],
  text: string,
  isPartition = false,
): ColumnName[] | undefined {
  const found: ColumnName[] = [];
  for (const tokens of argumentsOf(list, true)) {
    const [name, ...rest] = tokens;
    if (name === undefined || isConstraint(tokens)) continue;
    if (!isName(name) || /^(?:like|select|with)$/.test(word(name))) return undefined;
    const end = rest.findIndex(token => behindType.has(word(token)));
    const type = end < 0 ? rest : rest.slice(0, end);
    const [first, last] = [type[0], type.at(-1)];
    // A column that stands elsewhere, or what is made of one: `days(at)`.
    if (isPartition && (first === undefined || isSymbol(first, '('))) continue;
    found.push({
      name: name.text,
      type: first === undefined || last === undefined ? '' : text.slice(first.from, last.to),
      comment: '',
      ...(isPartition && {isPartition}),
    });
  }
  return found;
}

/** `PRIMARY KEY (a)`, `KEY by_a (a)` and the like, which define no column; `key string` does. */
function isConstraint([first, second, third]: readonly Token[]): boolean {
  const next = word(second);
  switch (word(first)) {
    case 'constraint':
      return true;
    case 'primary':
    case 'foreign':
      return next === 'key';
    case 'unique':
      return isSymbol(second, '(') || next === 'key' || next === 'index' || isSymbol(third, '(');
    case 'check':
    case 'exclude':
      return isSymbol(second, '(') || next === 'using';
    case 'period':
      return next === 'for';
    case 'fulltext':
    case 'spatial':
      return true;
    case 'key':
    case 'index':
      // A type has a length in parentheses, and an index has names.
      return isSymbol(second, '(') || (isSymbol(third, '(') && !lengths.test(next));
    default:
      return false;
  }
}

const lengths =
  /^(?:var|n|nvar)?(?:char|binary)2?$|^(?:decimal|numeric|number|dec|int|integer|bigint|smallint|tinyint|float|double|bit|time|timestamp|datetime|enum|set|row|array|map)$/;

import type {Dialect} from '../dialects.ts';
import type {NameCatalog} from '../name-catalog.ts';
import {ColumnFinder} from '../query/columns.ts';
import {
  around,
  isName,
  isSymbol,
  type Query,
  queryAt,
  queryTree,
  same,
  word,
} from '../query/query-tree.ts';
import {statementAround} from '../statement-around.ts';
import {type Token, tokensOf} from '../tokens.ts';
import {plain, type Ranked} from './proposal.ts';
import type {Question} from './question.ts';

/** A column that is compared with what comes next: `c.country = |`, `country IN ('DE', |`. */
type Compared = readonly Token[];

const comparing = new Set(['=', '==', '<>', '!=', '<=>']);
const maxValueLength = 100;
/** Types whose values are written without quotes, and those values. */
const bareTypes =
  /^(?:u?(?:tiny|small|medium|big|huge)?int(?:eger)?\d*|float|double|real|decimal|numeric)\b/i;
const bareValue = /^-?\d+(?:\.\d+)?$/;
/** The rest of a value behind the caret, and not a condition between two texts. */
const restOfValue = /^[\p{L}\p{N}_.:-]*$/u;

/** Values of the column that stands before a comparison, where the catalog knows them. */
export async function valueProposals(
  before: readonly Token[],
  queries: readonly Query[],
  {dialect, database}: Pick<Question, 'dialect' | 'database'>,
  catalog: NameCatalog,
): Promise<Ranked[]> {
  const {values, type} = await valuesBehind(before, queries, database, catalog, false);
  const isBare = (value: string) => bareTypes.test(type) && bareValue.test(value);
  return values.map(value => ({
    ...plain(value, 'value', '', 8),
    insert: isBare(value) ? value : quoted(value, dialect),
  }));
}

type InText = {
  readonly from: number;
  readonly to: number;
  readonly prefix: string;
  readonly all: Ranked[];
};

/** Inside of a text that has been begun; undefined where the caret is in none. */
export async function valuesInText(
  {text, caret, dialect, database}: Question,
  catalog: NameCatalog,
): Promise<InText | undefined> {
  const {text: statement, from: start} = statementAround(text, caret, dialect);
  const at = caret - start;
  const all = tokensOf(statement, dialect);
  const inside = all.find(
    ({kind, from, to, isClosed}) => kind === 'text' && from < at && (isClosed ? at < to : at <= to),
  );
  if (inside === undefined) return undefined;
  const tokens = all.filter(({kind}) => kind !== 'comment');
  const queries = around(queryAt(queryTree(tokens, statement.length), inside.from));
  const before = tokens.filter(({to}) => to <= inside.from);
  const {values} = await valuesBehind(before, queries, database, catalog, true);
  const quote = statement[inside.from] ?? "'";
  const rest = inside.isClosed ? statement.slice(at, inside.to - 1) : '';
  return {
    from: start + inside.from + 1,
    to: restOfValue.test(rest) ? caret + rest.length : caret,
    prefix: statement.slice(inside.from + 1, at),
    all: values.map(value => ({
      ...plain(value, 'value', '', 8),
      insert: escaped(value, dialect, quote) + (inside.isClosed ? '' : quote),
    })),
  };
}

const noValues = {values: [], type: ''};

async function valuesBehind(
  before: readonly Token[],
  queries: readonly Query[],
  database: string,
  catalog: NameCatalog,
  isAlone: boolean,
): Promise<{readonly values: readonly string[]; readonly type: string}> {
  const path = comparedColumn(before);
  const name = path?.at(-1)?.text;
  if (catalog.values === undefined || path === undefined || name === undefined) return noValues;
  const finder = new ColumnFinder(catalog, database);
  const qualifier = path.at(-2)?.text;
  for (const {relations} of queries)
    for (const relation of relations) {
      if (qualifier !== undefined && !same(relation.alias, qualifier)) continue;
      const {list} = await finder.ofRelation(relation);
      const column = list.find(one => same(one.name, name));
      if (column?.table !== undefined) {
        const values = await catalog.values(...column.table, column, isAlone).catch(() => []);
        return {values: values.filter(value => value.length <= maxValueLength), type: column.type};
      }
    }
  return noValues;
}

/** The name before a comparison, with what stands before its dots. */
function comparedColumn(before: readonly Token[]): Compared | undefined {
  let end = before.length - 1;
  const last = before[end];
  if (last?.kind === 'symbol' && comparing.has(last.text)) end--;
  else if (isSymbol(last, '(') || isSymbol(last, ',')) {
    // The texts that are listed already.
    while (isSymbol(before[end], ',') && before[end - 1]?.kind === 'text') end -= 2;
    if (!isSymbol(before[end], '(') || word(before[end - 1]) !== 'in') return undefined;
    end -= word(before[end - 2]) === 'not' ? 3 : 2;
  } else return undefined;
  if (!isName(before[end])) return undefined;
  let first = end;
  while (isSymbol(before[first - 1], '.') && isName(before[first - 2])) first -= 2;
  return before.slice(first, end + 1).filter(isName);
}

function quoted(value: string, dialect: Dialect): string {
  return `'${escaped(value, dialect, "'")}'`;
}

/** Where " begins a text, \ is an escape in it as well. */
function escaped(value: string, {hasDoubleQuotedTexts}: Dialect, quote: string): string {
  return hasDoubleQuotedTexts
    ? value.replaceAll('\\', '\\\\').replaceAll(quote, `\\${quote}`)
    : value.replaceAll(quote, quote + quote);
}

import {lookup} from '../lookup.ts';
import type {
  DslExpression,
  DslFunction,
  DslItem,
  DslName,
  DslOperator,
  DslPath,
  DslQuery,
  DslSource,
  DslValue,
} from './dsl.ts';
import {dslSyntaxError, dslTokens, quoted, type DslToken} from './dsl-lexer.ts';

const operators: Readonly<Record<string, DslOperator>> = lookup({
  '<': '<',
  lt: '<',
  '<=': '<=',
  lte: '<=',
  '=': '=',
  eq: '=',
  '!=': '!=',
  neq: '!=',
  '>': '>',
  gt: '>',
  '>=': '>=',
  gte: '>=',
  like: 'like',
});
const functions: ReadonlySet<string> = new Set(['count', 'min', 'max', 'sum', 'avg']);
const clauses: ReadonlySet<string> = new Set([
  'where',
  'groupby',
  'select',
  'orderby',
  'limit',
  'offset',
]);
/** Words that no name can be without backquotes; they are read in any case. */
const reserved: ReadonlySet<string> = new Set([
  ...clauses,
  ...Object.keys(operators),
  ...'from as and or is isa has hasterm asc desc true false'.split(' '),
]);

/** Of parentheses inside one another: the databases have such a limit, too. */
const maxDepth = 100;

/**
 * Reads `[from] Type [as alias] [,] [[where] condition …] [groupby(…)] [select …] [orderby …
 * [asc|desc]] [limit n [offset m]]`. Names are not looked up here. @throws INVALID_DSL_QUERY with
 * the line, the column and what was expected there
 */
export function parseDsl(query: string): DslQuery {
  return new Parser(query).query();
}

export function isDslWord(text: string): boolean {
  return reserved.has(text.toLowerCase());
}

class Parser {
  readonly #text: string;
  readonly #tokens: readonly DslToken[];
  #at = 0;
  #depth = 0;

  constructor(text: string) {
    this.#text = text;
    this.#tokens = dslTokens(text);
  }

  query(): DslQuery {
    const {from, where} = this.#sequence();
    const groupBy = this.#takeWord('groupby') ? this.#groups() : undefined;
    const select = this.#takeWord('select') ? this.#list(() => this.#selected()) : undefined;
    const orderBy = this.#takeWord('orderby') ? this.#order() : undefined;
    const limit = this.#takeWord('limit') ? this.#count() : undefined;
    const offset = limit !== undefined && this.#takeWord('offset') ? this.#count() : undefined;
    if (this.#next.kind !== 'end') throw this.#expected('the end of the query');
    return {
      from,
      ...(where && {where}),
      ...(groupBy && {groupBy}),
      ...(select && {select}),
      ...(orderBy && {orderBy}),
      ...(limit === undefined ? {} : {limit}),
      ...(offset === undefined ? {} : {offset}),
    };
  }

  /**
   * Types and conditions in any order, side by side or with commas: all must hold. `from` and
   * `where` may be left out.
   */
  #sequence(): Pick<DslQuery, 'from' | 'where'> {
    const from: DslSource[] = [];
    let where: DslExpression | undefined;
    do {
      const isSource =
        this.#takeWord('from') || (!this.#isWord('where') && this.#startsSource(from.length > 0));
      const start = this.#at;
      if (isSource) from.push(this.#source());
      // `hive_table isa PII` and `hive_db has name` name the type once, as the subject of a
      // condition.
      const isSubject =
        isSource && from.at(-1)?.alias === undefined && this.#isWord('is', 'isa', 'has', 'hasterm');
      if (isSubject) this.#at = start;
      if (isSource && !isSubject) continue;
      this.#takeWord('where');
      const next = this.#expression();
      where = where === undefined ? next : {kind: 'and', left: where, right: next};
    } while (this.#takeSymbol(',') || this.#isWord('from', 'where') || this.#startsCondition());
    return {from, ...(where && {where})};
  }

  #source(): DslSource {
    const type = this.#path('the name of a type');
    const alias = this.#alias();
    return {type, ...(alias && {alias})};
  }

  /**
   * A name is a type, unless it is compared with something; before there is a type, only values are
   * compared.
   */
  #startsSource(hasType: boolean): boolean {
    if (this.#isSymbol('(') || this.#startsNot()) return false;
    const start = this.#at;
    this.#path('the name of a type');
    const isCompared =
      this.#operator !== undefined || (hasType && this.#isWord('is', 'isa', 'has', 'hasterm'));
    this.#at = start;
    return !isCompared;
  }

  #startsCondition(): boolean {
    const {kind, text, quote} = this.#next;
    if (kind === 'symbol') return text === '(';
    return kind === 'name' && (quote !== '' || !isDslWord(text) || this.#startsNot());
  }

  #startsNot(): boolean {
    return this.#isWord('not') && this.#isSymbol('(', 1);
  }

  get #operator(): DslOperator | undefined {
    const {kind, text, quote} = this.#next;
    return kind !== 'number' && quote === '' ? operators[text.toLowerCase()] : undefined;
  }

  #expression(): DslExpression {
    let left = this.#condition();
    for (;;) {
      const kind = this.#isWord('and') ? 'and' : this.#isWord('or') ? 'or' : undefined;
      if (kind === undefined) return left;
      this.#at++;
      left = {kind, left, right: this.#condition()};
    }
  }

  #condition(): DslExpression {
    if (++this.#depth > maxDepth)
      throw this.#expected(`no more than ${maxDepth} conditions inside one another`);
    const condition = this.#oneCondition();
    this.#depth--;
    return condition;
  }

  #oneCondition(): DslExpression {
    if (this.#startsNot()) {
      this.#at++;
      return {kind: 'not', part: this.#condition()};
    }
    if (this.#takeSymbol('(')) {
      const inner = this.#expression();
      this.#needSymbol(')');
      return inner;
    }
    const path = this.#path('an attribute');
    if (this.#takeWord('is') || this.#takeWord('isa')) {
      return {
        kind: 'isa',
        subject: path,
        classification: this.#path('the name of a classification'),
      };
    }
    if (this.#takeWord('has'))
      return {kind: 'has', subject: path, path: this.#path('an attribute')};
    if (this.#takeWord('hasterm'))
      return {kind: 'hasTerm', subject: path, term: this.#path('the name of a term')};
    const operator = this.#operator;
    if (operator === undefined) throw this.#expected('a comparison, is, isa, has or hasTerm');
    this.#at++;
    return {kind: 'compare', path, operator, value: this.#value()};
  }

  #value(): DslValue {
    const token = this.#next;
    const {at} = token;
    if (this.#takeSymbol('[')) {
      const items = this.#list(() => this.#value());
      this.#needSymbol(']');
      return {kind: 'list', items, at};
    }
    if (token.kind === 'number') {
      this.#at++;
      return {kind: 'number', text: token.text, at};
    }
    if (this.#isWord('true', 'false')) {
      this.#at++;
      return {kind: 'flag', value: token.text.toLowerCase() === 'true', at};
    }
    return {kind: 'text', text: this.#name('a value'), at};
  }

  #groups(): DslPath[] {
    this.#needSymbol('(');
    const paths = this.#list(() => this.#path('an attribute'));
    this.#needSymbol(')');
    return paths;
  }

  #selected(): {item: DslItem; alias?: DslName} {
    const item = this.#item();
    const alias = this.#alias();
    return {item, ...(alias && {alias})};
  }

  #item(): DslItem {
    const {text, quote, at} = this.#next;
    const name = text.toLowerCase();
    if (quote === '' && functions.has(name) && this.#isSymbol('(', 1)) {
      this.#at += 2;
      const path = name === 'count' ? undefined : this.#path('an attribute');
      this.#needSymbol(')');
      return {kind: 'aggregate', name: name as DslFunction, ...(path && {path}), at};
    }
    return {kind: 'path', path: this.#path('an attribute or a function')};
  }

  #order(): {item: DslItem; descending: boolean} {
    const isInside = this.#takeSymbol('(');
    const item = this.#item();
    if (isInside) this.#needSymbol(')');
    const descending = this.#takeWord('desc');
    if (!descending) this.#takeWord('asc');
    return {item, descending};
  }

  #count(): number {
    const {kind, text} = this.#next;
    const number = Number(text);
    if (kind !== 'number' || !Number.isSafeInteger(number) || number < 0)
      throw this.#expected('a number from 0');
    this.#at++;
    return number;
  }

  #alias(): DslName | undefined {
    return this.#takeWord('as') ? this.#name('a name') : undefined;
  }

  #path(what: string): DslPath {
    const {at} = this.#next;
    const names = [this.#name(what)];
    while (this.#takeSymbol('.')) {
      // Behind a dot no word means anything else.
      const {kind, text, quote} = this.#next;
      if (kind !== 'name') throw this.#expected('a name');
      names.push({text, quote});
      this.#at++;
    }
    return {names, at};
  }

  #name(what: string): DslName {
    const {kind, text, quote} = this.#next;
    if (kind !== 'name' || (quote === '' && isDslWord(text))) throw this.#expected(what);
    this.#at++;
    return {text, quote};
  }

  #list<T>(item: () => T): T[] {
    const items = [item()];
    while (this.#takeSymbol(',')) items.push(item());
    return items;
  }

  get #next(): DslToken {
    return this.#tokens[this.#at] as DslToken;
  }

  #isWord(...words: readonly string[]): boolean {
    const {kind, text, quote} = this.#next;
    return kind === 'name' && quote === '' && words.includes(text.toLowerCase());
  }

  #takeWord(word: string): boolean {
    const isThere = this.#isWord(word);
    if (isThere) this.#at++;
    return isThere;
  }

  #isSymbol(symbol: string, ahead = 0): boolean {
    const token = this.#tokens[this.#at + ahead];
    return token?.kind === 'symbol' && token.text === symbol;
  }

  #takeSymbol(symbol: string): boolean {
    const isThere = this.#isSymbol(symbol);
    if (isThere) this.#at++;
    return isThere;
  }

  #needSymbol(symbol: string): void {
    if (!this.#takeSymbol(symbol)) throw this.#expected(quoted(symbol));
  }

  #expected(what: string) {
    const {kind, text, quote, at} = this.#next;
    const found = kind === 'end' ? 'the end of the query' : quoted(`${quote}${text}${quote}`);
    return dslSyntaxError(this.#text, at, `expected ${what}, found ${found}`);
  }
}

import type {Token} from '../tokens.ts';
import type {Clause, Cte, Item, Query, Relation} from './query.ts';
import {RelationReader} from './relation-reader.ts';
import {namesBetween, TokenWalk} from './token-walk.ts';
import {
  beforeList,
  clauses,
  isJoined,
  isName,
  isSymbol,
  joinWords,
  namesNoTable,
  opaque,
  queryStarts,
  same,
  setWords,
  word,
} from './words.ts';

/** What stands between a word that writes and the name of what is written. */
const beforeTarget = 'into table only overwrite if exists low_priority ignore'.split(' ');

/** DuckDB: `PIVOT t ON a`, `SUMMARIZE t`. */
const ofOneTable = new Set(['pivot', 'unpivot', 'summarize']);

/** How far the branches between two tokens are read. */
type Reading = {
  readonly first: number;
  readonly last: number;
  readonly parent: Query | undefined;
  readonly ctes: Cte[];
  readonly found: Query[];
  /** A statement whose USING names what it reads. */
  readonly isJoining: boolean;
  query: Query;
  clause: Clause;
  /** The first token of the select list that is being read. */
  listed: number | undefined;
};

/** Reads queries, branch by branch, with what they select and what stands in their clauses. */
export class BranchReader {
  readonly all: Query[] = [];
  readonly ctes: Cte[] = [];
  readonly #walk: TokenWalk;
  readonly #relations: RelationReader;

  constructor(tokens: readonly Token[], length: number) {
    this.#walk = new TokenWalk(tokens, length);
    this.#relations = new RelationReader(this.#walk, (...part) => this.queries(...part));
  }

  /** The branches between two tokens. */
  queries(first: number, last: number, parent: Query | undefined, known: readonly Cte[]): Query[] {
    const shared = {first, last, parent, ctes: [...known], found: []};
    const reading: Reading = {
      ...shared,
      isJoining: /^(?:merge|delete)$/.test(word(this.#walk.tokens[first])),
      query: this.#begun(shared, first),
      clause: 'start',
      listed: undefined,
    };
    for (let at = first; at < last;) at = this.#step(reading, at);
    this.#endList(reading, last);
    if (/^(?:update|delete)$/.test(word(this.#walk.tokens[first])))
      for (const {relations} of reading.found) nameTarget(relations);
    return reading.found;
  }

  #begun(
    {last, parent, ctes, found}: Pick<Reading, 'last' | 'parent' | 'ctes' | 'found'>,
    at: number,
    relations: readonly Relation[] = [],
  ): Query {
    const {tokens, length} = this.#walk;
    const query: Query = {
      from: at === 0 ? 0 : (tokens[at - 1]?.to ?? length),
      to: tokens[last]?.from ?? length,
      parent,
      ctes,
      relations: [...relations],
      items: [],
      tokens: [],
      children: [],
      isBranch: found.length > 0,
      isOpaque: false,
    };
    found.push(query);
    this.all.push(query);
    parent?.children.push(query);
    return query;
  }

  #endList(reading: Reading, at: number): void {
    if (reading.listed !== undefined) this.#items(reading.query, reading.listed, at);
    reading.listed = undefined;
  }

  /** Reads what begins at a token; the place behind. */
  #step(reading: Reading, at: number): number {
    const {tokens} = this.#walk;
    const token = tokens[at] as Token;
    const text = word(token);
    // The second half of a name is never a word of the language: `o.from`.
    const isPart = at > reading.first && isJoined(tokens[at - 1], token);
    const begun = isPart ? undefined : this.#branch(reading, at);
    if (begun !== undefined) return begun;
    if (isSymbol(token, '(') && reading.clause === 'start' && this.#walk.isQuery(at))
      return this.#group(at, reading.query);
    if (!isPart && text === 'insert') this.#further(reading, at);
    if (!isPart && opaque.has(text) && !this.#isCall(at)) reading.query.isOpaque = true;
    const clause = isPart ? undefined : this.#clauseAt(reading, at);
    if (clause !== undefined) return this.#clause(reading, clause, at);
    if (this.#walk.isTarget(at, reading.first)) return this.#target(reading, at);
    const joined = isPart ? undefined : this.#joined(reading, at);
    if (joined !== undefined) return joined;
    const {query} = reading;
    if (reading.clause === 'start' && ofOneTable.has(text)) {
      reading.clause = 'from';
      return this.#relations.relation(at + 1, reading.last, query, 'first', false);
    }
    if (reading.clause === 'from' && text === 'lateral' && word(tokens[at + 1]) === 'view')
      return this.#relations.lateralView(at + 2, reading.last, query);
    if (reading.clause === 'from' && isSymbol(token, ','))
      return this.#relations.relation(at + 1, reading.last, query, 'comma', false);
    if (isSymbol(token, '(')) return this.#relations.expression(at, query, reading.clause);
    query.tokens.push({token, clause: reading.clause, depth: 0});
    return at + 1;
  }

  /** A WITH, or what begins the next branch of a union; undefined where neither stands. */
  #branch(reading: Reading, at: number): number | undefined {
    const {tokens} = this.#walk;
    const text = word(tokens[at]);
    if (text === 'with' && this.#walk.isNaming(at))
      return this.#named(at, reading.last, reading.query, reading.ctes);
    // `* EXCEPT (a)` leaves columns out of a star.
    const isOfStar = isSymbol(tokens[at - 1], '*') && isSymbol(tokens[at + 1], '(');
    if (!setWords.has(text) || isOfStar) return undefined;
    this.#endList(reading, at);
    reading.query.to = (tokens[at] as Token).from;
    const next = this.#walk.skip(at + 1, ['all', 'distinct', 'by', 'name']);
    reading.query = this.#begun(reading, next);
    reading.clause = 'start';
    return next;
  }

  /** Spark has a function of the name that Hive starts programs by: `TRANSFORM (a) USING 'cat'`. */
  #isCall(at: number): boolean {
    const {tokens} = this.#walk;
    const isOpen = word(tokens[at]) === 'transform' && isSymbol(tokens[at + 1], '(');
    return isOpen && word(tokens[this.#walk.closing(at + 1) + 1]) !== 'using';
  }

  /** Several may follow one FROM: Hive's INSERT after INSERT. */
  #further(reading: Reading, at: number): void {
    const {query} = reading;
    if (query.items.length === 0 && reading.listed === undefined) return;
    this.#endList(reading, at);
    query.to = (this.#walk.tokens[at] as Token).from;
    const shared = query.relations.filter(one => !one.isTarget);
    reading.query = this.#begun(reading, at, shared);
    reading.clause = 'start';
  }

  #clauseAt({clause}: Reading, at: number): Clause | undefined {
    const {tokens} = this.#walk;
    const text = word(tokens[at]);
    if (text === 'from' && word(tokens[at - 1]) === 'distinct') return undefined;
    if (text === 'from' && namesNoTable(tokens, at)) return undefined;
    if (text === 'set' && !['start', 'on', 'from', 'using'].includes(clause)) return undefined;
    return clauses.get(text);
  }

  #clause(reading: Reading, clause: Clause, at: number): number {
    const {query, last} = reading;
    this.#endList(reading, at);
    reading.clause = clause;
    query.tokens.push({token: this.#walk.tokens[at] as Token, clause, depth: 0});
    if (clause === 'from') return this.#relations.relation(at + 1, last, query, 'first', false);
    if (clause !== 'select') return at + 1;
    reading.listed = this.#walk.skip(at + 1, beforeList);
    return reading.listed;
  }

  #target(reading: Reading, at: number): number {
    const {query, last} = reading;
    const name = this.#walk.skip(at + 1, beforeTarget);
    const behind = this.#relations.relation(name, last, query, 'first', true);
    // MySQL joins what is read to what is written: `UPDATE t JOIN u ON … SET`.
    if (word(this.#walk.tokens[at]) === 'update') reading.clause = 'from';
    return isSymbol(this.#walk.tokens[behind], '(') && !this.#walk.isQuery(behind)
      ? this.#relations.expression(behind, query, 'columns')
      : behind;
  }

  /** What joins another relation, or says on what condition; undefined where neither stands. */
  #joined(reading: Reading, at: number): number | undefined {
    const {query, last, clause, isJoining} = reading;
    const {tokens} = this.#walk;
    const text = word(tokens[at]);
    // USING of a join names columns; of DELETE and MERGE what is read beside what is written.
    const isAlone = clause === 'start' || query.relations.at(-1)?.join === 'first';
    if (text === 'using' && isJoining && isAlone && clause !== 'using') {
      reading.clause = 'from';
      return this.#relations.relation(at + 1, last, query, 'condition', false);
    }
    if (clause !== 'from' && clause !== 'on' && clause !== 'using') return undefined;
    if (text === 'join' || text === 'straight_join') {
      const words = [-1, -2, -3].map(n => word(tokens[at + n]));
      const isFree = words.some(one => /^(?:cross|natural|positional|asof)$/.test(one));
      reading.clause = 'from';
      return this.#relations.relation(at + 1, last, query, isFree ? 'cross' : 'open', false);
    }
    if (joinWords.has(text)) {
      // LEFT and RIGHT are functions, too.
      if (/^(?:left|right)$/.test(text) && isSymbol(tokens[at + 1], '('))
        query.tokens.push({token: tokens[at] as Token, clause, depth: 0});
      return at + 1;
    }
    if (clause === 'using' || !/^(?:on|using)$/.test(text)) return undefined;
    reading.clause = text === 'on' ? 'on' : 'using';
    // `a JOIN (b JOIN c ON …) ON …`: of the last one that has none.
    const joined = query.relations.findLast(({join}) => join === 'open');
    if (joined !== undefined) joined.join = 'condition';
    return at + 1;
  }

  /** Reads what WITH names; the place behind. */
  #named(with_: number, last: number, query: Query, ctes: Cte[]): number {
    const isRecursive = word(this.#walk.tokens[with_ + 1]) === 'recursive';
    let at = isRecursive ? with_ + 2 : with_ + 1;
    while (at < last) {
      const name = this.#walk.tokens[at];
      if (!isName(name) || queryStarts.has(word(name))) break;
      let columnNames: string[] | undefined;
      at++;
      if (isSymbol(this.#walk.tokens[at], '(')) {
        const end = this.#walk.end(at, last);
        columnNames = namesBetween(this.#walk.tokens, at + 1, end);
        at = end + 1;
      }
      at = this.#walk.skip(at, ['as', 'not', 'materialized']);
      const cte: Cte = {name, columnNames, queries: []};
      this.ctes.push(cte);
      if (!isSymbol(this.#walk.tokens[at], '(')) {
        ctes.push(cte);
        break;
      }
      const end = this.#walk.end(at, last);
      cte.queries = this.queries(at + 1, end, query, isRecursive ? [...ctes, cte] : ctes);
      ctes.push(cte);
      at = end + 1;
      if (!isSymbol(this.#walk.tokens[at], ',')) break;
      at++;
    }
    return at;
  }

  #group(open: number, query: Query): number {
    const end = this.#walk.closing(open);
    const inner = this.queries(open + 1, end, query, query.ctes);
    // A union of parentheses gives what its first one gives.
    if (query.items.length === 0) query.items.push(...(inner[0]?.items ?? []));
    if (query.relations.length === 0) query.relations.push(...(inner[0]?.relations ?? []));
    return end + 1;
  }

  /** Cuts a select list at its commas. */
  #items(query: Query, first: number, last: number): void {
    let item: Token[] = [];
    const end = () => {
      if (item.length > 0) query.items.push(itemOf(item));
      item = [];
    };
    for (let at = first, depth = 0; at < last; at++) {
      const token = this.#walk.tokens[at] as Token;
      if (/^[([{]$/.test(token.text) && token.kind === 'symbol') depth++;
      if (/^[)\]}]$/.test(token.text) && token.kind === 'symbol') depth--;
      if (depth <= 0 && isSymbol(token, ',')) end();
      else item.push(token);
    }
    end();
  }
}

/** `UPDATE o SET … FROM orders o`: what is written to is named by the alias of another one. */
function nameTarget(relations: Relation[]): void {
  const [first] = relations;
  if (first?.kind !== 'table' || first.aliasToken !== undefined || first.path.length > 1) return;
  const named = relations.findIndex(
    ({alias, aliasToken}) => aliasToken !== undefined && same(alias, first.alias),
  );
  const meant = relations[named];
  if (meant?.kind !== 'table') return;
  relations.splice(named, 1);
  relations[0] = {...meant, join: first.join, isTarget: first.isTarget};
}

function itemOf(tokens: readonly Token[]): Item {
  const star = tokens.findIndex(
    (token, n) => isSymbol(token, '*') && (n === 0 || isSymbol(tokens[n - 1], '.')),
  );
  if (star === 0 || (star >= 2 && star <= 4)) {
    const behind = tokens.findIndex(token => /^(?:exclude|except)$/.test(word(token)));
    const excluded = behind < 0 ? [] : tokens.slice(behind + 1).filter(isName);
    return {
      name: '',
      nameToken: undefined,
      star: star === 0 ? '' : (tokens[star - 2]?.text ?? ''),
      excluded: excluded.map(({text}) => text),
      tokens,
    };
  }
  const [first, colon, behind] = tokens;
  // DuckDB: `total: sum(amount)`, without the blank Spark's `payload:field`.
  const isBefore = isSymbol(colon, ':') && (behind?.from ?? 0) > (colon?.to ?? 0);
  if (isName(first) && isBefore)
    return {name: first.text, nameToken: first, star: undefined, excluded: [], tokens};
  const last = tokens.at(-1);
  const before = tokens.at(-2);
  const isNamed =
    isName(last) &&
    !/^(?:end|distinct|all|null|true|false)$/.test(word(last)) &&
    (before === undefined ||
      word(before) === 'as' ||
      word(before) === 'end' ||
      (before.kind !== 'symbol' && !isOperator(before)) ||
      /^[)\].]$/.test(before.text));
  return {
    name: isNamed ? last.text : '',
    nameToken: isNamed ? last : undefined,
    star: undefined,
    excluded: [],
    tokens,
  };
}

const isOperator = (token: Token) =>
  /^(?:and|or|not|is|in|like|ilike|rlike|regexp|between|then|else|when|case|over|collate|distinct|by)$/.test(
    word(token),
  );

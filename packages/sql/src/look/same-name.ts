import {around, isSymbol, type Query, type Relation, same} from '../query/query-tree.ts';
import type {Token} from '../tokens.ts';
import {type Looked, type Pointed, pointedAt, type Span} from './meaning.ts';

/**
 * All places of a text where what WITH names, or the alias of a table, is written that somebody
 * points at; none for what has its name from elsewhere.
 */
export function placesOf(looked: Omit<Looked, 'database'>): Span[] {
  const pointed = pointedAt(looked);
  if (pointed === undefined) return [];
  const named = namedAt(pointed);
  if (named === undefined) return [];
  const {tree, tokens, from} = pointed;
  const places = new Set<Token>([named.definition]);
  for (const query of tree.all) {
    for (const relation of query.relations)
      if (relation.cte !== undefined && relation.cte === named.cte && relation.path[0])
        places.add(relation.path[0]);
    for (const {token} of query.tokens) {
      if (!same(token.text, named.definition.text) || !isQualifier(tokens, token)) continue;
      if (namedBy(sourceOf(query, token.text))?.definition === named.definition) places.add(token);
    }
  }
  return [...places].sort((a, b) => a.from - b.from).map(token => insideOf(token, from));
}

/** What has a name that the statement gives: where it does, and the query of WITH that it is. */
type Named = {readonly definition: Token; readonly cte: Relation['cte']};

function namedAt({tree, tokens, token}: Pointed): Named | undefined {
  const cte = tree.ctes.find(({name}) => name === token);
  if (cte !== undefined) return {definition: token, cte};
  for (const query of tree.all) {
    const own = query.relations.find(one => one.aliasToken === token || one.path[0] === token);
    if (own !== undefined)
      return own.aliasToken === token || own.aliasToken === undefined
        ? namedBy(own)
        : own.cte && {definition: own.cte.name, cte: own.cte};
    if (query.tokens.some(one => one.token === token) && isQualifier(tokens, token))
      return namedBy(sourceOf(query, token.text));
  }
  return undefined;
}

function namedBy(relation: Relation | undefined): Named | undefined {
  if (relation?.aliasToken !== undefined) return {definition: relation.aliasToken, cte: undefined};
  return relation?.cte && {definition: relation.cte.name, cte: relation.cte};
}

/** The nearest source of that name. */
function sourceOf(query: Query, alias: string): Relation | undefined {
  for (const {relations} of around(query)) {
    const found = relations.find(one => same(one.alias, alias));
    if (found !== undefined) return found;
  }
  return undefined;
}

function isQualifier(tokens: readonly Token[], token: Token): boolean {
  const at = tokens.indexOf(token);
  return isSymbol(tokens[at + 1], '.') && !isSymbol(tokens[at - 1], '.');
}

/** Of a name in quotes what is between them. */
function insideOf({kind, from, to}: Token, start: number): Span {
  const quote = kind === 'quoted' ? 1 : 0;
  return {from: start + from + quote, to: start + to - quote};
}

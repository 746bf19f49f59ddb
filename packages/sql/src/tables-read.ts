import type {Dialect} from './dialects.ts';
import {queryTree} from './query/query-tree.ts';
import {tokensOf} from './tokens.ts';

/**
 * Names of the tables and views that a statement reads, each in its parts as they are written and
 * once. What WITH names, functions, and what the statement writes are none.
 */
export function tablesRead(statement: string, dialect: Dialect): string[][] {
  const tokens = tokensOf(statement, dialect.hasDoubleQuotedTexts).filter(
    token => token.kind !== 'comment',
  );
  const paths = queryTree(tokens, statement.length)
    .all.flatMap(query => query.relations)
    .filter(one => one.kind === 'table' && !one.isTarget)
    .map(one => one.path.map(part => part.text));
  return [...new Map(paths.map(path => [JSON.stringify(path), path])).values()];
}

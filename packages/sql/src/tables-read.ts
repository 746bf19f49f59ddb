import type {Dialect} from './dialects.ts';
import {type QueryTree, queryTree} from './query/query-tree.ts';
import {tokensOf} from './tokens.ts';

/**
 * Names of the tables and views that a statement reads, each in its parts as they are written and
 * once. What WITH names, functions, and what the statement writes are none.
 */
export function tablesRead(statement: string, dialect: Dialect): string[][] {
  const tokens = tokensOf(statement, dialect).filter(token => token.kind !== 'comment');
  return tablesIn(queryTree(tokens, statement.length));
}

/** The same of a tree, in which files that are read by their place are none either. */
export function tablesIn(tree: QueryTree): string[][] {
  const paths = pathsIn(tree).filter(path => !isFile(path));
  return [...new Map(paths.map(path => [JSON.stringify(path), path])).values()];
}

/** Files that are read by their place: parquet.`/data/a`. */
export function filesIn(tree: QueryTree): string[] {
  return pathsIn(tree).flatMap(path => (isFile(path) ? [path[1] ?? ''] : []));
}

function pathsIn({all}: QueryTree): string[][] {
  return all
    .flatMap(query => query.relations)
    .filter(one => one.kind === 'table' && !one.isTarget)
    .map(one => one.path.map(part => part.text));
}

/** Spark and DuckDB read files as tables: parquet.`/data/a.parquet`. */
export function isFile([first = '', second = '']: readonly string[]): boolean {
  return (
    /^(?:parquet|orc|csv|json|delta|avro|text|iceberg|binaryfile)$/i.test(first) &&
    /[/\\]/.test(second)
  );
}

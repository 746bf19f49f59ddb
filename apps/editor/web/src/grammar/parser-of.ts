import type {BasicSQL} from 'dt-sql-parser/dist/parser/common/basicSQL.js';

/** What of the library's parsers is used: with `grammar.ts` the one place to take another one. */
export type Parser = Pick<BasicSQL, 'validate' | 'getSuggestionAtCaretPosition'>;

/**
 * The parser of a dialect; undefined where there is none, as for DuckDB. Each is a file of its own,
 * which only who uses the dialect loads.
 */
export async function parserOf(dialect: string): Promise<Parser | undefined> {
  switch (dialect) {
    case 'hive':
      return new (await import('dt-sql-parser/dist/parser/hive/index.js')).HiveSQL();
    case 'spark':
      return new (await import('dt-sql-parser/dist/parser/spark/index.js')).SparkSQL();
    case 'impala':
      return new (await import('dt-sql-parser/dist/parser/impala/index.js')).ImpalaSQL();
    case 'trino':
      return new (await import('dt-sql-parser/dist/parser/trino/index.js')).TrinoSQL();
    default:
      return undefined;
  }
}

import type {BasicSQL} from 'dt-sql-parser/dist/parser/common/basicSQL.js';

/** What of the library's parsers is used: with `grammar.ts` the one place to take another one. */
type Parser = Pick<BasicSQL, 'validate' | 'getSuggestionAtCaretPosition'>;

export type Grammar = {
  readonly parser: Parser;
  /** What the dialect allows and its grammar does not know. */
  readonly unread: RegExp;
  /** Pieces that it knows by another text of their length. */
  readonly replaced?: Replaced;
};

type Replaced = readonly (readonly [piece: RegExp, as: (piece: string) => string])[];

/** Programs that rows are sent through. */
const scripts = /\btransform\s*\(/i;
const blank = (piece: string): string => ' '.repeat(piece.length);
/** Comments, with what none begins in: texts, names, comments of one line. Hints are read. */
const comments = /--[^\n]*|`[^`]*`|'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|\/\*(?!\+)[^]*?\*\//g;
const ofHive: Replaced = [
  [comments, piece => (piece.startsWith('/*') ? piece.replaceAll(/[^\n]/g, ' ') : piece)],
];
const ofImpala: Replaced = [
  // Hints in brackets.
  [/\[(?:no)?(?:shuffle|broadcast|clustered)\]/gi, blank],
  [/\bif(?=\s*\()/gi, () => 'fi'],
  [/<=>/g, () => '<= '],
];
const ofPostgres = new RegExp(
  [
    String.raw`[=<>]\s*(?:any|all|some)\s*\(`,
    String.raw`\bcollate\b|\bnotnull\b|\bdepth\b|<<|>>|\bu&'|\be'[^']*\\'`,
    String.raw`(?:\.|\bas|\bby)\s*(?:time|timestamp|position)\b`,
    // Other dollars in a text between dollars.
    String.raw`\$\w+\$[^]*\$\$`,
  ].join('|'),
  'i',
);
const ofMySql =
  /\btype\b|\bagainst\s*\(|\bjson_table\s*\(|\bvalues\s+row\b|\(\s*values\b|\breturning\b|\bindex\s+for\b|\b(?:date|time|timestamp)\s*'/i;

/**
 * The grammar of a dialect; undefined where there is none, as for DuckDB. Each is a file of its
 * own, which only who uses the dialect loads.
 */
export async function grammarOf(dialect: string): Promise<Grammar | undefined> {
  switch (dialect) {
    case 'hive': {
      const {HiveSQL} = await import('dt-sql-parser/dist/parser/hive/index.js');
      return {parser: new HiveSQL(), unread: scripts, replaced: ofHive};
    }
    case 'spark': {
      const {SparkSQL} = await import('dt-sql-parser/dist/parser/spark/index.js');
      return {parser: new SparkSQL(), unread: /\btransform\s*\(|\*\s*except\s*\(/i};
    }
    case 'impala': {
      const {ImpalaSQL} = await import('dt-sql-parser/dist/parser/impala/index.js');
      // `>>` ends types that have types in them; an operator it is not.
      return {parser: new ImpalaSQL(), unread: /\.\s*value\b|>>/i, replaced: ofImpala};
    }
    case 'trino': {
      const {TrinoSQL} = await import('dt-sql-parser/dist/parser/trino/index.js');
      return {parser: new TrinoSQL(), unread: scripts};
    }
    case 'postgresql': {
      const {PostgreSQL} = await import('dt-sql-parser/dist/parser/postgresql/index.js');
      return {parser: new PostgreSQL(), unread: ofPostgres};
    }
    case 'mysql': {
      const {MySQL} = await import('dt-sql-parser/dist/parser/mysql/index.js');
      return {parser: new MySQL(), unread: ofMySql};
    }
    default:
      return undefined;
  }
}

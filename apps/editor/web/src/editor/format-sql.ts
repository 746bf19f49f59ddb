import {
  duckdb,
  formatDialect,
  type FormatOptionsWithDialect,
  hive,
  mysql,
  postgresql,
  spark,
  sql,
  trino,
} from 'sql-formatter';
import {anyVariable, dialectOf, type Formatted, formattedText} from '@gazetteer/sql';

const languages = {hive, spark, impala: hive, duckdb, trino, postgresql, mysql};

/**
 * The text with line breaks and indents. Words keep their case: people and their teams have
 * opinions. Variables in `${…}` are left as they are, which no dialect of the library knows, and
 * the white space around the text: a comment may end there and a statement begin behind it.
 */
export function formatSql(text: string, name: string): Formatted {
  const dialect = dialectOf(name);
  const options: FormatOptionsWithDialect = {
    dialect: languages[dialect.name as keyof typeof languages] ?? sql,
    keywordCase: 'preserve',
    tabWidth: 2,
    paramTypes: {custom: [{regex: anyVariable}]},
  };
  const {text: inner, left} = formattedText(text, dialect, statement => {
    const formatted = formatDialect(statement, options);
    // Who formats twice should not see it move.
    if (formatDialect(formatted, options) !== formatted) throw new Error('not stable');
    return formatted;
  });
  const begun = text.trimStart();
  const before = text.slice(0, text.length - begun.length);
  return {text: before + inner + begun.slice(begun.trimEnd().length), left};
}

import {duckdb, formatDialect, hive, mysql, postgresql, spark, trino} from 'sql-formatter';
import {anyVariable, dialectOf} from '@gazetteer/sql';

const languages = {hive, spark, impala: hive, duckdb, trino, postgresql, mysql};

/**
 * The text with line breaks and indents. Throws where the text cannot be read. Words keep their
 * case: people and their teams have opinions. Variables in `${…}` are left as they are, which no
 * dialect of the library knows.
 */
export function formatSql(text: string, dialect: string): string {
  const {name} = dialectOf(dialect);
  return formatDialect(text, {
    dialect: languages[name as keyof typeof languages],
    keywordCase: 'preserve',
    tabWidth: 2,
    linesBetweenQueries: 1,
    paramTypes: {custom: [{regex: anyVariable}]},
  });
}

import {AppError} from '@gazetteer/model';
import {form} from '@gazetteer/kernel';
import {text, word} from '@gazetteer/kernel/loose-fields';
import {text as textShape} from '@gazetteer/kernel/shape';
import {anyVariable, dialectOf, formattedText} from '@gazetteer/sql';
import {status} from '../http/envelope.ts';
import {answer} from '../http/shapes.ts';
import {query} from '../operation.ts';

/**
 * As much as is formatted without keeping others waiting: half a second of this thread at the
 * worst.
 */
const maxCharacters = 50_000;

/**
 * The statements with line breaks and indents, keywords in capitals. A statement that cannot be
 * read comes back as it was.
 */
export const formatStatements = query('POST /format', {
  summary: 'Statements with line breaks and indents, keywords in capitals',
  description: `A statement that cannot be read comes back as it was; ${maxCharacters} characters are the limit.`,
  body: form({
    statements: text('The text'),
    dialect: word('Its SQL', 'hive'),
  }),
  answer: answer({formatted_statements: textShape('The same text')}),
  run: async (_e, {statements, dialect}) => {
    if (statements.length > maxCharacters) {
      const message = `A text of ${statements.length} characters is not formatted; ${maxCharacters} are the limit`;
      throw new AppError('BAD_REQUEST', [message]);
    }
    return {status: status.ok, formatted_statements: await formatted(statements, dialect)};
  },
});

async function formatted(text: string, name: string): Promise<string> {
  // Loaded by who formats first.
  const {duckdb, formatDialect, hive, mysql, postgresql, spark, sql, trino} =
    await import('sql-formatter');
  const languages = {hive, spark, impala: hive, duckdb, trino, postgresql, mysql};
  const found = dialectOf(name);
  const dialect = languages[found.name as keyof typeof languages] ?? sql;
  const paramTypes = {custom: [{regex: anyVariable}]};
  return formattedText(text, found, statement =>
    formatDialect(statement, {dialect, keywordCase: 'upper', paramTypes}),
  ).text;
}

import {dialectOf} from '@gazetteer/sql';
import {duckdb, formatDialect, hive, spark, trino} from 'sql-formatter';
import type {Editor} from '../editor.ts';
import {ApiError, type Json, status} from './envelope.ts';
import type {Fields} from './fields.ts';

const languages = {hive, spark, impala: hive, duckdb, trino};

/** As much as is formatted without keeping others waiting: half a second of this thread at the worst. */
const maxCharacters = 50_000;

/** The statements with line breaks and indents, keywords in capitals. Text that cannot be read comes back as it was. */
export async function formatStatements(_e: Editor, _userName: string, fields: Fields): Promise<Json> {
  const statements = fields.text('statements');
  if (statements.length > maxCharacters) {
    const message = `A text of ${statements.length} characters is not formatted; ${maxCharacters} are the limit`;
    throw new ApiError(status.failed, message);
  }
  return {status: status.ok, formatted_statements: formatted(statements, fields.word('dialect', 'hive'))};
}

function formatted(text: string, dialect: string): string {
  try {
    return formatDialect(text, {
      dialect: languages[dialectOf(dialect).name as keyof typeof languages],
      keywordCase: 'upper',
      paramTypes: {custom: [{regex: String.raw`\$\{[^{}]*\}`}]},
    });
  } catch {
    // The library tells neither its own errors from ours, nor depth from grammar.
    return text;
  }
}

import {createHash} from 'node:crypto';
import type {StatementText} from '@gazetteer/sql';
import {statementsOf} from './statements-of.ts';

/** What a client brings along from the statement before: fields of its handle. */
export type Previous = {
  readonly statement_id?: number;
  readonly statements_count?: number;
  readonly has_more_statements?: boolean;
  readonly previous_statement_hash?: string;
};

/** The statement to run, in the fields that answers have. */
export type Chosen = StatementText & {
  readonly statement_id: number;
  readonly statements_count: number;
  readonly has_more_statements: boolean;
  readonly previous_statement_hash: string;
};

/**
 * Which statement of a text is next. While the statement run before is still as it was, the one
 * behind it, and after the last one the first; an edited one runs again. Undefined when the text
 * has no statement.
 */
export function chooseStatement(
  text: string,
  dialect: string,
  previous: Previous = {},
): Chosen | undefined {
  const statements = statementsOf(text, dialect);
  const last = statements.length - 1;
  // Statements may have been removed since.
  let id = Math.max(0, Math.min(previous.statement_id ?? 0, last));
  const known = previous.previous_statement_hash ?? '';
  const isSame = known === '' || known === statementHash(statements[id]?.statement ?? '');
  if (previous.has_more_statements === true) id = isSame ? id + 1 : id;
  else if (isSame) id = 0;
  id = Math.min(id, last);
  const chosen = statements[id];
  if (chosen === undefined) return undefined;
  return {
    ...chosen,
    statement_id: id,
    statements_count: statements.length,
    has_more_statements: id < last,
    previous_statement_hash: statementHash(chosen.statement),
  };
}

function statementHash(statement: string): string {
  return createHash('sha224').update(statement).digest('hex');
}

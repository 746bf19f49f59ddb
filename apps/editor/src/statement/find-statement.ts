import type {ValuesOf} from '@gazetteer/kernel';
import {inner, object, textIn, word} from '@gazetteer/kernel/loose-fields';
import {AppError} from '@gazetteer/model';
import type {Statement} from './statement.ts';
import type {StatementStore} from './statement-store.ts';

/** Which statement a request is about. */
export const statementFields = {
  operationId: word('The `history_uuid` that `execute` answered'),
  snippet: object(
    'In place of `operationId`: a snippet of a notebook, with the handle of its statement in `result`',
  ),
  notebook: object('In place of both: a notebook whose `uuid` is that of the statement'),
};
export type StatementFields = ValuesOf<typeof statementFields>;

/**
 * The statement that a request is about, by `operationId`, else by the handle in its snippet, else
 * by its notebook.
 */
export async function findStatement(
  {statements}: {readonly statements: StatementStore},
  userName: string,
  fields: StatementFields,
): Promise<Statement> {
  const {operationId} = fields;
  const found =
    operationId === ''
      ? await inNotebook(statements, userName, fields)
      : await statements.byUuid(userName, operationId);
  if (found === undefined) throw new AppError('NOT_FOUND', ['Query id could not be found.']);
  return found;
}

async function inNotebook(
  statements: StatementStore,
  userName: string,
  {snippet, notebook}: StatementFields,
): Promise<Statement | undefined> {
  const guid = textIn(inner(inner(snippet, 'result'), 'handle'), 'guid');
  if (guid !== '') return await statements.byGuid(userName, guid);
  const uuid = textIn(notebook, 'uuid');
  return uuid === '' ? undefined : await statements.byUuid(userName, uuid);
}

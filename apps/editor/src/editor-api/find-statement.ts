import type {Editor} from '../editor.ts';
import type {Statement} from '../statement/statement.ts';
import {ApiError, status} from './envelope.ts';
import {type Fields, inner, textIn} from './fields.ts';

/** The statement that a request is about, by `operationId`, else by the handle in its snippet, else by its notebook. */
export async function findStatement({statements}: Editor, userName: string, fields: Fields): Promise<Statement> {
  const operationId = fields.word('operationId');
  const found =
    operationId === ''
      ? await inNotebook(statements, userName, fields)
      : await statements.byUuid(userName, operationId);
  if (found === undefined) throw new ApiError(status.notFound, 'Query id could not be found.');
  return found;
}

async function inNotebook(
  statements: Editor['statements'],
  userName: string,
  fields: Fields,
): Promise<Statement | undefined> {
  const guid = textIn(inner(inner(fields.object('snippet'), 'result'), 'handle'), 'guid');
  if (guid !== '') return await statements.byGuid(userName, guid);
  const uuid = textIn(fields.object('notebook'), 'uuid');
  return uuid === '' ? undefined : await statements.byUuid(userName, uuid);
}

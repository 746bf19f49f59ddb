import {object, type ObjectField} from '@gazetteer/kernel/loose-fields';
import {AppError} from '@gazetteer/model';
import type {VariableValues} from '@gazetteer/sql';
import type {SqlEngine} from '../engine/sql-engine.ts';
import {type Preparation, readPreparation} from '../statement/preparation.ts';

/** What is written in a notebook or sent beside it. */
export const notebookFields = {
  snippet: object(
    'What is to be run: `type` (the engine), `statement`, `database`, `variables`, `properties`, and in `result.handle` the statement before',
  ),
  variables: object('Values for `${name}` in the text, by name'),
  properties: object('`settings`, `files` and `functions` that are sent to the server before'),
};

/**
 * Values for `${name}` in a text: the list of a notebook's snippet, or an object from name to value
 * as a field.
 */
export function variablesOf(snippet: ObjectField, variables: ObjectField): VariableValues {
  const list = snippet['variables'];
  const listed = Array.isArray(list) ? (list as ObjectField[]) : [];
  const given = Object.entries(variables);
  const all = [...listed.map(({name, value}) => [String(name), value] as const), ...given];
  return new Map(
    all.flatMap(([name, value]) => (isPlain(value) ? [[name, String(value)] as const] : [])),
  );
}

/**
 * @param properties of a session, a snippet, or the request itself
 * @throws AppError for what is none, or where the engine has none
 */
export function preparationOf(engine: SqlEngine, ...properties: readonly unknown[]): Preparation {
  const preparation = readPreparation(...properties);
  const {settings, statements} = preparation;
  if (settings.size + statements.length > 0 && engine.features.preparations !== true) {
    throw new AppError('NOT_SUPPORTED', [
      `${engine.id} has no settings, files and functions of a session`,
    ]);
  }
  return preparation;
}

function isPlain(value: unknown): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

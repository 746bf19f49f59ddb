import type {VariableValues} from '@gazetteer/sql';
import type {SqlEngine} from '../engine/sql-engine.ts';
import {type Preparation, PreparationError, readPreparation} from '../statement/preparation.ts';
import {ApiError, status} from './envelope.ts';
import type {Fields, ObjectField} from './fields.ts';

/** Values for `${name}` in a text: the list of a notebook's snippet, or an object from name to value as a field. */
export function variablesOf(fields: Fields): VariableValues {
  const list = fields.object('snippet')['variables'];
  const listed = Array.isArray(list) ? (list as ObjectField[]) : [];
  const given = Object.entries(fields.object('variables'));
  const all = [...listed.map(({name, value}) => [String(name), value] as const), ...given];
  return new Map(all.flatMap(([name, value]) => (isPlain(value) ? [[name, String(value)] as const] : [])));
}

/**
 * @param properties of a session, a snippet, or the request itself
 * @throws {ApiError} for what is none, or where the engine has none
 */
export function preparationOf(engine: SqlEngine, ...properties: readonly unknown[]): Preparation {
  let preparation;
  try {
    preparation = readPreparation(...properties);
  } catch (error) {
    if (!(error instanceof PreparationError)) throw error;
    throw new ApiError(status.failed, error.message, {}, {cause: error});
  }
  const {settings, statements} = preparation;
  if (settings.size + statements.length > 0 && engine.features.preparations !== true) {
    throw new ApiError(status.notSupported, `${engine.id} has no settings, files and functions of a session`);
  }
  return preparation;
}

function isPlain(value: unknown): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

import {AppError} from '@gazetteer/model';

/** Values of `${name}`, by name. */
export type VariableValues = Readonly<Record<string, string>>;

const maxValues = 100;
const maxValue = 10_000;

/** What the person chose; an empty value is none. @throws AppError 400 */
export function readValues(given: Readonly<Record<string, unknown>>): VariableValues {
  const values = Object.entries(given).filter(([, value]) => value !== '' && value !== null);
  if (values.length > maxValues) throw bad(`There are ${maxValues} variables at most.`);
  for (const [name, value] of values) {
    if (typeof value !== 'string' || value.length > maxValue)
      throw bad(`${name} of variables has to be a text of at most ${maxValue} characters.`);
  }
  return Object.fromEntries(values) as VariableValues;
}

function bad(message: string): AppError {
  return new AppError('BAD_REQUEST', [message]);
}

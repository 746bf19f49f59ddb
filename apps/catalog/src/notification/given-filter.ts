import {flag, list} from '@gazetteer/kernel/parameters';
import {
  AppError,
  changeOperations,
  type ChangeFilter,
  type ChangeOperation,
  type TypeRegistry,
} from '@gazetteer/model';
import type {Context} from '../catalog.ts';

/** A filter as parameters of an address. */
export const filterParameters = {
  type: list('Only changes of entities of these types and their subtypes'),
  classification: list(
    'Only changes of entities that have one of these classifications or a subtype of one, and changes of the classifications themselves',
  ),
  propagated: flag('Whether a classification counts that was only propagated to the entity', {
    default: true,
  }),
  domain: list('Only changes of these domains, by their GUIDs, and of what belongs to them'),
  operation: list('Only these kinds of changes'),
};

type Given = {
  readonly type: readonly string[];
  readonly classification: readonly string[];
  readonly propagated: boolean;
  readonly domain: readonly string[];
  readonly operation: readonly string[];
};

/** @throws BAD_REQUEST for a kind of change that there is not */
export function filterOf(given: Given): ChangeFilter {
  return {
    types: given.type,
    classifications: given.classification,
    propagated: given.propagated,
    domains: given.domain,
    operations: given.operation.map(operationIn),
  };
}

/** @throws BAD_REQUEST */
export function operationIn(name: string): ChangeOperation {
  const operation = changeOperations.find(one => one === name);
  if (operation === undefined)
    throw new AppError('BAD_REQUEST', [
      `operation must be one of ${changeOperations.join(', ')}, not ${name}`,
    ]);
  return operation;
}

/**
 * What the caller may not see is as unknown as what is not there.
 * @throws UNKNOWN_TYPENAME, UNKNOWN_CLASSIFICATION
 */
export function checkFilter(
  types: TypeRegistry,
  {types: names = [], classifications = []}: ChangeFilter,
  c: Pick<Context, 'mayReadType'>,
): void {
  const isKnown = (name: string) => {
    const def = types.defs.get(name);
    return def !== undefined && c.mayReadType(def);
  };
  const type = names.find(name => !types.entityTypes.has(name) || !isKnown(name));
  if (type !== undefined) throw new AppError('UNKNOWN_TYPENAME', [type]);
  const tag = classifications.find(name => !types.classificationTypes.has(name) || !isKnown(name));
  if (tag !== undefined) throw new AppError('UNKNOWN_CLASSIFICATION', [tag]);
}

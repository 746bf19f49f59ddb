import {AppError} from '../error.ts';
import {planBusinessAttributes} from './annotations.ts';
import {JsonError} from '../json-error.ts';
import type {Attributes, EntityRecord, Planning} from './record.ts';
import type {TypeRegistry} from '../types/type-registry.ts';
import {isMap, refuse, sameValue, type Issues} from './value.ts';

/** Values by business metadata and attribute. */
type Business = Record<string, Attributes>;

/**
 * The entity with values of business metadata set, null taking one away; `before` itself when that
 * changes nothing.
 * @param isOverwrite takes away all that is not given
 * @throws INVALID_PARAMETERS for nothing, INSTANCE_CRUD_INVALID_PARAMS with every issue
 */
export function planBusinessUpdate(
  types: TypeRegistry,
  before: EntityRecord,
  json: unknown,
  isOverwrite: boolean,
  planning: Planning,
): EntityRecord {
  const given = readBusiness(json);
  if (Object.keys(given).length === 0 && !isOverwrite) throw nothingGiven();
  const old = isOverwrite ? {} : (before.businessAttributes ?? {});
  const issues: Issues = [];
  const planned = planBusinessAttributes(
    types,
    types.entityType(before.typeName),
    given,
    issues,
    old,
  );
  refuse(issues);
  const untouched = Object.entries(old).filter(([name]) => !(name in given));
  return withBusiness(before, {...Object.fromEntries(untouched), ...planned}, planning);
}

/**
 * The entity without the given values; an empty map of attributes stands for all of them.
 * @throws INVALID_PARAMETERS for nothing, INSTANCE_CRUD_INVALID_PARAMS for business metadata that
 * does not exist
 */
export function planBusinessRemoval(
  types: TypeRegistry,
  before: EntityRecord,
  json: unknown,
  planning: Planning,
): EntityRecord {
  const given = readBusiness(json);
  if (Object.keys(given).length === 0) throw nothingGiven();
  const left: Business = {...before.businessAttributes};
  const issues: Issues = [];
  for (const [name, values] of Object.entries(given)) {
    if (left[name] === undefined && !types.businessMetadataTypes.has(name)) {
      issues.push(`${name}: invalid business-metadata for entity type ${before.typeName}`);
    }
    const names = Object.keys(values);
    const kept = Object.entries(left[name] ?? {}).filter(
      ([key]) => names.length > 0 && !names.includes(key),
    );
    if (kept.length === 0) delete left[name];
    else left[name] = Object.fromEntries(kept);
  }
  refuse(issues);
  return withBusiness(before, left, planning);
}

function withBusiness(
  before: EntityRecord,
  business: Business,
  {userName, now}: Planning,
): EntityRecord {
  if (sameValue(business, before.businessAttributes ?? {})) return before;
  const {businessAttributes: _old, ...rest} = before;
  const after = {...rest, updatedBy: userName, updateTime: now};
  return Object.keys(business).length === 0 ? after : {...after, businessAttributes: business};
}

function readBusiness(json: unknown): Business {
  if (!isMap(json)) throw new JsonError('Expected an object', undefined);
  return Object.fromEntries(
    Object.entries(json).map(([name, values]) => {
      if (values !== null && !isMap(values))
        throw new JsonError('Expected an object', undefined, name);
      return [name, values ?? {}];
    }),
  );
}

function nothingGiven(): AppError {
  return new AppError('INVALID_PARAMETERS', ['business attributes are not specified']);
}

import {AppError} from '../error.ts';
import type {Attributes, EntityRecord, Guid, Planning} from '../entity/record.ts';
import type {TypeRegistry} from '../types/type-registry.ts';
import {deprecated, trustChoices, trustOf, type Trust} from './trust.ts';

/** What is to be said of an asset: what is left out is kept, null takes it away. */
export type TrustInput = {
  readonly certification?: string | null;
  readonly deprecationReason?: string | null;
  readonly successorGuid?: Guid | null;
  readonly tier?: string | null;
  readonly announcement?: string | null;
  readonly announcementType?: string | null;
};

export const trustInputs = [
  'certification',
  'deprecationReason',
  'successorGuid',
  'tier',
  'announcement',
  'announcementType',
] as const satisfies (keyof TrustInput)[];

const maxLength = 2000;

/** @throws INVALID_PARAMETERS for nothing, and for what is no text or too long */
export function readTrust(json: unknown, where = ''): TrustInput {
  const given = typeof json === 'object' && json !== null ? (json as Record<string, unknown>) : {};
  const read = trustInputs.flatMap(name => {
    const value = given[name];
    if (value === undefined) return [];
    if (value === null) return [[name, null] as const];
    const text = typeof value === 'string' ? value.trim() : undefined;
    if (text === undefined || text.length > maxLength)
      throw new AppError('INVALID_PARAMETERS', [
        `${where}${name} is a text of up to ${maxLength} characters`,
      ]);
    return [[name, text === '' ? null : text] as const];
  });
  if (read.length === 0)
    throw new AppError('INVALID_PARAMETERS', [`one of ${trustInputs.join(', ')} is needed`]);
  return Object.fromEntries(read);
}

const ofDeprecation = ['deprecationReason', 'successor'] as const;
const ofAnnouncement = [
  'announcement',
  'announcementType',
  'announcedBy',
  'announcedTime',
] as const;

/** The attributes that may be others when this was said. */
export function trustTouched(input: TrustInput): readonly (keyof Trust)[] {
  const says = (...names: readonly (keyof TrustInput)[]) =>
    names.some(name => input[name] !== undefined);
  return [
    ...(says('certification') ? (['certification'] as const) : []),
    ...(says('certification', 'deprecationReason', 'successorGuid') ? ofDeprecation : []),
    ...(says('tier') ? (['tier'] as const) : []),
    ...(says('announcement', 'announcementType') ? ofAnnouncement : []),
  ];
}

/**
 * The values that the attributes of `trustTouched` have then, null for none. A reason and a
 * successor are those of a deprecation and end with it.
 * @throws INVALID_PARAMETERS
 */
export function trustValues(
  types: TypeRegistry,
  record: EntityRecord,
  input: TrustInput,
  {userName, now}: Planning,
): Attributes {
  checkTrusted(types, record);
  const before = trustOf(record);
  const pick = <T>(given: T | null | undefined, old: T | undefined): T | null =>
    given === undefined ? (old ?? null) : given;
  const certification = pick(
    elementOf(types, 'AssetCertification', input.certification),
    before.certification,
  );
  const isDeprecated = certification === deprecated;
  if (!isDeprecated && (input.deprecationReason ?? input.successorGuid ?? null) !== null)
    throw new AppError('INVALID_PARAMETERS', [
      `a reason and a successor need the certification ${deprecated}`,
    ]);
  if (input.successorGuid === record.guid)
    throw new AppError('INVALID_PARAMETERS', ['an entity cannot be its own successor']);
  const all: Attributes = {
    certification,
    deprecationReason: isDeprecated
      ? pick(input.deprecationReason, before.deprecationReason)
      : null,
    successor: isDeprecated ? pick(input.successorGuid, before.successor) : null,
    tier: pick(elementOf(types, 'AssetTier', input.tier), before.tier),
    ...announced(types, before, input, {userName, now}),
  };
  return Object.fromEntries(trustTouched(input).map(name => [name, all[name] ?? null]));
}

function announced(
  types: TypeRegistry,
  before: Trust,
  input: TrustInput,
  {userName, now}: Pick<Planning, 'userName' | 'now'>,
): Attributes {
  const text = input.announcement === undefined ? before.announcement : input.announcement;
  const given = elementOf(types, 'AnnouncementType', input.announcementType);
  if (text === null || text === undefined) {
    if (given !== null && given !== undefined)
      throw new AppError('INVALID_PARAMETERS', ['announcement is needed']);
    return {};
  }
  const announcementType = given ?? before.announcementType ?? trustChoices.AnnouncementType[0];
  const isSame = text === before.announcement && announcementType === before.announcementType;
  return {
    announcement: text,
    announcementType,
    announcedBy: isSame ? before.announcedBy : userName,
    announcedTime: isSame ? before.announcedTime : now,
  };
}

/** Before the first of it is said there are no enumerations yet. */
function elementOf(
  types: TypeRegistry,
  name: keyof typeof trustChoices,
  value: string | null | undefined,
): string | null | undefined {
  if (value === null || value === undefined) return value;
  const elements: readonly string[] =
    types.enumTypes.get(name)?.def.elementDefs.map(one => one.value) ?? trustChoices[name];
  const found = elements.find(one => one.toLowerCase() === value.toLowerCase());
  if (found === undefined)
    throw new AppError('INVALID_PARAMETERS', [`${name} is one of ${elements.join(', ')}`]);
  return found;
}

function checkTrusted(types: TypeRegistry, {typeName}: EntityRecord): void {
  if (!new Set(types.entityType(typeName).superTypes).has('Referenceable'))
    throw new AppError('INVALID_PARAMETERS', [`${typeName} cannot be certified`]);
}

import {AppError, auditActions, type AuditAction, type TypeRegistry} from '@gazetteer/model';
import type {AgeOutRule} from '@gazetteer/store';
import type {AgeOutCriteria, AgeOutFloor} from '../catalog.ts';

/** Criteria by which nothing goes; what is asked for is put over them. */
export const noAgeOut: AgeOutCriteria = {
  auditAgingEnabled: false,
  defaultAgeoutEnabled: false,
  auditSweepoutEnabled: false,
  createEventsAgeoutAllowed: false,
  subTypesIncluded: false,
  defaultAgeoutAuditCount: 0,
  defaultAgeoutTTLInDays: 0,
  customAgeoutAuditCount: 0,
  customAgeoutTTLInDays: 0,
  customAgeoutEntityTypes: '',
  customAgeoutActionTypes: '',
  sweepoutEntityTypes: '',
  sweepoutActionTypes: '',
};

/** A rule for which records of audits go, and the kind of criteria that it was made from. */
export type AgeOut = {ageoutType: 'SWEEP_OUT' | 'CUSTOM' | 'DEFAULT'; rule: AgeOutRule};

const dayMs = 86_400_000;

/**
 * The rules that criteria stand for, in the order they are to be followed. @throws
 * INVALID_PARAMETERS
 */
export function ageOutRules(
  types: TypeRegistry,
  criteria: AgeOutCriteria,
  floor: AgeOutFloor,
  now: number,
): AgeOut[] {
  if (!criteria.auditAgingEnabled) return [];
  const creations = criteria.createEventsAgeoutAllowed;
  const typesOf = (text: string) => typeNames(types, text, criteria.subTypesIncluded);
  const sweepTypes = criteria.auditSweepoutEnabled
    ? typesOf(criteria.sweepoutEntityTypes)
    : undefined;
  const sweepActions = criteria.auditSweepoutEnabled
    ? actionsIn(criteria.sweepoutActionTypes)
    : undefined;
  const customTypes = typesOf(criteria.customAgeoutEntityTypes);
  const customActions = actionsIn(criteria.customAgeoutActionTypes);
  const rules: AgeOut[] = [];
  if (sweepTypes !== undefined || sweepActions !== undefined) {
    rules.push({ageoutType: 'SWEEP_OUT', rule: {...named(sweepTypes, sweepActions), creations}});
  } else if (criteria.auditSweepoutEnabled) {
    throw new AppError('INVALID_PARAMETERS', ['a sweep-out needs entity types or actions']);
  }
  const custom = limits(
    criteria.customAgeoutTTLInDays,
    criteria.customAgeoutAuditCount,
    floor,
    now,
  );
  const hasCustom =
    custom !== undefined && (customTypes !== undefined || customActions !== undefined);
  if (hasCustom)
    rules.push({
      ageoutType: 'CUSTOM',
      rule: {...named(customTypes, customActions), ...custom, creations},
    });
  const rest = limits(
    criteria.defaultAgeoutTTLInDays,
    criteria.defaultAgeoutAuditCount,
    floor,
    now,
  );
  if (criteria.defaultAgeoutEnabled && rest !== undefined) {
    const exceptTypes = [...(sweepTypes ?? []), ...(hasCustom ? (customTypes ?? []) : [])];
    rules.push({ageoutType: 'DEFAULT', rule: {exceptTypes, ...rest, creations}});
  }
  return rules;
}

function named(types: string[] | undefined, actions: AuditAction[] | undefined) {
  return {...(types === undefined ? {} : {types}), ...(actions === undefined ? {} : {actions})};
}

function limits(
  days: number,
  count: number,
  floor: AgeOutFloor,
  now: number,
): {before?: number; keep?: number} | undefined {
  if (days <= 0 && count <= 0) return undefined;
  return {
    ...(days > 0 ? {before: now - Math.max(days, floor.ttlInDays) * dayMs} : {}),
    ...(count > 0 ? {keep: Math.max(count, floor.auditCount)} : {}),
  };
}

function listed(text: string): string[] {
  return text.split(',').flatMap(one => (one.trim() === '' ? [] : [one.trim()]));
}

/** undefined: none are named. */
function typeNames(types: TypeRegistry, text: string, withSubTypes: boolean): string[] | undefined {
  const names = listed(text);
  const all = names.flatMap(name => {
    const type = types.entityTypes.get(name);
    if (type === undefined) throw new AppError('INVALID_PARAMETERS', [`${name} is no entity type`]);
    return withSubTypes ? [...type.typeAndSubTypes] : [name];
  });
  return names.length === 0 ? undefined : [...new Set(all)];
}

function actionsIn(text: string): AuditAction[] | undefined {
  const actions = listed(text).map(name => {
    const action = auditActions.find(one => one === name.toUpperCase());
    if (action === undefined)
      throw new AppError('INVALID_PARAMETERS', [`${name} is no action of the audit`]);
    return action;
  });
  return actions.length === 0 ? undefined : actions;
}

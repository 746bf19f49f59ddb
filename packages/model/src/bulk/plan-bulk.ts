import {groupTypes, membershipGroup, membershipOf, trustGroup} from '../governance/governance.ts';
import {trustTouched, trustValues} from '../governance/plan-trust.ts';
import {planBusinessUpdate} from '../entity/plan-business.ts';
import {planClassifications} from '../entity/plan-classifications.ts';
import type {Attributes, ChangeSet, EntityRecord, Guid} from '../entity/record.ts';
import {AppError} from '../error.ts';
import type {TypeRegistry} from '../types/type-registry.ts';
import type {BusinessValues, ValueAction} from './bulk-action.ts';
import {
  attributeValue,
  businessOf,
  checked,
  planClassification,
  planTerms,
  updated,
  withBusiness,
  type BulkRules,
  type BulkState,
  type Held,
} from './bulk-parts.ts';
import {columnsHeld, planColumns} from './plan-columns.ts';

/**
 * The part of an entity that an action is about, as JSON. Whatever else is changed of the entity
 * leaves it as it is, so that an undo takes back what the action did and nothing else.
 */
export function bulkValue(
  action: ValueAction,
  {record, classifications, assignments}: BulkState,
): unknown {
  switch (action.type) {
    case 'ADD_CLASSIFICATION':
    case 'REMOVE_CLASSIFICATION': {
      const own = classifications.find(one => one.typeName === classificationOf(action));
      if (own === undefined) return null;
      const {entityGuid: _guid, typeName: _name, ...rest} = own;
      return rest satisfies Held['CLASSIFICATION'];
    }
    case 'ADD_TERMS':
    case 'REMOVE_TERMS': {
      const held = assignments.filter(edge => action.termGuids.includes(edge.end1));
      return Object.fromEntries(
        held.map(edge => [edge.end1, edge.attributes ?? {}]),
      ) satisfies Held['TERMS'];
    }
    case 'ADD_LABELS':
    case 'REMOVE_LABELS':
      return action.labels.filter(
        label => record.labels?.includes(label) === true,
      ) satisfies Held['LABELS'];
    case 'SET_ATTRIBUTE':
      return record.attributes[action.name] ?? null;
    case 'SET_BUSINESS_METADATA':
      return businessOf(action.values, record);
    case 'SET_DOMAIN':
      return membershipOf(record).domain ?? null;
    case 'ADD_TO_PRODUCTS':
    case 'REMOVE_FROM_PRODUCTS':
      return membershipOf(record).products.filter(guid => action.productGuids.includes(guid));
    case 'SET_TRUST':
      return heldTrust(action, record);
    case 'SET_COLUMNS':
      return columnsHeld(action.columns, {record, classifications, assignments});
    case 'DELETE':
      return record.status;
  }
}

/**
 * What the action makes of that part.
 * @throws AppError when the entity cannot have it
 */
export function bulkTarget(
  action: ValueAction,
  state: BulkState,
  {types, planning}: BulkRules,
): unknown {
  const {record} = state;
  const held = bulkValue(action, state);
  switch (action.type) {
    case 'ADD_CLASSIFICATION': {
      if (held !== null) return held;
      const type = types.entityType(record.typeName);
      const [added] = checked(issues =>
        planClassifications(
          types,
          record.guid,
          type,
          [action.classification],
          issues,
          state.classifications,
        ),
      );
      return bulkValue(action, {...state, classifications: added === undefined ? [] : [added]});
    }
    case 'REMOVE_CLASSIFICATION':
      return null;
    case 'ADD_TERMS':
      return Object.fromEntries(
        action.termGuids.map(guid => [guid, (held as Held['TERMS'])[guid] ?? {}]),
      );
    case 'REMOVE_TERMS':
      return {};
    case 'ADD_LABELS':
      return action.labels;
    case 'REMOVE_LABELS':
      return [];
    case 'SET_ATTRIBUTE':
      return attributeValue(types, record, action);
    case 'SET_BUSINESS_METADATA':
      return businessOf(
        action.values,
        planBusinessUpdate(types, record, action.values, false, planning),
      );
    case 'SET_DOMAIN':
      checkMember(types, record);
      return action.domainGuid;
    case 'ADD_TO_PRODUCTS':
      checkMember(types, record);
      return action.productGuids;
    case 'REMOVE_FROM_PRODUCTS':
      return [];
    case 'SET_TRUST':
      return trustValues(types, record, action.trust, planning);
    case 'SET_COLUMNS':
      throw new AppError('INVALID_PARAMETERS', ['only the import of a table sets columns']);
    case 'DELETE':
      return 'DELETED';
  }
}

/**
 * Gives that part of the entity another value, one that was made by `bulkValue` or `bulkTarget`.
 * Deletions are not planned here: what goes along with an entity is more than the entity.
 * @throws AppError when the entity cannot have it
 */
export function planBulkValue(
  action: Exclude<ValueAction, {type: 'DELETE'}>,
  state: BulkState,
  value: unknown,
  rules: BulkRules,
): ChangeSet {
  const {record} = state;
  switch (action.type) {
    case 'ADD_CLASSIFICATION':
    case 'REMOVE_CLASSIFICATION':
      return planClassification(
        classificationOf(action),
        state,
        value as Held['CLASSIFICATION'],
        rules.planning,
      );
    case 'ADD_TERMS':
    case 'REMOVE_TERMS':
      return planTerms(action.termGuids, state, value as Held['TERMS'], rules);
    case 'ADD_LABELS':
    case 'REMOVE_LABELS': {
      const others = (record.labels ?? []).filter(label => !action.labels.includes(label));
      const labels = [...others, ...(value as Held['LABELS'])];
      const {labels: _old, ...rest} = record;
      return updated(record, labels.length === 0 ? rest : {...rest, labels}, rules.planning);
    }
    case 'SET_ATTRIBUTE': {
      const {[action.name]: _old, ...others} = record.attributes;
      const attributes = value === null ? others : {...others, [action.name]: value};
      return updated(record, {...record, attributes}, rules.planning);
    }
    case 'SET_BUSINESS_METADATA':
      return updated(record, withBusiness(record, value as BusinessValues), rules.planning);
    case 'SET_DOMAIN':
      return updated(record, withMembership(record, {domain: value}), rules.planning);
    case 'ADD_TO_PRODUCTS':
    case 'REMOVE_FROM_PRODUCTS': {
      const others = membershipOf(record).products.filter(
        guid => !action.productGuids.includes(guid),
      );
      const products = [...others, ...(value as readonly Guid[])];
      const held = products.length === 0 ? null : products;
      return updated(record, withMembership(record, {products: held}), rules.planning);
    }
    case 'SET_COLUMNS':
      return planColumns(state, value as Readonly<Record<string, unknown>>, rules);
    case 'SET_TRUST':
      return updated(
        record,
        withBusiness(record, {[trustGroup]: value as Attributes}),
        rules.planning,
      );
  }
}

/** @throws INVALID_PARAMETERS for what groups assets itself, and for what can belong to nothing */
function checkMember(types: TypeRegistry, {typeName}: EntityRecord): void {
  const type = types.entityType(typeName);
  const line = new Set([typeName, ...type.superTypes]);
  const isGroup = Object.values(groupTypes).some(name => line.has(name));
  if (isGroup || !type.businessAttributes.has(membershipGroup))
    throw new AppError('INVALID_PARAMETERS', [`${typeName} cannot belong to a domain or product`]);
}

function heldTrust(
  {trust}: Extract<ValueAction, {type: 'SET_TRUST'}>,
  {businessAttributes = {}}: EntityRecord,
): Attributes {
  const held = businessAttributes[trustGroup] ?? {};
  return Object.fromEntries(trustTouched(trust).map(name => [name, held[name] ?? null]));
}

function withMembership(record: EntityRecord, values: Attributes): EntityRecord {
  return withBusiness(record, {[membershipGroup]: values});
}

function classificationOf(
  action: Extract<ValueAction, {type: `${string}_CLASSIFICATION`}>,
): string {
  return action.type === 'ADD_CLASSIFICATION' ? action.classification.typeName : action.typeName;
}

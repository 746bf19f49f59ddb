import {planLabels} from '../entity/annotations.ts';
import {readClassification, type IncomingClassification} from '../entity/entity.ts';
import type {AnnotationLimits, Guid} from '../entity/record.ts';
import {isMap} from '../entity/value.ts';
import {AppError} from '../error.ts';
import {readTrust, type TrustInput} from '../governance/plan-trust.ts';

/** What is to be done to many entities. */
export type BulkAction =
  | {readonly type: 'ADD_CLASSIFICATION'; readonly classification: IncomingClassification}
  | {readonly type: 'REMOVE_CLASSIFICATION'; readonly typeName: string}
  | {readonly type: 'ADD_TERMS' | 'REMOVE_TERMS'; readonly termGuids: readonly Guid[]}
  | {readonly type: 'ADD_LABELS' | 'REMOVE_LABELS'; readonly labels: readonly string[]}
  | {readonly type: 'SET_ATTRIBUTE'; readonly name: string; readonly value: unknown}
  | {readonly type: 'SET_BUSINESS_METADATA'; readonly values: BusinessValues}
  | {readonly type: 'SET_DOMAIN'; readonly domainGuid: Guid | null}
  | {
      readonly type: 'ADD_TO_PRODUCTS' | 'REMOVE_FROM_PRODUCTS';
      readonly productGuids: readonly Guid[];
    }
  | {readonly type: 'SET_TRUST'; readonly trust: TrustInput}
  /** Of the import of a table: what each entity gets stands in its row. */
  | {readonly type: 'SET_COLUMNS'; readonly columns: readonly string[]}
  /** Takes back a change; what each entity gets stands in its record. */
  | {readonly type: 'UNDO'; readonly changeId: Guid}
  | {readonly type: 'DELETE'};

/** Those that say by themselves what becomes of an entity. */
export type ValueAction = Exclude<BulkAction, {type: 'UNDO'}>;

/** By business metadata and attribute; null takes a value away. */
export type BusinessValues = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** As the API calls them. */
export const bulkActionTypes = [
  'ADD_CLASSIFICATION',
  'REMOVE_CLASSIFICATION',
  'ADD_TERMS',
  'REMOVE_TERMS',
  'ADD_LABELS',
  'REMOVE_LABELS',
  'SET_ATTRIBUTE',
  'SET_BUSINESS_METADATA',
  'SET_DOMAIN',
  'ADD_TO_PRODUCTS',
  'REMOVE_FROM_PRODUCTS',
  'SET_TRUST',
  'SET_COLUMNS',
  'UNDO',
  'DELETE',
] as const;

/**
 * @throws INVALID_PARAMETERS for one that says too little, INVALID_LABEL_LENGTH,
 * INVALID_LABEL_CHARACTERS
 */
export function readBulkAction(json: unknown, limits?: AnnotationLimits): BulkAction {
  const given = isMap(json) ? json : {};
  switch (given['type']) {
    case 'ADD_CLASSIFICATION': {
      const {entityGuid: _source, ...classification} = readClassification(
        given['classification'] ?? {},
        'action.classification',
      );
      if (classification.typeName === '') throw missing('action.classification.typeName');
      return {type: 'ADD_CLASSIFICATION', classification};
    }
    case 'REMOVE_CLASSIFICATION':
      return {type: 'REMOVE_CLASSIFICATION', typeName: textIn(given, 'typeName')};
    case 'ADD_TERMS':
    case 'REMOVE_TERMS':
      return {type: given['type'], termGuids: textsIn(given, 'termGuids')};
    case 'ADD_LABELS':
    case 'REMOVE_LABELS':
      return {type: given['type'], labels: planLabels(textsIn(given, 'labels'), limits)};
    case 'SET_ATTRIBUTE':
      return {type: 'SET_ATTRIBUTE', name: textIn(given, 'name'), value: given['value'] ?? null};
    case 'SET_BUSINESS_METADATA':
      return {type: 'SET_BUSINESS_METADATA', values: businessIn(given)};
    case 'SET_DOMAIN': {
      const domainGuid = given['domainGuid'] === null ? null : textIn(given, 'domainGuid');
      return {type: 'SET_DOMAIN', domainGuid};
    }
    case 'ADD_TO_PRODUCTS':
    case 'REMOVE_FROM_PRODUCTS':
      return {type: given['type'], productGuids: textsIn(given, 'productGuids')};
    case 'SET_TRUST':
      return {type: 'SET_TRUST', trust: readTrust(given['trust'], 'action.trust.')};
    case 'DELETE':
      return {type: 'DELETE'};
    default:
      throw new AppError('INVALID_PARAMETERS', [
        `action.type is one of ${bulkActionTypes.filter(one => one !== 'SET_COLUMNS' && one !== 'UNDO').join(', ')}`,
      ]);
  }
}

function textIn(given: Record<string, unknown>, name: string): string {
  const value = given[name];
  if (typeof value !== 'string' || value === '') throw missing(`action.${name}`);
  return value;
}

function textsIn(given: Record<string, unknown>, name: string): string[] {
  const value = given[name];
  const isList =
    Array.isArray(value) &&
    value.length > 0 &&
    value.every(one => typeof one === 'string' && one !== '');
  if (!isList) throw missing(`action.${name}`);
  return [...new Set(value as string[])];
}

function businessIn(given: Record<string, unknown>): BusinessValues {
  const values = given['values'];
  const isGiven =
    isMap(values) && Object.keys(values).length > 0 && Object.values(values).every(isMap);
  if (!isGiven) throw missing('action.values');
  return values as BusinessValues;
}

function missing(name: string): AppError {
  return new AppError('INVALID_PARAMETERS', [`${name} is needed`]);
}

import type {AuditAction, AuditChange} from './audit.ts';
import type {AuditStep} from './audit-history.ts';
import type {Attributes, ClassificationRecord, EntityRecord} from './record.ts';
import type {TypeRegistry} from '../types/type-registry.ts';
import {sameValue} from './value.ts';
import {classificationJson} from './header.ts';
import {entityJson, type EntityJson} from './view.ts';

/** Longest details in characters: beyond them the values are left out, as the reference does. */
const maxDetails = 1024 * 1024;

/**
 * What stands before the JSON or the words in the details of an event. Clients cut it off, so it is
 * told as they know it.
 */
const prefixes: Readonly<Record<AuditAction, string>> = {
  BUSINESS_ATTRIBUTE_UPDATE: 'Updated business attributes: ',
  CLASSIFICATION_ADD: 'Added classification: ',
  CLASSIFICATION_DELETE: 'Deleted classification: ',
  CLASSIFICATION_UPDATE: 'Updated classification: ',
  CUSTOM_ATTRIBUTE_UPDATE: 'Updated custom attribute: ',
  ENTITY_CREATE: 'Created: ',
  ENTITY_DELETE: 'Deleted entity',
  ENTITY_IMPORT_CREATE: 'Created by import: ',
  ENTITY_IMPORT_DELETE: 'Deleted entity',
  ENTITY_IMPORT_UPDATE: 'Updated by import: ',
  ENTITY_PURGE: 'Purged: ',
  ENTITY_UPDATE: 'Updated: ',
  LABEL_ADD: 'Added labels: ',
  LABEL_DELETE: 'Deleted labels: ',
  PROPAGATED_CLASSIFICATION_ADD: 'Added propagated classification: ',
  PROPAGATED_CLASSIFICATION_DELETE: 'Deleted propagated classification: ',
  PROPAGATED_CLASSIFICATION_UPDATE: 'Updated propagated classification: ',
  TERM_ADD: 'Added term: ',
  TERM_DELETE: 'Deleted term: ',
};

export type AuditDetail = {
  action: AuditAction;
  change: AuditChange;
  step: AuditStep;
  /** Where it was attached, of a classification that came from elsewhere. */
  propagated?: ClassificationRecord | undefined;
  term?: EntityRecord | undefined;
  /** Attributes that are not shown. */
  unaudited: readonly string[];
};

/** The `details` text of an event. */
export function auditDetails(types: TypeRegistry, detail: AuditDetail): string {
  return `${prefixes[detail.action]}${text(types, detail)}`;
}

function text(types: TypeRegistry, detail: AuditDetail): string {
  const {action, change, step} = detail;
  switch (action) {
    case 'ENTITY_DELETE':
    case 'ENTITY_IMPORT_DELETE':
      return '';
    case 'LABEL_ADD':
      return without(step.after.labels, step.before.labels).join(' ');
    case 'LABEL_DELETE':
      return without(step.before.labels, step.after.labels).join(' ');
    case 'CLASSIFICATION_DELETE':
      return change.classification?.typeName ?? '';
    case 'PROPAGATED_CLASSIFICATION_DELETE':
      return change.propagated?.typeName ?? '';
    case 'CLASSIFICATION_ADD':
    case 'CLASSIFICATION_UPDATE':
      return classificationText(types, change.classification, step.after);
    case 'PROPAGATED_CLASSIFICATION_ADD':
    case 'PROPAGATED_CLASSIFICATION_UPDATE':
      return detail.propagated === undefined
        ? JSON.stringify({
            typeName: change.propagated?.typeName,
            entityGuid: change.propagated?.sourceGuid,
          })
        : classificationText(types, detail.propagated, step.after);
    case 'TERM_ADD':
    case 'TERM_DELETE':
      return JSON.stringify(termJson(change.term ?? '', detail.term));
    case 'BUSINESS_ATTRIBUTE_UPDATE':
      return JSON.stringify(
        businessJson(step, Object.keys(change.before?.businessAttributes ?? {})[0] ?? ''),
      );
    default:
      return entityText(types, detail);
  }
}

function classificationText(
  types: TypeRegistry,
  one: ClassificationRecord | undefined,
  entity: EntityRecord,
): string {
  return one === undefined ? '{}' : JSON.stringify(classificationJson(types, one, entity.status));
}

function without(labels: readonly string[] = [], others: readonly string[] = []): string[] {
  return labels.filter(label => !others.includes(label));
}

function termJson(guid: string, term: EntityRecord | undefined): Record<string, unknown> {
  const {name, qualifiedName} = term?.attributes ?? {};
  return {guid, qualifiedName, name, displayText: name};
}

/** Of one business metadata the attributes that the event set, null for those that it took away. */
function businessJson(
  {before, after}: AuditStep,
  name: string,
): {typeName: string; attributes: Attributes} {
  const [was, is] = [
    before.businessAttributes?.[name] ?? {},
    after.businessAttributes?.[name] ?? {},
  ];
  const changed = [...new Set([...Object.keys(was), ...Object.keys(is)])].filter(
    key => !sameValue(was[key], is[key]),
  );
  return {
    typeName: name,
    attributes: Object.fromEntries(changed.map(key => [key, is[key] ?? null])),
  };
}

/** Of what is gone for good the unique attributes only, else all but those that are not audited. */
function entityText(types: TypeRegistry, {action, step, unaudited}: AuditDetail): string {
  const entity = auditedEntityJson(types, step.after, unaudited);
  const unique = new Set(
    types.entityTypes.get(entity.typeName)?.uniqueAttributes.map(one => one.name) ?? [
      'qualifiedName',
    ],
  );
  const named = Object.fromEntries(
    Object.entries(entity.attributes).filter(([name]) => unique.has(name)),
  );
  const full = JSON.stringify(action === 'ENTITY_PURGE' ? {...entity, attributes: named} : entity);
  return full.length <= maxDetails ? full : JSON.stringify({...entity, attributes: named});
}

/**
 * The entity without its relations. Its type may be gone meanwhile: then it is shown as it is
 * stored.
 */
export function auditedEntityJson(
  types: TypeRegistry,
  record: EntityRecord,
  unaudited: readonly string[],
): EntityJson {
  const entity: EntityJson = types.entityTypes.has(record.typeName)
    ? entityJson(types, {
        record,
        edges: [],
        others: new Map(),
        classifications: [],
        withRelationships: false,
      })
    : {...record};
  const shown = Object.entries(entity.attributes).filter(([name]) => !unaudited.includes(name));
  return {...entity, attributes: Object.fromEntries(shown)};
}

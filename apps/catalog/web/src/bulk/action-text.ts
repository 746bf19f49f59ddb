import {attributeLabels} from '../entity/display-name.ts';
import type {TypeIndex} from '../api/type-index.ts';
import type {BulkAction, BulkChange} from './queries.ts';

/**
 * What a bulk change does, in a few words. For lists and headings: names of entities are not looked
 * up for it, so domains and products are told by number.
 */
export function actionText(types: TypeIndex, {type, ...action}: BulkAction): string {
  const labels = (action.labels ?? []).join(', ');
  const terms = countText(action.termGuids?.length ?? 0, 'term', 'terms');
  switch (type) {
    case 'ADD_CLASSIFICATION':
      return `Add classification ${action.classification?.typeName ?? ''}`;
    case 'REMOVE_CLASSIFICATION':
      return `Remove classification ${action.typeName ?? ''}`;
    case 'ADD_TERMS':
      return `Add ${terms}`;
    case 'REMOVE_TERMS':
      return `Remove ${terms}`;
    case 'ADD_LABELS':
      return `Add label ${labels}`;
    case 'REMOVE_LABELS':
      return `Remove label ${labels}`;
    case 'SET_ATTRIBUTE': {
      const name = attributeLabels(types, 'Asset')(action.name ?? '');
      return isEmpty(action.value) ? `Clear ${name}` : `Set ${name} to ${String(action.value)}`;
    }
    case 'SET_BUSINESS_METADATA':
      return `Set business metadata ${Object.keys(action.values ?? {}).join(', ')}`;
    case 'SET_DOMAIN':
      return (action.domainGuid ?? null) === null ? 'Remove from domains' : 'Set domain';
    case 'ADD_TO_PRODUCTS':
    case 'REMOVE_FROM_PRODUCTS': {
      const products = countText(action.productGuids?.length ?? 0, 'data product', 'data products');
      return `${type === 'ADD_TO_PRODUCTS' ? 'Add to' : 'Remove from'} ${products}`;
    }
    case 'SET_COLUMNS':
      return `Import ${(action.columns ?? []).join(', ')}`;
    case 'SET_TRUST': {
      const said = Object.entries(action.trust ?? {}).map(([name, value]) =>
        isEmpty(value) ? `no ${trustNames[name] ?? name}` : `${trustNames[name] ?? name} ${value}`,
      );
      return `Set ${said.join(', ')}`;
    }
    case 'UNDO':
      return 'Earlier change';
    case 'DELETE':
      return 'Delete';
  }
}

const trustNames: Readonly<Record<string, string>> = {
  certification: 'certification',
  deprecationReason: 'reason',
  successorGuid: 'successor',
  tier: 'tier',
  announcement: 'announcement',
  announcementType: 'kind of announcement',
};

export function changeText(types: TypeIndex, {action, undoOf}: BulkChange): string {
  const text = actionText(types, action);
  return undoOf === undefined ? text : `Undo: ${text}`;
}

/** `many` is given, as English has more plurals than an s. */
export function countText(count: number, one: string, many: string): string {
  return `${count.toLocaleString()} ${count === 1 ? one : many}`;
}

/**
 * How many of the entities that a change goes through are done: an undo goes through those as well
 * that were deleted with others.
 */
export function doneOf({counts, undoOf}: BulkChange): number {
  return (
    (undoOf === undefined ? 0 : counts.alongWith) +
    counts.changed +
    counts.unchanged +
    counts.refused +
    counts.conflicts
  );
}

/** Everything that it has changed, what is deleted with its owner included. */
export function changedOf({counts}: BulkChange): number {
  return counts.changed + counts.alongWith;
}

const isEmpty = (value: unknown) => value === null || value === undefined || value === '';

import {countText} from '../../bulk/action-text.ts';
import type {Change} from './queries.ts';

/** What made the change: `saveEntity` is told as `Save entity`. */
export function changeTitle({
  kind,
  operation,
  source = '',
}: Pick<Change, 'kind' | 'operation' | 'source'>): string {
  if (kind === 'SOURCE_RUN') return `Run of ${source}`;
  if (operation === 'undoChange') return 'Undo';
  if (kind === 'BULK_CHANGE') return 'Bulk change';
  const words = operation.replaceAll(/[A-Z]/g, letter => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** What changed, without what did not. */
export function countsText({counts}: Pick<Change, 'counts'>): string {
  const {created, changed, deleted, purged, relationships, classifications} = counts;
  const parts = [
    created > 0 ? `${created.toLocaleString()} created` : '',
    changed > 0 ? `${changed.toLocaleString()} changed` : '',
    deleted > 0 ? `${deleted.toLocaleString()} deleted` : '',
    purged > 0 ? `${purged.toLocaleString()} deleted permanently` : '',
    relationships > 0 ? countText(relationships, 'relationship', 'relationships') : '',
    classifications > 0 ? countText(classifications, 'classification', 'classifications') : '',
  ];
  return parts.filter(part => part !== '').join(', ');
}

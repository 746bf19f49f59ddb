import type {Engine} from '../api/wire.ts';
import {openTableQuery} from '../assist/open-and-run.ts';
import {openDocument, openHistoryEntry} from '../documents/sheet-actions.ts';

/**
 * What an address names: a saved query, a statement of the history, or a table, whose query is
 * written and not run: anybody can make a link.
 */
export async function openAddressed(
  params: URLSearchParams,
  engines: readonly Engine[],
): Promise<void> {
  const table = params.get('table');
  const engine = engines.find(({type}) => type === params.get('type'));
  if (table !== null && engine !== undefined)
    return openTableQuery(engine, params.get('database') ?? '', table);
  const wanted = params.get('document') ?? params.get('editor') ?? '';
  if (wanted === '') return undefined;
  // A number is one of the history, as old links have it; documents have a uuid.
  return await (/^\d{1,15}$/.test(wanted)
    ? openHistoryEntry(Number(wanted))
    : openDocument(wanted));
}

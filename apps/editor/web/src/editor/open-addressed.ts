import {ask} from '../api/request.ts';
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
  path: string,
): Promise<void> {
  const table = params.get('table');
  const engine = engines.find(({type}) => type === params.get('type'));
  if (table !== null && engine !== undefined)
    return openTableQuery(engine, params.get('database') ?? '', table);
  const wanted = params.get('document') ?? params.get('editor') ?? '';
  if (wanted === '') return undefined;
  if (!/^\d{1,15}$/.test(wanted)) return await openDocument(wanted);
  const number = Number(wanted);
  const copied = path.startsWith('/hue/') ? await copiedDocument(wanted) : undefined;
  return await (copied === undefined ? openHistoryEntry(number) : openDocument(copied));
}

/** What a bookmark of Hue names by its number there, where it was copied from it. */
async function copiedDocument(number: string): Promise<string | undefined> {
  const {documents} = await ask('GET /api/v1/migration/numbers/{number}', {path: {number}});
  return documents[0];
}

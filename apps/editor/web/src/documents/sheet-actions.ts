import {toast} from '@gazetteer/ui';
import {queries} from '../api/queries.ts';
import {ApiFailure, ask} from '../api/request.ts';
import {sheets} from '../editor/sheets.ts';
import {openInSheet} from '../history/open-in-sheet.ts';
import {go} from '../place.ts';
import {showDialog} from './document-dialogs.ts';
import {documentQuery, documentsChanged} from './document-queries.ts';
import type {SavedDocument} from '../api/wire.ts';
import {contentOfSheet, isChanged, linkTo, sheetOf} from './sheet-document.ts';

/**
 * Shows a saved query on a sheet: the one that has it, where somebody has not changed it there,
 * else one of its own.
 */
export async function openDocument(uuid: string): Promise<void> {
  try {
    const document = await ask('GET /api/v1/documents/{uuid}', {
      path: {uuid},
      query: {opens: true},
    });
    queries.setQueryData(documentQuery(uuid).queryKey, document);
    if (document.notebook !== undefined) {
      go(`/app/notebooks/${uuid}`);
      return;
    }
    if (document.kind !== 'query') throw new Error(`${document.name} is a ${document.kind}.`);
    const open = sheets.get().tabs.find(tab => tab.document?.uuid === uuid);
    if (open === undefined) sheets.open({...sheetOf(document), document: linkTo(document)});
    else {
      if (!isChanged(open)) takeDocument(open.id, document);
      sheets.activate(open.id);
    }
  } catch (error) {
    toast({kind: 'problem', title: 'Couldn’t open the document', error});
  }
}

/** `?editor=<number>`, as links of the history are. */
export async function openHistoryEntry(id: number): Promise<void> {
  try {
    const found = await ask('GET /api/v1/history', {query: {before: id + 1, limit: 1}});
    const [entry] = found.statements;
    if (entry?.id !== id) throw new Error(`There is no statement ${id} in your history.`);
    await openInSheet(entry);
  } catch (error) {
    toast({kind: 'problem', title: 'Couldn’t open the query', error});
  }
}

/** The sheet says what the query says now. */
export function takeDocument(tabId: string, document: SavedDocument): void {
  sheets.change(tabId, {...sheetOf(document), document: linkTo(document)});
}

/** After a version came back: sheets that had the newest one unchanged show it. */
export function takeWhereUnchanged(document: SavedDocument): void {
  for (const tab of sheets.get().tabs) {
    if (tab.document?.uuid === document.uuid && !isChanged(tab)) takeDocument(tab.id, document);
  }
}

/**
 * Ctrl+S: as a new version of the query that the sheet shows, or as a new query. Where the query is
 * gone, or may not be changed any more, what was written is offered as a query of its own: nothing
 * is lost by a refusal.
 */
export async function saveSheet(tabId: string): Promise<void> {
  sheets.save();
  const tab = sheets.tab(tabId);
  if (tab === undefined) return;
  if (tab.document === undefined) {
    showDialog({kind: 'save', tabId});
    return;
  }
  const {uuid, version} = tab.document;
  try {
    await saveAs(tabId, uuid, version);
  } catch (error) {
    const failure = error instanceof ApiFailure ? error : undefined;
    const theirs = failure?.status === 409 ? failure.body.document : undefined;
    if (theirs !== undefined) showDialog({kind: 'conflict', tabId, theirs});
    else if (failure !== undefined && [403, 404, 410].includes(failure.status))
      showDialog({kind: 'save', tabId, note: failure.message});
    else toast({kind: 'problem', title: 'Couldn’t save the query', error});
  }
}

/**
 * @throws ApiFailure 409, with the newest one, where it is not.
 * @param version the one that is known to be replaced
 */
export async function saveAs(tabId: string, uuid: string, version: number): Promise<void> {
  const tab = sheets.tab(tabId);
  if (tab === undefined) return;
  const content = contentOfSheet(tab);
  const saved = await ask('PUT /api/v1/documents/{uuid}', {path: {uuid}, body: {version, content}});
  sheets.change(tabId, {document: linkTo(saved)});
  const isNew = saved.version > version;
  toast({kind: 'done', title: isNew ? `Saved as version ${saved.version}` : 'No changes to save'});
  await documentsChanged();
}

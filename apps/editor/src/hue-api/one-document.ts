import {AppError} from '@gazetteer/model';
import type {Onlooker} from '../config/sharing.ts';
import type {Editor} from '../editor.ts';
import {type Opened, readDocument} from '../document/documents.ts';
import {completed, uuidAt, uuidBeginning} from './find-documents.ts';
import {hueDocumentOf} from './hue-document.ts';
import {documentNumber, homeOf, trashOf, uuidStart} from './identity.ts';

/** What a client names: a document, or one of the folders that everybody has. */
export type DocumentRef = {readonly uuid: string} | 'home' | 'trash';

/** @param named by id or number @throws NOT_FOUND for a number that none has */
export async function documentRefOf(
  {db}: Editor,
  {userName}: Onlooker,
  named: string,
): Promise<DocumentRef> {
  const own = {home: homeOf(userName), trash: trashOf(userName)} as const;
  for (const kind of ['home', 'trash'] as const)
    if (named === own[kind] || named === String(documentNumber(own[kind]))) return kind;
  if (!/^\d+$/.test(named)) return {uuid: named};
  const uuid = await uuidBeginning(db, uuidStart(Number(named)));
  if (uuid === undefined) throw notFound();
  return {uuid};
}

/** @param path such as `/reports/daily`, among what the actor owns */
export async function documentRefAt(
  {db}: Editor,
  {userName}: Onlooker,
  path: string,
): Promise<DocumentRef> {
  const names = path.split('/').filter(name => name !== '');
  if (names.length === 0) return 'home';
  if (names.length === 1 && names[0] === '.Trash') return 'trash';
  const uuid = await uuidAt(db, userName, names);
  if (uuid === undefined) throw notFound();
  return {uuid};
}

/** One that is no folder of everybody. @throws NOT_FOUND */
export async function documentNamed(e: Editor, actor: Onlooker, named: string): Promise<string> {
  const place = await documentRefOf(e, actor, named);
  if (typeof place === 'string')
    throw new AppError('BAD_REQUEST', ['This folder is always there and stays as it is.']);
  return place.uuid;
}

/** A folder to put something into; undefined for the top. */
export async function folderNamed(
  e: Editor,
  actor: Onlooker,
  named: string,
): Promise<string | undefined> {
  const place = await documentRefOf(e, actor, named);
  if (place === 'trash')
    throw new AppError('BAD_REQUEST', ['Documents come into the trash by deleting them.']);
  return place === 'home' ? undefined : place.uuid;
}

/** As clients know it. @throws NOT_FOUND for what the actor may not see */
export async function shown(
  e: Editor,
  actor: Onlooker,
  uuid: string,
): Promise<{readonly document: object; readonly opened: Opened}> {
  const opened = await readDocument(e.db, actor, uuid);
  const found = await completed(e.db, actor, uuid);
  if (found === undefined) throw notFound();
  return {opened, document: hueDocumentOf(found)};
}

function notFound(): AppError {
  return new AppError('NOT_FOUND', ['Document not found or not shared with you.']);
}

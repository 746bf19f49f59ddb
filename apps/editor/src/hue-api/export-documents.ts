import {zipTexts} from '@gazetteer/formats/zip';
import type {Database} from '@gazetteer/db';
import type {Onlooker} from '../config/sharing.ts';
import {type DocumentRow, documentOf} from '../document/document.ts';
import {findDocuments} from './find-documents.ts';
import {documentNumber, homeOf} from './identity.ts';
import {notebookOf} from './notebook-data.ts';

/**
 * What Hue's documents page exports, as JSON text: the documents that are named and all that is in
 * folders among them, as far as the actor may see them, without dashboards and
 * notebooks, which are none of Hue's. `readDocumentExport` reads it again.
 * @param uuids of documents; all of the actor's own when undefined
 */
export async function exportDocuments(
  db: Database,
  actor: Onlooker,
  uuids: readonly string[] | undefined,
): Promise<{readonly text: string; readonly names: readonly string[]}> {
  const {found} = await findDocuments(db, actor, {
    perms: uuids === undefined ? 'owned' : 'both',
    folder: uuids === undefined ? '' : undefined,
    ...(uuids !== undefined && {uuids}),
    types: [],
    text: '',
    sort: 'name',
    trash: 'without',
    limit: 0,
    offset: 0,
  });
  const rows = await db.read(session =>
    session.all<DocumentRow>(
      `SELECT d.* FROM editor_document d WHERE d.uuid IN (
         SELECT a.document FROM editor_document_above a WHERE ${session.dialect.inList('a.above', 'text')})
       AND NOT EXISTS (SELECT 1 FROM editor_document_above t JOIN editor_document up ON up.uuid = t.above
         WHERE t.document = d.uuid AND up.trashed_at IS NOT NULL) AND d.kind IN ('query', 'folder') ORDER BY d.uuid`,
      [found.map(({uuid}) => uuid)],
    ),
  );
  const text = JSON.stringify(rows.map(exportedRow), undefined, 2);
  return {text, names: found.map(({name}) => name)};
}

export function zipOfExport(text: string): Uint8Array {
  return zipTexts([['hue.json', text]]);
}

/** A row of its table of documents. */
function exportedRow(row: DocumentRow): object {
  const document = documentOf(row);
  const id = documentNumber(row.uuid);
  const engine = document.content?.engine ?? '';
  return {
    model: 'desktop.document2',
    pk: id,
    fields: {
      owner: [row.owner],
      name: row.name,
      description: row.description,
      uuid: row.uuid,
      type: row.kind === 'folder' ? 'directory' : `query-${engine || 'notebook'}`,
      connector: null,
      data: row.kind === 'folder' ? '{}' : JSON.stringify(notebookOf(document, id)),
      extra: '',
      search: document.content?.text ?? '',
      last_modified: new Date(row.changed_at).toISOString().replace('Z', ''),
      version: 1,
      is_history: false,
      is_managed: false,
      is_trashed: false,
      parent_directory: [row.parent === '' ? homeOf(row.owner) : row.parent, 1, false],
      dependencies: [],
    },
  };
}

import {AppError} from '@gazetteer/model';
import type {Session} from '@gazetteer/db';
import {sizeText} from '@gazetteer/server';

/** For the open and lately closed tabs of one person. */
const maxTabBytes = 64e6;
/** For the saved queries of one owner, with all their versions. */
const maxDocumentBytes = 500e6;
/** For the statements that one person ran, and the texts that they are of. */
const maxHistoryBytes = 500e6;

/**
 * To be called behind a change, in its transaction, which it undoes.
 * @throws AppError 409 when the tabs of this person take more than they may
 */
export async function checkTabQuota(
  session: Session,
  userName: string,
  maxBytes = maxTabBytes,
): Promise<void> {
  const sql = 'SELECT sum(octet_length(content)) AS bytes FROM editor_tab WHERE user_name = ?';
  refuseOver(
    'open tabs',
    await bytesOf(session, sql, userName),
    maxBytes,
    'Close some, or save what they hold to files.',
  );
}

/** As `checkTabQuota`, for saved queries. */
export async function checkDocumentQuota(
  session: Session,
  owner: string,
  maxBytes = maxDocumentBytes,
): Promise<void> {
  const sql = `SELECT sum(octet_length(editor_document_version.content)) AS bytes FROM editor_document_version
    JOIN editor_document ON editor_document.uuid = editor_document_version.document WHERE editor_document.owner = ?`;
  refuseOver(
    'saved queries',
    await bytesOf(session, sql, owner),
    maxBytes,
    'Delete some for good.',
  );
}

/** As `checkTabQuota`, for the texts of what somebody ran. */
export async function checkHistoryQuota(
  session: Session,
  userName: string,
  maxBytes = maxHistoryBytes,
): Promise<void> {
  const bytes = await bytesOf(
    session,
    `SELECT sum(bytes) AS bytes FROM (
       SELECT sum(octet_length(sql_text) + octet_length(search_text)) AS bytes FROM editor_statement WHERE user_name = ?
       UNION ALL SELECT sum(octet_length(body)) FROM editor_script WHERE user_name = ?) AS texts`,
    userName,
    userName,
  );
  refuseOver('statements in the history', bytes, maxBytes, 'Clear the history, or a part of it.');
}

async function bytesOf(session: Session, sql: string, ...params: string[]): Promise<number> {
  const [row] = await session.all<{bytes: number | bigint | string | null}>(sql, params);
  return Number(row?.bytes ?? 0);
}

function refuseOver(what: string, bytes: number, maxBytes: number, remedy: string): void {
  if (bytes <= maxBytes) return;
  throw new AppError('CONFLICT', [
    `With this, your ${what} take ${sizeText(bytes)} of the ${sizeText(maxBytes)} there are. ${remedy}`,
  ]);
}

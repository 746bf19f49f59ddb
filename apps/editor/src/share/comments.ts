import {randomUUID} from 'node:crypto';
import {AppError} from '@gazetteer/model';
import type {Database, Session, Table} from '@gazetteer/db';
import type {Onlooker} from '../config/sharing.ts';

/** Times are epoch milliseconds. */
export type Comment = {
  readonly uuid: string;
  readonly author: string;
  readonly text: string;
  readonly writtenAt: number;
  /** Whether the caller may delete it. */
  readonly isDeletable: boolean;
};

/**
 * What people write about and look at: a document, or a result that is shared. Whose it is, where
 * the actor may read it; it stays as it is until the transaction ends where that changes anything.
 * @throws AppError
 */
export type FindSubject = (
  session: Session,
  actor: Onlooker,
  uuid: string,
  lock: 'read' | 'change',
) => Promise<{readonly owner: string}>;

/** `document` is the id of a document, or of the share of a result. */
const commentTable = {
  name: 'editor_document_comment',
  columns: {uuid: 'text', document: 'text', author: 'text', body: 'text', written_at: 'number'},
} as const satisfies Table;

/** So that all of them are one list. */
const maxComments = 1000;

/** The oldest first. */
export async function listComments(
  db: Database,
  find: FindSubject,
  actor: Onlooker,
  subject: string,
): Promise<Comment[]> {
  return await db.read(async session => {
    const {owner} = await find(session, actor, subject, 'read');
    const rows = await session.all<Row>(
      `SELECT uuid, author, body, written_at FROM editor_document_comment WHERE document = ?
       ORDER BY written_at, uuid LIMIT ${maxComments}`,
      [subject],
    );
    return rows.map(({uuid, author, body, written_at}) => ({
      uuid,
      author,
      text: body,
      writtenAt: Number(written_at),
      isDeletable: mayDelete(actor, owner, author),
    }));
  });
}

/** Whoever may read something may write about it. */
export async function addComment(
  db: Database,
  find: FindSubject,
  actor: Onlooker,
  subject: string,
  text: string,
): Promise<Comment> {
  return await db.write(async session => {
    const {owner} = await find(session, actor, subject, 'change');
    if ((await countComments(session, subject)) >= maxComments)
      throw new AppError('CONFLICT', [`There are ${maxComments} comments at most. Delete some.`]);
    const [uuid, author, writtenAt] = [randomUUID(), actor.userName, Date.now()];
    await session.insert(commentTable, [[uuid, subject, author, text, writtenAt]]);
    return {uuid, author, text, writtenAt, isDeletable: mayDelete(actor, owner, author)};
  });
}

/** Of one's own, and as the owner of what it is about any. */
export async function deleteComment(
  db: Database,
  find: FindSubject,
  actor: Onlooker,
  subject: string,
  uuid: string,
): Promise<void> {
  await db.write(async session => {
    const {owner} = await find(session, actor, subject, 'change');
    const [comment] = await session.all<{author: string}>(
      'SELECT author FROM editor_document_comment WHERE uuid = ? AND document = ?',
      [uuid, subject],
    );
    if (comment === undefined) throw new AppError('NOT_FOUND', ['There is no such comment.']);
    if (!mayDelete(actor, owner, comment.author))
      throw new AppError('NOT_ALLOWED', [
        `Only ${comment.author}, who wrote it, and ${owner}, who owns what it is about, may delete it.`,
      ]);
    await session.run('DELETE FROM editor_document_comment WHERE uuid = ?', [uuid]);
  });
}

export async function countComments(session: Session, subject: string): Promise<number> {
  const [row] = await session.all<{n: number}>(
    'SELECT COUNT(*) AS n FROM editor_document_comment WHERE document = ?',
    [subject],
  );
  return Number(row?.n ?? 0);
}

function mayDelete({userName}: Onlooker, owner: string, author: string): boolean {
  return userName === author || userName === owner;
}

type Row = {
  readonly uuid: string;
  readonly author: string;
  readonly body: string;
  readonly written_at: number;
};

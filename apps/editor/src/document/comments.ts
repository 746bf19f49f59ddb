import {randomUUID} from 'node:crypto';
import {AppError} from '@gazetteer/model';
import type {Database, Session, Table} from '@gazetteer/db';
import {find, findToChange} from './access.ts';
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

const commentTable = {
  name: 'editor_document_comment',
  columns: {uuid: 'text', document: 'text', author: 'text', body: 'text', written_at: 'number'},
} as const satisfies Table;

/** So that all of them are one list. */
const maxComments = 1000;

/** The oldest first. */
export async function listComments(
  db: Database,
  actor: Onlooker,
  document: string,
): Promise<Comment[]> {
  return await db.read(async session => {
    const {row} = await find(session, actor, document, 'read');
    const rows = await session.all<Row>(
      `SELECT uuid, author, body, written_at FROM editor_document_comment WHERE document = ?
       ORDER BY written_at, uuid LIMIT ${maxComments}`,
      [document],
    );
    return rows.map(({uuid, author, body, written_at}) => ({
      uuid,
      author,
      text: body,
      writtenAt: Number(written_at),
      isDeletable: mayDelete(actor, row.owner, author),
    }));
  });
}

/** Whoever may read a document may say something about it. */
export async function addComment(
  db: Database,
  actor: Onlooker,
  document: string,
  text: string,
): Promise<Comment> {
  return await db.write(async session => {
    const {row} = await findToChange(session, actor, document, 'read');
    if ((await countComments(session, document)) >= maxComments)
      throw new AppError('CONFLICT', [
        `A document has ${maxComments} comments at most. Delete some.`,
      ]);
    const [uuid, author, writtenAt] = [randomUUID(), actor.userName, Date.now()];
    await session.insert(commentTable, [[uuid, document, author, text, writtenAt]]);
    return {uuid, author, text, writtenAt, isDeletable: mayDelete(actor, row.owner, author)};
  });
}

/** Of one's own, and as the owner of the document any. */
export async function deleteComment(
  db: Database,
  actor: Onlooker,
  document: string,
  uuid: string,
): Promise<void> {
  await db.write(async session => {
    const {row} = await findToChange(session, actor, document, 'read');
    const [comment] = await session.all<{author: string}>(
      'SELECT author FROM editor_document_comment WHERE uuid = ? AND document = ?',
      [uuid, document],
    );
    if (comment === undefined) throw new AppError('NOT_FOUND', ['There is no such comment.']);
    if (!mayDelete(actor, row.owner, comment.author))
      throw new AppError('NOT_ALLOWED', [
        `Only ${comment.author}, who wrote it, and ${row.owner}, who owns the document, may delete it.`,
      ]);
    await session.run('DELETE FROM editor_document_comment WHERE uuid = ?', [uuid]);
  });
}

export async function countComments(session: Session, document: string): Promise<number> {
  const [row] = await session.all<{n: number}>(
    'SELECT COUNT(*) AS n FROM editor_document_comment WHERE document = ?',
    [document],
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

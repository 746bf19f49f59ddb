import {form} from '@gazetteer/kernel';
import {id, name} from '@gazetteer/kernel/fields';
import {flag, integer, list, named, text} from '@gazetteer/kernel/shape';
import {statementTime, whole} from '../http/shapes.ts';
import {change, query} from '../operation.ts';
import {addComment, deleteComment, type FindSubject, listComments} from './comments.ts';
import {listViewers} from './viewers.ts';

const maxText = 5000;
const byId = {uuid: id};
const comment = named('Comment', 'What a user wrote about a document or a shared result', () =>
  whole({
    uuid: text('Its id'),
    author: text('Who wrote it'),
    text: text('What it says, as plain text'),
    writtenAt: statementTime('When it was written'),
    isDeletable: flag('Whether the caller may delete it'),
  }),
);
const viewers = named('Viewers', 'Who opened what a user shares', () =>
  whole({
    keptMs: integer(
      'How long it is kept that somebody opened it, in milliseconds; 0 where that is not recorded',
    ),
    viewers: list(
      whole({
        name: text('Name of the user'),
        viewedAt: statementTime('When they opened it last, to the hour'),
      }),
      'Users other than the owner, the last first',
    ),
  }),
);

/** Of which things there are, and how one is found. */
export type Subjects = {
  readonly at: 'documents' | 'shares';
  /** In a sentence, `a document`. */
  readonly what: string;
  readonly find: FindSubject;
};

/** What people write about something that is shared with them. */
export function commentsOn({at, what, find}: Subjects) {
  return {
    list: query(`GET /${at}/{uuid}/comments`, {
      summary: `Comments on ${what}`,
      description: 'The oldest first.',
      segments: byId,
      answer: whole({comments: list(comment, 'The comments')}),
      errors: ['NOT_FOUND', 'GONE'],
      run: async ({db}, {uuid}, {actor}) => ({
        comments: await listComments(db, find, actor, uuid),
      }),
    }),
    add: change(`POST /${at}/{uuid}/comments`, {
      summary: `Comment on ${what}`,
      description: 'All users who can read it can do so; 1000 comments at most.',
      segments: byId,
      body: form({text: name('What it says', maxText)}),
      answer: comment,
      status: 201,
      errors: ['NOT_FOUND', 'GONE', 'CONFLICT'],
      run: async ({db}, {uuid, text: said}, {actor}) =>
        await addComment(db, find, actor, uuid, said),
    }),
    remove: change(`DELETE /${at}/{uuid}/comments/{comment}`, {
      summary: `Delete a comment on ${what}`,
      description: 'Of the caller; the owner of what it is about deletes any.',
      segments: {...byId, comment: id},
      errors: ['NOT_FOUND', 'GONE', 'NOT_ALLOWED'],
      run: async ({db}, {uuid, comment: one}, {actor}) =>
        await deleteComment(db, find, actor, uuid, one),
    }),
  };
}

/** Who looked at something that the caller shares. */
export function viewersOf({at, what, find}: Subjects) {
  return query(`GET /${at}/{uuid}/viewers`, {
    summary: `Who opened ${what}`,
    description:
      'For its owner. Each user with the last time, noted once an hour at most; 1000 users at most.',
    segments: byId,
    answer: viewers,
    errors: ['NOT_FOUND', 'GONE', 'NOT_ALLOWED'],
    run: async ({db, views}, {uuid}, {actor}) => ({
      keptMs: views.keptMs,
      viewers: await listViewers(db, find, actor, uuid, views.keptMs),
    }),
  });
}

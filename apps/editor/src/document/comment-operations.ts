import {form} from '@gazetteer/kernel';
import {id, name} from '@gazetteer/kernel/fields';
import {flag, list, named, text} from '@gazetteer/kernel/shape';
import {statementTime, whole} from '../http/shapes.ts';
import {change, query} from '../operation.ts';
import {addComment, deleteComment, listComments} from './comments.ts';

const maxText = 5000;
const byId = {uuid: id};
const comment = named('DocumentComment', 'What somebody wrote about a document', () =>
  whole({
    uuid: text('Its id'),
    author: text('Who wrote it'),
    text: text('What it says, as plain text'),
    writtenAt: statementTime('When it was written'),
    isDeletable: flag('Whether the caller may delete it'),
  }),
);

const listAll = query('GET /documents/{uuid}/comments', {
  summary: 'Comments on a document',
  description: 'The oldest first.',
  segments: byId,
  answer: whole({comments: list(comment, 'The comments')}),
  errors: ['NOT_FOUND', 'GONE'],
  run: async ({db}, {uuid}, {actor}) => ({comments: await listComments(db, actor, uuid)}),
});

const add = change('POST /documents/{uuid}/comments', {
  summary: 'Comment on a document',
  description: 'All users who can read it can do so; 1000 comments at most.',
  segments: byId,
  body: form({text: name('What it says', maxText)}),
  answer: comment,
  status: 201,
  errors: ['NOT_FOUND', 'GONE', 'CONFLICT'],
  run: async ({db}, {uuid, text: said}, {actor}) => await addComment(db, actor, uuid, said),
});

const remove = change('DELETE /documents/{uuid}/comments/{comment}', {
  summary: 'Delete a comment',
  description: 'Of the caller; the owner of the document deletes any.',
  segments: {...byId, comment: id},
  errors: ['NOT_FOUND', 'GONE', 'NOT_ALLOWED'],
  run: async ({db}, {uuid, comment: one}, {actor}) => await deleteComment(db, actor, uuid, one),
});

export const commentOperations = {
  listComments: listAll,
  addComment: add,
  deleteComment: remove,
};

import {form} from '@gazetteer/kernel';
import {flag, text, wholeNumber} from '@gazetteer/kernel/fields';
import {integer} from '@gazetteer/kernel/shape';
import {AppError} from '@gazetteer/model';
import {passOverRest} from '@gazetteer/server';
import {whole} from '../http/shapes.ts';
import {change, query, stream} from '../operation.ts';
import {storageOf} from './operations.ts';

const id = {id: text('Id of the upload, made by the client', {max: 64})};
const received = whole({received: integer('Bytes that are received')});
const errors = ['NOT_FOUND', 'CONFLICT'] as const;

const readUpload = query('GET /storage/{engine}/upload', {
  summary: 'Read how much of a file is received',
  description: 'The next part starts there; 0 where nothing is received.',
  query: id,
  answer: received,
  errors,
  run: async ({engines}, {engine, id: upload}, {actor: {userName}}) => ({
    received: await storageOf(engines.get(engine)).uploadsOf(userName).received(upload),
  }),
});

const completeUpload = change('POST /storage/{engine}/upload/complete', {
  summary: 'Create a file of the received parts',
  description: 'A name that is taken is refused unless the file is to be replaced.',
  body: form({
    ...id,
    path: text('Name of the file, as statements will call it', {max: 200}),
    total: wholeNumber('Bytes that it has'),
    replace: flag('In place of a file of this name'),
  }),
  errors: [...errors, 'NAME_TAKEN'],
  run: async ({engines}, {engine, id: upload, path, total, replace}, {actor: {userName}}) =>
    await storageOf(engines.get(engine)).uploadsOf(userName).finish(upload, path, total, replace),
});

const dropUpload = change('DELETE /storage/{engine}/upload', {
  summary: 'Delete an upload',
  description: 'Its received parts are deleted.',
  query: id,
  errors,
  run: async ({engines}, {engine, id: upload}, {actor: {userName}}) =>
    await storageOf(engines.get(engine)).uploadsOf(userName).drop(upload),
});

export const uploadOperations = {readUpload, completeUpload, dropUpload};

export const uploadStreams = [
  stream(
    'POST /storage/{engine}/upload',
    {
      summary: 'Send a part of a file for the embedded engine',
      description:
        'In a part of a form, 64 MB at most. It is appended to what is received; after a broken connection, read how much that is.',
      change: 'plain',
      query: {
        ...id,
        offset: wholeNumber('Where in the file it begins'),
        total: wholeNumber('Bytes that the file has'),
      },
      body: {
        mediaType: 'multipart/form-data',
        fields: {file: {type: 'string', description: 'The part'}},
        isStreamed: true,
      },
      answer: received,
      errors,
    },
    async ({engine, id: upload, offset, total}, request, _reply, {editorFor}) => {
      try {
        const uploads = storageOf(editorFor(request).engines.get(engine)).uploadsOf(
          request.actor.userName,
        );
        const part = await request.file({limits: {fileSize: Infinity}});
        if (part === undefined) throw new AppError('BAD_REQUEST', ['The form has no file']);
        return {received: await uploads.append(upload, {offset, total, bytes: part.file})};
      } finally {
        passOverRest(request);
      }
    },
  ),
];

import {text} from '@gazetteer/kernel/loose-fields';
import {anything, integer, text as textShape} from '@gazetteer/kernel/shape';
import {AppError} from '@gazetteer/model';
import type {FastifyReply, FastifyRequest} from 'fastify';
import {importFiles} from '../document/files.ts';
import {attachment} from '../http/attachment.ts';
import {status} from '../http/envelope.ts';
import {answer} from '../http/shapes.ts';
import {type Door, stream} from '../operation.ts';
import {exportDocuments, zipOfExport} from './export-documents.ts';
import {documentRefOf} from './one-document.ts';

const documents = text('Ids or numbers, a list as JSON text');
const format = text('`json` for a JSON text of the file, `zip`; otherwise the file');
const maxExported = 1000;

const exported = {
  summary: 'Documents as a file that Hue imports',
  description: 'With all that is in folders among them.',
  answer: anything,
  errors: ['NOT_FOUND'],
} as const;

type Wanted = {readonly documents: string; readonly format: string};

async function sendExport(
  wanted: Wanted,
  request: FastifyRequest,
  reply: FastifyReply,
  {editorFor, callerOf}: Door,
): Promise<unknown> {
  const e = editorFor(request);
  const {actor} = callerOf(request, reply);
  const places = await Promise.all(
    listOf(wanted.documents).map(one => documentRefOf(e, actor, one)),
  );
  const all = places.includes('home');
  const uuids = places.flatMap(place => (typeof place === 'string' ? [] : [place.uuid]));
  const found = await exportDocuments(e.db, actor, all ? undefined : uuids);
  const today = new Date().toISOString().slice(0, 10);
  const [name = ''] = found.names.length === 1 ? found.names : [`hue-documents-${today}`];
  // As a JSON text of the JSON text, which is how clients of Hue read it.
  if (wanted.format === 'json')
    return reply.type('application/json; charset=utf-8').send(JSON.stringify(found.text));
  if (wanted.format === 'zip')
    return reply
      .type('application/zip')
      .header('content-disposition', attachment(`${name}.zip`))
      .send(zipOfExport(found.text));
  return reply
    .type('application/json; charset=utf-8')
    .header('content-disposition', attachment(`${name}.json`))
    .send(found.text);
}

/** @throws BAD_REQUEST for what is no list */
function listOf(given: string): string[] {
  try {
    const list: unknown = JSON.parse(given);
    if (Array.isArray(list) && list.length <= maxExported) return list.map(String);
  } catch {
    // Told below.
  }
  throw new AppError('BAD_REQUEST', [
    `documents must be a JSON list of at most ${maxExported} ids or numbers`,
  ]);
}

export const hueTransfer = [
  stream('GET /doc/export', {...exported, query: {documents, format}}, sendExport),
  stream(
    'POST /doc/export',
    {...exported, change: 'unrehearsed', query: {format}, body: {form: {documents}}},
    sendExport,
  ),
  stream(
    'POST /doc/import',
    {
      summary: 'Make queries of a file that Hue exported',
      description:
        'All or nothing. What has a name that is taken gets another; documents that are no queries are passed over.',
      change: 'plain',
      body: {form: {documents: text('The file, as a part of a form, or its text')}},
      answer: answer({
        message: textShape('How many came in'),
        count: integer(
          'How many documents the file has that are queries, or folders that were made',
        ),
        created_count: integer('How many queries were made'),
        updated_count: integer('Always 0: what is there stays'),
        username: textShape('Whose they are'),
      }),
    },
    async ({documents: given}, request, reply, {editorFor, callerOf}) => {
      const {actor} = callerOf(request, reply);
      const files = [{path: 'documents.json', text: given}];
      const made = await importFiles(editorFor(request).db, actor, undefined, files);
      const {queries, folders, passedOver} = made;
      return {
        status: status.ok,
        message: `Installed ${queries} queries in ${folders} folders; ${passedOver} documents that are no queries were passed over`,
        count: queries + folders,
        created_count: queries,
        updated_count: 0,
        username: actor.userName,
      };
    },
  ),
];

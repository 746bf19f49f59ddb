import {streams} from '@gazetteer/kernel/http';
import {readGlossaryExport} from '@gazetteer/model';
import {readUpload} from '@gazetteer/server';
import type {FastifyReply, FastifyRequest} from 'fastify';
import {body} from '@gazetteer/kernel';
import type {Downloads} from '../search/download/downloads.ts';
import {callerOf, type Door, type Route} from '../api/route.ts';
import {parseBody} from '@gazetteer/kernel/shape';
import {bulkImport, file} from '../entity/shapes.ts';
import {downloadStatus} from '../search/shapes.ts';
import {unknown} from './addresses.ts';
import {glossaryTemplate, importTerms} from './import-terms.ts';
import * as shapes from './shapes.ts';

type FileDoor = Door & {readonly downloads: Downloads};
const stream = streams<FileDoor>();

const ofImport: readonly Route<FileDoor>[] = [
  stream(
    'GET /v2/glossary/import/template',
    {
      summary: 'The header row of a file of terms to import',
      description: 'A CSV file to fill in and send to POST /v2/glossary/import.',
      answer: file,
      produces: 'application/octet-stream',
    },
    (_input, _request, reply) =>
      reply
        .header('content-disposition', 'attachment; filename="template_glossary"')
        .send(Buffer.from(glossaryTemplate)),
  ),
  stream(
    'POST /v2/glossary/import',
    {
      change: 'rehearsed',
      summary: 'Create terms from a table, one in each row',
      description:
        'A CSV or XLSX file in the form of the template. Glossaries that are missing are created. The answer tells which rows failed, and why.',
      body: {mediaType: 'multipart/form-data', fields: {file}},
      answer: bulkImport,
      errors: ['FILE_NAME_NOT_FOUND', 'INVALID_FILE_TYPE', 'NOT_VALID_FILE', 'NO_DATA_FOUND', 'TOO_MANY_ENTITIES'],
    },
    async (_input, request, reply, {run}) => run(request, reply, importTerms, await readUpload(request, 'file')),
  ),
];

const kinds = ['GLOSSARY'] as const;
const writing = {
  summary: 'Write terms and categories into a file, in the background',
  body: body(shapes.glossaryExport),
  errors: [...unknown, 'BAD_REQUEST', 'PENDING_TASKS_ALREADY_IN_PROGRESS', 'TOO_MANY_PENDING_FILES', 'DISK_FULL'],
} as const;

const ofDownloads: readonly Route<FileDoor>[] = [
  stream(
    'POST /v2/glossary/download/create_file',
    {
      change: 'unrehearsed',
      ...writing,
      description: 'Answers at once. GET /v2/glossary/download/status shows the progress and the name of the file.',
    },
    writeFile,
  ),
  stream(
    'POST /v2/glossary/create_file',
    {change: 'unrehearsed', ...writing, description: 'The same as /download/create_file.'},
    writeFile,
  ),
  stream(
    'GET /v2/glossary/download/status',
    {
      summary: "The caller's files: queued, in progress, finished and failed",
      description: 'Files are kept for a limited time on the server that wrote them.',
      answer: downloadStatus,
    },
    async (_input, request, _reply, {downloads}) => ({
      searchDownloadRecords: await downloads.list(request.actor.userName, kinds),
    }),
  ),
  stream(
    'GET /v2/glossary/download/{filename}',
    {
      summary: "One of the caller's files; 204 when there is none of that name",
      description: 'The name is that of GET /v2/glossary/download/status.',
      answer: file,
      errors: ['BAD_REQUEST'],
      produces: 'application/octet-stream',
    },
    async ({filename}, request, reply, {downloads}) => {
      const found = await downloads.read(request.actor.userName, filename, kinds);
      if (found === undefined) return await reply.code(204).send();
      return await reply
        .header('content-disposition', `attachment; filename="${encodeURIComponent(filename)}"`)
        .type('application/octet-stream')
        .send(found);
    },
  ),
];

async function writeFile(
  {body: text}: {body: string},
  request: FastifyRequest,
  reply: FastifyReply,
  {downloads}: FileDoor,
): Promise<FastifyReply> {
  const wanted = readGlossaryExport(parseBody(shapes.glossaryExport, text));
  await downloads.start(callerOf(request), wanted);
  return await reply.code(204).send();
}

/** Files of terms and categories: taken in, and written for people to fetch. */
export const glossaryRoutes: readonly Route<FileDoor>[] = [...ofImport, ...ofDownloads];

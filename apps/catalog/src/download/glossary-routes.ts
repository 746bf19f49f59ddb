import {body} from '@gazetteer/kernel';
import {streams} from '@gazetteer/kernel/http';
import {parseBody} from '@gazetteer/kernel/shape';
import {readGlossaryExport} from '@gazetteer/model';
import type {FastifyReply, FastifyRequest} from 'fastify';
import {callerOf, type Route} from '../api/route.ts';
import {file} from '../entity/shapes.ts';
import {unknown} from '../glossary/addresses.ts';
import * as shapes from '../glossary/shapes.ts';
import {downloadStatus} from '../search/shapes.ts';
import type {DownloadDoor} from './routes.ts';

const stream = streams<DownloadDoor>();

const kinds = ['GLOSSARY'] as const;
/** Both addresses that write a file do the same. */
const writing = {
  summary: 'Write terms and categories into a file, in the background',
  body: body(shapes.glossaryExport),
  errors: [
    ...unknown,
    'BAD_REQUEST',
    'PENDING_TASKS_ALREADY_IN_PROGRESS',
    'TOO_MANY_PENDING_FILES',
    'DISK_FULL',
  ],
} as const;

/** Everything under /v2/glossary that writes and reads files. */
export const glossaryDownloadRoutes: readonly Route<DownloadDoor>[] = [
  stream(
    'POST /v2/glossary/download/create_file',
    {
      change: 'unrehearsed',
      ...writing,
      description:
        'Answers at once. GET /v2/glossary/download/status shows the progress and the name of the file.',
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

/** Only queues it: the answer says nothing, and the status tells the rest. */
async function writeFile(
  {body: text}: {body: string},
  request: FastifyRequest,
  reply: FastifyReply,
  {downloads}: DownloadDoor,
): Promise<FastifyReply> {
  const wanted = readGlossaryExport(parseBody(shapes.glossaryExport, text));
  await downloads.start(callerOf(request), wanted);
  return await reply.code(204).send();
}

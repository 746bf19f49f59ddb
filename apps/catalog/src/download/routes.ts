import {streams} from '@gazetteer/kernel/http';
import type {FastifyReply, FastifyRequest} from 'fastify';
import {body} from '@gazetteer/kernel';
import type {Downloads} from './downloads.ts';
import {callerOf, type Door, type Route} from '../api/route.ts';
import * as shape from '@gazetteer/kernel/shape';
import * as shapes from '../search/shapes.ts';
import {readDownloadRequest} from '../search/download-page.ts';
import type {TableRequest} from '../search/table-page.ts';

export type DownloadDoor = Door & {readonly downloads: Downloads};
const stream = streams<DownloadDoor>();

const request = shape.named('DownloadRequest', 'A search whose hits are written into a file', () =>
  shape.object({
    searchParameters: shape.described(shapes.searchParameters, 'What to search for'),
    attributeLabelMap: shape.mapOf(shape.text(), 'An attribute by the label of its column'),
  }),
);
const table = shape.named(
  'TableDownloadRequest',
  'A search whose hits are written into a table',
  () =>
    shape.object({
      searchParameters: shape.described(shapes.searchParameters, 'What to search for'),
      format: shape.oneOf(['CSV', 'XLSX'], 'CSV where it is left out'),
      columns: shape.list(
        shape.text(),
        'Beside `guid`, `typeName` and `qualifiedName`; none: name, description, owner, classifications, terms, labels, certification, tier and all business metadata',
      ),
    }),
);
const kinds = ['BASIC', 'DSL', 'TABLE'] as const;
const wrong = [
  'INVALID_PARAMETERS',
  'BAD_REQUEST',
  'PENDING_TASKS_ALREADY_IN_PROGRESS',
  'TOO_MANY_PENDING_FILES',
  'DISK_FULL',
] as const;

/**
 * Everything under /v2/search that writes and reads files. What asks for one is kept until the file
 * is written, so it has to be small.
 */
export const downloadRoutes: readonly Route<DownloadDoor>[] = [
  stream(
    'POST /v2/search/basic/download/create_file',
    {
      change: 'unrehearsed',
      summary: 'Write all that a search finds into a CSV file, in the background',
      description:
        'Answers at once. GET /v2/search/download/status shows the progress and the name of the file.',
      body: body(request),
      isSmall: true,
      errors: [
        ...wrong,
        'UNKNOWN_TYPENAME',
        'UNKNOWN_CLASSIFICATION',
        'UNKNOWN_ATTRIBUTE',
        'INVALID_SEARCH_PARAMS',
      ],
    },
    (input, req, reply, context) => create('BASIC', input.body, req, reply, context),
  ),
  stream(
    'POST /v2/search/basic/download/create_table',
    {
      change: 'unrehearsed',
      summary: 'Write all that a search finds into a table that can be imported, in the background',
      description:
        'As CSV or XLSX, one entity in each row, in the form that POST /v2/assets/import takes. Answers at once. GET /v2/search/download/status shows the progress and the name of the file. An addition to the Atlas API.',
      body: body(table),
      isSmall: true,
      errors: [
        ...wrong,
        'UNKNOWN_TYPENAME',
        'UNKNOWN_CLASSIFICATION',
        'UNKNOWN_ATTRIBUTE',
        'INVALID_SEARCH_PARAMS',
      ],
    },
    async (input, req, reply, {downloads}) => {
      await downloads.start(callerOf(req), tableRequest(shape.parseBody(table, input.body)));
      return await reply.code(204).send();
    },
  ),
  stream(
    'POST /v2/search/dsl/download/create_file',
    {
      change: 'unrehearsed',
      summary: 'Write all that a DSL query finds into a CSV file, in the background',
      description:
        'Answers at once. GET /v2/search/download/status shows the progress and the name of the file.',
      body: body(request),
      isSmall: true,
      errors: [...wrong, 'INVALID_DSL_QUERY', 'INVALID_QUERY_LENGTH'],
    },
    (input, req, reply, context) => create('DSL', input.body, req, reply, context),
  ),
  stream(
    'GET /v2/search/download/status',
    {
      summary: "The caller's files: queued, in progress, finished and failed",
      description: 'Files are kept for a limited time on the server that wrote them.',
      answer: shapes.downloadStatus,
    },
    async (_input, req, _reply, {downloads}) => ({
      searchDownloadRecords: await downloads.list(req.actor.userName, kinds),
    }),
  ),
  stream(
    'GET /v2/search/download/{filename}',
    {
      summary: "One of the caller's files; 204 when there is none of that name",
      description: 'The name is that of GET /v2/search/download/status.',
      answer: shape.text(),
      produces: 'text/csv',
      errors: ['BAD_REQUEST'],
    },
    async ({filename}, req, reply, {downloads}) => {
      // The caller's own alone: a name that somebody else's file has answers as one that none has.
      const file = await downloads.read(req.actor.userName, filename, kinds);
      if (file === undefined) return await reply.code(204).send();
      const name = encodeURIComponent(filename);
      return await reply
        .headers({
          // A table may be either; its name says what it was asked for as.
          'content-type': filename.endsWith('.xlsx') ? xlsx : 'text/csv;charset=utf-8',
          'content-disposition': `attachment; filename="${name}"`,
        })
        .send(file);
    },
  ),
];

const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** @throws INVALID_PARAMETERS for a body without search parameters */
function tableRequest(json: unknown): TableRequest {
  const {format, columns} = (json ?? {}) as {
    format?: 'CSV' | 'XLSX' | null;
    columns?: (string | null)[] | null;
  };
  const {searchParameters} = readDownloadRequest('BASIC', json);
  return {
    kind: 'TABLE',
    format: format === 'XLSX' ? 'xlsx' : 'csv',
    searchParameters,
    columns: [...new Set((columns ?? []).flatMap(one => one ?? []))],
  };
}

async function create(
  kind: 'BASIC' | 'DSL',
  text: string,
  req: FastifyRequest,
  reply: FastifyReply,
  {downloads}: DownloadDoor,
): Promise<FastifyReply> {
  const wanted = readDownloadRequest(kind, shape.parseBody(request, text));
  await downloads.start(callerOf(req), wanted);
  return await reply.code(204).send();
}

import type {FastifyReply, FastifyRequest} from 'fastify';
import {body, serve, serveChange, type ApiContext, type Route} from '../../api/route.ts';
import * as shape from '../../api/shape.ts';
import * as shapes from '../shapes.ts';
import {readDownloadRequest} from './download-page.ts';

const request = shape.named('DownloadRequest', () =>
  shape.object({
    searchParameters: shapes.searchParameters,
    attributeLabelMap: shape.mapOf(shape.text(), 'An attribute by the label of its column'),
  }),
);
const kinds = ['BASIC', 'DSL'] as const;
const wrong = ['INVALID_PARAMETERS', 'BAD_REQUEST', 'PENDING_TASKS_ALREADY_IN_PROGRESS'] as const;

/** Everything under /v2/search that writes and reads files. */
export const downloadRoutes: readonly Route[] = [
  serveChange(
    'POST /v2/search/basic/download/create_file',
    'unrehearsed',
    {
      summary: 'Write all that a search finds into a CSV file, in the background',
      body: body(request),
      errors: [...wrong, 'UNKNOWN_TYPENAME', 'UNKNOWN_CLASSIFICATION', 'UNKNOWN_ATTRIBUTE', 'INVALID_SEARCH_PARAMS'],
    },
    (input, req, reply, context) => create('BASIC', input.body, req, reply, context),
  ),
  serveChange(
    'POST /v2/search/dsl/download/create_file',
    'unrehearsed',
    {
      summary: 'Write all that a DSL query finds into a CSV file, in the background',
      body: body(request),
      errors: [...wrong, 'INVALID_DSL_QUERY', 'INVALID_QUERY_LENGTH'],
    },
    (input, req, reply, context) => create('DSL', input.body, req, reply, context),
  ),
  serve(
    'GET /v2/search/download/status',
    {summary: "The caller's files: waiting, being written, whole and failed", answer: shapes.downloadStatus},
    async (_input, req, _reply, {downloads}) => ({
      searchDownloadRecords: await downloads.list(req.actor.userName, kinds),
    }),
  ),
  serve(
    'GET /v2/search/download/{filename}',
    {
      summary: "One of the caller's files; 204 when there is none of that name",
      answer: shape.text(),
      produces: 'text/csv',
      errors: ['BAD_REQUEST'],
    },
    async ({filename}, req, reply, {downloads}) => {
      const file = await downloads.read(req.actor.userName, filename, kinds);
      if (file === undefined) return await reply.code(204).send();
      const name = encodeURIComponent(filename);
      return await reply
        .headers({'content-type': 'text/csv;charset=utf-8', 'content-disposition': `attachment; filename="${name}"`})
        .send(file);
    },
  ),
];

async function create(
  kind: 'BASIC' | 'DSL',
  text: string,
  req: FastifyRequest,
  reply: FastifyReply,
  {downloads}: ApiContext,
): Promise<FastifyReply> {
  const wanted = readDownloadRequest(kind, shape.parseBody(request, text));
  await downloads.start({actor: req.actor, requestId: req.id}, wanted);
  return await reply.code(204).send();
}

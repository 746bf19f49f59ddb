import {Readable} from 'node:stream';
import {body} from '@gazetteer/kernel';
import {choice} from '@gazetteer/kernel/parameters';
import {described, named, object, parseBody, text} from '@gazetteer/kernel/shape';
import {AppError} from '@gazetteer/model';
import type {FastifyReply, FastifyRequest} from 'fastify';
import {callerOf, stream, type Door, type Route} from '../api/route.ts';
import {searchParameters} from '../search/shapes.ts';
import {dictionaryPage, type DictionaryAsset} from './dictionary-page.ts';
import {domainDictionary} from './domain-dictionary.ts';
import {
  dictionaryFormats,
  mediaTypes,
  writeDictionary,
  type DictionaryFormat,
  type DictionaryHead,
} from './write-dictionary.ts';

/** A page is in memory while it is written; the file as a whole never is. */
const pageSize = 200;

const format = choice('Format of the file', dictionaryFormats, {default: 'html'});

const request = named('DictionaryRequest', 'A search whose hits are described in a file', () =>
  object({
    title: text('Title of the file'),
    searchParameters: described(searchParameters, 'What to search for'),
  }),
);

/** Files that describe assets with their columns, for people without the catalog. */
export const dictionaryRoutes: readonly Route[] = [
  stream(
    'GET /v2/domains/{guid}/dictionary',
    {
      summary: 'The data dictionary of a domain, as a file',
      description:
        'All assets of the domain and of the domains in it that the caller may read, with columns, types, descriptions, owners, classifications and terms. An addition to the Atlas API.',
      query: {format},
      answer: text(),
      produces: 'text/html',
      errors: ['INSTANCE_GUID_NOT_FOUND', 'BAD_REQUEST'],
    },
    async ({guid, format: wanted}, req, reply, {host}) => {
      const {head, searchParameters: asked} = await host.call(domainDictionary, callerOf(req), {
        guid,
      });
      return await answer(req, reply, host, {format: wanted, head, searchParameters: asked});
    },
  ),
  stream(
    'POST /v2/search/basic/dictionary',
    {
      change: 'unrehearsed',
      summary: 'The data dictionary of all that a search finds, as a file',
      description:
        'With columns, types, descriptions, owners, classifications and terms. Offset, limit and order of the search do not count. An addition to the Atlas API.',
      query: {format},
      body: body(request),
      isSmall: true,
      answer: text(),
      produces: 'text/html',
      errors: [
        'BAD_REQUEST',
        'INVALID_PARAMETERS',
        'UNKNOWN_TYPENAME',
        'UNKNOWN_CLASSIFICATION',
        'UNKNOWN_ATTRIBUTE',
        'INVALID_SEARCH_PARAMS',
      ],
    },
    async ({body: given, format: wanted}, req, reply, {host}) => {
      const json = (parseBody(request, given) ?? {}) as {
        title?: string | null;
        searchParameters?: Record<string, unknown> | null;
      };
      if ((json.searchParameters ?? null) === null)
        throw new AppError('INVALID_PARAMETERS', ['searchParameters are needed']);
      const title = (json.title ?? '').trim() || 'Data dictionary';
      return await answer(req, reply, host, {
        format: wanted,
        head: {title, description: '', owner: ''},
        // Numbers with more digits than a double has cannot be handed to another thread.
        searchParameters: JSON.parse(JSON.stringify(json.searchParameters)) as Record<
          string,
          unknown
        >,
      });
    },
  ),
];

type Wanted = {
  readonly format: DictionaryFormat;
  readonly head: Omit<DictionaryHead, 'time'>;
  readonly searchParameters: Record<string, unknown>;
};

async function answer(
  req: FastifyRequest,
  reply: FastifyReply,
  host: Door['host'],
  {format: wanted, head, searchParameters: asked}: Wanted,
): Promise<FastifyReply> {
  const read = async (from: string | undefined) =>
    await host.call(dictionaryPage, callerOf(req), {searchParameters: asked, from, size: pageSize});
  // What is wrong from the beginning is an answer; later the connection ends before the file does.
  const first = await read(undefined);
  async function* pages(): AsyncGenerator<readonly DictionaryAsset[]> {
    for (let page = first; ; page = await read(page.next)) {
      yield page.assets;
      if (page.next === undefined) return;
    }
  }
  const time = `${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  const bytes = Readable.from(writeDictionary(wanted, {...head, time}, pages()));
  bytes.once('error', error => req.log.warn({error}, 'a data dictionary broke off'));
  const {type, extension} = mediaTypes[wanted];
  const name = encodeURIComponent(`${head.title.replaceAll(/[\p{Cc}/\\]/gu, ' ')}.${extension}`);
  return await reply
    .type(type)
    .header('content-disposition', `attachment; filename*=UTF-8''${name.replaceAll("'", '%27')}`)
    .send(bytes);
}

import {dryRunOf, type Values} from '@gazetteer/kernel';
import {readUpload} from '@gazetteer/server';
import type {FastifyRequest} from 'fastify';
import {callerOf} from '../api/route.ts';
import type {CatalogHost} from '../caller.ts';
import {readTableFile, type UploadedTable} from './read-table.ts';

/** The file of a request. @throws as `readTableFile`, and SEARCH_TIMEOUT */
export async function uploadedTable(
  request: FastifyRequest,
  host: Pick<CatalogHost, 'answer'>,
): Promise<UploadedTable> {
  // What is wrong with the request is told before its file is read.
  dryRunOf(request.query as Values);
  const upload = await readUpload(request, 'file');
  const {json: table = ''} = await host.answer(readTableFile, callerOf(request), upload);
  return {table};
}

import {routesOf, streams} from '@gazetteer/kernel/http';
import {adminTexts} from '../access/needs.ts';
import type {Authorizer} from '../access/authorizer.ts';
import {createReadStream} from 'node:fs';
import {rm, stat} from 'node:fs/promises';
import type {FastifyRequest} from 'fastify';
import {body} from '@gazetteer/kernel';
import type {AsyncImports} from './async-imports.ts';
import {callerOf, type Door, type Route} from '../api/route.ts';
import {described, nullable, text as textShape} from '@gazetteer/kernel/shape';
import {readImportRequest} from './import-request.ts';
import {receiveArchive} from './receive-archive.ts';
import {transferOperations} from './operations.ts';
import * as shapes from './shapes.ts';
import type {Transfers} from './transfers.ts';

export type TransferDoor = Door & {
  readonly transfers: Transfers;
  readonly asyncImports: AsyncImports;
};
const stream = streams<TransferDoor>();

/** The archive is streamed into a file: it may be larger than the memory. */
const archiveForm = {
  mediaType: 'multipart/form-data',
  fields: {
    request: described(shapes.importRequest, 'How to import'),
    data: textShape('The ZIP archive'),
  },
} as const;
const importErrors = [
  'IMPORT_INVALID_ZIP_ENTRY',
  'INVALID_IMPORT_ATTRIBUTE_TYPE_CHANGED',
  'INVALID_PARAMETERS',
  'INVALID_VALUE',
  'INSTANCE_CRUD_INVALID_PARAMS',
  'FAILED_TO_OBTAIN_IMPORT_EXPORT_LOCK',
  'PAYLOAD_TOO_LARGE',
] as const;

/** Everything under /admin that takes entities out of the catalog or into it. */
export const transferRoutes: readonly Route<TransferDoor>[] = [
  ...routesOf(transferOperations),
  stream(
    'POST /admin/export',
    {
      change: 'unrehearsed',
      summary: 'An archive of entities with what they are connected to',
      description: 'With omitZipResponseForEmptyExport an export of nothing answers 204.',
      body: body(nullable(shapes.exportRequest)),
      answer: textShape('A ZIP archive with a file for each entity'),
      produces: 'application/zip',
      mayBeEmpty: true,
      errors: ['INVALID_PARAMETERS', 'FAILED_TO_OBTAIN_IMPORT_EXPORT_LOCK'],
    },
    async (input, request, reply, {transfers}) => {
      const file = await transfers.export(requesterOf(request), input.body);
      if (file === undefined) return await reply.code(204).send();
      const stream = createReadStream(file);
      // Also when the client breaks off: the file is there for this answer alone.
      stream.once('close', () => void rm(file, {force: true}));
      return await reply
        .type('application/zip')
        .header('content-disposition', 'attachment; filename=AtlasExportResult')
        .header('content-length', (await stat(file)).size)
        .send(stream);
    },
  ),
  stream(
    'POST /admin/import',
    {
      change: 'unrehearsed',
      summary: 'Import an archive of entities',
      description: 'An archive without entries is an import of nothing.',
      body: archiveForm,
      answer: shapes.importResult,
      errors: importErrors,
    },
    async (_input, request, _reply, {transfers, authorizer}) => {
      // Nobody uploads gigabytes to be refused then.
      checkImport(authorizer, request);
      return await withArchive(request, transfers, (file, options) =>
        transfers.import(requesterOf(request), file, readImportRequest(options)),
      );
    },
  ),
  stream(
    'POST /admin/importfile',
    {
      change: 'unrehearsed',
      summary: 'Import an archive that is on the server',
      description:
        'Option fileName names it, in the folder that atlas.import.allowed.directory opens.',
      body: body(shapes.importRequest),
      answer: shapes.importResult,
      errors: importErrors,
    },
    async (input, request, _reply, {transfers, authorizer}) => {
      checkImport(authorizer, request);
      return await transfers.importFile(requesterOf(request), input.body);
    },
  ),
  stream(
    'POST /admin/async/import',
    {
      change: 'unrehearsed',
      summary: 'Import an archive of entities in the background',
      description:
        'The same archive with the same options, sent again while it waits or runs, is that import. Entities that do not fit fail alone.',
      body: archiveForm,
      answer: shapes.asyncImport,
      errors: [...importErrors, 'IMPORT_ATTEMPTING_EMPTY_ZIP'],
    },
    async (_input, request, _reply, {transfers, asyncImports, authorizer}) => {
      checkImport(authorizer, request);
      return await withArchive(request, transfers, (file, options) =>
        asyncImports.submit(requesterOf(request), file, options),
      );
    },
  ),
  stream(
    'DELETE /admin/async/import/{importId}',
    {
      change: 'unrehearsed',
      summary: 'Cancel an import that has not begun',
      description: 'Only an import that is still queued can be canceled.',
      errors: ['IMPORT_NOT_FOUND', 'IMPORT_ABORT_NOT_ALLOWED'],
    },
    async ({importId}, request, reply, {asyncImports}) => {
      await asyncImports.abort(requesterOf(request), importId);
      return await reply.code(204).send();
    },
  ),
];

/** Receives the archive of a form into a file that is deleted when the work is done. */
async function withArchive<T>(
  request: FastifyRequest,
  transfers: Transfers,
  work: (file: string, options: string | undefined) => Promise<T>,
): Promise<T> {
  const file = await transfers.temporaryFile();
  try {
    const {request: options} = await receiveArchive(
      request,
      file,
      transfers.settings.maxArchiveBytes,
    );
    return await work(file, options);
  } finally {
    await rm(file, {force: true});
  }
}

/** The audit of exports and imports tells from where they were asked for. */
export function requesterOf(request: FastifyRequest) {
  return {...callerOf(request), clientAddress: request.ip};
}

function checkImport(authorizer: Authorizer, request: FastifyRequest): void {
  authorizer.check(requesterOf(request), 'admin-import', adminTexts['admin-import']);
}

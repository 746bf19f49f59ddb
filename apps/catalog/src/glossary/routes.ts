import {streams} from '@gazetteer/kernel/http';
import type {Door, Route} from '../api/route.ts';
import {bulkImport, file} from '../entity/shapes.ts';
import {uploadedTable} from '../entity/uploaded-table.ts';
import {glossaryTemplate, importTerms} from './import-terms.ts';

const stream = streams<Door>();

/** Files of terms that are taken in. */
export const glossaryRoutes: readonly Route[] = [
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
      errors: [
        'FILE_NAME_NOT_FOUND',
        'INVALID_FILE_TYPE',
        'NOT_VALID_FILE',
        'NO_DATA_FOUND',
        'TOO_MANY_ENTITIES',
        'SEARCH_TIMEOUT',
      ],
    },
    async (_input, request, reply, {run, host}) =>
      run(request, reply, importTerms, await uploadedTable(request, host)),
  ),
];

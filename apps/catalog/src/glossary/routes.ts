import {streams} from '@gazetteer/kernel/http';
import type {Door, Route} from '../api/route.ts';
import {flag} from '@gazetteer/kernel/parameters';
import {list, named, object, text} from '@gazetteer/kernel/shape';
import {file, importInfo} from '../entity/shapes.ts';
import {uploadedTable} from '../entity/uploaded-table.ts';
import {glossaryTemplate, importTerms} from './import-terms.ts';

const stream = streams<Door>();

const glossaryImport = named('GlossaryImport', 'Result of importing a table of terms', () =>
  object(
    {
      failedImportInfoList: list(importInfo, 'Rows that failed'),
      successImportInfoList: list(importInfo, 'Rows that were imported'),
      bulkGuid: text(
        'Of the bulk change that can be undone: the changed texts of existing terms; absent where none was changed',
      ),
    },
    ['failedImportInfoList', 'successImportInfoList'],
  ),
);

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
      summary: 'Create and update terms from a table, one in each row',
      description:
        'A CSV or XLSX file in the form of the template. Glossaries that are missing are created. The answer tells which rows failed, and why. `updates` is an addition to the Atlas API.',
      query: {
        updates: flag(
          'Rows of existing terms change the texts that they have and add the relationships and additional attributes that they name; otherwise they fail',
        ),
      },
      body: {mediaType: 'multipart/form-data', fields: {file}},
      answer: glossaryImport,
      errors: [
        'FILE_NAME_NOT_FOUND',
        'INVALID_FILE_TYPE',
        'NOT_VALID_FILE',
        'NO_DATA_FOUND',
        'TOO_MANY_ENTITIES',
        'SEARCH_TIMEOUT',
      ],
    },
    async ({updates}, request, reply, {run, host}) => {
      const given = await uploadedTable(request, host);
      return await run(request, reply, importTerms, {...given, updates});
    },
  ),
];

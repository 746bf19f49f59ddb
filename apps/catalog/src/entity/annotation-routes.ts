import {stream, type Route} from '../api/route.ts';
import {businessMetadataTemplate, importBusinessMetadata} from './import-business-metadata.ts';
import {uploadedTable} from './uploaded-table.ts';
import * as shapes from './shapes.ts';

/** Business metadata of entities, and labels by unique attributes. */
export const annotationRoutes: readonly Route[] = [
  stream(
    'GET /v2/entity/businessmetadata/import/template',
    {
      summary: 'The header row of a file of business attributes to import',
      description: 'A CSV file to fill in and send to POST /v2/entity/businessmetadata/import.',
      answer: shapes.file,
      produces: 'application/octet-stream',
    },
    (_input, _request, reply) =>
      reply
        .header('content-disposition', 'attachment; filename="template_business_metadata"')
        .send(Buffer.from(businessMetadataTemplate)),
  ),
  stream(
    'POST /v2/entity/businessmetadata/import',
    {
      change: 'rehearsed',
      summary: 'Set business attributes of entities from a table, one in each row',
      description:
        'A CSV or XLSX file in the form of the template. Rows are independent of each other: the answer tells which failed, and why.',
      body: {mediaType: 'multipart/form-data', fields: {file: shapes.file}},
      answer: shapes.bulkImport,
      errors: [
        'FILE_NAME_NOT_FOUND',
        'INVALID_FILE_TYPE',
        'NOT_VALID_FILE',
        'NO_DATA_FOUND',
        'SEARCH_TIMEOUT',
      ],
    },
    async (_input, request, reply, {run, host}) =>
      await run(request, reply, importBusinessMetadata, await uploadedTable(request, host)),
  ),
];

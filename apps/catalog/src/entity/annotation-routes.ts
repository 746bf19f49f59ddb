import {readUpload} from '@gazetteer/server';
import {flag, uniqueAttributes} from '../api/parameters.ts';
import {body, bodyIfAny, route, serve, serveChange, type Route} from '../api/route.ts';
import {businessMetadataTemplate} from './import-business-metadata.ts';
import * as shapes from './shapes.ts';

const byUnique = ['TYPE_NAME_INVALID', 'ATTRIBUTE_UNIQUE_INVALID', 'INSTANCE_BY_UNIQUE_ATTRIBUTE_NOT_FOUND'] as const;
const badBusiness = ['INSTANCE_GUID_NOT_FOUND', 'INVALID_PARAMETERS', 'INSTANCE_CRUD_INVALID_PARAMS'] as const;
const badLabels = ['INVALID_LABEL_LENGTH', 'INVALID_LABEL_CHARACTERS'] as const;

const labelsByUnique = {
  query: {attributes: uniqueAttributes},
  body: bodyIfAny(shapes.labels),
  errors: [...byUnique, ...badLabels],
} as const;

/** Business metadata of entities, and labels by unique attributes. */
export const annotationRoutes: readonly Route[] = [
  route(
    'POST /v2/entity/uniqueAttribute/type/{typeName}/labels',
    'setLabels',
    {summary: 'Give the entity with these unique attributes these labels and no others', ...labelsByUnique},
    input => input,
  ),
  route(
    'PUT /v2/entity/uniqueAttribute/type/{typeName}/labels',
    'addLabels',
    {summary: 'Give the entity with these unique attributes further labels', ...labelsByUnique},
    input => input,
  ),
  route(
    'DELETE /v2/entity/uniqueAttribute/type/{typeName}/labels',
    'removeLabels',
    {summary: 'Take labels away from the entity with these unique attributes', ...labelsByUnique},
    input => input,
  ),
  route(
    'POST /v2/entity/guid/{guid}/businessmetadata',
    'setBusinessMetadata',
    {
      summary: 'Set business attributes of an entity',
      query: {isOverwrite: flag('Takes away all business attributes that are not given')},
      body: body(shapes.businessAttributes),
      errors: badBusiness,
    },
    input => input,
  ),
  route(
    'DELETE /v2/entity/guid/{guid}/businessmetadata',
    'removeBusinessMetadata',
    {
      summary: 'Take business attributes away from an entity; an empty map of values stands for all of them',
      body: body(shapes.businessAttributes),
      errors: badBusiness,
    },
    input => input,
  ),
  route(
    'POST /v2/entity/guid/{guid}/businessmetadata/{name}',
    'setBusinessMetadata',
    {
      summary: 'Set business attributes of one business metadata',
      body: body(shapes.businessValues),
      errors: badBusiness,
    },
    input => ({...input, isOverwrite: false}),
  ),
  route(
    'DELETE /v2/entity/guid/{guid}/businessmetadata/{name}',
    'removeBusinessMetadata',
    {
      summary: 'Take business attributes of one business metadata away; none named: all of them',
      body: body(shapes.businessValues),
      errors: badBusiness,
    },
    input => input,
  ),
  serve(
    'GET /v2/entity/businessmetadata/import/template',
    {
      summary: 'The first line of a file of business attributes to import',
      answer: shapes.file,
      produces: 'application/octet-stream',
    },
    (_input, _request, reply) =>
      reply
        .header('content-disposition', 'attachment; filename="template_business_metadata"')
        .send(Buffer.from(businessMetadataTemplate)),
  ),
  serveChange(
    'POST /v2/entity/businessmetadata/import',
    'rehearsed',
    {
      summary: 'Set business attributes of entities from a table, one a line',
      body: {mediaType: 'multipart/form-data', fields: {file: shapes.file}},
      answer: shapes.bulkImport,
      errors: ['FILE_NAME_NOT_FOUND', 'INVALID_FILE_TYPE', 'NOT_VALID_FILE', 'NO_DATA_FOUND'],
    },
    async (_input, request, reply, {run}) =>
      await run(request, reply, 'importBusinessMetadata', await readUpload(request, 'file')),
  ),
];

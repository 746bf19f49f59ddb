import {readGlossaryExport} from '@gazetteer/model';
import {readUpload} from '@gazetteer/server';
import type {FastifyReply, FastifyRequest} from 'fastify';
import {choice, flag, integer} from '../api/parameters.ts';
import {body, route, serve, serveChange, type ApiContext, type Route} from '../api/route.ts';
import {list, parseBody} from '../api/shape.ts';
import {bulkImport, file} from '../entity/shapes.ts';
import {downloadStatus} from '../search/shapes.ts';
import {glossaryTemplate} from './import-terms.ts';
import {termsChoices} from './move-terms.ts';
import * as shapes from './shapes.ts';

const page = {
  limit: integer('At most so many; -1: all', {default: -1}),
  offset: integer('Leave out so many', {default: 0}),
  sort: choice('By name', ['ASC', 'DESC'], {default: 'ASC'}),
};
const assignedCounts = flag('How many entities have the term, in place of these');
const counts = flag('How many terms and categories there are, in place of their short forms');
const unknown = ['INSTANCE_GUID_NOT_FOUND'] as const;
const badName = ['INVALID_DISPLAY_NAME', 'INSTANCE_CRUD_INVALID_PARAMS'] as const;
const badAnchor = ['MISSING_MANDATORY_ANCHOR', 'INVALID_NEW_ANCHOR_GUID'] as const;
const badTerm = [
  ...unknown,
  ...badName,
  ...badAnchor,
  'GLOSSARY_TERM_QUALIFIED_NAME_CANT_BE_DERIVED',
  'GLOSSARY_TERM_ALREADY_EXISTS',
  'REFERENCED_ENTITY_NOT_FOUND',
  'RELATIONSHIP_INVALID_ENDTYPE',
  'RELATIONSHIP_END_IS_NULL',
] as const;
const badCategory = [
  ...unknown,
  ...badName,
  ...badAnchor,
  'GLOSSARY_CATEGORY_QUALIFIED_NAME_CANT_BE_DERIVED',
  'GLOSSARY_CATEGORY_ALREADY_EXISTS',
  'INVALID_CHILD_CATEGORY_DIFFERENT_GLOSSARY',
  'MISSING_TERM_ID_FOR_CATEGORIZATION',
] as const;
const badTexts = [...unknown, 'INVALID_PARTIAL_UPDATE_ATTR', 'INVALID_DISPLAY_NAME'] as const;

const ofGlossaries: readonly Route[] = [
  route(
    'GET /v2/glossary',
    'listGlossaries',
    {
      summary: 'Glossaries with the short forms of their terms and categories',
      query: {...page, counts},
      answer: list(shapes.glossary),
    },
    ({counts, ...rest}) => ({counts, page: rest}),
  ),
  route(
    'POST /v2/glossary',
    'createGlossary',
    {
      summary: 'Create a glossary',
      body: body(shapes.glossary),
      answer: shapes.glossary,
      errors: [...badName, 'GLOSSARY_QUALIFIED_NAME_CANT_BE_DERIVED', 'GLOSSARY_ALREADY_EXISTS'],
    },
    input => input,
  ),
  route(
    'GET /v2/glossary/{guid}',
    'readGlossary',
    {
      summary: 'A glossary with the short forms of its terms and categories',
      query: {counts},
      answer: shapes.glossary,
      errors: unknown,
    },
    input => input,
  ),
  route(
    'GET /v2/glossary/{guid}/detailed',
    'readDetailedGlossary',
    {summary: 'A glossary with the whole forms of all in it', answer: shapes.detailedGlossary, errors: unknown},
    input => input,
  ),
  route(
    'PUT /v2/glossary/{guid}',
    'updateGlossary',
    {
      summary: 'Change a glossary; what is left out is cleared',
      body: body(shapes.glossary),
      answer: shapes.glossary,
      errors: [...unknown, ...badName],
    },
    input => input,
  ),
  route(
    'PUT /v2/glossary/{guid}/partial',
    'updateGlossaryTexts',
    {summary: 'Change texts of a glossary', body: body(shapes.texts), answer: shapes.glossary, errors: badTexts},
    input => input,
  ),
  route(
    'DELETE /v2/glossary/{guid}',
    'deleteGlossary',
    {summary: 'Delete a glossary with all in it', errors: [...unknown, 'TERM_HAS_ENTITY_ASSOCIATION']},
    input => input,
  ),
  route(
    'GET /v2/glossary/{guid}/terms',
    'listTerms',
    {
      summary: 'Terms of a glossary',
      query: {...page, counts: assignedCounts},
      answer: list(shapes.term),
      errors: unknown,
    },
    ({guid, counts, ...rest}) => ({guid, counts, page: rest}),
  ),
  route(
    'GET /v2/glossary/{guid}/terms/headers',
    'listTermHeaders',
    {summary: 'Short forms of the terms of a glossary', query: page, answer: list(shapes.termHeader), errors: unknown},
    ({guid, ...rest}) => ({guid, of: 'glossary', page: rest}),
  ),
  route(
    'GET /v2/glossary/{guid}/categories',
    'listCategories',
    {summary: 'Categories of a glossary', query: page, answer: list(shapes.category), errors: unknown},
    ({guid, ...rest}) => ({guid, page: rest}),
  ),
  route(
    'GET /v2/glossary/{guid}/categories/headers',
    'listCategoryHeaders',
    {
      summary: 'Short forms of the categories of a glossary',
      query: {...page, counts: flag('With the number of terms in each')},
      answer: list(shapes.categoryHeader),
      errors: unknown,
    },
    ({guid, counts, ...rest}) => ({guid, counts, page: rest}),
  ),
];

const ofTerms: readonly Route[] = [
  route(
    'POST /v2/glossary/term',
    'createTerm',
    {summary: 'Create a term', body: body(shapes.term), answer: shapes.term, errors: badTerm},
    input => input,
  ),
  route(
    'POST /v2/glossary/terms',
    'createTerms',
    {
      summary: 'Create terms, all or none',
      body: body(list(shapes.term)),
      answer: list(shapes.term),
      errors: [...badTerm, 'TOO_MANY_ENTITIES'],
    },
    input => input,
  ),
  route(
    'GET /v2/glossary/term/{guid}',
    'readTerm',
    {summary: 'A term', query: {counts: assignedCounts}, answer: shapes.term, errors: unknown},
    input => input,
  ),
  route(
    'PUT /v2/glossary/term/{guid}',
    'updateTerm',
    {
      summary: 'Change a term; what is left out is cleared, but for its glossary and assigned entities',
      body: body(shapes.term),
      answer: shapes.term,
      errors: [...badTerm, 'INVALID_TERM_RELATION_TO_SELF'],
    },
    input => input,
  ),
  route(
    'PUT /v2/glossary/term/{guid}/partial',
    'updateTermTexts',
    {summary: 'Change texts of a term', body: body(shapes.texts), answer: shapes.term, errors: badTexts},
    input => input,
  ),
  route(
    'DELETE /v2/glossary/term/{guid}',
    'deleteTerm',
    {summary: 'Delete a term', errors: [...unknown, 'TERM_HAS_ENTITY_ASSOCIATION']},
    input => input,
  ),
  route(
    'GET /v2/glossary/terms/{guid}/related',
    'listRelatedTerms',
    {summary: 'Terms that a term is related to', query: page, answer: shapes.relatedTermLists, errors: unknown},
    ({guid, ...rest}) => ({guid, page: rest}),
  ),
  ...assignmentRoutes(),
];

function assignmentRoutes(): Route[] {
  const entities = shapes.assignedEntities;
  const ending = {
    summary: 'Take a term away from entities, each with the guid of its assignment',
    body: body(entities),
    errors: [...unknown, 'TERM_DISSOCIATION_MISSING_RELATION_GUID', 'INVALID_TERM_DISSOCIATION'],
  } as const;
  return [
    route(
      'GET /v2/glossary/terms/{guid}/assignedEntities',
      'listAssignedEntities',
      {summary: 'Entities that have a term', query: page, answer: entities, errors: unknown},
      ({guid, ...rest}) => ({guid, page: rest}),
    ),
    route(
      'POST /v2/glossary/terms/{guid}/assignedEntities',
      'assignTerm',
      {
        summary: 'Give a term to entities',
        body: body(entities),
        errors: [...unknown, 'INSTANCE_GUID_DELETED', 'RELATIONSHIP_INVALID_ENDTYPE', 'INSTANCE_CRUD_INVALID_PARAMS'],
      },
      input => input,
    ),
    route('DELETE /v2/glossary/terms/{guid}/assignedEntities', 'unassignTerm', ending, input => input),
    route(
      'PUT /v2/glossary/terms/{guid}/assignedEntities',
      'unassignTerm',
      {...ending, description: 'For clients whose DELETE has no body.'},
      input => input,
    ),
  ];
}

const ofCategories: readonly Route[] = [
  route(
    'POST /v2/glossary/category',
    'createCategory',
    {summary: 'Create a category', body: body(shapes.category), answer: shapes.category, errors: badCategory},
    input => input,
  ),
  route(
    'POST /v2/glossary/categories',
    'createCategories',
    {
      summary: 'Create categories, all or none',
      body: body(list(shapes.category)),
      answer: list(shapes.category),
      errors: [...badCategory, 'TOO_MANY_ENTITIES'],
    },
    input => input,
  ),
  route(
    'GET /v2/glossary/category/{guid}',
    'readCategory',
    {summary: 'A category', answer: shapes.category, errors: unknown},
    input => input,
  ),
  route(
    'PUT /v2/glossary/category/{guid}',
    'updateCategory',
    {
      summary: 'Change a category; what is left out is cleared, but for its glossary',
      description:
        'In another glossary all categories below come along. What becomes of their terms says `termsOnMove`.',
      query: {
        // No name of a field: clients send these in the query, too.
        termsOnMove: choice(
          'When the category goes to another glossary, its terms stay in theirs and in the category (KEEP), come along ' +
            'and leave categories that stay (MOVE), or stay in theirs and leave the category (REMOVE)',
          termsChoices,
          {default: 'KEEP'},
        ),
      },
      body: body(shapes.category),
      answer: shapes.category,
      errors: [...badCategory, 'GLOSSARY_TERM_ALREADY_EXISTS'],
    },
    input => input,
  ),
  route(
    'PUT /v2/glossary/category/{guid}/partial',
    'updateCategoryTexts',
    {summary: 'Change texts of a category', body: body(shapes.texts), answer: shapes.category, errors: badTexts},
    input => input,
  ),
  route(
    'DELETE /v2/glossary/category/{guid}',
    'deleteCategory',
    {
      summary: 'Delete a category; those below it go to the top',
      errors: [...unknown, 'GLOSSARY_CATEGORY_ALREADY_EXISTS'],
    },
    input => input,
  ),
  route(
    'GET /v2/glossary/category/{guid}/terms',
    'listTermHeaders',
    {summary: 'Short forms of the terms of a category', query: page, answer: list(shapes.termHeader), errors: unknown},
    ({guid, ...rest}) => ({guid, of: 'category', page: rest}),
  ),
  route(
    'GET /v2/glossary/category/{guid}/related',
    'listRelatedCategories',
    {
      summary: 'The category above one and those below',
      query: page,
      answer: shapes.relatedCategoryLists,
      errors: unknown,
    },
    ({guid, ...rest}) => ({guid, page: rest}),
  ),
];

const ofFiles: readonly Route[] = [
  route(
    'POST /v2/glossary/search',
    'searchGlossary',
    {
      summary: 'Find terms and categories by parts of their texts',
      body: body(shapes.glossarySearch),
      answer: shapes.glossaryHits,
      errors: unknown,
    },
    input => input,
  ),
  serve(
    'GET /v2/glossary/import/template',
    {
      summary: 'The first line of a file of terms to import',
      answer: file,
      produces: 'application/octet-stream',
    },
    (_input, _request, reply) =>
      reply
        .header('content-disposition', 'attachment; filename="template_glossary"')
        .send(Buffer.from(glossaryTemplate)),
  ),
  serveChange(
    'POST /v2/glossary/import',
    'rehearsed',
    {
      summary: 'Create terms from a table, one a line',
      body: {mediaType: 'multipart/form-data', fields: {file}},
      answer: bulkImport,
      errors: ['FILE_NAME_NOT_FOUND', 'INVALID_FILE_TYPE', 'NOT_VALID_FILE', 'NO_DATA_FOUND', 'TOO_MANY_ENTITIES'],
    },
    async (_input, request, reply, {run}) => run(request, reply, 'importTerms', await readUpload(request, 'file')),
  ),
];

const kinds = ['GLOSSARY'] as const;
const writing = {
  summary: 'Write terms and categories into a file, in the background',
  body: body(shapes.glossaryExport),
  errors: [...unknown, 'PENDING_TASKS_ALREADY_IN_PROGRESS'],
} as const;

const ofDownloads: readonly Route[] = [
  serveChange('POST /v2/glossary/download/create_file', 'unrehearsed', writing, writeFile),
  serveChange(
    'POST /v2/glossary/create_file',
    'unrehearsed',
    {...writing, description: 'The same as /download/create_file.'},
    writeFile,
  ),
  serve(
    'GET /v2/glossary/download/status',
    {summary: "The caller's files: waiting, being written, whole and failed", answer: downloadStatus},
    async (_input, request, _reply, {downloads}) => ({
      searchDownloadRecords: await downloads.list(request.actor.userName, kinds),
    }),
  ),
  serve(
    'GET /v2/glossary/download/{filename}',
    {
      summary: "One of the caller's files; 204 when there is none of that name",
      answer: file,
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

async function writeFile(
  {body: text}: {body: string},
  request: FastifyRequest,
  reply: FastifyReply,
  {downloads}: ApiContext,
): Promise<FastifyReply> {
  const wanted = readGlossaryExport(parseBody(shapes.glossaryExport, text));
  await downloads.start({actor: request.actor, requestId: request.id}, wanted);
  return await reply.code(204).send();
}

/** Everything under /v2/glossary. */
export const glossaryRoutes: readonly Route[] = [
  ...ofGlossaries,
  ...ofTerms,
  ...ofCategories,
  ...ofFiles,
  ...ofDownloads,
];

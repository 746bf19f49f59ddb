import {integer} from '@gazetteer/kernel/parameters';
import {AppError} from '@gazetteer/model';
import {listNamespaces, type NamespaceRow} from '@gazetteer/store';
import {query} from '../operation.ts';
import {timeText} from './producer-json.ts';
import * as shapes from './producer-shapes.ts';

const most = 1000;
const page = {
  offset: integer('What to leave out', {default: 0, min: 0}),
  limit: integer(`How many, ${most} at most`, {default: 100, min: 0, max: most}),
};

const sourceJson = ({name, first, last}: NamespaceRow) => ({
  type: (/^[\w+.-]+/.exec(name)?.[0] ?? 'other').toUpperCase(),
  name: name.replaceAll('%20', ' '),
  createdAt: timeText(first),
  updatedAt: timeText(last),
  connectionUrl: name,
  description: null,
});
type SourceJson = ReturnType<typeof sourceJson>;

/** GET /openlineage/sources */
export const listLineageSources = query('GET /v2/openlineage/sources', {
  summary: 'Where data sets of producers are',
  description:
    'The namespaces of data sets. Also at `/api/v1/sources`, where clients of Marquez ask.',
  query: page,
  answer: shapes.sources,
  errors: ['BAD_REQUEST'],
  on: 'background',
  logAs: 'OpenLineage.sources',
  run: async (graph, {offset, limit}): Promise<{sources: SourceJson[]}> => {
    const rows = await listNamespaces(graph, {offset, limit, isOfDatasets: true});
    return {sources: rows.map(sourceJson)};
  },
});

/** GET /openlineage/sources/{source} @throws NOT_FOUND */
export const readLineageSource = query('GET /v2/openlineage/sources/{source}', {
  summary: 'A place of data sets',
  description: 'Also at `/api/v1/sources/{source}`, where clients of Marquez ask.',
  answer: shapes.source,
  errors: ['NOT_FOUND'],
  on: 'background',
  logAs: 'OpenLineage.source',
  run: async (graph, {source: name}): Promise<SourceJson> => {
    const [row] = await listNamespaces(graph, {name, offset: 0, limit: 1, isOfDatasets: true});
    if (row === undefined) throw new AppError('NOT_FOUND', [`There is no source ${name}`]);
    return sourceJson(row);
  },
});

/** GET /openlineage/tags */
export const listLineageTags = query('GET /v2/openlineage/tags', {
  summary: 'Tags that data sets may have',
  description:
    'The classifications of the catalog. Also at `/api/v1/tags`, where clients of Marquez ask.',
  query: page,
  answer: shapes.tags,
  errors: ['BAD_REQUEST'],
  logAs: 'OpenLineage.tags',
  run: async (
    graph,
    {offset, limit},
    c,
  ): Promise<{tags: {name: string; description: string | null}[]}> => {
    const defs = [...graph.types.classificationTypes.values()].map(({def}) => def);
    const tags = defs
      .filter(c.mayReadType)
      .map(({name, description}) => ({name, description: description || null}))
      .toSorted((a, b) => (a.name < b.name ? -1 : 1));
    return {tags: tags.slice(offset, offset + limit)};
  },
});

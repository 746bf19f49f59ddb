import {toolOf, type ToolOf} from '@gazetteer/kernel/http';
import type {At} from '@gazetteer/kernel';
import type {Tool} from '@gazetteer/server';
import {catalogDocument} from './routes.ts';

const page = ['limit', 'offset'] as const;

/** What assistants can do, by the addresses that do it. */
const tools: readonly (readonly [At, ToolOf])[] = [
  [
    'GET /v2/search/quick',
    {
      name: 'search_assets',
      title: 'Search assets',
      use: 'The first thing to use: finds tables, columns, dashboards, processes, terms and all other assets by words. Each hit has the `guid` that the other tools take.',
      only: ['query', 'typeName', ...page],
      // A model takes all that it finds for what is there.
      fixed: {excludeDeletedEntities: true},
    },
  ],
  [
    'GET /v2/search/basic',
    {
      name: 'find_by_classification',
      title: 'Find assets by classification',
      use: 'Finds what carries a classification (a tag), such as all tables that are PII.',
      only: ['classification', 'typeName', 'query', ...page],
      fixed: {excludeDeletedEntities: true},
    },
  ],
  [
    'GET /v2/search/dsl',
    {
      name: 'query_assets',
      title: 'Query assets',
      use: 'For conditions on attributes and for counts, in the DSL of Apache Atlas: `from hive_table where owner = "anna" select name, createTime limit 10`.',
    },
  ],
  [
    'GET /v2/entity/guid/{guid}',
    {
      name: 'get_asset',
      title: 'Get an asset',
      only: ['guid'],
      // All that an answer has is read by a model, at a price: what is referred to is named alone.
      fixed: {minExtInfo: true},
    },
  ],
  [
    'GET /v2/entity/uniqueAttribute/type/{typeName}',
    {
      name: 'get_asset_by_name',
      title: 'Get an asset by its qualified name',
      only: ['typeName', 'attr:qualifiedName'],
      names: {'attr:qualifiedName': 'qualifiedName'},
      fixed: {minExtInfo: true},
    },
  ],
  [
    'GET /v2/entity/guid/{guid}/parts',
    {
      name: 'list_columns',
      title: 'List the columns of a table, or other parts',
      only: ['guid', 'query', ...page],
    },
  ],
  [
    'GET /v2/entity/{guid}/audit',
    {name: 'get_history', title: 'Get the history of an asset', only: ['guid', 'count', 'offset']},
  ],
  [
    'GET /v2/lineage/{guid}',
    {
      name: 'get_lineage',
      title: 'Get lineage',
      only: ['guid', 'direction', 'depth', 'hideProcess'],
    },
  ],
  [
    'GET /v2/lineage/{guid}/impact',
    {
      name: 'get_impact',
      title: 'Get the impact of a change',
      use: 'Answers what depends on an asset (direction OUTPUT) or what it is made from (INPUT).',
      only: ['guid', 'direction', 'depth', 'query', 'type', 'classification', ...page],
    },
  ],
  [
    'GET /v2/entity/guid/{guid}/classification/{name}/why',
    {name: 'explain_classification', title: 'Explain a classification'},
  ],
  ['GET /v2/glossary', {name: 'list_glossaries', title: 'List glossaries', only: page}],
  [
    'GET /v2/glossary/{guid}/terms',
    {name: 'list_terms', title: 'List terms of a glossary', only: ['guid', ...page]},
  ],
  ['GET /v2/glossary/term/{guid}', {name: 'get_term', title: 'Get a term', only: ['guid']}],
  [
    'GET /v2/glossary/terms/{guid}/assignedEntities',
    {name: 'list_assets_of_term', title: 'List assets of a term', only: ['guid', ...page]},
  ],
  ['GET /v2/domains', {name: 'list_domains', title: 'List domains'}],
  ['GET /v2/products', {name: 'list_data_products', title: 'List data products'}],
  [
    'GET /v2/types/typedefs/headers',
    {
      name: 'list_types',
      title: 'List types',
      use: 'Names of the types of assets, classifications (`type` classification) and business metadata there are.',
      only: ['type', 'name', 'supertype'],
      // What the catalog keeps for itself is nothing that somebody looks for.
      fixed: {excludeInternalTypesAndReferences: true},
    },
  ],
  ['GET /v2/types/typedef/name/{name}', {name: 'get_type', title: 'Get a type'}],
  [
    'PUT /v2/entity/guid/{guid}',
    {
      name: 'set_attribute',
      title: 'Set an attribute of an asset',
      use: 'For descriptions: `name` is `userDescription`, `value` the text. With `dryRun` it only tells what would change.',
      names: {body: 'value'},
      isChange: true,
    },
  ],
  [
    'POST /v2/entity/guid/{guid}/classifications',
    {
      name: 'add_classifications',
      title: 'Add classifications to an asset',
      use: '`classifications` is a list such as [{"typeName": "PII"}]. With `dryRun` it only tells what would change, with everything that the classification would propagate to.',
      names: {body: 'classifications'},
      isChange: true,
    },
  ],
  [
    'DELETE /v2/entity/guid/{guid}/classification/{name}',
    {name: 'remove_classification', title: 'Remove a classification', isChange: true},
  ],
  [
    'POST /v2/glossary/terms/{guid}/assignedEntities',
    {
      name: 'assign_term',
      title: 'Assign a term to assets',
      use: '`assets` is a list such as [{"guid": "…"}].',
      names: {body: 'assets'},
      isChange: true,
    },
  ],
];

/** @param mayChange also those that store something */
export function catalogTools(mayChange: boolean): readonly Tool[] {
  return tools
    .map(([at, wanted]) => toolOf(catalogDocument(), '/api/meta', at, wanted))
    .filter(({isChange}) => mayChange || !isChange);
}

import {routesOf} from '@gazetteer/kernel/http';
import {flag} from '@gazetteer/kernel/parameters';
import {integer, list, named, object, text} from '@gazetteer/kernel/shape';
import {stream, type Route} from '../api/route.ts';
import {uploadedTable} from '../entity/uploaded-table.ts';
import {file, importInfo} from '../entity/shapes.ts';
import {undoOperations} from '../undo/operations.ts';
import {importTable} from './import-table.ts';
import {bulkOperations} from './operations.ts';
import {importTerms} from './import-terms.ts';

/** A row that fails stops no other one, so there are two lists. */
const tableImport = named('TableImport', 'Result of importing a table of assets', () =>
  object(
    {
      failedImportInfoList: list(importInfo, 'Rows that failed'),
      successImportInfoList: list(importInfo, 'Rows that were imported'),
      changed: integer('Entities that were changed'),
      unchanged: integer('Entities that were as their row says already'),
      bulkGuid: text('Of the bulk change that can be undone; absent where nothing was changed'),
    },
    ['failedImportInfoList', 'successImportInfoList', 'changed', 'unchanged'],
  ),
);

const glossaryImport = named('GlossaryImport', 'Result of importing a table of terms', () =>
  object(
    {
      failedImportInfoList: list(importInfo, 'Rows that failed'),
      successImportInfoList: list(importInfo, 'Rows that were imported'),
      bulkGuid: text(
        'Of the bulk change that can be undone: the changed texts of existing terms; absent where none was changed',
      ),
      relationshipGuids: list(
        text(),
        'Of relationships that were added between existing terms; absent where none was added',
      ),
    },
    ['failedImportInfoList', 'successImportInfoList'],
  ),
);

/** A table that is uploaded, and what is wrong with one before its first row is looked at. */
const fromTable = {
  change: 'rehearsed',
  body: {mediaType: 'multipart/form-data', fields: {file}},
  errors: [
    'FILE_NAME_NOT_FOUND',
    'INVALID_FILE_TYPE',
    'NOT_VALID_FILE',
    'NO_DATA_FOUND',
    'TOO_MANY_ENTITIES',
    'SEARCH_TIMEOUT',
  ],
} as const;

/** Bulk changes, and tables of assets that are taken in. */
export const bulkRoutes: readonly Route[] = [
  ...routesOf(bulkOperations),
  ...routesOf(undoOperations),
  stream(
    'POST /v2/assets/import',
    {
      summary: 'Update entities from a table, one in each row',
      description:
        'A CSV or XLSX file as POST /v2/search/basic/download/create_table writes it: `guid`, or `typeName` and `qualifiedName`, and any of `classifications`, `terms`, `labels`, attributes that hold one plain value, and business attributes as `<group>.<attribute>`. Rows are independent of each other: the answer tells which failed, and why. The import is a bulk change, which POST /v2/bulk/{taskGuid}/undo undoes. An addition to the Atlas API.',
      query: {clears: flag('Empty cells empty what they are about; otherwise it is kept')},
      ...fromTable,
      answer: tableImport,
    },
    async ({clears}, request, reply, {run, host}) => {
      const given = await uploadedTable(request, host);
      return await run(request, reply, importTable, {...given, clears});
    },
  ),
  stream(
    'POST /v2/glossary/import',
    {
      summary: 'Create and update terms from a table, one in each row',
      description:
        'A CSV or XLSX file in the form of the template. Glossaries that are missing are created. The answer tells which rows failed, and why. `updates` is an addition to the Atlas API.',
      query: {
        updates: flag(
          'Rows of existing terms change the texts that they have and add the relationships and additional attributes that they name; otherwise they fail',
        ),
      },
      ...fromTable,
      answer: glossaryImport,
    },
    async ({updates}, request, reply, {run, host}) => {
      const given = await uploadedTable(request, host);
      return await run(request, reply, importTerms, {...given, updates});
    },
  ),
];

import {flag} from '@gazetteer/kernel/parameters';
import {integer, list, named, object, text} from '@gazetteer/kernel/shape';
import {stream, type Route} from '../api/route.ts';
import {uploadedTable} from '../entity/uploaded-table.ts';
import {file, importInfo} from '../entity/shapes.ts';
import {importTable} from './import-table.ts';

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

/** Tables of assets that are taken in. */
export const bulkRoutes: readonly Route[] = [
  stream(
    'POST /v2/assets/import',
    {
      change: 'rehearsed',
      summary: 'Update entities from a table, one in each row',
      description:
        'A CSV or XLSX file as POST /v2/search/basic/download/create_table writes it: `guid`, or `typeName` and `qualifiedName`, and any of `classifications`, `terms`, `labels`, attributes that hold one plain value, and business attributes as `<group>.<attribute>`. Rows are independent of each other: the answer tells which failed, and why. The import is a bulk change, which POST /v2/bulk/{taskGuid}/undo undoes. An addition to the Atlas API.',
      query: {clears: flag('Empty cells empty what they are about; otherwise it is kept')},
      body: {mediaType: 'multipart/form-data', fields: {file}},
      answer: tableImport,
      errors: [
        'FILE_NAME_NOT_FOUND',
        'INVALID_FILE_TYPE',
        'NOT_VALID_FILE',
        'NO_DATA_FOUND',
        'TOO_MANY_ENTITIES',
        'SEARCH_TIMEOUT',
      ],
    },
    async ({clears}, request, reply, {run, host}) => {
      const given = await uploadedTable(request, host);
      return await run(request, reply, importTable, {...given, clears});
    },
  ),
];

import type {Table} from './table.ts';

/** Export and import. */
export const transfer: Table = {
  differs: {},
  notEqualYet: [
    '9001-export-hive_db',
    '9002-export-nothing-found',
    '9003-export-unknown-type',
    '9004-import-itself',
    '9005-import-no-request-part',
    '9006-import-not-a-zip',
    '9008-import-after-get',
    '9009-expimp-audit',
  ],
};

import {checkStoreAddress, commonOptions, type Options} from '@gazetteer/server';

const second = 1000;

/** Where the catalog keeps its data. */
export const storeOptions = {
  dataFolder: commonOptions.dataFolder,
  minFreeBytes: commonOptions.minFreeBytes,
  database: {
    key: 'atlas.graph.storage.url',
    cli: 'database',
    group: 'Store',
    type: 'string',
    default: '',
    defaultText: 'sqlite:<data>/catalog.db',
    secret: 'url',
    check: checkStoreAddress,
    doc: 'Where entities live: `sqlite:<file>` or `postgres://<user>:<password>@<host>:<port>/<database>`.',
  },
  readerThreads: {
    key: 'atlas.graph.reader.threads',
    cli: 'reader-threads',
    group: 'Store',
    type: 'integer',
    default: 2,
    min: 1,
    max: 64,
    doc: 'Threads for searches and bulk reads on SQLite, each with a connection and a page cache of its own.',
  },
  indexStatusCheckMs: {
    key: 'atlas.graph.index.status.check.frequency',
    cli: 'index-check',
    group: 'Store',
    type: 'duration',
    unit: 'ms',
    default: 30 * second,
    min: 100,
    max: 86_400 * second,
    doc: 'How often the search index is probed and its health is logged.',
  },
} as const satisfies Options;

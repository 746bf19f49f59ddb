import type {Options} from '@gazetteer/settings';
import {checkStoreAddress, commonOptions} from '@gazetteer/server';

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
    doc: 'Where entities live: `sqlite:<file>` or `postgres://<user>:<password>@<host>:<port>/<database>`; several hosts of one database are separated by commas.',
  },
  readerThreads: {
    key: 'atlas.graph.reader.threads',
    cli: 'reader-threads',
    group: 'Store',
    type: 'integer',
    default: 2,
    min: 1,
    max: 64,
    doc: 'Threads for reads on SQLite. One is kept free of searches, so reading an entity never waits for a search; the others, one at least, search. One more is started for users who wait longer than a second for the searches of others.',
  },
  searchTimeoutMs: {
    key: 'atlas.search.timeout',
    cli: 'search-timeout',
    group: 'Store',
    type: 'duration',
    unit: 'ms',
    default: 120 * second,
    min: 1,
    max: 86_400 * second,
    doc: 'A search that takes longer, waiting for its turn included, is ended and answers 504. A request may set less with `timeoutMs`.',
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

import type {Options} from '@gazetteer/server';

const second = 1000;
const maxInteger = 2 ** 31 - 1;

/** Searches and lineage: limits and how they count. */
export const searchOptions = {
  searchDefaultLimit: {
    key: 'atlas.search.defaultlimit',
    cli: 'search-default-limit',
    group: 'Search',
    type: 'integer',
    default: 100,
    min: 1,
    max: maxInteger,
    doc: 'Page size when a search asks for none, for 0 or for more than the limit.',
  },
  searchMaxLimit: {
    key: 'atlas.search.maxlimit',
    cli: 'search-max-limit',
    group: 'Search',
    type: 'integer',
    default: 10_000,
    min: 1,
    max: maxInteger,
    doc: 'Largest page that a search may ask for.',
  },
  queryMaxLength: {
    key: 'atlas.graph.fulltext-max-query-str-length',
    cli: 'query-max-length',
    group: 'Search',
    type: 'integer',
    default: 4096,
    min: 1,
    max: maxInteger,
    doc: 'A longer query text answers 400.',
  },
  dslMaxLength: {
    key: 'atlas.graph.dsl-max-query-str-length',
    cli: 'dsl-max-length',
    group: 'Search',
    type: 'integer',
    default: 4096,
    min: 1,
    max: maxInteger,
    doc: 'A longer DSL query answers 400.',
  },
  downloadFolder: {
    key: 'atlas.download.search.dir.path',
    cli: 'download-folder',
    group: 'Search',
    type: 'string',
    default: '',
    defaultText: '<data>/downloads',
    doc: 'Folder of the files that search results are written into, a folder a user.',
  },
  downloadMaxPending: {
    key: 'atlas.download.search.max.pending.tasks',
    cli: 'download-max-pending',
    group: 'Search',
    type: 'integer',
    default: 50,
    min: 1,
    max: maxInteger,
    doc: 'While so many files wait to be written, a further one answers 409.',
  },
  downloadExpiryMs: {
    key: 'atlas.download.search.file.expiry.millis',
    cli: 'download-expiry',
    group: 'Search',
    type: 'duration',
    unit: 'ms',
    default: 86_400 * second,
    min: 1000,
    max: 366 * 86_400 * second,
    doc: 'How long a file is kept.',
  },
} as const satisfies Options;

export const lineageOptions = {
  lineageOnDemand: {
    key: 'atlas.lineage.on.demand.enabled',
    cli: 'lineage-on-demand',
    group: 'Lineage',
    type: 'boolean',
    default: true,
    doc: 'Pages load a few relationships of each entity first, and more on request.',
  },
  lineageDefaultRelations: {
    key: 'atlas.lineage.on.demand.default.node.count',
    cli: 'lineage-default-relations',
    group: 'Lineage',
    type: 'integer',
    default: 3,
    min: 1,
    max: maxInteger,
    doc: 'Relations of an entity in each direction that lineage on demand shows when the request does not say.',
  },
  lineageMaxNodes: {
    key: 'atlas.lineage.max.node.count',
    cli: 'lineage-max-nodes',
    group: 'Lineage',
    type: 'integer',
    default: 9000,
    min: 2,
    max: maxInteger,
    doc: 'Entities in one answer of lineage on demand; the answer says where there are more.',
  },
} as const satisfies Options;

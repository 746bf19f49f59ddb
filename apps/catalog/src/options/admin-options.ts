import type {Options} from '@gazetteer/settings';
import {isCron} from '@gazetteer/server/schedule';

/** Exports, imports and what runs by itself. */
export const adminOptions = {
  metadataNamespace: {
    key: 'atlas.metadata.namespace',
    cli: 'metadata-namespace',
    group: 'Administration',
    type: 'string',
    default: 'default',
    doc: 'Name of this catalog in exports, imports and collected metrics.',
  },
  importTempFolder: {
    key: 'atlas.import.temp.directory',
    cli: 'import-temp',
    group: 'Administration',
    type: 'string',
    default: '',
    defaultText: '<data>/transfer',
    doc: 'Folder of archives while they are exported or imported.',
  },
  importAllowedFolder: {
    key: 'atlas.import.allowed.directory',
    cli: 'import-folder',
    group: 'Administration',
    type: 'string',
    default: '',
    defaultText: 'none',
    doc: 'Folder on the server whose archives can be imported by name; without it none can.',
  },
  importMaxBytes: {
    key: 'atlas.import.max.bytes',
    cli: 'import-max',
    group: 'Administration',
    type: 'bytes',
    default: 4 * 2 ** 30,
    min: 1024,
    max: 2 ** 50,
    doc: 'A larger archive answers 413.',
  },
  importMaxUnpackedBytes: {
    key: 'atlas.import.max.unpacked.bytes',
    cli: 'import-max-unpacked',
    group: 'Administration',
    type: 'bytes',
    default: 64 * 2 ** 30,
    min: 1024,
    max: 2 ** 50,
    doc: 'An archive whose entries are larger together is refused; a single entry may be as large as a request.',
  },
  metricsSchedule: {
    key: 'atlas.metrics.persist.schedule',
    cli: 'metrics-schedule',
    group: 'Administration',
    type: 'string',
    default: '0 0 0/1 * * *',
    check: value =>
      isCron(value)
        ? undefined
        : 'a cron expression of five or six fields (the first of six are seconds), such as 0 0 0/1 * * *',
    doc: 'When metrics are collected for the statistics page: a cron expression of five or six fields in the time zone of the server (environment TZ).',
  },
  metricsTtlHours: {
    key: 'atlas.metrics.ttl.hours',
    cli: 'metrics-ttl',
    group: 'Administration',
    type: 'integer',
    default: 336,
    min: 1,
    max: 1_000_000,
    doc: 'Hours after which collected metrics are deleted.',
  },
} as const satisfies Options;

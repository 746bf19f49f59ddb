import type {Options} from '@gazetteer/settings';
import {commonOptions} from '@gazetteer/server';
import packageJson from '../../package.json' with {type: 'json'};

/** The log, the pages, and the version that is told. */
export const pageOptions = {
  logLevel: commonOptions.logLevel,
  logFormat: commonOptions.logFormat,
  versionName: {
    key: 'atlas.version.name',
    cli: 'version-name',
    group: 'Pages',
    type: 'string',
    default: 'gazetteer',
    doc: 'Name that /admin/version answers.',
  },
  versionNumber: {
    key: 'atlas.version.number',
    cli: 'version-number',
    group: 'Pages',
    type: 'string',
    default: packageJson.version,
    doc: 'Version that /admin/version answers, for clients that require a certain one.',
  },
  versionDescription: {
    key: 'atlas.version.description',
    cli: 'version-description',
    group: 'Pages',
    type: 'string',
    default: 'Metadata catalog in one process',
    doc: 'Description that /admin/version answers.',
  },
  versionRevision: {
    key: 'atlas.version.revision',
    cli: 'version-revision',
    group: 'Pages',
    type: 'string',
    default: 'release',
    doc: 'Revision that /admin/version answers.',
  },
  uiDefaultVersion: {
    key: 'atlas.ui.default.version',
    cli: 'ui-version',
    group: 'Pages',
    type: 'enum',
    allowed: ['v1', 'v2', 'v3'],
    default: 'v1',
    doc: 'Answer of /admin/session for pages of Apache Atlas.',
  },
  uiDateFormat: {
    key: 'atlas.ui.date.format',
    cli: 'ui-date-format',
    group: 'Pages',
    type: 'string',
    default: 'MM/DD/YYYY hh:mm:ss A',
    doc: 'How pages show dates.',
  },
  uiTimezone: {
    key: 'atlas.ui.date.timezone.format.enabled',
    cli: 'ui-timezone',
    group: 'Pages',
    type: 'boolean',
    default: true,
    doc: 'Pages show the time zone beside dates.',
  },
  uiEditableTypes: {
    key: 'atlas.ui.editable.entity.types',
    cli: 'ui-editable-types',
    group: 'Pages',
    type: 'string',
    default: 'hdfs_path',
    doc: 'Entity types that users can create and edit in the pages, comma-separated; * for all.',
  },
} as const satisfies Options;

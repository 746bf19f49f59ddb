import {commonOptions, type Options} from '@gazetteer/server';
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
    doc: 'Name told by /admin/version.',
  },
  versionNumber: {
    key: 'atlas.version.number',
    cli: 'version-number',
    group: 'Pages',
    type: 'string',
    default: packageJson.version,
    doc: 'Version told by /admin/version, for clients that insist on one.',
  },
  versionDescription: {
    key: 'atlas.version.description',
    cli: 'version-description',
    group: 'Pages',
    type: 'string',
    default: 'Metadata catalog in one process',
    doc: 'Description told by /admin/version.',
  },
  versionRevision: {
    key: 'atlas.version.revision',
    cli: 'version-revision',
    group: 'Pages',
    type: 'string',
    default: 'release',
    doc: 'Revision told by /admin/version.',
  },
  uiDefaultVersion: {
    key: 'atlas.ui.default.version',
    cli: 'ui-version',
    group: 'Pages',
    type: 'enum',
    allowed: ['v1', 'v2', 'v3'],
    default: 'v1',
    doc: 'Told by /admin/session to pages of the reference product.',
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
    doc: 'Entity types that pages let people create and edit, comma-separated; * for all.',
  },
} as const satisfies Options;

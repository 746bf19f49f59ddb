import {join, resolve} from 'node:path';
import {
  auditOptions,
  commonOptions,
  limitOptions,
  loginOptions,
  type Options,
  type OptionTable,
  type OptionValues,
  tlsOptions,
} from '@gazetteer/server';
import packageJson from '../package.json' with {type: 'json'};
import type {AutoPurge} from './admin/auto-purge.ts';
import {Cron} from './host/cron.ts';
import {inertKeys} from './inert-keys.ts';
import {hookOptions} from './notification/hook-options.ts';
import {notificationOptions} from './notification/notification-options.ts';
import type {TransferSettings} from './transfer/transfers.ts';

const second = 1000;
/** As the reference names them, too. */
const authorizers = new Set([
  'simple',
  'none',
  'org.apache.atlas.authorize.simple.AtlasSimpleAuthorizer',
  'org.apache.atlas.authorize.AtlasNoneAuthorizer',
]);
const maxInteger = 2 ** 31 - 1;

/** Read once, in main.ts. `npm run docs` prints this table as docs/config.md. */
const server = {
  httpPort: {
    key: 'atlas.server.http.port',
    cli: 'http-port',
    group: 'Server',
    type: 'integer',
    default: 21000,
    min: 0,
    max: 65535,
    doc: 'Port of the REST API and the web pages; 0 takes a free one.',
  },
  httpsPort: {
    key: 'atlas.server.https.port',
    cli: 'https-port',
    group: 'Server',
    type: 'integer',
    default: 21443,
    min: 0,
    max: 65535,
    doc: 'Port in place of the other one where HTTPS is spoken (`--tls`).',
  },
  bindAddress: commonOptions.bindAddress,
  stopTimeoutMs: commonOptions.stopTimeoutMs,
  maxBodyBytes: {
    key: 'atlas.rest.max.body.bytes',
    cli: 'max-body',
    group: 'Server',
    type: 'bytes',
    default: 64 * 2 ** 20,
    min: 1024,
    max: 2 ** 29,
    doc: 'A larger request body answers 413.',
  },
  maxEntitiesPerRequest: {
    key: 'atlas.rest.max.entities',
    cli: 'max-entities',
    group: 'Server',
    type: 'integer',
    default: 100_000,
    min: 1,
    max: 10_000_000,
    doc: 'A request with more entities answers 413; the plan of a save is held in memory.',
  },
  queryParamMaxLength: {
    key: 'atlas.query.param.max.length',
    cli: 'query-param-max-length',
    group: 'Server',
    type: 'integer',
    default: 4096,
    min: 1,
    max: maxInteger,
    doc: 'A longer query parameter answers 400; values of unique attributes have no limit.',
  },
  serverHeader: {
    key: 'atlas.http.header.server.value',
    cli: 'server-header',
    group: 'Server',
    type: 'string',
    default: 'Gazetteer',
    doc: 'The Server header of every answer; empty for none.',
  },
  headers: {
    key: 'atlas.headers',
    cli: 'header',
    group: 'Server',
    type: 'map',
    default: {},
    doc: 'Further headers for every answer, such as --header "X-Robots-Tag=none". They replace built-in ones.',
  },
} as const satisfies Options;

const store = {
  dataFolder: commonOptions.dataFolder,
  database: {
    key: 'atlas.graph.storage.url',
    cli: 'database',
    group: 'Store',
    type: 'string',
    default: '',
    defaultText: 'sqlite:<data>/catalog.db',
    secret: 'url',
    check: value =>
      value === '' || /^(sqlite:.|postgres(ql)?:\/\/)/.test(value)
        ? undefined
        : 'sqlite:<file> or postgres://<user>:<password>@<host>:<port>/<database>',
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

const entities = {
  createShells: {
    key: 'atlas.rest.create.shell.entity.for.non-existing.ref',
    cli: 'create-shells',
    group: 'Entities',
    type: 'boolean',
    default: false,
    doc: 'Whether a save makes incomplete entities of those that it refers to by unique attributes and nobody has, in place of an error.',
  },
  labelMaxLength: {
    key: 'atlas.entity.label.max.length',
    cli: 'label-max-length',
    group: 'Entities',
    type: 'integer',
    default: 50,
    min: 1,
    max: 1000,
    doc: 'Characters of a label.',
  },
  customKeyMaxLength: {
    key: 'atlas.custom.attribute.key.max.length',
    cli: 'custom-key-max-length',
    group: 'Entities',
    type: 'integer',
    default: 50,
    min: 1,
    max: 1000,
    doc: 'Characters of the name of a custom attribute.',
  },
  customValueMaxLength: {
    key: 'atlas.custom.attribute.value.max.length',
    cli: 'custom-value-max-length',
    group: 'Entities',
    type: 'integer',
    default: 500,
    min: 1,
    max: 1_000_000,
    doc: 'Characters of the value of a custom attribute.',
  },
} as const satisfies Options;

const deletes = {
  deleteHandler: {
    key: 'atlas.DeleteHandlerV1.impl',
    cli: 'delete-handler',
    group: 'Deletes',
    type: 'string',
    default: 'SoftDeleteHandlerV1',
    check: value =>
      /(^|\.)(Soft|Hard)DeleteHandlerV1$/.test(value) ? undefined : 'SoftDeleteHandlerV1 or HardDeleteHandlerV1',
    doc: 'SoftDeleteHandlerV1 keeps deleted entities until they are purged, HardDeleteHandlerV1 removes them at once; with or without a package.',
  },
  deleteTypeOverride: {
    key: 'atlas.rest.enable.delete.type.override',
    cli: 'delete-type-override',
    group: 'Deletes',
    type: 'boolean',
    default: false,
    doc: 'Whether a request may choose with `deleteType=SOFT`, `HARD` or `DEFAULT`.',
  },
  purgeMaxRequestSize: {
    key: 'atlas.purge.api.max.request.size',
    cli: 'purge-max-request-size',
    group: 'Deletes',
    type: 'integer',
    default: 1000,
    min: 1,
    max: maxInteger,
    doc: 'Entities that one purge may name.',
  },
  purgeSchedule: {
    key: 'atlas.purge.cron.expression',
    cli: 'purge-schedule',
    group: 'Deletes',
    type: 'string',
    default: '',
    defaultText: 'never',
    check: value =>
      value === '' || isCron(value) ? undefined : 'a cron expression of six fields, such as 0 0 3 * * *',
    doc: 'When deleted entities are purged, a cron expression such as 0 0 3 * * *; empty for never.',
  },
  purgeRetentionDays: {
    key: 'atlas.purge.deleted.entity.retention.days',
    cli: 'purge-retention',
    group: 'Deletes',
    type: 'integer',
    default: 30,
    min: 0,
    max: maxInteger,
    doc: 'Days after their deletion that entities are kept before the schedule purges them.',
  },
  purgeServices: {
    key: 'atlas.purge.enabled.services',
    cli: 'purge-services',
    group: 'Deletes',
    type: 'string',
    default: '',
    doc: 'Service types whose entities the schedule purges, comma-separated; empty for all.',
  },
} as const satisfies Options;

const audit = {
  auditedEntities: {
    key: 'atlas.audit.hbase.entity',
    cli: 'audit-entity',
    group: 'Audit',
    type: 'map',
    default: {},
    doc: 'Attributes whose values the audit of entities leaves out: `<type>.attributes.exclude = <name>,<name>`.',
  },
  agingEnabled: {
    key: 'atlas.audit.aging.enabled',
    cli: 'audit-aging',
    group: 'Audit',
    type: 'boolean',
    default: false,
    doc: 'Whether old events of the audit of entities are removed, as the options below say.',
  },
  agingEveryDays: {
    key: 'atlas.audit.aging.scheduler.frequency.in.days',
    cli: 'audit-aging-every',
    group: 'Audit',
    type: 'integer',
    default: 30,
    min: 1,
    max: 3650,
    doc: 'Days between two removals.',
  },
  defaultAgeOut: {
    key: 'atlas.audit.default.ageout.enabled',
    cli: 'audit-default-ageout',
    group: 'Audit',
    type: 'boolean',
    default: true,
    doc: 'Whether events go of all entity types but those that the other rules name.',
  },
  defaultAgeOutDays: {
    key: 'atlas.audit.default.ageout.ttl.in.days',
    cli: 'audit-default-days',
    group: 'Audit',
    type: 'integer',
    default: 90,
    min: 0,
    max: maxInteger,
    doc: 'Days that their events stay; 0 for no limit.',
  },
  defaultAgeOutCount: {
    key: 'atlas.audit.default.ageout.count',
    cli: 'audit-default-count',
    group: 'Audit',
    type: 'integer',
    default: 0,
    min: 0,
    max: maxInteger,
    doc: 'Events that stay of each entity, the newest; 0 for no limit.',
  },
  customAgeOutTypes: {
    key: 'atlas.audit.custom.ageout.entity.types',
    cli: 'audit-custom-types',
    group: 'Audit',
    type: 'string',
    default: '',
    doc: 'Entity types with limits of their own, comma-separated.',
  },
  customAgeOutActions: {
    key: 'atlas.audit.custom.ageout.action.types',
    cli: 'audit-custom-actions',
    group: 'Audit',
    type: 'string',
    default: '',
    doc: 'Actions that these limits are for, comma-separated; empty for all.',
  },
  customAgeOutDays: {
    key: 'atlas.audit.custom.ageout.ttl.in.days',
    cli: 'audit-custom-days',
    group: 'Audit',
    type: 'integer',
    default: 0,
    min: 0,
    max: maxInteger,
    doc: 'Days that events of these types and actions stay; 0 for no limit.',
  },
  customAgeOutCount: {
    key: 'atlas.audit.custom.ageout.count',
    cli: 'audit-custom-count',
    group: 'Audit',
    type: 'integer',
    default: 0,
    min: 0,
    max: maxInteger,
    doc: 'Events that stay of each entity of these types; 0 for no limit.',
  },
  sweepOut: {
    key: 'atlas.audit.sweep.out.enabled',
    cli: 'audit-sweep-out',
    group: 'Audit',
    type: 'boolean',
    default: false,
    doc: 'Whether the next two options name events that are not kept at all.',
  },
  sweepOutTypes: {
    key: 'atlas.audit.sweep.out.entity.types',
    cli: 'audit-sweep-types',
    group: 'Audit',
    type: 'string',
    default: '',
    doc: 'Entity types whose events go, comma-separated; empty for all.',
  },
  sweepOutActions: {
    key: 'atlas.audit.sweep.out.action.types',
    cli: 'audit-sweep-actions',
    group: 'Audit',
    type: 'string',
    default: '',
    doc: 'Actions whose events go, comma-separated; empty for all.',
  },
  creationsAgeOut: {
    key: 'atlas.audit.create.events.ageout.allowed',
    cli: 'audit-creations-ageout',
    group: 'Audit',
    type: 'boolean',
    default: false,
    doc: 'Whether creations by an import go, too; others are told by the entity itself.',
  },
  agingWithSubTypes: {
    key: 'atlas.audit.aging.subtypes.included',
    cli: 'audit-aging-subtypes',
    group: 'Audit',
    type: 'boolean',
    default: true,
    doc: 'Whether a type that is named stands for its sub-types, too.',
  },
  ageOutMinDays: {
    key: 'atlas.audit.min.ttl.to.maintain',
    cli: 'audit-min-days',
    group: 'Audit',
    type: 'integer',
    default: 7,
    min: 0,
    max: maxInteger,
    doc: 'Smallest limit in days that a rule may have.',
  },
  ageOutMinCount: {
    key: 'atlas.audit.min.count.to.maintain',
    cli: 'audit-min-count',
    group: 'Audit',
    type: 'integer',
    default: 50,
    min: 0,
    max: maxInteger,
    doc: 'Smallest number of events that a rule may leave.',
  },
} as const satisfies Options;

const search = {
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

const lineage = {
  lineageOnDemand: {
    key: 'atlas.lineage.on.demand.enabled',
    cli: 'lineage-on-demand',
    group: 'Lineage',
    type: 'boolean',
    default: true,
    doc: 'Pages ask for some relations of each entity and for more where somebody wants to see them.',
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

const login = {
  passwordFileEnabled: commonOptions.passwordFileEnabled,
  passwordFile: commonOptions.passwordFile,
  plainSha256: commonOptions.plainSha256,
  saltedSha256: commonOptions.saltedSha256,
  ...loginOptions,
  ...auditOptions,
  sessionTimeoutMs: commonOptions.sessionTimeoutMs,
  sessionMaxAgeMs: commonOptions.sessionMaxAgeMs,
  authorizer: {
    key: 'atlas.authorizer.impl',
    cli: 'authorizer',
    group: 'Authorization',
    type: 'string',
    default: 'simple',
    check: value => (authorizers.has(value) ? undefined : 'simple or none; there is no plug-in for Ranger or classes'),
    doc: 'simple: the policy file says who may do what; none: everybody who is logged in may do everything.',
  },
  policyFile: {
    key: 'atlas.authorizer.simple.authz.policy.file',
    cli: 'policy-file',
    group: 'Authorization',
    type: 'string',
    default: '',
    defaultText: 'none: everybody who is logged in may do everything',
    doc: 'Policy file; what no rule of it allows is refused. A changed file holds within a second.',
  },
  csrfEnabled: {
    key: 'atlas.rest-csrf.enabled',
    cli: 'csrf',
    group: 'Login',
    type: 'boolean',
    default: true,
    doc: "Browsers must send their session's token with every change.",
  },
  csrfBrowserUserAgents: {
    key: 'atlas.rest-csrf.browser-useragents-regex',
    cli: 'csrf-browsers',
    group: 'Login',
    type: 'string',
    default: '^Mozilla.*,^Opera.*,^Chrome',
    check: value => (value.split(',').every(isPattern) ? undefined : 'a comma-separated list of regular expressions'),
    doc: 'Comma-separated patterns; a User-Agent that one of them matches as a whole is a browser.',
  },
  csrfMethodsToIgnore: {
    key: 'atlas.rest-csrf.methods-to-ignore',
    cli: 'csrf-methods-to-ignore',
    group: 'Login',
    type: 'string',
    default: 'GET,OPTIONS,HEAD,TRACE',
    doc: 'Methods that need no token.',
  },
  csrfHeader: {
    key: 'atlas.rest-csrf.custom-header',
    cli: 'csrf-header',
    group: 'Login',
    type: 'string',
    default: 'X-XSRF-HEADER',
    check: value => (/^[\w!#$%&'*+.^`|~-]+$/.test(value) ? undefined : 'a header name'),
    doc: 'Header that carries the token.',
  },
} as const satisfies Options;

const admin = {
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
    doc: 'Folder on the server whose archives may be imported by name; without it none may.',
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
    check: value => (isCron(value) ? undefined : 'a cron expression of six fields, such as 0 0 0/1 * * *'),
    doc: 'When metrics are collected for the statistics page, in the time zone of the server.',
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

const logAndPages = {
  logLevel: commonOptions.logLevel,
  logFormat: commonOptions.logFormat,
  versionName: {
    key: 'atlas.version.name',
    cli: 'version-name',
    group: 'Pages and version',
    type: 'string',
    default: 'gazetteer',
    doc: 'Name told by /admin/version.',
  },
  versionNumber: {
    key: 'atlas.version.number',
    cli: 'version-number',
    group: 'Pages and version',
    type: 'string',
    default: packageJson.version,
    doc: 'Version told by /admin/version, for clients that insist on one.',
  },
  versionDescription: {
    key: 'atlas.version.description',
    cli: 'version-description',
    group: 'Pages and version',
    type: 'string',
    default: 'Metadata catalog in one process',
    doc: 'Description told by /admin/version.',
  },
  versionRevision: {
    key: 'atlas.version.revision',
    cli: 'version-revision',
    group: 'Pages and version',
    type: 'string',
    default: 'release',
    doc: 'Revision told by /admin/version.',
  },
  uiDefaultVersion: {
    key: 'atlas.ui.default.version',
    cli: 'ui-version',
    group: 'Pages and version',
    type: 'enum',
    allowed: ['v1', 'v2', 'v3'],
    default: 'v1',
    doc: 'Told by /admin/session to pages of the reference product.',
  },
  uiDateFormat: {
    key: 'atlas.ui.date.format',
    cli: 'ui-date-format',
    group: 'Pages and version',
    type: 'string',
    default: 'MM/DD/YYYY hh:mm:ss A',
    doc: 'How pages show dates.',
  },
  uiTimezone: {
    key: 'atlas.ui.date.timezone.format.enabled',
    cli: 'ui-timezone',
    group: 'Pages and version',
    type: 'boolean',
    default: true,
    doc: 'Pages show the time zone beside dates.',
  },
  uiEditableTypes: {
    key: 'atlas.ui.editable.entity.types',
    cli: 'ui-editable-types',
    group: 'Pages and version',
    type: 'string',
    default: 'hdfs_path',
    doc: 'Entity types that pages let people create and edit, comma-separated; * for all.',
  },
} as const satisfies Options;

const options = {
  ...server,
  ...tlsOptions,
  ...limitOptions,
  ...store,
  ...entities,
  ...deletes,
  ...audit,
  ...search,
  ...lineage,
  ...notificationOptions,
  ...hookOptions,
  ...login,
  ...admin,
  ...logAndPages,
};

export type CatalogOptions = OptionValues<typeof options>;

export const catalogOptions: OptionTable<typeof options> = {
  program: 'gazetteer catalog',
  version: packageJson.version,
  usage: 'npm start -- [options], or npm run passwd -- <user> [--group ADMIN] to set a password',
  envPrefix: 'GAZETTEER_',
  options,
  inert: inertKeys,
};

/** What exports and imports need to know. */
export function transferSettingsOf(options: CatalogOptions): TransferSettings {
  const {importTempFolder, importAllowedFolder, dataFolder, maxBodyBytes} = options;
  return {
    folder: importTempFolder === '' ? join(resolve(dataFolder), 'transfer') : resolve(importTempFolder),
    namespace: options.metadataNamespace,
    allowedFolder: importAllowedFolder === '' ? undefined : resolve(importAllowedFolder),
    maxArchiveBytes: options.importMaxBytes,
    limits: {maxEntries: 50_000_000, maxEntryBytes: maxBodyBytes, maxTotalBytes: options.importMaxUnpackedBytes},
  };
}

/** The policy file, absolute; undefined when none is to be looked at. */
export function policyFileOf({authorizer, policyFile}: CatalogOptions): string | undefined {
  const isNone = authorizer === 'none' || authorizer.endsWith('.AtlasNoneAuthorizer');
  return isNone || policyFile === '' ? undefined : resolve(policyFile);
}

/** When what is purged by itself; undefined: never. */
export function autoPurgeOf({purgeSchedule, purgeRetentionDays, purgeServices}: CatalogOptions): AutoPurge | undefined {
  if (purgeSchedule === '') return undefined;
  const services = purgeServices.split(',').flatMap(name => (name.trim() === '' ? [] : [name.trim()]));
  return {schedule: purgeSchedule, retentionMs: purgeRetentionDays * 86_400 * second, services};
}

/** `sqlite:<absolute file>` or the PostgreSQL URL. */
export function databaseOf({database, dataFolder}: CatalogOptions): string {
  if (database === '') return `sqlite:${join(resolve(dataFolder), 'catalog.db')}`;
  return database.startsWith('sqlite:') ? `sqlite:${resolve(database.slice('sqlite:'.length))}` : database;
}

function isCron(text: string): boolean {
  try {
    return new Cron(text) instanceof Cron;
  } catch {
    return false;
  }
}

function isPattern(text: string): boolean {
  try {
    return new RegExp(text.trim()) instanceof RegExp;
  } catch {
    return false;
  }
}

import {
  described,
  anything,
  flag,
  integer,
  list,
  mapOf,
  named,
  number,
  object,
  oneOf,
  text,
} from '@gazetteer/kernel/shape';
import {filter, sortOrders} from '../search/shapes.ts';

export const status = named('Status', 'Whether the server is up', () =>
  object({Status: oneOf(['ACTIVE'], 'ACTIVE while the server answers')}, ['Status']),
);

export const version = named('Version', 'Name and version of the server', () =>
  object(
    {
      Description: text('What the product is'),
      Revision: text('Build'),
      Version: text('Version of the product'),
      Name: text('Name of the product'),
    },
    ['Version', 'Name'],
  ),
);

export const session = named(
  'Session',
  'The user who is logged in, and settings of the pages',
  () =>
    object(
      {
        userName: text('User who is logged in'),
        groups: list(text(), 'Groups of the user'),
        _csrfToken: text('To be sent by browsers with each change, in the header named here'),
        'atlas.rest-csrf.enabled': flag('Whether changes from browsers need the token'),
        'atlas.rest-csrf.browser-useragents-regex': text('User agents that count as browsers'),
        'atlas.rest-csrf.methods-to-ignore': text('Methods that need no token'),
        'atlas.rest-csrf.custom-header': text('Header that carries the token'),
        privileges: list(
          text(),
          'What the user may do with something at least; pages offer nothing else. Where it was asked for',
        ),
        'atlas.entity.create.allowed': flag('Whether the user can create entities of some type'),
        'atlas.entity.update.allowed': flag('Whether the user can update entities of some type'),
        'atlas.ui.editable.entity.types': text('Types whose entities pages can edit'),
        'atlas.ui.default.version': text('Version of the pages, for pages of older versions'),
        'atlas.ui.date.format': text('Date format of the pages'),
        'atlas.ui.date.timezone.format.enabled': flag('Whether dates show their time zone'),
        'atlas.debug.metrics.enabled': flag('Always false; for pages of older versions'),
        'atlas.tasks.enabled': flag('Whether background tasks can be listed'),
        'atlas.tasks.ui.tab.enabled': flag('Always false; for pages of older versions'),
        'atlas.lineage.on.demand.enabled': flag('Whether lineage can be loaded step by step'),
        'atlas.lineage.on.demand.default.node.count': integer(
          'Relations of an entity that lineage on demand shows at first',
        ),
        'atlas.relationship.search.enabled': flag('Whether relationships can be searched'),
        'atlas.session.timeout.secs': integer(
          'Seconds until an idle session ends, when the administrator chose it',
        ),
        timezones: list(text(), 'Time zones that pages offer'),
      },
      [
        'userName',
        'groups',
        '_csrfToken',
        'atlas.rest-csrf.enabled',
        'atlas.rest-csrf.custom-header',
      ],
    ),
);

/** By the name of a type, or of a classification. */
const counts = mapOf(integer());
export const metrics = named('Metrics', 'Numbers of entities, types and classifications', () =>
  object(
    {
      data: described(
        object(
          {
            general: described(
              object(
                {
                  entityCount: integer('Active entities'),
                  tagCount: integer('Classification types'),
                  typeCount: integer('Types of all categories'),
                  typeUnusedCount: integer('Entity types without entities'),
                  collectionTime: integer('When it was counted, in milliseconds since 1970'),
                  stats: mapOf(anything, 'Statistics of the server and of received messages'),
                },
                ['entityCount', 'tagCount', 'typeCount', 'typeUnusedCount', 'collectionTime'],
              ),
              'Totals',
            ),
            entity: mapOf(counts, 'Numbers by type: entityActive, entityDeleted, entityShell'),
            tag: described(
              object({tagEntities: described(counts, 'Entities by classification')}),
              'Classifications',
            ),
            system: mapOf(mapOf(anything), 'Statistics of the process and its host'),
          },
          ['general', 'entity', 'tag', 'system'],
        ),
        'The numbers',
      ),
    },
    ['data'],
  ),
);

export const classifiedCounts = named(
  'ClassifiedCounts',
  'Where searches find classifications',
  () =>
    object(
      {
        counts: described(counts, 'Entities by classification; those without any are left out'),
        most: integer('Nothing is counted further: this number stands for itself and all above it'),
      },
      ['counts', 'most'],
    ),
);

export const metricsStat = named('MetricsStat', 'Numbers at an earlier time', () =>
  object({
    guid: text('Of the snapshot'),
    metricsId: text('Unique name of the snapshot'),
    collectionTime: integer('When it was counted, in milliseconds since 1970'),
    timeToLiveMillis: integer('How long the snapshot is kept'),
    typeData: mapOf(counts, 'Numbers by type, where types were asked for'),
    metrics: described(metrics, 'All numbers'),
  }),
);

export const chart = named('MetricsChart', 'One line of a chart', () =>
  object(
    {
      key: oneOf(['Active', 'Deleted', 'Shell'], 'What the line counts'),
      values: list(list(integer()), 'Time and count'),
    },
    ['key', 'values'],
  ),
);

export const debugMetrics = named('DebugMetrics', 'Calls and times of one operation', () =>
  object({
    name: text('Operation or call of the API'),
    numops: integer('Number of calls'),
    minTime: number('Milliseconds'),
    maxTime: number('Milliseconds'),
    stdDevTime: number('Milliseconds'),
    avgTime: number('Milliseconds'),
  }),
);

export const auditSearchParameters = named(
  'AuditSearchParameters',
  'Which entries of the audit log to list',
  () =>
    object({
      auditFilters: described(filter, 'Conditions on the entries'),
      limit: integer('Entries in the answer'),
      offset: integer('Entries to skip'),
      sortBy: text('Attribute to sort by'),
      sortOrder: oneOf(sortOrders, 'Order of the entries'),
    }),
);

export const auditEntry = named('AuditEntry', 'An entry of the audit log', () =>
  object({
    guid: text('Of the entry'),
    userName: text('User who did it'),
    operation: text('What was done, such as PURGE'),
    params: text('What it was asked to do'),
    startTime: integer('When it began, in milliseconds since 1970'),
    endTime: integer('When it ended, in milliseconds since 1970'),
    clientId: text('Address of the client'),
    result: text('What came of it, as JSON or text'),
    resultCount: integer('Number of entities or types concerned'),
    runId: text('Run of the automatic purge that the entry belongs to'),
    auditRowKind: text('SINGLE, or SUMMARY and BATCH of an automatic purge'),
  }),
);

export const server = named('Server', 'Another catalog that entities were exchanged with', () =>
  object({
    guid: text('Of the entry'),
    name: text('Name of the other catalog'),
    fullName: text('Name with the data center'),
    displayName: text('Name to show'),
    additionalInfo: mapOf(
      text(),
      'What was recorded about it, such as the time of the last exchange',
    ),
    urls: list(text(), 'Addresses of the other catalog'),
  }),
);

export const patches = named('Patches', 'Changes of the schema of the store', () =>
  object(
    {
      patches: list(
        object(
          {
            id: text('Of the change'),
            description: text('What it does'),
            type: text('Kind of change'),
            action: text('What is changed'),
            status: text('Whether it was applied'),
          },
          ['id', 'status'],
        ),
        'In the order in which they were applied',
      ),
    },
    ['patches'],
  ),
);

export const auditReductionCriteria = named(
  'AuditReductionCriteria',
  'Which audit events of entities to remove',
  () =>
    object({
      auditAgingEnabled: flag('Whether anything is removed at all'),
      defaultAgeoutEnabled: flag('Whether the default limits apply'),
      auditSweepoutEnabled: flag(
        'Whether all events of the sweep-out types and actions are removed',
      ),
      createEventsAgeoutAllowed: flag('Whether events of creation can be removed'),
      subTypesIncluded: flag('Whether types stand for their subtypes as well'),
      defaultAgeoutAuditCount: integer('Events that stay of each entity; 0: no limit'),
      defaultAgeoutTTLInDays: integer('Days that events stay; 0: no limit'),
      customAgeoutAuditCount: integer(
        'Events kept of each entity of the custom types; 0: no limit',
      ),
      customAgeoutTTLInDays: integer('Days that events of the custom types are kept; 0: no limit'),
      customAgeoutEntityTypes: text('Separated by commas'),
      customAgeoutActionTypes: text('Separated by commas'),
      sweepoutEntityTypes: text('Separated by commas'),
      sweepoutActionTypes: text('Separated by commas'),
    }),
);

export const task = named('Task', 'Work in the background', () =>
  object(
    {
      guid: text('Of the task'),
      type: text('What it does, such as ATLAS_AUDIT_REDUCTION'),
      status: oneOf(
        ['PENDING', 'IN_PROGRESS', 'COMPLETE', 'FAILED'],
        'PENDING tasks wait, FAILED ones were tried three times or cancelled',
      ),
      createdBy: text('User who started it'),
      createdTime: integer('Milliseconds since 1970'),
      updatedTime: integer('Milliseconds since 1970'),
      startTime: integer('Milliseconds since 1970; absent until it has started'),
      endTime: integer('Milliseconds since 1970; absent until it has ended'),
      attemptCount: integer('How often it was started'),
      errorMessage: text('Why the last attempt failed'),
      parameters: mapOf(anything, 'What it works on, and how far it is'),
    },
    ['guid', 'type', 'status'],
  ),
);

export const checkStateRequest = named('CheckStateRequest', 'What to check', () =>
  object({
    entityGuids: list(text(), 'Entities to check'),
    entityTypes: list(text(), 'With their sub-types'),
    fixIssues: flag('Whether to repair what is wrong'),
  }),
);

/** For one entity, and for all of them together. */
const checkStates = ['OK', 'FIXED', 'PARTIALLY_FIXED', 'NOT_FIXED'] as const;
export const checkStateResult = named('CheckStateResult', 'What a check found', () =>
  object({
    entitiesScanned: integer('Entities that were checked'),
    entitiesOk: integer('Entities in order'),
    entitiesFixed: integer('Entities that were repaired'),
    entitiesPartiallyFixed: integer('Entities that were repaired in part'),
    entitiesNotFixed: integer('Entities that are still not in order'),
    state: oneOf(checkStates, 'Overall result'),
    entities: mapOf(
      object({
        guid: text('Of the entity'),
        typeName: text('Type of the entity'),
        name: text('Name of the entity'),
        status: text('Status of the entity'),
        state: oneOf(checkStates, 'Result for the entity'),
        issues: list(text(), 'What was wrong'),
      }),
      'Those that were not in order, by guid',
    ),
  }),
);

export const people = named('People', 'Users and groups that can log in', () =>
  object({users: list(text(), 'Of users'), groups: list(text(), 'Of groups')}, ['users', 'groups']),
);

import {anything, flag, integer, list, mapOf, named, number, object, oneOf, text} from '../api/shape.ts';
import {filter, sortOrders} from '../search/shapes.ts';

export const status = named('Status', () => object({Status: oneOf(['ACTIVE'])}, ['Status']));

export const version = named('Version', () =>
  object({Description: text(), Revision: text(), Version: text(), Name: text()}, ['Version', 'Name']),
);

export const session = named('Session', () =>
  object(
    {
      userName: text(),
      groups: list(text()),
      _csrfToken: text('To be sent by browsers with each change, in the header named here'),
      'atlas.rest-csrf.enabled': flag(),
      'atlas.rest-csrf.browser-useragents-regex': text(),
      'atlas.rest-csrf.methods-to-ignore': text(),
      'atlas.rest-csrf.custom-header': text(),
      'atlas.entity.create.allowed': flag(),
      'atlas.entity.update.allowed': flag(),
      'atlas.ui.editable.entity.types': text(),
      'atlas.ui.default.version': text(),
      'atlas.ui.date.format': text(),
      'atlas.ui.date.timezone.format.enabled': flag(),
      'atlas.debug.metrics.enabled': flag(),
      'atlas.tasks.enabled': flag(),
      'atlas.tasks.ui.tab.enabled': flag(),
      'atlas.lineage.on.demand.enabled': flag(),
      'atlas.lineage.on.demand.default.node.count': integer(),
      'atlas.relationship.search.enabled': flag(),
      'atlas.session.timeout.secs': integer(),
      timezones: list(text()),
    },
    ['userName', 'groups', '_csrfToken', 'atlas.rest-csrf.enabled', 'atlas.rest-csrf.custom-header', 'timezones'],
  ),
);

const counts = mapOf(integer());
export const metrics = named('Metrics', () =>
  object(
    {
      data: object(
        {
          general: object(
            {
              entityCount: integer(),
              tagCount: integer(),
              typeCount: integer(),
              typeUnusedCount: integer(),
              collectionTime: integer(),
              stats: mapOf(anything),
            },
            ['entityCount', 'tagCount', 'typeCount', 'typeUnusedCount', 'collectionTime'],
          ),
          entity: mapOf(counts, 'Numbers by type: entityActive, entityDeleted, entityShell'),
          tag: object({tagEntities: counts}),
          system: mapOf(mapOf(anything)),
        },
        ['general', 'entity', 'tag', 'system'],
      ),
    },
    ['data'],
  ),
);

export const metricsStat = named('MetricsStat', () =>
  object({
    guid: text(),
    metricsId: text(),
    collectionTime: integer(),
    timeToLiveMillis: integer(),
    typeData: mapOf(counts),
    metrics,
  }),
);

export const chart = named('MetricsChart', () =>
  object({key: oneOf(['Active', 'Deleted', 'Shell']), values: list(list(integer()), 'Time and count')}, [
    'key',
    'values',
  ]),
);

export const debugMetrics = named('DebugMetrics', () =>
  object({
    name: text(),
    numops: integer(),
    minTime: number('Milliseconds'),
    maxTime: number('Milliseconds'),
    stdDevTime: number('Milliseconds'),
    avgTime: number('Milliseconds'),
  }),
);

export const auditSearchParameters = named('AuditSearchParameters', () =>
  object({
    auditFilters: filter,
    limit: integer(),
    offset: integer(),
    sortBy: text(),
    sortOrder: oneOf(sortOrders),
  }),
);

export const auditEntry = named('AuditEntry', () =>
  object({
    guid: text(),
    userName: text(),
    operation: text(),
    params: text(),
    startTime: integer(),
    endTime: integer(),
    clientId: text(),
    result: text(),
    resultCount: integer(),
    runId: text(),
    auditRowKind: text(),
  }),
);

export const server = named('Server', () =>
  object({
    guid: text(),
    name: text(),
    fullName: text(),
    displayName: text(),
    additionalInfo: mapOf(text()),
    urls: list(text()),
  }),
);

export const patches = named('Patches', () =>
  object(
    {
      patches: list(
        object({id: text(), description: text(), type: text(), action: text(), status: text()}, ['id', 'status']),
      ),
    },
    ['patches'],
  ),
);

export const auditReductionCriteria = named('AuditReductionCriteria', () =>
  object({
    auditAgingEnabled: flag(),
    defaultAgeoutEnabled: flag(),
    auditSweepoutEnabled: flag(),
    createEventsAgeoutAllowed: flag(),
    subTypesIncluded: flag(),
    defaultAgeoutAuditCount: integer('Events that stay of each entity; 0: no limit'),
    defaultAgeoutTTLInDays: integer('Days that events stay; 0: no limit'),
    customAgeoutAuditCount: integer(),
    customAgeoutTTLInDays: integer(),
    customAgeoutEntityTypes: text('Separated by commas'),
    customAgeoutActionTypes: text('Separated by commas'),
    sweepoutEntityTypes: text('Separated by commas'),
    sweepoutActionTypes: text('Separated by commas'),
  }),
);

export const task = named('Task', () =>
  object(
    {
      guid: text(),
      type: text(),
      status: oneOf(['PENDING', 'IN_PROGRESS', 'COMPLETE', 'FAILED']),
      createdBy: text(),
      createdTime: integer(),
      updatedTime: integer(),
      startTime: integer(),
      endTime: integer(),
      attemptCount: integer(),
      errorMessage: text(),
      parameters: mapOf(anything),
    },
    ['guid', 'type', 'status'],
  ),
);

export const checkStateRequest = named('CheckStateRequest', () =>
  object({entityGuids: list(text()), entityTypes: list(text(), 'With their sub-types'), fixIssues: flag()}),
);

const checkStates = ['OK', 'FIXED', 'PARTIALLY_FIXED', 'NOT_FIXED'] as const;
export const checkStateResult = named('CheckStateResult', () =>
  object({
    entitiesScanned: integer(),
    entitiesOk: integer(),
    entitiesFixed: integer(),
    entitiesPartiallyFixed: integer(),
    entitiesNotFixed: integer(),
    state: oneOf(checkStates),
    entities: mapOf(
      object({
        guid: text(),
        typeName: text(),
        name: text(),
        status: text(),
        state: oneOf(checkStates),
        issues: list(text()),
      }),
      'Those that were not in order, by guid',
    ),
  }),
);

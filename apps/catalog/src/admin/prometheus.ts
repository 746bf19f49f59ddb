import {
  metricHead as head,
  metricHistogram as histogram,
  metricSample as sample,
  type PolicyState,
} from '@gazetteer/server';
import type {Telemetry} from '@gazetteer/kernel/host';
import type {HookCounts} from '../notification/hook-consumer.ts';
import type {NotificationCounts} from '../notification/start-notifications.ts';
import type {EntityTally} from './store-size.ts';

/** Messages of hooks that wait, and that were set aside. */
export type InboxCounts = {readonly waiting: number; readonly failed: number};

/**
 * GET /admin/prometheus: counters, histograms and sizes in the text format of Prometheus, version
 * 0.0.4. It is open to everybody, so with a policy it names no types and no classifications.
 */
export function readPrometheus(
  telemetry: Telemetry,
  tally: EntityTally,
  policy: PolicyState | undefined,
  notifications: NotificationCounts,
  hooks: HookCounts & {readonly inbox: InboxCounts},
): string {
  return [
    ...telemetry.server.lines(),
    ...operationLines(telemetry),
    ...storeLines(policy === undefined ? tally : totalsOf(tally)),
    ...policyLines(policy),
    ...outboxLines(notifications),
    ...hookLines(hooks),
    '',
  ].join('\n');
}

function operationLines({operations, active}: Telemetry): string[] {
  const all = [...operations];
  return [
    ...head(
      'gazetteer_operation_duration_seconds',
      'histogram',
      'Time of an operation, waiting for its thread included.',
    ),
    ...all.flatMap(([operation, {timing}]) =>
      histogram('gazetteer_operation_duration_seconds', {operation}, timing),
    ),
    ...head(
      'gazetteer_operation_failures_total',
      'counter',
      'Operations that ended with an error.',
    ),
    ...all.map(([operation, {failures}]) =>
      sample('gazetteer_operation_failures_total', {operation}, failures),
    ),
    ...head('gazetteer_operations_running', 'gauge', 'Operations that run now.'),
    sample('gazetteer_operations_running', {}, active.size),
  ];
}

/** Where a policy hides types, not even their names are told to everybody. */
function totalsOf({entities, types}: EntityTally): EntityTally {
  const statuses = [...Map.groupBy(entities, one => one.status)];
  return {
    entities: statuses.map(([status, list]) => ({
      typeName: '',
      status,
      count: list.reduce((sum, one) => sum + one.count, 0),
    })),
    classifications: [],
    types,
  };
}

/** Only where there is a policy: without one these would say nothing. */
function policyLines(policy: PolicyState | undefined): string[] {
  if (policy === undefined) return [];
  return [
    ...head(
      'gazetteer_policy_current',
      'gauge',
      'Whether the policy that holds is that of the file: 0 after a file that cannot be used.',
    ),
    sample('gazetteer_policy_current', {}, policy.problem === undefined ? 1 : 0),
    ...head(
      'gazetteer_policy_loaded_timestamp_seconds',
      'gauge',
      'When the policy that holds was read, in seconds since 1970.',
    ),
    sample('gazetteer_policy_loaded_timestamp_seconds', {}, policy.loadedAt / 1000),
  ];
}

function storeLines({entities, classifications, types}: EntityTally): string[] {
  return [
    ...head(
      'gazetteer_entities',
      'gauge',
      'Entities in the store; incomplete ones count as ACTIVE as well.',
    ),
    ...entities.map(({typeName, status, count}) =>
      sample('gazetteer_entities', {...(typeName === '' ? {} : {type: typeName}), status}, count),
    ),
    ...head('gazetteer_classified_entities', 'gauge', 'Entities by classification.'),
    ...classifications.map(([classification, count]) =>
      sample('gazetteer_classified_entities', {classification}, count),
    ),
    ...head('gazetteer_types', 'gauge', 'Type definitions.'),
    sample('gazetteer_types', {}, types),
  ];
}

function outboxLines({outbox, destinations}: NotificationCounts): string[] {
  const all = Object.entries(destinations);
  return [
    ...head('gazetteer_outbox_rows', 'gauge', 'Rows of changes that are kept for delivery.'),
    sample('gazetteer_outbox_rows', {}, outbox.rows),
    ...head(
      'gazetteer_outbox_rows_limit',
      'gauge',
      'Rows beyond which the oldest are removed, delivered or not.',
    ),
    sample('gazetteer_outbox_rows_limit', {}, outbox.maxRows),
    ...head(
      'gazetteer_outbox_rows_lost_total',
      'counter',
      'Rows that were removed before a destination got them.',
    ),
    sample('gazetteer_outbox_rows_lost_total', {}, outbox.lost),
    ...head(
      'gazetteer_destination_rows_waiting',
      'gauge',
      'Rows that a destination has not got yet.',
    ),
    ...Object.entries(outbox.waiting).map(([destination, rows]) =>
      sample('gazetteer_destination_rows_waiting', {destination}, rows),
    ),
    ...head(
      'gazetteer_destination_changes_total',
      'counter',
      'Changes that a destination has got.',
    ),
    ...all.map(([destination, one]) =>
      sample('gazetteer_destination_changes_total', {destination}, one.delivered),
    ),
    ...head(
      'gazetteer_destination_failures_total',
      'counter',
      'Attempts to deliver changes that failed.',
    ),
    ...all.map(([destination, one]) =>
      sample('gazetteer_destination_failures_total', {destination}, one.failed),
    ),
  ];
}

/** Also without Kafka, since hooks may post their messages. */
function hookLines({
  received,
  done,
  failed,
  inbox,
}: HookCounts & {readonly inbox: InboxCounts}): string[] {
  const name = 'gazetteer_hook_messages_total';
  return [
    ...head(name, 'counter', 'Messages of hooks that were received, processed, or set aside.'),
    ...Object.entries({received, done, failed}).map(([result, count]) =>
      sample(name, {result}, count),
    ),
    ...head(
      'gazetteer_hook_messages_waiting',
      'gauge',
      'Messages of hooks that wait to be processed.',
    ),
    sample('gazetteer_hook_messages_waiting', {}, inbox.waiting),
    ...head(
      'gazetteer_hook_messages_aside',
      'gauge',
      'Messages of hooks that could not be processed.',
    ),
    sample('gazetteer_hook_messages_aside', {}, inbox.failed),
  ];
}

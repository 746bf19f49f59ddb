import type {Options} from '@gazetteer/settings';
import {isCron} from '@gazetteer/server/schedule';

const maxInteger = 2 ** 31 - 1;

/** What happens when entities are saved, deleted and purged. */
export const entityOptions = {
  createShells: {
    key: 'atlas.rest.create.shell.entity.for.non-existing.ref',
    cli: 'create-shells',
    group: 'Entities',
    type: 'boolean',
    default: false,
    doc: 'Whether a save that refers to missing entities by unique attributes creates incomplete entities for them instead of failing.',
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

export const deleteOptions = {
  deleteHandler: {
    key: 'atlas.DeleteHandlerV1.impl',
    cli: 'delete-handler',
    group: 'Deletes',
    type: 'string',
    default: 'SoftDeleteHandlerV1',
    check: value =>
      /(^|\.)(Soft|Hard)DeleteHandlerV1$/.test(value)
        ? undefined
        : 'SoftDeleteHandlerV1 or HardDeleteHandlerV1',
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
      value === '' || isCron(value)
        ? undefined
        : 'a cron expression of five or six fields (the first of six are seconds), such as 0 0 3 * * *',
    doc: 'When deleted entities are purged: a cron expression of five or six fields in the time zone of the server (environment TZ), such as 0 0 3 * * *; empty for never.',
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

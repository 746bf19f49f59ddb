import type {Options, OptionValues} from '@gazetteer/settings';
import {noHookRules, type HookRules} from '@gazetteer/model';
import {listed} from './notification-options.ts';

const group = 'Hooks';
const second = 1000;
const consumer = 'atlas.notification.consumer.';

/** How messages of hooks are taken in. Keys and defaults are the reference's where it has them. */
const taking = {
  hookTopics: {
    key: 'atlas.notification.hook.consumer.topic.names',
    cli: 'hook-topics',
    group,
    type: 'string',
    default: 'ATLAS_HOOK',
    doc: 'Topics that messages of hooks come from, by Kafka and by `POST /v2/notification/topic/{topicName}`; comma-separated.',
  },
  hookGroup: {
    key: 'atlas.kafka.hook.group.id',
    cli: 'hook-group',
    group,
    type: 'string',
    default: 'atlas',
    doc: 'Consumer group of Kafka for these messages.',
  },
  consumerDisabled: {
    key: `${consumer}disabled`,
    cli: 'hook-consumer-off',
    group,
    type: 'boolean',
    default: false,
    doc: 'Read nothing from Kafka; posted messages are still processed.',
  },
  hookMaxRetries: {
    key: 'atlas.notification.hook.maxretries',
    cli: 'hook-retries',
    group,
    type: 'integer',
    default: 3,
    min: 1,
    max: 1000,
    doc: 'Attempts at a message before it is set aside.',
  },
  hookRetryMs: {
    key: `${consumer}retry.interval`,
    cli: 'hook-retry-interval',
    group,
    type: 'duration',
    unit: 'ms',
    default: second / 2,
    min: 1,
    max: 600 * second,
    doc: 'Pause between them.',
  },
  hookMaxWaiting: {
    key: 'atlas.notification.hook.max.waiting',
    cli: 'hook-max-waiting',
    group,
    type: 'integer',
    default: 100_000,
    min: 1,
    max: 100_000_000,
    doc: 'While so many wait, Kafka is not read and posts are answered with 503.',
  },
  hookSegmentWaitMs: {
    key: 'atlas.notification.split.message.segments.wait.time.seconds',
    cli: 'hook-segment-wait',
    group,
    type: 'duration',
    unit: 's',
    default: 900 * second,
    min: second,
    max: 86_400 * second,
    doc: 'How long the segments of a message may be apart.',
  },
  hookShells: {
    key: `${consumer}create.shell.entity.for.non-existing.ref`,
    cli: 'hook-shells',
    group,
    type: 'boolean',
    default: true,
    doc: 'Create incomplete entities for those that a message refers to and that do not exist.',
  },
} as const satisfies Options;

/** Checked when the server starts, and not with the first message. */
const pattern = (value: string): string | undefined =>
  listed(value).every(isPattern) ? undefined : 'a comma-separated list of regular expressions';

/** Which parts of a message are left out before it is taken in. */
const rules = {
  ignoredTypes: {
    key: `${consumer}preprocess.entity.type.ignore.pattern`,
    cli: 'hook-ignore-types',
    group,
    type: 'string',
    default: '',
    check: pattern,
    doc: 'Entities of types whose name one of these patterns matches as a whole are left out; comma-separated.',
  },
  ignoredEntities: {
    key: `${consumer}preprocess.entity.ignore.pattern`,
    cli: 'hook-ignore-entities',
    group,
    type: 'string',
    default: '',
    check: pattern,
    doc: 'The same of qualified names.',
  },
  ignoredTables: {
    key: `${consumer}preprocess.hive_table.ignore.pattern`,
    cli: 'hook-ignore-tables',
    group,
    type: 'string',
    default: '',
    check: pattern,
    doc: 'Hive tables, by qualified name, that are left out with their columns and storage, and with processes that only refer to them.',
  },
  prunedTables: {
    key: `${consumer}preprocess.hive_table.prune.pattern`,
    cli: 'hook-prune-tables',
    group,
    type: 'string',
    default: '',
    check: pattern,
    doc: 'Hive tables that are processed without columns and storage.',
  },
  ignoreDummyDatabases: {
    key: `${consumer}preprocess.hive_db.ignore.dummy.enabled`,
    cli: 'hook-ignore-dummy-dbs',
    group,
    type: 'boolean',
    default: false,
    doc: 'Leave out the Hive databases that the next option names.',
  },
  dummyDatabases: {
    key: `${consumer}preprocess.hive_db.ignore.dummy.names`,
    cli: 'hook-dummy-dbs',
    group,
    type: 'string',
    default: '_dummy_database',
    doc: 'Placeholder names of Hive databases, comma-separated.',
  },
  ignoreDummyTables: {
    key: `${consumer}preprocess.hive_table.ignore.dummy.enabled`,
    cli: 'hook-ignore-dummy-tables',
    group,
    type: 'boolean',
    default: false,
    doc: 'Leave out the Hive tables that the next option names.',
  },
  dummyTables: {
    key: `${consumer}preprocess.hive_table.ignore.dummy.names`,
    cli: 'hook-dummy-tables',
    group,
    type: 'string',
    default: '_dummy_table',
    doc: 'Placeholder names of Hive tables, comma-separated.',
  },
  ignorePrefixes: {
    key: `${consumer}preprocess.hive_table.ignore.name.prefixes.enabled`,
    cli: 'hook-ignore-prefixes',
    group,
    type: 'boolean',
    default: false,
    doc: 'Leave out Hive tables with a prefix of the next option.',
  },
  dummyPrefixes: {
    key: `${consumer}preprocess.hive_table.ignore.name.prefixes`,
    cli: 'hook-dummy-prefixes',
    group,
    type: 'string',
    default: 'Values__Tmp__Table__',
    doc: 'Prefixes of such names, comma-separated.',
  },
  nameProcesses: {
    key: `${consumer}preprocess.hive_process.update.name.with.qualified_name`,
    cli: 'hook-name-processes',
    group,
    type: 'boolean',
    default: true,
    doc: 'Name Hive processes by their qualified name instead of the text of their query.',
  },
  freeHiveParts: {
    key: `${consumer}preprocess.hive_types.remove.ownedref.attrs`,
    cli: 'hook-free-hive-parts',
    group,
    type: 'boolean',
    default: true,
    doc: 'Columns and storage of a Hive table refer to their table instead of being listed by it: a list would remove those that it lacks.',
  },
  freeRdbmsParts: {
    key: `${consumer}preprocess.rdbms_types.remove.ownedref.attrs`,
    cli: 'hook-free-rdbms-parts',
    group,
    type: 'boolean',
    default: true,
    doc: 'The same of relational databases.',
  },
  pruneS3Prefixes: {
    key: `${consumer}preprocess.s3_v2_directory.prune.object_prefix`,
    cli: 'hook-prune-s3-prefixes',
    group,
    type: 'boolean',
    default: true,
    doc: 'The prefix of an S3 directory is that of the folder that it is in.',
  },
  pruneSparkProcesses: {
    key: `${consumer}preprocess.spark_process.attributes`,
    cli: 'hook-prune-spark-processes',
    group,
    type: 'boolean',
    default: false,
    doc: 'Leave out the plans and details of Spark processes.',
  },
  skipSuspectLineage: {
    key: `${consumer}skip.hive_column_lineage.hive-20633`,
    cli: 'hook-skip-suspect-lineage',
    group,
    type: 'boolean',
    default: true,
    doc: 'Leave out column lineage where every column comes from all columns, which is a defect of Hive (HIVE-20633), and repeated column lineage.',
  },
  suspectLineageInputs: {
    key: `${consumer}skip.hive_column_lineage.hive-20633.inputs.threshold`,
    cli: 'hook-suspect-lineage-inputs',
    group,
    type: 'integer',
    default: 15,
    min: 0,
    max: 1_000_000,
    doc: 'Average number of inputs above which column lineage is treated as that defect.',
  },
} as const satisfies Options;

export const hookOptions = {...taking, ...rules} as const satisfies Options;

export type HookOptions = OptionValues<typeof hookOptions>;

/** What operations need of them. */
export type HookSettings = {
  readonly rules: HookRules;
  readonly createShells: boolean;
  readonly maxWaiting: number;
};

/** What is done with messages of hooks before they are saved, in the words of the model. */
export function hookSettingsOf(options: HookOptions): HookSettings {
  const {hookShells: createShells, hookMaxWaiting: maxWaiting} = options;
  const {nameProcesses, freeHiveParts, freeRdbmsParts, pruneS3Prefixes, pruneSparkProcesses} =
    options;
  return {
    createShells,
    maxWaiting,
    rules: {
      ...noHookRules,
      ignoredTypes: listed(options.ignoredTypes),
      ignoredEntities: listed(options.ignoredEntities),
      ignoredTables: listed(options.ignoredTables),
      prunedTables: listed(options.prunedTables),
      dummyDatabases: options.ignoreDummyDatabases ? listed(options.dummyDatabases) : [],
      dummyTables: options.ignoreDummyTables ? listed(options.dummyTables) : [],
      dummyPrefixes: options.ignorePrefixes ? listed(options.dummyPrefixes) : [],
      nameProcesses,
      freeHiveParts,
      freeRdbmsParts,
      pruneS3Prefixes,
      pruneSparkProcesses,
      maxLineageInputs: options.skipSuspectLineage ? options.suspectLineageInputs : undefined,
    },
  };
}

function isPattern(text: string): boolean {
  try {
    return new RegExp(`^(?:${text})$`) instanceof RegExp;
  } catch {
    return false;
  }
}

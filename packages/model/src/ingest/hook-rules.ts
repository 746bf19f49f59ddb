/**
 * What is done to entities that hooks hand in, before they are saved
 * (`atlas.notification.consumer.preprocess.*`).
 */
export type HookRules = {
  /** Names of types, as patterns that match as a whole: their entities are left out. */
  readonly ignoredTypes: readonly string[];
  /** The same of qualified names. */
  readonly ignoredEntities: readonly string[];
  /** Of qualified names of Hive tables: they are left out, with all that is theirs. */
  readonly ignoredTables: readonly string[];
  /** Of those tables nothing but the table itself is taken. */
  readonly prunedTables: readonly string[];
  /** Names of Hive databases and tables that stand for none, and beginnings of names of tables. */
  readonly dummyDatabases: readonly string[];
  readonly dummyTables: readonly string[];
  readonly dummyPrefixes: readonly string[];
  /** Hive calls processes by the text of their query: they get their qualified name for a name. */
  readonly nameProcesses: boolean;
  /** Parts are handed in by themselves, so that a list that lacks some does not take them away. */
  readonly freeHiveParts: boolean;
  readonly freeRdbmsParts: boolean;
  readonly pruneS3Prefixes: boolean;
  /** Plans and details of Spark processes are left out. */
  readonly pruneSparkProcesses: boolean;
  /**
   * Column lineage with more inputs than this on average is taken for wrong (HIVE-20633);
   * undefined: never.
   */
  readonly maxLineageInputs: number | undefined;
};

export const noHookRules: HookRules = {
  ignoredTypes: [],
  ignoredEntities: [],
  ignoredTables: [],
  prunedTables: [],
  dummyDatabases: [],
  dummyTables: [],
  dummyPrefixes: [],
  nameProcesses: false,
  freeHiveParts: false,
  freeRdbmsParts: false,
  pruneS3Prefixes: false,
  pruneSparkProcesses: false,
  maxLineageInputs: undefined,
};

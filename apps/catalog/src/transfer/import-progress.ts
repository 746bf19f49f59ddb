/** A relation that the file at a place tells of, to what was not there when it came. */
export type RelationAhead = {
  readonly place: number;
  readonly to: string;
  readonly relationshipGuid: string;
};

/** How far an import is; enough to go on from there in another process. */
export type ImportProgress = {
  /** Place of the next file. */
  position: number;
  /** Places of files that refer to what was not there when they came. */
  unresolved: number[];
  /** Relations that lead to what has not come yet, each with the place that tells of it. */
  ahead: readonly RelationAhead[];
  /** Places of files whose ways of classifications are brought in line at the end. */
  blocking: number[];
  carrying: number[];
  metrics: Record<string, number>;
  /** What temporary guids of the archive were given. */
  assigned: Readonly<Record<string, string>>;
  /** Why entities were not imported, by guid; empty where the first of them ends the import. */
  failures: Record<string, string>;
};

export type ColumnName = {
  readonly name: string;
  readonly type: string;
  readonly comment: string;
  readonly isPartition?: boolean;
};
export type TableName = {readonly name: string; readonly type: string; readonly comment: string};

/**
 * Where names come from. Answers that fail count as empty: somebody who types is told nothing
 * wrong, only less.
 */
export type NameCatalog = {
  databases(): Promise<readonly string[]>;
  tables(database: string): Promise<readonly TableName[]>;
  /** Those of other databases, as far as they are known by now: nobody waits for many databases. */
  otherTables(database: string): Promise<readonly (TableName & {readonly database: string})[]>;
  columns(database: string, table: string): Promise<readonly ColumnName[]>;
  functions(): Promise<readonly string[]>;
  /**
   * All values of a column that has few; none where that is not known, or costs much to find out.
   * @param isAlone whether nothing else is proposed there, which would wait for them
   */
  values?(
    database: string,
    table: string,
    column: ColumnName,
    isAlone: boolean,
  ): Promise<readonly string[]>;
};

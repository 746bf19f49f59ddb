export type ColumnName = {readonly name: string; readonly type: string; readonly comment: string};

/**
 * Where names come from. Answers that fail count as empty: somebody who types is told nothing
 * wrong, only less.
 */
export type NameCatalog = {
  databases(): Promise<readonly string[]>;
  tables(
    database: string,
  ): Promise<readonly {readonly name: string; readonly type: string; readonly comment: string}[]>;
  columns(database: string, table: string): Promise<readonly ColumnName[]>;
  functions(): Promise<readonly string[]>;
};

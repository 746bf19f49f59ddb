/** What a grammar says may stand at a place. Keywords are in capitals. */
export type Expected = {
  readonly keywords: readonly string[];
  readonly tables: boolean;
  readonly columns: boolean;
  readonly functions: boolean;
  readonly databases: boolean;
};

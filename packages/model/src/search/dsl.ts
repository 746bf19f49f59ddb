/** What a text stood in; a backquote for names that are no plain words. */
export type DslQuote = '' | '"' | "'" | '`';
export type DslName = {readonly text: string; readonly quote: DslQuote};

/** `name`, `db.name`, `hive_table.db.owner`. `at` is where it begins in the query, for messages. */
export type DslPath = {readonly names: readonly DslName[]; readonly at: number};

export type DslValue =
  | {readonly kind: 'text'; readonly text: DslName; readonly at: number}
  /** As it was written, so that no digit is lost. */
  | {readonly kind: 'number'; readonly text: string; readonly at: number}
  | {readonly kind: 'flag'; readonly value: boolean; readonly at: number}
  | {readonly kind: 'list'; readonly items: readonly DslValue[]; readonly at: number};

export type DslOperator = '<' | '<=' | '=' | '!=' | '>' | '>=' | 'like';

export type DslExpression =
  /**
   * Both bind alike, from left to right, as in the reference: `a or b and c` is `(a or b) and c`.
   */
  | {readonly kind: 'and' | 'or'; readonly left: DslExpression; readonly right: DslExpression}
  | {readonly kind: 'not'; readonly part: DslExpression}
  | {
      readonly kind: 'compare';
      readonly path: DslPath;
      readonly operator: DslOperator;
      readonly value: DslValue;
    }
  | {readonly kind: 'isa'; readonly subject: DslPath; readonly classification: DslPath}
  | {readonly kind: 'has'; readonly subject: DslPath; readonly path: DslPath}
  | {readonly kind: 'hasTerm'; readonly subject: DslPath; readonly term: DslPath};

export type DslFunction = 'count' | 'min' | 'max' | 'sum' | 'avg';

/** What a query can show or order by; `count` takes no path. */
export type DslItem =
  | {readonly kind: 'path'; readonly path: DslPath}
  | {
      readonly kind: 'aggregate';
      readonly name: DslFunction;
      readonly path?: DslPath;
      readonly at: number;
    };

export type DslSource = {readonly type: DslPath; readonly alias?: DslName};

export type DslQuery = {
  /** What is sought is of all of them; with none, anything. */
  readonly from: readonly DslSource[];
  readonly where?: DslExpression;
  readonly groupBy?: readonly DslPath[];
  readonly select?: readonly {readonly item: DslItem; readonly alias?: DslName}[];
  readonly orderBy?: {readonly item: DslItem; readonly descending: boolean};
  readonly limit?: number;
  readonly offset?: number;
};

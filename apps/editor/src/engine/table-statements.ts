import {sqlText} from '@gazetteer/model/sql';

type Kind = 'TABLE' | 'VIEW';

/**
 * Statements that change tables and what is known of them, in the words of an engine; absent is
 * what it cannot do. Plain texts: whoever has a session may send them.
 */
export type TableStatements = {
  readonly dropTable: (database: string, table: string, kind: Kind) => string;
  readonly dropDatabase: (database: string) => string;
  readonly renameTable: (database: string, table: string, to: string, kind: Kind) => string;
  readonly commentOn: (database: string, table: string, comment: string, kind: Kind) => string;
  readonly changeColumn: (
    database: string,
    table: string,
    column: ColumnChange,
  ) => readonly string[];
  readonly dropPartition?: (
    database: string,
    table: string,
    partition: Readonly<Record<string, string>>,
  ) => string;
  readonly loadData?: (database: string, table: string, path: string, isOver: boolean) => string;
  /** Of a database: its properties. */
  readonly setProperties?: (
    database: string,
    properties: Readonly<Record<string, string>>,
  ) => string;
  /** Figures of the table; of its columns as well. */
  readonly analyze?: (database: string, table: string, withColumns: boolean) => string;
  /** Figures of columns in one row. */
  readonly profile?: (
    database: string,
    table: string,
    columns: readonly ProfiledColumn[],
  ) => {readonly sql: string; readonly figures: readonly Figure[]};
  /** What the engine keeps of the table in memory is read anew. */
  readonly refresh?: (database: string, table: string) => string;
};

/** What has an order, and of that what has a mean; of anything else values are counted alone. */
export type ProfiledColumn = {
  readonly name: string;
  readonly kind: 'number' | 'ordered' | 'other';
};
export type Figure = {readonly column: string; readonly figure: string};

export type ColumnChange = {
  readonly name: string;
  readonly newName: string;
  readonly type: string;
  /** Whether the type is another one than before. */
  readonly isRetyped: boolean;
  /** It stays as it is when undefined. */
  readonly comment: string | undefined;
};

type Quoted = (name: string) => string;

/** Of Hive and those who speak as it does; undefined where there are none. */
export function hiveStatements(dialect: string, quoted: Quoted): TableStatements | undefined {
  const at = (database: string, table: string) => `${quoted(database)}.${quoted(table)}`;
  const analyze = (columns: string) => (database: string, table: string, withColumns: boolean) =>
    `ANALYZE TABLE ${at(database, table)} COMPUTE STATISTICS${withColumns ? ` FOR ${columns}` : ''}`;
  switch (dialect) {
    case 'hplsql':
    case 'procedural':
    case 'catalog':
      return undefined;
    case 'sparksql':
    case 'sqlalt':
      return {
        ...ofHive(quoted),
        profile: profileOf(quoted, at, 'approx_count_distinct'),
        analyze: analyze('ALL COLUMNS'),
        refresh: (database, table) => `REFRESH TABLE ${at(database, table)}`,
      };
    case 'impala':
    case 'analytic':
      return {
        ...ofHive(quoted),
        profile: profileOf(quoted, at, 'ndv'),
        analyze: (database, table) => `COMPUTE STATS ${at(database, table)}`,
        refresh: (database, table) => `REFRESH ${at(database, table)}`,
      };
    default:
      return {
        ...ofHive(quoted),
        profile: profileOf(quoted, at, undefined),
        analyze: analyze('COLUMNS'),
      };
  }
}

function ofHive(quoted: Quoted): TableStatements {
  const at = (database: string, table: string) => `${quoted(database)}.${quoted(table)}`;
  const pairs = (of: Readonly<Record<string, string>>, name: (key: string) => string) =>
    Object.entries(of)
      .map(([key, value]) => `${name(key)}=${hiveText(value)}`)
      .join(', ');
  return {
    dropTable: (database, table, kind) => `DROP ${kind} ${at(database, table)}`,
    dropDatabase: database => `DROP DATABASE ${quoted(database)} CASCADE`,
    renameTable: (database, table, to, kind) =>
      `ALTER ${kind} ${at(database, table)} RENAME TO ${at(database, to)}`,
    commentOn: (database, table, comment, kind) =>
      `ALTER ${kind} ${at(database, table)} SET TBLPROPERTIES (${pairs({comment}, hiveText)})`,
    changeColumn: (database, table, {name, newName, type, comment}) => [
      `ALTER TABLE ${at(database, table)} CHANGE COLUMN ${quoted(name)} ${quoted(newName)} ${type}` +
        (comment === undefined ? '' : ` COMMENT ${hiveText(comment)}`),
    ],
    dropPartition: (database, table, partition) =>
      `ALTER TABLE ${at(database, table)} DROP PARTITION (${pairs(partition, quoted)})`,
    loadData: (database, table, path, isOver) =>
      `LOAD DATA INPATH ${hiveText(path)} ${isOver ? 'OVERWRITE ' : ''}INTO TABLE ${at(database, table)}`,
    setProperties: (database, properties) =>
      `ALTER DATABASE ${quoted(database)} SET DBPROPERTIES (${pairs(properties, hiveText)})`,
  };
}

/** @param schema of what clients call a database */
export function duckDbStatements(
  quoted: Quoted,
  schemaOf: (database: string) => string,
): TableStatements {
  const schema = (database: string) => quoted(schemaOf(database));
  const at = (database: string, table: string) => `${schema(database)}.${quoted(table)}`;
  return {
    dropTable: (database, table, kind) => `DROP ${kind} ${at(database, table)}`,
    dropDatabase: database => `DROP SCHEMA ${schema(database)} CASCADE`,
    renameTable: (database, table, to, kind) =>
      `ALTER ${kind} ${at(database, table)} RENAME TO ${quoted(to)}`,
    commentOn: (database, table, comment, kind) =>
      `COMMENT ON ${kind} ${at(database, table)} IS ${sqlText(comment)}`,
    changeColumn: (database, table, {name, newName, type, isRetyped, comment}) => [
      ...(isRetyped
        ? [`ALTER TABLE ${at(database, table)} ALTER COLUMN ${quoted(name)} SET DATA TYPE ${type}`]
        : []),
      ...(comment === undefined
        ? []
        : [`COMMENT ON COLUMN ${at(database, table)}.${quoted(name)} IS ${sqlText(comment)}`]),
      ...(newName === name
        ? []
        : [
            `ALTER TABLE ${at(database, table)} RENAME COLUMN ${quoted(name)} TO ${quoted(newName)}`,
          ]),
    ],
    analyze: (database, table) => `ANALYZE ${at(database, table)}`,
    profile: profileOf(quoted, at, 'approx_count_distinct'),
  };
}

/** As Hive, Spark and Impala write texts: a backslash before what would end them. */
export function hiveText(words: string): string {
  return `'${words.replaceAll(/['\\]/g, String.raw`\$&`)}'`;
}

/** @param distinct counts values about, which is fast; Hive has only the exact way, which is not */
function profileOf(
  quoted: Quoted,
  at: (database: string, table: string) => string,
  distinct: string | undefined,
): NonNullable<TableStatements['profile']> {
  return (database, table, columns) => {
    const wanted = [
      {column: '', figure: 'rows', sql: 'count(*)'},
      ...columns.flatMap(({name: column, kind}) => {
        const name = quoted(column);
        const isPlain = kind !== 'other';
        return [
          {column, figure: 'filled', sql: `count(${name})`},
          ...(distinct !== undefined && isPlain
            ? [{column, figure: 'distinct', sql: `${distinct}(${name})`}]
            : []),
          ...(isPlain
            ? [
                {column, figure: 'min', sql: `min(${name})`},
                {column, figure: 'max', sql: `max(${name})`},
              ]
            : []),
          ...(kind === 'number' ? [{column, figure: 'avg', sql: `avg(${name})`}] : []),
        ];
      }),
    ];
    return {
      sql: `SELECT ${wanted.map(({sql}, n) => `${sql} AS f${n}`).join(', ')} FROM ${at(database, table)}`,
      figures: wanted.map(({column, figure}) => ({column, figure})),
    };
  };
}

/** All that SQLite and PostgreSQL disagree on, for the store. Nothing outside this package and `store` may ask which one it is. */
export type Dialect = {
  readonly name: 'sqlite' | 'postgres';
  /** `column IN (…)` for a list that is bound as one array parameter. */
  readonly inList: (column: string, type?: ColumnType) => string;
  /** A set-returning expression over one array parameter; the rows have one column named `value`. */
  readonly listRows: (type: ColumnType) => string;
  /** Text of the member `key` of a JSON text column; `key` is bound as a parameter. */
  readonly jsonText: (column: string) => string;
  /** SQL type of each column type. */
  readonly types: Readonly<Record<ColumnType, string>>;
  /** `LIKE` that tells upper from lower case; `\` escapes. */
  readonly like: (column: string) => string;
};

/** `id` is a 64-bit row number, `number` a double, `json` JSON as text. */
export type ColumnType = 'id' | 'int' | 'number' | 'text' | 'json';

export const sqlite: Dialect = {
  name: 'sqlite',
  inList: column => `${column} IN (SELECT value FROM json_each(?))`,
  listRows: () => `json_each(?)`,
  jsonText: column => `(${column} ->> ?)`,
  types: {id: 'INTEGER', int: 'INTEGER', number: 'REAL', text: 'TEXT', json: 'TEXT'},
  like: column => `${column} GLOB ?`,
};

export const postgres: Dialect = {
  name: 'postgres',
  inList: (column, type = 'id') => `${column} = ANY(?::${postgresTypes[type]}[])`,
  listRows: type => `unnest(?::${postgresTypes[type]}[]) AS list(value)`,
  jsonText: column => `(${column}::jsonb ->> ?)`,
  // "C" collation: byte order, so prefixes are ranges and both databases sort alike.
  types: {id: 'BIGINT', int: 'INTEGER', number: 'DOUBLE PRECISION', text: 'TEXT COLLATE "C"', json: 'TEXT'},
  like: column => `${column} LIKE ?`,
};

const postgresTypes: Record<ColumnType, string> = {
  id: 'bigint',
  int: 'int',
  number: 'float8',
  text: 'text',
  json: 'text',
};

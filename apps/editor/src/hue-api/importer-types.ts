/** Names that a type has where it is not called as in the embedded engine. */
type Names = Readonly<Record<string, string>>;

const hive: Names = {INTEGER: 'INT', HUGEINT: 'DECIMAL', VARCHAR: 'STRING', TIME: 'TIMESTAMP'};
const byDialect: Readonly<Record<string, Names>> = {
  hive,
  impala: hive,
  sparksql: hive,
  trino: {HUGEINT: 'DECIMAL', FLOAT: 'REAL'},
  phoenix: {HUGEINT: 'DECIMAL'},
};

const interval = 'INTERVAL DAY TO SECOND';
const list = (names: string): readonly string[] => names.split(' ');
const shared = list('ARRAY BIGINT BOOLEAN DATE DECIMAL DOUBLE SMALLINT STRING TIMESTAMP TINYINT');
const ofHadoop = [...shared, ...list('BINARY FLOAT INT STRUCT')];
const unsigned = list('UNSIGNED_INT UNSIGNED_LONG UNSIGNED_SMALLINT UNSIGNED_TINYINT');
/** What Hue's importer offers for columns of each dialect. */
const offered: Readonly<Record<string, readonly string[]>> = {
  hive: [...ofHadoop, interval],
  sparksql: [...ofHadoop, interval],
  impala: ofHadoop,
  trino: [...shared, ...list('INTEGER JSON REAL ROW VARBINARY VARCHAR'), interval],
  phoenix: [...shared, ...list('FLOAT INT TIME VARBINARY VARCHAR'), ...unsigned],
  duckdb: [
    ...list('BIGINT BOOLEAN DATE DOUBLE FLOAT HUGEINT INTEGER JSON SMALLINT TIME TIMESTAMP'),
    ...list('TINYINT UUID VARCHAR'),
    'TIMESTAMP WITH TIME ZONE',
  ],
};

/** Types for the columns of a dialect, by name; undefined for one that is not known. */
export function typesOfDialect(dialect: string): readonly string[] | undefined {
  const name = dialect.toLowerCase();
  return Object.hasOwn(offered, name) ? offered[name]?.toSorted() : undefined;
}

/** A type of the embedded engine as a dialect calls it. */
export function typeIn(dialect: string, type: string): string {
  const name = dialect.toLowerCase();
  const names = Object.hasOwn(byDialect, name) ? byDialect[name] : undefined;
  return names !== undefined && Object.hasOwn(names, type) ? (names[type] ?? type) : type;
}

const given: Names = {
  STRING: 'VARCHAR',
  TEXT: 'VARCHAR',
  CHAR: 'VARCHAR',
  INT: 'INTEGER',
  LONG: 'BIGINT',
  REAL: 'FLOAT',
  DECIMAL: 'DECIMAL(38, 10)',
};

/** What clients of Hue call a type, as the embedded engine does. */
export function typeHere(type: string): string {
  const name = type.trim().toUpperCase();
  return Object.hasOwn(given, name) ? (given[name] ?? name) : name;
}

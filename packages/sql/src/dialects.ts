import {dialectName, type Lexis, lexisOf} from './lexis.ts';

/**
 * What differs between kinds of SQL for whoever reads or writes its text. Words are in lower case.
 */
export type Dialect = Lexis & {
  readonly name: string;
  readonly keywords: readonly string[];
  readonly types: readonly string[];
  /** Keywords that no name can be without quotes, in some or all of the dialects. */
  readonly reserved: ReadonlySet<string>;
  /** Around names that are no plain words, or that are keywords. */
  readonly nameQuote: '`' | '"';
  /** Around all names: MySQL reserves more words with each version, and writes them so itself. */
  readonly quotesAlways: boolean;
};

const words = (text: string): readonly string[] => text.trim().split(/\s+/);

const common = words(`
  all alter and any as asc between by case cast column columns comment create cross current_date current_timestamp database
  databases default delete desc describe distinct drop else end escape except exists explain false filter first following for
  from full function functions group grouping having if in inner insert intersect interval into is join last lateral left like
  limit natural not null nulls offset on or order outer over overwrite partition preceding range recursive replace right rollup
  row rows schema select set sets show some table tables tablesample temporary then to true truncate unbounded union unique
  update use using values view when where window with add cube current delimited analyze compute grant revoke rename role
  roles user
`);

const hiveWords = words(`
  after archive avro bucket buckets buffer cascade change cluster clustered collection compact constraint defined deferred
  dependency directory disable distribute enable exchange export extended external fields float foreign format formatted
  import index indexes inpath inputformat items jar keep keys lines load local location lock locks macro map materialized
  merge metadata msck offline optimize orc outputformat parquet partitioned partitions percent primary properties purge read
  rebuild reduce references regexp reload repair restrict rewrite rlike rcfile schemas sequencefile serde serdeproperties
  skewed sort sorted statistics stats stored tblproperties temporary terminated textfile touch transactions transform trigger
  unarchive unlock unset unsigned utc views explode authorization
`);

const sparkWords = words(`
  cache cached catalog catalogs clustered cluster cost delta describe distribute extended external fields formatted hint
  iceberg ignore inpath insert lazy lines list load local location map matched merge minus msck optimize option options orc
  parquet partitioned partitions pivot purge qualify refresh regexp reset rlike semi serde serdeproperties sort sorted stored
  tblproperties terminated textfile transform try_cast uncache unpivot unset version view views zone csv json
`);

const impalaWords = words(`
  anti avro cached change compression compute data extended external fileformat formatted incremental invalidate kudu lines
  load location metadata minus optional orc parquet parquetfile partitioned partitions primary purge rcfile recover refresh
  regexp restrict rlike semi sequencefile serdeproperties sort sortby stats stored straight_join tblproperties terminated
  textfile uncached upsert
`);

const duckDbWords = words(`
  anti asof attach at be checkpoint collate copy deallocate detach do_nothing enum exclude execute export glob header ilike
  import install lambda list macro map materialized nothing only positional pivot pivot_longer pivot_wider pragma prepare
  qualify read_csv read_parquet read_json reservoir returning sample semi sequence similar struct summarize unpivot unnest
  vacuum csv parquet json format delimiter
`);

const trinoWords = words(`
  commit count deallocate deny execute extract fetch input isolation json_array json_exists json_object json_query json_table
  json_value listagg localtime localtimestamp materialized match_recognize matches merge next ordinality output pattern
  prepare refresh reset rollback security session skip start stats system transaction try_cast unmatched unnest zone
`);

const postgresWords = words(`
  begin cascade close commit conflict copy deallocate each execute excluded extension generated inherits materialized merge
  nothing notify ordinality prepare refresh repeatable reset returns rollback savepoint skip truncate within
`);

const mySqlWords = words(`
  auto_increment begin call charset check close collate commit constraint deallocate do dual duplicate enum execute fetch
  force foreign ignore index infile interval key keys kill load local lock outfile prepare primary procedure references
  rlike rollback separator share start straight_join temporary unlock unsigned xor
`);

const hiveTypes = words(`
  array bigint binary boolean char date decimal double float int integer interval map numeric smallint string struct timestamp
  tinyint uniontype varchar
`);
const duckDbTypes = words(`
  bigint bit blob boolean char date decimal double enum float hugeint int integer interval json list map numeric real smallint
  struct text time timestamp timestamptz tinyint ubigint uhugeint uinteger union usmallint utinyint uuid varchar
`);
const trinoTypes = words(`
  array bigint boolean char date decimal double hyperloglog int integer ipaddress json map real row smallint time timestamp
  tinyint uuid varbinary varchar
`);

const postgresTypes = words(`
  bigint bigserial boolean bytea char character date decimal double inet int integer interval json jsonb money numeric real
  serial smallint text time timestamp timestamptz tsvector uuid varchar xml
`);
const mySqlTypes = words(`
  bigint binary blob boolean char date datetime decimal double enum float int json longblob longtext mediumint mediumtext
  signed smallint text time timestamp tinyint unsigned varbinary varchar year
`);

/** What PostgreSQL takes for no name without quotes. */
const postgresReserved = words(`
  analyse array asymmetric authorization binary both check collate collation concurrently constraint current_catalog
  current_role current_schema current_time current_user deferrable do fetch foreign freeze ilike initially isnull leading
  localtime localtimestamp notnull only overlaps placing primary references returning session_user similar symmetric
  system_user trailing variadic verbose
`);

const dialect = (
  name: string,
  own: readonly string[],
  types: readonly string[],
  nameQuote: Dialect['nameQuote'],
  reserved: readonly string[] = [],
): Dialect => ({
  name,
  keywords: [...new Set([...common, ...own, ...reserved])].sort(),
  types,
  reserved: new Set([...common, ...reserved]),
  nameQuote,
  quotesAlways: name === 'mysql',
  ...lexisOf(name),
});

const hive = dialect('hive', hiveWords, hiveTypes, '`');
const dialects: ReadonlyMap<string, Dialect> = new Map(
  [
    hive,
    dialect('spark', sparkWords, hiveTypes, '`'),
    dialect('impala', impalaWords, hiveTypes, '`'),
    dialect('duckdb', duckDbWords, duckDbTypes, '"'),
    dialect('trino', trinoWords, trinoTypes, '"'),
    dialect('postgresql', postgresWords, postgresTypes, '"', postgresReserved),
    dialect('mysql', mySqlWords, mySqlTypes, '`'),
  ].map(one => [one.name, one]),
);

/** The dialect of an engine; what is not known is taken for that of the main engine. */
export function dialectOf(name: string): Dialect {
  return dialects.get(dialectName(name)) ?? hive;
}

/** A name as it has to be written: in quotes where it would be read as something else. */
export function writtenName(name: string, {nameQuote, quotesAlways, reserved}: Dialect): string {
  const isPlain = nameQuote === '"' ? /^[a-z_][a-z0-9_]*$/.test(name) : /^[A-Za-z_]\w*$/.test(name);
  if (isPlain && !quotesAlways && !reserved.has(name.toLowerCase())) return name;
  return `${nameQuote}${name.replaceAll(nameQuote, nameQuote + nameQuote)}${nameQuote}`;
}

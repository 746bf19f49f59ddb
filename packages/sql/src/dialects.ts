import type {Lexis} from './lexis.ts';

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
  after archive avro bucket buckets buffer cascade change cluster clustered collection compact compactions concatenate
  constraint dbproperties defined deferred dependency directory disable distribute elem_type enable exchange export extended
  external fields fileformat float foreign format formatted import index indexes inpath inputdriver inputformat items jar keep
  key_type keys lines load local location lock locks macro managed map mapjoin materialized merge metadata minus msck no_drop
  novalidate offline optimize orc out outputdriver outputformat parquet partitioned partitions percent primary properties
  protection purge read rebuild recordreader recordwriter reduce references regexp reload rely repair restrict rewrite rlike
  rcfile schemas scheduled semi sequencefile serde serdeproperties show_database skewed snapshot sort sorted statistics stats
  stored streamtable tblproperties temporary terminated textfile touch transactions transform trigger unarchive unlock
  unset unsigned uri utc utctimestamp value_type views explode vectorization reoptimization authorization
`);

const sparkWords = words(`
  anti cache cached catalog catalogs clear clustered cluster codegen cost dbproperties delta describe distribute extended
  external fields formatted hint iceberg ignore inpath insert lazy lines list load local location map matched merge minus msck
  namespace namespaces optimize option options orc parquet partitioned partitions pivot purge qualify refresh regexp reset
  rlike semi serde serdeproperties sort sorted stored tblproperties terminated textfile transform try_cast uncache unpivot
  unset version view views zone csv json
`);

const impalaWords = words(`
  aggregate anti avro block_size cached change class close_fn compression compute data encoding extended external fileformat
  fields finalize_fn formatted incremental init_fn inpath intermediate invalidate kudu lines load location merge_fn metadata
  minus optional orc parquet parquetfile partitioned partitions prepare_fn primary produced purge rcfile recover refresh regexp
  repeatable restrict rlike semi sequencefile serdeproperties serialize_fn sort sortby stats stored straight_join symbol
  tblproperties terminated textfile uncached unknown upsert
`);

const duckDbWords = words(`
  anti asof attach at be checkpoint collate copy deallocate detach do_nothing enum exclude execute export glob header ilike
  import install lambda list macro map materialized nothing only positional pivot pivot_longer pivot_wider pragma prepare
  qualify read_csv read_parquet read_json reservoir returning sample semi sequence similar struct summarize unpivot unnest
  vacuum csv parquet json format delimiter
`);

const trinoWords = words(`
  bernoulli catalogs commit count deallocate deny empty execute extract fetch final graphql initial input isolation json_array
  json_exists json_object json_query json_table json_value listagg localtime localtimestamp materialized match_recognize
  matches measures merge next normalize of omit one ordinality output pattern permute prepare refresh reset rollback running
  security session skip start stats subset system transaction try_cast uescape unmatched unnest work zone
`);

const postgresWords = words(`
  always asymmetric atomic authorization begin both called cascade check checkpoint close cluster
  collate collation commit concurrently conflict constraint constraints copy deallocate declare
  deferrable deferred definer discard do domain each enable enum exclude excluded execute extension
  fetch force foreign freeze generated global ilike immediate immutable inherits initially inout
  instead invoker isnull isolation leading leakproof listen maintain matched materialized maxvalue
  merge minvalue nothing notify notnull nowait only option ordinality overlaps parallel passing
  placing plpgsql prepare primary publication reassign references refresh reindex repeatable replica
  reset restrict returning returns revoke savepoint search serializable session setof similar skip
  stable stored symmetric tablespace trigger trailing transaction truncate unlisten unlogged until
  vacuum variadic verbose volatile wait within without
`);

const mySqlWords = words(`
  algorithm auto_increment binary boolean both btree call cascade change charset character check
  close collate commit constraint continue cursor day_hour day_minute day_second deallocate declare
  definer delayed delimiter deterministic distinctrow div do dual dumpfile duplicate each elseif
  enclosed engine enum escaped execute exit fetch flush force foreign format fulltext generated
  global grants handler high_priority hour_minute hour_second identified ignore index infile inout
  insert_method install interval iterate key keys kill leading leave lines load local localtime
  localtimestamp lock locked loop low_priority match maxvalue mod modify nowait optimize option
  optionally out outfile precision prepare primary procedure processlist purge quick read references
  regexp release rename repair repeat replace require resignal restrict return returning returns
  revoke rlike rollback row_format savepoint schemas separator sequence share show spatial sql
  sql_big_result sql_calc_found_rows sql_small_result ssl starting straight_join temporary
  terminated trailing transaction trigger triggers undo unlock unsigned until upgrade usage use
  utc_date utc_time utc_timestamp while write xor year_month zerofill
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
  bigint bigserial bit bool boolean box bytea char character cidr circle date daterange decimal double float inet int
  int4range int8range integer interval json jsonb jsonpath line lseg macaddr money numeric numrange oid path
  point polygon real regclass regtype serial smallint smallserial text time timestamp timestamptz timetz tsquery tsrange
  tstzrange tsvector uuid varchar xml
`);
const mySqlTypes = words(`
  bigint binary bit blob bool boolean char date datetime decimal double enum float geometry int integer json
  linestring longblob longtext mediumblob mediumint mediumtext numeric point polygon real serial signed smallint text time
  timestamp tinyblob tinyint tinytext unsigned varbinary varchar year
`);

/** What PostgreSQL and MySQL, either of its makers, take for no name without quotes. */
const postgresReserved = words(`
  analyse array asymmetric authorization binary both check collate collation concurrently constraint current_catalog
  current_role current_schema current_time current_user deferrable do fetch foreign freeze ilike initially isnull leading
  localtime localtimestamp notnull only overlaps placing primary references returning session_user similar symmetric
  system_user trailing variadic verbose
`);
const mySqlReserved = words(`
  accessible asensitive before bigint binary blob both call cascade change char character check collate condition constraint
  continue convert cume_dist current_role current_time current_user cursor day_hour day_microsecond day_minute day_second dec
  decimal declare delayed delete_domain_id dense_rank deterministic distinctrow div do_domain_ids double dual each elseif empty
  enclosed escaped exit fetch first_value float float4 float8 force foreign fulltext generated get grouping groups
  high_priority hour_microsecond hour_minute hour_second ignore ignore_domain_ids index infile inout insensitive int int1 int2
  int3 int4 int8 integer io_after_gtids io_before_gtids iterate json_table key keys kill lag last_value lead leading leave
  linear lines load localtime localtimestamp lock long longblob longtext loop low_priority master_bind
  master_demote_to_replica master_demote_to_slave master_ssl_verify_server_cert match maxvalue mediumblob mediumint mediumtext
  middleint minute_microsecond minute_second mod modifies no_write_to_binlog nth_value ntile numeric of optimize
  optimizer_costs optionally out outfile page_checksum parse_vcol_expr percent_rank portion precision primary procedure purge
  rank read read_write reads real ref_system_id references regexp release repeat require resignal restrict return
  returning rlike row_number schemas second_microsecond sensitive separator signal smallint spatial specific sql sql_big_result
  sql_buffer_result sql_cache sql_calc_found_rows sql_no_cache sql_small_result sqlexception sqlstate sqlwarning ssl starting
  stats_auto_recalc stats_persistent stats_sample_pages stored straight_join system terminated tinyblob tinyint tinytext
  trailing trigger undo unlock unsigned usage utc_date utc_time utc_timestamp varbinary varchar varcharacter varying virtual
  while write xor year_month zerofill
`);

const dialect = (
  name: string,
  own: readonly string[],
  types: readonly string[],
  nameQuote: Dialect['nameQuote'],
  lexis: Partial<Lexis> = {},
  reserved: readonly string[] = [],
): Dialect => ({
  name,
  keywords: [...new Set([...common, ...own])].sort(),
  types,
  reserved: new Set([...common, ...reserved]),
  nameQuote,
  hasDoubleQuotedTexts: nameQuote === '`',
  hasDollarTexts: false,
  hasHashComments: false,
  ...lexis,
});

const hive = dialect('hive', hiveWords, hiveTypes, '`');
const dialects: ReadonlyMap<string, Dialect> = new Map(
  [
    hive,
    dialect('spark', sparkWords, hiveTypes, '`'),
    dialect('impala', impalaWords, hiveTypes, '`'),
    dialect('duckdb', duckDbWords, duckDbTypes, '"', {hasDollarTexts: true}),
    dialect('trino', trinoWords, trinoTypes, '"'),
    dialect(
      'postgresql',
      postgresWords,
      postgresTypes,
      '"',
      {hasDollarTexts: true},
      postgresReserved,
    ),
    dialect('mysql', mySqlWords, mySqlTypes, '`', {hasHashComments: true}, mySqlReserved),
  ].map(one => [one.name, one]),
);

/** Names that engines have for these dialects. */
const others: ReadonlyMap<string, string> = new Map([
  ['sparksql', 'spark'],
  ['sqlalt', 'spark'],
  ['analytic', 'impala'],
  ['presto', 'trino'],
  ['postgres', 'postgresql'],
  ['mariadb', 'mysql'],
]);

/** The dialect of an engine; what is not known is taken for that of the main engine. */
export function dialectOf(name: string): Dialect {
  return dialects.get(others.get(name) ?? name) ?? hive;
}

/** A name as it has to be written: in quotes where it would be read as something else. */
export function writtenName(name: string, {nameQuote, reserved}: Dialect): string {
  const isPlain = nameQuote === '"' ? /^[a-z_][a-z0-9_]*$/.test(name) : /^[A-Za-z_]\w*$/.test(name);
  if (isPlain && !reserved.has(name.toLowerCase())) return name;
  return `${nameQuote}${name.replaceAll(nameQuote, nameQuote + nameQuote)}${nameQuote}`;
}

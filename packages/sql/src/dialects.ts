/**
 * What differs between kinds of SQL for whoever reads or writes its text. Words are in lower case.
 */
export type Dialect = {
  readonly name: string;
  readonly keywords: readonly string[];
  readonly types: readonly string[];
  /** Keywords that no name can be without quotes, in some or all of the dialects. */
  readonly reserved: ReadonlySet<string>;
  /** Around names that are no plain words, or that are keywords. */
  readonly nameQuote: '`' | '"';
  /** True where "this" is a text, false where it is a name. */
  readonly hasDoubleQuotedTexts: boolean;
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

const reserved = new Set(common);

const dialect = (
  name: string,
  own: readonly string[],
  types: readonly string[],
  nameQuote: Dialect['nameQuote'],
): Dialect => ({
  name,
  keywords: [...new Set([...common, ...own])].sort(),
  types,
  reserved,
  nameQuote,
  hasDoubleQuotedTexts: nameQuote === '`',
});

const hive = dialect('hive', hiveWords, hiveTypes, '`');
const dialects: ReadonlyMap<string, Dialect> = new Map(
  [
    hive,
    dialect('spark', sparkWords, hiveTypes, '`'),
    dialect('impala', impalaWords, hiveTypes, '`'),
    dialect('duckdb', duckDbWords, duckDbTypes, '"'),
    dialect('trino', trinoWords, trinoTypes, '"'),
  ].map(one => [one.name, one]),
);

/** Names that engines have for these dialects. */
const others: ReadonlyMap<string, string> = new Map([
  ['sparksql', 'spark'],
  ['sqlalt', 'spark'],
  ['analytic', 'impala'],
  ['presto', 'trino'],
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

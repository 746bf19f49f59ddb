/** Settings of a session that people change most, by dialect: names and what they do. */
const settings: Readonly<Record<string, string>> = {
  hive: `
    hive.execution.engine tez, mr or spark
    hive.exec.dynamic.partition Allow dynamic partitions
    hive.exec.dynamic.partition.mode strict or nonstrict
    hive.exec.max.dynamic.partitions How many partitions a statement may make
    hive.exec.parallel Run independent stages at the same time
    hive.exec.reducers.bytes.per.reducer Bytes for each reducer
    hive.exec.reducers.max The most reducers
    hive.auto.convert.join Join with small tables in memory
    hive.auto.convert.join.noconditionaltask.size Bytes of small tables
    hive.vectorized.execution.enabled Work on batches of rows
    hive.cbo.enable Optimize by costs
    hive.compute.query.using.stats Answer from statistics
    hive.fetch.task.conversion Answer simple queries without a job
    hive.merge.tezfiles Merge small files
    hive.optimize.ppd Filter early
    hive.strict.checks.cartesian.product Refuse cartesian products
    hive.support.concurrency Use locks
    mapreduce.job.queuename Queue of the cluster
    mapreduce.job.reduces Number of reducers
    tez.queue.name Queue of the cluster
    tez.grouping.max-size Most bytes for each task
  `,
  spark: `
    spark.sql.shuffle.partitions Partitions after a shuffle
    spark.sql.adaptive.enabled Change plans while they run
    spark.sql.adaptive.coalescePartitions.enabled Join small partitions
    spark.sql.adaptive.skewJoin.enabled Split skewed partitions
    spark.sql.autoBroadcastJoinThreshold Bytes of tables that are broadcast
    spark.sql.broadcastTimeout Seconds to wait for a broadcast
    spark.sql.ansi.enabled Follow the SQL standard
    spark.sql.crossJoin.enabled Allow cartesian products
    spark.sql.files.maxPartitionBytes Most bytes of a partition of files
    spark.sql.parquet.compression.codec Compression of Parquet files
    spark.sql.sources.partitionOverwriteMode static or dynamic
    spark.sql.session.timeZone Time zone
    spark.sql.legacy.timeParserPolicy How dates are read
    spark.sql.cbo.enabled Optimize by costs
    spark.sql.caseSensitive Tell capitals apart
  `,
  impala: `
    MEM_LIMIT Memory of a query on each host
    REQUEST_POOL Resource pool
    EXEC_TIME_LIMIT_S Seconds that a query may run
    QUERY_TIMEOUT_S Seconds without a client
    NUM_NODES 1 for one host alone
    MT_DOP Threads for each host
    COMPRESSION_CODEC Compression of files that are written
    DISABLE_CODEGEN Do not compile
    EXPLAIN_LEVEL 0 to 3
    RUNTIME_FILTER_MODE off, local or global
    RUNTIME_FILTER_WAIT_TIME_MS How long to wait for filters
    PARQUET_FILE_SIZE Bytes of a file
    SYNC_DDL Wait until all hosts know
    TIMEZONE Time zone
    DEFAULT_FILE_FORMAT Format of new tables
  `,
  duckdb: `
    memory_limit Most memory
    threads Number of threads
    TimeZone Time zone
    default_null_order Where NULLs are sorted
    default_order asc or desc
    preserve_insertion_order Keep the order of rows
    enable_progress_bar Show progress
    search_path Schemas that are looked into
    schema Schema of names without one
    max_expression_depth How deep expressions may be
    errors_as_json Errors as JSON
    explain_output all, optimized_only or physical_only
    ieee_floating_point_ops NaN and infinity instead of errors
    integer_division Whole numbers by /
    scalar_subquery_error_on_multiple_rows Refuse several rows
  `,
  trino: `
    query_max_run_time How long a query may run
    query_max_execution_time How long it may be executed
    query_priority Priority
    join_distribution_type AUTOMATIC, BROADCAST or PARTITIONED
    join_reordering_strategy AUTOMATIC, ELIMINATE_CROSS_JOINS or NONE
    task_concurrency Threads for each task
    time_zone_id Time zone
    writer_count Writers for each host
    redistribute_writes Spread what is written
    enable_dynamic_filtering Filter while joining
  `,
  postgresql: `
    search_path Schemas that are looked into
    statement_timeout Milliseconds that a statement may take
    lock_timeout Milliseconds to wait for a lock
    idle_in_transaction_session_timeout Milliseconds that a transaction may be idle
    work_mem Memory of each sort and hash
    maintenance_work_mem Memory to build indexes
    temp_buffers Memory of temporary tables
    TimeZone Time zone
    DateStyle How dates are written and read
    IntervalStyle How intervals are written
    client_encoding Character set of the client
    default_transaction_isolation Isolation of new transactions
    default_transaction_read_only Whether new transactions only read
    max_parallel_workers_per_gather Parallel workers of a step
    enable_seqscan Read whole tables
    enable_nestloop Join by nested loops
    random_page_cost Cost of a page that is not read in order
    row_security Apply row security, or refuse
    application_name Name of the session in statistics
    constraint_exclusion on, off or partition
  `,
  mysql: `
    sql_mode How strictly values are checked
    time_zone Time zone
    max_statement_time Seconds that a statement may take (MariaDB)
    max_execution_time Milliseconds that a SELECT may take (MySQL)
    lock_wait_timeout Seconds to wait for a table
    innodb_lock_wait_timeout Seconds to wait for a row
    autocommit Commit each statement
    foreign_key_checks Check foreign keys
    unique_checks Check unique keys
    group_concat_max_len Most bytes of GROUP_CONCAT
    sql_safe_updates Refuse UPDATE and DELETE without a key
    sql_select_limit Most rows of a SELECT
    join_buffer_size Memory of a join without an index
    sort_buffer_size Memory of a sort
    tmp_table_size Most memory of a temporary table
    optimizer_switch Optimizations that are on
    character_set_client Character set of statements
    collation_connection Collation of texts in statements
    sql_auto_is_null Find the last number by IS NULL
    wait_timeout Seconds that a session may be idle
  `,
};

export function settingsOf(dialect: string): {readonly name: string; readonly what: string}[] {
  return (settings[dialect] ?? '')
    .trim()
    .split('\n')
    .filter(line => line.trim() !== '')
    .map(line => {
      const [name = '', ...words] = line.trim().split(' ');
      return {name, what: words.join(' ')};
    });
}

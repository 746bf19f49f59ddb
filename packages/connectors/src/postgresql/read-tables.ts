import type {Client} from 'pg';
import type {
  DatabaseColumn,
  DatabaseIndex,
  DatabaseTable,
  ForeignKey,
  TablePath,
} from '../database-assets.ts';

/** Tables of one page: each page costs the same few statements. */
const pageSize = 500;

const kinds: Readonly<Record<string, string>> = {
  r: 'table',
  p: 'table',
  f: 'foreign table',
  v: 'view',
  m: 'materialized view',
};

type TableRow = {
  readonly oid: string;
  readonly schema: string;
  readonly name: string;
  readonly kind: string;
  readonly owner: string;
  readonly comment: string | null;
  readonly sql: string | null;
};

/**
 * The tables and views of the database that `client` is connected to, page by page, as of one
 * moment. Partitions are their table.
 * @param isWanted by schema and name
 */
export async function* readTables(
  client: Client,
  database: string,
  isWanted: (schema: string, table: string) => boolean,
  signal: AbortSignal,
): AsyncGenerator<DatabaseTable> {
  // Without a search path every name in the text of a view is whole.
  await client.query(
    `BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL search_path = ''`,
  );
  for (let after = '0'; ;) {
    signal.throwIfAborted();
    const {rows} = await client.query<TableRow>(tablesAfter, [after, pageSize]);
    const last = rows.at(-1);
    if (last === undefined) break;
    after = last.oid;
    yield* await detailed(
      client,
      database,
      rows.filter(row => isWanted(row.schema, row.name)),
    );
    if (rows.length < pageSize) break;
  }
  await client.query('COMMIT');
}

async function detailed(
  client: Client,
  database: string,
  rows: readonly TableRow[],
): Promise<DatabaseTable[]> {
  const oids = rows.map(row => row.oid);
  const columns = await byTable<ColumnRow>(client, columnsOf, oids);
  const indexes = await byTable<IndexRow>(client, indexesOf, oids);
  const keys = await byTable<KeyRow>(client, foreignKeysOf, oids);
  const reads = await byTable<ReadsRow>(client, readsOf, oids);
  return rows.map(({oid, schema, name, kind, owner, comment, sql}) => ({
    path: [database, schema, name],
    kind: kinds[kind] ?? kind,
    owner,
    ...(comment === null ? {} : {comment}),
    columns: columns.get(oid) ?? [],
    indexes: indexes.get(oid) ?? [],
    foreignKeys: (keys.get(oid) ?? []).map((key): ForeignKey => ({
      name: key.name,
      columns: key.columns,
      toTable: [database, key.toSchema, key.toName],
      toColumns: key.toColumns,
    })),
    ...(sql === null
      ? {}
      : {
          view: {
            sql,
            reads: (reads.get(oid) ?? []).map((one): TablePath => [database, one.schema, one.name]),
          },
        }),
  }));
}

async function byTable<Row extends {table: string}>(
  client: Client,
  sql: string,
  oids: readonly string[],
): Promise<Map<string, Row[]>> {
  if (oids.length === 0) return new Map();
  const {rows} = await client.query<Row>(sql, [oids]);
  return Map.groupBy(rows, row => row.table);
}

const tablesAfter = `
SELECT c.oid::text AS oid, n.nspname AS schema, c.relname AS name, c.relkind AS kind, pg_get_userbyid(c.relowner) AS owner,
       obj_description(c.oid, 'pg_class') AS comment,
       CASE WHEN c.relkind IN ('v', 'm') THEN pg_get_viewdef(c.oid, true) END AS sql
  FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
 WHERE c.oid > $1::oid AND c.relkind IN ('r', 'p', 'f', 'v', 'm') AND NOT c.relispartition
   AND n.nspname <> 'information_schema' AND n.nspname !~ '^pg_'
 ORDER BY c.oid LIMIT $2`;

type ColumnRow = DatabaseColumn & {readonly table: string};

const columnsOf = `
SELECT a.attrelid::text AS table, a.attname AS name, format_type(a.atttypid, a.atttypmod) AS type, NOT a.attnotnull AS "isNullable",
       COALESCE(a.attnum = ANY (k.conkey), false) AS "isPrimaryKey", pg_get_expr(d.adbin, d.adrelid) AS "default",
       col_description(a.attrelid, a.attnum) AS comment
  FROM pg_catalog.pg_attribute a
  LEFT JOIN pg_catalog.pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
  LEFT JOIN pg_catalog.pg_constraint k ON k.conrelid = a.attrelid AND k.contype = 'p'
 WHERE a.attrelid = ANY ($1::oid[]) AND a.attnum > 0 AND NOT a.attisdropped
 ORDER BY a.attrelid, a.attnum`;

type IndexRow = DatabaseIndex & {readonly table: string};

/** Expressions are no columns. */
const indexesOf = `
SELECT i.indrelid::text AS table, c.relname AS name, m.amname AS type, i.indisunique AS "isUnique",
       ARRAY(SELECT a.attname::text FROM unnest(i.indkey::int2[]) WITH ORDINALITY AS k(num, at)
               JOIN pg_catalog.pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = k.num
              ORDER BY k.at) AS columns
  FROM pg_catalog.pg_index i JOIN pg_catalog.pg_class c ON c.oid = i.indexrelid JOIN pg_catalog.pg_am m ON m.oid = c.relam
 WHERE i.indrelid = ANY ($1::oid[])
 ORDER BY i.indrelid, c.relname`;

type KeyRow = {
  readonly table: string;
  readonly name: string;
  readonly columns: readonly string[];
  readonly toSchema: string;
  readonly toName: string;
  readonly toColumns: readonly string[];
};

/** Those that a partition has of its table are the table's. */
const foreignKeysOf = `
SELECT k.conrelid::text AS table, k.conname AS name, n.nspname AS "toSchema", c.relname AS "toName",
       ARRAY(SELECT a.attname::text FROM unnest(k.conkey) WITH ORDINALITY AS u(num, at)
               JOIN pg_catalog.pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = u.num ORDER BY u.at) AS columns,
       ARRAY(SELECT a.attname::text FROM unnest(k.confkey) WITH ORDINALITY AS u(num, at)
               JOIN pg_catalog.pg_attribute a ON a.attrelid = k.confrelid AND a.attnum = u.num ORDER BY u.at) AS "toColumns"
  FROM pg_catalog.pg_constraint k JOIN pg_catalog.pg_class c ON c.oid = k.confrelid
  JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
 WHERE k.contype = 'f' AND k.conparentid = 0 AND k.conrelid = ANY ($1::oid[])
 ORDER BY k.conrelid, k.conname`;

type ReadsRow = {readonly table: string; readonly schema: string; readonly name: string};

/**
 * What the rule of a view depends on, which the server keeps itself: no text has to be understood.
 */
const readsOf = `
SELECT DISTINCT r.ev_class::text AS table, n.nspname AS schema, c.relname AS name
  FROM pg_catalog.pg_rewrite r
  JOIN pg_catalog.pg_depend d ON d.classid = 'pg_catalog.pg_rewrite'::regclass AND d.objid = r.oid
   AND d.refclassid = 'pg_catalog.pg_class'::regclass AND d.refobjid <> r.ev_class
  JOIN pg_catalog.pg_class c ON c.oid = d.refobjid AND c.relkind IN ('r', 'p', 'f', 'v', 'm')
  JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace AND n.nspname <> 'information_schema' AND n.nspname !~ '^pg_'
 WHERE r.ev_class = ANY ($1::oid[])
 ORDER BY schema, name`;

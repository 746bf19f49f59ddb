import {StatementType} from '@duckdb/node-api';

/**
 * What statements may do; whatever the engine learns later is refused until it stands here. Loading
 * of extensions is missing, as there is none but those built in.
 */
const allowedTypes: ReadonlySet<StatementType> = new Set([
  StatementType.SELECT,
  StatementType.INSERT,
  StatementType.UPDATE,
  StatementType.DELETE,
  StatementType.MERGE_INTO,
  StatementType.EXPLAIN,
  StatementType.PREPARE,
  StatementType.EXECUTE,
  StatementType.CREATE,
  StatementType.CREATE_FUNC,
  StatementType.ALTER,
  StatementType.DROP,
  StatementType.TRANSACTION,
  StatementType.COPY,
  StatementType.EXPORT,
  StatementType.ANALYZE,
  StatementType.VACUUM,
  StatementType.SET,
  StatementType.VARIABLE_SET,
  StatementType.ATTACH,
  StatementType.DETACH,
  StatementType.COPY_DATABASE,
  StatementType.RELATION,
  StatementType.LOGICAL_PLAN,
  StatementType.CALL,
]);

/** They need no more room afterwards, so they are allowed where there is none left. */
const shrinkingTypes: ReadonlySet<StatementType> = new Set([
  StatementType.SELECT,
  StatementType.EXPLAIN,
  StatementType.DELETE,
  StatementType.DROP,
  StatementType.TRANSACTION,
  StatementType.ANALYZE,
  StatementType.VACUUM,
  StatementType.SET,
  StatementType.VARIABLE_SET,
  StatementType.DETACH,
  StatementType.CALL,
]);

/** Functions that tell of the engine and of tables, and change nothing. */
const callable = new Set(
  (
    'checkpoint force_checkpoint pragma_collations pragma_database_size pragma_metadata_info pragma_platform pragma_show ' +
    'pragma_storage_info pragma_table_info pragma_user_agent pragma_version collations database_list database_size ' +
    'extension_versions functions metadata_info platform show show_databases show_tables show_tables_expanded storage_info ' +
    'table_info user_agent version'
  ).split(' '),
);
const calling = /^(?:(call|pragma)\b(?:\s+"?(\w+))?|(?:force\s+)?checkpoint\b)/i;

/** They change what the engine writes of everything that runs in it. */
const logging = /\b(?:enable_logging|disable_logging|truncate_duckdb_logs)\b"?\s*\(/i;

/**
 * What can be told from the text alone, before the engine reads it: it acts on a PRAGMA while it
 * reads it.
 * @throws {Error} saying what is refused and what to do instead
 */
export function checkText(sql: string, shared: readonly string[]): void {
  const text = withoutLeadingComments(sql);
  // What the engine takes for white space, and this look at the text does not, would hide the word.
  if (!/^(?:[a-z(;]|$)/i.test(text))
    throw new Error('Begin with a word of SQL, without a comment inside of a comment before it');
  const [, verb, name = ''] = calling.exec(text) ?? [];
  if (verb !== undefined && !callable.has(name.toLowerCase())) {
    throw new Error(
      `${verb.toUpperCase()} ${name} is not allowed here; allowed are ${[...callable].sort().join(', ')}`,
    );
  }
  const refused = logging.exec(text)?.[0];
  if (refused !== undefined)
    throw new Error(`The engine's log is not to be changed: ${refused.replace(/(?<!\W)\W+$/, '')}`);
  if (/^import\b/i.test(text)) {
    throw new Error(
      "IMPORT DATABASE is not allowed here; read its files one by one: CREATE TABLE t AS FROM 't.parquet'",
    );
  }
  const [, detached = ''] =
    /^detach\s+(?:database\s+)?(?:if\s+exists\s+)?"?(\w+)/i.exec(text) ?? [];
  if (shared.includes(detached.toLowerCase()))
    throw new Error(`${detached} is shared by everybody and stays attached`);
}

/** @throws {Error} for a kind of statement that is not allowed, or not while there is no room */
export function checkType(type: StatementType, sql: string, full: string | undefined): void {
  if (!allowedTypes.has(type))
    throw new Error(`Statements of this kind (${StatementType[type]}) are not allowed here`);
  if (full !== undefined && mayGrow(type, sql)) throw new Error(full);
}

/** Whether a running one may take more of the disk. */
export function mayGrow(type: StatementType, sql: string): boolean {
  // EXPLAIN ANALYZE does what it explains.
  return !shrinkingTypes.has(type) || (type === StatementType.EXPLAIN && /\banalyze\b/i.test(sql));
}

function withoutLeadingComments(sql: string): string {
  return sql.replace(/^(?:\s+|--[^\r\n]*|\/\*(?:(?!\/\*|\*\/)[^])*\*\/)+/, '');
}

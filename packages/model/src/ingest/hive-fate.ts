import type {HookRules} from './hook-rules.ts';

/** What becomes of an entity of a message: it is left out, taken without its parts, or taken. */
export type Fate = 'ignored' | 'pruned' | 'taken';

type TableName = {readonly database: string; readonly table: string; readonly cluster: string};

/**
 * Of Hive entities, by the table that their qualified name tells: `db.table@cluster`,
 * `db.table.column@cluster`, `db.table@cluster_storage`.
 */
export function hiveFate(typeName: string, qualifiedName: string, rules: HookRules): Fate {
  if (typeName === 'hive_db') {
    const [database = ''] = qualifiedName.split('@');
    return rules.dummyDatabases.includes(database) ? 'ignored' : 'taken';
  }
  const name = tableOf(typeName, qualifiedName);
  if (name === undefined) return 'taken';
  const {database, table, cluster} = name;
  if (rules.dummyDatabases.includes(database)) return 'ignored';
  if (rules.dummyTables.includes(table)) return 'ignored';
  if (rules.dummyPrefixes.some(prefix => table.startsWith(prefix.toLowerCase()))) return 'ignored';
  const whole = `${database}.${table}@${cluster}`;
  if (fits(whole, rules.ignoredTables)) return 'ignored';
  if (!fits(whole, rules.prunedTables)) return 'taken';
  // Of a table that is pruned only the table itself is wanted.
  return typeName === 'hive_table' ? 'pruned' : 'ignored';
}

/** Names of Hive are in lower case. */
function tableOf(typeName: string, qualifiedName: string): TableName | undefined {
  const at = qualifiedName.lastIndexOf('@');
  if (at < 0) return undefined;
  const [path, cluster] = [qualifiedName.slice(0, at).toLowerCase(), qualifiedName.slice(at + 1)];
  const [database, table] = path.split('.');
  if (database === undefined || table === undefined) return undefined;
  if (typeName === 'hive_table' || typeName === 'hive_column') return {database, table, cluster};
  if (typeName === 'hive_storagedesc')
    return {database, table, cluster: cluster.replace(/_storage$/, '')};
  return undefined;
}

function fits(text: string, patterns: readonly string[]): boolean {
  return patterns.some(pattern => new RegExp(`^(?:${pattern})$`).test(text));
}

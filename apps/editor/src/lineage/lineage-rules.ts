import type {UsageRules} from '@gazetteer/server';
import type {DatasetNamespace} from '../config/dataset-namespaces.ts';
import type {Statement} from '../statement/statement.ts';
import type {TableName} from '../catalog/catalog-link.ts';

/** Of what people run the catalog is not told. */
export type LineageRules = {
  /** `--lineage off` */
  readonly isOff: boolean;
  readonly users: ReadonlySet<string>;
  /** `sales.tmp_*` */
  readonly tables: readonly string[];
  readonly namespaces: ReadonlyMap<string, DatasetNamespace>;
  /** Whose statements are counted. */
  readonly usage: UsageRules;
};

/** Whether a statement is one whose lineage is told, as far as who ran it where says. */
export function isTold(
  {userName, engine}: Pick<Statement, 'userName' | 'engine'>,
  {isOff, users, namespaces}: LineageRules,
): boolean {
  const {lineage = 'off'} = namespaces.get(engine) ?? {};
  return !isOff && lineage !== 'off' && !users.has(userName);
}

/** Whether a statement counts as use of its tables, whatever is told of its lineage. */
export function isCounted(
  {userName, engine}: Pick<Statement, 'userName' | 'engine'>,
  {usage, namespaces}: LineageRules,
): boolean {
  const {lineage = 'off'} = namespaces.get(engine) ?? {};
  return !usage.isOff && lineage !== 'off' && !usage.ignoredUsers.includes(userName);
}

/** Whether a table is one that nothing is told of. */
export function isLeftOut(
  {database, table}: TableName,
  {tables}: Pick<LineageRules, 'tables'>,
): boolean {
  const name = `${database}.${table}`.toLowerCase();
  return tables.some(pattern => matches(pattern.toLowerCase(), name));
}

/** `*` stands for any characters. */
function matches(pattern: string, name: string): boolean {
  const [first = '', ...rest] = pattern.split('*');
  if (rest.length === 0) return name === first;
  if (!name.startsWith(first)) return false;
  let at = first.length;
  const last = rest.pop() ?? '';
  for (const part of rest) {
    const found = name.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return name.length - last.length >= at && name.endsWith(last);
}

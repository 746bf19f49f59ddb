import type {Dialect} from '../dialects.ts';
import {statementUse} from '../lineage/statement-use.ts';
import {tableUseKey, useKey} from './proposal.ts';

export type StatementThatRan = {
  readonly statement: string;
  /** Of names without one. */
  readonly database: string;
};
export type QueriedTable = {
  readonly database: string;
  readonly table: string;
  readonly queries: number;
};

/** A longer statement was written by a program. */
const maxStatement = 5000;
/** What the table that others query most counts for, in statements of one's own. */
const mostOfOthers = 15;

/**
 * How often somebody has used tables and columns, with what others query, by the keys that
 * proposals are ranked by.
 */
export function countedUses(
  statements: readonly StatementThatRan[],
  queried: readonly QueriedTable[],
  dialect: Dialect,
): Record<string, number> {
  const counts = new Map<string, number>();
  const count = (key: string, by: number) => counts.set(key, (counts.get(key) ?? 0) + by);
  for (const {statement, database} of statements) {
    if (statement.length > maxStatement) continue;
    const use = statementUse(statement, dialect, () => undefined);
    if (use === undefined) continue;
    const read = use.reads.map(({path}) => path);
    for (const path of [...read, ...use.writes])
      count(tableUseKey(path.at(-2) ?? database, path.at(-1) ?? ''), 1);
    const columns = new Set(use.reads.flatMap(one => one.columns.map(name => name.toLowerCase())));
    for (const label of columns) count(useKey({kind: 'column', label}), 1);
  }
  const most = Math.max(1, ...queried.map(({queries}) => queries));
  for (const {database, table, queries} of queried)
    count(tableUseKey(database, table), (mostOfOthers * queries) / most);
  return Object.fromEntries(counts);
}

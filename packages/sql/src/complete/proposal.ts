import {type Dialect, writtenName} from '../dialects.ts';
import type {TableName} from '../name-catalog.ts';
import type {Column} from '../query/columns.ts';
import {leading} from './leading.ts';
import {scoreOf} from './score.ts';

export type ProposalKind =
  | 'keyword'
  | 'database'
  | 'table'
  | 'view'
  | 'column'
  | 'function'
  | 'source'
  | 'join'
  | 'type'
  | 'variable'
  | 'setting'
  | 'value'
  | 'snippet';

/** Beside a query of WITH, where tables have their database. */
export const besideQueries = 'WITH';

export type Proposal = {
  readonly label: string;
  /** What is put into the text. */
  readonly insert: string;
  readonly kind: ProposalKind;
  /** Beside the label: a type, where it comes from. */
  readonly detail: string;
  readonly comment: string;
};

export type Ranked = Proposal & {readonly weight: number};

export const maxProposals = 120;

/** What somebody has taken often comes before its like, never before what fits better. */
const maxUseWeight = 3;

/**
 * The best ones, in their order. `uses`: how often each was taken, by its kind and label, and how
 * often tables are queried, by `tableUseKey`.
 */
export function best(
  proposals: readonly Ranked[],
  prefix: string,
  uses: Readonly<Record<string, number>>,
): Proposal[] {
  const seen = new Set<string>();
  const scored = proposals
    .map(proposal => ({proposal, score: scoreOf(proposal.label, prefix)}))
    .filter(({score}) => score > 0)
    .map(({proposal, score}) => ({
      proposal,
      rank: score * 10 + proposal.weight + useWeight(usesOf(proposal, uses)),
    }));
  return leading(
    scored,
    maxProposals * 2,
    (a, b) =>
      b.rank - a.rank ||
      // Of those that begin alike the one of which most is written.
      (prefix === '' ? 0 : a.proposal.label.length - b.proposal.label.length) ||
      byLabel(a.proposal.label, b.proposal.label),
  )
    .filter(({proposal: {label, kind, insert}}) => {
      const key = `${kind} ${label} ${insert}`;
      return !seen.has(key) && seen.add(key);
    })
    .slice(0, maxProposals)
    .map(({proposal: {label, insert, kind, detail, comment}}) => ({
      label,
      insert,
      kind,
      detail,
      comment,
    }));
}

/** What uses of a proposal are counted by. */
export function useKey({kind, label}: Pick<Proposal, 'kind' | 'label'>): string {
  return `${kind} ${label.toLowerCase()}`;
}

/** What uses of a table are counted by that are no choices of a proposal. */
export function tableUseKey(database: string, table: string): string {
  return `table ${database}.${table}`.toLowerCase();
}

/** Beside a table stands its database. */
function usesOf(
  proposal: Pick<Proposal, 'kind' | 'label' | 'detail'>,
  uses: Readonly<Record<string, number>>,
): number {
  const {kind, label, detail} = proposal;
  const isTable = kind === 'table' || kind === 'view';
  const elsewhere = isTable ? (uses[tableUseKey(detail, label)] ?? 0) : 0;
  return (uses[useKey(proposal)] ?? 0) + elsewhere;
}

function useWeight(count = 0): number {
  return count === 0 ? 0 : Math.min(maxUseWeight, 0.5 + Math.log2(1 + count) / 2);
}

function byLabel(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/**
 * Of the tables of a database, which may be many thousand, those that could be shown: as `best`
 * ranks them.
 */
export function nearest<Table extends TableName>(
  tables: readonly Table[],
  prefix: string,
  uses: Readonly<Record<string, number>>,
  databaseOf: (table: Table) => string,
): readonly Table[] {
  if (tables.length <= maxProposals) return tables;
  const used = usedTables(uses);
  const scored: {table: Table; rank: number}[] = [];
  for (const table of tables) {
    const score = scoreOf(table.name, prefix);
    if (score === 0) continue;
    const count = used.has(table.name.toLowerCase())
      ? usesOf({kind: kindOf(table), label: table.name, detail: databaseOf(table)}, uses)
      : 0;
    scored.push({table, rank: score * 10 + useWeight(count)});
  }
  const first = leading(
    scored,
    maxProposals,
    (a, b) => b.rank - a.rank || byLabel(a.table.name, b.table.name),
  );
  return first.map(({table}) => table);
}

/** Names of tables that were used, whose database may stand before them. */
function usedTables(uses: Readonly<Record<string, number>>): ReadonlySet<string> {
  const names = new Set<string>();
  for (const key of Object.keys(uses)) {
    if (!/^(?:table|view) /.test(key)) continue;
    const name = key.slice(key.indexOf(' ') + 1);
    // A dot may be a part of the name as well.
    for (let at = 0; at >= 0; at = name.indexOf('.', at) + 1 || -1) names.add(name.slice(at));
  }
  return names;
}

export function columnProposals(
  columns: readonly Column[],
  dialect: Dialect,
  of: string,
  weight: number,
): Ranked[] {
  return columns.map(({name, type, comment}) => ({
    label: name,
    insert: writtenName(name, dialect),
    kind: 'column',
    detail: type === '' ? of : `${type} · ${of}`,
    comment,
    weight,
  }));
}

export function tableProposal(
  {name, type, comment}: TableName,
  dialect: Dialect,
  detail: string,
  weight: number,
): Ranked {
  const kind = kindOf({type});
  return {label: name, insert: writtenName(name, dialect), kind, detail, comment, weight};
}

function kindOf({type}: Pick<TableName, 'type'>): 'table' | 'view' {
  return /view/i.test(type) ? 'view' : 'table';
}

export function plain(name: string, kind: ProposalKind, detail: string, weight: number): Ranked {
  return {label: name, insert: name, kind, detail, comment: '', weight};
}

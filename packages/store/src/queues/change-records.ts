import type {Guid} from '@gazetteer/model';
import {inner, type GraphRead, type GraphTx} from '../schema/graph.ts';
import {changeRecord} from '../schema/schema.ts';

/** What one transaction has changed: `content` is what takes it back. */
export type KeptChange = {
  readonly id: Guid;
  readonly time: number;
  readonly userName: string;
  readonly operation: string;
  readonly counts: Readonly<Record<string, number>>;
  readonly content: string;
};

/** A change over all its transactions, without what takes it back. */
export type ChangeHead = Omit<KeptChange, 'content'> & {
  /** Of its last transaction. */
  readonly endTime: number;
  readonly parts: number;
  /** The change that took it back; empty where none did. */
  readonly undoneBy: Guid;
};

type HeadRow = {
  change_id: string;
  part: number;
  time: number;
  user_name: string;
  operation: string;
  undone_by: string;
  counts: string;
};

/** Changes that go at a time. */
const dropSize = 500;

/** @param isFurther whether its change may have transactions already */
export async function keepChange(
  {[inner]: {session}}: GraphTx,
  {id, time, userName, operation, counts, content}: KeptChange,
  isFurther: boolean,
): Promise<void> {
  const [last] = isFurther
    ? await session.all<{part: number | null}>(
        'SELECT max(part) AS part FROM change_record WHERE change_id = ?',
        [id],
      )
    : [];
  const part = (last?.part ?? -1) + 1;
  const row = [id, part, time, userName, operation, '', JSON.stringify(counts), content];
  await session.insert(changeRecord, [row]);
}

type HeadFilter = {
  readonly userName?: string | undefined;
  /** Begun before and after these times (epoch ms). */
  readonly before?: number | undefined;
  readonly after?: number | undefined;
  /** Older than this change. */
  readonly behind?: Guid | undefined;
  readonly limit: number;
};

/** The newest first. */
export async function changeHeads(
  graph: GraphRead,
  {userName, before, after, behind, limit}: HeadFilter,
): Promise<ChangeHead[]> {
  const conditions = ['part = 0'];
  const params: string[] = [];
  const add = (condition: string, value: string | undefined) => {
    if (value === undefined) return;
    conditions.push(condition);
    params.push(value);
  };
  add('user_name = ?', userName);
  add('change_id < ?', before === undefined ? undefined : firstIdAt(before));
  add('change_id >= ?', after === undefined ? undefined : firstIdAt(after));
  add('change_id < ?', behind);
  const found = await graph[inner].session.all<{change_id: string}>(
    `SELECT change_id FROM change_record WHERE ${conditions.join(' AND ')}
     ORDER BY change_id DESC LIMIT ?`,
    [...params, limit],
  );
  return await changeHeadsOf(
    graph,
    found.map(one => one.change_id),
  );
}

/** The last that 48 bits tell. */
const lastTime = 2 ** 48 - 1;

/** Ids begin with their time; what was given one at `time` or later is no less than this. */
function firstIdAt(time: number): string {
  const digits = Math.min(Math.max(0, Math.floor(time)), lastTime)
    .toString(16)
    .padStart(12, '0');
  return `${digits.slice(0, 8)}-${digits.slice(8)}`;
}

/** Over all its transactions. */
export async function changeHead(graph: GraphRead, id: Guid): Promise<ChangeHead | undefined> {
  const [head] = await changeHeadsOf(graph, [id]);
  return head;
}

/** In the order of `ids`. */
export async function changeHeadsOf(
  {[inner]: {session}}: GraphRead,
  ids: readonly Guid[],
): Promise<ChangeHead[]> {
  if (ids.length === 0) return [];
  const rows = await session.all<HeadRow>(
    `SELECT change_id, part, time, user_name, operation, undone_by, counts FROM change_record
     WHERE ${session.dialect.inList('change_id', 'text')} ORDER BY change_id, part`,
    [ids],
  );
  const byId = Map.groupBy(rows, row => row.change_id);
  return ids.flatMap(id => {
    const parts = byId.get(id) ?? [];
    const [first] = parts;
    return first === undefined ? [] : headOf(first, parts);
  });
}

function headOf(first: HeadRow, parts: readonly HeadRow[]): ChangeHead {
  const counts: Record<string, number> = {};
  for (const part of parts)
    for (const [name, n] of Object.entries(JSON.parse(part.counts) as Record<string, number>))
      counts[name] = (counts[name] ?? 0) + n;
  return {
    id: first.change_id,
    time: first.time,
    endTime: parts.at(-1)?.time ?? first.time,
    userName: first.user_name,
    operation: first.operation,
    undoneBy: first.undone_by,
    parts: parts.length,
    counts,
  };
}

/** What takes it back, by transaction in their order. */
export async function changeTexts({[inner]: {session}}: GraphRead, id: Guid): Promise<string[]> {
  const rows = await session.all<{content: string}>(
    'SELECT content FROM change_record WHERE change_id = ? ORDER BY part',
    [id],
  );
  return rows.map(row => row.content);
}

export type ChangePart = {readonly id: Guid; readonly part: number; readonly content: string};

/**
 * The newest transactions of changes that are older than `behind`, and those of it that followed
 * its `part`: the newest change first, its transactions in their order.
 */
export async function changePartsBehind(
  {[inner]: {session}}: GraphRead,
  behind: {readonly id: Guid; readonly part?: number | undefined} | undefined,
  limit: number,
): Promise<ChangePart[]> {
  const {id, part = lastPart} = behind ?? {};
  const rows = await session.all<{change_id: string; part: number; content: string}>(
    `SELECT change_id, part, content FROM change_record
     ${id === undefined ? '' : 'WHERE change_id <= ? AND (change_id < ? OR part > ?)'}
     ORDER BY change_id DESC, part LIMIT ?`,
    id === undefined ? [limit] : [id, id, part, limit],
  );
  return rows.map(row => ({id: row.change_id, part: row.part, content: row.content}));
}

/** No transaction of a change comes after it. */
const lastPart = 2 ** 31 - 1;

/** Notes which change took it back. */
export async function markUndone(
  {[inner]: {session}}: GraphTx,
  id: Guid,
  undoneBy: Guid,
): Promise<void> {
  await session.run('UPDATE change_record SET undone_by = ? WHERE change_id = ? AND part = 0', [
    undoneBy,
    id,
  ]);
}

/**
 * Forgets some of the changes that began before a time. @returns whether there may be more of them
 */
export async function dropOldChanges(
  {[inner]: {session}}: GraphTx,
  before: number,
): Promise<boolean> {
  const old = await session.all<{change_id: string}>(
    'SELECT change_id FROM change_record WHERE part = 0 AND change_id < ? ORDER BY change_id LIMIT ?',
    [firstIdAt(before), dropSize],
  );
  await session.remove(
    changeRecord,
    ['change_id'],
    old.map(one => [one.change_id]),
  );
  return old.length === dropSize;
}

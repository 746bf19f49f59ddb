import type {Session, Table} from '@gazetteer/db';
import type {Grant} from '../document/grants.ts';

/** What was taken over once, whether it is still here or not. */
const takenTable = {
  name: 'editor_taken_over',
  columns: {uuid: 'text', grants: 'text'},
} as const satisfies Table;

/** The number that addresses of the other server name a document by. */
const numberTable = {
  name: 'editor_number_there',
  columns: {uuid: 'text', number: 'number'},
} as const satisfies Table;

export async function noteNumbers(
  session: Session,
  given: readonly {readonly uuid: string; readonly number?: number | undefined}[],
): Promise<void> {
  await session.insert(
    numberTable,
    given.flatMap(({uuid, number}) => (number === undefined ? [] : [[uuid, number]])),
    {key: ['uuid'], set: ['number']},
  );
}

/** Documents by the number that they had on another server; one of each that there was. */
export async function readNumbered(session: Session, number: number): Promise<string[]> {
  const rows = await session.all<{uuid: string}>(
    'SELECT uuid FROM editor_number_there WHERE number = ? ORDER BY uuid',
    [number],
  );
  return rows.map(({uuid}) => uuid);
}

/** Of these documents and statements those that were taken over, with the grants of that time. */
export async function readTaken(
  session: Session,
  uuids: readonly string[],
): Promise<ReadonlyMap<string, readonly Grant[]>> {
  const rows = await session.all<{uuid: string; grants: string}>(
    `SELECT uuid, grants FROM editor_taken_over WHERE ${session.dialect.inList('uuid', 'text')} ORDER BY uuid`,
    [[...uuids]],
  );
  return new Map(rows.map(({uuid, grants}) => [uuid, JSON.parse(grants) as Grant[]]));
}

export async function noteTaken(
  session: Session,
  taken: readonly {readonly uuid: string; readonly grants: readonly Grant[]}[],
): Promise<void> {
  await session.insert(
    takenTable,
    taken.map(({uuid, grants}) => [uuid, JSON.stringify(grants)]),
    {key: ['uuid'], set: ['grants']},
  );
}

/** Those here, with what has changed there since they were taken over, and no more. */
export function grantsAfter(
  here: readonly Grant[],
  before: readonly Grant[],
  now: readonly Grant[],
): readonly Grant[] {
  const [wasThere, isThere] = [new Set(before.map(textOf)), new Set(now.map(textOf))];
  const kept = here.filter(one => !wasThere.has(textOf(one)) || isThere.has(textOf(one)));
  const added = now.filter(one => !wasThere.has(textOf(one)));
  return [...new Map([...kept, ...added].map(one => [`${one.kind} ${one.name}`, one])).values()];
}

export function sameGrants(some: readonly Grant[], others: readonly Grant[]): boolean {
  const text = (grants: readonly Grant[]) => grants.map(textOf).sort().join();
  return text(some) === text(others);
}

const textOf = ({kind, name, permission}: Grant) => JSON.stringify([kind, name, permission]);

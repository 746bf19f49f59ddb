import {AppError} from '@gazetteer/model';
import type {Database, Session, Table} from '@gazetteer/db';
import type {Json} from '../http/envelope.ts';
import {checkTabQuota} from '../store/text-quota.ts';

/**
 * What somebody has open. `content` is the page's own affair: text, engine, database, where the
 * caret is and so on.
 */
export type Tab = {
  readonly uuid: string;
  /**
   * Counts the savings; whoever saves says which one they know, so that two browsers do not undo
   * each other's work.
   */
  readonly revision: number;
  readonly content: Json;
  /** Epoch milliseconds. */
  readonly changedAt: number;
  readonly closedAt: number | undefined;
};

/** What a page needs to know which tabs have changed, without their texts. */
export type TabHead = Omit<Tab, 'content'> & {
  /** `title` of the content, when that is a text. */
  readonly title: string;
};

export const tabTable = {
  name: 'editor_tab',
  columns: {
    uuid: 'text',
    user_name: 'text',
    place: 'number',
    revision: 'int',
    title: 'text',
    content: 'json',
    changed_at: 'number',
    closed_at: 'number',
  },
} as const satisfies Table;

const maxTitle = 200;
const maxOpen = 200;
/** Closed ones that can be opened again. */
const maxClosed = 50;

/** In the order of the page; closed ones with the last closed first. */
export async function listTabs(db: Database, userName: string, closed: boolean): Promise<Tab[]> {
  return await db.read(async session => {
    const rows = await session.all<Row>(
      `SELECT * FROM editor_tab WHERE user_name = ? AND ${whichTabs(closed)}`,
      [userName],
    );
    return rows.map(tabOf);
  });
}

/** As `listTabs`. */
export async function listTabHeads(
  db: Database,
  userName: string,
  closed: boolean,
): Promise<TabHead[]> {
  return await db.read(async session => {
    const rows = await session.all<Omit<Row, 'content'>>(
      `SELECT uuid, revision, title, changed_at, closed_at FROM editor_tab WHERE user_name = ? AND ${whichTabs(closed)}`,
      [userName],
    );
    return rows.map(({uuid, revision, title, changed_at, closed_at}) => ({
      uuid,
      revision,
      title,
      changedAt: changed_at,
      closedAt: closed_at ?? undefined,
    }));
  });
}

/** @throws AppError 404 */
export async function readTab(db: Database, userName: string, uuid: string): Promise<Tab> {
  return await db.read(async session => {
    const sql = 'SELECT * FROM editor_tab WHERE uuid = ? AND user_name = ?';
    const [row] = await session.all<Row>(sql, [uuid, userName]);
    if (row === undefined) throw notThere();
    return tabOf(row);
  });
}

function whichTabs(closed: boolean): string {
  return closed
    ? 'closed_at IS NOT NULL ORDER BY closed_at DESC'
    : 'closed_at IS NULL ORDER BY place, uuid';
}

/**
 * Makes the tab or saves it again, also a closed one, which is open then.
 * @param revision the one that the client knows; 0 for a new tab
 * @param kept fields of the content that stay as that revision has them
 * @throws AppError 409 with the tab as it is when somebody saved it meanwhile; 404 for one of
 * another user
 */
export async function saveTab(
  db: Database,
  userName: string,
  uuid: string,
  {
    revision,
    content: given,
    kept = [],
  }: Pick<Tab, 'revision' | 'content'> & {readonly kept?: readonly string[]},
): Promise<Omit<Tab, 'content'>> {
  const tab = {uuid, revision: revision + 1, changedAt: Date.now(), closedAt: undefined};
  await db.write(async session => {
    const known = await find(session, uuid);
    if (known !== undefined && known.user_name !== userName) throw notThere();
    if ((known?.revision ?? 0) !== revision) {
      throw new AppError('CONFLICT', ['The tab was saved from somewhere else meanwhile.'], {
        fields: {
          tab: known === undefined ? null : tabOf(known),
        },
      });
    }
    const content = withKept(given, kept, known);
    const title = typeof content['title'] === 'string' ? content['title'].slice(0, maxTitle) : '';
    const {place, open} = await end(session, userName);
    if (known === undefined) {
      if (open >= maxOpen)
        throw new AppError('CONFLICT', [`There are ${maxOpen} open tabs, which is the limit.`]);
      await session.insert(tabTable, [
        [uuid, userName, place, 1, title, JSON.stringify(content), tab.changedAt, null],
      ]);
      await checkTabQuota(session, userName);
      return;
    }
    const at = known.closed_at === null ? known.place : place;
    await session.run(
      'UPDATE editor_tab SET revision = ?, title = ?, content = ?, changed_at = ?, closed_at = NULL, place = ? WHERE uuid = ?',
      [tab.revision, title, JSON.stringify(content), tab.changedAt, at, uuid],
    );
    await checkTabQuota(session, userName);
  });
  return tab;
}

function withKept(content: Json, kept: readonly string[], known: Row | undefined): Json {
  if (kept.length === 0) return content;
  const before = known === undefined ? {} : (JSON.parse(known.content) as Json);
  return {
    ...content,
    ...Object.fromEntries(kept.filter(name => name in before).map(name => [name, before[name]])),
  };
}

/** Keeps it for a while, to be opened again. One that is closed already stays as it is. */
export async function closeTab(db: Database, userName: string, uuid: string): Promise<void> {
  await db.write(async session => {
    const known = await find(session, uuid);
    if (known?.user_name !== userName) throw notThere();
    await session.run('UPDATE editor_tab SET closed_at = ? WHERE uuid = ? AND closed_at IS NULL', [
      Date.now(),
      uuid,
    ]);
    await session.run(
      `DELETE FROM editor_tab WHERE uuid IN (SELECT uuid FROM editor_tab WHERE user_name = ? AND closed_at IS NOT NULL
       ORDER BY closed_at DESC LIMIT 1000 OFFSET ${maxClosed})`,
      [userName],
    );
  });
}

export async function reopenTab(db: Database, userName: string, uuid: string): Promise<Tab> {
  return await db.write(async session => {
    const known = await find(session, uuid);
    if (known?.user_name !== userName) throw notThere();
    if (known.closed_at === null) return tabOf(known);
    const {place} = await end(session, userName);
    await session.run('UPDATE editor_tab SET closed_at = NULL, place = ? WHERE uuid = ?', [
      place,
      uuid,
    ]);
    return {...tabOf(known), closedAt: undefined};
  });
}

/**
 * Puts open tabs into this order; those that are not named stay behind them, in the order that they
 * have.
 */
export async function orderTabs(
  db: Database,
  userName: string,
  uuids: readonly string[],
): Promise<void> {
  await db.write(async session => {
    const open = await session.all<Row>(
      'SELECT * FROM editor_tab WHERE user_name = ? AND closed_at IS NULL ORDER BY place, uuid',
      [userName],
    );
    const wanted = new Map(uuids.map((uuid, place) => [uuid, place]));
    const order = open
      .map(({uuid}, place) => ({uuid, place: wanted.get(uuid) ?? uuids.length + place}))
      .sort((a, b) => a.place - b.place);
    const places = order.map(({uuid}, place) => [uuid, place]);
    const rows = session.dialect.tupleRows({uuid: 'text', place: 'number'});
    await session.run(
      `UPDATE editor_tab SET place = wanted.place FROM ${rows} AS wanted WHERE editor_tab.uuid = wanted.uuid AND user_name = ?`,
      [JSON.stringify(places), userName],
    );
  });
}

type Row = {
  readonly uuid: string;
  readonly user_name: string;
  readonly place: number;
  readonly revision: number;
  readonly title: string;
  readonly content: string;
  readonly changed_at: number;
  readonly closed_at: number | null;
};

async function find(session: Session, uuid: string): Promise<Row | undefined> {
  const sql = `SELECT * FROM editor_tab WHERE uuid = ?${session.dialect.forUpdate}`;
  return (await session.all<Row>(sql, [uuid]))[0];
}

/** The place behind all open tabs, and how many those are. */
async function end(session: Session, userName: string): Promise<{place: number; open: number}> {
  const [row] = await session.all<{place: number | null; open: number}>(
    'SELECT MAX(place) AS place, COUNT(*) AS open FROM editor_tab WHERE user_name = ? AND closed_at IS NULL',
    [userName],
  );
  return {place: (row?.place ?? -1) + 1, open: Number(row?.open ?? 0)};
}

function tabOf({uuid, revision, content, changed_at, closed_at}: Row): Tab {
  return {
    uuid,
    revision,
    content: JSON.parse(content) as Json,
    changedAt: changed_at,
    closedAt: closed_at ?? undefined,
  };
}

function notThere(): AppError {
  return new AppError('NOT_FOUND', ['There is no such tab of yours.']);
}

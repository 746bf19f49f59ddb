import {inner, type GraphRead, type GraphTx} from '../schema/graph.ts';
import {newInbox} from '../schema/schema.ts';

/**
 * Messages that other systems handed in: in safety before anybody is told that they were taken, and
 * gone in the transaction that does what they say. What cannot be done stays, for whoever looks
 * after it.
 */

/** A message, or one segment of a message that was cut. */
export type NewMessage = {
  /**
   * Where it comes from, unique there, so that it is not taken twice while it is here; empty for
   * none.
   */
  readonly origin: string;
  readonly topic: string;
  readonly text: string;
  readonly segment?: {readonly messageId: string; readonly index: number; readonly count: number};
  /** Why it cannot be taken in at all. */
  readonly error?: string;
};

export type StoredMessage = {
  readonly id: number;
  readonly origin: string;
  readonly topic: string;
  /** Epoch ms. */
  readonly received: number;
  readonly text: string;
  /** Of a segment; else empty and 1. */
  readonly messageId: string;
  readonly parts: number;
  readonly attempts: number;
  /** Empty while it waits. */
  readonly error: string;
};

/** What a turn is made of, without texts: those are as long as their senders like. */
export type MessageInLine = Pick<StoredMessage, 'id' | 'messageId' | 'attempts'> & {
  /** Length of the text. */
  readonly bytes: number;
};

type Row = {
  id: number;
  origin: string | null;
  topic: string;
  received: number;
  message_id: string;
  parts: number;
  attempts: number;
  error: string;
  body: string;
};

const waiting = 0;
const failed = 1;
const columns = 'id, origin, topic, received, message_id, parts, attempts, error, body';
const inLine =
  'id, message_id AS "messageId", attempts, CAST(octet_length(body) AS bigint) AS bytes';

/** @returns false, and none is taken, when `maxWaiting` wait already */
export async function addMessages(
  {[inner]: db}: GraphTx,
  messages: readonly NewMessage[],
  {now, maxWaiting}: {now: number; maxWaiting: number},
): Promise<boolean> {
  // They are counted only where there may be so many: numbers without gaps are the rule.
  const end = (which: string) => `(SELECT ${which}(id) FROM inbox WHERE state = ${waiting})`;
  const [full] = await db.session.all<{n: number}>(
    `SELECT CASE WHEN ${end('max')} - ${end('min')} < ? - 1 THEN 0 ELSE (SELECT CAST(count(*) AS bigint)
       FROM (SELECT 1 AS one FROM inbox WHERE state = ${waiting} LIMIT ?) counted) END AS n`,
    [maxWaiting, maxWaiting],
  );
  if ((full?.n ?? 0) >= maxWaiting) return false;
  const rows = messages.map(({origin, topic, text, segment, error}) => [
    origin === '' ? null : origin,
    topic,
    now,
    segment?.messageId ?? '',
    segment?.index ?? 1,
    segment?.count ?? 1,
    error === undefined ? waiting : failed,
    0,
    error ?? '',
    text,
  ]);
  await db.session.insert(newInbox, rows, {key: 'any'});
  return true;
}

/** How many different segments of the message of row `i` are here. */
const partsHere = `(SELECT count(DISTINCT s.part) FROM inbox s WHERE s.message_id = i.message_id AND s.message_id <> '' AND +s.state = ${waiting})`;

/**
 * The oldest that wait and are whole: segments are among them when all of their message are here.
 */
export async function waitingMessages(
  {[inner]: db}: GraphRead,
  limit: number,
): Promise<MessageInLine[]> {
  return await db.session.all<MessageInLine>(
    `SELECT ${inLine} FROM inbox i WHERE state = ${waiting} AND (parts = 1 OR parts <= ${partsHere}) ORDER BY id LIMIT ?`,
    [limit],
  );
}

/**
 * Gives up on segments that came before a time (epoch ms) and whose message never became whole.
 * They have an index of their own: all that waits would be read else, in each turn.
 * @returns how many
 */
export async function failOldSegments(
  {[inner]: db}: GraphTx,
  before: number,
  error: string,
): Promise<number> {
  return await db.session.run(
    `UPDATE inbox SET state = ${failed}, error = ? WHERE id IN (
       SELECT id FROM inbox i WHERE parts > 1 AND message_id <> '' AND +state = ${waiting} AND received < ? AND parts > ${partsHere})`,
    [error, before],
  );
}

export async function isAnyWaiting({[inner]: db}: GraphRead): Promise<boolean> {
  return (await db.session.all(`SELECT 1 FROM inbox WHERE state = ${waiting} LIMIT 1`)).length > 0;
}

/** All segments of a message that have come, in the order of their coming. */
export async function segmentsOf(
  {[inner]: db}: GraphRead,
  messageId: string,
): Promise<MessageInLine[]> {
  return await db.session.all<MessageInLine>(
    `SELECT ${inLine} FROM inbox WHERE message_id = ? AND message_id <> '' AND state = ${waiting} ORDER BY id`,
    [messageId],
  );
}

/** Those of `ids` that are there. A writer is the only one to have them until it ends. */
export async function messagesOf(
  {[inner]: db}: GraphRead,
  ids: readonly number[],
): Promise<StoredMessage[]> {
  const rows = await db.session.all<Row>(
    `SELECT ${columns} FROM inbox WHERE ${db.session.dialect.inList('id')} ORDER BY id`,
    [ids],
  );
  return rows.map(toMessage);
}

/** @returns how many there were */
export async function removeMessages(
  {[inner]: db}: GraphTx,
  ids: readonly number[],
): Promise<number> {
  return await db.session.run(`DELETE FROM inbox WHERE ${db.session.dialect.inList('id')}`, [ids]);
}

/**
 * Notes that somebody begins with a message: one that ends the process each time is found out by
 * that.
 */
export async function countAttempt({[inner]: db}: GraphTx, id: number): Promise<void> {
  await db.session.run('UPDATE inbox SET attempts = attempts + 1 WHERE id = ?', [id]);
}

export async function failMessages(
  {[inner]: db}: GraphTx,
  ids: readonly number[],
  error: string,
): Promise<void> {
  await db.session.run(
    `UPDATE inbox SET state = ${failed}, error = ? WHERE ${db.session.dialect.inList('id')}`,
    [error, ids],
  );
}

/** Those that could not be taken in, oldest first. */
export async function failedMessages(
  {[inner]: db}: GraphRead,
  {offset, limit}: {offset: number; limit: number},
): Promise<StoredMessage[]> {
  const rows = await db.session.all<Row>(
    `SELECT ${columns} FROM inbox WHERE state = ${failed} ORDER BY id LIMIT ? OFFSET ?`,
    [limit, offset],
  );
  return rows.map(toMessage);
}

/**
 * Lets them wait again, at their old place. @returns how many there were; all that failed without
 * `ids`
 */
export async function retryFailed(
  {[inner]: db}: GraphTx,
  ids: readonly number[] | undefined,
): Promise<number> {
  const {inList} = db.session.dialect;
  const which = ids === undefined ? '' : ` AND ${inList('id')}`;
  return await db.session.run(
    `UPDATE inbox SET state = ${waiting}, attempts = 0, error = '' WHERE state = ${failed}${which}`,
    ids === undefined ? [] : [ids],
  );
}

export async function removeFailed(
  {[inner]: db}: GraphTx,
  ids: readonly number[] | undefined,
): Promise<number> {
  const which = ids === undefined ? '' : ` AND ${db.session.dialect.inList('id')}`;
  return await db.session.run(
    `DELETE FROM inbox WHERE state = ${failed}${which}`,
    ids === undefined ? [] : [ids],
  );
}

export async function countMessages({
  [inner]: db,
}: GraphRead): Promise<{waiting: number; failed: number}> {
  const rows = await db.session.all<{state: number; n: number}>(
    'SELECT state, CAST(count(*) AS bigint) AS n FROM inbox GROUP BY state',
  );
  const of = (state: number) => rows.find(row => row.state === state)?.n ?? 0;
  return {waiting: of(waiting), failed: of(failed)};
}

function toMessage({message_id: messageId, body, origin, ...row}: Row): StoredMessage {
  return {...row, origin: origin ?? '', messageId, text: body};
}

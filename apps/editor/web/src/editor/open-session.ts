import {ask} from '../api/request.ts';
import type {SheetPreparation, SheetSession} from './sheet-session.ts';

/**
 * Opens a session for one sheet, prepared with its settings, files and functions. @throws what the
 * server says of them. The server prepares it before it answers: what is wrong with a file is told
 * here and not by the first statement.
 */
export async function openSession(
  engine: string,
  preparation: SheetPreparation | undefined,
): Promise<SheetSession> {
  const properties = Object.entries(preparation ?? {}).map(([key, value]) => ({key, value}));
  const {session} = await ask('POST /api/editor/create_session', {
    body: {session: {type: engine, properties}},
  });
  const {id, session_id: guid, configuration} = session;
  return {engine, id, guid, openedAt: Date.now(), configuration};
}

/** One that is gone already is closed as well. */
export async function closeSession({
  engine,
  id,
}: Pick<SheetSession, 'engine' | 'id'>): Promise<void> {
  await ask('POST /api/editor/close_session', {body: {session: {type: engine, id}}});
}

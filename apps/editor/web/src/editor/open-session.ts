import {call} from '../api/request.ts';
import type {Envelope} from '../api/wire.ts';
import type {SheetPreparation, SheetSession} from './sheet-session.ts';

type Opened = Envelope & {
  readonly session: {
    readonly id: number;
    readonly session_id: string;
    readonly configuration: Readonly<Record<string, string>>;
  };
};

export async function openSession(engine: string, preparation: SheetPreparation | undefined): Promise<SheetSession> {
  const properties = Object.entries(preparation ?? {}).map(([key, value]) => ({key, value}));
  const {session} = await call<Opened>('create_session', {session: {type: engine, properties}});
  const {id, session_id: guid, configuration} = session;
  return {engine, id, guid, openedAt: Date.now(), configuration};
}

/** One that is gone already is closed as well. */
export async function closeSession({engine, id}: SheetSession): Promise<void> {
  await call('close_session', {session: {type: engine, id}});
}

import {useEffect, useRef, useState} from 'react';
import {ask} from '../api/request.ts';
import type {Answer, Row} from '../api/wire.ts';

type Begun = Answer<'POST /api/v1/tables/{engine}/{database}/{table}/profile'>;
/** Figures of a column by their names. */
export type Figures = ReadonlyMap<string, string>;
export type Profile = {
  readonly rows: string;
  readonly columns: ReadonlyMap<string, Figures>;
  readonly isCut: boolean;
};

export type ProfileState =
  | {readonly state: 'none'}
  | {readonly state: 'running'; readonly progress: number | undefined}
  | {readonly state: 'done'; readonly profile: Profile}
  | {readonly state: 'failed'; readonly error: unknown};

const pauseMs = {first: 100, last: 2000};

/**
 * Figures of a table's columns: begun when somebody wants them, followed to their end, and canceled
 * with the page or by hand. It is a statement like any other, of the person, with a result of one
 * row.
 */
export function useProfile(engine: string, database: string, table: string) {
  const [state, setState] = useState<ProfileState>({state: 'none'});
  const running = useRef<{readonly stop: AbortController; uuid?: string}>(undefined);
  const cancel = () => {
    const {stop, uuid} = running.current ?? {};
    running.current = undefined;
    stop?.abort();
    // Whoever leaves the page waits for no answer.
    if (uuid !== undefined) void cancelStatement(uuid);
  };
  useEffect(() => cancel, []);
  const begin = async () => {
    const mine: typeof running.current = {stop: new AbortController()};
    running.current = mine;
    const {signal} = mine.stop;
    setState({state: 'running', progress: undefined});
    try {
      const begun = await ask('POST /api/v1/tables/{engine}/{database}/{table}/profile', {
        path: {engine, database, table},
      });
      mine.uuid = begun.uuid;
      if (signal.aborted) return void cancelStatement(begun.uuid);
      await ended(begun.uuid, signal, progress => setState({state: 'running', progress}));
      const {rows} = await ask(
        'GET /api/v1/results/{uuid}/rows',
        {path: {uuid: begun.uuid}, query: {count: 1}},
        {signal},
      );
      delete mine.uuid;
      setState({state: 'done', profile: profileOf(begun, rows[0] ?? [])});
    } catch (error) {
      delete mine.uuid;
      if (!signal.aborted) setState({state: 'failed', error});
    }
  };
  return {
    state,
    begin: () => void begin(),
    cancel: () => {
      cancel();
      setState({state: 'none'});
    },
  };
}

async function cancelStatement(operationId: string): Promise<void> {
  await ask('POST /api/editor/cancel_statement', {body: {operationId}}, {isLeaving: true});
}

/** @throws what the server says of a statement that failed */
async function ended(
  operationId: string,
  signal: AbortSignal,
  onProgress: (percent: number | undefined) => void,
): Promise<void> {
  for (let pause = pauseMs.first; ; pause = Math.min(pause * 1.5, pauseMs.last)) {
    const {query_status: found} = await ask(
      'POST /api/editor/check_status',
      {body: {operationId}},
      {signal},
    );
    if (found.status === 'available') return;
    if (found.status === 'canceled' || found.status === 'expired')
      throw new Error(`The statement was ${found.status}.`);
    const {progress} = await ask('POST /api/editor/get_logs', {body: {operationId}}, {signal});
    onProgress(progress > 0 && progress < 100 ? progress : undefined);
    await new Promise(resolve => setTimeout(resolve, pause));
    signal.throwIfAborted();
  }
}

function profileOf({figures, isCut}: Begun, row: Row): Profile {
  const columns = new Map<string, Map<string, string>>();
  let rows = '';
  figures.forEach(({column, figure}, n) => {
    const value = row[n];
    const shown = value === null || value === undefined ? '' : String(value as string);
    if (column === '') rows = shown;
    else columns.set(column, (columns.get(column) ?? new Map<string, string>()).set(figure, shown));
  });
  return {rows, columns, isCut};
}

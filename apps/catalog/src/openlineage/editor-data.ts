import {setTimeout as delay} from 'node:timers/promises';
import {streams} from '@gazetteer/kernel/http';
import {flag, text} from '@gazetteer/kernel/parameters';
import {AppError, parseJson} from '@gazetteer/model';
import {clientGone} from '@gazetteer/server';
import type {FastifyReply, FastifyRequest} from 'fastify';
import type {Route} from '../api/route.ts';
import {type EditorDoor, type EnginePlace, placesOf} from './editor-places.ts';
import {answerInLines} from './answer-in-lines.ts';
import * as shapes from './shapes.ts';

/** An engine may have to start a session first. */
const sampleMs = 60_000;
/** A profile reads the whole table. */
const profileMs = 300_000;
const lookMs = {first: 100, last: 2000};

const engine = text('Name of the engine; the first one that has the table where it is left out');

const progress = flag('Whether lines tell meanwhile how far the engine is');

/** Rows and figures of a table, read by its engine in the name of the caller. */
export const editorDataRoutes: readonly Route<EditorDoor>[] = [
  streams<EditorDoor>()(
    'GET /v2/entity/guid/{guid}/editor/sample',
    {
      summary: 'Some rows of a table',
      description:
        'Read by an engine of the editor with the permissions that the caller has there, 100 at most. Views are refused, as one may be a query of any size. `isThere` is false where no engine of the caller has the table. An addition to the Atlas API.',
      query: {engine},
      answer: shapes.tableSample,
      errors: ['INSTANCE_GUID_NOT_FOUND', 'BAD_REQUEST'],
    },
    async ({guid, engine: wanted}, request, reply, door) => {
      const gone = goneOf(request, reply);
      const found = await tableOf(door, request, guid, wanted);
      if (found === undefined) return {isThere: false, columns: [], rows: []};
      const until = AbortSignal.any([gone, AbortSignal.timeout(sampleMs)]);
      const ask = asking(found, request, sampleMs, until);
      const {place} = found;
      const path = `/api/editor/sample/${[place.database, place.table].map(encodeURIComponent).join('/')}`;
      const {full_headers: heads, rows} = await ask<Sample>('POST', path, {type: place.engine});
      const columns = heads.map(({name, type}) => ({name: lastOf(name), type}));
      return {isThere: true, columns, rows: rows.map(row => row.map(textOf))};
    },
  ),
  streams<EditorDoor>()(
    'GET /v2/entity/guid/{guid}/editor/freshness',
    {
      summary: 'When a table was written last, and how large it is, as its engine says',
      description:
        'From what an engine of the editor keeps of the table and of its newest partition, with the permissions that the caller has there; no rows are read, and statistics may be older than they are. `isThere` is false where no engine of the caller has the table. An addition to the Atlas API.',
      query: {engine},
      answer: shapes.tableFreshness,
      errors: ['INSTANCE_GUID_NOT_FOUND', 'BAD_REQUEST'],
    },
    async ({guid, engine: wanted}, request, reply, door) => {
      const gone = goneOf(request, reply);
      const found = await tableOf(door, request, guid, wanted);
      if (found === undefined) return {isThere: false};
      const until = AbortSignal.any([gone, AbortSignal.timeout(sampleMs)]);
      const ask = asking(found, request, sampleMs, until);
      return {isThere: true, ...(await ask<object>('GET', `${pathOf(found)}/freshness`))};
    },
  ),
  streams<EditorDoor>()(
    'POST /v2/entity/guid/{guid}/editor/profile',
    {
      change: 'unrehearsed',
      summary: 'Figures of the columns of a table',
      description:
        'Worked out by an engine of the editor with the permissions that the caller has there, by one statement that reads the whole table; it is canceled with the request, and after five minutes. `isThere` is false where no engine of the caller has the table. With `progress=true` lines of JSON answer, as `application/x-ndjson`: `{"progress": 40}` while the engine reads, without a number where it knows none, and at the end the figures, or what failed with its status as `failed`. An addition to the Atlas API.',
      query: {engine, progress},
      answer: shapes.tableProfile,
      errors: ['INSTANCE_GUID_NOT_FOUND', 'BAD_REQUEST'],
    },
    async ({guid, engine: wanted, progress: isTold}, request, reply, door) => {
      const gone = goneOf(request, reply);
      const found = await tableOf(door, request, guid, wanted);
      if (found === undefined) return {isThere: false, columns: [], isCut: false};
      const run = async (tell: Tell) => ({
        isThere: true,
        ...(await profileOf(found, request, gone, tell)),
      });
      if (!isTold) return await run(() => undefined);
      return await answerInLines(request, reply, run);
    },
  ),
];

type Found = {readonly place: EnginePlace; readonly fetchAs: Fetching};
type Fetching = NonNullable<Awaited<ReturnType<typeof placesOf>>['neighbour']>['fetchAs'];
type Sample = {
  readonly full_headers: readonly {readonly name: string; readonly type: string}[];
  readonly rows: readonly (readonly unknown[])[];
};
type Begun = {
  readonly uuid: string;
  readonly figures: readonly {readonly column: string; readonly figure: string}[];
  readonly isCut: boolean;
};

/** How far an engine is, as far as it knows: percent. */
type Tell = (news: {readonly progress?: number}) => void;

/** Undefined where no engine of the caller has it. */
async function tableOf(
  door: EditorDoor,
  request: FastifyRequest,
  guid: string,
  wanted: string | undefined,
): Promise<Found | undefined> {
  const {neighbour, places} = await placesOf(door, request, guid);
  const place = places.find(one => wanted === undefined || wanted === '' || one.engine === wanted);
  if (neighbour === undefined || place === undefined) return undefined;
  return {place, fetchAs: neighbour.fetchAs};
}

/**
 * Asks the editor as the caller.
 * @throws BAD_REQUEST with what the editor or the engine says, or that it says nothing
 */
function asking(
  {fetchAs}: Pick<Found, 'fetchAs'>,
  request: FastifyRequest,
  limitMs: number,
  until: AbortSignal,
) {
  const send = fetchAs(request.actor, limitMs);
  return async <T>(method: string, path: string, body?: object): Promise<T> => {
    let answer: Response;
    let text: string;
    try {
      answer = await send(path, {
        method,
        signal: until,
        ...(body !== undefined && {
          body: JSON.stringify(body),
          headers: {'content-type': 'application/json'},
        }),
      });
      text = await answer.text();
    } catch (cause) {
      if (until.aborted || (cause as Error).name === 'TimeoutError') throw endOf(until, limitMs);
      throw new AppError(
        'BAD_REQUEST',
        [`The editor does not answer: ${(cause as Error).message}.`],
        {cause},
      );
    }
    const told = toldIn(text, answer.status);
    // Calls of Hue tell by a number how it went.
    const isDone = answer.ok && (typeof told.status !== 'number' || told.status === 0);
    if (!isDone)
      throw new AppError('BAD_REQUEST', [told.message ?? `The editor answered ${answer.status}.`]);
    return told as T;
  };
}

function toldIn(text: string, status: number): {status?: unknown; message?: string} {
  try {
    return (parseJson(text) ?? {}) as object;
  } catch (cause) {
    throw new AppError('BAD_REQUEST', [`The editor answered ${status}, and no JSON.`], {cause});
  }
}

/** Aborted when nobody waits for the answer any more. */
function goneOf(request: FastifyRequest, reply: FastifyReply): AbortSignal {
  const reason = () => new AppError('BAD_REQUEST', ['Nobody waits for the answer any more']);
  return clientGone(request, reply, {reason});
}

/** Why something is not waited for any more: whoever asked has gone, or the time is over. */
function endOf({reason}: AbortSignal, limitMs: number): AppError {
  if (reason instanceof AppError) return reason;
  return new AppError('BAD_REQUEST', [`The engine did not answer within ${limitMs / 1000} s.`]);
}

/** Of the page of the table in the editor. */
function pathOf({place: {engine, database, table}}: Found): string {
  return `/api/v1/tables/${[engine, database, table].map(encodeURIComponent).join('/')}`;
}

async function profileOf(found: Found, request: FastifyRequest, gone: AbortSignal, tell: Tell) {
  gone.throwIfAborted();
  const limit = AbortSignal.timeout(profileMs);
  const until = AbortSignal.any([gone, limit]);
  const ask = asking(found, request, profileMs, until);
  // Whoever leaves meanwhile does not end it: only its answer tells what is to be canceled.
  const begin = asking(found, request, profileMs, limit);
  const {uuid, figures, isCut} = await begin<Begun>('POST', `${pathOf(found)}/profile`, {});
  try {
    until.throwIfAborted();
    await ended(ask, uuid, until, tell);
    const {rows} = await ask<{rows: readonly (readonly unknown[])[]}>(
      'GET',
      `/api/v1/results/${uuid}/rows?count=1`,
    );
    return {...columnsOf(figures, rows[0] ?? []), isCut};
  } catch (error) {
    // Whoever has gone wants nothing of it: the engine need not read on.
    const stop = asking(found, request, sampleMs, AbortSignal.timeout(sampleMs));
    await stop('POST', '/api/editor/cancel_statement', {operationId: uuid}).catch(
      (failure: unknown) => request.log.warn({error: failure}, 'a profile was not canceled'),
    );
    throw until.aborted ? endOf(until, profileMs) : error;
  }
}

async function ended(
  ask: ReturnType<typeof asking>,
  operationId: string,
  until: AbortSignal,
  tell: Tell,
): Promise<void> {
  for (let pause = lookMs.first; ; pause = Math.min(pause * 1.5, lookMs.last)) {
    const {query_status: state} = await ask<{query_status: {status: string}}>(
      'POST',
      '/api/editor/check_status',
      {operationId},
    );
    if (state.status === 'available') return;
    if (state.status === 'canceled' || state.status === 'expired')
      throw new AppError('BAD_REQUEST', [`The statement was ${state.status}.`]);
    const {progress: percent} = await ask<{progress: number}>('POST', '/api/editor/get_logs', {
      operationId,
    });
    tell(percent > 0 && percent < 100 ? {progress: percent} : {});
    await delay(pause, undefined, {signal: until});
  }
}

/** The figures of each column by their names; those without a column are of the table. */
function columnsOf(figures: Begun['figures'], row: readonly unknown[]) {
  const columns = new Map<string, Record<string, string>>();
  figures.forEach(({column, figure}, n) => {
    const of = columns.get(column) ?? {};
    const value = textOf(row[n]);
    columns.set(column, value === null ? of : {...of, [figure]: value});
  });
  const {rows} = columns.get('') ?? {};
  columns.delete('');
  return {
    ...(rows === undefined ? {} : {rows}),
    columns: [...columns].map(([name, of]) => ({name, figures: of})),
  };
}

const lastOf = (name: string): string => name.slice(name.lastIndexOf('.') + 1);

function textOf(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  return typeof value === 'object' ? JSON.stringify(value) : String(value as string);
}

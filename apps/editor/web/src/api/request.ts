import {parseExact} from './exact-json.ts';
import {session} from './session.ts';
import type {Diagnosis, Envelope} from './wire.ts';

/** What the server says about something that did not work; `status` is that of HTTP, `envelope` the number inside of an answer. */
export class ApiFailure extends Error {
  override name = 'ApiFailure';
  readonly status: number;
  readonly envelope: number | undefined;
  readonly diagnosis: Diagnosis | undefined;
  /** Told as a popup, by the contract: no running server was found. */
  readonly isPopup: boolean;
  /** Of the statement that failed while it was sent. */
  readonly uuid: string | undefined;
  /** All that the server said. */
  readonly body: Envelope;

  constructor(status: number, body: Envelope) {
    super(body.message || body.detail || body.error || `The server answered ${status}.`);
    this.status = status;
    this.body = body;
    this.envelope = body.status;
    this.diagnosis = body.diagnosis;
    this.isPopup = status >= 500 && body.is_embeddable === false;
    this.uuid = body.history_uuid;
  }
}

/** What an operation of the editor's API answers: see docs/editor-api.md. */
export async function call<Answer extends Envelope>(
  name: string,
  fields: Readonly<Record<string, unknown>>,
  signal?: AbortSignal,
): Promise<Answer> {
  const answer = await session.fetch(`/api/editor/${name}`, {
    method: 'POST',
    headers: {'content-type': 'application/json'},
    body: JSON.stringify(fields),
    ...(signal && {signal}),
  });
  return await read<Answer>(answer);
}

/** What stands at a path, for calls whose failures are statuses of HTTP. */
export async function get<Answer>(path: string, signal?: AbortSignal): Promise<Answer> {
  return await read<Answer & Envelope>(await session.fetch(path, signal && {signal}));
}

/** A change, or a question with a body: JSON, or a zip. @param isLeaving true for what is sent while the page is being left */
export async function send<Answer>(
  method: 'POST' | 'PUT' | 'DELETE',
  path: string,
  body?: unknown,
  signal?: AbortSignal,
  isLeaving = false,
): Promise<Answer> {
  const isFile = body instanceof Blob;
  const content = body !== undefined && {
    headers: {'content-type': isFile ? 'application/zip' : 'application/json'},
    body: isFile ? body : JSON.stringify(body),
  };
  const init = {method, ...content, ...(signal && {signal}), ...(isLeaving && {keepalive: true})};
  return await read<Answer & Envelope>(await session.fetch(path, init));
}

const readyPollMs = 400;

/** An answer about a whole result, which comes when all of its rows are there. */
export async function postUntilReady<Answer>(path: string, body: unknown, signal?: AbortSignal): Promise<Answer> {
  for (;;) {
    const answer = await session.fetch(path, {
      method: 'POST',
      headers: {'content-type': 'application/json'},
      body: JSON.stringify(body),
      ...(signal && {signal}),
    });
    if (answer.status !== 202) return await read<Answer & Envelope>(answer);
    await new Promise(resolve => setTimeout(resolve, readyPollMs));
    signal?.throwIfAborted();
  }
}

async function read<Answer extends Envelope>(answer: Response): Promise<Answer> {
  const text = await answer.text();
  if (!(answer.headers.get('content-type') ?? '').startsWith('application/json')) {
    if (answer.ok && text === '') return {} as Answer;
    throw new ApiFailure(answer.status, {message: `The server answered ${answer.status} without a word.`});
  }
  const body = parseExact(text) as Answer;
  if (!answer.ok || (body.status ?? 0) !== 0 || body.code === 500) throw new ApiFailure(answer.status, body);
  return body;
}

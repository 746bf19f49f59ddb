import {parseExact} from './exact-json.ts';
import {session} from './session.ts';
import type {Answer, Diagnosis, FailureAnswer, Input, OperationKey} from './wire.ts';

/**
 * What the server says about something that did not work; `status` is that of HTTP, `envelope` the
 * number inside of an answer. One class for both ways in which this API refuses: by a status of
 * HTTP, and by a number inside of an answer of 200, as clients of Hue expect it.
 */
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
  readonly body: FailureAnswer;

  constructor(status: number, body: FailureAnswer) {
    super(body.message || body.detail || body.error || `The server answered ${status}.`);
    this.status = status;
    this.body = body;
    this.envelope = body.status;
    this.diagnosis = body.diagnosis;
    this.isPopup = status >= 500 && body.is_embeddable === false;
    this.uuid = body.history_uuid;
  }

  /** What explains an answer of 200 that refuses; see `explainError`. */
  get errorCode(): string {
    return this.status === 200 ? `status ${this.envelope ?? ''}` : '';
  }
}

export type AskOptions = {
  readonly signal?: AbortSignal | undefined;
  /** True for what is sent while the page is being left. */
  readonly isLeaving?: boolean;
  /** A zip in place of fields. */
  readonly file?: Blob;
};
type Parts = {
  readonly path?: Readonly<Record<string, string | readonly string[]>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
};

/**
 * What an operation of the editor's API answers, named as its API document names it: `ask('GET
 * /api/v1/tabs/{uuid}', {path: {uuid}})`.
 * @throws {ApiFailure} what it refuses, whichever way it says so
 */
export async function ask<Key extends OperationKey>(
  key: Key,
  input: Input<Key>,
  {signal, isLeaving = false, file}: AskOptions = {},
): Promise<Answer<Key>> {
  return await read<Answer<Key>>(await send(key, input, {signal, isLeaving, ...(file && {file})}));
}

/**
 * An answer about a whole result, which comes when all of its rows are there: the server waits for
 * them before it asks for patience.
 */
export async function askUntilReady<Key extends OperationKey>(
  key: Key,
  input: Input<Key>,
  signal?: AbortSignal,
): Promise<Answer<Key>> {
  for (;;) {
    // The server holds each question for a while, so there is no pause here.
    const answer = await send(key, input, {signal});
    if (answer.status !== 202) return await read<Answer<Key>>(answer);
  }
}

/** Where an operation is found, for links: downloads and the like. */
export function urlOf<Key extends OperationKey>(key: Key, input: Input<Key>): string {
  const {path = {}, query = {}} = input as Parts;
  const filled = key
    .slice(key.indexOf(' ') + 1)
    .replace(/\{(\w+)\}/g, (_, name: string) =>
      [path[name] ?? ''].flat().map(encodeURIComponent).join('/'),
    );
  const pairs = Object.entries(query).filter(([, value]) => value !== undefined);
  return pairs.length === 0
    ? filled
    : `${filled}?${new URLSearchParams(pairs.map(([name, value]) => [name, String(value)]))}`;
}

async function send<Key extends OperationKey>(
  key: Key,
  input: Input<Key>,
  options: AskOptions,
): Promise<Response> {
  const {signal, isLeaving, file} = options;
  const {body} = input as Parts;
  const content =
    file === undefined
      ? body !== undefined && {
          headers: {'content-type': 'application/json'},
          body: JSON.stringify(body),
        }
      : {headers: {'content-type': 'application/zip'}, body: file};
  const method = key.slice(0, key.indexOf(' '));
  return await session.fetch(urlOf(key, input), {
    method,
    ...content,
    ...(signal && {signal}),
    ...(isLeaving && {keepalive: true}),
  });
}

async function read<Body>(answer: Response): Promise<Body> {
  const text = await answer.text();
  if (!(answer.headers.get('content-type') ?? '').startsWith('application/json')) {
    if (answer.ok && text === '') return undefined as Body;
    // A proxy in between, most likely: its page is not shown.
    throw new ApiFailure(answer.status, {
      message: `The server answered ${answer.status} without a word.`,
    });
  }
  const body = parseExact(text) as FailureAnswer;
  if (!answer.ok || (body.status ?? 0) !== 0 || body.code === 500)
    throw new ApiFailure(answer.status, body);
  return body as Body;
}

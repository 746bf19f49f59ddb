import {negotiateToken} from '@gazetteer/thrift';

/** A call to a server that speaks JSON over HTTP failed. */
export class JsonCallError extends Error {
  override name = 'JsonCallError';
  /** Undefined when there was no answer. */
  readonly status: number | undefined;

  constructor(message: string, status?: number, options?: ErrorOptions) {
    super(message, options);
    this.status = status;
  }
}

export type JsonClientOptions = {
  readonly url: string;
  /** Log in with the editor's Kerberos ticket, as browsers do (RFC 4559). */
  readonly isKerberised: boolean;
  readonly timeoutMs: number;
  readonly headers?: Readonly<Record<string, string>>;
};

const maxAnswerBytes = 64 * 2 ** 20;
const shownCharacters = 500;

/** Calls of one server, in JSON; each is sent once. */
export class JsonClient {
  readonly url: string;
  readonly #options: JsonClientOptions;

  constructor(options: JsonClientOptions) {
    this.url = options.url.replace(/\/+$/, '');
    this.#options = options;
  }

  async get(
    path: string,
    query: Readonly<Record<string, string | undefined>> = {},
  ): Promise<unknown> {
    return parsed(await this.#send('GET', path, query), path);
  }

  async text(
    path: string,
    query: Readonly<Record<string, string | undefined>> = {},
  ): Promise<string> {
    return await this.#send('GET', path, query);
  }

  async send(
    method: 'POST' | 'PUT' | 'DELETE',
    path: string,
    query: Readonly<Record<string, string | undefined>> = {},
    body?: object,
  ): Promise<unknown> {
    return parsed(await this.#send(method, path, query, body), path);
  }

  async #send(
    method: string,
    path: string,
    query: Readonly<Record<string, string | undefined>>,
    body?: object,
  ): Promise<string> {
    const {isKerberised, timeoutMs, headers} = this.#options;
    const url = new URL(`${this.url}${path}`);
    for (const [name, value] of Object.entries(query))
      if (value !== undefined) url.searchParams.set(name, value);
    const authorization = isKerberised ? `Negotiate ${await tokenFor(url.hostname)}` : undefined;
    let answer: Response;
    let text: string;
    try {
      answer = await fetch(url, {
        method,
        // A standby sends on to the active one, which is asked by whoever keeps the list of them.
        redirect: 'manual',
        signal: AbortSignal.timeout(timeoutMs),
        headers: {
          accept: 'application/json, text/plain;q=0.5',
          ...headers,
          ...(body !== undefined && {'content-type': 'application/json'}),
          ...(authorization !== undefined && {authorization}),
        },
        ...(body !== undefined && {body: JSON.stringify(body)}),
      });
      text = await readText(answer);
    } catch (cause) {
      throw new JsonCallError(`No answer from ${this.url}: ${reasonOf(cause)}`, undefined, {cause});
    }
    if (answer.ok) return text;
    throw new JsonCallError(
      `${this.url} answers ${answer.status}${messageIn(text)}`,
      answer.status,
    );
  }
}

/**
 * `fetch` says only that it failed; why is beneath, and has no text where several addresses were
 * tried.
 */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (!(error.cause instanceof Error)) return error.message;
  const {message, code} = error.cause as NodeJS.ErrnoException;
  return message || code || error.message;
}

async function tokenFor(host: string): Promise<string> {
  try {
    return await negotiateToken(host);
  } catch (cause) {
    throw new JsonCallError((cause as Error).message, undefined, {cause});
  }
}

async function readText(answer: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of answer.body ?? []) {
    length += chunk.length;
    if (length > maxAnswerBytes) throw new Error(`an answer of more than ${maxAnswerBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function parsed(text: string, path: string): unknown {
  if (text.trim() === '') return {};
  try {
    return JSON.parse(text, keepDigits) as unknown;
  } catch (cause) {
    throw new JsonCallError(`The answer to ${path} is no JSON`, undefined, {cause});
  }
}

/**
 * Whole numbers beyond 2^53 become bigints, fractions of more digits than a double has stay texts.
 */
function keepDigits(
  _key: string,
  value: unknown,
  {source = ''}: {readonly source?: string} = {},
): unknown {
  if (typeof value !== 'number') return value;
  if (/^-?\d+$/.test(source)) return Number.isSafeInteger(value) ? value : BigInt(source);
  return /^-?\d+\.\d+$/.test(source) && source.length > 16 ? source : value;
}

/** What such servers say of a failure, in one of their ways. */
function messageIn(text: string): string {
  const message = /"(?:message|msg)"\s*:\s*("(?:[^"\\]|\\.)*")/.exec(text)?.[1];
  const said =
    message === undefined
      ? text
          .replaceAll(/<[^>]*>/g, ' ')
          .replaceAll(/\s+/g, ' ')
          .trim()
      : String(JSON.parse(message));
  return said === '' ? '' : `: ${said.slice(0, shownCharacters)}`;
}

import assert from 'node:assert/strict';

/** Basic credentials that work on a fresh store on loopback. */
export const admin = `Basic ${Buffer.from('admin:admin').toString('base64')}`;

export type Answer = {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly bytes: Uint8Array;
  /** Parsed body; undefined when there is none or it is no JSON. */
  readonly json: unknown;
};

export type Ask = {
  readonly method?: string;
  /** Sent as JSON; a string or a form goes as it is. */
  readonly body?: unknown;
  /** An empty text takes a header away. */
  readonly headers?: Readonly<Record<string, string>>;
};

type Watcher = (method: string, url: string, answer: Answer) => Promise<void>;
const watchers: Watcher[] = [];

/** Hears of every answer to `ask`, and fails it by failing. */
export function watchAnswers(watcher: Watcher): void {
  watchers.push(watcher);
}

/** One request, as admin unless the headers say otherwise. Redirects are answers. */
export async function ask(url: string, {method, body, headers = {}}: Ask = {}): Promise<Answer> {
  const text =
    body === undefined || typeof body === 'string' || body instanceof FormData
      ? body
      : JSON.stringify(body);
  const all = {
    authorization: admin,
    accept: 'application/json',
    ...(typeof text === 'string' ? {'content-type': 'application/json'} : {}),
    ...headers,
  };
  const sent = method ?? (text === undefined ? 'GET' : 'POST');
  const response = await fetch(url, {
    method: sent,
    redirect: 'manual',
    headers: Object.entries(all).filter(([, value]) => value !== ''),
    ...(text === undefined ? {} : {body: text}),
  });
  const bytes = new Uint8Array(await response.arrayBuffer());
  const told = new TextDecoder().decode(bytes);
  const answer = {
    status: response.status,
    headers: response.headers,
    text: told,
    bytes,
    json: parsed(told),
  };
  for (const watch of watchers) await watch(sent, url, answer);
  return answer;
}

/**
 * Calls of people whose password is their name, `admin` when nobody is named.
 * @param base asked at each call, since a server may be started later
 */
export function callsTo(base: () => string) {
  const send = (path: string, body?: unknown, method?: string, user = 'admin'): Promise<Answer> =>
    ask(`${base()}${path}`, {
      body,
      ...(method === undefined ? {} : {method}),
      headers: {authorization: `Basic ${Buffer.from(`${user}:${user}`).toString('base64')}`},
    });
  /** What is answered to a call that has to succeed. */
  const ok = async <T>(
    path: string,
    body?: unknown,
    method?: string,
    user?: string,
  ): Promise<T> => {
    const answer = await send(path, body, method, user);
    assert.ok(answer.status < 300, `${path}: ${answer.text}`);
    return answer.json as T;
  };
  return {send, ok};
}

/** `404 Given instance guid … is invalid` */
export function refusal({status, json}: Answer): string {
  return `${status} ${(json as {errorMessage?: string}).errorMessage ?? ''}`;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

export type Entity = {
  typeName: string;
  guid: string;
  attributes: Record<string, unknown>;
  [field: string]: unknown;
};

/** A table of `count` columns as one request body, with references by temporary guids. */
export function tableWithColumns(name: string, count: number, database: {guid: string}): object {
  const columns = Array.from({length: count}, (_, n) => ({
    typeName: 'hive_column',
    guid: String(-2 - n),
    attributes: {
      qualifiedName: `${name}.c${n}@test`,
      name: `c${n}`,
      type: 'string',
      position: n,
      table: {guid: '-1', typeName: 'hive_table'},
    },
  }));
  return {
    entity: {
      typeName: 'hive_table',
      guid: '-1',
      attributes: {
        qualifiedName: `${name}@test`,
        name,
        owner: 'etl',
        db: {guid: database.guid, typeName: 'hive_db'},
        columns: columns.map(({guid, typeName}) => ({guid, typeName})),
      },
    },
    referredEntities: Object.fromEntries(columns.map(column => [column.guid, column])),
  };
}

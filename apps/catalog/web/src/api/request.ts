import {ApiError, apiErrorOf, Session, type SessionFacts} from '@gazetteer/ui';

/** Relative to the page, so that a proxy may add a path in front. */
const base = new URL('../api/meta', document.baseURI).href;

/** What the server tells a page at its start; more keys than these exist. */
export type SessionInfo = {
  readonly userName: string;
  readonly groups: readonly string[];
  readonly 'atlas.rest-csrf.custom-header': string;
  readonly _csrfToken: string;
  readonly 'atlas.lineage.on.demand.enabled': boolean;
  readonly 'atlas.entity.create.allowed': boolean;
  readonly timezones: readonly string[];
};

let info: SessionInfo | undefined;

export const session = new Session({
  read: async (fetch): Promise<SessionFacts> => {
    const answer = await reached(fetch(`${base}/admin/session`));
    if (answer.status === 401 || answer.status === 419) {
      leave();
      // The page is being left: nothing may be drawn any more.
      return await new Promise<never>(() => undefined);
    }
    if (!answer.ok) throw await apiErrorOf(answer);
    info = (await answer.json()) as SessionInfo;
    return {userName: info.userName, csrfHeader: info['atlas.rest-csrf.custom-header'], csrfToken: info._csrfToken};
  },
  logIn: async (userName, password) => {
    const url = new URL('../j_spring_security_check', document.baseURI);
    const answer = await fetch(url, {
      method: 'POST',
      body: new URLSearchParams({j_username: userName, j_password: password}),
    });
    if (answer.ok) return undefined;
    if (answer.status !== 401) return `The server could not log you in (status ${answer.status}).`;
    const wait = answer.headers.get('retry-after');
    return wait === null ? 'The password is wrong.' : `Too many failed attempts. Try again in ${wait} s.`;
  },
  leave,
});

function leave(): void {
  location.replace(new URL(`../login.jsp${location.hash}`, document.baseURI));
}

/** Who is logged in and what the server allows; read once. */
export async function readSession(): Promise<SessionInfo> {
  if (info === undefined) await session.start();
  return info as SessionInfo;
}

export type Params = Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>;

type Request = {readonly params?: Params; readonly body?: unknown; readonly signal?: AbortSignal | undefined};

/** JSON of an answer, undefined when there is none. Throws `ApiError`, also when the server cannot be reached. */
export async function request<Answer>(
  method: string,
  path: string,
  {params, body, signal}: Request = {},
): Promise<Answer> {
  await readSession();
  const isForm = body instanceof FormData;
  const headers: Record<string, string> = {accept: 'application/json'};
  if (body !== undefined && !isForm) headers['content-type'] = 'application/json';
  const sent = body === undefined ? {} : {body: isForm ? body : JSON.stringify(body)};
  const answer = await reached(
    session.fetch(`${base}${path}${query(params)}`, {
      method,
      headers,
      ...sent,
      ...(signal === undefined ? {} : {signal}),
    }),
  );
  if (!answer.ok) throw await apiErrorOf(answer);
  const text = await answer.text();
  return (text === '' ? undefined : JSON.parse(text)) as Answer;
}

export const get = <Answer>(path: string, params?: Params, signal?: AbortSignal) =>
  request<Answer>('GET', path, {...(params === undefined ? {} : {params}), signal});

async function reached(answer: Promise<Response>): Promise<Response> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof TypeError) throw new ApiError(0, 'The server cannot be reached. Is it running?');
    throw error;
  }
}

function query(params: Params = {}): string {
  const pairs = Object.entries(params).flatMap(([name, value]): [string, string][] => {
    if (value === undefined) return [];
    return Array.isArray(value) ? value.map((one: string) => [name, one]) : [[name, String(value)]];
  });
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs)}`;
}

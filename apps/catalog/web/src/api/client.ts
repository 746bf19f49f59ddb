// The login of the pages and the client that they ask with. Everything goes through `session`,
// which lets a request wait for a new login in a dialog, so that no half-filled form is lost when a
// session ends.
import {CatalogClient, type Schemas} from '@gazetteer/client';
import {loginProblem, Session, type SessionFacts, uploadFetch} from '@gazetteer/ui';

/** Relative to the page, so that a proxy may add a path in front. */
const baseUrl = new URL('../api/meta', document.baseURI).href;

type SessionInfo = Schemas['Session'];
/**
 * Beside the session's own facts also what pages ask of it: privileges, groups, the name of the
 * header against forged requests.
 */
let info: SessionInfo | undefined;

export const session = new Session({
  read: async (fetch): Promise<SessionFacts> => {
    const answer = await fetch(
      `${baseUrl}/admin/session?includePrivileges=true&includeTimezones=false`,
    );
    if (answer.status === 401 || answer.status === 419) {
      leave();
      // The page is being left: nothing may be drawn any more.
      return await new Promise<never>(() => undefined);
    }
    if (!answer.ok) throw new Error(`Couldn’t load your account (status ${answer.status}).`);
    info = (await answer.json()) as SessionInfo;
    return {
      userName: info.userName,
      csrfHeader: info['atlas.rest-csrf.custom-header'],
      csrfToken: info._csrfToken,
    };
  },
  logIn: async (userName, password) => {
    const url = new URL('../j_spring_security_check', document.baseURI);
    const body = new URLSearchParams({j_username: userName, j_password: password});
    const answer = await fetch(url, {method: 'POST', body});
    return answer.ok ? undefined : loginProblem(answer);
  },
  leave,
});

function leave(): void {
  // Not a step of the way back: Back would lead to a page that cannot be drawn. What stands behind
  // the `#` goes along, to come back to it.
  location.replace(new URL(`../login.jsp${location.hash}`, document.baseURI));
}

let starting: Promise<unknown> | undefined;

/** Who is logged in and what the server allows; read once, whoever asks meanwhile. */
export async function readSession(): Promise<SessionInfo> {
  try {
    if (info === undefined) await (starting ??= session.start());
  } finally {
    starting = undefined;
  }
  return info as SessionInfo;
}

/** Asked again where the server refused the last one, such as after a login in another window. */
async function tokenOf(isAnew: boolean) {
  if (isAnew) await session.start();
  const facts = await readSession();
  return {header: facts['atlas.rest-csrf.custom-header'], value: facts._csrfToken};
}

/** Told of each change of this page that can be undone. */
type ChangeListener = (changeId: string) => void;
const changeListeners = new Set<ChangeListener>();

/** Tells of changes from now on. @returns what ends it */
export function noteChanges(listener: ChangeListener): () => void {
  changeListeners.add(listener);
  return () => void changeListeners.delete(listener);
}

const notingFetch: typeof fetch = async (input, init) => {
  const answer = await session.fetch(input, init);
  const changeId = answer.headers.get('change-id');
  if (changeId !== null) for (const listener of changeListeners) listener(changeId);
  return answer;
};

/**
 * The catalog's API with the login of the page; a request whose session has ended waits for a new
 * one.
 */
export const client = new CatalogClient({baseUrl, fetch: notingFetch, token: tokenOf});

/** The same for an upload, telling from 0 to 1 how much of it is on its way. */
export function uploadClient(tell: (part: number) => void): CatalogClient {
  return new CatalogClient({baseUrl, fetch: session.fetchOver(uploadFetch(tell)), token: tokenOf});
}

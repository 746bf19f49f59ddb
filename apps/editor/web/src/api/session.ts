import {Session} from '@gazetteer/ui';

/**
 * Who is logged in stands in the page; the token of the session in a cookie that scripts may read.
 */
const userName =
  document.querySelector<HTMLMetaElement>('meta[name=gazetteer-user]')?.content ?? '';

/** The login of these pages, found out by the first read, which needs one. */
export const session = new Session({
  read: async fetch => {
    const answer = await fetch('/api/v1/get_config');
    if (answer.status === 401) {
      leave();
      // The page is being left: nothing may be drawn any more. Never settled on purpose: each
      // caller waits until the page is gone.
      return await new Promise<never>(() => undefined);
    }
    return {userName, csrfHeader: 'x-csrftoken', csrfToken: tokenNow()};
  },
  logIn: async (userName, password) => {
    const body = new URLSearchParams({username: userName, password});
    const answer = await fetch('/hue/accounts/login', {method: 'POST', body, redirect: 'manual'});
    // The redirect to the editor, which nobody wants to follow here.
    if (answer.type === 'opaqueredirect' || answer.ok) return undefined;
    if (answer.status === 401) return 'The password is wrong.';
    const wait = answer.headers.get('retry-after');
    return wait === null
      ? `The server couldn’t log you in (status ${answer.status}).`
      : `Too many failed attempts. Try again in ${wait} s.`;
  },
  leave,
});

function leave(): void {
  location.assign(
    `/hue/accounts/login?next=${encodeURIComponent(location.pathname + location.search)}`,
  );
}

/** Read when it is needed: a login in another window brings another one. */
function tokenNow(): string {
  return /(?:^|; )csrftoken=([^;]*)/.exec(document.cookie)?.[1] ?? '';
}

/** The name that the page was made for. */
export function loggedInUser(): string {
  return userName;
}

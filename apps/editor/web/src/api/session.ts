import {loginProblem, Session} from '@gazetteer/ui';

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
    return answer.type === 'opaqueredirect' || answer.ok ? undefined : loginProblem(answer);
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

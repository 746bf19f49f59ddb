import {createBrowserHistory, parseHref, type RouterHistory} from '@tanstack/history';

/**
 * Addresses of pages stand behind `#!`, where links to catalogs of this kind have always had them;
 * a plain `#` is read, too.
 */
export function hashBangHistory(): RouterHistory {
  return createBrowserHistory({
    // Only the part behind the hash is the page's; what stands before it belongs to the server,
    // or to a proxy in front.
    parseLocation: () => parseHref(pathOf(window.location.hash), window.history.state),
    createHref: path => `${window.location.pathname}${window.location.search}#!${path}`,
  });
}

function pathOf(hash: string): string {
  const path = hash.replace(/^#!?/, '');
  return path.startsWith('/') ? path : `/${path}`;
}

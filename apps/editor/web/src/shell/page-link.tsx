import type {AnchorHTMLAttributes, MouseEvent} from 'react';
import {go} from '../place.ts';

export type PageLinkProps = AnchorHTMLAttributes<HTMLAnchorElement> & {readonly to: string};

/**
 * A link to another of these pages, which the browser need not load anew. A real link, with an
 * address: it can be copied, opened in another tab, and read by a screen reader as what it is.
 */
export function PageLink({to, onClick, children, ...rest}: PageLinkProps) {
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    // For a new window or tab it is the browser's.
    if (
      event.defaultPrevented ||
      event.button !== 0 ||
      event.ctrlKey ||
      event.metaKey ||
      event.shiftKey
    )
      return;
    event.preventDefault();
    go(to);
  };
  return (
    <a {...rest} href={to} onClick={follow}>
      {children}
    </a>
  );
}

import {useLocation} from '@tanstack/react-router';
import {readSearchLink, type SearchLink} from '../pages/search/search-link.ts';

/** The search that the page shows, or nothing on other pages. */
export function useSearchLink(): SearchLink | undefined {
  const {pathname, search} = useLocation();
  return pathname === '/search/searchResult' ? readSearchLink(search) : undefined;
}

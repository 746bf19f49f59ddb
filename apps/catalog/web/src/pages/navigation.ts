import {
  BookOpen,
  ChartLine,
  Component,
  DatabaseZap,
  House,
  type LucideIcon,
  Search,
  Send,
  Shapes,
  Wrench,
} from 'lucide-react';

/** The pages of the menu, in its order. */
export type NavigationItem = {
  readonly to: string;
  readonly label: string;
  readonly Icon: LucideIcon;
  /** True for every address that belongs to the page. */
  readonly isAt: (pathname: string) => boolean;
  /** Only for those with one of these privileges. */
  readonly needs?: readonly string[];
  /** A part of the menu of its own. */
  readonly isForAdministrators?: true;
};

/** The pages that the side bar leads to, and which addresses each of them stands for. */
export const navigation: readonly NavigationItem[] = [
  {to: '/', label: 'Home', Icon: House, isAt: path => path === '/'},
  {
    to: '/search',
    label: 'Search',
    Icon: Search,
    isAt: path =>
      // Pages that one comes to from results belong to the search.
      ['/search', '/detailPage', '/relationship', '/bulkChanges', '/changes', '/import'].some(
        start => path.startsWith(start),
      ),
  },
  {to: '/domains', label: 'Domains', Icon: Component, isAt: path => path.startsWith('/domains')},
  {to: '/glossary', label: 'Glossary', Icon: BookOpen, isAt: path => path.startsWith('/glossary')},
  {
    to: '/types',
    label: 'Types',
    Icon: Shapes,
    isAt: path => path.startsWith('/types') || path.startsWith('/newType'),
  },
  {
    to: '/statistics',
    label: 'Statistics',
    Icon: ChartLine,
    isAt: path => path.startsWith('/statistics'),
  },
  {
    to: '/sources',
    label: 'Sources',
    Icon: DatabaseZap,
    isAt: path => path.startsWith('/sources'),
    needs: ['admin-import'],
    isForAdministrators: true,
  },
  {
    to: '/subscriptions',
    label: 'Subscriptions',
    Icon: Send,
    isAt: path => path.startsWith('/subscriptions'),
    needs: ['admin-subscriptions'],
    isForAdministrators: true,
  },
  {
    to: '/administrator',
    label: 'Administration',
    Icon: Wrench,
    isAt: path => path.startsWith('/administrator'),
    needs: ['admin-audits', 'admin-export', 'admin-import', 'admin-purge'],
  },
];

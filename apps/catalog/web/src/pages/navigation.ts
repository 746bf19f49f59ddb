import {BookOpen, ChartLine, type LucideIcon, Search, Shapes, Wrench} from 'lucide-react';

/** The pages of the menu, in its order. */
export type NavigationItem = {
  readonly to: string;
  readonly label: string;
  readonly Icon: LucideIcon;
  /** True for every address that belongs to the page. */
  readonly isAt: (pathname: string) => boolean;
};

export const navigation: readonly NavigationItem[] = [
  {
    to: '/search',
    label: 'Search',
    Icon: Search,
    isAt: path =>
      path.startsWith('/search') || path.startsWith('/detailPage') || path.startsWith('/relationshipDetailPage'),
  },
  {to: '/glossary', label: 'Glossary', Icon: BookOpen, isAt: path => path.startsWith('/glossary')},
  {
    to: '/types',
    label: 'Types',
    Icon: Shapes,
    isAt: path => path.startsWith('/types') || path.startsWith('/newType'),
  },
  {to: '/statistics', label: 'Statistics', Icon: ChartLine, isAt: path => path.startsWith('/statistics')},
  {to: '/administrator', label: 'Administration', Icon: Wrench, isAt: path => path.startsWith('/administrator')},
];

import {useSuspenseQuery} from '@tanstack/react-query';
import {
  Activity,
  CalendarClock,
  FolderOpen,
  FolderTree,
  History,
  LayoutDashboard,
  NotebookText,
  SquareTerminal,
  Table2,
} from 'lucide-react';
import {configQuery} from '../api/queries.ts';
import {usePlace} from '../place.ts';
import {PageLink} from './page-link.tsx';
import {isFileSystem} from '../files/file-place.ts';

/** Shown only where there is a file system; all other pages are always there. */
const filesPage = '/app/files';
const links = [
  {
    to: '/app/editor/',
    paths: ['/app/editor', '/hue/editor', '/editor'],
    label: 'Editor',
    Icon: SquareTerminal,
  },
  {to: '/app/tables', paths: ['/app/tables'], label: 'Tables', Icon: Table2},
  {to: filesPage, paths: [filesPage], label: 'Files', Icon: FolderTree},
  {to: '/app/documents', paths: ['/app/documents'], label: 'Saved queries', Icon: FolderOpen},
  {to: '/app/dashboards', paths: ['/app/dashboards'], label: 'Dashboards', Icon: LayoutDashboard},
  {to: '/app/notebooks', paths: ['/app/notebooks'], label: 'Notebooks', Icon: NotebookText},
  {to: '/app/schedules', paths: ['/app/schedules'], label: 'Schedules', Icon: CalendarClock},
  {to: '/app/history', paths: ['/app/history'], label: 'History', Icon: History},
  {
    to: '/jobbrowser/',
    paths: ['/jobbrowser', '/hue/jobbrowser', '/jobbrowser/jobs', '/jobbrowser/apps'],
    label: 'Jobs',
    Icon: Activity,
  },
];

export function Navigation() {
  const {path} = usePlace();
  const {browser} = useSuspenseQuery(configQuery).data.app_config;
  const hasFiles = browser.interpreters.some(isFileSystem);
  return (
    <ul>
      {links
        .filter(({to}) => hasFiles || to !== filesPage)
        .map(({to, paths, label, Icon}) => {
          const isCurrent = paths.some(one => path === one || path.startsWith(`${one}/`));
          return (
            <li key={to}>
              <PageLink
                to={to}
                data-current={isCurrent || undefined}
                aria-current={isCurrent ? 'page' : undefined}
              >
                <Icon size={18} aria-hidden />
                {label}
              </PageLink>
            </li>
          );
        })}
    </ul>
  );
}

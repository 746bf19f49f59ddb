import {EmptyState, ErrorState, LoadingState} from '@gazetteer/ui';
import {QueryErrorResetBoundary, useSuspenseQuery} from '@tanstack/react-query';
import {MapPinOff} from 'lucide-react';
import {Component, lazy, type ReactNode, Suspense} from 'react';
import {configQuery} from './api/queries.ts';
import {Layers} from './assist/layers.tsx';
import {DocumentDialogs} from './documents/dialogs.tsx';
import {sheetsQuery} from './editor/sheets.ts';
import {usePlace} from './place.ts';
import {Shell} from './shell/shell.tsx';

const EditorPage = lazy(async () => ({
  default: (await import('./editor/editor-page.tsx')).EditorPage,
}));

const ResultPage = lazy(async () => ({
  default: (await import('./result/result-page.tsx')).ResultPage,
}));

const DocumentsPage = lazy(async () => ({
  default: (await import('./documents/documents-page.tsx')).DocumentsPage,
}));

const HistoryPage = lazy(async () => ({
  default: (await import('./history/history-page.tsx')).HistoryPage,
}));

const StoragePage = lazy(async () => ({
  default: (await import('./storage/storage-page.tsx')).StoragePage,
}));

const ImportPage = lazy(async () => ({
  default: (await import('./imports/import-page.tsx')).ImportPage,
}));

const FilesPage = lazy(async () => ({
  default: (await import('./files/files-page.tsx')).FilesPage,
}));

const TablesPage = lazy(async () => ({
  default: (await import('./tables/tables-page.tsx')).TablesPage,
}));

const SchedulesPage = lazy(async () => ({
  default: (await import('./schedules/schedules-page.tsx')).SchedulesPage,
}));

const ConfigurationPage = lazy(async () => ({
  default: (await import('./shell/configuration-page.tsx')).ConfigurationPage,
}));

const DashboardsPage = lazy(async () => ({
  default: (await import('./dashboards/dashboards-page.tsx')).DashboardsPage,
}));

const NotebooksPage = lazy(async () => ({
  default: (await import('./notebooks/notebooks-page.tsx')).NotebooksPage,
}));

const JobsPage = lazy(async () => ({default: (await import('./jobs/jobs-page.tsx')).JobsPage}));

/**
 * Every page by its path. Those without `/app` are addresses of Hue, which people have in their
 * bookmarks and other programs in their links.
 */
const pages: Readonly<Record<string, React.ComponentType>> = {
  '/app/editor': EditorPage,
  '/hue/editor': EditorPage,
  '/editor': EditorPage,
  '/app/history': HistoryPage,
  '/app/storage': StoragePage,
  '/app/configuration': ConfigurationPage,
  '/app/schedules': SchedulesPage,
  '/app/dashboards': DashboardsPage,
  '/app/notebooks': NotebooksPage,
  '/app/import': ImportPage,
  '/app/tables': TablesPage,
  '/app/files': FilesPage,
  '/app/documents': DocumentsPage,
  '/app/result': ResultPage,
  '/jobbrowser': JobsPage,
  '/hue/jobbrowser': JobsPage,
  '/jobbrowser/jobs': JobsPage,
  '/jobbrowser/apps': JobsPage,
};

/**
 * Everything on the page. What fails while it is drawn is shown in its place and does not take the
 * texts of sheets with it.
 */
export function App() {
  return (
    <Boundary>
      <Suspense fallback={<LoadingState />}>
        <LoggedIn />
      </Suspense>
    </Boundary>
  );
}

function LoggedIn() {
  // Before anything else: without a login there is nothing to show.
  useSuspenseQuery(configQuery);
  useSuspenseQuery(sheetsQuery);
  const {path} = usePlace();
  // Tables, files, schedules, dashboards and notebooks have addresses of their own below those of
  // their pages. A path that is not there is no error of the server, which answers this page for each.
  const Page =
    pages[path.replace(/(?<=^\/app\/(?:tables|files|schedules|dashboards|notebooks))\/.*/, '')];
  // What lies over a page stays where the page fails, and the page where that fails.
  return (
    <Shell>
      <Boundary key={path}>
        <Suspense fallback={<LoadingState />}>
          {Page === undefined ? (
            <EmptyState title="Page not found" icon={<MapPinOff size={40} strokeWidth={1.5} />}>
              <a href="/app/editor/">Open the editor</a>
            </EmptyState>
          ) : (
            <Page />
          )}
        </Suspense>
      </Boundary>
      <Boundary key={`${path} over`}>
        <DocumentDialogs />
        <Layers />
      </Boundary>
    </Shell>
  );
}

/** What could not be drawn says why, and can be tried again. */
function Boundary({children}: {children: ReactNode}) {
  return (
    <QueryErrorResetBoundary>
      {({reset}) => <Catcher onReset={reset}>{children}</Catcher>}
    </QueryErrorResetBoundary>
  );
}

/** React has no hook for it. */
class Catcher extends Component<{onReset: () => void; children: ReactNode}, {error: unknown}> {
  override state: {error: unknown} = {error: undefined};

  static getDerivedStateFromError(error: unknown) {
    return {error};
  }

  override render() {
    const {error} = this.state;
    if (error === undefined) return this.props.children;
    const retry = () => {
      this.props.onReset();
      this.setState({error: undefined});
    };
    return <ErrorState error={error} retry={retry} />;
  }
}

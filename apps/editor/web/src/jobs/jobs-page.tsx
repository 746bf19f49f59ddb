import {Page} from '@gazetteer/ui';
import {useSuspenseQuery} from '@tanstack/react-query';
import {useEffect, useMemo} from 'react';
import {go, usePlace} from '../place.ts';
import {PageLink} from '../shell/page-link.tsx';
import {ClusterJobs} from './cluster-jobs.tsx';
import {HeldQueries} from './held-queries.tsx';
import {HeldSessions} from './held-sessions.tsx';
import {JobDetails} from './job-details.tsx';
import {jobAddress, type JobPlace, jobPlaceIn, jobPlaceOfHash, type View} from './job-place.ts';
import {interfacesQuery} from './job-queries.ts';
import classes from './jobs.module.css';
import {NotConfigured} from './not-configured.tsx';
import {QueryDetails} from './query-details.tsx';

const labels: Readonly<Record<View, string>> = {
  queries: 'Queries',
  sessions: 'Sessions',
  jobs: 'YARN applications',
  'livy-sessions': 'Livy sessions',
  'livy-batches': 'Livy batches',
};

/**
 * Running jobs for people: their statements and sessions on SQL servers, and what clusters run. All
 * kinds are listed, also those that are not configured: these say which keys they want.
 */
export function JobsPage() {
  const {params} = usePlace();
  const place = useMemo(() => jobPlaceIn(params), [params]);
  const {interfaces, isAdmin} = useSuspenseQuery(interfacesQuery).data;
  useEffect(() => {
    const wanted = jobPlaceOfHash(location.hash);
    if (wanted !== undefined) go(jobAddress(wanted), {replace: true});
  }, []);
  if (place.id !== '') {
    return place.view === 'queries' ? <QueryDetails place={place} /> : <JobDetails place={place} />;
  }
  return (
    <Page title="Jobs" isFull>
      <nav aria-label="Running jobs" className={classes['kinds']}>
        {Object.entries(labels).map(([view, label]) => (
          <PageLink
            key={view}
            to={jobAddress({view: view as View, all: place.all})}
            aria-current={view === place.view ? 'page' : undefined}
          >
            {label}
          </PageLink>
        ))}
      </nav>
      <ViewOf place={place} interfaces={interfaces} isAdmin={isAdmin} />
    </Page>
  );
}

function ViewOf({
  place,
  interfaces,
  isAdmin,
}: {
  place: JobPlace;
  interfaces: readonly string[];
  isAdmin: boolean;
}) {
  if (place.view === 'queries') return <HeldQueries place={place} isAdmin={isAdmin} />;
  if (place.view === 'sessions') return <HeldSessions place={place} isAdmin={isAdmin} />;
  if (!interfaces.includes(place.view)) return <NotConfigured view={place.view} />;
  return <ClusterJobs key={place.view} place={place} />;
}

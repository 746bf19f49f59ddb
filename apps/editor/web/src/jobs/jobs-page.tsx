import {Page} from '@gazetteer/ui';
import {useSuspenseQuery} from '@tanstack/react-query';
import {useEffect, useMemo} from 'react';
import {go, usePlace} from '../place.ts';
import {PageLink} from '../shell/page-link.tsx';
import {ClusterJobs} from './cluster-jobs.tsx';
import {HeldQueries} from './held-queries.tsx';
import {HeldSessions} from './held-sessions.tsx';
import {JobDetails} from './job-details.tsx';
import {jobAddress, type JobLink, jobLinkIn, jobLinkOfHash, type View} from './job-link.ts';
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
  const link = useMemo(() => jobLinkIn(params), [params]);
  const {interfaces, isAdmin} = useSuspenseQuery(interfacesQuery).data;
  useEffect(() => {
    const wanted = jobLinkOfHash(location.hash);
    if (wanted !== undefined) go(jobAddress(wanted), {replace: true});
  }, []);
  if (link.id !== '') {
    return link.view === 'queries' ? <QueryDetails link={link} /> : <JobDetails link={link} />;
  }
  return (
    <Page title="Jobs" isFull>
      <nav aria-label="Running jobs" className={classes['kinds']}>
        {Object.entries(labels).map(([view, label]) => (
          <PageLink
            key={view}
            to={jobAddress({view: view as View, all: link.all})}
            aria-current={view === link.view ? 'page' : undefined}
          >
            {label}
          </PageLink>
        ))}
      </nav>
      <ViewOf link={link} interfaces={interfaces} isAdmin={isAdmin} />
    </Page>
  );
}

function ViewOf({
  link,
  interfaces,
  isAdmin,
}: {
  link: JobLink;
  interfaces: readonly string[];
  isAdmin: boolean;
}) {
  if (link.view === 'queries') return <HeldQueries link={link} isAdmin={isAdmin} />;
  if (link.view === 'sessions') return <HeldSessions link={link} isAdmin={isAdmin} />;
  if (!interfaces.includes(link.view)) return <NotConfigured view={link.view} />;
  return <ClusterJobs key={link.view} link={link} />;
}

import {ErrorState, LoadingState, Page, problemTitle} from '@gazetteer/ui';
import {useQueryErrorResetBoundary} from '@tanstack/react-query';
import {createRootRoute, type ErrorComponentProps, useRouter} from '@tanstack/react-router';
import {useEffect} from 'react';
import {metricsQuery, queries, sessionQuery, typesQuery} from '../api/queries.ts';
import {NotFound} from './not-found.tsx';
import {Shell} from './shell.tsx';

export const rootRoute = createRootRoute({
  loader: firstReads,
  component: Shell,
  errorComponent: PageError,
  notFoundComponent: NotFound,
  pendingComponent: () => <LoadingState />,
});

/**
 * Before anything is drawn: without a login there is nothing to show. Types and counts, which
 * nearly every page waits for, come at the same time; a part that is drawn without them and then
 * waits stays as it is for 300 ms, since React holds back what follows a place-holder.
 */
async function firstReads() {
  // Who needs them and does not have them asks again, and tells what is wrong.
  const others = [queries.ensureQueryData(typesQuery), queries.ensureQueryData(metricsQuery)];
  const [session] = await Promise.all([
    queries.ensureQueryData(sessionQuery),
    Promise.allSettled(others),
  ]);
  return session;
}

/** A page that could not be drawn; trying again asks the server again. */
export function PageError({error, reset}: ErrorComponentProps) {
  const router = useRouter();
  const boundary = useQueryErrorResetBoundary();
  useEffect(() => boundary.reset(), [boundary]);
  const retry = () => {
    boundary.reset();
    void router.invalidate().then(reset);
  };
  return (
    <Page title={problemTitle(error)}>
      <ErrorState error={error} retry={retry} hasTitle={false} />
    </Page>
  );
}

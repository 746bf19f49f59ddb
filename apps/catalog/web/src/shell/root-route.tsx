import {ErrorState, LoadingState, Page, problemTitle} from '@gazetteer/ui';
import {useQueryErrorResetBoundary} from '@tanstack/react-query';
import {createRootRoute, type ErrorComponentProps, useRouter} from '@tanstack/react-router';
import {useEffect} from 'react';
import {sessionQuery, queries} from '../api/queries.ts';
import {NotFound} from './not-found.tsx';
import {Shell} from './shell.tsx';

export const rootRoute = createRootRoute({
  // Before anything else: without a login there is nothing to show.
  loader: () => queries.ensureQueryData(sessionQuery),
  component: Shell,
  errorComponent: PageError,
  notFoundComponent: NotFound,
  pendingComponent: () => <LoadingState />,
});

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

import {lazy, Suspense, useSyncExternalStore} from 'react';
import type {Session} from './session.ts';

// Seldom needed, so not part of a first visit.
const LoginDialog = lazy(async () => ({default: (await import('./login-dialog.tsx')).LoginDialog}));

/** A dialog over the page, so that what is typed below stays. */
export function LoginAgain({session}: {session: Session}) {
  const isWaiting = useSyncExternalStore(session.subscribe, session.isWaiting);
  return <Suspense>{isWaiting && <LoginDialog session={session} />}</Suspense>;
}

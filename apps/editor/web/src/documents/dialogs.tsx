import {lazy, Suspense, useSyncExternalStore} from 'react';
import {shownDialog, subscribeToDialog} from './document-dialogs.ts';

const DialogView = lazy(async () => ({default: (await import('./dialog-view.tsx')).DialogView}));

/** Whichever dialog about saved queries somebody has asked for. */
export function DocumentDialogs() {
  const shown = useSyncExternalStore(subscribeToDialog, shownDialog);
  return <Suspense>{shown !== undefined && <DialogView shown={shown} />}</Suspense>;
}

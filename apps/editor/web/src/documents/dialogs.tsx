import {lazy, Suspense} from 'react';
import {useShared} from '../shared-value.ts';
import {shownDialog} from './document-dialogs.ts';

const DialogView = lazy(async () => ({default: (await import('./dialog-view.tsx')).DialogView}));

/** Whichever dialog about saved queries somebody has asked for. */
export function DocumentDialogs() {
  const shown = useShared(shownDialog);
  return <Suspense>{shown !== undefined && <DialogView shown={shown} />}</Suspense>;
}

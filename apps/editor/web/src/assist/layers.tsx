import {useQuery} from '@tanstack/react-query';
import {lazy, Suspense, useEffect} from 'react';
import {configQuery} from '../api/queries.ts';
import {contextMenu} from '../menu/context-menu.ts';
import {useShared} from '../shared-value.ts';
import {shownDetails} from './shown-details.ts';

const Details = lazy(async () => ({default: (await import('./details.tsx')).Details}));

const ContextMenuView = lazy(async () => ({
  default: (await import('../menu/context-menu-view.tsx')).ContextMenuView,
}));

/** Over whichever page is shown: the details and the menu that somebody has asked for. */
export function Layers() {
  const engines = useQuery(configQuery).data?.app_config.editor.interpreters ?? [];
  const hasDetails = useShared(shownDetails) !== undefined;
  const hasMenu = useShared(contextMenu) !== undefined;
  // They belong to a page, and are gone with it.
  useEffect(
    () => () => {
      shownDetails.set(undefined);
      contextMenu.set(undefined);
    },
    [],
  );
  return (
    <Suspense>
      {hasDetails && <Details engines={engines} />}
      {hasMenu && <ContextMenuView />}
    </Suspense>
  );
}

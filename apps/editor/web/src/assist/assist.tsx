import {lazy, Suspense, useEffect, useState} from 'react';
import {isEditorPage, usePlace} from '../place.ts';
import {useShared} from '../shared-value.ts';
import {shownView} from '../editor/shown-view.ts';

const AssistParts = lazy(async () => ({
  default: (await import('./assist-parts.tsx')).AssistParts,
}));

/** Beside each page: what there is to query, and saved queries. */
export function Assist() {
  const {path} = usePlace();
  // The sheet comes first, on pages that have one.
  const isShown = useShared(shownView) !== undefined || !isEditorPage(path);
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    if (isShown) setLate(true);
  }, [isShown]);
  return <Suspense>{isLate && <AssistParts path={path} />}</Suspense>;
}

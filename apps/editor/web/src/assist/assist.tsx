import {useStored} from '@gazetteer/ui';
import {useQuery} from '@tanstack/react-query';
import {lazy, Suspense, useEffect, useState} from 'react';
import {configQuery} from '../api/queries.ts';
import {sheets} from '../editor/sheets.ts';
import {useShared} from '../shared-value.ts';
import {shownView} from '../editor/shown-view.ts';
import {useSheets} from '../editor/tab-store.ts';

const DocumentsPanel = lazy(async () => ({
  default: (await import('../documents/documents-panel.tsx')).DocumentsPanel,
}));
const SourceTree = lazy(async () => ({default: (await import('./source-tree.tsx')).SourceTree}));

const PartSwitch = lazy(async () => ({default: (await import('./part-switch.tsx')).PartSwitch}));

/**
 * Beside the sheets: what there is to query on the engine of the one on the screen, and saved
 * queries.
 */
export function Assist() {
  const engines = useQuery(configQuery).data?.app_config.editor.interpreters ?? [];
  const {tabs, activeId} = useSheets(sheets);
  const active = tabs.find(tab => tab.id === activeId) ?? tabs[0];
  const engine = engines.find(one => one.type === active?.engine) ?? engines[0];
  // The sheet comes first.
  const isShown = useShared(shownView) !== undefined;
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    if (isShown) setLate(true);
  }, [isShown]);
  // The same in each tab: who looks for saved queries does so in all of them.
  const [part, setPart] = useStored<'sources' | 'documents'>('assist', 'sources');
  if (engine === undefined || !isLate) return null;
  return (
    <Suspense>
      <PartSwitch part={part} onPart={setPart} />
      {part === 'sources' ? (
        <SourceTree key={engine.type} engine={engine} database={active?.database ?? ''} />
      ) : (
        <DocumentsPanel />
      )}
    </Suspense>
  );
}

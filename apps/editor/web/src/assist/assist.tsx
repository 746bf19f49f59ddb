import {useStored} from '@gazetteer/ui';
import {useQuery} from '@tanstack/react-query';
import {lazy, Suspense, useEffect, useState} from 'react';
import {configQuery} from '../api/queries.ts';
import {sheets} from '../editor/sheets.ts';
import {useShared} from '../shared-value.ts';
import {shownView} from '../editor/shown-view.ts';
import {isEditorPage, usePlace} from '../place.ts';
import {useSheets} from '../editor/tab-store.ts';
import {tableLinkOf} from '../tables/table-link.ts';

const DocumentsPanel = lazy(async () => ({
  default: (await import('../documents/documents-panel.tsx')).DocumentsPanel,
}));
const SourceTree = lazy(async () => ({default: (await import('./source-tree.tsx')).SourceTree}));

const EngineSelect = lazy(async () => ({
  default: (await import('./engine-select.tsx')).EngineSelect,
}));

const PartSwitch = lazy(async () => ({default: (await import('./part-switch.tsx')).PartSwitch}));

/**
 * Beside each page: what there is to query, on the engine of the sheet on the screen or, elsewhere,
 * on one that is chosen there, and saved queries.
 */
export function Assist() {
  const engines = useQuery(configQuery).data?.app_config.editor.interpreters ?? [];
  const {tabs, activeId} = useSheets(sheets);
  const active = tabs.find(tab => tab.id === activeId) ?? tabs[0];
  const {path} = usePlace();
  const hasSheets = isEditorPage(path);
  const [chosen, setChosen] = useState<string>();
  const elsewhere = hasSheets ? '' : (chosen ?? tableLinkOf(path).engine);
  const wanted = elsewhere || active?.engine;
  const engine = engines.find(one => one.type === wanted) ?? engines[0];
  // The sheet comes first, on pages that have one.
  const isShown = useShared(shownView) !== undefined || !hasSheets;
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
        <>
          {!hasSheets && engines.length > 1 && (
            <EngineSelect engine={engine} engines={engines} onEngine={setChosen} />
          )}
          <SourceTree
            key={engine.type}
            engine={engine}
            database={active?.engine === engine.type ? active.database : ''}
          />
        </>
      ) : (
        <DocumentsPanel />
      )}
    </Suspense>
  );
}

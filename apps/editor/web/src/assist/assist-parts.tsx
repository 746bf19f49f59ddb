import {useStored} from '@gazetteer/ui';
import {useQuery} from '@tanstack/react-query';
import {lazy, Suspense, useState} from 'react';
import {configQuery} from '../api/queries.ts';
import {sheets} from '../editor/sheets.ts';
import {useSheets} from '../editor/tab-store.ts';
import {isEditorPage} from '../place.ts';
import {tableLinkOf} from '../tables/table-link.ts';
import {EngineSelect} from './engine-select.tsx';
import {PartSwitch} from './part-switch.tsx';
import {SourceTree} from './source-tree.tsx';

const DocumentsPanel = lazy(async () => ({
  default: (await import('../documents/documents-panel.tsx')).DocumentsPanel,
}));

/**
 * What there is to query, on the engine of the sheet on the screen or, elsewhere, on one that is
 * chosen there, and saved queries.
 */
export function AssistParts({path}: {path: string}) {
  const engines = useQuery(configQuery).data?.app_config.editor.interpreters ?? [];
  const {tabs, activeId} = useSheets(sheets);
  const active = tabs.find(tab => tab.id === activeId) ?? tabs[0];
  const hasSheets = isEditorPage(path);
  const own = tableLinkOf(path).engine;
  const [chosen, setChosen] = useState({type: '', at: ''});
  // A page of tables has an engine of its own, until another one is chosen on it.
  const elsewhere = hasSheets ? '' : own === '' || chosen.at === path ? chosen.type : own;
  const wanted = elsewhere || active?.engine;
  const engine = engines.find(one => one.type === wanted) ?? engines[0];
  // The same in each tab: who looks for saved queries does so in all of them.
  const [part, setPart] = useStored<'sources' | 'documents'>('assist', 'sources');
  if (engine === undefined) return null;
  return (
    <Suspense>
      <PartSwitch part={part} onPart={setPart} />
      {part === 'sources' ? (
        <>
          {!hasSheets && engines.length > 1 && (
            <EngineSelect
              engine={engine}
              engines={engines}
              onEngine={type => setChosen({type, at: path})}
            />
          )}
          <SourceTree
            key={engine.type}
            engine={engine}
            database={active?.engine === engine.type ? active.database : ''}
            isOfSheet={hasSheets}
          />
        </>
      ) : (
        <DocumentsPanel />
      )}
    </Suspense>
  );
}

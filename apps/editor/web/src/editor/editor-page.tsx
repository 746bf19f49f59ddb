import {VisuallyHidden} from '@mantine/core';
import {Resizer, useStored} from '@gazetteer/ui';
import {useSuspenseQuery} from '@tanstack/react-query';
import {type ComponentProps, lazy, Suspense, useEffect, useState} from 'react';
import {configQuery} from '../api/queries.ts';
import type {Engine} from '../api/wire.ts';
import {go, placeNow} from '../place.ts';
import {useShared} from '../shared-value.ts';
import {ResultPane} from '../result/result-pane.tsx';
import {startDatabase} from './engines.ts';
import classes from './editor.module.css';
import {SheetView} from './sheet-view.tsx';
import {shownView} from './shown-view.ts';
import {runner, sheets} from './sheets.ts';
import {TabStrip} from './tab-strip.tsx';
import {useSheets} from './tab-store.ts';
import {wholeWindow} from './toggles.ts';

/**
 * Sheets to write on, and what came of them below. The first visit is what counts here: whatever is
 * not needed to write in a sheet is loaded behind it (`Late`, `extras.ts`).
 */
export function EditorPage() {
  const engines = useSuspenseQuery(configQuery).data.app_config.editor.interpreters;
  const {tabs, activeId} = useSheets(sheets);
  const [height, setHeight] = useStored('editor-height', 260);
  const isWhole = useShared(wholeWindow);
  const active = tabs.find(tab => tab.id === activeId) ?? tabs[0];
  useEffect(() => {
    document.title = 'Editor · Gazetteer';
    openWanted(engines);
    // All of them and not only the one in sight: the strip says of each whether it still runs.
    for (const tab of sheets.get().tabs) void runner.resume(tab.id);
  }, [engines]);

  if (engines.length === 0) return <NoEngine />;
  const engine = engines.find(one => one.type === active?.engine) ?? engines[0];
  return (
    <div
      className={classes['page']}
      data-whole={isWhole || undefined}
      aria-busy={active === undefined}
    >
      <VisuallyHidden>
        <h1>Editor</h1>
      </VisuallyHidden>
      <TabStrip engine={engine?.type ?? ''} />
      {active !== undefined && engine !== undefined && (
        <>
          <section
            aria-label="Text editor"
            className={classes['sheet']}
            style={{'--height': `${height}px`} as object}
          >
            <SheetView key={active.id} tab={active} engine={engine} engines={engines} />
            <Resizer
              axis="block"
              label="Height of the text editor"
              value={height}
              min={120}
              max={900}
              onChange={setHeight}
            />
          </section>
          <ResultPane tab={active} engine={engine} />
        </>
      )}
      <Late engine={engine} database={active?.database ?? ''} />
    </div>
  );
}

/** In place of the editor where nothing may be used. */
const NoEngine = lazy(async () => ({default: (await import('./no-engine.tsx')).NoEngine}));

const Overlays = lazy(async () => ({default: (await import('./overlays.tsx')).Overlays}));

/** Dialogs and menus come behind the sheet, which somebody wants to write on first. */
function Late(props: ComponentProps<typeof Overlays>) {
  const [isLate, setLate] = useState(false);
  const isShown = useShared(shownView) !== undefined;
  useEffect(() => {
    if (isShown) setLate(true);
  }, [isShown]);
  return <Suspense>{isLate && <Overlays {...props} />}</Suspense>;
}

/**
 * `?type=hive` wants a sheet for that engine, with `&database=sales&table=orders` one with a query
 * of that table, `?document=<uuid>` and `?editor=<uuid>` a saved query, `?editor=<number>` one that
 * was copied from Hue, or a statement of the history; without any sheet there is a first one.
 */
function openWanted(engines: readonly Engine[]): void {
  const {params, path} = placeNow();
  if (['document', 'editor', 'table'].some(name => params.has(name))) {
    go(path, {replace: true});
    void import('./open-addressed.ts')
      .then(({openAddressed}) => openAddressed(params, engines, path))
      .then(() => openFirst(engines));
    return;
  }
  const type = params.get('type');
  const wanted = engines.find(one => one.type === type);
  const {tabs, activeId} = sheets.get();
  const active = tabs.find(tab => tab.id === activeId);
  if (wanted !== undefined && active?.engine !== wanted.type) {
    const where = {engine: wanted.type, database: startDatabase(wanted)};
    // An empty sheet is as good as a new one.
    if (active?.text.trim() === '') sheets.change(active.id, {...where, run: undefined});
    else sheets.open(where);
  }
  openFirst(engines);
  // Asked for once: a reload should not open another one.
  if (type !== null && path !== '/hue/editor') go(path, {replace: true});
}

function openFirst([first]: readonly Engine[]): void {
  if (sheets.get().tabs.length > 0 || first === undefined) return;
  sheets.open({engine: first.type, database: startDatabase(first)});
}

import {statementRanges, unset} from '@gazetteer/sql';
import type {EditorView} from '@codemirror/view';
import {toast} from '@gazetteer/ui';
import {useMantineColorScheme} from '@mantine/core';
import {lazy, Suspense, useCallback, useEffect, useMemo, useRef} from 'react';
import type {Engine} from '../api/wire.ts';
import {showKeys} from '../shell/help-menu.tsx';
import {CodeEditor, type Extras} from './code-editor.tsx';
import type {Commands} from './commands.ts';
import {startDatabase} from './engines.ts';
import {usePageKeys} from './page-keys.ts';
import {sessionFields} from './sheet-session.ts';
import {shownView} from './shown-view.ts';
import {reopenSheet, runner, sheets} from './sheets.ts';
import {statementAt} from './statement-at.ts';
import {useText} from './tab-store.ts';
import type {Tab} from './tab.ts';
import {explain, format} from './text-actions.ts';
import {sessionDialog, tableFinder, wholeWindow} from './toggles.ts';
import {Toolbar} from './toolbar.tsx';
import {closeProposals, showFailure, useExtras} from './use-extras.ts';

/** Most texts have no variables. */
const VariableRow = lazy(async () => ({
  default: (await import('./variable-row.tsx')).VariableRow,
}));

type ShownView = {readonly current: EditorView | undefined};

/**
 * Made anew only when the sheet or its engine changes; what else they need they look up when they
 * run, since a key may be pressed before the next drawing.
 */
function useCommands(tab: Tab, engine: Engine, database: () => string, view: ShownView): Commands {
  const {setColorScheme} = useMantineColorScheme();

  return useMemo<Commands>(() => {
    const order = () => ({
      engine: engine.type,
      dialect: engine.dialect,
      database: database(),
      variables: sheets.tab(tab.id)?.variables ?? {},
      session: sessionFields(
        engine.type,
        sheets.tab(tab.id)?.session,
        sheets.tab(tab.id)?.preparation,
      ),
    });
    const run = (text: string) => {
      if (view.current !== undefined) closeProposals(view.current);
      const missing = unset(text, order().variables);
      if (missing !== undefined)
        return toast({
          kind: 'note',
          title: `Enter a value for ${missing}`,
          text: 'Its field is above the text.',
        });
      // What is on the screen may be a quarter of a second further than the tab.
      if (view.current !== undefined)
        sheets.change(tab.id, {text: view.current.state.doc.toString()});
      return void runner.start(tab.id, {...order(), text});
    };
    return {
      run: () => run(chosenText(view.current, engine.dialect)),
      runAll: () => run(view.current?.state.doc.toString() ?? ''),
      cancel: () => void runner.cancel(tab.id),
      explain: () => void explain({...order(), text: chosenText(view.current, engine.dialect)}),
      format: () => void format(view.current, engine.dialect),
      newTab: () => void sheets.open({engine: engine.type, database: tab.database}),
      reopenTab: () => reopenSheet(),
      nextTab: () => {
        const {tabs} = sheets.get();
        const next = tabs[(tabs.findIndex(one => one.id === tab.id) + 1) % tabs.length];
        if (next !== undefined) sheets.activate(next.id);
      },
      save: () =>
        void import('../documents/sheet-actions.ts').then(({saveSheet}) => saveSheet(tab.id)),
      findTable: () => {
        if (view.current !== undefined) closeProposals(view.current);
        tableFinder.set(true);
      },
      session: () => sessionDialog.set(true),
      wholeWindow: () => wholeWindow.flip(),
      goToLine: () =>
        void import('@codemirror/search').then(
          ({gotoLine}) => view.current && gotoLine(view.current),
        ),
      switchColours: () =>
        setColorScheme(
          document.documentElement.dataset['mantineColorScheme'] === 'dark' ? 'light' : 'dark',
        ),
      help: () => showKeys(),
    };
  }, [engine.type, engine.dialect, database, tab.id, tab.database, view, setColorScheme]);
}

/** Marks in the text what the engine says is wrong there. */
function useFailureMark({id, run}: Tab, view: ShownView, extras: Extras | undefined): void {
  const failed = run?.statements.findIndex(one => one.failure !== undefined) ?? -1;
  const message = run?.statements[failed]?.failure?.message;
  const runId = run?.id;
  useEffect(() => {
    if (view.current === undefined || extras === undefined) return;
    const {run: latest} = sheets.tab(id) ?? {};
    const statement = latest && runner.textOf(id, latest, failed);
    const isFailed = statement !== undefined && message !== undefined;
    showFailure(view.current, isFailed ? {statement, message} : undefined);
  }, [id, runId, failed, message, view, extras]);
}

/** One sheet: what to run it on, its variables, its text. */
export function SheetView({
  tab,
  engine,
  engines,
}: {
  tab: Tab;
  engine: Engine;
  engines: readonly Engine[];
}) {
  const view = useRef<EditorView>(undefined);
  const text = useText(sheets, tab.id);
  const database = useCallback(
    () => sheets.tab(tab.id)?.database || startDatabase(engine),
    [tab.id, engine],
  );
  const extras = useExtras(engine, database);
  const commands = useCommands(tab, engine, database, view);
  useFailureMark(tab, view, extras);
  usePageKeys(commands);

  return (
    <>
      <Toolbar tab={tab} engine={engine} engines={engines} commands={commands} />
      <Suspense>{text.includes('$') && <VariableRow tab={tab} text={text} />}</Suspense>
      <CodeEditor
        id={tab.id}
        text={text}
        commands={commands}
        extras={extras}
        onChange={text => sheets.change(tab.id, {text})}
        onFlush={flush => sheets.onFlush(flush)}
        onView={shown => {
          view.current = shown;
          shownView.set(shown);
        }}
      />
    </>
  );
}

/**
 * The selection, else the statement at the cursor. What is run is what the bar beside the text
 * shows, unless something is selected.
 */
function chosenText(view: EditorView | undefined, dialect: string): string {
  if (view === undefined) return '';
  const {from, to, head} = view.state.selection.main;
  if (from !== to) return view.state.sliceDoc(from, to);
  return statementAt(statementRanges(view.state.doc.toString(), dialect), head)?.statement ?? '';
}

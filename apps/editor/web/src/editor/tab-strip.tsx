import {ActionIcon, Loader, Menu, TextInput} from '@mantine/core';
import {IconButton} from '@gazetteer/ui';
import {Ellipsis, Maximize2, Minimize2, Plus, X} from 'lucide-react';
import {type KeyboardEvent, useEffect, useRef, useState} from 'react';
import {isChanged} from '../documents/sheet-document.ts';
import {isRunning} from '../run/run.ts';
import {useShared} from '../shared-value.ts';
import {SaveState} from './save-state.tsx';
import classes from './editor.module.css';
import {reopenSheet, sheets} from './sheets.ts';
import type {Tab} from './tab.ts';
import {useSheets} from './tab-store.ts';
import {wholeWindow} from './toggles.ts';

const shownClosed = 10;
/** A copy of a sheet has run nothing, and is no saved query. */
const nothingRun = {run: undefined, document: undefined};

/** The sheets that are open. Arrow keys walk them, F2 names one anew, Delete closes it. */
export function TabStrip({engine}: {engine: string}) {
  const {tabs, activeId, closed} = useSheets(sheets);
  const [renamed, setRenamed] = useState<string>();
  const strip = useRef<HTMLDivElement>(null);
  const focus = (id: string | undefined) => {
    if (id === undefined) return;
    sheets.activate(id);
    // The tab that is to have the focus is drawn first.
    requestAnimationFrame(() =>
      strip.current?.querySelector<HTMLElement>('[aria-selected=true]')?.focus(),
    );
  };
  // Of more sheets than fit side by side, the one that is shown is in sight, as the buttons beside
  // the strip are about it.
  useEffect(() => {
    strip.current
      ?.querySelector('[aria-selected=true]')
      ?.scrollIntoView({block: 'nearest', inline: 'nearest'});
  }, [activeId, tabs.length]);
  const active = tabs.find(tab => tab.id === activeId);
  const open = () =>
    sheets.open({engine: active?.engine ?? engine, database: active?.database ?? 'default'});
  // As the pattern of tabs of ARIA has it; what is not its own goes on to the keys of the page.
  const press = (event: KeyboardEvent, index: number, tab: Tab) => {
    const step = {ArrowRight: 1, ArrowLeft: -1}[event.key];
    if (step !== undefined && event.altKey) sheets.move(tab.id, step);
    else if (step !== undefined) focus(tabs[(index + step + tabs.length) % tabs.length]?.id);
    else if (event.key === 'F2') setRenamed(tab.id);
    else if (event.key === 'Delete') sheets.close(tab.id);
    else return;
    event.preventDefault();
  };
  return (
    <div className={classes['strip']}>
      <div role="tablist" aria-label="Tabs" className={classes['tabs']} ref={strip}>
        {tabs.map((tab, index) =>
          renamed === tab.id ? (
            <Rename key={tab.id} tab={tab} onDone={() => setRenamed(undefined)} />
          ) : (
            <TabButton
              key={tab.id}
              tab={tab}
              isActive={tab.id === active?.id}
              onRename={() => setRenamed(tab.id)}
              onKey={event => press(event, index, tab)}
            />
          ),
        )}
      </div>
      {active !== undefined && (
        <IconButton label="Close this tab" onClick={() => sheets.close(active.id)}>
          <X size={16} />
        </IconButton>
      )}
      <IconButton label="New tab" tip="New tab (Ctrl+E)" onClick={open}>
        <Plus size={18} />
      </IconButton>
      <TabMenu active={active} closed={closed} onRename={() => setRenamed(activeId)} />
      <SaveState />
      <WholeWindow />
    </div>
  );
}

type TabButtonProps = {
  readonly tab: Tab;
  readonly isActive: boolean;
  readonly onRename: () => void;
  readonly onKey: (event: KeyboardEvent) => void;
};

/** Only the shown one is reached by the Tab key; arrow keys lead to the others. */
function TabButton({tab, isActive, onRename, onKey}: TabButtonProps) {
  return (
    <button
      type="button"
      role="tab"
      aria-selected={isActive}
      tabIndex={isActive ? 0 : -1}
      className={classes['tab']}
      onClick={() => sheets.activate(tab.id)}
      onDoubleClick={onRename}
      onAuxClick={event => event.button === 1 && sheets.close(tab.id)}
      onKeyDown={onKey}
    >
      {isRunning(tab.run) && <Loader size={12} role="img" aria-label="running" />}
      <span dir="auto">{tab.title}</span>
      {isChanged(tab) && (
        <em className={classes['changed']} role="img" aria-label="changed since it was saved" />
      )}
    </button>
  );
}

type TabMenuProps = {
  readonly active: Tab | undefined;
  readonly closed: ReturnType<typeof useSheets>['closed'];
  readonly onRename: () => void;
};

/** What a tab has no button for, and tabs that were closed, the last one first. */
function TabMenu({active, closed, onRename}: TabMenuProps) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label="Tab actions">
          <Ellipsis size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={onRename}>Rename</Menu.Item>
        <Menu.Item
          onClick={() =>
            active &&
            sheets.open({
              ...active,
              ...sheets.tab(active.id),
              title: `${active.title} (copy)`,
              ...nothingRun,
            })
          }
          disabled={active === undefined}
        >
          Duplicate
        </Menu.Item>
        {closed.length > 0 && (
          <>
            <Menu.Divider />
            <Menu.Label>Closed: open again</Menu.Label>
            {closed.slice(0, shownClosed).map(({uuid, title}) => (
              <Menu.Item key={uuid} onClick={() => reopenSheet(uuid)}>
                <bdi className={classes['name']}>{title}</bdi>
              </Menu.Item>
            ))}
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

/** Away with all but the editor, for small screens and for showing it to others. */
function WholeWindow() {
  const isWhole = useShared(wholeWindow);
  const label = isWhole ? 'Exit full screen' : 'Full screen';
  return (
    <IconButton label={label} tip={`${label} (Ctrl+Shift+P)`} onClick={wholeWindow.flip}>
      {isWhole ? <Minimize2 size={16} /> : <Maximize2 size={16} />}
    </IconButton>
  );
}

/** Where the tab was. Leaving the field keeps the name, as in file managers; Escape does not. */
function Rename({tab, onDone}: {tab: Tab; onDone: () => void}) {
  const [title, setTitle] = useState(tab.title);
  const done = (isWanted: boolean) => {
    if (isWanted && title.trim() !== '') sheets.change(tab.id, {title: title.trim()});
    onDone();
  };
  return (
    <TextInput
      size="xs"
      aria-label="Name of the tab"
      value={title}
      autoFocus
      onFocus={event => event.currentTarget.select()}
      onChange={event => setTitle(event.currentTarget.value)}
      onBlur={() => done(true)}
      onKeyDown={event => {
        if (event.key === 'Enter') done(true);
        if (event.key === 'Escape') done(false);
      }}
    />
  );
}

import {Button, Menu, NativeSelect, Tooltip} from '@mantine/core';
import {IconButton} from '@gazetteer/ui';
import {ChevronDown, ListChecks, Play, Square, TextAlignStart, Workflow} from 'lucide-react';
import {lazy, memo, Suspense} from 'react';
import type {Engine} from '../api/wire.ts';
import {isRunning} from '../run/run.ts';
import type {Commands} from './commands.ts';
import {DatabaseField} from './database-field.tsx';
import {startDatabase} from './engines.ts';
import classes from './editor.module.css';
import {SessionButton} from './session-button.tsx';
import {sheets} from './sheets.ts';
import {useShared} from '../shared-value.ts';
import {shownView} from './shown-view.ts';
import type {Tab} from './tab.ts';

const DocumentMenu = lazy(async () => ({
  default: (await import('../documents/document-menu.tsx')).DocumentMenu,
}));

type ToolbarProps = {
  readonly tab: Tab;
  readonly engine: Engine;
  readonly engines: readonly Engine[];
  readonly commands: Commands;
};

/** What to run, where, and how to stop it. */
export const Toolbar = memo(function Toolbar({tab, engine, engines, commands}: ToolbarProps) {
  const isBusy = isRunning(tab.run);
  // The sheet comes first.
  const isShown = useShared(shownView) !== undefined;
  return (
    <div className={classes['toolbar']} role="toolbar" aria-label="Editor">
      {isBusy ? (
        <Button
          size="xs"
          color="red.8"
          leftSection={<Square size={14} />}
          onClick={commands.cancel}
          disabled={!engine.features.cancel}
        >
          Cancel
        </Button>
      ) : (
        <Button.Group>
          <Tooltip label="Run the selection, or the statement at the cursor (Ctrl+Enter)">
            <Button size="xs" leftSection={<Play size={14} />} onClick={commands.run}>
              Run
            </Button>
          </Tooltip>
          <Menu position="bottom-start">
            <Menu.Target>
              <Button size="xs" px={6} aria-label="More ways to run" className={classes['more']}>
                <ChevronDown size={14} />
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item leftSection={<ListChecks size={16} />} onClick={commands.runAll}>
                Run all statements
              </Menu.Item>
              <Menu.Item leftSection={<Workflow size={16} />} onClick={commands.explain}>
                Explain
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
        </Button.Group>
      )}
      <NativeSelect
        size="xs"
        aria-label="Engine"
        className={classes['place']}
        value={engine.type}
        data={engines.map(({type, displayName}) => ({value: type, label: displayName}))}
        // What the sheet has run stays beside it: results do not belong to what is chosen here.
        onChange={event => {
          const next = engines.find(one => one.type === event.currentTarget.value);
          if (next !== undefined)
            sheets.change(tab.id, {engine: next.type, database: startDatabase(next)});
        }}
      />
      <DatabaseField
        engine={engine}
        database={tab.database}
        onChange={database => sheets.change(tab.id, {database})}
      />
      <IconButton label="Format" tip="Format (Ctrl+I)" onClick={commands.format}>
        <TextAlignStart size={18} />
      </IconButton>
      <SessionButton tab={tab} engine={engine} />
      <Suspense>{isShown && <DocumentMenu tab={tab} />}</Suspense>
    </div>
  );
});

import {Button, NativeSelect, Text} from '@mantine/core';
import {CircleX, Plus, Play} from 'lucide-react';
import type {Engine} from '../api/wire.ts';
import {DatabaseField} from '../editor/database-field.tsx';
import {startDatabase} from '../editor/engines.ts';
import {maxCells} from './cells.ts';
import classes from './notebooks.module.css';
import type {NotebookState} from './use-notebook.ts';

type NotebookToolsProps = {
  readonly state: NotebookState;
  readonly engine: Engine | undefined;
  readonly engines: readonly Engine[];
};

/** What all cells have in common, and what is done with all of them. */
export function NotebookTools({state, engine, engines}: NotebookToolsProps) {
  const {notebook, runs, actions, mayEdit, set} = state;
  // One button for both: what runs can only be canceled, and what doesn't only be started.
  const isBusy = runs.current !== undefined;
  const options = engines.map(({type, displayName}) => ({value: type, label: displayName}));
  const {cells} = notebook;
  const isFull = cells.length >= maxCells;
  return (
    <div className={classes['tools']} role="toolbar" aria-label="Notebook">
      <Button
        size="xs"
        leftSection={isBusy ? <CircleX size={14} /> : <Play size={14} />}
        disabled={!isBusy && !cells.some(({kind}) => kind === 'sql')}
        onClick={() => (isBusy ? actions.stop() : actions.runFrom(undefined))}
      >
        {isBusy ? 'Cancel' : 'Run all cells'}
      </Button>
      <NativeSelect
        size="xs"
        aria-label="Engine"
        disabled={!mayEdit}
        value={notebook.engine}
        data={
          engine === undefined
            ? [{value: notebook.engine, label: notebook.engine || 'None'}, ...options]
            : options
        }
        onChange={event => {
          // Names of databases are those of an engine: another one begins with its own.
          const next = engines.find(({type}) => type === event.currentTarget.value);
          if (next !== undefined) set({engine: next.type, database: startDatabase(next)});
        }}
      />
      {engine !== undefined && (
        <DatabaseField
          engine={engine}
          database={notebook.database}
          isDisabled={!mayEdit}
          onChange={database => set({database})}
        />
      )}
      {mayEdit && (
        <>
          {(['sql', 'text'] as const).map(kind => (
            <Button
              key={kind}
              size="xs"
              variant="default"
              leftSection={<Plus size={14} />}
              disabled={isFull}
              onClick={() => actions.add(undefined, kind, 1)}
            >
              {kind === 'sql' ? 'Add SQL' : 'Add text'}
            </Button>
          ))}
          {isFull && (
            <Text size="xs" c="dimmed">
              A notebook has {maxCells} cells at most.
            </Text>
          )}
        </>
      )}
    </div>
  );
}

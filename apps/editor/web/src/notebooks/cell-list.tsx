import {ErrorState, EmptyState} from '@gazetteer/ui';
import {Text} from '@mantine/core';
import {NotebookText} from 'lucide-react';
import {useEffect, useRef} from 'react';
import type {Engine} from '../api/wire.ts';
import {CellView} from './cell-view.tsx';
import type {NotebookState} from './use-notebook.ts';

type CellListProps = {readonly state: NotebookState; readonly engine: Engine | undefined};

/** The cells, of which one has the focus of keys. */
export function CellList({state, engine}: CellListProps) {
  const {notebook, chosen, runs, results, resultsError, actions, mayEdit} = state;
  const {cells, database} = notebook;
  const list = useRef<HTMLElement>(null);
  const {id, isEditing, moves} = chosen;
  useEffect(() => {
    if (moves > 0 && !isEditing)
      list.current?.querySelector<HTMLElement>(`[data-cell="${CSS.escape(id)}"]`)?.focus();
  }, [id, isEditing, moves]);
  const statements = cells.filter(({kind}) => kind === 'sql');
  const extent = statements.every(one => runs.ended?.asked.includes(one.id)) ? 'all' : 'some';
  const first = cells.some(one => one.id === id) ? id : cells[0]?.id;
  return (
    <>
      {resultsError !== null && <ErrorState error={resultsError} />}
      {cells.length === 0 && (
        <EmptyState title="No cells yet" icon={<NotebookText size={40} strokeWidth={1.5} />}>
          <Text ta="center">
            {mayEdit ? 'Add a statement or a text.' : 'Statements and texts would be here.'}
          </Text>
        </EmptyState>
      )}
      <section ref={list} aria-label="Cells">
        {cells.map((cell, n) => (
          <CellView
            key={cell.id}
            cell={cell}
            place={n + 1}
            isLast={n === cells.length - 1}
            isChosen={cell.id === first}
            isEditing={isEditing && cell.id === id && mayEdit}
            mayEdit={mayEdit}
            engine={engine}
            database={database}
            result={results.get(cell.id)}
            work={
              runs.current === cell.id
                ? runs.isCanceling
                  ? 'Canceling'
                  : 'Running'
                : runs.queued.includes(cell.id)
                  ? 'Queued'
                  : undefined
            }
            problem={runs.problems[cell.id]}
            ended={runs.ended?.cell === cell.id ? extent : undefined}
            actions={actions}
          />
        ))}
      </section>
    </>
  );
}

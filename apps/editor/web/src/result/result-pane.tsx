import {LoadingState} from '@gazetteer/ui';
import {lazy, Suspense} from 'react';
import type {Engine} from '../api/wire.ts';
import type {Tab} from '../editor/tab.ts';
import {FirstSteps} from './first-steps.tsx';
import classes from './result.module.css';

/**
 * Whoever opens the editor has run nothing yet: the grid and what belongs to it come when there is
 * something to show.
 */
const RunView = lazy(async () => ({default: (await import('./run-view.tsx')).RunView}));

/** What came of the text that was run last. */
export function ResultPane({tab, engine}: {tab: Tab; engine: Engine}) {
  const {run} = tab;
  const statement = run?.statements[run.shown];
  return (
    <section className={classes['pane']} aria-label="Result">
      {run === undefined || statement === undefined ? (
        <FirstSteps engine={engine} tab={tab} />
      ) : (
        <Suspense fallback={<LoadingState />}>
          <RunView
            // Another statement is another view: what is opened or selected does not carry over.
            key={`${run.id} ${run.shown}`}
            tab={tab}
            run={run}
            statement={statement}
            engine={engine}
          />
        </Suspense>
      )}
    </section>
  );
}

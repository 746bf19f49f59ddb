import {LoadingState, useStored} from '@gazetteer/ui';
import {lazy, Suspense, useState} from 'react';
import type {ChartSpec, Engine} from '../api/wire.ts';
import {sheets} from '../editor/sheets.ts';
import type {Tab} from '../editor/tab.ts';
import {LogPanel} from '../run/log-panel.tsx';
import {isOver, isRunning, type Run, type StatementRun} from '../run/run.ts';
import {StatementStrip} from '../run/statement-strip.tsx';
import {StatusLine} from '../run/status-line.tsx';

const ResultView = lazy(async () => ({default: (await import('./result-view.tsx')).ResultView}));
const FailurePanel = lazy(async () => ({
  default: (await import('../run/failure-panel.tsx')).FailurePanel,
}));

/** One object: a new list for each drawing would make all charts be drawn anew. */
const noCharts: readonly ChartSpec[] = [];

type RunViewProps = {
  readonly tab: Tab;
  readonly run: Run;
  /** The one of the run that is looked at. */
  readonly statement: StatementRun;
  readonly engine: Engine;
};

/**
 * How a statement goes, and what came of it. Whether the log is open is remembered for all
 * statements; that somebody has opened it here counts here even where the rows would push it away.
 */
export function RunView({tab, run, statement, engine}: RunViewProps) {
  const [isLogWanted, setLogWanted] = useStored('log-shown', false);
  const [isLogAsked, setLogAsked] = useState(false);
  const {uuid, state, failure, hasResultSet} = statement;
  // Before the next statement of the text begins, the rows of this one are being fetched.
  const isSettled =
    statement.isKept === true || run.shown === run.statements.length - 1 || !isRunning(run);
  const hasRows = state === 'available' && hasResultSet === true && uuid !== undefined && isSettled;
  // While there is nothing else to see, the log is what tells how it goes.
  const hasLog = uuid !== undefined && (isLogWanted || isLogAsked || !hasRows);
  return (
    <>
      <StatementStrip tab={tab} run={run} />
      <StatusLine
        tab={tab}
        run={run}
        statement={statement}
        isLogShown={hasLog}
        onLog={() => {
          setLogWanted(!hasLog);
          setLogAsked(!hasLog);
        }}
      />
      {failure !== undefined && (
        <Suspense>
          <FailurePanel failure={failure} />
        </Suspense>
      )}
      {hasLog && (
        <LogPanel
          uuid={uuid}
          jobs={statement.jobs ?? []}
          isOver={isOver(state)}
          isSmall={hasRows}
        />
      )}
      {hasRows && (
        <Suspense fallback={<LoadingState what="Loading the result" />}>
          <ResultView
            uuid={uuid}
            title={tab.title}
            dialect={engine.dialect}
            shape={statement.shape ?? statement.label}
            cutAt={statement.cutAt}
            charts={tab.charts ?? noCharts}
            onCharts={charts => sheets.change(tab.id, {charts})}
          />
        </Suspense>
      )}
    </>
  );
}

import {Alert, Button, Text} from '@mantine/core';
import {ErrorState, LoadingState} from '@gazetteer/ui';
import {useQuery} from '@tanstack/react-query';
import {TriangleAlert} from 'lucide-react';
import {lazy, Suspense, useMemo, useState, useSyncExternalStore} from 'react';
import {resultQuery} from '../api/queries.ts';
import type {Cell, ChartSpec, ResultFacts} from '../api/wire.ts';
import {prepareResult} from './prepare-result.ts';
import {ResultRows} from './result-rows.ts';
import {ResultTools} from './result-tools.tsx';
import {rowsText} from './rows-text.ts';
import type {SharedView, View} from './shared-view.ts';
import {isAsking, noQuestion, type Question, rowsOf, rowsOfQuestion} from './rows-source.ts';
import {TableView} from './table-view.tsx';
import classes from './result.module.css';

const ChartView = lazy(async () => ({
  default: (await import('../chart/chart-view.tsx')).ChartView,
}));
const ShareResult = lazy(async () => ({default: (await import('./share-result.tsx')).ShareResult}));
const CompareView = lazy(async () => ({
  default: (await import('./compare-view.tsx')).CompareView,
}));
const ColumnSummary = lazy(async () => ({
  default: (await import('./column-summary.tsx')).ColumnSummary,
}));

export type ResultViewProps = {
  readonly uuid: string;
  /** Of the sheet; downloads are named for it. */
  readonly title: string;
  readonly dialect: string;
  /** Of its statement, see `shapeOf`: its columns are looked at as the last time. */
  readonly shape: string;
  /** See `StatementRun`. */
  readonly cutAt: number | undefined;
  /** Of somebody else's result: how it was looked at when it was shared. */
  readonly shared?: SharedView;
  readonly charts: readonly ChartSpec[];
  readonly onCharts: (charts: readonly ChartSpec[]) => void;
};

type RowsProps = ResultViewProps & {readonly facts: ResultFacts};

/** The rows of a statement. */
export function ResultView(props: ResultViewProps) {
  const {data, error, refetch} = useQuery(resultQuery(props.uuid));
  if (error !== null) return <ErrorState error={error} retry={() => void refetch()} />;
  if (data === undefined) return <LoadingState what="Loading the result" />;
  return <Rows {...props} facts={data} />;
}

/**
 * Other rows for each question, and never the same object filled anew: answers to the old question
 * that are still on their way reach nobody.
 */
function useRows(
  uuid: string,
  facts: ResultFacts,
  cutAt: number | undefined,
  question: Question,
): ResultRows {
  const {columns: all} = facts;
  const isCut = cutAt !== undefined;
  return useMemo(() => {
    if (isAsking(question))
      return new ResultRows(rowsOfQuestion(uuid, question), all.length, {
        rowCount: 0,
        isComplete: false,
      });
    const known = isCut ? {rowCount: cutAt, isComplete: false} : facts;
    return new ResultRows(rowsOf(uuid), all.length, known, isCut);
  }, [uuid, all, facts, cutAt, isCut, question]);
}

function Rows(props: RowsProps) {
  const {uuid, title, dialect, shape, cutAt, shared, facts, charts, onCharts} = props;
  const {columns: all} = facts;
  const [question, setQuestion] = useState(shared?.question ?? noQuestion);
  const [view, setView] = useState<View>(shared?.kind ?? 'table');
  const [isSharing, setSharing] = useState(false);
  const isCut = cutAt !== undefined;
  const rows = useRows(uuid, facts, cutAt, question);
  const state = useSyncExternalStore(rows.subscribe, rows.get);
  const near = () => {
    // Who has asked already needs nothing made ready.
    if (!isAsking(question) && !isCut) prepareResult(uuid, state);
  };
  const asked = {question, onQuestion: setQuestion, onNear: near, isCut};
  return (
    <>
      <ResultTools
        {...asked}
        rows={rows}
        state={state}
        uuid={uuid}
        title={title}
        columns={all}
        view={view}
        onView={setView}
        onShare={isCut || shared !== undefined ? undefined : () => setSharing(true)}
      />
      {isSharing && (
        <Suspense>
          <ShareResult
            uuid={uuid}
            title={title}
            view={{kind: view, question, charts}}
            onClose={() => setSharing(false)}
          />
        </Suspense>
      )}
      {isCut && (
        <Alert color="yellow" variant="light" icon={<TriangleAlert />} className={classes['cut']}>
          Showing the first {rowsText(cutAt)}. The next statement reused the session. Run this one
          alone for all rows.
        </Alert>
      )}
      {state.error !== undefined && <Failed text={state.error} retry={() => rows.retry()} />}
      {view === 'table' && (
        <TableView {...asked} uuid={uuid} shape={shape} rows={rows} all={all} dialect={dialect} />
      )}
      <Suspense fallback={<LoadingState />}>
        {view === 'chart' && (
          <ChartView
            uuid={uuid}
            name={title}
            columns={all}
            question={question}
            charts={charts}
            onCharts={onCharts}
          />
        )}
        {view === 'compare' && <CompareView uuid={uuid} columns={all} dialect={dialect} />}
        {view === 'columns' && (
          <ColumnSummary
            uuid={uuid}
            columns={all}
            question={question}
            onFilter={(column, value) => {
              setQuestion(narrowed(question, column, value));
              setView('table');
            }}
          />
        )}
      </Suspense>
    </>
  );
}

/** NULL is equal to nothing in SQL, so it has an operator of its own. */
function narrowed(question: Question, column: number, value: Cell): Question {
  const one =
    value === null ? {column, operator: 'null' as const} : {column, operator: 'eq' as const, value};
  return {...question, filter: [...question.filter, one]};
}

function Failed({text, retry}: {readonly text: string; readonly retry: () => void}) {
  return (
    <Alert color="red" variant="light" role="alert" className={classes['cut']}>
      <Text size="sm">{text}</Text>
      <Button size="compact-sm" variant="default" onClick={retry}>
        Try again
      </Button>
    </Alert>
  );
}

import {Button, SegmentedControl, Text} from '@mantine/core';
import {ErrorState, LoadingState, Problem, When} from '@gazetteer/ui';
import {useQuery} from '@tanstack/react-query';
import {ChevronDown, ChevronRight} from 'lucide-react';
import {resultQuery} from '../api/queries.ts';
import type {ResultFacts} from '../api/wire.ts';
import {PlainTable} from '../assist/plain-table.tsx';
import {ChartFields} from '../chart/chart-fields.tsx';
import {firstChart, missingColumns} from '../chart/chart-spec.ts';
import {OneChart} from '../chart/chart-view.tsx';
import {firstRowsQuery, isRunning} from '../dashboards/dashboard-queries.ts';
import {headNames} from '../result/cell-text.ts';
import {noQuestion} from '../result/rows-source.ts';
import type {CellProps} from './cell-props.ts';
import {problemOf} from './notebook-queries.ts';
import classes from './notebooks.module.css';
import {textRows} from './result-tables.ts';
import {SessionEnded} from './session-ended.tsx';

/** Of a result, below its cell; all of it is in the editor. */
const shownRows = 20;

/** What a cell was run with last: its rows or their chart, and when that was. */
export function CellResult(props: CellProps) {
  const {cell, place, result, work, problem, ended, mayEdit, actions} = props;
  if (work === 'Queued') return <Note text="Queued" />;
  if (work !== undefined || (result !== undefined && isRunning(result)))
    return <LoadingState what={work ?? 'Running'} />;
  if (ended !== undefined) return <SessionEnded ended={ended} actions={actions} />;
  const why = problem ?? (result && problemOf(result));
  if (why !== undefined) return <Problem error={new Error(why)} />;
  if (result?.state === undefined) return null;
  const {isFolded, view} = cell;
  return (
    <div className={classes['result']} data-result>
      <div className={classes['resultHead']}>
        <Button
          size="compact-xs"
          variant="subtle"
          color="gray"
          leftSection={isFolded ? <ChevronRight size={14} /> : <ChevronDown size={14} />}
          aria-expanded={!isFolded}
          aria-label={`Result of cell ${place}`}
          disabled={!mayEdit}
          onClick={() => actions.change(cell.id, {isFolded: !isFolded})}
        >
          Result
        </Button>
        <Text span size="xs" c="dimmed">
          <When ms={result.finishedAt ?? result.askedAt} isRelative />
          {!result.isCurrent && ', of an earlier statement or other values'}
        </Text>
        {result.isKept && !isFolded && mayEdit && (
          <SegmentedControl
            size="xs"
            aria-label={`View of cell ${place}`}
            data={[
              {value: 'table', label: 'Table'},
              {value: 'chart', label: 'Chart'},
            ]}
            value={view}
            onChange={value => actions.change(cell.id, {view: value as 'table' | 'chart'})}
          />
        )}
      </div>
      {!isFolded &&
        (result.isKept && result.statement !== undefined ? (
          <Rows {...props} uuid={result.statement} />
        ) : (
          <Note text="Done. The statement has no rows." />
        ))}
    </div>
  );
}

type RowsProps = CellProps & {readonly uuid: string};

/**
 * Which columns there are is asked for first: the chart is drawn of them, and the table has their
 * names.
 */
function Rows(props: RowsProps) {
  const {data, error, refetch} = useQuery(resultQuery(props.uuid));
  if (error !== null) return <ErrorState error={error} retry={() => void refetch()} />;
  if (data === undefined) return <LoadingState what="Loading the result" />;
  return props.cell.view === 'chart' ? (
    <ChartRows {...props} facts={data} />
  ) : (
    <TableRows {...props} facts={data} />
  );
}

type FactsProps = RowsProps & {readonly facts: ResultFacts};

/** The first rows; all of them are in the editor. */
function TableRows({place, uuid, facts: {columns}}: FactsProps) {
  const {data, error, refetch} = useQuery(firstRowsQuery(uuid, shownRows));
  if (error !== null) return <ErrorState error={error} retry={() => void refetch()} />;
  if (data === undefined) return <LoadingState what="Loading rows" />;
  if (data.rows.length === 0) return <Note text="No rows." />;
  const {rows, rowCount, isComplete} = data;
  // How many there are is known only where all of them were fetched.
  const isCut = rowCount > rows.length || !isComplete;
  return (
    <>
      <PlainTable label={`Rows of cell ${place}`} head={headNames(columns)} rows={textRows(rows)} />
      {isCut && <Note text={`The first ${rows.length} rows.`} />}
    </>
  );
}

/** A cell has one chart; until somebody chooses otherwise, one that fits its columns. */
function ChartRows({cell, mayEdit, uuid, facts: {columns}, actions}: FactsProps) {
  const spec = cell.state.charts?.[0] ?? firstChart(columns);
  const missing = missingColumns(spec, columns);
  return (
    <>
      {mayEdit && (
        <ChartFields
          columns={columns}
          spec={spec}
          onSpec={next => actions.change(cell.id, {state: {...cell.state, charts: [next]}})}
        />
      )}
      {missing.length > 0 ? (
        <Note text={`The result doesn’t have ${missing.join(', ')}.`} />
      ) : (
        <div className={classes['chart']}>
          <OneChart
            asking={{uuid, columns, question: noQuestion, spec}}
            isTable={false}
            onPicture={picture => actions.onPicture(cell.id, picture)}
          />
        </div>
      )}
    </>
  );
}

/** In place of a result, or below it. */
function Note({text}: {readonly text: string}) {
  return (
    <Text size="sm" c="dimmed" role="note">
      {text}
    </Text>
  );
}

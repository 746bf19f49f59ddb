import {createHash} from 'node:crypto';
import {type Dialect, statementShape, statementUse, type TablePath} from '@gazetteer/sql';
import type {Statement} from '../statement/statement.ts';
import {datasetKeyOf, type Datasets} from './lineage-event.ts';

/** What a report has at most of each. */
const most = {tables: 100, columns: 500, joins: 50, conditions: 20} as const;
/** The catalog keeps less of it. */
const maxSql = 5000;

/** A statement with what it used, as the catalog counts it; undefined where that is nothing. */
export function usageReport(
  {uuid, userName, engine, sql, submittedAt, finishedAt = submittedAt}: Statement,
  dialect: Dialect,
  datasets: Datasets,
) {
  const columnsOf = (path: TablePath) =>
    datasets.get(datasetKeyOf(path))?.columns.map(({name}) => name);
  const use = statementUse(sql, dialect, columnsOf);
  if (use === undefined) return undefined;
  const placeOf = (path: TablePath) => {
    const found = datasets.get(datasetKeyOf(path));
    return found === undefined ? [] : [{namespace: found.namespace, name: found.name}];
  };
  const inputs = use.reads.flatMap(({path, columns}) =>
    placeOf(path).map(place => ({...place, columns: columns.slice(0, most.columns)})),
  );
  const outputs = use.writes.flatMap(placeOf);
  if (inputs.length === 0 && outputs.length === 0) return undefined;
  const joins = use.joins.flatMap(({left: one, right: other, columns}) => {
    const [left, right] = [...placeOf(one), ...placeOf(other)];
    return left === undefined || right === undefined
      ? []
      : [{left, right, columns: columns.slice(0, most.conditions)}];
  });
  return {
    id: uuid,
    user: userName,
    engine,
    endTime: finishedAt,
    duration: Math.max(0, finishedAt - submittedAt),
    sql: sql.slice(0, maxSql),
    shape: createHash('sha256').update(statementShape(sql, dialect)).digest('hex'),
    inputs: inputs.slice(0, most.tables),
    outputs: outputs.slice(0, most.tables),
    joins: joins.slice(0, most.joins),
  };
}

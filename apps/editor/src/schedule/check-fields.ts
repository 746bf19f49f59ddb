import type {ValuesOf} from '@gazetteer/kernel';
import {choice, list, name, optional, text, wholeNumber} from '@gazetteer/kernel/fields';
import {text as textShape} from '@gazetteer/kernel/shape';
import {AppError} from '@gazetteer/model';
import {isCondition, readsOnly} from '@gazetteer/sql';
import type {Editor} from '../editor.ts';
import {columnKind} from '../engine/column-kind.ts';
import type {SqlEngine} from '../engine/sql-engine.ts';
import {describeTable} from '../editor-api/describe-table.ts';
import {findEngine} from '../editor-api/find-engine.ts';
import {conditionField, scheduleFields, wantedOf} from './fields.ts';
import {type Check, checkKinds} from './schedule.ts';
import type {Wanted} from './schedules.ts';

const maxName = 1000;
const maxColumns = 50;
const maxValues = 1000;
const maxSql = 100_000;
const maxHours = 87_600;
const number = /^-?\d+(?:\.\d+)?$/;
const numberKinds: ReadonlySet<string> = new Set(['int32', 'int64', 'float', 'decimal']);

export const tableFields = {
  engine: text('Name of the engine', {max: maxName}),
  database: text('Where the table is', {max: maxName}),
  table: name('Its name', maxName),
};

/** What is expected of a table. */
export const expectationFields = {
  ...tableFields,
  kind: choice(
    'What is checked: the number of rows, columns without nulls, columns whose values are unique together, values in a range or a list, the age of the newest value, or an SQL query',
    checkKinds,
  ),
  columns: optional(list('Its columns; one for a range, a list or an age', textShape())),
  min: text('The least number of rows or value; empty for none', {max: maxName, default: ''}),
  max: text('The largest number of rows or value; empty for none', {max: maxName, default: ''}),
  values: optional(list(`Values of a list, ${maxValues} at most`, textShape())),
  hours: wholeNumber('How old the newest value may be', {max: maxHours, default: 24}),
  filter: text('SQL condition of the rows that are checked; empty for all', {
    max: maxSql,
    default: '',
  }),
  sql: text('A query that is expected to return no rows, or to meet the condition', {
    max: maxSql,
    default: '',
  }),
  condition: optional(conditionField),
};

const {name: ownName, timeZone, retries, retryPauseSeconds, keep, rules} = scheduleFields;

/** When it is checked, and who is told: as of a schedule. */
export const checkFields = {
  ...expectationFields,
  name: ownName,
  cron: text('Cron expression, as of a schedule; empty for a check that runs when you say so', {
    max: 200,
    default: '',
  }),
  timeZone,
  retries,
  retryPauseSeconds,
  keep,
  rules,
};

/** @throws AppError 400, 403, 404 for what cannot be, and SqlError where the engine cannot be asked */
export async function wantedCheck(
  e: Editor,
  userName: string,
  given: ValuesOf<typeof checkFields>,
  signal: AbortSignal,
): Promise<Wanted & {readonly check: Check}> {
  const check = await checkOf(e, userName, given, signal);
  // What is told of its condition is that the check failed, which it always may.
  const condition = {of: 'rows', operator: '>', value: '0'} as const;
  const known = {engine: check.engine, version: 0};
  const wanted = wantedOf(e, known, {...given, variables: {}, condition});
  return {...wanted, settings: {...wanted.settings, condition: undefined, check}, check};
}

/** The columns are those of the table as the engine describes it now. */
export async function checkOf(
  e: Editor,
  userName: string,
  given: ValuesOf<typeof expectationFields>,
  signal: AbortSignal,
): Promise<Check> {
  const engine = findEngine(e, given.engine);
  const {database, table, kind, hours, min, max} = given;
  const isOwn = kind === 'sql';
  const columns = isOwn || kind === 'rows' ? [] : textsOf(given.columns, 'columns', maxColumns);
  const described = await describeTable(e, userName, engine, database, table, signal);
  const known = [...described.columns, ...described.partitionKeys];
  if (known.length === 0) throw new AppError('NOT_FOUND', [`There is no table ${table}.`]);
  const found = columns.map(column => {
    const one = known.find(({name: other}) => other.toLowerCase() === column.toLowerCase());
    if (one === undefined) throw bad(`${table} has no column ${column}.`);
    return one;
  });
  const type = found[0]?.type ?? '';
  const check: Check = {
    engine: engine.id,
    database,
    table,
    kind,
    columns: found.map(({name: column}) => column),
    isNumber: kind === 'rows' || numberKinds.has(columnKind(type).kind),
    min: kind === 'rows' || kind === 'range' ? min.trim() : '',
    max: kind === 'rows' || kind === 'range' ? max.trim() : '',
    values: kind === 'list' ? textsOf(given.values, 'values', maxValues) : [],
    hours,
    filter: isOwn ? '' : given.filter.trim(),
    sql: isOwn ? given.sql.trim().replace(/(?:\s*;)+$/, '') : '',
    condition: isOwn ? given.condition : undefined,
  };
  validate(check, engine);
  return check;
}

function validate(check: Check, engine: SqlEngine): void {
  const {kind, columns, min, max, values, isNumber, hours, filter, sql} = check;
  const isOfOne = kind === 'range' || kind === 'list' || kind === 'freshness';
  if (isOfOne && columns.length !== 1) throw bad('Choose one column.');
  if ((kind === 'nulls' || kind === 'unique') && columns.length === 0)
    throw bad('Choose a column.');
  if ((kind === 'rows' || kind === 'range') && min === '' && max === '')
    throw bad('Enter a minimum or a maximum.');
  if (kind === 'list' && values.length === 0) throw bad('Enter a value.');
  if (kind === 'freshness' && hours === 0) throw bad('hours has to be 1 or more.');
  const wrong = isNumber
    ? [min, max, ...values].find(value => value !== '' && !number.test(value))
    : undefined;
  if (wrong !== undefined) throw bad(`${JSON.stringify(wrong)} is not a number.`);
  if (kind === 'sql' && sql === '') throw bad('Enter a query.');
  if (kind === 'sql' && !readsOnly(sql, engine.dialect))
    throw bad('A check runs a single statement that only reads.');
  if (filter !== '' && !isCondition(filter, engine.dialect))
    throw bad('The filter has to be a condition as behind WHERE.');
}

function textsOf(given: readonly unknown[] | undefined, what: string, most: number): string[] {
  const all = given ?? [];
  if (all.length > most) throw bad(`${what} may have ${most}.`);
  return all.map(one => {
    if (typeof one !== 'string' || one === '' || one.length > maxName)
      throw bad(`${what} has to be a list of texts of ${maxName} characters at most.`);
    return one;
  });
}

function bad(message: string): AppError {
  return new AppError('BAD_REQUEST', [message]);
}

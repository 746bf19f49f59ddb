import type {Condition, Rule} from '../schedules/schedule-draft.ts';
import type {CheckPlace, TableCheck} from './check-queries.ts';

/** What can be expected of a table. */
export type CheckKind = NonNullable<NonNullable<TableCheck['schedule']>['check']>['kind'];

/** In the order in which they are offered. */
export const kinds: readonly {readonly value: CheckKind; readonly label: string}[] = [
  {value: 'rows', label: 'Number of rows'},
  {value: 'nulls', label: 'No nulls'},
  {value: 'unique', label: 'Unique values'},
  {value: 'range', label: 'Values in a range'},
  {value: 'list', label: 'Values in a list'},
  {value: 'freshness', label: 'Freshness'},
  {value: 'sql', label: 'SQL query'},
];

/** What the dialog holds. */
export type CheckDraft = {
  readonly name: string;
  readonly kind: CheckKind;
  readonly columns: readonly string[];
  readonly min: string;
  readonly max: string;
  readonly values: readonly string[];
  readonly hours: number;
  readonly filter: string;
  readonly sql: string;
  readonly condition: Condition | undefined;
  readonly isScheduled: boolean;
  readonly cron: string;
  readonly timeZone: string;
  readonly retries: number;
  readonly retryPauseSeconds: number;
  readonly keep: number;
  readonly rules: readonly Rule[];
};

/** As it is stored, or what a new one begins with. */
export function draftOf({database, table}: CheckPlace, check: TableCheck | undefined): CheckDraft {
  const schedule = check?.schedule;
  if (schedule?.check !== undefined) {
    const {cron} = schedule;
    const isScheduled = cron !== '';
    const times = {isScheduled, cron: isScheduled ? cron : daily};
    const {condition} = schedule.check;
    return {...schedule, ...schedule.check, condition, ...times};
  }
  return {
    name: '',
    kind: 'rows',
    columns: [],
    min: '1',
    max: '',
    values: [],
    hours: 24,
    filter: '',
    sql: `SELECT *\nFROM ${database}.${table}\nWHERE `,
    condition: undefined,
    isScheduled: true,
    cron: daily,
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    retries: 0,
    retryPauseSeconds: 60,
    keep: 5,
    rules: [
      {on: 'condition', by: 'product', to: ''},
      {on: 'failed', by: 'product', to: ''},
    ],
  };
}

/** Once a day, in the morning. */
const daily = '0 6 * * *';

/** Where nobody has named it. */
export function proposedName({kind, columns}: CheckDraft, table: string): string {
  const label = kinds.find(({value}) => value === kind)?.label ?? '';
  const of = kind === 'rows' || kind === 'sql' || columns.length === 0 ? table : columns.join(', ');
  return `${label}: ${of}`.slice(0, 200);
}

/** What is expected, as it is sent. */
export function expectationOf({engine, database, table}: CheckPlace, draft: CheckDraft) {
  const {kind, columns, min, max, values, hours, filter, sql, condition} = draft;
  return {
    engine,
    database,
    table,
    kind,
    columns: [...columns],
    min,
    max,
    values: [...values],
    hours,
    filter,
    sql,
    condition,
  };
}

/** All that is sent of a check. A check without a schedule has an empty expression. */
export function fieldsOf(place: CheckPlace, draft: CheckDraft) {
  const {name, isScheduled, cron, timeZone, retries, retryPauseSeconds, keep, rules} = draft;
  return {
    ...expectationOf(place, draft),
    name: name.trim() === '' ? proposedName(draft, place.table) : name,
    cron: isScheduled ? cron : '',
    timeZone,
    retries,
    retryPauseSeconds,
    keep,
    rules: [...rules],
  };
}

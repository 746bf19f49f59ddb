import {AppError} from '@gazetteer/model';
import type {ParameterSql} from '../../engine/duckdb/duckdb-calls.ts';
import type {Column} from '../../engine/column.ts';
import {daysOf, microsOf} from '../../engine/typed-value.ts';
import type {Condition} from './question.ts';
import {kindOf, typedColumn} from './typed-column.ts';

const signs = {lt: '<', le: '<=', gt: '>', ge: '>='} as const;
const texts = {contains: 'contains', starts: 'starts_with', ends: 'ends_with'} as const;

/** @throws AppError for a value that the column cannot be compared with */
export function whereSql(columns: readonly Column[], condition: Condition): ParameterSql {
  const {column, operator, values} = condition;
  const raw = `c${column}`;
  if (operator === 'null') return {sql: `${raw} IS NULL`, params: []};
  if (operator === 'notNull') return {sql: `${raw} IS NOT NULL`, params: []};
  if (kindOf(columns, column).kind === 'binary') {
    throw new AppError('BAD_REQUEST', [
      `${columns[column]?.name} holds bytes, which are there or not, and nothing else.`,
    ]);
  }
  if (operator === 'contains' || operator === 'starts' || operator === 'ends') {
    const each = `${texts[operator]}(lower(CAST(${raw} AS VARCHAR)), ?)`;
    return {
      sql: values.map(() => each).join(' OR ') || 'false',
      params: values.map(value => value.toLowerCase()),
    };
  }
  if (operator === 'matches') {
    const each = `regexp_matches(CAST(${raw} AS VARCHAR), ?)`;
    return {sql: values.map(() => each).join(' OR ') || 'false', params: [...values]};
  }
  const pairs = values.map(value => comparison(columns, column, value));
  const params = values.map(value => value.trim());
  if (kindOf(columns, column).kind === 'text') params.splice(0, params.length, ...values);
  // What is NULL is different from any value, as people see it.
  if (operator === 'ne')
    return {
      sql: pairs.map(([a, b]) => `${a} IS DISTINCT FROM ${b}`).join(' AND ') || 'true',
      params,
    };
  const sign = operator === 'eq' ? '=' : signs[operator];
  return {sql: pairs.map(([a, b]) => `${a} ${sign} ${b}`).join(' OR ') || 'false', params};
}

/** Both sides of a comparison, in a type that loses nothing of either. */
function comparison(columns: readonly Column[], column: number, value: string): [string, string] {
  const kind = kindOf(columns, column);
  const text = value.trim();
  const typed = typedColumn(columns, column);
  const asDouble: [string, string] = [`CAST(${typed} AS DOUBLE)`, 'CAST(? AS DOUBLE)'];
  switch (kind.kind) {
    case 'text':
    case 'binary':
      return [typed, '?'];
    case 'boolean':
      if (!/^(?:true|false)$/i.test(text)) throw unfit(columns, column, value, 'true or false');
      return [typed, 'CAST(? AS BOOLEAN)'];
    case 'date':
      if (daysOf(text) === undefined)
        throw unfit(columns, column, value, 'a date such as 2024-02-29');
      return [typed, 'CAST(? AS DATE)'];
    case 'timestamp':
      if (daysOf(text) === undefined && microsOf(text) === undefined) {
        throw unfit(columns, column, value, 'a time such as 2024-02-29 13:45:00');
      }
      return [typed, `CAST(? AS ${kind.isUtc ? 'TIMESTAMPTZ' : 'TIMESTAMP'})`];
    case 'float':
    case 'int32':
    case 'int64':
    case 'decimal': {
      if (!isNumber(text)) throw unfit(columns, column, value, 'a number');
      const isWhole = /^[+-]?\d{1,38}$/.test(text);
      const fraction = /^[+-]?\d{1,18}(?:\.(\d+))?$/.exec(text)?.[1] ?? (isWhole ? '' : undefined);
      if (kind.kind === 'float') return asDouble;
      if (kind.kind === 'decimal') {
        const isExact =
          fraction !== undefined && fraction.length <= kind.scale && text.length + kind.scale < 37;
        return isExact ? [typed, `CAST(? AS DECIMAL(38, ${kind.scale}))`] : asDouble;
      }
      return isWhole ? [`CAST(${typed} AS HUGEINT)`, 'CAST(? AS HUGEINT)'] : asDouble;
    }
  }
}

function isNumber(text: string): boolean {
  return /^[+-]?(?:(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?|inf(?:inity)?|nan)$/i.test(text);
}

function unfit(
  columns: readonly Column[],
  column: number,
  value: string,
  wanted: string,
): AppError {
  return new AppError('BAD_REQUEST', [
    `${columns[column]?.name} is compared with ${wanted}, not with ${JSON.stringify(value)}.`,
  ]);
}

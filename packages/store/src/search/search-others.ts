import type {Field} from '@gazetteer/model';
import {inner, type GraphRead} from '../schema/graph.ts';
import {longTextId} from '../index/search-index.ts';
import {raw, runSql} from '../schema/sql-text.ts';

/**
 * Whether the index of values has some of the fields only cut, or only as the next double, and so
 * cannot give or order them.
 */
export async function hasOthers(graph: GraphRead, fields: readonly Field[]): Promise<boolean> {
  const {symbols} = graph[inner].system;
  const ids = (isText: boolean) =>
    fields.flatMap(field =>
      field.kind !== 'attribute' ||
      field.compare === 'number' ||
      (field.compare === 'text') !== isText
        ? []
        : field.keys.filter(key => symbols.has(key)).map(key => longTextId(symbols.id(key))),
    );
  const looks = [
    {table: 'text_value', list: ids(true)},
    {table: 'number_value', list: ids(false)},
  ].flatMap(({table, list}) =>
    list.length === 0
      ? []
      : [
          `SELECT * FROM (SELECT 1 AS one FROM ${table} WHERE attribute_id IN (${list.join(', ')}) LIMIT 1) AS found`,
        ],
  );
  return (
    looks.length > 0 &&
    (await runSql(graph[inner].session, raw(looks.join(' UNION ALL ')))).length > 0
  );
}

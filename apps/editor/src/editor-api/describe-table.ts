import type {Editor} from '../editor.ts';
import type {SqlEngine} from '../engine/sql-engine.ts';
import {queryOnce, quotedName} from '../statement/query-once.ts';
import {tableDescription, type TableDescription} from './table-description.ts';

/** Reading metadata may wait for a server that is just starting its engine. */
export const metadataLimits = {maxRows: 20_000, timeoutMs: 120_000};

/** `DESCRIBE FORMATTED`; the database is part of the name, so that the session's own one does not matter. */
export async function describeTable(
  e: Editor,
  userName: string,
  engine: SqlEngine,
  database: string,
  table: string,
): Promise<TableDescription> {
  const sql = `DESCRIBE FORMATTED ${quotedName(database)}.${quotedName(table)}`;
  const {rows} = await e.pool.use(engine, {name: userName}, session => queryOnce(session, sql, metadataLimits));
  return tableDescription(rows);
}

export function commentOf({parameters, details}: TableDescription): string {
  return parameters.get('comment') ?? details.get('Comment') ?? '';
}

export function linkOf({details}: TableDescription): string {
  return linkTo(details.get('Location') ?? '');
}

/** Where pages of the reference browse files: the path of a location without its file system. */
export function linkTo(location: string): string {
  const path = location.replace(/^\w+:(\/\/[^/]*)?/, '');
  return path === '' ? '' : `/filebrowser/view=${path}`;
}

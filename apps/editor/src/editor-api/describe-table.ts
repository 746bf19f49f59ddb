import type {Editor} from '../editor.ts';
import type {SqlEngine} from '../engine/sql-engine.ts';
import type {TableDescription} from '../engine/table-description.ts';
import {ask} from '../engine/query-once.ts';

export async function describeTable(
  e: Editor,
  userName: string,
  engine: SqlEngine,
  database: string,
  table: string,
  signal?: AbortSignal,
): Promise<TableDescription> {
  return await e.pool.use(
    engine,
    {name: userName},
    session => ask(session, engine.sql.describeTable(database, table), signal),
    {signal},
  );
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

import {form} from '@gazetteer/kernel';
import {flag, type ObjectField, objects, textIn, word} from '@gazetteer/kernel/loose-fields';
import {text as textShape} from '@gazetteer/kernel/shape';
import {AppError} from '@gazetteer/model';
import {copyDocument} from '../document/documents.ts';
import {trashDocument} from '../document/trash.ts';
import {executeText} from '../editor-api/execute.ts';
import {replaceFile, statusIfThere} from '../files/copy-files.ts';
import {filesOf} from '../files/parts.ts';
import {inFolder, nameOf, parentOf, pathOf} from '../files/paths.ts';
import {status} from '../http/envelope.ts';
import {answer} from '../http/shapes.ts';
import {type Caller, change} from '../operation.ts';
import {findResult} from '../result/find-result.ts';
import {writeInThread} from '../result/formats/write-in-thread.ts';
import {firstRows} from '../result/first-rows.ts';
import {findStatement, statementFields} from '../statement/find-statement.ts';
import type {Statement} from '../statement/statement.ts';
import type {Editor} from '../editor.ts';
import {documentNamed} from './one-document.ts';

const exportResult = change('POST /notebook/export_result', {
  summary: 'Write a result to the cluster, or make a table of its statement',
  description:
    '`hdfs-file` is CSV at the path of `destination`, or in it where it is a folder; `hive-table` creates the table of that name, for which its statement runs again.',
  body: form({
    ...statementFields,
    format: word('`hdfs-file` or `hive-table`'),
    destination: word('A path, or `database.table`'),
    overwrite: flag('Whether a file of that name goes'),
  }),
  answer: answer(
    {
      watch_url: textShape('Its page'),
      message: textShape('What came of it'),
      history_uuid: textShape('Id of the statement that makes the table'),
    },
    ['history_uuid'],
  ),
  run: async (e, {format, destination, overwrite, ...fields}, c) => {
    const statement = await findStatement(e, c.actor.userName, fields);
    if (destination === '') throw new AppError('BAD_REQUEST', ['There is no destination']);
    if (format === 'hdfs-file') return await toFile(e, c, statement, destination, overwrite);
    if (format === 'hive-table') return await toTable(e, c, statement, destination);
    throw new AppError('NOT_SUPPORTED', [
      `Results are exported as hdfs-file or hive-table, not as ${format || 'nothing'}`,
    ]);
  },
});

async function toFile(
  e: Editor,
  c: Caller,
  {uuid, engine}: Statement,
  destination: string,
  isOver: boolean,
): Promise<object> {
  if (!e.mayDownload) throw new AppError('NOT_ALLOWED', ['Downloads are switched off here.']);
  e.access.check('editor-download', engine);
  const {userName} = c.actor;
  const given = pathOf(destination);
  const files = filesOf(e, given);
  const live = await findResult(e, c.actor, uuid);
  const isFolder = (await statusIfThere(files, userName, given))?.type === 'DIRECTORY';
  const path = isFolder ? inFolder(given, `result-${uuid}.csv`) : given;
  const pages =
    e.maxDownloadRows === undefined
      ? live.pages()
      : firstRows(live.pages(), e.maxDownloadRows, () => undefined);
  const bytes = writeInThread('csv', {columns: await live.columns(), pages});
  const stream = ReadableStream.from(bytes);
  if (isOver) await replaceFile(files, userName, path, stream, c.signal());
  else await files.write(userName, path, stream, c.signal());
  return {
    status: status.ok,
    watch_url: `/filebrowser/view=${encodeURIComponent(path)}`,
    message: `${nameOf(path)} is in ${parentOf(path)}`,
  };
}

async function toTable(
  e: Editor,
  {actor: {userName}}: Caller,
  statement: Statement,
  destination: string,
): Promise<object> {
  const engine = e.engines.get(statement.engine);
  if (engine === undefined)
    throw new AppError('NOT_FOUND', [`There is no engine ${statement.engine} any more`]);
  const names = destination.split('.').map(name => name.replace(/^`(.*)`$/, '$1'));
  if (names.length > 2 || names.includes(''))
    throw new AppError('BAD_REQUEST', [`${destination} is no database.table`]);
  const name = names.map(one => engine.sql.quotedName(one)).join('.');
  const sql = `CREATE TABLE ${name} AS ${statement.sql}`;
  const {database} = statement;
  const begun = await executeText(e, userName, engine, database, sql);
  const at = names.length === 2 ? names : [database, ...names];
  return {
    status: status.ok,
    watch_url: `/app/tables/${[engine.id, ...at].map(encodeURIComponent).join('/')}`,
    message: `${destination} is being made`,
    history_uuid: String(begun['history_uuid']),
  };
}

/** Of the calls of `/notebook/api`. */
export const notebookExports = {exportResult};

const several = form({notebooks: objects('A list of `{"uuid"}`')});

const remove = change('POST /delete', {
  summary: 'Throw notebooks away',
  description: 'Into the trash of the caller.',
  body: several,
  answer: answer({message: textShape('What came of it')}),
  run: async (e, {notebooks}, {actor}) => {
    const names = uuidsIn(notebooks);
    for (const named of names)
      await trashDocument(e.db, actor, await documentNamed(e, actor, named));
    return {status: status.ok, message: `Trashed ${names.length} notebook(s)`};
  },
});

const copy = change('POST /copy', {
  summary: 'Copy notebooks',
  description: 'To the top of what the caller owns.',
  body: several,
  answer: answer({message: textShape('What came of it')}),
  run: async (e, {notebooks}, {actor}) => {
    const names = uuidsIn(notebooks);
    for (const named of names)
      await copyDocument(e.db, actor, await documentNamed(e, actor, named), undefined);
    return {status: status.ok, message: `Copied ${names.length} notebook(s)`};
  },
});

/** Of `/notebook`. */
export const notebookChanges = {deleteNotebooks: remove, copyNotebooks: copy};

function uuidsIn(notebooks: readonly ObjectField[]): readonly string[] {
  const names = notebooks.map(one => textIn(one, 'uuid'));
  if (names.length === 0 || names.includes(''))
    throw new AppError('BAD_REQUEST', ['notebooks has to name each by its uuid']);
  return names;
}

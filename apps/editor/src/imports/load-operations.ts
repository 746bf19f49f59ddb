import {form} from '@gazetteer/kernel';
import {choice, name} from '@gazetteer/kernel/fields';
import {integer, list, named, oneOf, text, time} from '@gazetteer/kernel/shape';
import {AppError} from '@gazetteer/model';
import type {Editor} from '../editor.ts';
import {findEngine} from '../editor-api/find-engine.ts';
import {filesOf} from '../files/parts.ts';
import {textList, whole} from '../http/shapes.ts';
import {type Caller, change, query} from '../operation.ts';
import {checkColumns, checkSigns, engineWith, read, targetFields} from './fields.ts';
import type {FileLoad} from './file-loads.ts';
import type {ImportColumn, ImportFile, ImportTarget} from './import-sql.ts';
import {loadFile, type LoadRequest, planLoad} from './load-file.ts';

const fields = {
  ...read,
  into: name('The engine that gets the table'),
  format: choice('How the table is kept, where it is new', ['orc', 'parquet'], 'parquet'),
  ...targetFields,
};
const errors = [
  'NOT_FOUND',
  'NOT_ALLOWED',
  'NOT_SUPPORTED',
  'CONFLICT',
  'STATEMENT_FAILED',
] as const;

const load = named('FileLoad', 'A file on its way into a table', () =>
  whole(
    {
      uuid: text('Its id'),
      engine: text('The engine that gets the table'),
      database: text('Where the table is'),
      table: text('Its name'),
      startedAt: time('When it began, in milliseconds since 1970'),
      phase: oneOf(
        ['reading', 'sending', 'running', 'finished', 'failed', 'canceled'],
        'reading: the rows are written as Parquet; sending: that is copied to HDFS; running: the engine makes the table',
      ),
      rows: integer('Rows of the table, once they are counted'),
      sentBytes: integer('Bytes that are in HDFS'),
      totalBytes: integer('Bytes that there will be; 0 until that is known'),
      statement: text('Id of the statement that runs, or ran last'),
      percent: integer('How far that is, where the engine tells'),
      message: text('Why it failed'),
      leftOver: text('A table, or a folder of HDFS, that could not be removed'),
    },
    ['rows', 'statement', 'percent', 'message', 'leftOver'],
  ),
);

const startLoad = change('POST /imports/loads', {
  summary: 'Import a file into a table of Hive or Spark',
  description:
    'Its rows are written as Parquet, copied over WebHDFS into a folder of the caller, and made a table of, each as the caller; the folder is removed then. It goes on when nobody waits for it. Two at a time of one caller.',
  body: form(fields),
  answer: load,
  errors,
  run: async (e, given, c) => {
    const {userName} = c.actor;
    const request = await requestOf(e, userName, given);
    const plan = await planLoad(e, request, c.signal());
    const {into: engine, database, table} = given;
    return answerOf(
      e,
      e.loads.start(userName, {engine, database, table}, async (one, signal) => {
        await loadFile(e, request, plan, one, signal);
      }),
    );
  },
});

const rehearseLoad = query('POST /imports/loads/statements', {
  summary: 'Rehearse an import into Hive or Spark',
  description: 'The statements that would be run. Nothing is copied, and nothing runs.',
  body: form(fields),
  answer: whole({statements: textList('SQL, in the order in which it would run')}),
  errors,
  run: async (e, given, c) => {
    const request = await requestOf(e, c.actor.userName, given);
    const {script} = await planLoad(e, request, c.signal());
    return {statements: [...script.statements, ...(script.cleanUp ? [script.cleanUp] : [])]};
  },
});

const listLoads = query('GET /imports/loads', {
  summary: 'Your imports into Hive and Spark',
  description: 'Those in progress, and the last ones that have ended since the editor was started.',
  answer: whole({loads: list(load, 'The latest first')}),
  run: async (e, _input, {actor: {userName}}: Caller) => ({
    loads: e.loads.of(userName).map(one => answerOf(e, one)),
  }),
});

const cancelLoad = change('DELETE /imports/loads/{uuid}', {
  summary: 'Cancel an import into Hive or Spark',
  description: 'It answers when its copy is removed. One that has ended stays as it is.',
  errors: ['NOT_FOUND'],
  run: async (e, {uuid}, {actor: {userName}}) => await e.loads.cancel(userName, uuid),
});

export const loadOperations = {startLoad, rehearseLoad, listLoads, cancelLoad};

type Given = {
  readonly engine: string;
  readonly file: ImportFile;
  readonly columns: readonly ImportColumn[];
  readonly into: string;
  readonly format: string;
} & ImportTarget;

/** @throws NOT_SUPPORTED for an engine that makes no tables of files, or without HDFS */
async function requestOf(
  e: Editor,
  userName: string,
  {engine: type, file, columns, into, ...target}: Given,
): Promise<LoadRequest> {
  const {engine: reader, storage} = await engineWith(e, userName, type, file.path);
  checkSigns(file);
  checkColumns(columns);
  const engine = findEngine(e, into);
  const importer = engine.sql.stagedImport?.(engine.dialect);
  if (importer === undefined)
    throw new AppError('NOT_SUPPORTED', [`${engine.id} makes no tables of files in HDFS`]);
  const files = filesOf(e, '/');
  return {userName, reader, storage, file, columns, target, engine, importer, files};
}

function answerOf(e: Editor, one: FileLoad): object {
  const percent =
    one.phase === 'running' && one.statement !== undefined
      ? e.live.known(one.statement)?.lastProgress.percent
      : undefined;
  return {...one, ...(percent !== undefined && {percent})};
}

import type {FastifyInstance} from 'fastify';
import {clientGone, pathOf} from '@gazetteer/server';
import type {Editor} from '../editor.ts';
import {SqlError} from '../engine/sql-engine.ts';
import {editorFor} from '../login/editor-for.ts';
import {answerCall} from './answer-call.ts';
import {autocomplete} from './autocomplete.ts';
import {describe} from './describe.ts';
import type {Json} from './envelope.ts';
import {execute} from './execute.ts';
import {explain} from './explain.ts';
import type {Fields} from './fields.ts';
import {formatStatements} from './format-statements.ts';
import {forgetHistory, getConfig, getHistory} from './history.ts';
import {createNotebook} from './notebook.ts';
import {listPartitions} from './partitions.ts';
import {
  cancelStatement,
  checkStatus,
  closeStatement,
  fetchResultData,
  fetchResultMetadata,
  fetchResultSize,
  getLogs,
} from './running.ts';
import {sampleData} from './sample-data.ts';
import {closeSession, createSession} from './sessions.ts';

/** The same calls under three addresses: for pages, for scripts of now, and for scripts of some years ago. */
const prefixes = ['/api/editor', '/api/v1/editor', '/notebook/api'];

type Operation = (e: Editor, userName: string, fields: Fields) => Promise<Json>;
type PathOperation = (
  e: Editor,
  userName: string,
  path: readonly string[],
  fields: Fields,
  signal: AbortSignal,
) => Promise<Json>;

const operations: Readonly<Record<string, Operation>> = {
  create_notebook: createNotebook,
  format: formatStatements,
  create_session: createSession,
  close_session: closeSession,
  execute: (e, userName, fields) => execute(e, userName, '', fields),
  check_status: checkStatus,
  fetch_result_data: fetchResultData,
  fetch_result_metadata: fetchResultMetadata,
  fetch_result_size: fetchResultSize,
  get_logs: getLogs,
  cancel_statement: cancelStatement,
  close_statement: closeStatement,
  explain,
  clear_history: forgetHistory,
  autocomplete: (e, userName, fields) => autocomplete(e, userName, [], fields),
};

/** What follows the name is a path of names: of a database, a table, a column and so on. */
const pathOperations: Readonly<Record<string, PathOperation>> = {
  execute: (e, userName, [dialect = ''], fields) => execute(e, userName, dialect, fields),
  autocomplete,
  sample: sampleData,
  partitions: listPartitions,
  describe,
};

export function editorRoutes(app: FastifyInstance, e: Editor): void {
  for (const prefix of prefixes) {
    for (const [name, operation] of Object.entries(operations)) {
      app.post(`${prefix}/${name}`, async (request, reply) =>
        answerCall(e, request, reply, fields => operation(editorFor(e, request.actor), request.actor.userName, fields)),
      );
    }
    for (const [name, operation] of Object.entries(pathOperations)) {
      const start = `${prefix}/${name}/`;
      app.post(`${start}*`, async (request, reply) => {
        const path = segments(pathOf(request).slice(start.length));
        return await answerCall(e, request, reply, fields =>
          operation(
            editorFor(e, request.actor),
            request.actor.userName,
            path,
            fields,
            clientGone(request, reply, nobodyWaits()),
          ),
        );
      });
    }
    app.get(`${prefix}/get_history`, async (request, reply) =>
      answerCall(e, request, reply, fields => getHistory(e, request.actor.userName, fields)),
    );
  }
  for (const url of ['/api/v1/get_config', '/desktop/api2/get_config']) {
    app.route({
      method: ['GET', 'POST'],
      url,
      handler: (request, reply) => answerCall(e, request, reply, async () => getConfig(editorFor(e, request.actor))),
    });
  }
}

const nobodyWaits = (): SqlError => new SqlError('timeout', 'Nobody waits for the answer any more');

/** `a/b/` is two names; an empty one in front of others stays. */
function segments(path: string): string[] {
  const parts = path.replace(/\/$/, '').split('/');
  return parts.length === 1 && parts[0] === '' && path === '' ? [] : parts.map(decodeURIComponent);
}

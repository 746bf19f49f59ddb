import {createReadStream} from 'node:fs';
import {rm, stat} from 'node:fs/promises';
import type {FastifyInstance} from 'fastify';
import type {Editor} from '../editor.ts';
import type {EngineStorage, SqlEngine} from '../engine/sql-engine.ts';
import {attachment} from '../http/attachment.ts';
import {Refusal} from '../http/refusal.ts';
import {type RestCall, restRoutes} from '../http/rest.ts';
import {editorFor} from '../login/editor-for.ts';

/** What people keep on the disk of the editor, and how they make room. Everybody sees their own alone. */
export function storageRoutes(app: FastifyInstance, editor: Editor): void {
  restRoutes(app, {
    'GET /api/v1/storage': async ({actor}) => {
      const keeping = [...editorFor(editor, actor).engines.values()].flatMap(engine =>
        engine.storage === undefined ? [] : [{engine, storage: engine.storage}],
      );
      const engines = await Promise.all(
        keeping.map(async ({engine: {id, displayName}, storage}) => ({
          engine: id,
          displayName,
          ...(await storage.usage(actor.userName)),
        })),
      );
      return {freeBytes: await editor.disk.freeBytes(), minFreeBytes: editor.disk.minFreeBytes, engines};
    },
    'GET /api/v1/storage/:engine/file': async call => {
      const {name, file} = await findFile(editor, call);
      const {size} = await stat(file);
      const {reply} = call;
      void reply.header('content-disposition', attachment(name)).header('content-length', size);
      return reply.type('application/octet-stream').send(createReadStream(file));
    },
    'DELETE /api/v1/storage/:engine/file': async call => {
      await rm((await findFile(editor, call)).file);
      return undefined;
    },
  });
}

/** @throws {Refusal} 404 for an engine that keeps nothing for this person, and a file that is not there */
async function findFile(editor: Editor, {actor, path, query}: RestCall): Promise<{name: string; file: string}> {
  const name = query.text('path', undefined, 4096);
  const file = await storageOf(editorFor(editor, actor).engines.get(path['engine'] ?? '')).fileOf(actor.userName, name);
  if (file === undefined) throw new Refusal(404, `You have no file ${name} there.`);
  return {name: name.slice(name.lastIndexOf('/') + 1), file};
}

function storageOf(engine: SqlEngine | undefined): EngineStorage {
  if (engine?.storage === undefined) throw new Refusal(404, 'There is no engine of that name that keeps files.');
  return engine.storage;
}

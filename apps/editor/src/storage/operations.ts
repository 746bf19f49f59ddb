import {createReadStream} from 'node:fs';
import {rm, stat} from 'node:fs/promises';
import {text} from '@gazetteer/kernel/fields';
import {anything, integer, list, text as textShape} from '@gazetteer/kernel/shape';
import {AppError} from '@gazetteer/model';
import type {Editor} from '../editor.ts';
import type {EngineStorage, SqlEngine} from '../engine/sql-engine.ts';
import {attachment} from '../http/attachment.ts';
import {statementTime, whole} from '../http/shapes.ts';
import {change, query, stream} from '../operation.ts';

const path = {path: text('The file, as statements call it', {max: 4096})};

const usage = query('GET /storage', {
  summary: 'What the caller keeps on the disk of the editor',
  description: 'Sizes are in bytes.',
  answer: whole({
    freeBytes: integer('What is free on the disk'),
    minFreeBytes: integer('Below this nothing new is begun'),
    engines: list(
      whole({
        engine: textShape('The engine'),
        displayName: textShape('As pages show it'),
        quotaBytes: integer('What the caller may keep there'),
        tableBytes: integer('What their tables take'),
        fileBytes: integer('What their files take'),
        files: list(
          whole({
            path: textShape('As statements call it'),
            bytes: integer('Its size'),
            modifiedAt: statementTime('When it was last written'),
          }),
          'The first of them by name',
        ),
        fileCount: integer('How many there are'),
      }),
      'Engines that keep something on this disk',
    ),
  }),
  run: async ({engines, disk}, _input, {actor: {userName}}) => {
    const keeping = [...engines.values()].flatMap(engine =>
      engine.storage === undefined ? [] : [{engine, storage: engine.storage}],
    );
    const used = await Promise.all(
      keeping.map(async ({engine: {id, displayName}, storage}) => ({
        engine: id,
        displayName,
        ...(await storage.usage(userName)),
      })),
    );
    return {freeBytes: await disk.freeBytes(), minFreeBytes: disk.minFreeBytes, engines: used};
  },
});

const remove = change('DELETE /storage/{engine}/file', {
  summary: 'Delete a file of the caller',
  description: 'For good.',
  query: path,
  errors: ['NOT_FOUND'],
  run: async (e, {engine, path: name}, {actor: {userName}}) =>
    await rm((await findFile(e, userName, engine, name)).file),
});

/**
 * What people keep on the disk of the editor, and how they make room. Everybody sees their own
 * alone.
 */
export const storageOperations = {readStorage: usage, deleteFile: remove};

export const storageFiles = [
  stream(
    'GET /storage/{engine}/file',
    {
      summary: 'Download a file of the caller',
      description: 'As it is.',
      query: path,
      answer: anything,
      produces: 'application/octet-stream',
      errors: ['NOT_FOUND'],
    },
    async ({engine, path: given}, request, reply, {editorFor}) => {
      const {name, file} = await findFile(
        editorFor(request),
        request.actor.userName,
        engine,
        given,
      );
      const {size} = await stat(file);
      void reply.header('content-disposition', attachment(name)).header('content-length', size);
      return reply.type('application/octet-stream').send(createReadStream(file));
    },
  ),
];

/**
 * @throws NOT_FOUND for an engine that keeps nothing for this person, and a file that is not there
 */
async function findFile(
  {engines}: Editor,
  userName: string,
  engine: string,
  name: string,
): Promise<{name: string; file: string}> {
  const file = await storageOf(engines.get(engine)).fileOf(userName, name);
  if (file === undefined) throw new AppError('NOT_FOUND', [`You have no file ${name} there.`]);
  return {name: name.slice(name.lastIndexOf('/') + 1), file};
}

export function storageOf(engine: SqlEngine | undefined): EngineStorage {
  if (engine?.storage === undefined) {
    throw new AppError('NOT_FOUND', ['There is no engine of that name that keeps files.']);
  }
  return engine.storage;
}

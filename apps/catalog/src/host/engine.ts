import {AppError, may, refusal, typeRequest, type Guid} from '@gazetteer/model';
import type {Access, GraphRead, GraphStore, GraphTx} from '@gazetteer/store';
import {accessOf, readableBy} from '../access/access-of.ts';
import {needOf} from '../access/needs.ts';
import type {Catalog, Log, Settings} from '../catalog.ts';
import {JsonText} from '../json-text.ts';
import {operations, type OperationName} from '../operations.ts';
import type {Asker} from './asker.ts';
import {toFailure, stackOf, type LogEntry, type Outcome} from './outcome.ts';
import {mergePreviews, previewOf, type Preview} from './preview.ts';

/**
 * Runs operations against one store, in the thread that this is called in. The answer is made into JSON text here, so that
 * the thread that talks to clients only passes bytes on.
 */
export class Engine {
  readonly #store: GraphStore;
  readonly #settings: Settings;

  constructor(store: GraphStore, settings: Settings) {
    this.#store = store;
    this.#settings = settings;
  }

  async run(name: OperationName, asker: Asker, args: unknown): Promise<Outcome> {
    const log: LogEntry[] = [];
    const previews: Preview[] = [];
    const operation = operations[name].run as (c: Catalog, args: unknown) => Promise<unknown>;
    try {
      const answer = await operation(this.#catalog(name, asker, log, previews, guidsNamed(args)), args);
      if (asker.isDryRun === true) {
        return {json: JSON.stringify({dryRun: true, response: answer ?? null, changes: mergePreviews(previews)}), log};
      }
      return {json: answer instanceof JsonText ? answer.text : JSON.stringify(answer), log};
    } catch (error) {
      return {failure: toFailure(error), log};
    }
  }

  async close(): Promise<void> {
    await this.#store.close();
  }

  #catalog(
    name: OperationName,
    asker: Asker,
    entries: LogEntry[],
    previews: Preview[],
    named: readonly Guid[],
  ): Catalog {
    const {actor, requestId, isDryRun = false, grants} = asker;
    const need = needOf(name);
    const access = grants && need.isInternal !== true ? accessOf(grants, actor.userName, need) : undefined;
    const read = async <T>(work: (graph: GraphRead) => Promise<T>): Promise<T> =>
      await this.#store.read(async graph => {
        if (grants !== undefined && need.wantsAll === true && !readableBy(grants, graph.types, actor.userName).isAll) {
          throw refusal(actor.userName, ['read statistics of all entities']);
        }
        return await refusing(actor.userName, graph, work);
      }, access);
    const add = (level: keyof Log) => (fields: object, message: string) => void entries.push({level, fields, message});
    const log: Log = {info: add('info'), warn: add('warn'), error: add('error')};
    const logged = async <T>(operation: string, work: Promise<T>): Promise<T> => {
      try {
        return await work;
      } catch (error) {
        log.error({operation}, `graph rollback due to exception ${printException(error)}`);
        throw error;
      }
    };
    const write = async <T>(work: (tx: GraphTx) => Promise<T>, purpose: 'entities' | 'types'): Promise<T> => {
      const refused = (tx: GraphTx) => refusing(actor.userName, tx, graph => tellingNothing(graph, named, work));
      if (!isDryRun) return await this.#store.transaction(refused, purpose, access);
      const {value, preview} = await this.#rehearse(refused, purpose, access);
      previews.push(preview);
      return value;
    };
    return {
      actor,
      requestId,
      log,
      settings: this.#settings,
      deletes: deletesOf(this.#settings, asker, log),
      mayReadType: def => grants === undefined || may(grants, typeRequest('type-read', def)).allowed,
      read: (operation, work) => logged(operation, read(work)),
      write: (operation, work) => logged(operation, write(work, 'entities')),
      writeTypes: (operation, work) => logged(operation, write(work, 'types')),
    };
  }

  async #rehearse<T>(
    work: (tx: GraphTx) => Promise<T>,
    purpose: 'entities' | 'types',
    access: Access | undefined,
  ): Promise<{value: T; preview: Preview}> {
    return await this.#store.rehearse(
      async tx => {
        const before = tx.types;
        const value = await work(tx);
        return {value, preview: await previewOf(tx, tx.applied, before)};
      },
      purpose,
      access,
    );
  }
}

/** What is there and may not be read is as if it were not there; whoever asked for it by name is told so. */
async function refusing<Graph extends GraphRead, T>(
  userName: string,
  graph: Graph,
  work: (graph: Graph) => Promise<T>,
): Promise<T> {
  try {
    return await work(graph);
  } catch (error) {
    if (!(error instanceof AppError) || error.status !== 404 || graph.refused.size === 0) throw error;
    // Only the guid that the error itself names is one that whoever asks knows.
    const named = [...graph.refused].find(guid => error.message.includes(guid));
    throw refusal(userName, [named === undefined ? 'read entity' : `read entity: guid=${named}`]);
  }
}

/** Entities that a request is about by its address. */
function guidsNamed(args: unknown): readonly Guid[] {
  const {guid, guids} = (typeof args === 'object' && args !== null ? args : {}) as {guid?: unknown; guids?: unknown};
  return [guid, Array.isArray(guids) ? (guids as unknown[]) : []].flat().filter(one => typeof one === 'string');
}

/**
 * A change that a rule of the data forbids would tell how the entity is that it is about, its classifications for example. Who may
 * not read it is told that instead.
 */
async function tellingNothing<T>(tx: GraphTx, named: readonly Guid[], work: (tx: GraphTx) => Promise<T>): Promise<T> {
  try {
    return await work(tx);
  } catch (error) {
    if (!(error instanceof AppError) || error.status === 403 || named.length === 0) throw error;
    const seen = tx.seen();
    if (seen.readable === undefined) throw error;
    await seen.entities(named);
    const hidden = named.find(guid => seen.refused.has(guid));
    if (hidden === undefined) throw error;
    throw refusal(seen.readable.userName, [`read entity: guid=${hidden}`]);
  }
}

/** @throws BAD_REQUEST for a `deleteType` that is none */
function deletesOf(settings: Settings, {actor, deleteType = ''}: Asker, log: Log): 'soft' | 'hard' {
  if (deleteType === '') return settings.deletes;
  if (!settings.deleteTypeOverride) {
    const ignored = `Ignoring parameter deleteType=${deleteType}, in request from user=${actor.userName}`;
    log.warn({}, `Override of deleteType is not enabled. ${ignored}`);
    return settings.deletes;
  }
  const modes: Readonly<Record<string, 'soft' | 'hard'>> = {SOFT: 'soft', HARD: 'hard', DEFAULT: settings.deletes};
  const mode = modes[deleteType.toUpperCase()];
  if (mode === undefined) throw new AppError('BAD_REQUEST', ['deleteType must be SOFT, HARD or DEFAULT']);
  return mode;
}

/** In the log an expected failure is one line under the name that operators of this API search for; a bug has its stack. */
function printException(error: unknown): string {
  if (error instanceof AppError) return `AtlasBaseException:${error.message}`;
  return error instanceof Error ? `${error.name}:${error.message}\n${stackOf(error)}` : String(error);
}

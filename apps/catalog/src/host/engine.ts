import {lookup, AppError, may, refusal, typeRequest, type Guid} from '@gazetteer/model';
import type {Access, GraphRead, GraphStore, GraphTx} from '@gazetteer/store';
import {perform} from '../operation.ts';
import {JsonText, type AnyOperation, type Callable} from '@gazetteer/kernel';
import {toFailure, type LogEntry, type Outcome, type Runner} from '@gazetteer/kernel/thread';
import {accessOf, readableBy} from '../access/access-of.ts';
import {concealing, noted} from '../access/concealing.ts';
import type {Need} from '../access/needs.ts';
import {logRollback, type Catalog, type Log, type Settings} from '../catalog.ts';
import {refuseForged} from '../entity/save-record.ts';
import type {Caller} from '../caller.ts';
import {recorded} from './recorded-change.ts';
import {mergePreviews, previewOf, type Preview} from './preview.ts';

/** What belongs to one run of an operation. */
type Own = {
  readonly log: LogEntry[];
  readonly previews: Preview[];
  readonly now: () => number;
  readonly signal: AbortSignal | undefined;
};

/** Who asks for what, and what they may do about it. */
type Asking = {
  /** Of the operation. */
  readonly name: string;
  readonly need: Need;
  readonly caller: Caller;
  /** Rules of the policy that have decided something. */
  readonly decided: Set<string>;
  /** What the caller may see but for `absent`; undefined for who may see everything. */
  readonly accessWithout: ((absent?: ReadonlySet<Guid>) => Access) | undefined;
};

/**
 * Runs operations against one store, in the thread that this is called in. The answer is made into
 * JSON text here, so that the thread that talks to clients only passes bytes on.
 */
export class Engine implements Runner<Caller> {
  readonly #store: GraphStore;
  readonly #settings: Settings;

  constructor(store: GraphStore, settings: Settings) {
    this.#store = store;
    this.#settings = settings;
  }

  /** @param signal to give up what is only read */
  async run(
    operation: AnyOperation,
    caller: Caller,
    args: unknown,
    signal?: AbortSignal,
  ): Promise<Outcome> {
    const log: LogEntry[] = [];
    const previews: Preview[] = [];
    let isPassing = false;
    const now = () => {
      isPassing = true;
      return Date.now();
    };
    try {
      const own = {log, previews, now, signal};
      const c = this.#catalog(operation as AnyOperation<Need>, caller, own);
      const answer = await perform(operation as Callable<unknown, unknown>, c, args);
      if (caller.isDryRun === true) {
        return {
          json: JSON.stringify({
            dryRun: true,
            response: answer ?? null,
            changes: mergePreviews(previews),
          }),
          log,
        };
      }
      const json = answer instanceof JsonText ? answer.text : JSON.stringify(answer);
      return {json, log, ...(isPassing ? {isPassing} : {})};
    } catch (error) {
      return {failure: toFailure(error), log};
    }
  }

  async close(): Promise<void> {
    await this.#store.close();
  }

  #catalog(
    {name, may: need}: AnyOperation<Need>,
    caller: Caller,
    {log: entries, previews, now, signal}: Own,
  ): Catalog {
    const {actor, requestId, grants} = caller;
    const decided = new Set<string>();
    const decide = (rules: Iterable<string>) => {
      for (const rule of rules) decided.add(rule);
    };
    const accessWithout =
      grants && need.isInternal !== true
        ? (absent?: ReadonlySet<Guid>) => accessOf(grants, actor.userName, need, decide, absent)
        : undefined;
    const asking: Asking = {name, need, caller, decided, accessWithout};
    const add = (level: keyof Log) => (fields: object, message: string) =>
      void entries.push({level, fields, message});
    const log: Log = {info: add('info'), warn: add('warn'), error: add('error')};
    const logged = async <T>(operation: string, work: Promise<T>): Promise<T> => {
      try {
        return await work;
      } catch (error) {
        logRollback(log, operation, error);
        throw error;
      }
    };
    return {
      actor,
      requestId,
      log,
      settings: this.#settings,
      now,
      deletes: deletesOf(this.#settings, caller, log),
      mayReadType: def =>
        grants === undefined || may(grants, typeRequest('type-read', def)).allowed,
      read: (operation, work) => logged(operation, this.#read(asking, work, signal)),
      write: (operation, work) =>
        logged(operation, this.#write(asking, work, 'entities', previews)),
      writeTypes: (operation, work) =>
        logged(operation, this.#write(asking, work, 'types', previews)),
    };
  }

  async #read<T>(
    {need, caller: {actor, grants}, accessWithout}: Asking,
    work: (graph: GraphRead) => Promise<T>,
    signal: AbortSignal | undefined,
  ): Promise<T> {
    return await this.#store.read(
      async graph => {
        if (
          grants !== undefined &&
          need.wantsAll === true &&
          !readableBy(grants, graph.types, actor.userName).isAll
        ) {
          throw refusal(actor.userName, [{what: 'read statistics of all entities'}]);
        }
        try {
          return await work(graph);
        } catch (error) {
          throw noted(error, graph.refused.size);
        }
      },
      accessWithout?.(),
      signal,
    );
  }

  async #write<T>(
    {name, need, caller, decided, accessWithout}: Asking,
    asked: (tx: GraphTx) => Promise<T>,
    purpose: 'entities' | 'types',
    previews: Preview[],
  ): Promise<T> {
    const {isDryRun = false} = caller;
    const {keeper} = this.#settings;
    const guarded = async (tx: GraphTx): Promise<T> => {
      const value = await asked(tx);
      refuseForged(tx, caller);
      return value;
    };
    const work =
      keeper === undefined || isDryRun
        ? guarded
        : recorded(guarded, {keeper, name, caller, need, decided});
    const attempt = async (within: (tx: GraphTx) => Promise<T>, access?: Access): Promise<T> => {
      if (!isDryRun) return await this.#store.transaction(within, purpose, access);
      const {value, preview} = await this.#rehearse(within, purpose, access);
      previews.push(preview);
      return value;
    };
    return accessWithout === undefined
      ? await attempt(work)
      : await concealing(work, accessWithout, attempt);
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

/** @throws BAD_REQUEST for a `deleteType` that is none */
function deletesOf(
  settings: Settings,
  {actor, deleteType = ''}: Caller,
  log: Log,
): 'soft' | 'hard' {
  if (deleteType === '') return settings.deletes;
  if (!settings.deleteTypeOverride) {
    const ignored = `Ignoring parameter deleteType=${deleteType}, in request from user=${actor.userName}`;
    log.warn({}, `Override of deleteType is not enabled. ${ignored}`);
    return settings.deletes;
  }
  const modes: Readonly<Record<string, 'soft' | 'hard'>> = lookup({
    SOFT: 'soft',
    HARD: 'hard',
    DEFAULT: settings.deletes,
  });
  const mode = modes[deleteType.toUpperCase()];
  if (mode === undefined)
    throw new AppError('BAD_REQUEST', ['deleteType must be SOFT, HARD or DEFAULT']);
  return mode;
}

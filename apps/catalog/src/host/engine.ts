import {
  lookup,
  AppError,
  dayMs,
  may,
  typeRequest,
  type AdminPrivilege,
  type Guid,
  type TypeDef,
  type TypeRegistry,
} from '@gazetteer/model';
import type {Access, GraphRead, GraphStore, GraphTx, Purpose} from '@gazetteer/store';
import {JsonText, type AnyOperation} from '@gazetteer/kernel';
import {toFailure, type LogEntry, type Outcome, type Runner} from '@gazetteer/kernel/thread';
import {traced} from '@gazetteer/server/trace';
import {accessOf} from '../access/access-of.ts';
import {concealing, noted} from '../access/concealing.ts';
import type {Need} from '../access/needs.ts';
import {logRollback, type Actor, type Catalog, type Log, type Settings} from '../catalog.ts';
import {newGuid} from '../entity/planning.ts';
import {refuseForged} from '../entity/save-record.ts';
import {recordChange} from '../undo/record-change.ts';
import type {Caller} from '../caller.ts';
import {keepRecords} from './recorded-change.ts';
import {mergePreviews, previewOf, type Preview} from './preview.ts';

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
    const entries: LogEntry[] = [];
    const {kind, logAs, isAlone} = operation;
    const asked = {operation: operation as AnyOperation<Need>, caller, entries, signal};
    try {
      const c = new OperationRun(this.#store, this.#settings, asked);
      // Before a transaction is open: what is wrong with a request is no rollback.
      const request = operation.prepare(args as never, c as never);
      const work = (graph: GraphRead | Catalog) =>
        operation.run(graph as never, request as never, c as never);
      const answer =
        kind === 'steps'
          ? await work(c)
          : kind === 'query'
            ? await c.read(logAs, work)
            : await c.write(logAs, work, isAlone ? 'types' : 'entities');
      const isPassing = kind === 'query' ? c.isPassing : c.hasChanged;
      const changeId = c.canBeUndone ? c.changeId : undefined;
      return {json: c.jsonOf(answer), log: entries, isPassing, until: c.until, changeId};
    } catch (error) {
      return {failure: toFailure(error), log: entries};
    }
  }

  async close(): Promise<void> {
    await this.#store.close();
  }
}

type RunParts = {
  readonly operation: AnyOperation<Need>;
  readonly caller: Caller;
  /** Gets what is logged on the way. */
  readonly entries: LogEntry[];
  readonly signal: AbortSignal | undefined;
};

/**
 * One run of an operation: for whom, and what they may see and do. What operations use of it are
 * members of its own, so that what a message asks for is done as its user: `{...c, actor}`.
 */
class OperationRun implements Catalog {
  readonly actor: Actor;
  readonly requestId: string;
  readonly changeId: Guid;
  readonly log: Log;
  readonly settings: Settings;
  readonly isDryRun: boolean;
  readonly deletes: 'soft' | 'hard';
  /** Its answer depends on what time it is. */
  isPassing = false;
  /** Its answer is another one from then on. */
  until: number | undefined;
  /** One of its transactions did more than read. */
  hasChanged = false;
  /** What it changed is kept for whoever takes it back. */
  canBeUndone = false;
  readonly #store: GraphStore;
  readonly #parts: RunParts;
  /** Of each transaction that was only rehearsed. */
  readonly #previews: Preview[] = [];
  /** Rules of the policy that have decided something. */
  readonly #decided = new Set<string>();

  /** @throws BAD_REQUEST for a `deleteType` that is none */
  constructor(store: GraphStore, settings: Settings, parts: RunParts) {
    const {caller, entries} = parts;
    this.#store = store;
    this.#parts = parts;
    this.actor = caller.actor;
    this.requestId = caller.requestId;
    this.changeId = caller.changeId ?? newGuid();
    this.settings = settings;
    this.isDryRun = caller.isDryRun === true;
    const add = (level: keyof Log) => (fields: object, message: string) =>
      void entries.push({level, fields, message});
    this.log = {info: add('info'), warn: add('warn'), error: add('error')};
    this.deletes = deletesOf(settings, caller, this.log);
  }

  readonly now = (): number => {
    this.isPassing = true;
    return Date.now();
  };

  readonly today = (): number => {
    const day = Math.floor(Date.now() / dayMs);
    this.until ??= (day + 1) * dayMs;
    return day;
  };

  readonly mayReadType = (def: TypeDef): boolean => {
    const {grants} = this.#parts.caller;
    return grants === undefined || may(grants, typeRequest('type-read', def)).allowed;
  };

  readonly mayAs = (privilege: AdminPrivilege): boolean => {
    const {grants} = this.#parts.caller;
    return grants === undefined || may(grants, {kind: 'admin', privilege}).allowed;
  };

  readonly read = async <T>(logAs: string, work: (graph: GraphRead) => Promise<T>): Promise<T> => {
    const refused = new Set<Guid>();
    const access = this.#accessWithout?.();
    try {
      const {signal} = this.#parts;
      const read = () => this.#store.read(work, access && {...access, refused}, signal);
      return await traced(logAs, {'gazetteer.transaction': 'read'}, read, 'client');
    } catch (error) {
      logRollback(this.log, logAs, error);
      throw noted(error, refused.size);
    }
  };

  readonly write = async <T>(
    logAs: string,
    asked: (tx: GraphTx) => Promise<T>,
    purpose: Purpose = 'entities',
  ): Promise<T> => {
    let preview: Preview | undefined;
    let isChange = false;
    let canBeUndone = false;
    const work = async (tx: GraphTx): Promise<T> => {
      // Work may run more than once.
      this.#decided.clear();
      const before = tx.types;
      const value = await asked(tx);
      refuseForged(tx, this.#parts.caller);
      isChange = tx.applied.length > 0 || tx.types !== before;
      // Nobody has done what is rehearsed: it is shown, and no record tells of it.
      if (this.isDryRun) preview = await previewOf(tx, tx.applied, before);
      else {
        await this.#keepRecords(tx, before);
        canBeUndone = await this.#keepChange(tx);
      }
      return value;
    };
    const end = this.isDryRun ? 'undone' : 'kept';
    const attempt = (within: typeof work, access?: Access): Promise<T> =>
      this.#store.transaction(within, purpose, access, end);
    const accessWithout = this.#accessWithout;
    try {
      const transaction = () =>
        accessWithout === undefined ? attempt(work) : concealing(work, accessWithout, attempt);
      const value = await traced(logAs, {'gazetteer.transaction': 'write'}, transaction, 'client');
      this.hasChanged ||= isChange;
      this.canBeUndone ||= canBeUndone;
      if (preview !== undefined) this.#previews.push(preview);
      return value;
    } catch (error) {
      logRollback(this.log, logAs, error);
      throw error;
    }
  };

  /** With what would change, for a rehearsal. */
  jsonOf(answer: unknown): string | undefined {
    if (this.isDryRun)
      return JSON.stringify({
        dryRun: true,
        response: answer ?? null,
        changes: mergePreviews(this.#previews),
      });
    return answer instanceof JsonText ? answer.text : JSON.stringify(answer);
  }

  /** What the caller may see but for `absent`; undefined for who may see everything. */
  get #accessWithout(): ((absent?: ReadonlySet<Guid>) => Access) | undefined {
    const {caller, operation} = this.#parts;
    const {grants, actor} = caller;
    if (grants === undefined || operation.may.isInternal === true) return undefined;
    const decide = (rules: Iterable<string>) => {
      for (const rule of rules) this.#decided.add(rule);
    };
    return absent => accessOf(grants, actor.userName, operation.may, decide, absent);
  }

  async #keepRecords(tx: GraphTx, before: TypeRegistry): Promise<void> {
    const {keeper} = this.settings;
    if (keeper === undefined) return;
    const {caller, operation} = this.#parts;
    const {name, may: need} = operation;
    await keepRecords(tx, before, {keeper, name, caller, need, decided: this.#decided});
  }

  /**
   * In the transaction that has done it, so that neither is there without the other.
   * @returns whether it can be undone
   */
  async #keepChange(tx: GraphTx): Promise<boolean> {
    const {caller, operation} = this.#parts;
    const isFurther = caller.changeId !== undefined || operation.kind === 'steps';
    const names = {id: this.changeId, operation: operation.name};
    const {userName} = caller.actor;
    return await recordChange(tx, {...names, userName}, isFurther, this.settings);
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

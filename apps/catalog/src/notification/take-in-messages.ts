import {internal, type Need} from '../access/needs.ts';
import {steps} from '../operation.ts';
import {joinRecords, readRecord} from '@gazetteer/events/envelope';
import {
  JsonError,
  parseJson,
  preprocessHook,
  readEntitiesBody,
  toMetaNames,
  type ChangeSet,
  type EntityRecord,
  type HookEntities,
  type SaveRequest,
} from '@gazetteer/model';
import {
  messagesOf,
  removeMessages,
  takeLease,
  type GraphTx,
  type StoredMessage,
} from '@gazetteer/store';
import type {Operation} from '@gazetteer/kernel';
import {parseBody} from '@gazetteer/kernel/shape';
import type {Catalog, Context} from '../catalog.ts';
import {deleteIn} from '../entity/delete-entities.ts';
import {newGuid, planningOf} from '../entity/planning.ts';
import {findByUniqueAttributes, type EntityRef} from '../entity/read-entities.ts';
import {saveIn} from '../entity/save-entities.ts';
import * as shapes from '../entity/shapes.ts';
import {readReferenceables} from '../legacy/read-referenceables.ts';
import {lineageTopic, readKeptEvent} from '../openlineage/receive-events.ts';
import {readKeptUsage, usageTopic} from '../usage/receive-usage.ts';
import {recordChange} from '../undo/record-change.ts';
import {takeInUsage} from '../usage/take-in-usage.ts';
import {readOldDefs} from '../legacy/type-definitions.ts';
import {createTypes, updateTypes} from '../types/change-types.ts';
import type {HookOutcome} from './hook-statistics.ts';
import {readHookMessage, type EntityBody, type HookMessage} from './hook-message.ts';
import {inboxLease} from './inbox-turn.ts';
import {ToldEvents} from './told-events.ts';

/**
 * Does what messages say, one after the other, in the transaction that takes them out of the inbox:
 * each is done once, whatever happens to the process. Types are changed alone, so a message about
 * them ends the list, or is the only one.
 * @param messages of each its row, or those of all its segments
 * @param holder of the lease, which takes longer than a turn may; who has lost it does nothing
 * @returns how many from the front are done, and what came of it; undefined when messages are
 *   somebody else's now
 * @throws JsonError and what the operations throw; then all are still there
 */
export const takeInMessages = steps({
  may: internal,
  on: 'writer',
  run: async (c, {holder, messages}: TakingIn): Promise<TakenIn | undefined> => {
    const rows = await c.read('Inbox.read', graph => messagesOf(graph, messages.flat()));
    const byId = new Map(rows.map(row => [row.id, row]));
    const tasks: Task[] = [];
    for (const ids of messages) {
      const found = ids.flatMap(id => byId.get(id) ?? []);
      // Somebody else was quicker with what is not there.
      if (found.length === 0) tasks.push({ids});
      else if (found[0]?.topic === lineageTopic) {
        const {user, event} = readKeptEvent(found[0].text);
        if (tasks.at(-1)?.told?.add(user, event, ids) === true) continue;
        const told = new ToldEvents(user, event, ids);
        const work = (tx: GraphTx) => told.takeIn(asUser(c, told), tx);
        tasks.push({ids: told.ids, work, told});
      } else if (found[0]?.topic === usageTopic)
        tasks.push({ids, work: usageWork(c, found[0].text)});
      else {
        const message = await messageOf(found);
        if (!('defs' in message))
          tasks.push({ids, work: tx => takeIn(asUser(c, message), tx, message)});
        else if (tasks.length > 0) break;
        else return await takeInTypes(asUser(c, message), message, {holder, ids});
      }
    }
    return await c.write('NotificationHookConsumer.handleMessage', async tx => {
      if (!(await takeLease(tx, inboxLease, holder))) return undefined;
      for (const {ids, work} of tasks) {
        if (work === undefined || (await removeMessages(tx, ids)) === 0) continue;
        await work(tx);
        // Each is undone by itself, by whoever caused it.
        const by = {id: newGuid(), operation: 'takeInMessages', userName: c.actor.userName};
        await recordChange(tx, by, false, c.settings);
      }
      const done = tasks.reduce((sum, {told}) => sum + (told?.count ?? 1), 0);
      return {done, ...entitiesIn(tx.applied)};
    });
  },
});

type TakingIn = {
  readonly holder: string;
  readonly messages: readonly (readonly number[])[];
};

/**
 * What messages came to: which are done, and how many entities they created, changed and deleted,
 * for statistics.
 */
export type TakenIn = Pick<HookOutcome, 'done' | 'creates' | 'updates' | 'deletes'>;

/** What a message has come to, for statistics. */
function entitiesIn(changes: readonly ChangeSet[]): Omit<TakenIn, 'done'> {
  const updated = changes.flatMap(one => one.updated);
  const deleted = updated.filter(
    one => one.after.status === 'DELETED' && one.before.status === 'ACTIVE',
  ).length;
  const sum = (count: (one: ChangeSet) => number) =>
    changes.reduce((total, one) => total + count(one), 0);
  return {
    creates: sum(one => one.created.length),
    updates: updated.length - deleted,
    deletes: deleted + sum(one => one.removed.length),
  };
}

type TypeMessage = Extract<HookMessage, {defs: unknown}>;
type EntityMessage = Exclude<HookMessage, TypeMessage>;
/** `work` does what the message says; absent when somebody else has done it. */
type Task = {
  readonly ids: readonly number[];
  readonly work?: (tx: GraphTx) => Promise<void>;
  /** Of several messages that are done together. */
  readonly told?: ToldEvents;
};

function usageWork(c: Catalog, text: string): NonNullable<Task['work']> {
  const statements = readKeptUsage(text);
  return tx => takeInUsage(c, tx, statements, Date.now());
}

/** Whoever the message names makes its changes: the audit shows them and not the server. */
function asUser<C extends Context>(c: C, {user}: Pick<HookMessage, 'user'>): C {
  return user === '' ? c : {...c, actor: {userName: user, groups: []}};
}

async function takeIn(c: Catalog, tx: GraphTx, message: EntityMessage): Promise<void> {
  if (message.asks === 'save') await save(c, tx, message.body);
  else if (message.asks === 'change') await change(c, tx, message.which, message.body);
  else await remove(c, tx, message.which);
}

/**
 * Puts a message together that came in parts, and reads it. Names of system types are those of
 * senders, so they are translated.
 */
async function messageOf(rows: readonly StoredMessage[]): Promise<HookMessage> {
  return readHookMessage(
    parseJson(toMetaNames(await joinRecords(rows.map(row => readRecord(row.text))))),
  );
}

/** Types that are there already were made by the same message, or by another hook. */
async function takeInTypes(
  c: Catalog,
  {asks, defs}: TypeMessage,
  {holder, ids}: {readonly holder: string; readonly ids: readonly number[]},
): Promise<TakenIn | undefined> {
  if (!(await c.write('Inbox.hold', tx => takeLease(tx, inboxLease, holder)))) return undefined;
  const json = typeof defs === 'string' ? parseJson(defs) : defs;
  const isOld =
    typeof json === 'object' && json !== null && ('classTypes' in json || 'traitTypes' in json);
  const body = JSON.stringify(isOld ? readOldDefs(json) : json);
  await (asks === 'createTypes'
    ? changeTypes(c, createTypes, {body})
    : changeTypes(c, updateTypes, {body}));
  const isRemoved = await c.write('Inbox.remove', async tx => {
    if (!(await takeLease(tx, inboxLease, holder))) return false;
    await removeMessages(tx, ids);
    return true;
  });
  return isRemoved ? {done: 1, creates: 0, updates: 0, deletes: 0} : undefined;
}

/** As a request for it: what is wrong with its body is no rollback. */
async function changeTypes<Args, Request>(
  c: Catalog,
  operation: Operation<Args, Request, unknown, GraphTx, Context, Need>,
  args: Args,
): Promise<void> {
  const request = operation.prepare(args, c);
  await c.write(operation.logAs, async tx => await operation.run(tx, request, c), 'types');
}

/** Creates what is not there and updates the rest, as a request would. */
async function save(c: Catalog, tx: GraphTx, body: EntityBody): Promise<void> {
  const request = requestOf(c, tx, body);
  if (request === undefined) return;
  await saveIn(tx, request, planningOf(c), 'full', c.settings.hook.createShells);
}

/** What is not there cannot be changed: hooks tell of what they never told before. */
async function change(c: Context, tx: GraphTx, which: EntityRef, body: EntityBody): Promise<void> {
  const record = await find(tx, which);
  const request = requestOf(c, tx, body);
  const [entity] = request?.entities ?? [];
  if (request === undefined || entity === undefined) return;
  if (record === undefined) {
    c.log.error({which}, 'a message would change an entity that is not there');
    return;
  }
  const found = {...entity, guid: record.guid, typeName: record.typeName};
  await saveIn(
    tx,
    {...request, entities: [found]},
    planningOf(c),
    'partial',
    c.settings.hook.createShells,
  );
}

/** What is not there any more needs no deletion: messages come late, and more than once. */
async function remove(c: Context, tx: GraphTx, which: readonly EntityRef[]): Promise<void> {
  const guids: string[] = [];
  for (const one of which) {
    const record = await find(tx, one);
    if (record === undefined)
      c.log.warn({which: one}, 'a message would delete an entity that is not there');
    else guids.push(record.guid);
  }
  if (guids.length > 0) await deleteIn(c, tx, guids);
}

async function find(tx: GraphTx, which: EntityRef): Promise<EntityRecord | undefined> {
  if ('guid' in which) return (await tx.entities([which.guid])).get(which.guid);
  return await findByUniqueAttributes(tx, tx.types.entityType(which.typeName), which.attributes);
}

/**
 * The entities of a message as a save takes them, after the rules of the configuration; undefined
 * when those leave none.
 */
function requestOf(
  c: Context,
  {types}: GraphTx,
  {isOld, json}: EntityBody,
): SaveRequest | undefined {
  const given = isOld ? readReferenceables(types, json, true) : entitiesOf(json);
  const wanted = preprocessHook(unpropagated(given as HookEntities), c.settings.hook.rules);
  if (wanted.entities.length === 0 && given.entities.length > 0) return undefined;
  return readEntitiesBody(parseBody(shapes.entitiesWithExtInfo, JSON.stringify(wanted)));
}

/** `{entities, referredEntities}`, or `{entity, referredEntities}` of a single one. */
function entitiesOf(json: unknown): {entities: unknown[]; referredEntities: unknown} {
  if (typeof json !== 'object' || json === null)
    throw new JsonError('Expected entities', undefined, 'entities');
  const {entities, entity, referredEntities} = json as Record<string, unknown>;
  const list = entities ?? (entity === undefined ? undefined : [entity]);
  if (!Array.isArray(list))
    throw new JsonError('Expected a list of entities', undefined, 'entities');
  return {entities: list, referredEntities: referredEntities ?? {}};
}

/** Classifications of hooks stay where they are, unless the hook says otherwise. */
function unpropagated({entities, referredEntities}: HookEntities): HookEntities {
  const still = <T extends Record<string, unknown>>(entity: T): T => {
    const {classifications} = entity;
    if (!Array.isArray(classifications)) return entity;
    const list = classifications.map(one =>
      typeof one === 'object' && one !== null
        ? {...one, propagate: (one as {propagate?: unknown}).propagate ?? false}
        : one,
    );
    return {...entity, classifications: list};
  };
  const referred = Object.entries(referredEntities).map(
    ([guid, entity]) => [guid, still(entity)] as const,
  );
  return {entities: entities.map(still), referredEntities: Object.fromEntries(referred)};
}

import type {ChangeSet, Guid} from '../entity/record.ts';
import type {TypeDef} from '../types/type-def.ts';
import type {TypeRegistry} from '../types/type-registry.ts';

/**
 * One thing that became of an entity, a relationship or a type, in the words of the record of a
 * change.
 */
export type RecordedChange = {
  readonly what:
    | 'create'
    | 'update'
    | 'delete'
    | 'purge'
    | 'classify'
    | 'reclassify'
    | 'declassify';
  /**
   * Of an entity or a relationship, or the type itself; absent where the change does not know it.
   */
  readonly type?: string;
  readonly guid?: Guid;
  readonly classification?: string;
};

/** Who changed something, and by what right. */
export type ChangeRecord = {
  /** Epoch ms. */
  readonly time: number;
  readonly user: string;
  /** Name of the operation. */
  readonly action: string;
  readonly rules: readonly string[];
  /** The id that the request's own record has as well. */
  readonly request: string;
  readonly agent: string;
  readonly host: string;
};

/** So many of a large change share a line. */
const changesOfLine = 200;

/**
 * All that was asked for and what follows from it, but times that move and classifications that
 * come along.
 */
export function recordedChanges(set: ChangeSet): RecordedChange[] {
  const {created, updated, removed, edgesCreated, edgesUpdated, edgesRemoved} = set;
  const purged = set.cause === 'purge';
  const gone = (one: {before: {status: string}; after: {status: string}}) =>
    one.before.status !== 'DELETED' && one.after.status === 'DELETED' ? 'delete' : 'update';
  const of = (what: RecordedChange['what']) => (one: {typeName: string; guid: Guid}) => ({
    what,
    type: one.typeName,
    guid: one.guid,
  });
  const typeOf = new Map(
    [...created, ...updated.map(one => one.after), ...removed, ...set.touched].map(one => [
      one.guid,
      one.typeName,
    ]),
  );
  const classified =
    (what: RecordedChange['what']) => (one: {typeName: string; entityGuid: Guid}) => ({
      what,
      ...(typeOf.has(one.entityGuid) && {type: typeOf.get(one.entityGuid) ?? ''}),
      guid: one.entityGuid,
      classification: one.typeName,
    });
  return [
    ...created.map(of('create')),
    ...updated.map(one => of(gone(one))(one.after)),
    ...removed.map(of(purged ? 'purge' : 'delete')),
    ...edgesCreated.map(of('create')),
    ...edgesUpdated.map(one => of(gone(one))(one.after)),
    ...edgesRemoved.map(of('delete')),
    ...set.classificationsAdded.map(classified('classify')),
    ...set.classificationsUpdated.map(one => classified('reclassify')(one.after)),
    ...set.classificationsRemoved.map(classified('declassify')),
  ];
}

/** What became of type definitions. */
export function recordedTypeChanges(before: TypeRegistry, after: TypeRegistry): RecordedChange[] {
  const {saved, former} = after.changeSince(before);
  const of = (what: RecordedChange['what']) => (def: TypeDef) => ({
    what,
    type: def.name,
    guid: def.guid,
  });
  return [
    ...saved.map(def => of(before.defs.has(def.name) ? 'update' : 'create')(def)),
    ...former.filter(def => !after.defs.has(def.name)).map(of('delete')),
  ];
}

/**
 * A change as lines of the request audit, beside the records of requests and with the same words:
 * `resType` `change` tells them apart.
 * @param newId makes the id of a line, by which readers drop what comes twice
 */
export function changeLines(
  {time, user, action, rules, request, agent, host}: ChangeRecord,
  changes: readonly object[],
  newId: () => string,
): string[] {
  const lines = [];
  for (let from = 0; from < changes.length; from += changesOfLine) {
    const part = changes.slice(from, from + changesOfLine);
    lines.push(
      JSON.stringify({
        evtTime: auditTime(time),
        reqUser: user,
        action,
        resType: 'change',
        result: 1,
        rules,
        changes: part,
        event_count: part.length,
        id: newId(),
        request,
        agent,
        agentHost: host,
      }),
    );
  }
  return lines;
}

/** `yyyy-MM-dd HH:mm:ss.SSS`, UTC */
export function auditTime(time: number): string {
  const text = new Date(time).toISOString();
  return `${text.slice(0, -14)} ${text.slice(-13, -1)}`;
}

import {
  isExact,
  parseExactly,
  type Attributes,
  type ChangeSet,
  type ClassificationRecord,
  type EdgeRecord,
  type EntityRecord,
  type Guid,
} from '@gazetteer/model';
import {hash} from 'node:crypto';
import {deflateRawSync, inflateRawSync} from 'node:zlib';

/**
 * A value before a change, null for none, and what tells whether it is still as the change left it.
 */
type Field = readonly [before: unknown, after: string];

/** What became of an entity's own values. */
export type EntityChange =
  | {readonly kind: 'created'; readonly after: string}
  | {
      readonly kind: 'changed';
      readonly fields: Readonly<Record<string, Field>>;
      readonly after: string;
      /** Nobody asked for it: it went along with another entity. */
      readonly isFollowing: boolean;
    }
  | {readonly kind: 'gone'};

/** Undefined `before`: it was made; undefined `after`: it was removed. */
export type EdgeChange = {
  readonly guid: Guid;
  readonly typeName: string;
  readonly end1: Guid;
  readonly end2: Guid;
  readonly before: EdgeRecord | undefined;
  readonly after: string | undefined;
};

export type ClassificationChange = {
  readonly entityGuid: Guid;
  readonly typeName: string;
  readonly before: ClassificationRecord | undefined;
  readonly after: string | undefined;
};

/** How many of each there are, for lists. */
export type ChangeCounts = {
  readonly created: number;
  readonly changed: number;
  readonly deleted: number;
  readonly purged: number;
  readonly relationships: number;
  readonly classifications: number;
};

/** What one or more transactions have changed, as far as it can be taken back. */
export class RecordedChange {
  readonly entities = new Map<Guid, EntityChange>();
  readonly edges = new Map<Guid, EdgeChange>();
  /** By `<guid> <type>`. */
  readonly classifications = new Map<string, ClassificationChange>();

  /**
   * What was done after all that is here.
   * @param isKept whether entities of a type are recorded
   * @param unkept attributes by type whose values must not be kept: they are not taken back
   */
  add(
    changes: ChangeSet,
    isKept: (typeName: string) => boolean,
    unkept: Readonly<Record<string, readonly string[]>> = {},
  ): void {
    const following = new Set(changes.following);
    const ignored = new Set<Guid>();
    const kept = (record: EntityRecord) =>
      isKept(record.typeName) || (ignored.add(record.guid), false);
    for (const record of changes.created)
      if (kept(record)) this.#entity(record.guid, {kind: 'created', after: hashOfEntity(record)});
    for (const {before, after} of changes.updated) {
      if (!kept(after)) continue;
      // An import gives an entity the guid that it has elsewhere: what it was called is gone.
      if (before.guid !== after.guid) this.#entity(after.guid, {kind: 'gone'});
      const fields = changedFields(before, after, new Set(unkept[after.typeName]));
      const isFollowing = following.has(after.guid);
      const change = {kind: 'changed', fields, after: hashOfEntity(after), isFollowing} as const;
      this.#entity(after.guid, change);
    }
    for (const record of changes.removed)
      if (kept(record)) this.#entity(record.guid, {kind: 'gone'});
    const edge = (one: EdgeRecord, before: EdgeRecord | undefined, after: string | undefined) =>
      this.#edge({...namesOf(one), before, after});
    for (const one of changes.edgesCreated) edge(one, undefined, hashOfEdge(one));
    for (const {before, after} of changes.edgesUpdated) edge(after, before, hashOfEdge(after));
    for (const one of changes.edgesRemoved) edge(one, one, undefined);
    for (const one of changes.classificationsAdded)
      this.#classification(one, undefined, hashOfClassification(one));
    for (const {before, after} of changes.classificationsUpdated)
      this.#classification(after, before, hashOfClassification(after));
    for (const one of changes.classificationsRemoved) this.#classification(one, one, undefined);
    this.#forget(ignored);
  }

  /** What was done after all that is here, as `text` gave it. */
  addText(text: string): void {
    const [entities, edges, classifications] = parseExactly(unpacked(text)) as RecordedLists;
    for (const [guid, change] of entities) this.#entity(guid, change);
    for (const [guid, typeName, end1, end2, before, after] of edges)
      this.#edge({
        guid,
        typeName,
        end1,
        end2,
        before: before === null ? undefined : {...before, guid, typeName, end1, end2},
        after: after ?? undefined,
      });
    for (const [entityGuid, typeName, before, after] of classifications) {
      const names = {entityGuid, typeName};
      const held = before === null ? undefined : {...before, ...names};
      this.#set({...names, before: held, after: after ?? undefined});
    }
  }

  get isEmpty(): boolean {
    return this.entities.size + this.edges.size + this.classifications.size === 0;
  }

  /** Of each entity or, where it is related or classified anew, of what it is about. */
  get counts(): ChangeCounts {
    const all = [...this.entities.values()];
    const isDeleted = (one: EntityChange) => one.kind === 'changed' && isDeletion(one);
    const count = (is: (one: EntityChange) => boolean) => all.filter(is).length;
    return {
      created: count(one => one.kind === 'created'),
      changed: count(one => one.kind === 'changed' && !isDeletion(one)),
      deleted: count(isDeleted),
      purged: count(one => one.kind === 'gone'),
      relationships: this.edges.size,
      classifications: this.classifications.size,
    };
  }

  /** Compressed where that saves anything. */
  get text(): string {
    const edges = Array.from(
      this.edges.values(),
      ({guid, typeName, end1, end2, before, after}) =>
        [guid, typeName, end1, end2, before && withoutNames(before), after ?? null] as const,
    );
    const classifications = Array.from(this.classifications.values(), one => {
      const {entityGuid: _guid, typeName: _name, ...before} = one.before ?? {};
      const held = one.before === undefined ? null : before;
      return [one.entityGuid, one.typeName, held, one.after ?? null] as const;
    });
    return packed(JSON.stringify([[...this.entities], edges, classifications]));
  }

  #entity(guid: Guid, next: EntityChange): void {
    const merged = mergeEntity(this.entities.get(guid), next);
    if (merged === undefined) this.entities.delete(guid);
    else this.entities.set(guid, merged);
  }

  #edge(next: EdgeChange): void {
    const first = this.edges.get(next.guid);
    const merged = first === undefined ? next : {...next, before: first.before};
    if (merged.before === undefined && merged.after === undefined) this.edges.delete(next.guid);
    else this.edges.set(next.guid, merged);
  }

  #classification(
    {entityGuid, typeName}: ClassificationRecord,
    before: ClassificationRecord | undefined,
    after: string | undefined,
  ): void {
    this.#set({entityGuid, typeName, before, after});
  }

  #set(next: ClassificationChange): void {
    const key = classificationKey(next);
    const first = this.classifications.get(key);
    const merged = first === undefined ? next : {...next, before: first.before};
    if (merged.before === undefined && merged.after === undefined) this.classifications.delete(key);
    else this.classifications.set(key, merged);
  }

  /** What lies at entities that are not recorded. */
  #forget(ignored: ReadonlySet<Guid>): void {
    if (ignored.size === 0) return;
    for (const {guid, end1, end2} of this.edges.values())
      if (ignored.has(end1) || ignored.has(end2)) this.edges.delete(guid);
    for (const one of this.classifications.values())
      if (ignored.has(one.entityGuid)) this.classifications.delete(classificationKey(one));
  }
}

type RecordedLists = readonly [
  entities: readonly (readonly [Guid, EntityChange])[],
  edges: readonly (readonly [
    Guid,
    typeName: string,
    end1: Guid,
    end2: Guid,
    before: Omit<EdgeRecord, 'guid' | 'typeName' | 'end1' | 'end2'> | null,
    after: string | null,
  ])[],
  classifications: readonly (readonly [
    Guid,
    typeName: string,
    before: Omit<ClassificationRecord, 'entityGuid' | 'typeName'> | null,
    after: string | null,
  ])[],
];

/** Two changes of an entity as one; undefined: it was made and is gone again. */
function mergeEntity(
  first: EntityChange | undefined,
  next: EntityChange,
): EntityChange | undefined {
  if (first === undefined) return next;
  if (first.kind === 'gone') return first;
  if (first.kind === 'created')
    return next.kind === 'gone' ? undefined : {kind: 'created', after: next.after};
  if (next.kind !== 'changed') return next.kind === 'gone' ? next : first;
  const fields: Record<string, Field> = {...first.fields};
  for (const [name, [before, after]] of Object.entries(next.fields)) {
    const merged: Field = [fields[name]?.[0] ?? (name in fields ? null : before), after];
    if (hashOf(merged[0]) === after) delete fields[name];
    else fields[name] = merged;
  }
  const isFollowing = first.isFollowing && next.isFollowing;
  return {kind: 'changed', fields, after: next.after, isFollowing};
}

const statusField = 's';

/** Whether the change left it deleted. */
export function isDeletion({fields}: Extract<EntityChange, {kind: 'changed'}>): boolean {
  return fields[statusField]?.[0] === 'ACTIVE';
}

/** Whether the change gave it back. */
export function isRestored({fields}: Extract<EntityChange, {kind: 'changed'}>): boolean {
  return fields[statusField]?.[0] === 'DELETED';
}

export function classificationKey(one: {entityGuid: Guid; typeName: string}): string {
  return `${one.entityGuid} ${one.typeName}`;
}

/**
 * Everything of an entity that people change, each part by itself: what others have changed of it
 * since keeps none of the rest from being taken back.
 */
export function fieldsOf(record: EntityRecord): Map<string, unknown> {
  const {attributes, labels, customAttributes, businessAttributes, isIncomplete, status} = record;
  const fields = new Map<string, unknown>([[statusField, status]]);
  if (isIncomplete === true) fields.set('i', true);
  for (const [name, value] of Object.entries(attributes)) fields.set(`a/${name}`, value);
  for (const label of labels ?? []) fields.set(`l/${label}`, true);
  for (const [key, value] of Object.entries(customAttributes ?? {})) fields.set(`c/${key}`, value);
  for (const [group, values] of Object.entries(businessAttributes ?? {}))
    for (const [name, value] of Object.entries(values)) fields.set(`b/${group}/${name}`, value);
  return fields;
}

/** The entity with these of its fields, null for none. */
export function withFields(
  record: EntityRecord,
  wanted: ReadonlyMap<string, unknown>,
): EntityRecord {
  const {
    labels,
    customAttributes: _custom,
    businessAttributes: _business,
    isIncomplete: _was,
    ...rest
  } = record;
  const fields = fieldsOf(record);
  for (const [name, value] of wanted)
    if (value === null || value === undefined) fields.delete(name);
    else fields.set(name, value);
  const attributes: Attributes = {};
  const custom: Record<string, string> = {};
  const business: Record<string, Attributes> = {};
  const kept: string[] = [];
  for (const [field, value] of fields) {
    const [kind, name] = partsOf(field);
    if (kind === 'a') attributes[name] = value;
    else if (kind === 'l') kept.push(name);
    else if (kind === 'c') custom[name] = String(value);
    else if (kind === 'b') {
      const [group, attribute] = splitOnce(name);
      (business[group] ??= {})[attribute] = value;
    }
  }
  return {
    ...rest,
    status: fields.get(statusField) === 'DELETED' ? 'DELETED' : 'ACTIVE',
    attributes,
    ...(fields.has('i') ? {isIncomplete: true} : {}),
    ...(kept.length > 0 || labels?.length === 0 ? {labels: kept} : {}),
    ...(Object.keys(custom).length > 0 ? {customAttributes: custom} : {}),
    ...(Object.keys(business).length > 0 ? {businessAttributes: business} : {}),
  };
}

/** What kind of field, and its name; of business metadata `<group>/<attribute>`. */
export function partsOf(field: string): [kind: string, name: string] {
  return splitOnce(field);
}

function splitOnce(text: string): [string, string] {
  const at = text.indexOf('/');
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
}

function changedFields(
  before: EntityRecord,
  after: EntityRecord,
  unkept: ReadonlySet<string>,
): Record<string, Field> {
  const [old, now] = [fieldsOf(before), fieldsOf(after)];
  const changed: Record<string, Field> = {};
  for (const name of new Set([...old.keys(), ...now.keys()])) {
    const [kind, attribute] = partsOf(name);
    if (kind === 'a' && unkept.has(attribute)) continue;
    const [was, is] = [textOf(old.get(name)), textOf(now.get(name))];
    if (was !== is) changed[name] = [old.get(name) ?? null, shortHash(is)];
  }
  return changed;
}

const namesOf = ({guid, typeName, end1, end2}: EdgeRecord) => ({guid, typeName, end1, end2});

function withoutNames(edge: EdgeRecord) {
  const {guid: _guid, typeName: _type, end1: _end1, end2: _end2, ...rest} = edge;
  return rest;
}

/** Of all that people change of it. */
export function hashOfEntity(record: EntityRecord): string {
  const texts = Array.from(fieldsOf(record), ([name, value]) => `${name}:${textOf(value)}`);
  return shortHash(texts.toSorted().join('\n'));
}

/** Of edges without values, which most are, by what else there is to them. */
const plainEdges = new Map<string, string>();

export function hashOfEdge({status, attributes = {}, propagateTags}: EdgeRecord): string {
  if (Object.keys(attributes).length > 0) return hashOf([status, attributes, propagateTags]);
  const key = `${status} ${propagateTags}`;
  const text = plainEdges.get(key) ?? hashOf([status, {}, propagateTags]);
  plainEdges.set(key, text);
  return text;
}

export function hashOfClassification(one: ClassificationRecord): string {
  const {attributes, propagate, removePropagationsOnEntityDelete, validityPeriods} = one;
  return hashOf([attributes, propagate, removePropagationsOnEntityDelete, validityPeriods ?? []]);
}

/** Short: it only tells whether something is as it was. */
export function hashOf(value: unknown): string {
  return shortHash(textOf(value));
}

function shortHash(text: string): string {
  return hash('sha1', text, 'base64').slice(0, 10);
}

/**
 * Equal values are equal texts, in whatever order their members are. `JSON.stringify` with a
 * function for each member takes several times as long.
 */
function textOf(value: unknown): string {
  if (typeof value !== 'object' || value === null || isExact(value))
    return JSON.stringify(value ?? null);
  if (Array.isArray(value)) return `[${value.map(textOf).join()}]`;
  const members = Object.entries(value).filter(([, one]) => one !== undefined);
  const texts = members.map(([name, one]) => `${JSON.stringify(name)}:${textOf(one)}`);
  return `{${texts.toSorted().join()}}`;
}

/** Shorter texts do not become shorter. */
const minPacked = 400;
/** What no JSON begins with. */
const packedMark = 'z';
/**
 * Most texts are a few thousand letters in which the same returns soon: the usual quarter of a
 * megabyte of memory for each took longer to get and to give back than compressing it.
 */
const packing = {level: 1, windowBits: 12, memLevel: 5} as const;

function packed(text: string): string {
  if (text.length < minPacked) return text;
  return packedMark + deflateRawSync(text, packing).toString('base64');
}

export function unpacked(text: string): string {
  if (!text.startsWith(packedMark)) return text;
  return inflateRawSync(Buffer.from(text.slice(1), 'base64')).toString();
}

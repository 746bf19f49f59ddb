import {AppError} from '../error.ts';
import {sameValue} from '../entity/value.ts';
import type {
  ChangeSet,
  ClassificationRecord,
  EdgeRecord,
  EntityRecord,
  Guid,
} from '../entity/record.ts';
import type {TypeDef} from '../types/type-def.ts';
import type {TypeRegistry} from '../types/type-registry.ts';
import type {AccessRequest, EntityFacts} from './access-request.ts';
import {may} from './decide.ts';
import type {EntityPrivilege, Grants, RelationshipPrivilege, TypePrivilege} from './policy.ts';
import {classificationNamesOf, factsOf, isOwnRecord} from './readable.ts';

/** What somebody wants to do, and what a refusal calls it. */
export type PermissionCheck = {readonly request: AccessRequest; readonly text: string};

/**
 * What is known of entities before the change: those that it leaves as they are, and the
 * classifications of all.
 */
export type Known = {
  readonly entities: ReadonlyMap<Guid, EntityRecord>;
  /** Names of what each carries. */
  readonly carried: ReadonlyMap<Guid, readonly string[]>;
};

/**
 * @returns the rules that allow it all together
 * @throws UNAUTHORIZED_ACCESS for the first that is not allowed; its issues are all of them
 */
export function checkPermissions(
  grants: Grants,
  userName: string,
  checks: Iterable<PermissionCheck>,
): Set<string> {
  const rules = new Set<string>();
  const refused: {what: string; rule: string | undefined}[] = [];
  for (const {request, text} of checks) {
    const {allowed, because} = may(grants, request);
    if (!allowed) refused.push({what: text, rule: because[0]});
    for (const rule of because) rules.add(rule);
  }
  if (refused.length > 0) throw refusal(userName, refused);
  return rules;
}

/** @param refused what is not allowed, at least one, with the rule that denies it, if one does */
export function refusal(
  userName: string,
  refused: readonly {readonly what: string; readonly rule?: string | undefined}[],
): AppError {
  const texts = [...new Set(refused.map(one => one.what))];
  const issues =
    texts.length < 2 ? [] : texts.map(text => `${userName} is not authorized to perform ${text}`);
  const error = new AppError('UNAUTHORIZED_ACCESS', [userName, texts[0] ?? ''], {issues});
  // However many entities a request is about, its refusals are as many as there are kinds of them.
  const alike = Map.groupBy(refused, ({what, rule}) => `${what.split(':', 1)[0]} ${rule}`);
  error.refusals = Array.from(alike.values(), ([first = {what: ''}, ...more]) => ({
    ...first,
    count: more.length + 1,
  }));
  return error;
}

/** Entities that exist and whose records, or whose classifications, decide about the change. */
export function guidsToKnow(changes: ChangeSet): {entities: Guid[]; carried: Guid[]} {
  const own = new Map(
    [...changes.created, ...changes.updated.map(one => one.before), ...changes.removed].map(one => [
      one.guid,
      one,
    ]),
  );
  const created = new Set(changes.created.map(one => one.guid));
  const others = new Set([
    ...edgesOf(changes).flatMap(({edge}) => [edge.end1, edge.end2]),
    ...classifiedOf(changes).map(({one}) => one.entityGuid),
    ...changes.propagationsRemoved.map(one => one.entityGuid),
  ]);
  return {
    entities: [...others].filter(guid => !own.has(guid)),
    carried: [...new Set([...own.keys(), ...others])].filter(guid => !created.has(guid)),
  };
}

/** Entities that somebody needed a permission for, of those that a change is about. */
export function guidsAllowed(types: TypeRegistry, changes: ChangeSet): Set<Guid> {
  const edges = edgesOf(changes).filter(({edge}) => types.relationshipTypes.has(edge.typeName));
  return new Set([
    ...[...changes.created, ...changes.updated.map(one => one.before), ...changes.removed].map(
      one => one.guid,
    ),
    ...classifiedOf(changes).map(({one}) => one.entityGuid),
    ...changes.propagationsRemoved.map(one => one.entityGuid),
    ...edges.flatMap(({edge}) => [edge.end1, edge.end2]),
  ]);
}

/**
 * All that a planned change does, as checks. What follows from it (times that move, parts and
 * relations that go with a deleted entity, propagation) is none: whoever may do the one may have
 * the other. Everybody may change their own bookkeeping.
 */
export function permissionsFor(
  types: TypeRegistry,
  changes: ChangeSet,
  known: Known,
  userName: string,
): PermissionCheck[] {
  return new Wishes(types, changes, known, userName).all();
}

/** Of a change from the types `before` to `after`. */
export function permissionsForTypes(before: TypeRegistry, after: TypeRegistry): PermissionCheck[] {
  const of = (privilege: TypePrivilege, verb: string, def: TypeDef): PermissionCheck => ({
    request: typeRequest(privilege, def),
    text: `${verb} ${typeText(def)}`,
  });
  const checks: PermissionCheck[] = [];
  for (const def of after.defs.values()) {
    const old = before.defs.get(def.name);
    if (old === undefined) checks.push(of('type-create', 'create', def));
    else if (old !== def) checks.push(of('type-update', 'update', def));
  }
  for (const def of before.defs.values())
    if (!after.defs.has(def.name)) checks.push(of('type-delete', 'delete', def));
  return checks;
}

export function typeRequest(privilege: TypePrivilege, {category, name}: TypeDef): AccessRequest {
  return {kind: 'type', privilege, category, typeName: name};
}

/** `entity-def hive_table` */
export function typeText({category, name}: TypeDef): string {
  return `${category.toLowerCase().replace('_', '-')}-def ${name}`;
}

class Wishes {
  readonly #types: TypeRegistry;
  readonly #changes: ChangeSet;
  readonly #known: Known;
  readonly #userName: string;
  /** Before the change; new ones as they become. */
  readonly #records: ReadonlyMap<Guid, EntityRecord>;
  readonly #gone: ReadonlySet<Guid>;
  /** Names of the classifications that entities are given. */
  readonly #given: ReadonlyMap<Guid, readonly string[]>;
  readonly #following: ReadonlySet<Guid>;
  readonly #checks: PermissionCheck[] = [];

  constructor(types: TypeRegistry, changes: ChangeSet, known: Known, userName: string) {
    this.#types = types;
    this.#changes = changes;
    this.#known = known;
    this.#userName = userName;
    const {created, updated, removed} = changes;
    const own = [...created, ...removed, ...updated.map(one => one.before)];
    this.#records = new Map([...known.entities, ...own.map(one => [one.guid, one] as const)]);
    const deleted = updated.filter(
      ({before, after}) => before.status === 'ACTIVE' && after.status === 'DELETED',
    );
    this.#following = new Set(changes.following);
    const added = Map.groupBy(changes.classificationsAdded, one => one.entityGuid);
    this.#given = new Map(
      Array.from(added, ([guid, list]) => [guid, list.map(one => one.typeName)]),
    );
    this.#gone = new Set([...removed, ...deleted.map(one => one.after)].map(one => one.guid));
  }

  all(): PermissionCheck[] {
    const {created, updated, removed, blocksAdded, blocksRemoved} = this.#changes;
    for (const record of created) this.#created(record);
    for (const {before, after} of updated)
      if (!this.#following.has(after.guid)) this.#updated(before, after);
    for (const record of removed) {
      if (this.#following.has(record.guid)) continue;
      this.#wishAbout(record, 'entity-delete', `delete entity: guid=${record.guid}`);
    }
    for (const {one, privilege, verb} of classifiedOf(this.#changes))
      this.#classified(one, privilege, verb);
    this.#takenByHand();
    for (const {edge, privilege, verb} of edgesOf(this.#changes))
      this.#related(edge, privilege, verb);
    const blocked = new Map([...blocksAdded, ...blocksRemoved].map(({edge}) => [edge.guid, edge]));
    for (const edge of blocked.values()) this.#related(edge, 'update-relationship', 'update');
    return this.#checks;
  }

  #created(record: EntityRecord): void {
    const text = `create entity: type=${record.typeName}`;
    if (!isOwnRecord(record, this.#userName)) {
      const given = (this.#given.get(record.guid) ?? []).map(name =>
        classificationNamesOf(this.#types, name),
      );
      const entity = {...this.#facts(record), given};
      this.#checks.push({request: {kind: 'entity', privilege: 'entity-create', entity}, text});
    }
    this.#annotated(undefined, record);
  }

  #updated(before: EntityRecord, after: EntityRecord): void {
    if (this.#gone.has(after.guid)) {
      this.#wishAbout(before, 'entity-delete', `delete entity: guid=${before.guid}`);
      return;
    }
    const annotated = this.#annotated(before, after);
    if (!annotated || !sameValue(plainParts(before), plainParts(after))) {
      const text = `update entity: type=${before.typeName}`;
      this.#wishAbout(before, 'entity-update', text);
      // Under another name it may be one that other rules are about: a change leads nowhere that
      // one may not change.
      if (!sameValue(this.#facts(before), this.#facts(after)))
        this.#wishAbout(after, 'entity-update', text);
    }
  }

  /** @returns whether labels or business metadata differ */
  #annotated(before: EntityRecord | undefined, after: EntityRecord): boolean {
    const [old, next] = [before?.labels ?? [], after.labels ?? []];
    const at = before ?? after;
    for (const label of next.filter(one => !old.includes(one))) {
      this.#wishAbout(at, 'entity-add-label', `add label: guid=${after.guid}, label=${label}`, {
        label,
      });
    }
    for (const label of old.filter(one => !next.includes(one))) {
      this.#wishAbout(
        at,
        'entity-remove-label',
        `remove label: guid=${after.guid}, label=${label}`,
        {label},
      );
    }
    const [oldValues, values] = [before?.businessAttributes ?? {}, after.businessAttributes ?? {}];
    const changed = [...new Set([...Object.keys(oldValues), ...Object.keys(values)])].filter(
      name => !sameValue(oldValues[name] ?? {}, values[name] ?? {}),
    );
    for (const name of changed) {
      const text = `update business-metadata: guid=${after.guid}, business-metadata=${name}`;
      this.#wishAbout(at, 'entity-update-business-metadata', text, {businessMetadata: name});
    }
    return changed.length > 0 || !sameValue(old, next);
  }

  #classified(
    {entityGuid, typeName}: ClassificationRecord,
    privilege: EntityPrivilege,
    verb: string,
  ): void {
    // With the entity goes what it carries.
    if (this.#gone.has(entityGuid)) return;
    const record = this.#records.get(entityGuid);
    const classification = classificationNamesOf(this.#types, typeName);
    const text = `${verb} classification: guid=${entityGuid}, classification=${typeName}`;
    if (record !== undefined) this.#wishAbout(record, privilege, text, {classification});
  }

  /**
   * Single propagations that somebody takes away; all others follow from something else and are not
   * planned.
   */
  #takenByHand(): void {
    for (const {entityGuid, typeName} of this.#changes.propagationsRemoved) {
      const record = this.#records.get(entityGuid);
      const classification = classificationNamesOf(this.#types, typeName);
      const text = `remove classification: guid=${entityGuid}, classification=${typeName}`;
      if (record !== undefined)
        this.#wishAbout(record, 'entity-remove-classification', text, {classification});
    }
  }

  #related(edge: EdgeRecord, privilege: RelationshipPrivilege, verb: string): void {
    // A reference without a relationship type is a value of the entity that holds it.
    if (!this.#types.relationshipTypes.has(edge.typeName)) return;
    if (
      privilege === 'remove-relationship' &&
      (this.#gone.has(edge.end1) || this.#gone.has(edge.end2))
    )
      return;
    const [one, two] = [this.#records.get(edge.end1), this.#records.get(edge.end2)];
    if (one === undefined || two === undefined) return;
    if (isOwnRecord(one, this.#userName) && isOwnRecord(two, this.#userName)) return;
    const text = `${verb} relationship: type=${edge.typeName}, end1=${edge.end1}, end2=${edge.end2}`;
    const [end1, end2] = [this.#facts(one), this.#facts(two)];
    this.#checks.push({
      request: {kind: 'relationship', privilege, typeName: edge.typeName, end1, end2},
      text,
    });
  }

  #wishAbout(
    record: EntityRecord,
    privilege: EntityPrivilege,
    text: string,
    what: {label?: string; businessMetadata?: string; classification?: readonly string[]} = {},
  ): void {
    if (isOwnRecord(record, this.#userName)) return;
    this.#checks.push({
      request: {kind: 'entity', privilege, entity: this.#facts(record), ...what},
      text,
    });
  }

  #facts(record: EntityRecord): EntityFacts {
    return factsOf(this.#types, record, [...new Set(this.#known.carried.get(record.guid))]);
  }
}

function classifiedOf(changes: ChangeSet) {
  const of = (privilege: EntityPrivilege, verb: string) => (one: ClassificationRecord) => ({
    one,
    privilege,
    verb,
  });
  return [
    ...changes.classificationsAdded.map(of('entity-add-classification', 'add')),
    ...changes.classificationsUpdated.map(one =>
      of('entity-update-classification', 'update')(one.after),
    ),
    ...changes.classificationsRemoved.map(of('entity-remove-classification', 'remove')),
  ];
}

function edgesOf(changes: ChangeSet) {
  const of = (privilege: RelationshipPrivilege, verb: string) => (edge: EdgeRecord) => ({
    edge,
    privilege,
    verb,
  });
  const ended = changes.edgesUpdated.filter(
    one => one.after.status === 'DELETED' && one.before.status === 'ACTIVE',
  );
  const changed = changes.edgesUpdated.filter(one => !ended.includes(one));
  return [
    ...changes.edgesCreated.map(of('add-relationship', 'add')),
    ...changed.map(one => of('update-relationship', 'update')(one.after)),
    ...[...ended.map(one => one.before), ...changes.edgesRemoved].map(
      of('remove-relationship', 'remove'),
    ),
  ];
}

/** All that has no privilege of its own; its times and who moved them follow. */
function plainParts({labels: _labels, businessAttributes: _business, ...rest}: EntityRecord) {
  const {updateTime: _time, updatedBy: _by, ...parts} = rest;
  return parts;
}

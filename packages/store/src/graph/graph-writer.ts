import type {OnConflict} from '@gazetteer/db';
import {
  auditActions,
  auditOf,
  type AppError,
  type AuditChange,
  type Author,
  type ChangeSet,
  type ClassificationRecord,
  type EdgeRecord,
  type EntityRecord,
  notifiedChanges,
  type TypeRegistry,
} from '@gazetteer/model';
import {isCarried} from '../schema/carried.ts';
import {writeClassificationWords, type Attached} from '../index/classification-words.ts';
import {fromAudit, fromPastEntity} from '../schema/audit-rows.ts';
import type {GraphTx} from '../schema/graph.ts';
import {GraphReader} from './graph-reader.ts';
import {eventOf, outboxRows, propagatedUpdates} from '../schema/outbox-rows.ts';
import {propagate} from '../propagation/propagation.ts';
import {fromClassification, fromEdge, fromEntity} from '../schema/rows.ts';
import {
  classification,
  classificationWord,
  edge,
  entity,
  newAudit,
  newOutbox,
  pastEntity,
  tally,
  uniqueValue,
} from '../schema/schema.ts';
import {indexChanges} from '../index/search-index.ts';
import {outdatedBy, queueReindex} from './reindex.ts';
import {saveTypeSystem, type Outdated} from '../schema/type-store.ts';
import {refuseRepeated} from './unique-values.ts';
import {uniqueRows, type UniqueRow} from '../schema/unique-rows.ts';

type Cell = string | number | null;
type TypeCount = {type_id: number; n: number};

/** The writing verbs over SQL: the one reader of the ChangeSet that fills the graph tables. */
export class GraphWriter extends GraphReader implements GraphTx {
  readonly applied: ChangeSet[] = [];
  author: Author | undefined;

  async apply(planned: ChangeSet, author: Author, whose?: 'own'): Promise<ChangeSet> {
    if (whose === undefined) await this.access?.check(this, planned);
    await this.#number(planned);
    await this.#writeEntities(planned);
    await this.#writeEdges(planned);
    const goneAlong = await this.#writeClassifications(planned, author);
    await indexChanges(this.session, this.symbols, this.types, planned, this.entityIds);
    const {session, symbols, types, entityIds, edgeIds} = this;
    const changes = await propagate({session, symbols, types, entityIds, edgeIds}, planned);
    await this.#count(changes, goneAlong);
    await this.#audit(changes, author);
    await this.#tell(changes, author);
    await this.#touch(changes.touched);
    this.applied.push(changes);
    this.author = author;
    return changes;
  }

  async refusals(planned: readonly ChangeSet[]): Promise<(AppError | undefined)[]> {
    return (await this.access?.refusals(this, planned)) ?? planned.map(() => undefined);
  }

  async saveTypes(types: TypeRegistry, whose?: 'own'): Promise<void> {
    if (whose === undefined) this.access?.checkTypes(this.types, types);
    const change = await outdatedBy(this, types);
    await refuseRepeated(this, change.uniques);
    await this.#saveTypes(types, change);
  }

  async outdate(what: Outdated): Promise<void> {
    await this.#saveTypes(this.types, what);
  }

  async #saveTypes(types: TypeRegistry, what: Outdated): Promise<void> {
    this.current = await saveTypeSystem(this.session, this.current, types, what);
    if (Object.values(what).some(list => list.length > 0)) await queueReindex(this);
  }

  /**
   * Gives row numbers to what is new, and learns those of entities that the change names but nobody
   * read.
   */
  async #number(changes: ChangeSet): Promise<void> {
    const {created, edgesCreated} = changes;
    const next = await this.#allocate(created.length, edgesCreated.length);
    created.forEach((one, i) => this.entityIds.set(one.guid, next.entity[i] ?? 0));
    edgesCreated.forEach((one, i) => this.edgeIds.set(one.guid, next.edge[i] ?? 0));
    for (const {before, after} of changes.updated) {
      // An import gives an entity the guid that it has elsewhere: the row stays.
      const id = before.guid === after.guid ? undefined : this.entityIds.get(before.guid);
      if (id !== undefined) this.entityIds.set(after.guid, id);
    }
    await this.learnIds([
      ...changes.updated.map(one => one.after.guid),
      ...changes.touched.map(one => one.guid),
      ...changes.removed.map(one => one.guid),
      ...edgesCreated.flatMap(one => [one.end1, one.end2]),
      ...[...changes.classificationsAdded, ...changes.classificationsRemoved].map(
        one => one.entityGuid,
      ),
      ...changes.classificationsUpdated.map(one => one.after.entityGuid),
      ...[...changes.blocksAdded, ...changes.blocksRemoved, ...changes.propagationsRemoved].map(
        one => one.sourceGuid,
      ),
      ...changes.propagationsRemoved.map(one => one.entityGuid),
    ]);
  }

  async #allocate(entities: number, edges: number): Promise<{entity: number[]; edge: number[]}> {
    if (entities === 0 && edges === 0) return {entity: [], edge: []};
    if (!this.session.dialect.hasOneWriter) {
      const next = (table: string) =>
        `SELECT '${table}' AS of, nextval('${table}_id') AS id FROM generate_series(1, ?::int)`;
      const rows = await this.session.all<{of: string; id: number}>(
        `${next('entity')} UNION ALL ${next('edge')}`,
        [entities, edges],
      );
      const ids = (table: string) => rows.filter(row => row.of === table).map(row => row.id);
      return {entity: ids('entity'), edge: ids('edge')};
    }
    // Never the number of an entity that is gone, since its audit stays.
    const [last] = await this.session.all<{
      entity: number | null;
      past: number | null;
      edge: number | null;
    }>(
      `SELECT (SELECT max(id) FROM entity) AS entity, (SELECT max(entity_id) FROM past_entity) AS past,
       (SELECT max(id) FROM edge) AS edge`,
    );
    const after = (id: number | null | undefined, count: number) =>
      Array.from({length: count}, (_, i) => (id ?? 0) + 1 + i);
    return {
      entity: after(Math.max(last?.entity ?? 0, last?.past ?? 0), entities),
      edge: after(last?.edge, edges),
    };
  }

  async #writeEntities({created, updated, removed}: ChangeSet): Promise<void> {
    const row = (record: EntityRecord) => fromEntity(this.#id(record), record, this.symbols);
    await this.session.insert(entity, created.map(row));
    await this.session.insert(
      entity,
      updated.map(one => row(one.after)),
      replacing(Object.keys(entity.columns)),
    );
    await this.session.remove(
      entity,
      ['id'],
      removed.map(one => [this.#id(one)]),
    );
    const audited = removed.filter(
      one => this.types.entityTypes.get(one.typeName)?.isInternal === false,
    );
    await this.session.insert(
      pastEntity,
      audited.map(one => fromPastEntity(this.#id(one), one)),
    );

    const gone = [...updated.map(one => one.before), ...removed].flatMap(record =>
      this.#uniqueRows(record),
    );
    const come = [...created, ...updated.map(one => one.after)].flatMap(record =>
      this.#uniqueRows(record),
    );
    // With the entity, the last cell: one may give up a value that another one takes in the same
    // change.
    const key = (cells: readonly Cell[]) => cells.join('\n');
    const before = new Set(gone.map(key));
    const after = new Set(come.map(key));
    const lost = gone.filter(cells => !after.has(key(cells))).map(cells => cells.slice(0, 3));
    await this.session.remove(uniqueValue, ['value', 'attribute_id', 'type_id'], lost);
    await this.session.insert(
      uniqueValue,
      come.filter(cells => !before.has(key(cells))),
    );
  }

  /**
   * Their time alone: somebody else may be changing their values meanwhile. Whoever is just
   * changing one moves its time, too; waiting for them here, after other locks were taken, is how
   * two requests come to wait for each other.
   */
  async #touch(touched: readonly EntityRecord[]): Promise<void> {
    const [first] = touched;
    if (first === undefined) return;
    const {inList, inRows, forUpdateOfFree} = this.session.dialect;
    const free = `SELECT id FROM entity WHERE ${inList('id')}${forUpdateOfFree}`;
    await this.session.run(
      `UPDATE entity SET updated_by = ?, updated = ? WHERE ${inRows('id', free)}`,
      [first.updatedBy, first.updateTime, touched.map(one => this.#id(one))],
    );
  }

  #uniqueRows(record: EntityRecord): UniqueRow[] {
    return uniqueRows(this.symbols, this.types, record, this.#id(record));
  }

  async #writeEdges({edgesCreated, edgesUpdated, edgesRemoved}: ChangeSet): Promise<void> {
    const row = (one: EdgeRecord) =>
      fromEdge(
        this.#edgeId(one),
        one,
        [this.entityIds.get(one.end1) ?? 0, this.entityIds.get(one.end2) ?? 0],
        this.symbols,
      );
    await this.session.insert(edge, edgesCreated.map(row));
    await this.session.insert(
      edge,
      edgesUpdated.map(one => row(one.after)),
      replacing(Object.keys(edge.columns)),
    );
    await this.session.remove(
      edge,
      ['id'],
      edgesRemoved.map(one => [this.#edgeId(one)]),
    );
  }

  /**
   * @returns type numbers of classifications that have gone with the entities that carried them,
   * and how many: no list of the change has them
   */
  async #writeClassifications(changes: ChangeSet, author: Author): Promise<readonly TypeCount[]> {
    const id = (guid: string) => this.entityIds.get(guid) ?? 0;
    const key = (one: ClassificationRecord): Attached => [
      id(one.entityGuid),
      this.symbols.id(one.typeName),
    ];
    const gone = changes.classificationsRemoved.map(key);
    const changed = changes.classificationsUpdated.map(one => one.after);
    const come = [...changes.classificationsAdded, ...changed];
    await this.session.remove(
      classification,
      ['entity_id', 'type_id'],
      gone.map(cells => [...cells]),
    );
    const removed = changes.removed.map(one => this.#id(one));
    const goneAlong =
      removed.length === 0
        ? []
        : await this.session.all<TypeCount>(
            `SELECT type_id, CAST(count(*) AS bigint) AS n FROM classification
             WHERE ${this.session.dialect.inList('entity_id')} GROUP BY type_id`,
            [removed],
          );
    await this.session.remove(
      classification,
      ['entity_id'],
      removed.map(id => [id]),
    );
    await this.session.insert(
      classification,
      come.map(one => fromClassification(id(one.entityGuid), one, this.symbols, author)),
      replacing(
        Object.keys(classification.columns).filter(
          name => name !== 'created' && name !== 'created_by',
        ),
        ['entity_id', 'type_id'],
      ),
    );
    await this.session.remove(
      classificationWord,
      ['entity_id'],
      removed.map(id => [id]),
    );
    await writeClassificationWords(
      this.session,
      this.symbols,
      [...gone, ...come.map(key)],
      come.map(record => ({id: id(record.entityGuid), record})),
    );
    return goneAlong;
  }

  async #audit(changes: ChangeSet, author: Author): Promise<void> {
    const events = auditOf(this.types, changes, author);
    await this.learnIds(events.map(one => one.guid));
    const texts = new Map<AuditChange, string>();
    // Entities that are there; an edge may end at one that an import brings later.
    const rows = events.flatMap(one => {
      const id = this.entityIds.get(one.guid);
      return id === undefined ? [] : [fromAudit(id, one, author, texts)];
    });
    await this.session.insert(newAudit, rows);
    await this.#auditPropagated(changes, author);
  }

  /**
   * A classification that changes where it is attached has changed wherever it was before; where it
   * comes to now is told as such.
   */
  async #auditPropagated(
    {classificationsUpdated}: ChangeSet,
    {userName, now}: Author,
  ): Promise<void> {
    const changed = classificationsUpdated.filter(
      ({before, after}) => before.propagate && after.propagate,
    );
    if (changed.length === 0) return;
    const rows = changed.map(({after: {entityGuid, typeName}}) => [
      this.entityIds.get(entityGuid) ?? 0,
      this.symbols.id(typeName),
      JSON.stringify({propagated: {typeName, sourceGuid: entityGuid}}),
    ]);
    const source = this.session.dialect.tupleRows({
      source_id: 'id',
      type_id: 'int',
      change: 'text',
    });
    await this.session.run(
      `INSERT INTO audit (entity_id, action, time, user_name, change)
       SELECT p.entity_id, CAST(? AS int), CAST(? AS bigint), CAST(? AS text), w.change
       FROM ${source} w CROSS JOIN propagation p
       WHERE p.source_id = w.source_id AND p.type_id = w.type_id AND ${isCarried(this.current)}`,
      [
        auditActions.indexOf('PROPAGATED_CLASSIFICATION_UPDATE'),
        now,
        userName,
        JSON.stringify(rows),
      ],
    );
  }

  /**
   * Puts down what other systems are to be told, in the same transaction as what they are told of.
   */
  async #tell(
    changes: ChangeSet,
    {notificationScope = 'nothing', userName, now}: Author,
  ): Promise<void> {
    if (notificationScope === 'nothing') return;
    const told = notifiedChanges(this.types, changes, notificationScope);
    // A classification that changes where it is attached has changed wherever it has come to.
    const updated = changes.classificationsUpdated.flatMap(({before, after}) =>
      before.propagate && after.propagate
        ? [{id: this.entityIds.get(after.entityGuid) ?? 0, typeId: this.symbols.id(after.typeName)}]
        : [],
    );
    await this.learnIds(told.flatMap(one => ('guid' in one ? one.guid : [])));
    const events = told.flatMap(one => eventOf(one, this.entityIds, this.symbols) ?? []);
    events.push(...(await propagatedUpdates(this.session, this.current, updated)));
    await this.session.insert(newOutbox, outboxRows(events, userName, now));
  }

  async #count(changes: ChangeSet, goneAlong: readonly TypeCount[]): Promise<void> {
    const deltas = new Map<string, number>();
    const add = (kind: number, typeName: string, state: number, n: number) => {
      const key = `${kind} ${this.symbols.id(typeName)} ${state}`;
      deltas.set(key, (deltas.get(key) ?? 0) + n);
    };
    const addEntity = (record: EntityRecord, n: number) => {
      add(0, record.typeName, record.status === 'ACTIVE' ? 0 : 1, n);
      if (record.isIncomplete && record.status === 'ACTIVE') add(0, record.typeName, 2, n);
      for (const [name, values] of Object.entries(record.businessAttributes ?? {})) {
        if (Object.keys(values).length > 0 && this.symbols.has(name)) add(2, name, 0, n);
      }
    };
    for (const record of changes.created) addEntity(record, 1);
    for (const record of changes.removed) addEntity(record, -1);
    for (const {before, after} of changes.updated) {
      addEntity(before, -1);
      addEntity(after, 1);
    }
    for (const one of changes.edgesCreated) add(3, one.typeName, 0, 1);
    for (const one of changes.edgesRemoved) add(3, one.typeName, 0, -1);
    for (const one of changes.classificationsAdded) add(1, one.typeName, 0, 1);
    for (const one of changes.classificationsRemoved) add(1, one.typeName, 0, -1);
    for (const {type_id, n} of goneAlong) add(1, this.symbols.name(type_id), 0, -n);
    const rows = [...deltas]
      .filter(([, n]) => n !== 0)
      .map(([key, n]) => [...key.split(' ').map(Number), this.session.slot, n]);
    await this.session.insert(tally, rows, {key: ['kind', 'type_id', 'state', 'slot'], add: ['n']});
  }

  #id(record: EntityRecord): number {
    const id = this.entityIds.get(record.guid);
    if (id === undefined) throw new Error(`no entity ${record.guid}`);
    return id;
  }

  #edgeId(one: EdgeRecord): number {
    const id = this.edgeIds.get(one.guid);
    if (id === undefined) throw new Error(`no edge ${one.guid}`);
    return id;
  }
}

function replacing(columns: readonly string[], key: readonly string[] = ['id']): OnConflict {
  return {key, set: columns.filter(column => !key.includes(column))};
}

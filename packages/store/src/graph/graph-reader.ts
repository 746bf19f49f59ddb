import {
  referencedBy,
  withoutReferences,
  type CarriedClassification,
  type ClassificationRecord,
  type EdgeRecord,
  type EdgeRef,
  type EntityRecord,
  type Guid,
  type Meaning,
  type Readable,
  type TypeRegistry,
  type UniqueRef,
} from '@gazetteer/model';
import type {Session} from '@gazetteer/db';
import {
  hiddenGuid,
  inner,
  type Access,
  type EdgeStep,
  type EntityCount,
  type FirstEdges,
  type GraphRead,
  type Hold,
} from '../schema/graph.ts';
import {carriedNames, carriedRows} from './carried-rows.ts';
import {edgesAlong, firstEdges, newEdges} from './edge-walk.ts';
import {classificationCounts, entityCounts, typesInUse} from './graph-counts.ts';
import {containersOf, partsOf, takenAlong, type Containers} from './owned-parts.ts';
import {
  edgeColumns,
  entityColumns,
  toClassification,
  toEdge,
  toEntity,
  toStatus,
  type ClassificationRow,
  type EdgeRow,
  type EntityRow,
} from '../schema/rows.ts';
import {readableAt} from '../index/readable-sql.ts';
import type {Symbols} from '../schema/symbols.ts';
import type {TypeSystem} from '../schema/type-store.ts';
import {uniqueKeyOf} from '../schema/unique-key.ts';
import {indexedHolders, scannedHolders} from './unique-values.ts';

type ReaderOptions = {
  readonly isWriter?: boolean;
  readonly access?: Access | undefined;
  readonly refused?: Set<Guid>;
};

/**
 * The reading verbs over SQL. It remembers the row numbers of all it has seen, so that writing need
 * not look them up.
 */
export class GraphReader implements GraphRead {
  readonly session: Session;
  protected current: TypeSystem;
  protected readonly entityIds = new Map<Guid, number>();
  protected readonly edgeIds = new Map<Guid, number>();
  readonly #guids = new Map<number, Guid>();
  /**
   * Entities that came along with edges and are likely to be asked for next. A writer has none: it
   * must lock what it uses.
   */
  readonly #neighbours = new Map<Guid, EntityRecord>();
  readonly #isWriter: boolean;
  protected readonly access: Access | undefined;
  readonly readable: Readable | undefined;
  readonly refused: Set<Guid>;
  readonly named = new Map<Guid, Hold>();

  constructor(
    session: Session,
    system: TypeSystem,
    {isWriter = false, access, refused = access?.refused ?? new Set()}: ReaderOptions = {},
  ) {
    this.session = session;
    this.current = system;
    this.#isWriter = isWriter;
    this.access = access;
    this.refused = refused;
    this.readable = isWriter ? undefined : access?.readableOf(system.types);
  }

  forCaller(): GraphRead {
    return this.#isWriter && this.access !== undefined ? this.fresh() : this;
  }

  get [inner](): this {
    return this;
  }

  fresh(session: Session = this.session): GraphRead {
    return new GraphReader(session, this.current, {access: this.access, refused: this.refused});
  }

  get system(): TypeSystem {
    return this.current;
  }

  get types(): TypeRegistry {
    return this.current.types;
  }

  protected get symbols(): Symbols {
    return this.current.symbols;
  }

  async entities(guids: readonly Guid[], hold: Hold = 'change'): Promise<Map<Guid, EntityRecord>> {
    const known = new Map<Guid, EntityRecord>();
    for (const guid of guids) {
      const record = this.#neighbours.get(guid);
      if (record !== undefined) known.set(guid, record);
    }
    const missing = guids.filter(guid => !known.has(guid));
    if (missing.length === 0) return known;
    const where = this.session.dialect.inList('e.guid', 'text');
    const rows = await this.session.all<EntityRow>(
      `SELECT ${entityColumns} FROM entity e WHERE ${where}${this.#lock(hold)}`,
      [missing],
    );
    for (const record of await this.#entities(rows)) known.set(record.guid, record);
    return known;
  }

  async entitiesNamed(
    guids: readonly Guid[],
    hold: Hold = 'change',
  ): Promise<Map<Guid, EntityRecord>> {
    const found = await this.entities(guids, hold);
    for (const guid of found.keys()) if (!this.#isNamed(guid, hold)) found.delete(guid);
    return found;
  }

  /** Notes what was named, and says whether whoever named it may meet it. */
  #isNamed(guid: Guid, hold: Hold): boolean {
    if (this.named.get(guid) !== 'change') this.named.set(guid, hold);
    return this.access?.absent?.has(guid) !== true;
  }

  async entitiesAt(ids: readonly number[]): Promise<Map<number, EntityRecord>> {
    if (ids.length === 0) return new Map();
    const where = this.session.dialect.inList('e.id');
    const rows = await this.session.all<EntityRow>(
      `SELECT ${entityColumns} FROM entity e WHERE ${where}`,
      [ids],
    );
    return new Map(
      (await this.#entities(rows)).map(record => [this.entityIds.get(record.guid) ?? 0, record]),
    );
  }

  async byUnique(
    refs: readonly UniqueRef[],
    hold: Hold = 'change',
  ): Promise<(EntityRecord | undefined)[]> {
    if (refs.length === 0) return [];
    const attributeOf = (ref: UniqueRef) =>
      this.types.entityTypes.get(ref.typeName)?.attributes.get(ref.attribute);
    const isReady = (ref: UniqueRef) => !this.types.unready.values.has(attributeOf(ref)?.key ?? '');
    const rows = [
      ...(await indexedHolders(this, refs.filter(isReady), this.#lock(hold))),
      ...(await scannedHolders(
        this,
        refs.filter(ref => !isReady(ref)),
        this.#lock(hold),
      )),
    ];
    const byValue = Map.groupBy(rows, row => row.value);
    const found = refs.map(ref => {
      const type = this.types.entityTypes.get(ref.typeName);
      const key = attributeOf(ref)?.key;
      if (type === undefined || key === undefined || !this.symbols.has(key)) return undefined;
      const hits = (byValue.get(uniqueKeyOf(ref.value)) ?? []).filter(
        row =>
          row.attribute_id === this.symbols.id(key) &&
          type.typeAndSubTypes.has(this.symbols.name(row.type_id)),
      );
      return hits.find(hit => this.symbols.name(hit.type_id) === type.name) ?? hits[0];
    });
    const records = await this.#entities([...new Set(found.filter(row => row !== undefined))]);
    const byGuid = new Map(
      records.filter(({guid}) => this.#isNamed(guid, hold)).map(record => [record.guid, record]),
    );
    return found.map(row => byGuid.get(row?.guid ?? ''));
  }

  async edges(guids: readonly Guid[]): Promise<Map<Guid, EdgeRecord>> {
    if (guids.length === 0) return new Map();
    const rows = await this.session.all<EdgeRow>(
      `SELECT ${edgeColumns} FROM edge g WHERE ${this.session.dialect.inList('g.guid', 'text')}`,
      [guids],
    );
    return new Map((await this.#edges(rows)).map(edge => [edge.guid, edge]));
  }

  async edgesOf(guids: readonly Guid[]): Promise<EdgeRecord[]> {
    const ids = await this.idsOf(guids);
    if (ids.length === 0) return [];
    const {inList} = this.session.dialect;
    const rows = await this.session.all<EdgeRow>(
      `SELECT ${edgeColumns} FROM edge g WHERE ${inList('g.end1_id')}
       UNION ALL SELECT ${edgeColumns} FROM edge g WHERE ${inList('g.end2_id')} AND NOT (${inList('g.end1_id')}) ORDER BY 1`,
      [ids, ids, ids],
    );
    return await this.#edges(rows);
  }

  async edgesByGuid(guids: readonly Guid[], hold: Hold = 'change'): Promise<EdgeRecord[]> {
    if (guids.length === 0) return [];
    const {inList, forUpdate, forKeyShare} = this.session.dialect;
    const lock =
      this.#isWriter && hold !== 'look' ? (hold === 'change' ? forUpdate : forKeyShare) : '';
    const rows = await this.session.all<EdgeRow>(
      `SELECT ${edgeColumns} FROM edge g WHERE ${inList('g.guid', 'text')} ORDER BY g.id${lock}`,
      [guids],
    );
    return (await this.#edges(rows)).filter(({end1, end2}) =>
      [end1, end2].map(guid => this.#isNamed(guid, hold)).every(Boolean),
    );
  }

  async edgesAt(
    refs: readonly EdgeRef[],
    status: 'ACTIVE' | 'ANY' = 'ACTIVE',
  ): Promise<EdgeRecord[]> {
    if (refs.length === 0) return [];
    await this.idsOf(refs.map(ref => ref.guid));
    const wanted = new Set(refs.map(ref => `${ref.end} ${ref.typeName} ${ref.guid}`));
    const side = (end: 1 | 2) => {
      const ofEnd = refs.filter(
        ref => ref.end === end && this.entityIds.has(ref.guid) && this.symbols.has(ref.typeName),
      );
      return [
        [...new Set(ofEnd.map(ref => this.entityIds.get(ref.guid) ?? 0))],
        [...new Set(ofEnd.map(ref => this.symbols.id(ref.typeName)))],
      ] as const;
    };
    const {inList} = this.session.dialect;
    const state = status === 'ACTIVE' ? ' AND g.state = 0' : '';
    const at = (end: 1 | 2) =>
      `SELECT ${edgeColumns} FROM edge g WHERE ${inList(`g.end${end}_id`)} AND ${inList('g.type_id', 'int')}${state}`;
    const rows = await this.session.all<EdgeRow>(`${at(1)} UNION ${at(2)} ORDER BY 1`, [
      ...side(1),
      ...side(2),
    ]);
    return (await this.#edges(rows)).filter(
      edge =>
        wanted.has(`1 ${edge.typeName} ${edge.end1}`) ||
        wanted.has(`2 ${edge.typeName} ${edge.end2}`),
    );
  }

  async edgesAlong(
    start: Guid,
    steps: readonly EdgeStep[],
    maxSteps: number,
    count?: number,
  ): Promise<EdgeRecord[]> {
    const [id] = await this.idsOf([start]);
    const numbered = this.#numbered(steps);
    if (id === undefined || numbered.length === 0) return [];
    return await this.#edges(await edgesAlong(this.session, id, numbered, maxSteps, count));
  }

  async newlyReached(
    guids: readonly Guid[],
    step: EdgeStep,
    seen: Iterable<Guid>,
    count: number,
  ): Promise<EdgeRecord[]> {
    const [ids, known] = [await this.idsOf(guids), await this.idsOf([...seen])];
    const [numbered] = this.#numbered([step]);
    if (ids.length === 0 || numbered === undefined) return [];
    const near = readableAt(this, `g.end${step.from === 1 ? 2 : 1}_id`);
    return await this.#edges(await newEdges(this.session, ids, numbered, known, count, near));
  }

  async firstEdgesAt(
    guids: readonly Guid[],
    step: EdgeStep,
    count: number,
    most = Number.MAX_SAFE_INTEGER,
  ): Promise<FirstEdges> {
    const ids = await this.idsOf(guids);
    const [numbered] = this.#numbered([step]);
    if (ids.length === 0 || numbered === undefined) return {edges: [], totals: new Map()};
    const near = readableAt(this, `g.end${step.from === 1 ? 2 : 1}_id`);
    const rows = await firstEdges(this.session, ids, numbered, Math.max(1, count), most, near);
    const totals = new Map(
      rows.map(row => [
        this.#guids.get(step.from === 1 ? row.end1_id : row.end2_id) ?? '',
        row.total,
      ]),
    );
    return {edges: count < 1 ? [] : await this.#edges(rows), totals};
  }

  async ownedBy(guids: readonly Guid[], status: 'ACTIVE' | 'ANY'): Promise<EntityRecord[]> {
    return await this.#boundTo(guids, status, containersOf(this.current));
  }

  async goneWith(guids: readonly Guid[], status: 'ACTIVE' | 'ANY'): Promise<EntityRecord[]> {
    return await this.#boundTo(guids, status, takenAlong(this.current));
  }

  async #boundTo(
    guids: readonly Guid[],
    status: 'ACTIVE' | 'ANY',
    containers: Containers,
  ): Promise<EntityRecord[]> {
    const ids = await this.idsOf(guids);
    const rows = await partsOf(this.session, ids, status, containers, this.#lock('change'));
    const roots = new Set(guids);
    return (await this.#entities(rows)).filter(record => !roots.has(record.guid));
  }

  async classificationsOf(guids: readonly Guid[]): Promise<ClassificationRecord[]> {
    const ids = await this.idsOf(guids);
    if (ids.length === 0) return [];
    const rows = await this.session.all<ClassificationRow>(
      `SELECT entity_id, type_id, propagate, remove_propagations, attributes, validity
       FROM classification WHERE ${this.session.dialect.inList('entity_id')} ORDER BY entity_id, type_id`,
      [ids],
    );
    const names = this.#namesOf(guids);
    return rows.map(row => toClassification(row, names.get(row.entity_id) ?? '', this.symbols));
  }

  async carriedBy(guids: readonly Guid[]): Promise<Map<Guid, CarriedClassification[]>> {
    const ids = await this.idsOf(guids);
    if (ids.length === 0) return new Map();
    const rows = await carriedRows(this.session, this.current, ids);
    const carried = new Map<Guid, CarriedClassification[]>();
    const names = this.#namesOf(guids);
    for (const row of rows) {
      const holder = names.get(row.holder) ?? '';
      const one = toClassification(row, row.source ?? holder, this.symbols);
      const list = carried.get(holder) ?? [];
      list.push(row.state === null ? one : {...one, entityStatus: toStatus(row.state)});
      carried.set(holder, list);
    }
    await this.#hideSources(carried);
    return carried;
  }

  /**
   * A classification is told to whoever may read the entity that carries it; where it comes from
   * only if they may read that.
   */
  async #hideSources(carried: Map<Guid, CarriedClassification[]>): Promise<void> {
    if (this.readable === undefined) return;
    const sources = [...carried.values()]
      .flat()
      .flatMap(one => (one.entityStatus === undefined ? [] : one.entityGuid));
    const seen = await this.entities([...new Set(sources)]);
    for (const list of carried.values()) {
      list.forEach((one, i) => {
        const isHidden = one.entityStatus !== undefined && !seen.has(one.entityGuid);
        if (isHidden) list[i] = {...one, entityGuid: hiddenGuid};
      });
    }
  }

  async meaningsOf(guids: readonly Guid[]): Promise<Map<Guid, Meaning[]>> {
    const edges = await this.edgesAt(
      guids.map(guid => ({guid, typeName: 'AtlasGlossarySemanticAssignment', end: 2})),
    );
    const terms = await this.entities([...new Set(edges.map(edge => edge.end1))]);
    const meanings = new Map<Guid, Meaning[]>();
    for (const edge of edges) {
      const term = terms.get(edge.end1);
      if (term !== undefined)
        meanings.set(edge.end2, [...(meanings.get(edge.end2) ?? []), {edge, term}]);
    }
    return meanings;
  }

  async entityCounts(): Promise<EntityCount[]> {
    return await entityCounts(this.session, this.symbols);
  }

  async classificationCounts(): Promise<Map<string, number>> {
    return await classificationCounts(this.session, this.symbols);
  }

  async typesInUse(names: readonly string[]): Promise<Set<string>> {
    return await typesInUse(this.session, this.symbols, names);
  }

  /**
   * Row numbers of entities; those not seen yet in this transaction are read. Unknown guids are
   * left out.
   */
  protected async idsOf(guids: readonly Guid[]): Promise<number[]> {
    const missing = guids.filter(guid => !this.entityIds.has(guid));
    if (missing.length > 0) await this.entities(missing, 'look');
    return guids.flatMap(guid => this.entityIds.get(guid) ?? []);
  }

  /** Those of `guids` by their row numbers, which are known; new entities have not been read. */
  #namesOf(guids: readonly Guid[]): Map<number, Guid> {
    return new Map(guids.map(guid => [this.entityIds.get(guid) ?? 0, guid]));
  }

  /**
   * Ends a SELECT of entities: a writer's decisions rest on what it read. In one order, so that two
   * do not wait for each other.
   */
  #lock(hold: Hold): string {
    if (!this.#isWriter || hold === 'look') return '';
    const {forUpdate, forKeyShare} = this.session.dialect;
    const lock = hold === 'change' ? forUpdate : forKeyShare;
    return ` ORDER BY e.id${lock === '' ? '' : `${lock} OF e`}`;
  }

  /** Records of what was read, as far as it may be; the rest is as if it were not there. */
  async #entities(rows: readonly EntityRow[]): Promise<readonly EntityRecord[]> {
    return await this.redacted(await this.#visible(rows));
  }

  async redacted(records: readonly EntityRecord[]): Promise<readonly EntityRecord[]> {
    if (this.readable === undefined) return records;
    const guids = new Set(records.flatMap(record => referencedBy(this.types, record)));
    const unknown = [...guids].filter(guid => !this.entityIds.has(guid));
    if (unknown.length === 0) return records;
    const where = this.session.dialect.inList('e.guid', 'text');
    await this.#visible(
      await this.session.all<EntityRow>(`SELECT ${entityColumns} FROM entity e WHERE ${where}`, [
        unknown,
      ]),
    );
    const hidden = new Set(unknown.filter(guid => this.refused.has(guid)));
    return records.map(record => withoutReferences(this.types, record, hidden));
  }

  async #visible(rows: readonly EntityRow[]): Promise<EntityRecord[]> {
    const all = rows.map(row => ({row, record: toEntity(row, this.symbols)}));
    const {readable} = this;
    const carried =
      readable === undefined
        ? new Map<number, string[]>()
        : await this.#namesCarried(readable, all);
    return all.flatMap(({row, record}) => {
      if (readable?.allows(record, carried.get(row.id) ?? []) === false) {
        this.refused.add(row.guid);
        return [];
      }
      this.entityIds.set(row.guid, row.id);
      this.#guids.set(row.id, row.guid);
      return record;
    });
  }

  /** Classifications by row number, where it depends on them what may be read. */
  async #namesCarried(
    readable: Readable,
    all: readonly {row: EntityRow; record: EntityRecord}[],
  ): Promise<Map<number, string[]>> {
    const ids = all
      .filter(one => readable.needsClassifications(one.record.typeName))
      .map(one => one.row.id);
    return ids.length === 0 ? new Map() : await carriedNames(this.session, this.current, ids);
  }

  /**
   * Edges are stored by row numbers; the guids of ends not seen yet are one more statement,
   * whatever their number.
   */
  async #edges(rows: readonly EdgeRow[]): Promise<EdgeRecord[]> {
    const ends = new Set(rows.flatMap(row => [row.end1_id, row.end2_id]));
    const missing = [...ends].filter(id => !this.#guids.has(id));
    if (missing.length > 0) {
      const list = this.session.dialect.inList('e.id');
      const found = await this.session.all<EntityRow>(
        `SELECT ${entityColumns} FROM entity e WHERE ${list}`,
        [missing],
      );
      for (const record of await this.#entities(found)) {
        if (!this.#isWriter) this.#neighbours.set(record.guid, record);
      }
    }
    const shown =
      this.readable === undefined
        ? rows
        : rows.filter(row => this.#guids.has(row.end1_id) && this.#guids.has(row.end2_id));
    return shown.map(row => {
      this.edgeIds.set(row.guid, row.id);
      return toEdge(
        row,
        [this.#guids.get(row.end1_id) ?? '', this.#guids.get(row.end2_id) ?? ''],
        this.symbols,
      );
    });
  }

  #numbered(steps: readonly EdgeStep[]) {
    return steps
      .filter(one => this.symbols.has(one.typeName))
      .map(({typeName, from}) => ({typeId: this.symbols.id(typeName), from}));
  }
}

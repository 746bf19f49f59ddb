import {
  referencedBy,
  withoutReferences,
  type EntityRecord,
  type Guid,
  type Readable,
  type TypeRegistry,
  type UniqueRef,
} from '@gazetteer/model';
import type {Session} from '@gazetteer/db';
import {inner, type Access, type GraphRead, type Hold} from '../schema/graph.ts';
import {carriedNames} from './carried-rows.ts';
import {entityColumns, toEntity, type EntityRow} from '../schema/rows.ts';
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
 * Entities over SQL: which are locked, which may be read, and what is shown of them. It remembers
 * the row numbers of all it has seen, so that writing need not look them up.
 */
export abstract class EntityReader {
  readonly session: Session;
  protected current: TypeSystem;
  protected readonly entityIds = new Map<Guid, number>();
  protected readonly guidsByRow = new Map<number, Guid>();
  /**
   * Entities that came along with edges and are likely to be asked for next. A writer has none: it
   * must lock what it uses.
   */
  protected readonly neighbours = new Map<Guid, EntityRecord>();
  protected readonly isWriter: boolean;
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
    this.isWriter = isWriter;
    this.access = access;
    this.refused = refused;
    this.readable = isWriter ? undefined : access?.readableOf(system.types);
  }

  get [inner](): this {
    return this;
  }

  abstract fresh(session?: Session): GraphRead;

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
      const record = this.neighbours.get(guid);
      if (record !== undefined) known.set(guid, record);
    }
    const missing = guids.filter(guid => !known.has(guid));
    if (missing.length === 0) return known;
    const where = this.session.dialect.inList('e.guid', 'text');
    const rows = await this.session.all<EntityRow>(
      `SELECT ${entityColumns} FROM entity e WHERE ${where}${this.lock(hold)}`,
      [missing],
    );
    for (const record of await this.records(rows)) known.set(record.guid, record);
    return known;
  }

  async entitiesNamed(
    guids: readonly Guid[],
    hold: Hold = 'change',
  ): Promise<Map<Guid, EntityRecord>> {
    const found = await this.entities(guids, hold);
    for (const guid of found.keys()) if (!this.isNamed(guid, hold)) found.delete(guid);
    return found;
  }

  /** Notes what was named, and says whether whoever named it may meet it. */
  protected isNamed(guid: Guid, hold: Hold): boolean {
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
      (await this.records(rows)).map(record => [this.entityIds.get(record.guid) ?? 0, record]),
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
      ...(await indexedHolders(this, refs.filter(isReady), this.lock(hold))),
      ...(await scannedHolders(
        this,
        refs.filter(ref => !isReady(ref)),
        this.lock(hold),
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
    const records = await this.records([...new Set(found.filter(row => row !== undefined))]);
    const byGuid = new Map(
      records.filter(({guid}) => this.isNamed(guid, hold)).map(record => [record.guid, record]),
    );
    return found.map(row => byGuid.get(row?.guid ?? ''));
  }

  /**
   * Row numbers of entities; those not seen yet in this transaction are read. Unknown guids are
   * left out.
   */
  protected async idsOf(guids: readonly Guid[]): Promise<number[]> {
    await this.learnIds(guids);
    return guids.flatMap(guid => this.entityIds.get(guid) ?? []);
  }

  /** Reads those of which the row numbers are not known yet. */
  protected async learnIds(guids: readonly Guid[]): Promise<void> {
    const missing = guids.filter(guid => !this.entityIds.has(guid));
    if (missing.length > 0) await this.entities(missing, 'look');
  }

  /** Those of `guids` by their row numbers, which are known; new entities have not been read. */
  protected namesOf(guids: readonly Guid[]): Map<number, Guid> {
    return new Map(guids.map(guid => [this.entityIds.get(guid) ?? 0, guid]));
  }

  /**
   * Ends a SELECT of entities: a writer's decisions rest on what it read. In one order, so that two
   * do not wait for each other.
   */
  protected lock(hold: Hold): string {
    if (!this.isWriter || hold === 'look') return '';
    const {forUpdate, forKeyShare} = this.session.dialect;
    const lock = hold === 'change' ? forUpdate : forKeyShare;
    return ` ORDER BY e.id${lock === '' ? '' : `${lock} OF e`}`;
  }

  /** Records of what was read, as far as it may be; the rest is as if it were not there. */
  protected async records(rows: readonly EntityRow[]): Promise<readonly EntityRecord[]> {
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
      this.guidsByRow.set(row.id, row.guid);
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
}

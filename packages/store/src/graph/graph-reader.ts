import type {
  CarriedClassification,
  ClassificationRecord,
  EdgeRecord,
  EdgeRef,
  EntityRecord,
  Guid,
  Meaning,
} from '@gazetteer/model';
import type {Session} from '@gazetteer/db';
import {
  hiddenGuid,
  type EdgeStep,
  type EntityCount,
  type FirstEdges,
  type GraphRead,
  type Hold,
  type WalkOptions,
} from '../schema/graph.ts';
import {carriedRows} from './carried-rows.ts';
import {EntityReader} from './entity-reader.ts';
import {edgesAlong, firstEdges, newEdges} from './edge-walk.ts';
import {classificationCounts, entityCounts, typesInUse} from './graph-counts.ts';
import {containersOf, partsOf, takenAlong, type Containers} from './owned-parts.ts';
import {
  edgeColumns,
  entityColumns,
  toClassification,
  toEdge,
  toStatus,
  type ClassificationRow,
  type EdgeRow,
  type EntityRow,
} from '../schema/rows.ts';
import {readableAt} from '../index/readable-sql.ts';
import {joined, raw, sql} from '../schema/sql-text.ts';

/**
 * The reading verbs over SQL: beside entities, edges, what leads along them, and classifications.
 */
export class GraphReader extends EntityReader implements GraphRead {
  protected readonly edgeIds = new Map<Guid, number>();

  forCaller(): GraphRead {
    return this.isWriter && this.access !== undefined ? this.fresh() : this;
  }

  fresh(session: Session = this.session): GraphRead {
    return new GraphReader(session, this.current, {access: this.access, refused: this.refused});
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
      this.isWriter && hold !== 'look' ? (hold === 'change' ? forUpdate : forKeyShare) : '';
    const rows = await this.session.all<EdgeRow>(
      `SELECT ${edgeColumns} FROM edge g WHERE ${inList('g.guid', 'text')} ORDER BY g.id${lock}`,
      [guids],
    );
    return (await this.#edges(rows)).filter(({end1, end2}) =>
      [end1, end2].map(guid => this.isNamed(guid, hold)).every(Boolean),
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
    options?: WalkOptions,
  ): Promise<EdgeRecord[]> {
    const [id] = await this.idsOf([start]);
    const numbered = this.#numbered(steps);
    if (id === undefined || numbered.length === 0) return [];
    return await this.#edges(await edgesAlong(this.session, id, numbered, maxSteps, options));
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
    status: 'ACTIVE' | 'ANY' | {readonly endedSince: number} = 'ANY',
  ): Promise<FirstEdges> {
    const ids = await this.idsOf(guids);
    const [numbered] = this.#numbered([step]);
    if (ids.length === 0 || numbered === undefined) return {edges: [], totals: new Map()};
    const far = `g.end${step.from === 1 ? 2 : 1}_id`;
    const near = readableAt(this, far);
    const active = sql`g.state = 0 AND EXISTS (SELECT 1 FROM entity far WHERE far.id = ${raw(far)} AND far.state = 0)`;
    const wanted =
      typeof status === 'object'
        ? [sql`(g.state = 0 OR g.updated >= ${status.endedSince})`]
        : status === 'ACTIVE'
          ? [active]
          : [];
    const only = [...wanted, ...(near ? [near] : [])];
    const rows = await firstEdges(
      this.session,
      ids,
      numbered,
      Math.max(1, count),
      most,
      only.length === 0 ? undefined : joined(only, ' AND '),
    );
    const totals = new Map(
      rows.map(row => [
        this.guidsByRow.get(step.from === 1 ? row.end1_id : row.end2_id) ?? '',
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
    const rows = await partsOf(this.session, ids, status, containers, this.lock('change'));
    const roots = new Set(guids);
    return (await this.records(rows)).filter(record => !roots.has(record.guid));
  }

  async classificationsOf(guids: readonly Guid[]): Promise<ClassificationRecord[]> {
    const ids = await this.idsOf(guids);
    if (ids.length === 0) return [];
    const rows = await this.session.all<ClassificationRow>(
      `SELECT entity_id, type_id, propagate, remove_propagations, attributes, validity
       FROM classification WHERE ${this.session.dialect.inList('entity_id')} ORDER BY entity_id, type_id`,
      [ids],
    );
    const names = this.namesOf(guids);
    return rows.map(row => toClassification(row, names.get(row.entity_id) ?? '', this.symbols));
  }

  async carriedBy(guids: readonly Guid[]): Promise<Map<Guid, CarriedClassification[]>> {
    const ids = await this.idsOf(guids);
    if (ids.length === 0) return new Map();
    const rows = await carriedRows(this.session, this.current, ids);
    const carried = new Map<Guid, CarriedClassification[]>();
    const names = this.namesOf(guids);
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
   * Edges are stored by row numbers; the guids of ends not seen yet are one more statement,
   * whatever their number.
   */
  async #edges(rows: readonly EdgeRow[]): Promise<EdgeRecord[]> {
    const ends = new Set(rows.flatMap(row => [row.end1_id, row.end2_id]));
    const missing = [...ends].filter(id => !this.guidsByRow.has(id));
    if (missing.length > 0) {
      const list = this.session.dialect.inList('e.id');
      const found = await this.session.all<EntityRow>(
        `SELECT ${entityColumns} FROM entity e WHERE ${list}`,
        [missing],
      );
      for (const record of await this.records(found)) {
        if (!this.isWriter) this.neighbours.set(record.guid, record);
      }
    }
    const shown =
      this.readable === undefined
        ? rows
        : rows.filter(row => this.guidsByRow.has(row.end1_id) && this.guidsByRow.has(row.end2_id));
    return shown.map(row => {
      this.edgeIds.set(row.guid, row.id);
      return toEdge(
        row,
        [this.guidsByRow.get(row.end1_id) ?? '', this.guidsByRow.get(row.end2_id) ?? ''],
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

import type {Guid} from '@gazetteer/model';
import {isCarried} from '../schema/carried.ts';
import {leadsTo} from './propagation-sql.ts';
import {inner, type GraphRead} from '../schema/graph.ts';

/**
 * How a classification has come to an entity: the edges from its source on, by guid, shortest way
 * first found.
 */
export type PropagationPath = {
  source: Guid;
  /** Undefined when no way leads there any more: it was left behind when one went. */
  steps: {edge: Guid; entity: Guid}[] | undefined;
};

type Way = {source_id: number; edge_id: number; tail: number; head: number};

/**
 * The shortest way from each source of a classification to the entity that carries it, over the
 * edges that let it through now.
 * @param wanted one source only
 * @param most at most so many sources are followed; `count` says how many there are
 */
export async function propagationPaths(
  graph: GraphRead,
  {
    guid,
    typeName,
    wanted,
    most,
  }: {guid: Guid; typeName: string; wanted?: Guid | undefined; most: number},
): Promise<{count: number; paths: PropagationPath[]}> {
  const {session, system} = graph[inner];
  const typeId = system.symbols.id(typeName);
  const sources = await session.all<{holder: number; id: number; guid: Guid}>(
    `SELECT p.entity_id AS holder, s.id, s.guid FROM entity e CROSS JOIN propagation p CROSS JOIN entity s
     WHERE e.guid = ? AND p.entity_id = e.id AND p.type_id = ? AND ${isCarried(system)} AND s.id = p.source_id ORDER BY s.id`,
    [guid, typeId],
  );
  const asked = sources.filter(one => wanted === undefined || one.guid === wanted);
  const followed = asked.slice(0, most);
  if (followed.length === 0) return {count: asked.length, paths: []};
  const ids = followed.map(one => one.id);
  const ways = await session.all<Way>(leadsTo(session.dialect), [ids, typeId, ids, typeId]);
  const bySource = Map.groupBy(ways, way => way.source_id);
  const routes = followed.map(({id, holder}) => shortest(id, holder, bySource.get(id) ?? []));
  const names = await guidsOf(graph, routes);
  const paths = followed.map((one, i) => ({
    source: one.guid,
    steps: routes[i]?.map(way => ({
      edge: names.edges.get(way.edge_id) ?? '',
      entity: names.entities.get(way.head) ?? '',
    })),
  }));
  return {count: asked.length, paths};
}

/** Breadth first, so the first way that is found is among the shortest. */
function shortest(source: number, target: number, ways: readonly Way[]): Way[] | undefined {
  const byTail = Map.groupBy(ways, way => way.tail);
  const cameBy = new Map<number, Way>();
  const queue = [source];
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    for (const way of byTail.get(next) ?? []) {
      if (way.head === source || cameBy.has(way.head)) continue;
      cameBy.set(way.head, way);
      queue.push(way.head);
    }
    if (cameBy.has(target)) break;
  }
  const route: Way[] = [];
  for (let way = cameBy.get(target); way !== undefined; way = cameBy.get(way.tail))
    route.unshift(way);
  return route.length === 0 ? undefined : route;
}

async function guidsOf(
  {[inner]: db}: GraphRead,
  routes: readonly (Way[] | undefined)[],
): Promise<{edges: Map<number, Guid>; entities: Map<number, Guid>}> {
  const ways = routes.flatMap(route => route ?? []);
  const {inList} = db.session.dialect;
  const rows = await db.session.all<{of: string; id: number; guid: Guid}>(
    `SELECT 'edge' AS of, id, guid FROM edge WHERE ${inList('id')}
     UNION ALL SELECT 'entity', id, guid FROM entity WHERE ${inList('id')}`,
    [ways.map(way => way.edge_id), ways.map(way => way.head)],
  );
  const of = (kind: string) =>
    new Map(rows.filter(row => row.of === kind).map(row => [row.id, row.guid]));
  return {edges: of('edge'), entities: of('entity')};
}

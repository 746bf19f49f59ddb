import type {Database} from '@gazetteer/db';

export type Entity = {id: number; guid: string; type: string; isActive: boolean};
/** `ways` are the directions that let classifications through. */
export type Edge = {
  id: number;
  guid: string;
  type: string;
  ends: [number, number];
  ways: [number, number][];
};
export type Tag = {type: string; source: number; propagates: boolean; asks: boolean};

/**
 * Everything that decides where classifications come to, and where the store says they have, by row
 * numbers. A tag's key is
 * `<type> <source>`.
 */
export type State = {
  entities: Map<number, Entity>;
  /** ACTIVE ones. */
  edges: Edge[];
  tags: Map<string, Tag>;
  /** `<edge> <tag>` */
  blocks: Set<string>;
  /** `<entity> <tag>` with whether the entity carries it, too. */
  rows: Map<string, boolean>;
  lastEvent: number;
};

type Numbered = {id: number; guid: string; type_id: number; state: number};
type Holding = {type_id: number; source_id: number};

export async function readState(db: Database): Promise<State> {
  return await db.read(async session => {
    const symbols = await session.all<{id: number; name: string}>('SELECT id, name FROM symbol');
    const names = new Map(symbols.map(one => [one.id, one.name]));
    const name = (id: number) => names.get(id) ?? '';
    const key = ({type_id, source_id}: Holding) => `${name(type_id)} ${source_id}`;
    const entities = await session.all<Numbered>('SELECT id, guid, type_id, state FROM entity');
    const edges = await session.all<EdgeRow>('SELECT * FROM edge WHERE state = 0 ORDER BY id');
    const tags = await session.all<TagRow>('SELECT * FROM classification');
    const blocks = await session.all<Holding & {edge_id: number}>(
      'SELECT * FROM propagation_block',
    );
    const rows = await session.all<Holding & {entity_id: number; carries: number}>(
      'SELECT * FROM propagation',
    );
    const [last] = await session.all<{id: number | null}>('SELECT max(id) AS id FROM audit');
    return {
      entities: new Map(
        entities.map(({id, guid, type_id, state}) => [
          id,
          {id, guid, type: name(type_id), isActive: state === 0},
        ]),
      ),
      edges: edges.map(row => edgeOf(row, name(row.type_id))),
      tags: new Map(
        tags
          .map(row => tagOf(row, name(row.type_id)))
          .map(tag => [`${tag.type} ${tag.source}`, tag]),
      ),
      blocks: new Set(blocks.map(row => `${row.edge_id} ${key(row)}`)),
      rows: new Map(rows.map(row => [`${row.entity_id} ${key(row)}`, row.carries === 1])),
      lastEvent: last?.id ?? 0,
    };
  });
}

type EdgeRow = Numbered & {end1_id: number; end2_id: number; propagate: number};

function edgeOf({id, guid, end1_id, end2_id, propagate}: EdgeRow, type: string): Edge {
  const ways: [number, number][] = [];
  if (propagate === 1 || propagate === 3) ways.push([end1_id, end2_id]);
  if (propagate === 2 || propagate === 3) ways.push([end2_id, end1_id]);
  return {id, guid, type, ends: [end1_id, end2_id], ways};
}

type TagRow = {entity_id: number; type_id: number; propagate: number; remove_propagations: number};

function tagOf({entity_id, propagate, remove_propagations}: TagRow, type: string): Tag {
  return {type, source: entity_id, propagates: propagate === 1, asks: remove_propagations === 1};
}

/**
 * ACTIVE entities that a classification comes to, as anybody would find them: one entity and one
 * edge at a time.
 */
export function reach({entities, edges, blocks}: State, key: string, tag: Tag): Set<number> {
  const found = new Set<number>();
  const isActive = (id: number) => entities.get(id)?.isActive === true;
  const queue = tag.propagates && isActive(tag.source) ? [tag.source] : [];
  for (let id = queue.shift(); id !== undefined; id = queue.shift()) {
    for (const edge of edges) {
      if (blocks.has(`${edge.id} ${key}`)) continue;
      for (const [from, to] of edge.ways) {
        if (from !== id || to === tag.source || found.has(to) || !isActive(to)) continue;
        found.add(to);
        queue.push(to);
      }
    }
  }
  return found;
}

/** An ACTIVE neighbour has it and their edge lets it through. */
export function isPassedOn(
  {entities, edges, blocks, rows}: State,
  key: string,
  {id, isActive}: Entity,
): boolean {
  const hasIt = (from: number) =>
    entities.get(from)?.isActive === true && rows.has(`${from} ${key}`);
  return (
    isActive &&
    edges.some(
      edge =>
        !blocks.has(`${edge.id} ${key}`) &&
        edge.ways.some(([from, to]) => to === id && hasIt(from)),
    )
  );
}

import {assetShape} from '@gazetteer/model/asset';
import {keepPreviousData, useQueries, useQuery, type UseQueryResult} from '@tanstack/react-query';
import {useMemo} from 'react';
import type {Schemas} from '@gazetteer/client';
import {sessionQuery} from '../../api/queries.ts';
import type {TypeIndex} from '../../api/type-index.ts';
import type {Entity, ObjectRef} from '../../api/wire.ts';
import {whyQuery} from '../../entity/why-query.ts';
import {isReference} from '../../entity/value-view.tsx';
import {graphOf, type LineageGraph, type Part} from './lineage-graph.ts';
import type {LineageView} from './lineage-link.ts';
import {columnQuery, lineageQuery, moreQuery, ownersQuery} from './lineage-queries.ts';
import {ownerAttributeOf} from './part-types.ts';
import {guidsOf, withPropagation} from './propagation.ts';
import {columnWays, type ColumnWays} from './column-ways.ts';

export type LoadedLineage = {
  /** Undefined until the first answer has come. */
  readonly graph: LineageGraph | undefined;
  readonly columns: ColumnWays;
  /** What columns and the like belong to, by guid. */
  readonly owners: ReadonlyMap<string, ObjectRef>;
  /** From where a classification is assigned to the root; empty without one that is looked at. */
  readonly propagation: readonly string[];
  readonly isOnDemand: boolean;
  readonly isBusy: boolean;
  readonly error: unknown;
  readonly retry: () => void;
};

/** Columns of a table that are drawn at once; of a table with more a single one can be chosen. */
export const maxColumns = 60;

/**
 * Everything that a view of an entity's lineage needs, from as many requests as it takes; answers
 * are kept.
 */
export function useLineage(entity: Entity, view: LineageView, types: TypeIndex): LoadedLineage {
  const session = useQuery(sessionQuery).data;
  // The past is told as a whole.
  const isOnDemand =
    session?.['atlas.lineage.on.demand.enabled'] === true && view.asOf === undefined;
  const first = useQuery({
    ...lineageQuery(entity.guid, view, isOnDemand),
    // The picture stays while another depth is loaded.
    placeholderData: keepPreviousData,
  });
  const more = useQueries({
    queries: view.more.map(wanted => moreQuery(wanted, view, isOnDemand)),
    combine: combined,
  });
  const {tag} = view;
  const why = useQuery({
    ...whyQuery(entity.guid, tag?.name ?? '', tag?.source ?? ''),
    enabled: tag !== undefined,
  });
  // The answer to the last question stays in the cache when the tag is gone.
  const path = tag === undefined ? undefined : why.data?.sources[0]?.path;
  const propagation = useMemo(() => guidsOf(path), [path]);
  const {column, isWithColumns} = view;
  const traced = useMemo(
    () => tracedColumns(entity, column, isWithColumns, types),
    [entity, column, isWithColumns, types],
  );
  // One request for each column: the server walks from one start.
  const ways = useQueries({
    queries: traced.map(guid => columnQuery(guid, view)),
    combine: combined,
  });

  const graph = useMemo(() => {
    if (first.data === undefined) return undefined;
    const others = more.data.map(
      (answer, n): Part | undefined => answer && {answer, wanted: view.more[n]},
    );
    const loaded = graphOf(entity.guid, [
      {answer: first.data},
      ...others.filter(part => part !== undefined),
    ]);
    return withPropagation(loaded, path);
  }, [entity.guid, first.data, more.data, view.more, path]);

  const parts = useMemo(() => partsOf(graph, ways.data, types), [graph, ways.data, types]);
  const owners = useQuery({
    ...ownersQuery(parts, typeName => ownerAttributeOf(typeName, types)),
    placeholderData: keepPreviousData,
  });
  const known = owners.data ?? nobody;
  const columns = useMemo(
    () => columnWays(ways.data, known, traced, typeName => types.isA(typeName, 'Process')),
    [ways.data, known, traced, types],
  );
  // The first one that failed is told; after a retry the next one.
  const failed = [first, more, ways, owners, why].find(one => one.error !== null);
  return {
    graph,
    columns,
    owners: known,
    propagation,
    isOnDemand,
    isBusy:
      [first, more, ways, why].some(one => one.isFetching) ||
      (parts.length > 0 && owners.isFetching),
    error: failed?.error ?? undefined,
    retry: () => failed?.refetch(),
  };
}

/** The same object each time, as it is a dependency. */
const nobody: ReadonlyMap<string, ObjectRef> = new Map();

type Lineage = Schemas['Lineage'];

/** Structurally shared by the library, so that it changes only when an answer does. */
function combined(results: readonly UseQueryResult<Lineage>[]) {
  const failed = results.find(one => one.error !== null);
  return {
    data: results.map(one => one.data),
    isFetching: results.some(one => one.isFetching),
    error: failed?.error ?? null,
    refetch: () => void failed?.refetch(),
  };
}

function tracedColumns(
  entity: Entity,
  column: string | undefined,
  isWithColumns: boolean,
  types: TypeIndex,
): readonly string[] {
  if (column !== undefined) return [column];
  return isWithColumns
    ? columnsOf(entity, types)
        .slice(0, maxColumns)
        .map(one => one.guid)
    : [];
}

/** The parts of an entity that are there, in their order where they have one. */
export function columnsOf(entity: Entity, types: TypeIndex): readonly ObjectRef[] {
  const attribute = assetShape(types, entity.typeName).columns?.attribute;
  const value = attribute === undefined ? undefined : entity.relationshipAttributes?.[attribute];
  return (
    (Array.isArray(value) ? value : [])
      .filter(isReference)
      // A deleted column keeps its relationship to the table.
      .filter(one => one.entityStatus !== 'DELETED' && one.relationshipStatus !== 'DELETED')
  );
}

/**
 * Guids of what belongs to something else and says so with it: columns. In a fixed order, since
 * they name a request.
 */
function partsOf(
  graph: LineageGraph | undefined,
  ways: readonly (Lineage | undefined)[],
  types: TypeIndex,
): readonly string[] {
  const headers = [
    ...[...(graph?.nodes.values() ?? [])].map(node => node.header),
    ...ways.flatMap(way => Object.values(way?.guidEntityMap ?? {})),
  ];
  // By type and not by entity: thousands are of few types.
  const isPart = new Map<string, boolean>();
  for (const {typeName} of headers) {
    if (!isPart.has(typeName))
      isPart.set(typeName, ownerAttributeOf(typeName, types) !== undefined);
  }
  const guids = headers.filter(({typeName}) => isPart.get(typeName)).map(({guid}) => guid);
  return [...new Set(guids)].sort();
}

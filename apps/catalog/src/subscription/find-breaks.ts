import {assetShape} from '@gazetteer/model/asset';
import {
  assetTypesOf,
  displayText,
  tablesOfColumns,
  type EdgeRecord,
  type EntityRecord,
  type Guid,
  type TypeRegistry,
} from '@gazetteer/model';
import {updatesAt, type GraphRead, type OutboxEvent} from '@gazetteer/store';
import type {Breaking, ColumnChange} from '../notification/read-changes.ts';

/** A change of an entity, from the feed or from the audit. */
type Event = Pick<OutboxEvent, 'operation' | 'entity' | 'time' | 'userName'>;

/** What one request did to a table that may break what is made from it. */
export type Break<E extends Event = OutboxEvent> = {
  /** The first of its changes. */
  readonly event: E;
  /** The table; of a column whose table is not known the column. */
  readonly record: EntityRecord;
  readonly kind: Breaking['kind'];
  readonly columns: readonly (ColumnChange & {readonly record: EntityRecord})[];
};

type Candidate<E extends Event = Event> = {
  readonly event: E;
  readonly record: EntityRecord;
  readonly isColumn: boolean;
};

/**
 * Breaks among changes, by what is true now: what was restored since, or created again under its
 * qualified name as it was, breaks nothing. A constant number of statements.
 * @param counted which retyping of a column that was retyped several times
 */
export async function findBreaks<E extends Event>(
  graph: GraphRead,
  events: readonly E[],
  counted: 'first' | 'last' = 'first',
): Promise<Break<E>[]> {
  const candidates = await candidatesIn(graph, events);
  if (candidates.length === 0) return [];
  const columns = candidates.filter(one => one.isColumn).map(one => one.record);
  const tables = await tablesOf(graph, columns);
  const gone = [...candidates.map(one => one.record), ...tables.values()].filter(
    one => one.status !== 'ACTIVE',
  );
  const successors = await successorsOf(graph, gone);
  const before = await formerTypes(graph, candidates, counted);
  const isThere = (one: EntityRecord) => one.status === 'ACTIVE' || successors.has(one.guid);
  const grouped = new Map<string, Break<E>>();
  for (const {event, record, isColumn} of candidates) {
    const add = (table: EntityRecord, kind: Break['kind'], own: Break['columns']) => {
      const key = `${table.guid} ${event.time} ${event.userName} ${kind}`;
      const known = grouped.get(key);
      grouped.set(key, {
        event: known?.event ?? event,
        record: table,
        kind,
        columns: [...(known?.columns ?? []), ...own],
      });
    };
    if (!isColumn) {
      if (!isThere(record)) add(record, 'TABLE_DROPPED', []);
      continue;
    }
    const table = tables.get(record.guid);
    // All columns are dropped with their table.
    if (table !== undefined && !isThere(table)) continue;
    const former = before.get(record.guid);
    const change = columnChange(graph.types, record, {
      successor: successors.get(record.guid),
      from: former?.time === event.time ? former.type : undefined,
    });
    if (change !== undefined) add(table ?? record, 'COLUMNS_CHANGED', [{...change, record}]);
  }
  return [...grouped.values()];
}

/** Tables and columns that were deleted, and columns that were updated, that may be read. */
async function candidatesIn<E extends Event>(
  graph: GraphRead,
  events: readonly E[],
): Promise<Candidate<E>[]> {
  const assets = assetTypesOf(graph.types);
  const found = events.flatMap((event): Candidate<E>[] => {
    const {operation, entity: record} = event;
    if (record === undefined || !graph.types.entityTypes.has(record.typeName)) return [];
    if (operation !== 'ENTITY_DELETE' && operation !== 'ENTITY_UPDATE') return [];
    const isColumn = tablesOfColumns(graph.types, record.typeName).length > 0;
    const isTable = assetShape(assets, record.typeName).kind === 'table';
    const isOne = isColumn || (isTable && operation === 'ENTITY_DELETE');
    // What was restored is there; what was deleted after its update is told with that.
    const isSo = (record.status === 'ACTIVE') === (operation === 'ENTITY_UPDATE');
    return isOne && isSo ? [{event, record, isColumn}] : [];
  });
  const guids = [...new Set(found.map(one => one.record.guid))];
  const known = await graph.entities(guids, 'look');
  return found.flatMap(one => {
    const record = known.get(one.record.guid);
    return record === undefined ? [] : [{...one, record}];
  });
}

/** Tables by their columns, those that were among them last. */
export async function tablesOf(
  graph: GraphRead,
  columns: readonly EntityRecord[],
): Promise<Map<Guid, EntityRecord>> {
  const ends = columns.flatMap(({guid, typeName}) =>
    tablesOfColumns(graph.types, typeName).map(one => ({guid, ...one})),
  );
  const edges = await graph.edgesAt(
    ends.map(({guid, edge, partEnd}) => ({guid, typeName: edge, end: partEnd})),
    'ANY',
  );
  const partEnds = new Map(ends.map(({edge, partEnd}) => [edge, partEnd]));
  const last = new Map<Guid, {table: Guid; edge: EdgeRecord}>();
  for (const edge of edges) {
    const [column, table] =
      partEnds.get(edge.typeName) === 1 ? [edge.end1, edge.end2] : [edge.end2, edge.end1];
    const known = last.get(column)?.edge;
    if (known === undefined || known.status !== 'ACTIVE' || edge.status === 'ACTIVE')
      last.set(column, {table, edge});
  }
  const records = await graph.entities(
    [...last.values()].map(one => one.table),
    'look',
  );
  return new Map(
    [...last].flatMap(([column, {table}]) => {
      const record = records.get(table);
      return record === undefined ? [] : [[column, record] as const];
    }),
  );
}

const unique = 'qualifiedName';

/** What has the type and qualified name of something that was deleted. */
async function successorsOf(
  graph: GraphRead,
  gone: readonly EntityRecord[],
): Promise<Map<Guid, EntityRecord>> {
  const named = gone.filter(one => typeof one.attributes[unique] === 'string');
  const found = await graph.byUnique(
    named.map(({typeName, attributes}) => ({
      typeName,
      attribute: unique,
      value: String(attributes[unique]),
    })),
  );
  return new Map(
    named.flatMap(({guid}, i) => {
      const one = found[i];
      return one?.status === 'ACTIVE' && one.guid !== guid ? [[guid, one] as const] : [];
    }),
  );
}

const typeAttributes = ['type', 'dataType', 'data_type'] as const;

function dataTypeOf({attributes}: Pick<EntityRecord, 'attributes'>): string {
  const values = typeAttributes.map(name => attributes[name]);
  return values.find((one): one is string => typeof one === 'string' && one !== '') ?? '';
}

/** Which data types columns had before they were retyped for the first or last time, and when. */
async function formerTypes(
  graph: GraphRead,
  candidates: readonly Candidate[],
  counted: 'first' | 'last',
): Promise<Map<Guid, {type: string; time: number}>> {
  const updated = candidates.filter(one => one.event.operation === 'ENTITY_UPDATE');
  const found = await updatesAt(
    graph,
    [...new Set(updated.map(one => one.record.guid))],
    [...new Set(updated.map(one => one.event.time))],
  );
  // Those of an entity at the time of another's are no candidates, or were told before.
  const asked = new Set(updated.map(one => `${one.record.guid} ${one.event.time}`));
  const former = new Map<Guid, {type: string; time: number}>();
  for (const {guid, event} of found) {
    if (!asked.has(`${guid} ${event.time}`)) continue;
    const type = dataTypeOf({attributes: event.change.before?.attributes ?? {}});
    if (type !== '' && (counted === 'last' || !former.has(guid)))
      former.set(guid, {type, time: event.time});
  }
  return former;
}

type Known = {
  readonly successor: EntityRecord | undefined;
  /** Its data type before an update. */
  readonly from: string | undefined;
};

/** Nothing where it is as it was, but for the case of letters. */
function columnChange(
  types: TypeRegistry,
  record: EntityRecord,
  {successor, from: before}: Known,
): ColumnChange | undefined {
  const name = displayText(types.entityType(record.typeName), record);
  const isGone = record.status !== 'ACTIVE';
  if (isGone && successor === undefined) return {name, change: 'REMOVED'};
  const [from = '', to] = isGone
    ? [dataTypeOf(record), dataTypeOf(successor ?? record)]
    : [before, dataTypeOf(record)];
  const isSame = from.trim().toLowerCase() === to.trim().toLowerCase();
  return from === '' || isSame ? undefined : {name, change: 'RETYPED', from, to};
}

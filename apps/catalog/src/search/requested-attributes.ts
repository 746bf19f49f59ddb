import {
  barred,
  classificationText,
  systemField,
  tellsClassifications,
  type EdgeRecord,
  type EntityHeader,
  type EntityRecord,
  type Guid,
  type RelationshipAttribute,
} from '@gazetteer/model';
import type {GraphRead} from '@gazetteer/store';
import {readHeaders} from '../entity/headers.ts';

/**
 * Headers with the attributes that a search asked for beside the usual ones: those of the type,
 * system attributes, business attributes as `<group>.<name>`, and related entities, which come as
 * `{guid, typeName}` with their headers in
 * `referred`. Names that a type lacks are skipped. A constant number of statements.
 */
export async function withRequestedAttributes(
  graph: GraphRead,
  records: readonly EntityRecord[],
  names: readonly string[],
  withClassifications: boolean,
): Promise<{headers: EntityHeader[]; referred: EntityHeader[]}> {
  const headers = await readHeaders(graph, records, () => ({
    withClassifications,
    attributes: names,
  }));
  const kindOf = (name: string) => systemField(name)?.kind;
  // Only where one of the names tells of them, since it is a statement of its own.
  const asksForClassifications = names.some(name => tellsClassifications(kindOf(name)));
  const carried = asksForClassifications
    ? await graph.carriedBy(records.map(record => record.guid))
    : undefined;
  records.forEach((record, i) => {
    for (const name of names) {
      const value =
        systemValue(record, name) ??
        classificationText(kindOf(name), record.guid, carried?.get(record.guid) ?? []);
      if (value !== undefined && headers[i] !== undefined) headers[i].attributes[name] = value;
    }
  });
  const ends = records.flatMap((record, i) =>
    endsOf(graph, record, names).map(end => ({record, header: headers[i], end})),
  );
  if (ends.length === 0) return {headers, referred: []};
  const edges = await graph.edgesAt(
    ends.map(({record, end}) => ({
      guid: record.guid,
      typeName: end.relationship.name,
      end: end.end,
    })),
  );
  const others = await graph.entities([...new Set(edges.flatMap(edge => [edge.end1, edge.end2]))]);
  const referred = new Set<Guid>();
  for (const {record, header, end} of ends) {
    const guids = edges
      .filter(edge => isAt(edge, end, record.guid))
      .map(edge => otherEnd(edge, record.guid));
    const ids = guids.flatMap(guid => {
      // One that the caller may not read is left out, as if there were none.
      const other = others.get(guid);
      return other === undefined ? [] : [{guid, typeName: other.typeName}];
    });
    for (const id of ids) referred.add(id.guid);
    if (header !== undefined) header.attributes[end.name] = end.isMany ? ids : (ids[0] ?? null);
  }
  const referredRecords = [...referred].flatMap(guid => others.get(guid) ?? []);
  return {headers, referred: await readHeaders(graph, referredRecords)};
}

function endsOf(
  graph: GraphRead,
  record: EntityRecord,
  names: readonly string[],
): RelationshipAttribute[] {
  const type = graph.types.entityType(record.typeName);
  return names.flatMap(name => type.relationshipAttributes.get(name) ?? []);
}

function isAt(edge: EdgeRecord, end: RelationshipAttribute, guid: Guid): boolean {
  return (
    edge.typeName === end.relationship.name && (end.end === 1 ? edge.end1 : edge.end2) === guid
  );
}

function otherEnd(edge: EdgeRecord, guid: Guid): Guid {
  return edge.end1 === guid ? edge.end2 : edge.end1;
}

function systemValue(record: EntityRecord, name: string): unknown {
  switch (name) {
    case '__guid':
      return record.guid;
    case '__typeName':
      return record.typeName;
    case '__state':
      return record.status;
    case '__timestamp':
      return record.createTime;
    case '__modificationTimestamp':
      return record.updateTime;
    case '__createdBy':
      return record.createdBy;
    case '__modifiedBy':
      return record.updatedBy;
    case '__isIncomplete':
      return record.isIncomplete ? 1 : 0;
    // Texts, as their types say.
    case '__labels':
      return barred(record.labels);
    case '__customAttributes':
      return record.customAttributes && JSON.stringify(record.customAttributes);
    default:
      return undefined;
  }
}

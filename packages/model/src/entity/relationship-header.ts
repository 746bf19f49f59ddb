import type {TypeRegistry} from '../types/type-registry.ts';
import type {PropagateTags} from '../types/type-def.ts';
import type {Attributes, EdgeRecord, EntityRecord, Guid, Status} from './record.ts';

type EndHeader = {guid: Guid; typeName: string; uniqueAttributes?: {qualifiedName: unknown}};

/** Short form of a relationship: what searches and messages show. */
export type RelationshipHeader = {
  typeName: string;
  attributes?: Attributes;
  guid: Guid;
  status: Status;
  propagateTags: PropagateTags;
  label: string;
  end1: EndHeader;
  end2: EndHeader;
};

/** @param ends the entities at both ends, as far as they are known */
export function relationshipHeader(
  types: TypeRegistry,
  edge: EdgeRecord,
  ends: ReadonlyMap<Guid, EntityRecord>,
): RelationshipHeader {
  const type = types.relationshipTypes.get(edge.typeName);
  const names = [...(type?.attributes.keys() ?? [])];
  const end = (guid: Guid): EndHeader => {
    const record = ends.get(guid);
    const qualifiedName = record?.attributes['qualifiedName'];
    return {
      guid,
      typeName: record?.typeName ?? '',
      ...(qualifiedName === undefined ? {} : {uniqueAttributes: {qualifiedName}}),
    };
  };
  return {
    typeName: edge.typeName,
    ...(names.length === 0
      ? {}
      : {
          attributes: Object.fromEntries(
            names.map(name => [name, edge.attributes?.[name] ?? null]),
          ),
        }),
    guid: edge.guid,
    status: edge.status,
    propagateTags: edge.propagateTags,
    label: type?.label ?? edge.typeName,
    end1: end(edge.end1),
    end2: end(edge.end2),
  };
}

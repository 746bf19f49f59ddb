import type {Passing} from './plan-relationship.ts';
import type {Attributes, EdgeRecord, EntityRecord, Guid, Status} from './record.ts';
import {classificationJson, type ClassificationJson} from './header.ts';
import {showValue} from './show-value.ts';
import {uniqueAttributesOf} from './view.ts';
import type {PropagateTags} from '../types/type-def.ts';
import type {TypeRegistry} from '../types/type-registry.ts';

type EndJson = {guid: Guid; typeName: string; uniqueAttributes?: Attributes};

export type RelationshipJson = {
  typeName: string;
  attributes: Attributes;
  guid: Guid;
  provenanceType: 0;
  end1: EndJson;
  end2: EndJson;
  label: string;
  propagateTags: PropagateTags;
  status: Status;
  createdBy: string;
  updatedBy: string;
  createTime: number;
  updateTime: number;
  version: 0;
  /** Those that pass over it. */
  propagatedClassifications: ClassificationJson[];
  /** Those that come to it and are not let through. */
  blockedPropagatedClassifications: ClassificationJson[];
};

/** Full form of a relationship, its ends by guid and unique attributes. */
export function relationshipJson(
  types: TypeRegistry,
  edge: EdgeRecord,
  [end1, end2]: readonly [EntityRecord, EntityRecord],
  {propagated, blocked}: Passing,
): RelationshipJson {
  const type = types.relationshipTypes.get(edge.typeName);
  const attributes = [...(type?.attributes.values() ?? [])].map(({name, type: valueType}) => [
    name,
    showValue(types, valueType, edge.attributes?.[name] ?? null),
  ]);
  return {
    typeName: edge.typeName,
    attributes: Object.fromEntries(attributes) as Attributes,
    guid: edge.guid,
    provenanceType: 0,
    end1: endJson(types, end1),
    end2: endJson(types, end2),
    label: type?.label ?? edge.typeName,
    propagateTags: edge.propagateTags,
    status: edge.status,
    createdBy: edge.createdBy,
    updatedBy: edge.updatedBy,
    createTime: edge.createTime,
    updateTime: edge.updateTime,
    version: 0,
    propagatedClassifications: propagated.map(one => classificationJson(types, one, 'ACTIVE')),
    blockedPropagatedClassifications: blocked.map(one => classificationJson(types, one, 'ACTIVE')),
  };
}

function endJson(types: TypeRegistry, record: EntityRecord): EndJson {
  return {guid: record.guid, typeName: record.typeName, ...uniqueAttributesOf(types, record)};
}

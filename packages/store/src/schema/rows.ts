import {parseExactly} from '@gazetteer/model';
import type {
  Attributes,
  Author,
  ClassificationRecord,
  EdgeRecord,
  EntityRecord,
  Guid,
  PropagateTags,
  Status,
  TimeBoundary,
} from '@gazetteer/model';
import type {Symbols} from './symbols.ts';

/** Rows of the graph tables and the records they are; the only place that knows both. */

export type EntityRow = {
  id: number;
  guid: string;
  type_id: number;
  state: number;
  created_by: string;
  updated_by: string;
  created: number;
  updated: number;
  attributes: string;
  extra: string | null;
};

/** Columns of `EntityRow` behind the alias `e`. */
export const entityColumns =
  'e.id, e.guid, e.type_id, e.state, e.created_by, e.updated_by, e.created, e.updated, e.attributes, e.extra';

/** What few entities have; stored together as JSON, null when there is none of it. */
type Extra = Pick<
  EntityRecord,
  | 'isIncomplete'
  | 'labels'
  | 'customAttributes'
  | 'businessAttributes'
  | 'homeId'
  | 'provenanceType'
  | 'version'
  | 'historicalGuids'
>;

const states: readonly Status[] = ['ACTIVE', 'DELETED'];

export function toStatus(state: number): Status {
  return states[state] ?? 'DELETED';
}

export function toEntity(row: EntityRow, symbols: Symbols): EntityRecord {
  return {
    guid: row.guid,
    typeName: symbols.name(row.type_id),
    status: toStatus(row.state),
    createdBy: row.created_by,
    updatedBy: row.updated_by,
    createTime: row.created,
    updateTime: row.updated,
    attributes: parseExactly(row.attributes) as Attributes,
    ...(row.extra === null ? {} : (parseExactly(row.extra) as Extra)),
  };
}

export function fromEntity(
  id: number,
  record: EntityRecord,
  symbols: Symbols,
): (string | number | null)[] {
  const {
    isIncomplete,
    labels,
    customAttributes,
    businessAttributes,
    homeId,
    provenanceType,
    version,
    historicalGuids,
  } = record;
  const some = {
    isIncomplete,
    labels,
    customAttributes,
    businessAttributes,
    homeId,
    provenanceType,
    version,
    historicalGuids,
  };
  const extra = JSON.stringify(some);
  return [
    id,
    record.guid,
    symbols.id(record.typeName),
    states.indexOf(record.status),
    record.createdBy,
    record.updatedBy,
    record.createTime,
    record.updateTime,
    JSON.stringify(record.attributes),
    extra === '{}' ? null : extra,
  ];
}

/** Columns of `EdgeRow` behind the alias `g`. */
export const edgeColumns =
  'g.id, g.guid, g.type_id, g.state, g.end1_id, g.end2_id, g.propagate, g.created_by, g.updated_by, g.created, g.updated, g.attributes';

export type EdgeRow = {
  id: number;
  guid: string;
  type_id: number;
  state: number;
  end1_id: number;
  end2_id: number;
  propagate: number;
  created_by: string;
  updated_by: string;
  created: number;
  updated: number;
  attributes: string | null;
};

const propagations: readonly PropagateTags[] = ['NONE', 'ONE_TO_TWO', 'TWO_TO_ONE', 'BOTH'];

export function toEdge(
  row: EdgeRow,
  [end1, end2]: readonly [Guid, Guid],
  symbols: Symbols,
): EdgeRecord {
  return {
    guid: row.guid,
    typeName: symbols.name(row.type_id),
    end1,
    end2,
    status: toStatus(row.state),
    createdBy: row.created_by,
    updatedBy: row.updated_by,
    createTime: row.created,
    updateTime: row.updated,
    propagateTags: propagations[row.propagate] ?? 'NONE',
    ...(row.attributes === null ? {} : {attributes: parseExactly(row.attributes) as Attributes}),
  };
}

export function fromEdge(
  id: number,
  edge: EdgeRecord,
  ends: readonly [number, number],
  symbols: Symbols,
): (string | number | null)[] {
  return [
    id,
    edge.guid,
    symbols.id(edge.typeName),
    states.indexOf(edge.status),
    ...ends,
    propagations.indexOf(edge.propagateTags),
    edge.createdBy,
    edge.updatedBy,
    edge.createTime,
    edge.updateTime,
    edge.attributes === undefined ? null : JSON.stringify(edge.attributes),
  ];
}

export type ClassificationRow = {
  entity_id: number;
  type_id: number;
  propagate: number;
  remove_propagations: number;
  attributes: string;
  validity: string | null;
};

export function toClassification(
  row: ClassificationRow,
  entityGuid: Guid,
  symbols: Symbols,
): ClassificationRecord {
  return {
    entityGuid,
    typeName: symbols.name(row.type_id),
    attributes: parseExactly(row.attributes) as Attributes,
    propagate: row.propagate === 1,
    removePropagationsOnEntityDelete: row.remove_propagations === 1,
    ...(row.validity === null ? {} : {validityPeriods: JSON.parse(row.validity) as TimeBoundary[]}),
  };
}

export function fromClassification(
  entityId: number,
  one: ClassificationRecord,
  symbols: Symbols,
  {userName, now}: Author,
): (string | number | null)[] {
  return [
    entityId,
    symbols.id(one.typeName),
    one.propagate ? 1 : 0,
    one.removePropagationsOnEntityDelete ? 1 : 0,
    JSON.stringify(one.attributes),
    one.validityPeriods === undefined ? null : JSON.stringify(one.validityPeriods),
    now,
    now,
    userName,
    userName,
  ];
}

/** Row numbers of entities that a walk found, in ascending order. */
export type Walked = readonly number[];

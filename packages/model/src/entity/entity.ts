import {AppError} from '../error.ts';
import type {Attributes, Guid, TimeBoundary} from './record.ts';
import {mapAt, optionalList, optionalMap, optionalText, wrongShape} from '../json-shape.ts';

export type IncomingClassification = {
  typeName: string;
  attributes: Attributes;
  propagate?: boolean;
  removePropagationsOnEntityDelete?: boolean;
  validityPeriods?: TimeBoundary[];
  entityGuid?: Guid;
};

/**
 * An entity as a client sends it; `guid` is always there: the client's, or a temporary one given
 * here.
 */
export type IncomingEntity = {
  guid: Guid;
  typeName: string;
  attributes: Attributes;
  relationshipAttributes: Attributes;
  classifications: IncomingClassification[];
  labels?: string[];
  customAttributes?: Record<string, string>;
  businessAttributes?: Record<string, Attributes>;
  homeId?: string;
  provenanceType?: number;
  version?: number;
  /** What it leaves out stays, mandatory or not. */
  isPartial?: true;
};

export type SaveRequest = {entities: IncomingEntity[]; referredEntities: Map<Guid, IncomingEntity>};

let counter = 0;

/** Like the reference: `-` and a number that no other entity of this process was given. */
function temporaryGuid(): Guid {
  return `-${Date.now() * 1000 + (counter++ % 1000)}`;
}

/** True for guids that the store gave; temporary ones of a request start with `-`. */
export function isAssigned(guid: Guid): boolean {
  return !guid.startsWith('-');
}

/**
 * Body of POST /entity: `{entity, referredEntities?}`.
 * @throws JsonError for a wrong shape, INVALID_PARAMETERS when there is no entity
 */
export function readEntityBody(json: unknown, missing = 'found null entity'): SaveRequest {
  const body = mapAt(json, '');
  if (body['entity'] === null || body['entity'] === undefined)
    throw new AppError('INVALID_PARAMETERS', [missing]);
  return {
    entities: [readIncoming(body['entity'], 'entity')],
    referredEntities: readReferred(body['referredEntities']),
  };
}

/** Body of POST /entity/bulk: `{entities, referredEntities?}`. */
export function readEntitiesBody(json: unknown): SaveRequest {
  const body = mapAt(json, '');
  const list = body['entities'];
  if (list === null || list === undefined || (Array.isArray(list) && list.length === 0)) {
    throw new AppError('INVALID_PARAMETERS', ['no entities to create/update.']);
  }
  if (!Array.isArray(list)) throw wrongShape('entities', 'an array');
  const entities = list.map((one, i) => {
    if (one === null) throw new AppError('INVALID_PARAMETERS', ['found null entity']);
    return readIncoming(one, `entities[${i}]`);
  });
  return {entities, referredEntities: readReferred(body['referredEntities'])};
}

function readReferred(json: unknown): Map<Guid, IncomingEntity> {
  const referred = new Map<Guid, IncomingEntity>();
  for (const [guid, one] of Object.entries(optionalMap(json, 'referredEntities') ?? {})) {
    const entity = readIncoming(one, `referredEntities[${guid}]`, guid);
    referred.set(guid, entity);
  }
  return referred;
}

/**
 * One entity of a body; `key` is its guid where it has none of its own. @throws JsonError for a
 * wrong shape
 */
export function readIncoming(json: unknown, path: string, key?: Guid): IncomingEntity {
  const map = mapAt(json, path);
  const guid = optionalText(map['guid'], `${path}.guid`);
  const entity: IncomingEntity = {
    guid: guid === undefined || guid === '' ? (key ?? temporaryGuid()) : guid,
    typeName: optionalText(map['typeName'], `${path}.typeName`) ?? '',
    attributes: optionalMap(map['attributes'], `${path}.attributes`) ?? {},
    relationshipAttributes:
      optionalMap(map['relationshipAttributes'], `${path}.relationshipAttributes`) ?? {},
    classifications: optionalList(map['classifications'], `${path}.classifications`).map((one, i) =>
      readClassification(one, `${path}.classifications[${i}]`),
    ),
  };
  const labels = map['labels'];
  if (labels !== null && labels !== undefined) {
    entity.labels = optionalList(labels, `${path}.labels`).map(
      (one, i) => optionalText(one, `${path}.labels[${i}]`) ?? '',
    );
  }
  const custom = optionalMap(map['customAttributes'], `${path}.customAttributes`);
  if (custom !== undefined) {
    entity.customAttributes = Object.fromEntries(
      Object.entries(custom).map(([name, value]) => [
        name,
        optionalText(value, `${path}.customAttributes.${name}`) ?? '',
      ]),
    );
  }
  const business = optionalMap(map['businessAttributes'], `${path}.businessAttributes`);
  if (business !== undefined) {
    entity.businessAttributes = Object.fromEntries(
      Object.entries(business).map(([name, value]) => [
        name,
        mapAt(value, `${path}.businessAttributes.${name}`),
      ]),
    );
  }
  const homeId = optionalText(map['homeId'], `${path}.homeId`);
  if (homeId !== undefined) entity.homeId = homeId;
  if (typeof map['provenanceType'] === 'number') entity.provenanceType = map['provenanceType'];
  if (Number.isSafeInteger(map['version'])) entity.version = Number(map['version']);
  return entity;
}

/** One classification of a body; `typeName` is the classification's name. */
export function readClassification(json: unknown, path: string): IncomingClassification {
  const map = mapAt(json, path);
  const classification: IncomingClassification = {
    typeName: optionalText(map['typeName'], `${path}.typeName`) ?? '',
    attributes: optionalMap(map['attributes'], `${path}.attributes`) ?? {},
  };
  if (typeof map['propagate'] === 'boolean') classification.propagate = map['propagate'];
  if (typeof map['removePropagationsOnEntityDelete'] === 'boolean') {
    classification.removePropagationsOnEntityDelete = map['removePropagationsOnEntityDelete'];
  }
  const periods = map['validityPeriods'];
  if (periods !== null && periods !== undefined) {
    classification.validityPeriods = optionalList(periods, `${path}.validityPeriods`).map(
      (one, i) => readPeriod(one, `${path}.validityPeriods[${i}]`),
    );
  }
  const source = optionalText(map['entityGuid'], `${path}.entityGuid`);
  if (source !== undefined) classification.entityGuid = source;
  return classification;
}

function readPeriod(json: unknown, path: string): TimeBoundary {
  const map = mapAt(json, path);
  const period: TimeBoundary = {};
  for (const name of ['startTime', 'endTime', 'timeZone'] as const) {
    const text = optionalText(map[name], `${path}.${name}`);
    if (text !== undefined) period[name] = text;
  }
  return period;
}

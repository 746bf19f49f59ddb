import {JsonError} from '@gazetteer/model';
import type {EntityRef} from '../entity/read-entities.ts';
import {isFields, type Fields} from '../legacy/referenceable.ts';

/** Messages of hooks, by what they ask for. */
export type HookMessage = {readonly user: string} & (
  | {readonly asks: 'save'; readonly body: EntityBody}
  | {readonly asks: 'change'; readonly which: EntityRef; readonly body: EntityBody}
  | {readonly asks: 'delete'; readonly which: readonly EntityRef[]}
  | {readonly asks: 'createTypes' | 'updateTypes'; readonly defs: unknown}
);

/** Whether the entities are Referenceables, as the first hooks wrote them. */
export type EntityBody = {readonly isOld: boolean; readonly json: unknown};

/** @throws JsonError for a message that is none of those of hooks */
export function readHookMessage(json: unknown): HookMessage {
  if (!isFields(json)) throw wrong('a message', '');
  const {type, user} = json;
  const who = {user: typeof user === 'string' ? user : ''};
  switch (type) {
    case 'ENTITY_CREATE':
    case 'ENTITY_FULL_UPDATE':
      return {...who, asks: 'save', body: {isOld: true, json: json['entities']}};
    case 'ENTITY_CREATE_V2':
    case 'ENTITY_FULL_UPDATE_V2':
      return {...who, asks: 'save', body: {isOld: false, json: json['entities']}};
    case 'ENTITY_PARTIAL_UPDATE':
      return {
        ...who,
        asks: 'change',
        which: oldRef(json),
        body: {isOld: true, json: json['entity']},
      };
    case 'ENTITY_PARTIAL_UPDATE_V2':
      return {
        ...who,
        asks: 'change',
        which: refIn(json['entityId'], 'entityId'),
        body: {isOld: false, json: json['entity']},
      };
    case 'ENTITY_DELETE':
      return {...who, asks: 'delete', which: [oldRef(json)]};
    case 'ENTITY_DELETE_V2':
      return {
        ...who,
        asks: 'delete',
        which: listOf(json['entities']).map((one, i) => refIn(one, `entities[${i}]`)),
      };
    case 'TYPE_CREATE':
      return {...who, asks: 'createTypes', defs: json['typesDef']};
    case 'TYPE_UPDATE':
      return {...who, asks: 'updateTypes', defs: json['typesDef']};
    default:
      throw new JsonError(`Messages of type ${String(type)} are not taken in`, undefined, 'type');
  }
}

/** An entity as messages of the first version name it: by one attribute. */
function oldRef({typeName, attribute, attributeValue}: Fields): EntityRef {
  if (typeof typeName !== 'string' || typeof attribute !== 'string')
    throw wrong('typeName and attribute', '');
  return {typeName, attributes: {[attribute]: String(attributeValue)}};
}

/** An object id. */
function refIn(json: unknown, place: string): EntityRef {
  if (!isFields(json)) throw wrong('the id of an entity', place);
  const {guid, typeName, uniqueAttributes} = json;
  if (typeof guid === 'string' && guid !== '' && !guid.startsWith('-')) return {guid};
  if (typeof typeName !== 'string' || !isFields(uniqueAttributes))
    throw wrong('a guid, or a type and unique attributes', place);
  const attributes = Object.entries(uniqueAttributes).map(([name, value]) => [name, String(value)]);
  return {typeName, attributes: Object.fromEntries(attributes) as Record<string, string>};
}

function listOf(json: unknown): unknown[] {
  if (!Array.isArray(json)) throw wrong('a list of entities', 'entities');
  return json;
}

function wrong(expected: string, place: string): JsonError {
  return new JsonError(`Expected ${expected}`, undefined, place);
}

import {
  displayText,
  glossaryTypes,
  type Attributes,
  type EntityRecord,
  type Guid,
  type TypeRegistry,
} from '@gazetteer/model';
import type {GraphRead, Hold} from '@gazetteer/store';

export const followsType = '__MetaUserFollows';

/** What somebody follows, each with the time since when (epoch ms). */
export type Follows = {
  readonly entities: ReadonlyMap<Guid, number>;
  readonly classifications: ReadonlyMap<string, number>;
  /** Changes up to this time were shown. */
  readonly seenTime: number;
};

/** Nothing for somebody who has never followed anything. */
export async function followsOf(
  graph: GraphRead,
  userName: string,
  hold: Hold = 'look',
): Promise<Follows> {
  const isKnown = graph.types.entityTypes.has(followsType);
  const [record] = isKnown
    ? await graph.byUnique([{typeName: followsType, attribute: 'userName', value: userName}], hold)
    : [];
  const {entities, classifications, seenTime} = record?.attributes ?? {};
  return {
    entities: timesIn(entities),
    classifications: timesIn(classifications),
    seenTime: Number(seenTime ?? 0),
  };
}

function timesIn(value: unknown): Map<string, number> {
  return new Map(Object.entries((value ?? {}) as Readonly<Record<string, number>>));
}

/** As they are stored: what is left out of a save would be kept. */
export function followsAttributes(userName: string, follows: Follows): Attributes {
  return {
    userName,
    entities: Object.fromEntries(follows.entities),
    classifications: Object.fromEntries(follows.classifications),
    seenTime: follows.seenTime,
  };
}

export function termTypes({entityTypes}: TypeRegistry): ReadonlySet<string> {
  return entityTypes.get(glossaryTypes.term)?.typeAndSubTypes ?? new Set();
}

/** An entity as lists name it. */
export type Named = {guid: Guid; typeName: string; name: string; status: string};

export function namedEntity({types}: GraphRead, record: EntityRecord): Named {
  const {guid, typeName, status} = record;
  const type = types.entityTypes.get(typeName);
  const name = type === undefined ? '' : displayText(type, record);
  return {guid, typeName, name: name === '' ? guid : name, status};
}

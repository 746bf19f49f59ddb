import {body} from '@gazetteer/kernel';
import {membersOf, shapeOf, wholeNumber} from '@gazetteer/kernel/fields';
import {AppError, type EntityRecord, type Guid} from '@gazetteer/model';
import type {GraphTx} from '@gazetteer/store';
import type {Context} from '../catalog.ts';
import {writeGoverned} from '../entity/governance-types.ts';
import {planningOf} from '../entity/planning.ts';
import {saveRecord} from '../entity/save-record.ts';
import {change, query, steps} from '../operation.ts';
import {
  followsAttributes,
  followsOf,
  followsType,
  namedEntity,
  termTypes,
  type Follows,
  type Named,
} from './follows.ts';
import * as shapes from './shapes.ts';

/** Of one user, of both kinds together. */
const maxFollows = 500;

type FollowsJson = {
  entities: (Named & {followedTime: number})[];
  classifications: {name: string; followedTime: number}[];
};

/** GET /follows */
export const listFollows = query('GET /v2/follows', {
  summary: 'What the caller follows',
  description: 'Only the caller sees it. An addition to the Atlas API.',
  answer: shapes.follows,
  logAs: 'Follows.list',
  run: async (graph, _input, {actor: {userName}, mayReadType}): Promise<FollowsJson> => {
    const follows = await followsOf(graph, userName);
    const records = await graph.entities([...follows.entities.keys()], 'look');
    const entities = [...follows.entities].flatMap(([guid, followedTime]) => {
      const record = records.get(guid);
      return record === undefined ? [] : [{...namedEntity(graph, record), followedTime}];
    });
    const classifications = [...follows.classifications].flatMap(([name, followedTime]) => {
      const def = graph.types.defs.get(name);
      return def === undefined || !mayReadType(def) ? [] : [{name, followedTime}];
    });
    return {
      entities: entities.toSorted((a, b) => a.name.localeCompare(b.name)),
      classifications: classifications.toSorted((a, b) => a.name.localeCompare(b.name)),
    };
  },
});

/** PUT /follows/entities/{guid} @throws INSTANCE_GUID_NOT_FOUND, INVALID_PARAMETERS, CONFLICT */
export const followEntity = steps('PUT /v2/follows/entities/{guid}', {
  summary: 'Follow an entity',
  description:
    'An asset, a glossary term, a domain or a data product that the caller may read. Following again changes nothing. An addition to the Atlas API.',
  errors: ['INSTANCE_GUID_NOT_FOUND', 'INVALID_PARAMETERS', 'CONFLICT'],
  on: 'writer',
  run: async (c, {guid}: {guid: Guid}): Promise<void> =>
    await writeGoverned(c, 'Follows.followEntity', async tx => {
      await tx.entitiesNamed([guid], 'look');
      const record = (await tx.forCaller().entities([guid], 'look')).get(guid);
      if (record?.status !== 'ACTIVE') throw new AppError('INSTANCE_GUID_NOT_FOUND', [guid]);
      if (!isFollowable(tx, record))
        throw new AppError('INVALID_PARAMETERS', [`${record.typeName} cannot be followed`]);
      await changeFollows(c, tx, (before, now) =>
        before.entities.has(guid)
          ? before
          : {...before, entities: new Map([...before.entities, [guid, now]])},
      );
    }),
});

/** DELETE /follows/entities/{guid} */
export const unfollowEntity = change('DELETE /v2/follows/entities/{guid}', {
  summary: 'Stop following an entity',
  description: 'Also one that is gone. What is not followed is left as it is.',
  logAs: 'Follows.unfollowEntity',
  run: async (tx, {guid}, c): Promise<void> => {
    await changeFollows(c, tx, before =>
      before.entities.has(guid) ? {...before, entities: without(before.entities, guid)} : before,
    );
  },
});

/** PUT /follows/classifications/{name} @throws TYPE_NAME_NOT_FOUND, CONFLICT */
export const followClassification = steps('PUT /v2/follows/classifications/{name}', {
  summary: 'Follow a classification',
  description:
    'With its subtypes. Changes tell where it was added, changed or removed. Following again changes nothing. An addition to the Atlas API.',
  errors: ['TYPE_NAME_NOT_FOUND', 'CONFLICT'],
  on: 'writer',
  run: async (c, {name}: {name: string}): Promise<void> =>
    await writeGoverned(c, 'Follows.followClassification', async tx => {
      const def = tx.types.classificationTypes.get(name)?.def;
      if (def === undefined || !c.mayReadType(def))
        throw new AppError('TYPE_NAME_NOT_FOUND', [name]);
      await changeFollows(c, tx, (before, now) =>
        before.classifications.has(name)
          ? before
          : {...before, classifications: new Map([...before.classifications, [name, now]])},
      );
    }),
});

/** DELETE /follows/classifications/{name} */
export const unfollowClassification = change('DELETE /v2/follows/classifications/{name}', {
  summary: 'Stop following a classification',
  description: 'Also one that is gone. What is not followed is left as it is.',
  logAs: 'Follows.unfollowClassification',
  run: async (tx, {name}, c): Promise<void> => {
    await changeFollows(c, tx, before =>
      before.classifications.has(name)
        ? {...before, classifications: without(before.classifications, name)}
        : before,
    );
  },
});

const seen = {seenTime: wholeNumber('Time of the newest change that was shown')};

/** PUT /follows/seen */
export const markSeen = change('PUT /v2/follows/seen', {
  summary: 'Mark changes as read',
  description:
    'Changes up to `seenTime` are read from then on. It never goes back, nor into the future.',
  body: body(shapeOf(seen), json => membersOf(seen, (json ?? {}) as never)),
  answer: shapes.seen,
  errors: ['BAD_REQUEST'],
  logAs: 'Follows.markSeen',
  run: async (tx, {body: {seenTime: given}}, c): Promise<{seenTime: number}> => {
    const {seenTime} = await changeFollows(c, tx, (before, now) => {
      const time = Math.max(before.seenTime, Math.min(given, now));
      return time === before.seenTime ? before : {...before, seenTime: time};
    });
    return {seenTime};
  },
});

/**
 * Nothing is written where `changed` answers what it was given, nor for somebody who follows
 * nothing before anybody has followed anything.
 * @throws CONFLICT for more than somebody may follow
 */
async function changeFollows(
  c: Context,
  tx: GraphTx,
  changed: (before: Follows, now: number) => Follows,
): Promise<Follows> {
  const {userName} = c.actor;
  const before = await followsOf(tx, userName, 'change');
  const planning = planningOf(c);
  const after = changed(before, planning.now);
  if (after === before || !tx.types.entityTypes.has(followsType)) return before;
  const kept = after.entities.size > before.entities.size ? await withoutGone(tx, after) : after;
  if (kept.entities.size + kept.classifications.size > maxFollows)
    throw new AppError('CONFLICT', [`You follow ${maxFollows} already, which is the limit`]);
  await saveRecord(tx, planning, followsType, followsAttributes(userName, kept));
  return kept;
}

/** What was deleted permanently has no place among those that may be followed. */
async function withoutGone(tx: GraphTx, follows: Follows): Promise<Follows> {
  const known = await tx.entities([...follows.entities.keys()], 'look');
  return {...follows, entities: new Map([...follows.entities].filter(([guid]) => known.has(guid)))};
}

/** Of what the catalog keeps for itself, terms alone are of interest to people. */
function isFollowable({types}: GraphTx, {typeName}: EntityRecord): boolean {
  return types.entityTypes.get(typeName)?.isInternal === false || termTypes(types).has(typeName);
}

function without<Value>(map: ReadonlyMap<string, Value>, key: string): Map<string, Value> {
  return new Map([...map].filter(([name]) => name !== key));
}

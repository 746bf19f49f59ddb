import {also, body} from '@gazetteer/kernel';
import {list, needed} from '@gazetteer/kernel/parameters';
import {parseBody} from '@gazetteer/kernel/shape';
import {
  AppError,
  membershipOf,
  type GroupKind,
  type Guid,
  type ValueAction,
} from '@gazetteer/model';
import type {GraphTx} from '@gazetteer/store';
import {changeEntities} from '../bulk/change-entities.ts';
import type {Context} from '../catalog.ts';
import {groupRecords} from '../entity/governance-types.ts';
import {checkCount} from '../entity/save-entities.ts';
import {change} from '../operation.ts';
import * as shapes from './shapes.ts';

/**
 * How many of the assets were changed, how many were there before, and which may not be, with the
 * reason.
 */
export type Assigned = {
  changed: number;
  unchanged: number;
  refused: {guid: Guid; reason: string}[];
};

/** A domain or a product: both have members, in the same way. */
type Of = {readonly kind: GroupKind; readonly guid: Guid};
type Asked = Of & {readonly guids: readonly Guid[]};

const errors = ['INSTANCE_GUID_NOT_FOUND', 'TOO_MANY_ENTITIES', 'INVALID_PARAMETERS'] as const;

/** @throws INSTANCE_GUID_NOT_FOUND, TOO_MANY_ENTITIES, INVALID_PARAMETERS without any asset */
const assignAssets = change({
  logAs: 'Domains.assign',
  read: ({body: text, ...of}: Of & {body: string}, c) => {
    const given = parseBody(shapes.members, text) as {guids?: Guid[] | null} | null;
    return checked(c, {...of, guids: given?.guids ?? []});
  },
  run: async (tx, {kind, guid, guids}, c): Promise<Assigned> => {
    const action: ValueAction =
      kind === 'domain'
        ? {type: 'SET_DOMAIN', domainGuid: guid}
        : {type: 'ADD_TO_PRODUCTS', productGuids: [guid]};
    await refuseUnknown(tx, guids);
    return await changeMembers(c, tx, action, guids);
  },
});

/** Those that do not belong to it are left as they are. @throws as assigning */
const removeAssets = change({
  logAs: 'Domains.remove',
  read: (asked: Asked, c) => checked(c, asked),
  run: async (tx, {kind, guid, guids}, c): Promise<Assigned> => {
    // For the error of one that is not there: with nothing to remove, nobody else would look.
    await groupRecords(tx, kind, [guid]);
    const known = await refuseUnknown(tx, guids);
    const held = guids.filter(one => {
      const {domain, products} = membershipOf(known.get(one) ?? {});
      return kind === 'domain' ? domain === guid : products.includes(guid);
    });
    const action: ValueAction =
      kind === 'domain'
        ? {type: 'SET_DOMAIN', domainGuid: null}
        : {type: 'REMOVE_FROM_PRODUCTS', productGuids: [guid]};
    const done = await changeMembers(c, tx, action, held);
    return {...done, unchanged: done.unchanged + guids.length - held.length};
  },
});

/** The same for both kinds. */
const assigning = {body: body(shapes.members), answer: shapes.assigned, errors};
const removing = {
  query: {assets: needed(list('Once for each asset', 'asset'))},
  answer: shapes.assigned,
  errors,
};

export const assignToDomain = also(
  'POST /v2/domains/{guid}/assets',
  assignAssets,
  {
    summary: 'Move assets to a domain',
    description:
      'An asset belongs to one domain: it leaves the one that it was in. What the caller may not change is listed with the reason, and the rest is moved.',
    ...assigning,
  },
  input => ({...input, kind: 'domain' as const}),
);

export const removeFromDomain = also(
  'DELETE /v2/domains/{guid}/assets',
  removeAssets,
  {
    summary: 'Remove assets from a domain',
    description: 'Those that belong to another domain are left as they are.',
    ...removing,
  },
  ({guid, assets}) => ({kind: 'domain' as const, guid, guids: assets}),
);

export const assignToProduct = also(
  'POST /v2/products/{guid}/assets',
  assignAssets,
  {
    summary: 'Add assets to a data product',
    description:
      'An asset can belong to several. What the caller may not change is listed with the reason, and the rest is added.',
    ...assigning,
  },
  input => ({...input, kind: 'product' as const}),
);

export const removeFromProduct = also(
  'DELETE /v2/products/{guid}/assets',
  removeAssets,
  {
    summary: 'Remove assets from a data product',
    description: 'Those that do not belong to it are left as they are.',
    ...removing,
  },
  ({guid, assets}) => ({kind: 'product' as const, guid, guids: assets}),
);

export const memberOperations = {assignAssets, removeAssets};

/** One that is named twice is changed once. */
function checked(c: Context, {guids, ...asked}: Asked): Asked {
  if (guids.length === 0 || guids.some(guid => typeof guid !== 'string'))
    throw new AppError('INVALID_PARAMETERS', ['guids are needed']);
  checkCount(c, guids.length);
  return {...asked, guids: [...new Set(guids)]};
}

/** Before anything is changed: a wrong guid is a mistake of the whole request. */
async function refuseUnknown(tx: GraphTx, guids: readonly Guid[]) {
  const known = await tx.entitiesNamed(guids);
  const missing = guids.find(guid => !known.has(guid));
  if (missing !== undefined) throw new AppError('INSTANCE_GUID_NOT_FOUND', [missing]);
  return known;
}

async function changeMembers(
  c: Context,
  tx: GraphTx,
  action: ValueAction,
  guids: readonly Guid[],
): Promise<Assigned> {
  // Each in its own right: one that the caller may not change keeps no other from being changed.
  const done = await changeEntities(
    c,
    tx,
    action,
    guids.map(guid => ({guid})),
  );
  const count = (outcome: string) => done.filter(one => one.outcome === outcome).length;
  return {
    changed: count('CHANGED'),
    unchanged: count('UNCHANGED'),
    refused: done.flatMap(({guid, outcome, reason}) =>
      outcome === 'REFUSED' ? [{guid, reason}] : [],
    ),
  };
}

import {body} from '@gazetteer/kernel';
import {list, named, object, text} from '@gazetteer/kernel/shape';
import {
  AppError,
  emptyChangeSet,
  ownersOf,
  planOwners,
  type Guid,
  type OwnerRoles,
} from '@gazetteer/model';
import {steps} from '../operation.ts';
import {writeGoverned} from './governance-types.ts';
import {planningOf} from './planning.ts';
import {recordOf} from './read-entities.ts';

/** In one role; more are hardly responsible. */
const maxNames = 50;
const maxLength = 200;

const names = (description: string) => list(text(), description);
const owners = named('Owners', 'Who is responsible for an asset, in which role', () =>
  object({
    owners: names('The first one is the attribute `owner`'),
    stewards: names('Who looks after documentation, terms and quality'),
    technicalContacts: names('Who is asked when something does not work'),
  }),
);

/** PUT /entity/guid/{guid}/owners @throws INSTANCE_GUID_NOT_FOUND, INVALID_PARAMETERS */
export const setOwners = steps('PUT /v2/entity/guid/{guid}/owners', {
  summary: 'Set the owners, stewards and technical contacts of an entity',
  description:
    'Names of users and groups, or any other text. Roles that are left out are kept. The first owner is the attribute `owner` where the type has it; the others are business metadata (`AssetOwnership`), which is created with the first of them. An addition to the Atlas API.',
  body: body(owners),
  answer: owners,
  errors: ['INSTANCE_GUID_NOT_FOUND', 'INVALID_PARAMETERS'],
  on: 'writer',
  read: ({guid, body: json}: {guid: Guid; body: unknown}) => ({
    guid,
    roles: readRoles(json as GivenRoles | null),
  }),
  run: async (c, {guid, roles}): Promise<OwnerRoles> =>
    await writeGoverned(c, 'AtlasEntityStoreV2.setOwners', async tx => {
      const before = await recordOf(tx, {guid});
      const planning = planningOf(c);
      const after = planOwners(tx.types, before, roles, planning);
      if (after !== before)
        await tx.apply({...emptyChangeSet(), updated: [{before, after}]}, planning);
      return ownersOf(after);
    }),
});

type GivenRoles = Readonly<Partial<Record<keyof OwnerRoles, (string | null)[] | null>>>;

/** Other members are none of ours; null is a role that was left out. */
function readRoles(given: GivenRoles | null): Partial<OwnerRoles> {
  if (given === null) throw new AppError('INVALID_PARAMETERS', ['roles are needed']);
  const read = (['owners', 'stewards', 'technicalContacts'] as const).flatMap(role => {
    const list = given[role];
    if (list === undefined || list === null) return [];
    const distinct = [...new Set(list.map(name => (name ?? '').trim()))];
    const isFit = ({length}: string) => length > 0 && length <= maxLength;
    if (distinct.length > maxNames || !distinct.every(isFit))
      throw new AppError('INVALID_PARAMETERS', [
        `${role} takes up to ${maxNames} names of 1 to ${maxLength} characters`,
      ]);
    return [[role, distinct] as const];
  });
  return Object.fromEntries(read);
}

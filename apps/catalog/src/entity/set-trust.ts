import {body} from '@gazetteer/kernel';
import {integer, named, nullable, object, text} from '@gazetteer/kernel/shape';
import {
  AppError,
  emptyChangeSet,
  planBusinessUpdate,
  readTrust,
  trustGroup,
  trustOf,
  trustValues,
  type Guid,
  type Trust,
  type TrustInput,
} from '@gazetteer/model';
import type {GraphRead} from '@gazetteer/store';
import {steps} from '../operation.ts';
import {writeGoverned} from './governance-types.ts';
import {planningOf} from './planning.ts';
import {recordOf} from './read-entities.ts';

const said = {
  certification: text('Certified, Draft, Deprecated or another element of `AssetCertification`'),
  deprecationReason: text('Of deprecated ones: why it is not to be used any more'),
  tier: text('Tier 1 to Tier 5 or another element of `AssetTier`'),
  announcement: text('What users of the asset have to know now'),
  announcementType: text(
    'Information, Warning, Issue or another element of `AnnouncementType`; Information where only the text is given',
  ),
};
const successor = text('Of deprecated ones: the GUID of the entity to use in its place');

export const trustInput = named('TrustInput', 'How far an asset can be relied on', () =>
  object({
    ...Object.fromEntries(Object.entries(said).map(([name, shape]) => [name, nullable(shape)])),
    successorGuid: nullable(successor),
  }),
);
const trust = named('Trust', 'How far an asset can be relied on, as far as it was said', () =>
  object({
    ...said,
    successor,
    announcedBy: text('Who has announced it'),
    announcedTime: integer('When, in milliseconds since 1970'),
  }),
);

/** PUT /entity/guid/{guid}/trust @throws INSTANCE_GUID_NOT_FOUND, INVALID_PARAMETERS */
export const setTrust = steps('PUT /v2/entity/guid/{guid}/trust', {
  summary: 'Certify or deprecate an entity, set its tier, announce something',
  description:
    'What is left out is kept, null takes it away. A reason and a successor end with the deprecation. Stored as business metadata (`AssetTrust`), which is created with the first of it. An addition to the Atlas API.',
  body: body(trustInput),
  answer: trust,
  errors: ['INSTANCE_GUID_NOT_FOUND', 'INVALID_PARAMETERS'],
  on: 'writer',
  read: ({guid, body: json}: {guid: Guid; body: unknown}) => ({guid, input: readTrust(json)}),
  run: async (c, {guid, input}): Promise<Trust> =>
    await writeGoverned(c, 'AtlasEntityStoreV2.setTrust', async tx => {
      const before = await recordOf(tx, {guid});
      // As the caller sees it: what they may not read is not to be found out by naming it as a
      // successor.
      await checkSuccessor(tx.forCaller(), input);
      const planning = planningOf(c);
      const values = trustValues(tx.types, before, input, planning);
      const after = planBusinessUpdate(tx.types, before, {[trustGroup]: values}, false, planning);
      // Said once more it is no change: nothing is written, and nobody is told.
      if (after !== before)
        await tx.apply({...emptyChangeSet(), updated: [{before, after}]}, planning);
      return trustOf(after);
    }),
});

/** @throws INSTANCE_GUID_NOT_FOUND for one that is not there, or may not be read */
export async function checkSuccessor(
  graph: GraphRead,
  {successorGuid: guid}: TrustInput,
): Promise<void> {
  if (guid === undefined || guid === null) return;
  if ((await graph.entities([guid], 'look')).get(guid)?.status !== 'ACTIVE')
    throw new AppError('INSTANCE_GUID_NOT_FOUND', [guid]);
}

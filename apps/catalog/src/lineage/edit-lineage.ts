import {body} from '@gazetteer/kernel';
import {named, object, text} from '@gazetteer/kernel/shape';
import {AppError, manualLabel, manualName, type EntityRecord, type Guid} from '@gazetteer/model';
import type {GraphRead} from '@gazetteer/store';
import {deleteIn} from '../entity/delete-entities.ts';
import {planningOf} from '../entity/planning.ts';
import {recordsOf} from '../entity/read-entities.ts';
import {saveIn} from '../entity/save-entities.ts';
import {change} from '../operation.ts';

const maxReason = 2000;

const input = named('LineageInput', 'A data set that another one is made from', () =>
  object({inputGuid: text('Of the data set upstream'), reason: text('Why it is said by hand')}, [
    'inputGuid',
    'reason',
  ]),
);
const added = named('AddedLineage', 'What stands between the two data sets', () =>
  object({processGuid: text('Of the process, which is labeled `lineage_by_hand`')}, [
    'processGuid',
  ]),
);

/** POST /lineage/{guid}/inputs @throws INSTANCE_GUID_NOT_FOUND, INVALID_PARAMETERS */
export const addLineageInput = change('POST /v2/lineage/{guid}/inputs', {
  summary: 'Say by hand that a data set is made from another one',
  description:
    'Creates a process between them with the label `lineage_by_hand`, its reason as description and the caller as owner; one that is there already gets the new reason. An addition to the Atlas API.',
  body: body(input),
  answer: added,
  errors: ['INSTANCE_GUID_NOT_FOUND', 'INVALID_PARAMETERS', 'INVALID_LINEAGE_ENTITY_TYPE'],
  logAs: 'Lineage.addInput',
  read: ({guid, body: json}: {guid: Guid; body: unknown}) => {
    const {inputGuid, reason} = (json ?? {}) as {inputGuid?: string; reason?: string};
    const why = (reason ?? '').trim();
    if (inputGuid === undefined || inputGuid === '' || why === '' || why.length > maxReason)
      throw new AppError('INVALID_PARAMETERS', [
        `inputGuid and a reason of up to ${maxReason} characters are needed`,
      ]);
    if (inputGuid === guid)
      throw new AppError('INVALID_PARAMETERS', ['a data set is not made from itself']);
    return {guid, inputGuid, reason: why};
  },
  run: async (tx, {guid, inputGuid, reason}, c): Promise<{processGuid: Guid}> => {
    const [output, upstream] = await recordsOf(tx, [guid, inputGuid]);
    for (const record of [output, upstream]) checkDataSet(tx, record as EntityRecord);
    const planning = planningOf(c);
    const qualifiedName = manualName(inputGuid, guid);
    const entity = {
      guid: '-1',
      typeName: 'Process',
      attributes: {
        qualifiedName,
        name: 'Added by hand',
        description: reason,
        owner: c.actor.userName,
        inputs: [{guid: inputGuid}],
        outputs: [{guid}],
      },
      relationshipAttributes: {},
      classifications: [],
      labels: [manualLabel],
    };
    // Saved by its qualified name: the same two data sets have one process, however often it is
    // said.
    const {guidAssignments} = await saveIn(
      tx,
      {entities: [entity], referredEntities: new Map()},
      planning,
    );
    const processGuid =
      guidAssignments.get('-1') ?? (await processOf(tx.forCaller(), inputGuid, guid)).guid;
    return {processGuid};
  },
});

/** DELETE /lineage/{guid}/inputs/{inputGuid} @throws INSTANCE_GUID_NOT_FOUND */
export const removeLineageInput = change('DELETE /v2/lineage/{guid}/inputs/{inputGuid}', {
  summary: 'Remove lineage that was said by hand',
  description:
    'Deletes the process of `POST /v2/lineage/{guid}/inputs`. Lineage that a source reports is not removed: it would come again. An addition to the Atlas API.',
  errors: ['INSTANCE_GUID_NOT_FOUND'],
  logAs: 'Lineage.removeInput',
  run: async (tx, {guid, inputGuid}, c): Promise<void> => {
    await recordsOf(tx, [guid, inputGuid]);
    const {guid: process} = await processOf(tx.forCaller(), inputGuid, guid);
    await deleteIn(c, tx, [process]);
  },
});

/** @throws INSTANCE_GUID_NOT_FOUND */
async function processOf(graph: GraphRead, from: Guid, to: Guid): Promise<EntityRecord> {
  const ref = {typeName: 'Process', attribute: 'qualifiedName', value: manualName(from, to)};
  const [found] = await graph.byUnique([ref], 'look');
  // Without the label it is a process that a source reports, and none that somebody may take back.
  if (found?.status !== 'ACTIVE' || found.labels?.includes(manualLabel) !== true)
    throw new AppError('INSTANCE_GUID_NOT_FOUND', [from]);
  return found;
}

/** @throws INVALID_LINEAGE_ENTITY_TYPE, INSTANCE_GUID_NOT_FOUND for one that is deleted */
function checkDataSet({types}: GraphRead, {guid, typeName, status}: EntityRecord): void {
  if (status !== 'ACTIVE') throw new AppError('INSTANCE_GUID_NOT_FOUND', [guid]);
  const line = new Set([typeName, ...types.entityType(typeName).superTypes]);
  if (!line.has('DataSet')) throw new AppError('INVALID_LINEAGE_ENTITY_TYPE', [guid, typeName]);
}

import {also, bodyIfAny} from '@gazetteer/kernel';
import {uniqueAttributes} from '@gazetteer/kernel/parameters';
import {AppError, emptyChangeSet, planLabels, touch} from '@gazetteer/model';
import type {GraphTx} from '@gazetteer/store';
import {change} from '../operation.ts';
import type {Context} from '../catalog.ts';
import * as shapes from './shapes.ts';
import {badLabels, byUnique} from './addresses.ts';
import {planningOf} from './planning.ts';
import {recordOf, type EntityRef} from './read-entities.ts';

const labelsByUnique = {
  query: {attributes: uniqueAttributes},
  body: bodyIfAny(shapes.labels),
  errors: [...byUnique, ...badLabels],
} as const;

type Labelling = EntityRef & {body: string[]};

/**
 * POST …/labels, by guid or unique attributes: these and no others; none at all for an empty body.
 */
export const setLabels = change('POST /v2/entity/guid/{guid}/labels', {
  summary: 'Replace the labels of an entity',
  description: 'Labels that the body does not list are removed. Without a body all are.',
  body: bodyIfAny(shapes.labels, readLabels),
  errors: ['INSTANCE_GUID_NOT_FOUND', 'INVALID_PARAMETERS'],
  logAs: 'AtlasEntityStoreV2.setLabels',
  run: async (tx, {body: given, ...ref}: Labelling, c): Promise<void> => {
    await changeLabels(tx, ref, () => given, c);
  },
});

export const setLabelsByUniqueAttributes = also(
  'POST /v2/entity/uniqueAttribute/type/{typeName}/labels',
  setLabels,
  {
    summary: 'Replace the labels of the entity with these unique attributes',
    description: 'Labels that the body does not list are removed. Without a body all are.',
    ...labelsByUnique,
  },
);

/** PUT …/labels */
export const addLabels = change('PUT /v2/entity/guid/{guid}/labels', {
  summary: 'Add labels to an entity',
  description: 'Labels that the entity already has are kept.',
  body: bodyIfAny(shapes.labels, readLabels),
  errors: ['INSTANCE_GUID_NOT_FOUND', 'INVALID_PARAMETERS'],
  logAs: 'AtlasEntityStoreV2.addLabels',
  run: async (tx, {body: given, ...ref}: Labelling, c): Promise<void> => {
    await changeLabels(tx, ref, old => [...old, ...given], c);
  },
});

export const addLabelsByUniqueAttributes = also(
  'PUT /v2/entity/uniqueAttribute/type/{typeName}/labels',
  addLabels,
  {
    summary: 'Add labels to the entity with these unique attributes',
    description: 'Labels that the entity already has are kept.',
    ...labelsByUnique,
  },
);

/** DELETE …/labels */
export const removeLabels = change('DELETE /v2/entity/guid/{guid}/labels', {
  summary: 'Remove labels from an entity',
  description: 'Labels that the entity does not have are ignored.',
  body: bodyIfAny(shapes.labels, readLabels),
  errors: ['INSTANCE_GUID_NOT_FOUND', 'INVALID_PARAMETERS'],
  logAs: 'AtlasEntityStoreV2.removeLabels',
  run: async (tx, {body: given, ...ref}: Labelling, c): Promise<void> => {
    await changeLabels(tx, ref, old => old.filter(label => !given.includes(label)), c);
  },
});

export const removeLabelsByUniqueAttributes = also(
  'DELETE /v2/entity/uniqueAttribute/type/{typeName}/labels',
  removeLabels,
  {
    summary: 'Remove labels from the entity with these unique attributes',
    description: 'Labels that the entity does not have are ignored.',
    ...labelsByUnique,
  },
);

async function changeLabels(
  tx: GraphTx,
  ref: EntityRef,
  change: (old: readonly string[]) => readonly string[],
  c: Context,
): Promise<void> {
  const before = await recordOf(tx, ref);
  const labels = planLabels(change(before.labels ?? []), c.settings.annotationLimits);
  const isSame =
    labels.length === (before.labels ?? []).length &&
    labels.every(label => before.labels?.includes(label));
  if (isSame) return;
  const planning = planningOf(c);
  const {labels: _old, ...rest} = touch(before, planning);
  const after = labels.length === 0 ? rest : {...rest, labels};
  await tx.apply({...emptyChangeSet(), updated: [{before, after}]}, planning);
}

/** None at all where nothing is given. */
function readLabels(json: unknown): string[] {
  if (json === null) return [];
  if (!Array.isArray(json) || json.some(label => typeof label !== 'string'))
    throw new AppError('INVALID_PARAMETERS', ['labels must be texts']);
  return json as string[];
}

import {AppError, emptyChangeSet, planLabels, touch} from '@gazetteer/model';
import {parseBody} from '../api/shape.ts';
import type {Catalog} from '../catalog.ts';
import {planningOf} from './planning.ts';
import {recordOf, type EntityRef} from './read-entities.ts';
import {labels as labelList} from './shapes.ts';

type Labelling = EntityRef & {body: string | undefined};

/** POST …/labels, by guid or unique attributes: these and no others; none at all for an empty body. */
export async function setLabels(c: Catalog, args: Labelling): Promise<void> {
  await changeLabels(c, args, 'AtlasEntityStoreV2.setLabels', (_old, given) => given);
}

/** PUT …/labels */
export async function addLabels(c: Catalog, args: Labelling): Promise<void> {
  await changeLabels(c, args, 'AtlasEntityStoreV2.addLabels', (old, given) => [...old, ...given]);
}

/** DELETE …/labels */
export async function removeLabels(c: Catalog, args: Labelling): Promise<void> {
  await changeLabels(c, args, 'AtlasEntityStoreV2.removeLabels', (old, given) =>
    old.filter(label => !given.includes(label)),
  );
}

async function changeLabels(
  c: Catalog,
  {body, ...ref}: Labelling,
  operation: string,
  change: (old: readonly string[], given: readonly string[]) => readonly string[],
): Promise<void> {
  const given = readLabels(body);
  await c.write(operation, async tx => {
    const before = await recordOf(tx, ref);
    const labels = planLabels(change(before.labels ?? [], given), c.settings.annotationLimits);
    const isSame =
      labels.length === (before.labels ?? []).length && labels.every(label => before.labels?.includes(label));
    if (isSame) return;
    const planning = planningOf(c);
    const {labels: _old, ...rest} = touch(before, planning);
    const after = labels.length === 0 ? rest : {...rest, labels};
    await tx.apply({...emptyChangeSet(), updated: [{before, after}]}, planning);
  });
}

function readLabels(body: string | undefined): string[] {
  const json = body === undefined ? null : parseBody(labelList, body);
  if (json === null) return [];
  if (!Array.isArray(json) || json.some(label => typeof label !== 'string'))
    throw new AppError('INVALID_PARAMETERS', ['labels must be texts']);
  return json as string[];
}

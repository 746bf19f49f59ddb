import {emptyChangeSet, planBusinessRemoval, planBusinessUpdate, type Guid} from '@gazetteer/model';
import {parseBody} from '../api/shape.ts';
import type {Catalog} from '../catalog.ts';
import {planningOf} from './planning.ts';
import {recordOf} from './read-entities.ts';
import * as shapes from './shapes.ts';

/** `name`: the one business metadata that the body holds the values of; without it they stand by its name in the body. */
type Business = {guid: Guid; name?: string; body: string};

/** POST /entity/guid/{guid}/businessmetadata and …/businessmetadata/{name} @throws what `planBusinessUpdate` throws */
export async function setBusinessMetadata(
  c: Catalog,
  {guid, name, body, isOverwrite}: Business & {isOverwrite: boolean},
): Promise<void> {
  const given = readValues(name, body);
  await c.write('AtlasEntityStoreV2.addOrUpdateBusinessAttributes', async tx => {
    const before = await recordOf(tx, {guid});
    const planning = planningOf(c);
    const after = planBusinessUpdate(tx.types, before, given, isOverwrite, planning);
    if (after !== before) await tx.apply({...emptyChangeSet(), updated: [{before, after}]}, planning);
  });
}

/** DELETE /entity/guid/{guid}/businessmetadata and …/businessmetadata/{name} @throws what `planBusinessRemoval` throws */
export async function removeBusinessMetadata(c: Catalog, {guid, name, body}: Business): Promise<void> {
  const given = readValues(name, body);
  await c.write('AtlasEntityStoreV2.removeBusinessAttributes', async tx => {
    const before = await recordOf(tx, {guid});
    const planning = planningOf(c);
    const after = planBusinessRemoval(tx.types, before, given, planning);
    if (after !== before) await tx.apply({...emptyChangeSet(), updated: [{before, after}]}, planning);
  });
}

/** By business metadata. */
function readValues(name: string | undefined, body: string): unknown {
  return name === undefined
    ? parseBody(shapes.businessAttributes, body)
    : {[name]: parseBody(shapes.businessValues, body)};
}

import {readEntityBody, type SaveRequest} from '@gazetteer/model';
import {parseBody} from '../api/shape.ts';
import type {Catalog} from '../catalog.ts';
import {mutationJson, type MutationJson} from './mutation.ts';
import {planningOf} from './planning.ts';
import {uniqueRecord, type ByUnique} from './read-entities.ts';
import {saveIn} from './save-entities.ts';
import * as shapes from './shapes.ts';

/**
 * PUT /entity/uniqueAttribute/type/{typeName}?attr:name=value: changes what the body carries of the one entity found, whatever
 * guid the body gives it. What the type demands need not be in it.
 * @throws INSTANCE_BY_UNIQUE_ATTRIBUTE_NOT_FOUND, ATTRIBUTE_UNIQUE_INVALID, and what a save throws
 */
export async function updateByUniqueAttributes(
  c: Catalog,
  {body, ...by}: ByUnique & {body: string},
): Promise<MutationJson> {
  const given = readEntityBody(parseBody(shapes.entityWithExtInfo, body), 'no entity to update.');
  return await c.write('AtlasEntityStoreV2.updateByUniqueAttributes', async tx => {
    const record = await uniqueRecord(tx, by);
    const entities = given.entities.map(entity => {
      const typeName = entity.typeName === '' ? record.typeName : entity.typeName;
      return {...entity, typeName, guid: record.guid};
    });
    const request: SaveRequest = {...given, entities};
    const {changes, guidAssignments} = await saveIn(tx, request, planningOf(c), 'partial', c.settings.createShells);
    return await mutationJson(tx, changes, guidAssignments, 'PARTIAL_UPDATE');
  });
}

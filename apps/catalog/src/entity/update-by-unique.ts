import {body} from '@gazetteer/kernel';
import {uniqueAttributes} from '@gazetteer/kernel/parameters';
import {readEntityBody, type SaveRequest} from '@gazetteer/model';
import {change} from '../operation.ts';
import {badEntity, byUnique} from './addresses.ts';
import {mutationJson, type MutationJson} from './mutation.ts';
import {planningOf} from './planning.ts';
import {uniqueRecord} from './read-entities.ts';
import {saveIn} from './save-entities.ts';
import * as shapes from './shapes.ts';

/**
 * PUT /entity/uniqueAttribute/type/{typeName}?attr:name=value: changes what the body carries of the
 * one entity found, whatever guid the body gives it. What the type demands need not be in it.
 * @throws INSTANCE_BY_UNIQUE_ATTRIBUTE_NOT_FOUND, ATTRIBUTE_UNIQUE_INVALID, and what a save throws
 */
export const updateByUniqueAttributes = change('PUT /v2/entity/uniqueAttribute/type/{typeName}', {
  summary: 'Change what the body carries of the entity with these unique attributes',
  description:
    'The entity is named by `attr:` and a unique attribute, such as `attr:qualifiedName=sales.orders@prod`. Attributes that the body leaves out keep their values.',
  query: {attributes: uniqueAttributes},
  body: body(shapes.entityWithExtInfo, json => readEntityBody(json, 'no entity to update.')),
  answer: shapes.mutation,
  errors: [...byUnique, ...badEntity],
  logAs: 'AtlasEntityStoreV2.updateByUniqueAttributes',
  run: async (tx, {body: given, ...by}, c): Promise<MutationJson> => {
    const record = await uniqueRecord(tx, by);
    const entities = given.entities.map(entity => {
      const typeName = entity.typeName === '' ? record.typeName : entity.typeName;
      return {...entity, typeName, guid: record.guid};
    });
    const request: SaveRequest = {...given, entities};
    const {changes, guidAssignments} = await saveIn(
      tx,
      request,
      planningOf(c),
      'partial',
      c.settings.createShells,
    );
    return await mutationJson(tx, changes, guidAssignments, 'PARTIAL_UPDATE');
  },
});

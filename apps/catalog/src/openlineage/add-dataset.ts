import {body} from '@gazetteer/kernel';
import {datasetBodies, mergeFacets, namedIdentity, type Guid} from '@gazetteer/model';
import {mutationJson, type MutationJson} from '../entity/mutation.ts';
import {planningOf} from '../entity/planning.ts';
import {checkCount, saveIn} from '../entity/save-entities.ts';
import {steps} from '../operation.ts';
import * as entityShapes from '../entity/shapes.ts';
import {readToldDataset, toldDataset} from './datasets-body.ts';
import {keyOf} from './dataset-rows.ts';
import {Bodies, haveColumns, presentAs, presentOf} from './entity-request.ts';
import {writeWithTypes} from './open-lineage-types.ts';

/** POST /lineage/datasets: what nobody has registered yet, with what holds it and its columns. */
export const addDataset = steps('POST /v2/lineage/datasets', {
  summary: 'Register a data set by the name of its producer',
  description:
    'Creates the asset that the name means, with its database and its columns, as an event of OpenLineage would. Of an asset that is there only what is empty is filled. An addition to the Atlas API.',
  body: body(toldDataset, readToldDataset),
  answer: entityShapes.mutation,
  errors: ['BAD_REQUEST', 'TOO_MANY_ENTITIES'],
  on: 'writer',
  run: async (c, {body: told}): Promise<MutationJson> =>
    await writeWithTypes(c, 'OpenLineage.addDataset', async tx => {
      const of = namedIdentity(told, c.settings.openLineage);
      const [key, planning] = [keyOf(of), planningOf(c)];
      const record = (await presentOf(tx, [key])).get(key);
      const withColumns = await haveColumns(tx, record === undefined ? [] : [record]);
      const facets = mergeFacets({}, told.facets, planning.now);
      const bodies = new Bodies();
      bodies.add(refer => datasetBodies(of, facets, presentAs(record, withColumns), refer));
      const request = bodies.request();
      checkCount(c, request.entities.length);
      const {changes, guidAssignments} = await saveIn(tx, request, planning);
      return await mutationJson(tx, changes, guidAssignments as ReadonlyMap<Guid, Guid>);
    }),
});

import {list, object} from '@gazetteer/kernel/shape';
import {containmentsAbove, pathAbove, type EntityHeader} from '@gazetteer/model';
import {query} from '../operation.ts';
import {readHeaders} from './headers.ts';
import {recordsOf} from './read-entities.ts';
import * as shapes from './shapes.ts';

/** Containers in containers end here, whatever somebody has put into each other. */
const maxLevels = 16;

/**
 * GET /entity/guid/{guid}/path: what contains the entity, in a constant number of statements.
 * @throws INSTANCE_GUID_NOT_FOUND
 */
export const readPath = query('GET /v2/entity/guid/{guid}/path', {
  summary: 'What contains an entity, outermost first',
  description:
    'Of a column the database and the table. Containers follow from type definitions: from relationships whose end `isContainer` and of whose parts each has only one, and from attributes with the constraint `ownedRef`.',
  answer: object(
    {path: list(shapes.entityHeader, 'From the outermost container to that of the entity')},
    ['path'],
  ),
  errors: ['INSTANCE_GUID_NOT_FOUND'],
  logAs: 'AtlasEntityStoreV2.getPath',
  run: async (graph, {guid}): Promise<{path: EntityHeader[]}> => {
    const [record] = await recordsOf(graph, [guid]);
    const above = containmentsAbove(graph.types, record?.typeName ?? '');
    const steps = above.map(({edge, partEnd}) => ({typeName: edge, from: partEnd}));
    const path = pathAbove(guid, await graph.edgesAlong(guid, steps, maxLevels), above);
    const containers = await graph.entities(path);
    return {
      path: await readHeaders(
        graph,
        path.flatMap(one => containers.get(one) ?? []),
      ),
    };
  },
});

import {routesOf, streams} from '@gazetteer/kernel/http';
import type {Route} from '../api/route.ts';
import {editorDataRoutes} from './editor-data.ts';
import {type EditorDoor, placesOf} from './editor-places.ts';
import {readColumnLineage} from './read-column-graph.ts';
import {readProducerLineage} from './read-graph.ts';
import * as names from './read-names.ts';
import * as sources from './read-sources.ts';
import {receiveLineageEvent, receiveLineageEvents} from './receive-events.ts';
import * as shapes from './shapes.ts';

/** Where producers of OpenLineage send, and clients of Marquez ask, unless they are told otherwise. */
export const producerRoutes: readonly Route[] = routesOf({
  receiveLineageEvent,
  receiveLineageEvents,
  readProducerLineage,
  readColumnLineage,
  ...names,
  ...sources,
}).map(route => ({...route, path: producerPath(route.path)}));

function producerPath(path: string): string {
  if (path === '/v2/openlineage/events') return '/events/lineage';
  return path.replace('/v2/openlineage', '').replace('/v2/lineage/events', '/lineage');
}

export type {EditorDoor} from './editor-places.ts';

/** What the catalog asks the editor. */
export const editorRoutes: readonly Route<EditorDoor>[] = [
  streams<EditorDoor>()(
    'GET /v2/entity/guid/{guid}/editor',
    {
      summary: 'Where an entity can be queried',
      description:
        'Engines of the editor that the caller may use and that have the table; none where there is no editor or it does not answer. An addition to the Atlas API.',
      answer: shapes.editorPlaces,
      errors: ['INSTANCE_GUID_NOT_FOUND'],
    },
    async ({guid}, request, _reply, door) => {
      const {neighbour, places} = await placesOf(door, request, guid);
      const url = neighbour?.pagesFor(request);
      return {...(url === undefined ? {} : {url}), places: [...places]};
    },
  ),
  ...editorDataRoutes,
];

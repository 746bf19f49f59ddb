import {routesOf, streams} from '@gazetteer/kernel/http';
import {nameIn, type NamingRules} from '@gazetteer/model';
import type {Neighbour} from '@gazetteer/server';
import type {FastifyRequest} from 'fastify';
import {callerOf, type Door, type Route} from '../api/route.ts';
import {readHeader} from '../entity/read-entities.ts';
import {receiveLineageEvent, receiveLineageEvents} from './receive-events.ts';
import * as shapes from './shapes.ts';

/**
 * Where producers of OpenLineage send to unless they are told otherwise: below `/api/v1`,
 * `/lineage` and `/lineage/batch`.
 */
export const producerRoutes: readonly Route[] = routesOf({
  receiveLineageEvent,
  receiveLineageEvents,
}).map(route => ({
  ...route,
  path: route.path.replace('/v2/lineage/events', '/lineage'),
}));

export type EditorDoor = Door & {
  /** The editor, where there is one. */
  readonly editor: () => Neighbour | undefined;
  readonly naming: NamingRules;
};

/** An engine of the editor, as the caller may use it. */
type Engine = {
  readonly engine: string;
  readonly name: string;
  readonly places: readonly EngineNamespace[];
};
/** Names of tables begin alike; without a database they have that as well. */
type EngineNamespace = {
  readonly namespace: string;
  readonly prefix: string;
  readonly database?: string;
};

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
    async ({guid}, request, _reply, {host, editor, naming}) => {
      const {typeName, attributes} = await host.call(readHeader, callerOf(request), {guid});
      const entity = {typeName, qualifiedName: String(attributes?.['qualifiedName'] ?? '')};
      const neighbour = editor();
      const engines = neighbour === undefined ? [] : await enginesOf(neighbour, request);
      const url = neighbour?.pagesFor(request);
      const places = engines.flatMap(({engine, name, places: own}) =>
        own
          .flatMap(place => tableAt(place, nameIn(place.namespace, entity, naming)))
          .slice(0, 1)
          .map(table => ({engine, engineName: name, ...table})),
      );
      return {...(url === undefined ? {} : {url}), places};
    },
  ),
];

/** A page is shown without links where the editor is away. */
async function enginesOf(editor: Neighbour, request: FastifyRequest): Promise<readonly Engine[]> {
  try {
    const answer = await editor.fetchAs(request.actor)('/api/v1/catalog/engines');
    if (!answer.ok) throw new Error(`the editor answered ${answer.status}`);
    return ((await answer.json()) as {engines: Engine[]}).engines;
  } catch (error) {
    request.log.warn({error}, 'the editor does not tell its engines');
    return [];
  }
}

function tableAt(
  {prefix, database}: EngineNamespace,
  name: string | undefined,
): {database: string; table: string}[] {
  if (name?.startsWith(prefix) !== true) return [];
  const rest = name.slice(prefix.length);
  const dot = rest.lastIndexOf('.');
  if (database !== undefined) return [{database, table: rest}];
  return dot < 1 ? [] : [{database: rest.slice(0, dot), table: rest.slice(dot + 1)}];
}

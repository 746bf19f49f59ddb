import {nameIn, type NamingRules} from '@gazetteer/model';
import type {Neighbour} from '@gazetteer/server';
import type {FastifyRequest} from 'fastify';
import {callerOf, type Door} from '../api/route.ts';
import {readHeader} from '../entity/read-entities.ts';

export type EditorDoor = Door & {
  /** The editor, where there is one. */
  readonly editor: () => Neighbour | undefined;
  readonly naming: NamingRules;
};

/** A table of an engine that the caller may use. */
export type EnginePlace = {
  readonly engine: string;
  readonly engineName: string;
  readonly database: string;
  readonly table: string;
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

/**
 * Where an entity can be queried by the caller; without an editor nowhere.
 * @throws INSTANCE_GUID_NOT_FOUND
 */
export async function placesOf(
  {host, editor, naming}: EditorDoor,
  request: FastifyRequest,
  guid: string,
): Promise<{readonly neighbour: Neighbour | undefined; readonly places: readonly EnginePlace[]}> {
  const {typeName, attributes} = await host.call(readHeader, callerOf(request), {guid});
  const entity = {typeName, qualifiedName: String(attributes?.['qualifiedName'] ?? '')};
  const neighbour = editor();
  const engines = neighbour === undefined ? [] : await enginesOf(neighbour, request);
  const places = engines.flatMap(({engine, name, places: own}) =>
    own
      .flatMap(place => tableAt(place, nameIn(place.namespace, entity, naming)))
      .slice(0, 1)
      .map(table => ({engine, engineName: name, ...table})),
  );
  return {neighbour, places};
}

/** Engines that the caller may use; none where the editor is away: a page is shown without them. */
export async function enginesOf(
  editor: Neighbour,
  request: FastifyRequest,
): Promise<readonly Engine[]> {
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

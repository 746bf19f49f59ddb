import {type AtlasServer, Refused} from './atlas-server.ts';

/** An entity as the API shows it: what is not named here is taken over as it is. */
export type Entity = {
  readonly guid: string;
  readonly typeName: string;
  readonly status?: string;
  readonly updateTime?: number;
  readonly attributes?: Readonly<Record<string, unknown>>;
  readonly [member: string]: unknown;
};

type Metrics = {
  readonly data?: {
    readonly entity?: Readonly<Record<string, Readonly<Record<string, number>> | undefined>>;
  };
};

/** Answers of searches have at most so many in Atlas, as it is shipped. */
export const pageSize = 500;
/** 100 GUIDs make 4.5 kB of an address; Jetty takes 8. */
const bulkSize = 100;
const glossaryTypes = ['AtlasGlossary', 'AtlasGlossaryCategory', 'AtlasGlossaryTerm'];

/** Other servers that archives came from or went to: each server keeps its own list. */
const bookkeeping = 'AtlasServer';

/** Types that have entities, apart from what the server keeps for itself. */
export async function typesWithEntities(server: AtlasServer): Promise<string[]> {
  const {data} = (await server.get('/admin/metrics')) as Metrics;
  const counted = ['entityActive', 'entityDeleted', 'entityShell'].flatMap(kind =>
    Object.keys(data?.entity?.[kind] ?? {}),
  );
  const names = new Set([...counted, ...glossaryTypes]);
  return [...names].filter(name => !name.startsWith('__') && name !== bookkeeping).sort();
}

/** What changed at or after a time, in ms, deleted entities included; without one, everything. */
export async function guidsOf(
  server: AtlasServer,
  typeName: string,
  offset: number,
  since?: number,
): Promise<string[]> {
  const {entities = []} = (await server.post('/v2/search/basic', {
    typeName,
    includeSubTypes: false,
    excludeDeletedEntities: false,
    includeClassificationAttributes: false,
    limit: pageSize,
    offset,
    ...(since !== undefined && {
      entityFilters: {
        condition: 'AND',
        criterion: [
          {
            attributeName: '__modificationTimestamp',
            operator: 'gte',
            attributeValue: String(since),
          },
        ],
      },
    }),
  })) as {entities?: readonly {guid: string}[]};
  return entities.map(one => one.guid);
}

/** Whole entities with relationships, in the order asked for; those that are gone are left out. */
export async function entitiesOf(
  server: AtlasServer,
  guids: readonly string[],
): Promise<readonly Entity[]> {
  const found: Entity[] = [];
  for (let at = 0; at < guids.length; at += bulkSize)
    found.push(...(await bulk(server, guids.slice(at, at + bulkSize))));
  return found;
}

async function bulk(server: AtlasServer, guids: readonly string[]): Promise<readonly Entity[]> {
  const query = guids.map(guid => `guid=${encodeURIComponent(guid)}`).join('&');
  try {
    const {entities = []} = (await server.get(`/v2/entity/bulk?${query}&minExtInfo=true`)) as {
      entities?: readonly Entity[];
    };
    return entities;
  } catch (error) {
    // One that was purged in between fails all that were asked for with it.
    if (!(error instanceof Refused) || error.status !== 404) throw error;
    if (guids.length === 1) return [];
    const half = guids.length >> 1;
    return [
      ...(await bulk(server, guids.slice(0, half))),
      ...(await bulk(server, guids.slice(half))),
    ];
  }
}

/** All definitions, in the form of an archive's `atlas-typesdef.json`. */
export async function typeDefsOf(server: AtlasServer): Promise<Readonly<Record<string, unknown>>> {
  return (await server.get('/v2/types/typedefs')) as Readonly<Record<string, unknown>>;
}

import {type AtlasServer, Refused} from './atlas-server.ts';
import {type Difference, differencesOf} from './compare-entities.ts';
import {entitiesOf, guidsOf, pageSize, typesWithEntities} from './read-source.ts';

/** What was compared, and what differs. */
export type Verdict = {
  readonly entities: number;
  readonly lineages: number;
  readonly searches: number;
  readonly differences: readonly Difference[];
};

type Lineage = {
  readonly relations?: readonly {
    readonly fromEntityId: string;
    readonly toEntityId: string;
  }[];
};

export type VerifyInput = {
  readonly source: AtlasServer;
  readonly target: AtlasServer;
  /** Of every so many entities the lineage is asked for. */
  readonly lineageEvery: number;
  readonly onProgress: (entities: number) => void;
};

/** More differences than this are not worth reading. */
const maxDifferences = 10_000;
const lineageDepth = 3;

/**
 * Asks both servers for every entity, for the lineage of some, and for what carries each
 * classification, and compares the answers.
 */
export async function verify({
  source,
  target,
  lineageEvery,
  onProgress,
}: VerifyInput): Promise<Verdict> {
  const differences: Difference[] = [];
  const add = (some: readonly Difference[]) =>
    void differences.push(...some.slice(0, maxDifferences - differences.length));
  const types = [
    ...new Set([...(await typesWithEntities(source)), ...(await typesWithEntities(target))]),
  ];
  let [entities, lineages] = [0, 0];
  for (const typeName of types) {
    const known = new Set<string>();
    for await (const guids of allGuids(source, typeName)) {
      const fresh = guids.filter(guid => !known.has(guid));
      for (const guid of fresh) known.add(guid);
      add(await compareThose(source, target, fresh));
      for (const guid of fresh.filter((_, at) => (entities + at) % lineageEvery === 0)) {
        add(await compareLineage(source, target, typeName, guid));
        lineages++;
      }
      entities += fresh.length;
      onProgress(entities);
    }
    for await (const guids of allGuids(target, typeName))
      add(
        guids
          .filter(guid => !known.has(guid))
          .map(guid => ({kind: 'extra', guid, typeName, what: 'entity'}) as const),
      );
  }
  const names = await classificationNames(source);
  for (const name of names) add(await compareSearch(source, target, name));
  return {entities, lineages, searches: names.length, differences};
}

async function* allGuids(server: AtlasServer, typeName: string): AsyncGenerator<readonly string[]> {
  for (let offset = 0; ; offset += pageSize) {
    const guids = await orUnknown(guidsOf(server, typeName, offset), []);
    if (guids.length === 0) return;
    yield guids;
  }
}

async function compareThose(
  source: AtlasServer,
  target: AtlasServer,
  guids: readonly string[],
): Promise<readonly Difference[]> {
  const [own, copies] = await Promise.all([entitiesOf(source, guids), entitiesOf(target, guids)]);
  const byGuid = new Map(copies.map(one => [one.guid, one]));
  return own.flatMap(entity => {
    const copy = byGuid.get(entity.guid);
    if (copy !== undefined) return differencesOf(entity, copy);
    const {guid, typeName} = entity;
    return [{kind: 'missing', guid, typeName, what: 'entity'} as const];
  });
}

async function compareLineage(
  source: AtlasServer,
  target: AtlasServer,
  typeName: string,
  guid: string,
): Promise<readonly Difference[]> {
  const [one, other] = await Promise.all([edgesOf(source, guid), edgesOf(target, guid)]);
  return one.join() === other.join()
    ? []
    : [{kind: 'lineage', guid, typeName, what: 'edges', source: one, target: other}];
}

/** What is no data set has no lineage. */
async function edgesOf(server: AtlasServer, guid: string): Promise<readonly string[]> {
  const path = `/v2/lineage/${encodeURIComponent(guid)}?direction=BOTH&depth=${lineageDepth}`;
  const {relations = []} = (await orUnknown(server.get(path), {})) as Lineage;
  return relations.map(one => `${one.fromEntityId} > ${one.toEntityId}`).sort();
}

/** One of the two may not know what the other one has, such as a type. */
async function orUnknown<T>(asked: Promise<T>, none: T): Promise<T> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof Refused && [400, 404].includes(error.status)) return none;
    throw error;
  }
}

async function classificationNames(server: AtlasServer): Promise<readonly string[]> {
  const defs = (await server.get('/v2/types/typedefs/headers?type=classification')) as readonly {
    readonly name: string;
  }[];
  return defs.map(one => one.name).sort();
}

/** The first page of what carries a classification; the order is each server's own. */
async function compareSearch(
  source: AtlasServer,
  target: AtlasServer,
  classification: string,
): Promise<readonly Difference[]> {
  const [one, other] = await Promise.all([
    carriersOf(source, classification),
    carriersOf(target, classification),
  ]);
  const isCut = one.length >= pageSize;
  if (isCut ? one.length === other.length : one.sort().join() === other.sort().join()) return [];
  const counts = {source: one.length, target: other.length};
  return [
    {kind: 'search', guid: '', typeName: classification, what: 'classified entities', ...counts},
  ];
}

async function carriersOf(server: AtlasServer, classification: string): Promise<string[]> {
  const found = server.post('/v2/search/basic', {
    classification,
    excludeDeletedEntities: true,
    limit: pageSize,
  });
  const {entities = []} = (await orUnknown(found, {})) as {
    entities?: readonly {guid: string}[];
  };
  return entities.map(one => one.guid);
}

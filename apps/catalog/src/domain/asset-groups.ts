import {
  AppError,
  facetNarrowing,
  groupTypes,
  type Attributes,
  type EntityRecord,
  type GroupKind,
  type Guid,
} from '@gazetteer/model';
import {searchEntities, type GraphRead, type GraphTx} from '@gazetteer/store';
import type {Context} from '../catalog.ts';
import {deleteIn} from '../entity/delete-entities.ts';
import {addGovernanceTypes, groupRecords} from '../entity/governance-types.ts';
import {planningOf} from '../entity/planning.ts';
import {saveIn} from '../entity/save-entities.ts';

/** A domain in a domain, or a product in a domain. */
export type AssetGroup = {
  readonly guid: Guid;
  readonly name: string;
  readonly qualifiedName: string;
  readonly description?: string;
  readonly owner?: string;
  readonly parent?: Guid;
};

/** What is left out is kept; null takes it away. */
export type GroupInput = {
  readonly name?: string;
  readonly description?: string | null;
  readonly owner?: string | null;
  readonly parent?: Guid | null;
};

/** As answers have it: what is above it is called differently in each kind. */
export type GroupJson<Above extends string> = Omit<AssetGroup, 'parent'> & {
  readonly [Name in Above]?: Guid;
};

/** Reads and writes groups of one kind, whose member for what is above them is `above`. */
export function groupForms<Above extends string>(above: Above) {
  return {
    jsonOf: ({parent, ...group}: AssetGroup) =>
      ({...group, ...(parent === undefined ? {} : {[above]: parent})}) as GroupJson<Above>,
    inputOf: (json: unknown): GroupInput => {
      const {[above]: parent, ...input} = (json ?? {}) as GroupInput & Record<string, never>;
      return {...input, ...(parent === undefined ? {} : {parent})};
    },
  };
}

/** What may be wrong with one that is to be saved. */
export const badGroup = ['INSTANCE_GUID_NOT_FOUND', 'INVALID_PARAMETERS', 'CONFLICT'] as const;

/** More are not listed in one answer. */
const maxGroups = 10_000;

const parents = {
  domain: {edge: 'data_domain_subdomains', attribute: 'parentDomain'},
  product: {edge: 'data_domain_products', attribute: 'domain'},
} as const;

/** All that there are, by name, in a constant number of statements. */
export async function listGroups(graph: GraphRead, kind: GroupKind): Promise<AssetGroup[]> {
  const type = graph.types.entityTypes.get(groupTypes[kind]);
  if (type === undefined) return [];
  const {records} = await searchEntities(graph, {
    types: [...type.typeAndSubTypes],
    activeOnly: true,
    classifications: [],
    offset: 0,
    limit: maxGroups,
  });
  const groups = await groupsOf(graph, kind, records);
  return groups.toSorted((a, b) => byName.compare(a.name, b.name));
}

/** Region 2 stands before Region 11. */
const byName = new Intl.Collator('en', {numeric: true});

/** @throws INSTANCE_GUID_NOT_FOUND */
export async function readGroup(
  graph: GraphRead,
  kind: GroupKind,
  guid: Guid,
): Promise<AssetGroup> {
  const [group] = await groupsOf(graph, kind, await groupRecords(graph, kind, [guid]));
  return group as AssetGroup;
}

async function groupsOf(
  graph: GraphRead,
  kind: GroupKind,
  records: readonly EntityRecord[],
): Promise<AssetGroup[]> {
  const typeName = parents[kind].edge;
  const edges = await graph.edgesAt(records.map(({guid}) => ({guid, typeName, end: 2})));
  const parentOf = new Map(edges.map(edge => [edge.end2, edge.end1]));
  return records.map(({guid, attributes}) => {
    const [description, owner] = [attributes['description'], attributes['owner']];
    const parent = parentOf.get(guid);
    return {
      guid,
      name: String(attributes['name'] ?? ''),
      qualifiedName: String(attributes['qualifiedName'] ?? ''),
      ...(typeof description === 'string' ? {description} : {}),
      ...(typeof owner === 'string' ? {owner} : {}),
      ...(parent === undefined ? {} : {parent}),
    };
  });
}

/**
 * Creates one, or changes that with `guid`: renames it, moves it, describes it. Runs alone, so that
 * nobody puts two into each other at the same time.
 * @throws INVALID_PARAMETERS, CONFLICT for a name that another one beside it has,
 * INSTANCE_GUID_NOT_FOUND
 */
export async function saveGroup(
  c: Context,
  tx: GraphTx,
  kind: GroupKind,
  input: GroupInput,
  guid?: Guid,
): Promise<AssetGroup> {
  await addGovernanceTypes(c, tx);
  const before = guid === undefined ? undefined : await readGroup(tx, kind, guid);
  const name = (input.name ?? before?.name ?? '').trim();
  if (name === '') throw new AppError('INVALID_PARAMETERS', ['name is needed']);
  const parent = input.parent === undefined ? before?.parent : (input.parent ?? undefined);
  const others = await listGroups(tx, kind);
  const [above] = await groupRecords(tx, 'domain', parent === undefined ? [] : [parent], 'keep');
  if (kind === 'domain' && parent !== undefined && isWithin(others, parent, guid))
    throw new AppError('INVALID_PARAMETERS', ['a domain cannot be in itself or in what is in it']);
  const taken = others.find(
    one => one.guid !== guid && one.parent === parent && one.name.trim() === name,
  );
  if (taken !== undefined)
    throw new AppError('CONFLICT', [`There is a ${kind} ${name} in the same place`]);
  const texts: Attributes = {
    name,
    ...(input.description === undefined ? {} : {description: input.description}),
    ...(input.owner === undefined ? {} : {owner: input.owner}),
  };
  const entity = {
    guid: guid ?? '-1',
    typeName: groupTypes[kind],
    attributes:
      guid === undefined ? {...texts, qualifiedName: await newName(tx, kind, name, above)} : texts,
    relationshipAttributes:
      parent === before?.parent
        ? {}
        : {[parents[kind].attribute]: parent === undefined ? null : {guid: parent}},
    classifications: [],
  };
  const request = {entities: [entity], referredEntities: new Map()};
  const {guidAssignments} = await saveIn(
    tx,
    request,
    planningOf(c),
    guid === undefined ? 'full' : 'partial',
  );
  return await readGroup(tx.forCaller(), kind, guid ?? guidAssignments.get('-1') ?? '');
}

/** Whether `guid` is the domain itself or one above it, however these are put into each other. */
function isWithin(all: readonly AssetGroup[], start: Guid, guid: Guid | undefined): boolean {
  const parentOf = new Map(all.map(one => [one.guid, one.parent]));
  const passed = new Set<Guid>();
  for (let at: Guid | undefined = start; at !== undefined && !passed.has(at); at = parentOf.get(at))
    passed.add(at);
  return guid !== undefined && passed.has(guid);
}

/** `Sales.Orders`; with a number where another one was called so when it was made. */
async function newName(
  tx: GraphTx,
  kind: GroupKind,
  name: string,
  above: EntityRecord | undefined,
): Promise<string> {
  const path = above === undefined ? name : `${String(above.attributes['qualifiedName'])}.${name}`;
  const candidates = [path, ...Array.from({length: 99}, (_, i) => `${path}-${i + 2}`)];
  const found = await tx.byUnique(
    candidates.map(value => ({typeName: groupTypes[kind], attribute: 'qualifiedName', value})),
    'look',
  );
  const free = candidates.find((_, i) => found[i] === undefined);
  if (free === undefined) throw new AppError('CONFLICT', [`There are too many called ${path}`]);
  return free;
}

/**
 * Deletes one that nothing belongs to any more. Runs alone, so that nothing comes into it
 * meanwhile.
 * @throws INSTANCE_GUID_NOT_FOUND, CONFLICT
 */
export async function deleteGroup(
  c: Context,
  tx: GraphTx,
  kind: GroupKind,
  guid: Guid,
): Promise<void> {
  const {name} = await readGroup(tx, kind, guid);
  const content = [
    ...(kind === 'domain' ? await tx.edgesAt(contentEnds(guid)) : []),
    ...(await members(tx, kind, guid)),
  ];
  if (content.length > 0)
    throw new AppError('CONFLICT', [
      `The ${kind} ${name} is not empty. Remove what is in it first`,
    ]);
  await deleteIn(c, tx, [guid]);
}

const contentEnds = (guid: Guid) =>
  Object.values(parents).map(({edge}) => ({guid, typeName: edge, end: 1 as const}));

/** One of the assets that belong to it, if there are any. */
async function members(tx: GraphTx, kind: GroupKind, guid: Guid): Promise<EntityRecord[]> {
  const [where] = facetNarrowing(tx.types, {[kind]: [guid]}).conditions;
  const found = await searchEntities(tx, {
    activeOnly: true,
    classifications: [],
    ...(where === undefined ? {} : {where}),
    offset: 0,
    limit: 1,
  });
  return found.records;
}

import {
  derivedKinds,
  inOrderOfNames,
  TypeRegistry,
  type TypeDef,
  type Unready,
} from '@gazetteer/model';
import type {Session} from '@gazetteer/db';
import {setting, symbol, typeDef, unready} from './schema.ts';
import {abandonedName, Symbols} from './symbols.ts';

/** The type system as stored, with the numbers of all its names. */
export type TypeSystem = {readonly types: TypeRegistry; readonly symbols: Symbols};

const versionName = 'types.version';

/** What a transaction that writes is for: entities, under types that stay, or types. */
export type Purpose = 'entities' | 'types';

/**
 * One short statement: cheap enough to ask at the start of every transaction, so that all threads
 * and nodes agree. A writer keeps the types from changing until it ends.
 */
export async function typesVersion(session: Session, purpose: Purpose | 'read'): Promise<number> {
  const {forShare, forUpdate} = session.dialect;
  // Whoever changes types must be alone from the start: two that first share and then both want
  // more wait for each other.
  const lock = purpose === 'read' ? '' : purpose === 'types' ? forUpdate : forShare;
  const [row] = await session.all<{value: string}>(
    `SELECT value FROM setting WHERE name = ?${lock}`,
    [versionName],
  );
  return Number(row?.value ?? 0);
}

/** @param before an older state, of which all that has not changed is kept */
export async function loadTypeSystem(session: Session, before?: TypeSystem): Promise<TypeSystem> {
  const version = await typesVersion(session, 'read');
  const change = before && changeBetween(await loadChanges(session), before.types.version, version);
  if (before !== undefined && change !== undefined)
    return await loadChanged(session, before, change, version);
  const defs = await session.all<{def: string}>('SELECT def FROM type_def ORDER BY name');
  const names = await session.all<{id: number; name: string}>('SELECT id, name FROM symbol');
  const types = new TypeRegistry(
    defs.map(row => JSON.parse(row.def) as TypeDef),
    version,
    await loadUnready(session),
  );
  return {types, symbols: new Symbols(names)};
}

async function loadChanged(
  session: Session,
  {types, symbols}: TypeSystem,
  {saved, deleted}: Pick<Change, 'saved' | 'deleted'>,
  version: number,
): Promise<TypeSystem> {
  const rows = await session.all<{def: string}>(
    `SELECT def FROM type_def WHERE ${session.dialect.inList('name', 'text')} ORDER BY name`,
    [saved],
  );
  const defs = new Map(types.defs);
  for (const name of deleted) defs.delete(name);
  for (const {def} of rows) {
    const read = JSON.parse(def) as TypeDef;
    defs.set(read.name, read);
  }
  const added = await session.all<{id: number; name: string}>(
    'SELECT id, name FROM symbol WHERE id > ?',
    [symbols.highest],
  );
  return {
    types: new TypeRegistry(inOrderOfNames(defs), version, await loadUnready(session), types),
    symbols: new Symbols(added, symbols),
  };
}

/**
 * What one change of types wrote and took away; whoever has the state of before needs to read no
 * more.
 */
type Change = {
  readonly from: number;
  readonly to: number;
  readonly saved: readonly string[];
  readonly deleted: readonly string[];
};

const changesName = 'types.changes';
/** Changes that are told; who has missed more reads everything. */
const maxChanges = 20;
/** Names in one of them: of an import of many types everything is read again. */
const maxNamesTold = 200;

async function loadChanges(session: Session): Promise<Change[]> {
  const [row] = await session.all<{value: string}>('SELECT value FROM setting WHERE name = ?', [
    changesName,
  ]);
  return JSON.parse(row?.value ?? '[]') as Change[];
}

/** Of several changes one after the other what came of them; undefined where not all are told. */
function changeBetween(
  changes: readonly Change[],
  from: number,
  to: number,
): Pick<Change, 'saved' | 'deleted'> | undefined {
  const [saved, deleted] = [new Set<string>(), new Set<string>()];
  let version = from;
  for (const change of changes) {
    if (change.from !== version) continue;
    version = change.to;
    for (const name of change.saved) {
      saved.add(name);
      deleted.delete(name);
    }
    for (const name of change.deleted) {
      deleted.add(name);
      saved.delete(name);
    }
  }
  return version === to ? {saved: [...saved], deleted: [...deleted]} : undefined;
}

async function loadUnready(session: Session): Promise<Unready> {
  const rows = await session.all<{kind: number; name: string}>('SELECT kind, name FROM unready');
  const named = (kind: (typeof derivedKinds)[number]) =>
    new Set(rows.filter(row => row.kind === derivedKinds.indexOf(kind)).map(row => row.name));
  return {
    documents: named('documents'),
    values: named('values'),
    words: named('words'),
    carriers: named('carriers'),
  };
}

/** What is to be written anew under a new state of the types. */
export type Outdated = {
  readonly documents: readonly string[];
  /**
   * Keys of attributes. Their rows go on under new numbers, so that no row of before is ever met
   * again.
   */
  readonly values: readonly string[];
  readonly words: readonly string[];
  readonly carriers: readonly string[];
  /** Keys whose rows are of no use any more. */
  readonly left: readonly string[];
};

/**
 * Stores `types` as the whole type system, given what it is now. Writes only what differs; deleted
 * names keep their numbers, since deleted entities may still carry them.
 * @returns the same definitions under the new version, with their symbols
 */
export async function saveTypeSystem(
  session: Session,
  current: TypeSystem,
  types: TypeRegistry,
  outdated: Outdated,
): Promise<TypeSystem> {
  const {values, left} = outdated;
  const {saved: changed, former} = types.changeSince(current.types);
  const deleted = former.map(def => def.name).filter(name => !types.defs.has(name));
  await session.insert(
    typeDef,
    changed.map(def => [def.name, JSON.stringify(def)]),
    {key: ['name'], set: ['def']},
  );
  await session.remove(
    typeDef,
    ['name'],
    deleted.map(name => [name]),
  );
  const renumbered = new Set([...values, ...left].filter(name => current.symbols.has(name)));
  await session.insert(
    symbol,
    [...renumbered].map(name => current.symbols.id(name)).map(id => [id, abandonedName(id)]),
    {key: ['id'], set: ['name']},
  );
  let next = current.symbols.highest;
  const added = [...new Set([...changed.flatMap(namesOf), ...renumbered])]
    .filter(name => renumbered.has(name) || !current.symbols.has(name))
    .map(name => [++next, name] as const);
  await session.insert(symbol, added);
  const version = nextVersion(current);
  const change = {
    from: current.types.version,
    to: version,
    saved: changed.map(def => def.name),
    deleted,
  };
  await writeVersion(
    session,
    version,
    renumbered.size === 0 ? [...(await loadChanges(session)), change] : [],
  );
  await session.insert(
    unready,
    derivedKinds.flatMap((kind, at) => outdated[kind].map(name => [at, name, version])),
    {key: ['kind', 'name'], set: ['since']},
  );
  const symbols =
    renumbered.size === 0
      ? new Symbols(
          added.map(([id, name]) => ({id, name})),
          current.symbols,
        )
      : new Symbols(await session.all<{id: number; name: string}>('SELECT id, name FROM symbol'));
  return {
    types: new TypeRegistry(inOrderOfNames(types.defs), version, await loadUnready(session), types),
    symbols,
  };
}

/**
 * Makes everybody take notice that what was asked for by the version `since` or earlier follows
 * from the types by now.
 */
export async function saveReady(
  session: Session,
  current: TypeSystem,
  since: number,
): Promise<void> {
  await session.run('DELETE FROM unready WHERE since <= ?', [since]);
  await writeVersion(session, nextVersion(current), []);
}

/**
 * Never the same number twice, even when this transaction fails after others of its group have seen
 * the types.
 */
function nextVersion(current: TypeSystem): number {
  return Math.max(current.types.version + 1, Date.now());
}

/** @param changes that lead to this version; where they cannot, everybody reads everything */
async function writeVersion(
  session: Session,
  version: number,
  changes: readonly Change[],
): Promise<void> {
  const told = changes.slice(-maxChanges);
  const isTooMuch =
    told.reduce((sum, one) => sum + one.saved.length + one.deleted.length, 0) > maxNamesTold;
  await session.insert(
    setting,
    [
      [versionName, String(version)],
      [changesName, JSON.stringify(isTooMuch ? [] : told)],
    ],
    {key: ['name'], set: ['value']},
  );
}

/**
 * What is stored by number: the type itself, its attributes' keys, and edge labels of references
 * without a relationship.
 */
function namesOf(def: TypeDef): string[] {
  if (!('attributeDefs' in def)) return [def.name];
  return [
    def.name,
    ...def.attributeDefs.flatMap(one => [`${def.name}.${one.name}`, `__${def.name}.${one.name}`]),
  ];
}

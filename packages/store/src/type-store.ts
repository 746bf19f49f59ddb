import {derivedKinds, TypeRegistry, type TypeDef, type Unready} from '@gazetteer/model';
import type {Session} from '@gazetteer/db';
import {setting, symbol, typeDef, unready} from './schema.ts';
import {abandonedName, Symbols} from './symbols.ts';

/** The type system as stored, with the numbers of all its names. */
export type TypeSystem = {readonly types: TypeRegistry; readonly symbols: Symbols};

const versionName = 'types.version';

/** What a transaction is for: reading, changing entities under types that stay, or changing types. */
export type Purpose = 'read' | 'entities' | 'types';

/**
 * One short statement: cheap enough to ask at the start of every transaction, so that all threads and nodes agree. A
 * writer keeps the types from changing until it ends.
 */
export async function typesVersion(session: Session, purpose: Purpose): Promise<number> {
  const {forShare, forUpdate} = session.dialect;
  // Whoever changes types must be alone from the start: two that first share and then both want more wait for each other.
  const lock = purpose === 'read' ? '' : purpose === 'types' ? forUpdate : forShare;
  const [row] = await session.all<{value: string}>(`SELECT value FROM setting WHERE name = ?${lock}`, [versionName]);
  return Number(row?.value ?? 0);
}

export async function loadTypeSystem(session: Session): Promise<TypeSystem> {
  const version = await typesVersion(session, 'read');
  const defs = await session.all<{def: string}>('SELECT def FROM type_def ORDER BY name');
  const names = await session.all<{id: number; name: string}>('SELECT id, name FROM symbol');
  const types = new TypeRegistry(
    defs.map(row => JSON.parse(row.def) as TypeDef),
    version,
    await loadUnready(session),
  );
  return {types, symbols: new Symbols(names)};
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
  /** Keys of attributes. Their rows go on under new numbers, so that no row of before is ever met again. */
  readonly values: readonly string[];
  readonly words: readonly string[];
  readonly carriers: readonly string[];
  /** Keys whose rows are of no use any more. */
  readonly left: readonly string[];
};

/**
 * Stores `types` as the whole type system, given what it is now. Writes only what differs; deleted names keep their
 * numbers, since deleted entities may still carry them.
 * @returns the same definitions under the new version, with their symbols
 */
export async function saveTypeSystem(
  session: Session,
  current: TypeSystem,
  types: TypeRegistry,
  outdated: Outdated,
): Promise<TypeSystem> {
  const {values, left} = outdated;
  const changed = [...types.defs.values()].filter(def => current.types.defs.get(def.name) !== def);
  const deleted = [...current.types.defs.keys()].filter(name => !types.defs.has(name));
  await session.insert(
    typeDef,
    changed.map(def => [def.name, JSON.stringify(def)]),
    '(name) DO UPDATE SET def = excluded.def',
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
    '(id) DO UPDATE SET name = excluded.name',
  );
  let next = current.symbols.highest;
  const added = [...new Set([...changed.flatMap(namesOf), ...renumbered])]
    .filter(name => renumbered.has(name) || !current.symbols.has(name))
    .map(name => [++next, name] as const);
  await session.insert(symbol, added);
  const version = await newVersion(session, current);
  await session.insert(
    unready,
    derivedKinds.flatMap((kind, at) => outdated[kind].map(name => [at, name, version])),
    '(kind, name) DO UPDATE SET since = excluded.since',
  );
  const names = await session.all<{id: number; name: string}>('SELECT id, name FROM symbol');
  return {
    types: new TypeRegistry(types.defs.values(), version, await loadUnready(session)),
    symbols: new Symbols(names),
  };
}

/** Makes everybody take notice that what was asked for by the version `since` or earlier follows from the types by now. */
export async function saveReady(session: Session, current: TypeSystem, since: number): Promise<void> {
  await session.run('DELETE FROM unready WHERE since <= ?', [since]);
  await newVersion(session, current);
}

async function newVersion(session: Session, current: TypeSystem): Promise<number> {
  // Never the same number twice, even when this transaction fails after others of its group have seen the types.
  const version = Math.max(current.types.version + 1, Date.now());
  await session.insert(setting, [[versionName, String(version)]], '(name) DO UPDATE SET value = excluded.value');
  return version;
}

/** What is stored by number: the type itself, its attributes' keys, and edge labels of references without a relationship. */
function namesOf(def: TypeDef): string[] {
  if (!('attributeDefs' in def)) return [def.name];
  return [def.name, ...def.attributeDefs.flatMap(one => [`${def.name}.${one.name}`, `__${def.name}.${one.name}`])];
}

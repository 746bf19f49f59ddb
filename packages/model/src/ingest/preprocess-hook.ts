import {
  guidOf,
  isFields,
  referencesOf,
  referredName,
  textOf,
  valuesOf,
  type Fields,
  type HookEntities,
  type HookEntity,
} from './hook-entity.ts';
import {freeParts, hiveParts, rdbmsParts} from './hook-parts.ts';
import type {HookRules} from './hook-rules.ts';
import {hiveFate, type Fate} from './hive-fate.ts';

/**
 * What of the entities of a message is saved, and how. Pure: it gives new lists and leaves what it
 * was given. Whatever is left out is left out of the references to it, too; a process that loses
 * all its inputs or all its outputs by that goes with them, as it would tell of a flow that was
 * not.
 */
export function preprocessHook(given: HookEntities, rules: HookRules): HookEntities {
  const fateOf = (entity: HookEntity): Fate => fateBy(entity, rules);
  const all = [...given.entities, ...Object.values(given.referredEntities)];
  const dropped = new Dropped(
    all.filter(entity => fateOf(entity) === 'ignored'),
    rules,
  );
  const suspect = suspectLineage(given, rules);
  const keep = (entity: HookEntity): HookEntity | undefined => {
    if (dropped.has(entity) || suspect.has(entity)) return undefined;
    const pruned = fateOf(entity) === 'pruned' ? withoutParts(entity) : entity;
    const rest = dropped.without(pruned);
    return isEmptied(entity, rest) ? undefined : reworded(rest, rules);
  };
  const entities = given.entities.flatMap(entity => keep(entity) ?? []);
  const referred = Object.entries(given.referredEntities).flatMap(([guid, entity]) => {
    const kept = keep(entity);
    return kept === undefined ? [] : [[guid, kept] as const];
  });
  const parts = [
    ...(rules.freeHiveParts ? hiveParts : []),
    ...(rules.freeRdbmsParts ? rdbmsParts : []),
  ];
  return freeParts({entities, referredEntities: Object.fromEntries(referred)}, parts);
}

function fateBy(entity: HookEntity, rules: HookRules): Fate {
  const {typeName} = entity;
  if (
    fits(typeName, rules.ignoredTypes) ||
    fits(textOf(entity, 'qualifiedName'), rules.ignoredEntities)
  ) {
    return 'ignored';
  }
  return hiveFate(typeName, textOf(entity, 'qualifiedName'), rules);
}

/** Whether one of the patterns fits as a whole. */
function fits(text: string, patterns: readonly string[]): boolean {
  return text !== '' && patterns.some(pattern => new RegExp(`^(?:${pattern})$`).test(text));
}

/** What is left out, by all the ways of referring to it. */
class Dropped {
  readonly #guids: ReadonlySet<string>;
  readonly #rules: HookRules;

  constructor(entities: readonly HookEntity[], rules: HookRules) {
    this.#guids = new Set(entities.map(guidOf).filter(guid => guid !== ''));
    this.#rules = rules;
  }

  has(entity: HookEntity): boolean {
    return fateBy(entity, this.#rules) === 'ignored';
  }

  /** The entity without references to what is left out. */
  without(entity: HookEntity): HookEntity {
    const result: HookEntity = {...entity};
    for (const field of ['attributes', 'relationshipAttributes']) {
      const values = entity[field];
      if (isFields(values)) result[field] = this.#withoutIn(values);
    }
    return result;
  }

  #withoutIn(values: Fields): Fields {
    const kept = Object.entries(values).flatMap(([name, value]): [string, unknown][] => {
      if (Array.isArray(value)) return [[name, value.filter(one => !this.#isDropped(one))]];
      return this.#isDropped(value) ? [] : [[name, value]];
    });
    return Object.fromEntries(kept);
  }

  #isDropped(value: unknown): boolean {
    if (!isFields(value)) return false;
    if (this.#guids.has(guidOf(value))) return true;
    const typeName = value['typeName'];
    const qualifiedName = referredName(value);
    if (typeof typeName !== 'string' || qualifiedName === '') return false;
    return fateBy({typeName, attributes: {qualifiedName}}, this.#rules) === 'ignored';
  }
}

/** Whether a process had inputs, or outputs, and has none of them left. */
function isEmptied(before: HookEntity, after: HookEntity): boolean {
  return ['inputs', 'outputs'].some(
    name => referencesOf(before, name).length > 0 && referencesOf(after, name).length === 0,
  );
}

/** A pruned table keeps what says which table it is. */
function withoutParts(entity: HookEntity): HookEntity {
  const result: HookEntity = {...entity};
  for (const field of ['attributes', 'relationshipAttributes']) {
    const values = entity[field];
    if (!isFields(values)) continue;
    const {columns: _columns, partitionKeys: _keys, sd: _sd, ...rest} = values;
    result[field] = rest;
  }
  return result;
}

/**
 * Column lineages that a defect of Hive makes, where every column comes from all columns
 * (HIVE-20633), and those that are there twice. They are told by their number of inputs on average.
 */
function suspectLineage(
  {entities, referredEntities}: HookEntities,
  {maxLineageInputs}: HookRules,
): Set<HookEntity> {
  const suspect = new Set<HookEntity>();
  if (maxLineageInputs === undefined) return suspect;
  const lineages = [...entities, ...Object.values(referredEntities)].filter(
    one => one.typeName === 'hive_column_lineage',
  );
  const seen = new Set<string>();
  let inputs = 0;
  for (const one of lineages) {
    const name = textOf(one, 'qualifiedName');
    if (seen.has(name)) suspect.add(one);
    seen.add(name);
    inputs += referencesOf(one, 'inputs').length;
  }
  return inputs > lineages.length * maxLineageInputs ? new Set(lineages) : suspect;
}

/** Names and values that hooks give and that are better otherwise. */
function reworded(entity: HookEntity, rules: HookRules): HookEntity {
  const attributes = valuesOf(entity)[0];
  if (attributes === undefined || attributes !== entity['attributes']) return entity;
  const qualifiedName = textOf(entity, 'qualifiedName');
  const changed: Fields = {};
  if (rules.nameProcesses && entity.typeName === 'hive_process' && qualifiedName !== '')
    changed['name'] = qualifiedName;
  if (rules.pruneSparkProcesses && entity.typeName === 'spark_process') {
    [changed['details'], changed['sparkPlanDescription']] = [null, null];
  }
  if (rules.pruneS3Prefixes && entity.typeName === 'aws_s3_v2_directory') {
    const prefix = parentPrefix(textOf(entity, 'objectPrefix'), qualifiedName);
    if (prefix !== undefined) changed['objectPrefix'] = prefix;
  }
  return Object.keys(changed).length === 0
    ? entity
    : {...entity, attributes: {...attributes, ...changed}};
}

/**
 * A hook that gives the whole path of a directory for its prefix means the folder that it is in.
 */
function parentPrefix(prefix: string, qualifiedName: string): string | undefined {
  const bare = prefix.replace(/(?<!\/)\/+$/, '');
  const path = qualifiedName
    .replace(/@[^@]*$/, '')
    .replace(/^[\w+.-]+:\/\/[^/]*/, '')
    .replace(/(?<!\/)\/+$/, '');
  if (bare === '' || bare.replace(/^\/+/, '') !== path.replace(/^\/+/, '')) return undefined;
  return bare.slice(0, bare.lastIndexOf('/') + 1) || '/';
}

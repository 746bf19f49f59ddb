import {createHash} from 'node:crypto';
import {existing, Batch, type Ref} from './batch.ts';
import {planAssets} from './plan-assets.ts';
import {planGlossaries, removeOthers} from './plan-glossaries.ts';
import {
  hasAll,
  inPath,
  merged,
  textOf,
  typeLists,
  type Category,
  type Declared,
  type Json,
} from './declared.ts';
import type {EntityThere, GlossaryThere, Types} from './read-catalog.ts';
import {withoutDerived} from './own-types.ts';
import {changesIn, type Difference, type Planning} from './planning.ts';

export type Plan = {readonly differences: readonly Difference[]; readonly batch: Batch};

export type Catalog = {
  readonly types: Types;
  readonly glossaries: ReadonlyMap<string, GlossaryThere>;
  /** By type and qualified name. */
  readonly entities: ReadonlyMap<string, ReadonlyMap<string, EntityThere>>;
};

/** What has to be done for the catalog to be as the files say. */
export function planChanges(
  declared: Declared,
  catalog: Catalog,
  {prunes}: {readonly prunes: boolean},
): Plan {
  const terms = new Map(
    Array.from(catalog.glossaries, ([glossary, there]) =>
      Array.from(there.terms, ([name, json]): [string, Ref] => [
        `${name}@${glossary}`,
        existing(String(json['guid'])),
      ]),
    ).flat(),
  );
  const planning: Planning = {batch: new Batch(), differences: [], terms, prunes};
  planTypes(planning, declared, catalog.types);
  planGlossaries(planning, declared.glossaries, catalog.glossaries);
  planAssets(planning, declared.assets, catalog.entities);
  for (const glossary of declared.glossaries)
    removeOthers(planning, glossary, catalog.glossaries.get(glossary.name));
  return planning;
}

function planTypes({batch, differences}: Planning, {types}: Declared, there: Types): void {
  const created: Record<string, Json[]> = {};
  const updated: Record<string, Json[]> = {};
  for (const list of typeLists) {
    const known = new Map(there[list].map(one => [one['name'], one]));
    for (const def of types[list]) {
      const before = known.get(def['name']);
      const what = `${list.replace('Defs', '')} type ${String(def['name'])}`;
      if (before === undefined) {
        (created[list] ??= []).push(def);
        differences.push({kind: 'add', what, details: []});
      } else if (!hasAll(before, def)) {
        (updated[list] ??= []).push(withoutDerived(merged(before, def) as Json));
        differences.push({kind: 'change', what, details: changesIn(before, def)});
      }
    }
  }
  if (Object.keys(created).length > 0) batch.add('POST', '/v2/types/typedefs', created);
  if (Object.keys(updated).length > 0) batch.add('PUT', '/v2/types/typedefs', updated);
}

/** Of each thing that the files declare, by its name: to tell later what has changed since. */
export function digestsOf({types, glossaries, assets}: Declared): Readonly<Record<string, string>> {
  const entries = [
    ...typeLists.flatMap(list =>
      types[list].map(one => [`${list.replace('Defs', '')} type ${String(one['name'])}`, one]),
    ),
    ...glossaries.flatMap(({terms, ...glossary}) => [
      [`glossary ${glossary.name}`, glossary.texts],
      ...categoriesOf(glossary.categories, `@${glossary.name}`),
      ...terms.map(term => [`term ${term.name}@${glossary.name}`, term]),
    ]),
    ...assets.map(one => [`${one.typeName} ${one.qualifiedName}`, one]),
  ] as [string, unknown][];
  return Object.fromEntries(
    entries.map(([name, one]) => [name, createHash('sha256').update(textOf(one)).digest('hex')]),
  );
}

function categoriesOf(
  list: readonly Category[],
  suffix: string,
  parent = '',
): (readonly [string, unknown])[] {
  return list.flatMap(({name, texts, categories}) => {
    const path = parent + inPath(name);
    return [
      [`category ${path}${suffix}`, texts] as const,
      ...categoriesOf(categories, suffix, `${path}/`),
    ];
  });
}

import {createHash} from 'node:crypto';
import {existing, Batch, type Ref} from './batch.ts';
import {planAssets} from './plan-assets.ts';
import {planGlossaries, removeOthers} from './plan-glossaries.ts';
import {planGroups, removeOtherGroups, type GroupsOfCatalog} from './plan-groups.ts';
import {
  categoriesIn,
  groupsIn,
  hasAll,
  merged,
  textOf,
  typeLists,
  whatIs,
  type Declared,
  type Json,
} from './declared.ts';
import {
  groupPathsOf,
  termNamesOf,
  type EntityThere,
  type GlossaryThere,
  type GroupsThere,
  type Types,
} from './read-catalog.ts';
import {withoutDerived} from './own-types.ts';
import {changesIn, type Difference, type Planning} from './planning.ts';

export type Plan = {readonly differences: readonly Difference[]; readonly batch: Batch};

export type Catalog = {
  readonly types: Types;
  readonly glossaries: ReadonlyMap<string, GlossaryThere>;
  /** By type and qualified name. */
  readonly entities: ReadonlyMap<string, ReadonlyMap<string, EntityThere>>;
  readonly groups: GroupsOfCatalog;
};

/** What has to be done for the catalog to be as the files say. */
export function planChanges(
  declared: Declared,
  catalog: Catalog,
  {prunes}: {readonly prunes: boolean},
): Plan {
  const termNames = termNamesOf(catalog.glossaries);
  const terms = new Map(
    Array.from(termNames, ([guid, name]): [string, Ref] => [name, existing(guid)]),
  );
  const {domains, products} = catalog.groups;
  const planning: Planning = {
    batch: new Batch(),
    differences: [],
    terms,
    termNames,
    domains: refsOf(domains),
    products: refsOf(products),
    groupPaths: groupPathsOf(catalog.groups),
    prunes,
  };
  planTypes(planning, declared, catalog.types);
  planGlossaries(planning, declared.glossaries, catalog.glossaries);
  const {groups} = declared;
  if (groups !== undefined) planGroups(planning, groups, catalog.groups);
  planAssets(planning, declared.assets, catalog.entities);
  for (const glossary of declared.glossaries)
    removeOthers(planning, glossary, catalog.glossaries.get(glossary.name));
  if (groups !== undefined) removeOtherGroups(planning, groups, catalog.groups);
  return planning;
}

function refsOf(groups: GroupsThere): Map<string, Ref> {
  return new Map(Array.from(groups, ([path, {guid}]) => [path, existing(guid)]));
}

function planTypes({batch, differences}: Planning, {types}: Declared, there: Types): void {
  const created: Record<string, Json[]> = {};
  const updated: Record<string, Json[]> = {};
  for (const list of typeLists) {
    const known = new Map(there[list].map(one => [one['name'], one]));
    for (const def of types[list]) {
      const before = known.get(def['name']);
      const what = whatIs.type(list, def['name']);
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
export function digestsOf({
  types,
  glossaries,
  assets,
  groups = {domains: [], products: []},
  sources = [],
}: Declared): Readonly<Record<string, string>> {
  const entries = [
    ...typeLists.flatMap(list => types[list].map(one => [whatIs.type(list, one['name']), one])),
    ...glossaries.flatMap(({terms, ...glossary}) => [
      [whatIs.glossary(glossary.name), glossary.texts],
      ...categoriesIn(glossary.categories).map(one => [
        whatIs.category(one.path, glossary.name),
        one.texts,
      ]),
      ...terms.map(term => [`term ${whatIs.term(term.name, glossary.name)}`, term]),
    ]),
    ...assets.map(one => [whatIs.asset(one), one]),
    ...groupsIn(groups).domains.map(one => [whatIs.domain(one.path), one.texts]),
    ...groupsIn(groups).products.map(one => [whatIs.product(one.path), one.texts]),
    ...sources.map(one => [whatIs.source(one.name), one]),
  ] as [string, unknown][];
  return Object.fromEntries(
    entries.map(([name, one]) => [name, createHash('sha256').update(textOf(one)).digest('hex')]),
  );
}

import {mkdir, writeFile} from 'node:fs/promises';
import {dirname, join} from 'node:path';
import {Refused} from '@gazetteer/migration';
import {isExact, membershipGroup} from '@gazetteer/model';
import {stringify} from 'yaml';
import {
  categoryTexts,
  glossaryTexts,
  groupTexts,
  isNothing,
  relationFields,
  sourceTexts,
  termTexts,
  type Json,
} from './declared.ts';
import {ownTypes} from './own-types.ts';
import {meaningsOf, membershipPaths} from './plan-assets.ts';
import type {GroupsOfCatalog} from './plan-groups.ts';
import {directTags} from './planning.ts';
import {
  groupPathsOf,
  termNamesOf,
  type CatalogReader,
  type CategoryThere,
  type GlossaryThere,
} from './read-catalog.ts';

/** What people say of assets in attributes; sources bring the others. */
const saidOfAssets = ['displayName', 'description', 'userDescription', 'owner'];

/**
 * Writes files that say what the catalog has: its own types, all glossaries, and what people have
 * said of assets of some types. @returns the names of the files
 */
export async function exportFiles(
  reader: CatalogReader,
  folder: string,
  assetTypes: readonly string[],
  say: (line: string) => void,
): Promise<string[]> {
  const written: string[] = [];
  const write = async (wanted: string, content: Json) => {
    const name = unusedName(wanted, written);
    const path = join(folder, name);
    await mkdir(dirname(path), {recursive: true});
    const options = {lineWidth: 100, aliasDuplicateObjects: false};
    await writeFile(path, stringify(plain(content), options));
    written.push(name);
  };
  const types = ownTypes(await reader.types());
  if (!isNothing(types)) await write('types.yaml', {types});
  const glossaries = await reader.glossaries();
  const termNames = termNamesOf(glossaries);
  for (const [name, there] of glossaries)
    await write(`glossaries/${fileName(name)}.yaml`, {
      glossaries: [glossaryOf(name, there, termNames)],
    });
  const groups = await reader.groups();
  const tree = treeOfGroups(groups);
  if (!isNothing(tree)) await write('domains.yaml', tree);
  const sources = await sourcesOf(reader, say);
  if (sources.length > 0) await write('sources.yaml', {sources});
  const groupPaths = groupPathsOf(groups);
  // A type may be a subtype of another one.
  const known = new Set<unknown>();
  for (const typeName of assetTypes) {
    const assets: Json[] = [];
    for await (const page of reader.ofType(typeName)) {
      const others = page.filter(({guid}) => !known.has(guid));
      for (const {guid} of others) known.add(guid);
      assets.push(...others.flatMap(json => assetOf(json, termNames, groupPaths)));
    }
    if (assets.length > 0) await write(`assets/${fileName(typeName)}.yaml`, {assets});
  }
  return written;
}

/** Names that differ in their case alone are one on some machines. */
function unusedName(wanted: string, used: readonly string[]): string {
  const taken = new Set(used.map(one => one.toLowerCase()));
  for (let n = 1; ; n++) {
    const name = n === 1 ? wanted : wanted.replace(/\.yaml$/, `-${n}.yaml`);
    if (!taken.has(name.toLowerCase())) return name;
  }
}

/** Numbers with more digits than a double has, as YAML writes them. */
function plain(value: unknown): unknown {
  if (isExact(value)) return /[.eE]/.test(value.rawJSON) ? value.rawJSON : BigInt(value.rawJSON);
  if (Array.isArray(value)) return value.map(plain);
  return typeof value === 'object' && value !== null
    ? Object.fromEntries(Object.entries(value).map(([name, one]) => [name, plain(one)]))
    : value;
}

const fileName = (name: string) => name.replace(/[^\p{L}\p{N}._-]+/gu, '-');

function glossaryOf(
  name: string,
  {json, categories, terms}: GlossaryThere,
  termNames: ReadonlyMap<string, string>,
): Json {
  const paths = new Map(Array.from(categories.values(), one => [one.guid, one.path]));
  return present({
    name,
    ...picked(json, glossaryTexts),
    categories: treeOf([...categories.values()]),
    terms: Array.from(terms.values(), term => termOf(term, paths, termNames)),
  });
}

/** Categories below their parents, from a list in any order. */
function treeOf(list: readonly CategoryThere[], above = ''): Json[] {
  return list
    .filter(({parent}) => parent === above)
    .map(({path, json}) =>
      present({
        name: json['name'],
        ...picked(json, categoryTexts),
        categories: treeOf(list, `${path}/`),
      }),
    );
}

function termOf(
  json: Json,
  paths: ReadonlyMap<string, string>,
  termNames: ReadonlyMap<string, string>,
): Json {
  const placed = (json['categories'] ?? []) as readonly {categoryGuid: string}[];
  const related = relationFields.map(field => [
    field,
    ((json[field] ?? []) as readonly {termGuid: string}[]).map(
      one => termNames.get(one.termGuid) ?? one.termGuid,
    ),
  ]);
  return present({
    name: json['name'],
    ...picked(json, termTexts),
    categories: placed.map(one => paths.get(one.categoryGuid) ?? one.categoryGuid),
    classifications: tagsOf(json),
    ...(Object.fromEntries(related) as Json),
  });
}

/** Nothing, of an asset of which nobody has said anything. */
function assetOf(
  json: Json,
  termNames: ReadonlyMap<string, string>,
  groupPaths: ReadonlyMap<string, string>,
): Json[] {
  const attributes = (json['attributes'] ?? {}) as Json;
  if (attributes['qualifiedName'] === undefined) return [];
  const said = present({
    attributes: present(picked(attributes, saidOfAssets)),
    customAttributes: json['customAttributes'],
    businessMetadata: withoutMembership(json['businessAttributes']),
    ...membershipPaths(json, groupPaths),
    classifications: tagsOf(json),
    labels: json['labels'],
    terms: meaningsOf(json).map(one => termNames.get(one.guid) ?? one.guid),
  });
  return isNothing(said)
    ? []
    : [{type: json['typeName'], qualifiedName: attributes['qualifiedName'], ...said}];
}

function withoutMembership(groups: unknown): Json {
  const all = Object.entries((groups ?? {}) as Json);
  return Object.fromEntries(all.filter(([name]) => name !== membershipGroup));
}

/** Domains with what is in them. */
function treeOfGroups({domains, products}: GroupsOfCatalog): Json {
  const within = (parent: string | undefined): Json =>
    present({
      domains: [...domains.values()]
        .filter(({json}) => json['parentGuid'] === parent)
        .map(({guid, json}) =>
          present({name: json['name'], ...picked(json, groupTexts), ...within(guid)}),
        ),
      products: [...products.values()]
        .filter(({json}) => json['domainGuid'] === parent)
        .map(({json}) => present({name: json['name'], ...picked(json, groupTexts)})),
    });
  return within(undefined);
}

/** Of secrets only the names: their values are told by no catalog. */
async function sourcesOf(reader: CatalogReader, say: (line: string) => void): Promise<Json[]> {
  try {
    return Array.from(await reader.sources(), ([name, {json, secrets}]) =>
      present({name, ...picked(json, sourceTexts), config: json['config'], secrets: [...secrets]}),
    );
  } catch (error) {
    if (!(error instanceof Refused) || error.status !== 403) throw error;
    say('sources are left out: they are for administrators');
    return [];
  }
}

/** Of what a classification is made with when nothing is said of it. */
const usualOfTags: Json = {
  propagate: true,
  removePropagationsOnEntityDelete: false,
  restrictPropagationThroughLineage: false,
};

function tagsOf(json: Json): unknown[] {
  return directTags(json).map(tag => {
    const {typeName, attributes, validityPeriods} = tag;
    const flags = Object.entries(usualOfTags).filter(
      ([name, usual]) => tag[name] !== undefined && tag[name] !== usual,
    );
    const all = {
      ...present({typeName, attributes: present((attributes ?? {}) as Json), validityPeriods}),
      ...(Object.fromEntries(flags.map(([name]) => [name, tag[name]])) as Json),
    };
    return Object.keys(all).length === 1 ? typeName : all;
  });
}

function picked(from: Json, names: readonly string[]): Json {
  return Object.fromEntries(names.map(name => [name, from[name]]));
}

function present(json: Json): Json {
  return Object.fromEntries(Object.entries(json).filter(([, value]) => !isNothing(value)));
}

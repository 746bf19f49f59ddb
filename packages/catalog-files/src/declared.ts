import {isExact, termRelations} from '@gazetteer/model';

export type Json = Readonly<Record<string, unknown>>;

/** Lists of type definitions, as the API calls them, in an order in which they can be made. */
export const typeLists = [
  'enumDefs',
  'structDefs',
  'classificationDefs',
  'entityDefs',
  'relationshipDefs',
  'businessMetadataDefs',
] as const;
export type TypeList = (typeof typeLists)[number];

export const glossaryTexts = [
  'shortDescription',
  'longDescription',
  'language',
  'usage',
  'additionalAttributes',
] as const;
export const categoryTexts = [
  'shortDescription',
  'longDescription',
  'additionalAttributes',
] as const;
export const termTexts = [
  'shortDescription',
  'longDescription',
  'abbreviation',
  'usage',
  'examples',
  'additionalAttributes',
] as const;
/** Relations of terms, each a list of `term@glossary`. */
export const relationFields: readonly string[] = termRelations.map(one => one.field);

/** Of domains and data products. */
export const groupTexts = ['description', 'owner'] as const;
/** Of sources, beside their keys. */
export const sourceTexts = ['type', 'schedule', 'maxDeletes'] as const;

/** A classification with what is said of it; what is not said is left as it is. */
export type Tag = Json & {readonly typeName: string};

/** A category in the path of one below it, and of what is in it: a slash of its name is escaped. */
export const inPath = (name: string): string => name.replaceAll(/[\\/]/g, '\\$&');

/** What things are called: in plans, and to find again what was applied. */
export const whatIs = {
  type: (list: TypeList, name: unknown) => `${list.replace('Defs', '')} type ${String(name)}`,
  glossary: (name: string) => `glossary ${name}`,
  category: (path: string, glossary: string) => `category ${path}@${glossary}`,
  /** As relations name it. */
  term: (name: string, glossary: string) => `${name}@${glossary}`,
  domain: (path: string) => `domain ${path}`,
  product: (path: string) => `data product ${path}`,
  source: (name: string) => `source ${name}`,
  asset: ({typeName, qualifiedName}: Pick<Asset, 'typeName' | 'qualifiedName'>) =>
    `${typeName} ${qualifiedName}`,
};

/** Categories with those below them, by their paths. */
export function categoriesIn(
  list: readonly Category[],
  parent = '',
): readonly {readonly path: string; readonly texts: Json}[] {
  return list.flatMap(({name, texts, categories}) => {
    const path = parent + inPath(name);
    return [{path, texts}, ...categoriesIn(categories, `${path}/`)];
  });
}

/** All domains, each before those in it, and all products, by their paths. */
export function groupsIn({domains, products}: Groups): {
  readonly domains: readonly Placed[];
  readonly products: readonly Placed[];
} {
  const found: {domains: Placed[]; products: Placed[]} = {domains: [], products: []};
  const walk = (all: Groups, parent: string) => {
    const at = parent === '' ? '' : `${parent}/`;
    for (const {name, texts} of all.products)
      found.products.push({name, texts, parent, path: at + inPath(name)});
    for (const one of all.domains) {
      const path = at + inPath(one.name);
      found.domains.push({name: one.name, texts: one.texts, parent, path});
      walk(one, path);
    }
  };
  walk({domains, products}, '');
  return found;
}
/** `parent` is the path of the domain that it is in, empty at the top. */
export type Placed = Product & {readonly parent: string; readonly path: string};

export type Category = {
  readonly name: string;
  readonly texts: Json;
  readonly categories: readonly Category[];
};
/** `undefined`: nothing is said of it. */
export type Term = {
  readonly name: string;
  readonly texts: Json;
  /** Paths in the glossary, such as `Reporting/Monthly`. */
  readonly categories: readonly string[] | undefined;
  readonly tags: readonly Tag[] | undefined;
  readonly relations: Readonly<Record<string, readonly string[]>>;
};
export type Glossary = {
  readonly name: string;
  readonly texts: Json;
  readonly categories: readonly Category[];
  readonly terms: readonly Term[];
};
export type Asset = {
  readonly typeName: string;
  readonly qualifiedName: string;
  readonly attributes: Json;
  readonly customAttributes: Json;
  /** By business metadata and attribute. */
  readonly businessMetadata: Readonly<Record<string, Json>>;
  readonly tags: readonly Tag[] | undefined;
  readonly labels: readonly string[] | undefined;
  /** `term@glossary` */
  readonly terms: readonly string[] | undefined;
  /** The path of its domain, empty for none. */
  readonly domain: string | undefined;
  /** Paths of data products. */
  readonly products: readonly string[] | undefined;
};

/** A domain with those in it and its data products. */
export type Domain = {
  readonly name: string;
  readonly texts: Json;
  readonly domains: readonly Domain[];
  readonly products: readonly Product[];
};
export type Product = {readonly name: string; readonly texts: Json};
/** Domains at the top, and products that are in none. */
export type Groups = {readonly domains: readonly Domain[]; readonly products: readonly Product[]};

/** What the catalog reads by itself. */
export type Source = {
  readonly name: string;
  /** `type`, `schedule` and `maxDeletes`. */
  readonly texts: Json;
  readonly config: Json;
  /** Keys whose secret values are in the catalog, and in no file. */
  readonly secrets: readonly string[];
};

/** What files say of a catalog, or what a catalog has of it. */
export type Declared = {
  readonly types: Readonly<Record<TypeList, readonly Json[]>>;
  readonly glossaries: readonly Glossary[];
  readonly assets: readonly Asset[];
  /** `undefined`: nothing is said of them. */
  readonly groups: Groups | undefined;
  readonly sources: readonly Source[] | undefined;
};

/** The same value, whatever the order of members. */
export function isSame(a: unknown, b: unknown): boolean {
  return textOf(a) === textOf(b);
}

/**
 * Whether `there` has all that `wanted` says: members of objects one by one, lists of named things
 * by their names, other lists as they are. Nothing, and an empty text or list, are the same.
 */
export function hasAll(there: unknown, wanted: unknown): boolean {
  if (isNothing(wanted)) return isNothing(there);
  if (Array.isArray(wanted)) {
    const names = keyOf(wanted);
    if (names === undefined || !Array.isArray(there)) return isSame(there, wanted);
    const known = new Map(there.map(one => [(one as Json)[names], one as unknown]));
    return wanted.every(one => hasAll(known.get((one as Json)[names]), one));
  }
  if (typeof wanted !== 'object' || isExact(wanted)) return isSameValue(there, wanted);
  return (
    typeof there === 'object' &&
    there !== null &&
    Object.entries(wanted as Json).every(([name, one]) => hasAll((there as Json)[name], one))
  );
}

/**
 * Values as a catalog keeps them: texts of what YAML takes for a number, times of dates, and
 * numbers of half the digits where the attribute is a `float`.
 */
function isSameValue(there: unknown, wanted: unknown): boolean {
  if (isSame(there, wanted)) return true;
  if (typeof there === 'string' && typeof wanted !== 'object') return there === String(wanted);
  if (typeof there !== 'number') return false;
  return typeof wanted === 'string'
    ? Date.parse(wanted) === there
    : typeof wanted === 'number' && Math.fround(wanted) === there;
}

/** `there` with what `wanted` says in its place. */
export function merged(there: unknown, wanted: unknown): unknown {
  if (Array.isArray(wanted) && Array.isArray(there)) {
    const names = keyOf(wanted);
    if (names === undefined) return wanted;
    const changes = new Map(wanted.map(one => [(one as Json)[names], one as unknown]));
    const kept = there.map(one => merged(one, changes.get((one as Json)[names]) ?? {}));
    const known = new Set(there.map(one => (one as Json)[names]));
    return [...kept, ...wanted.filter(one => !known.has((one as Json)[names]))];
  }
  if (!isObject(wanted) || !isObject(there)) return wanted;
  const changed = Object.entries(wanted).map(([name, one]) => [name, merged(there[name], one)]);
  return {...there, ...(Object.fromEntries(changed) as Json)};
}

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !isExact(value);

export const isNothing = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  (Array.isArray(value) && value.length === 0) ||
  (isObject(value) && Object.keys(value).length === 0);

/** What tells the things of a list apart, of lists of type definitions. */
function keyOf(list: readonly unknown[]): 'name' | 'value' | undefined {
  for (const key of ['name', 'value'] as const)
    if (list.length > 0 && list.every(one => isObject(one) && typeof one[key] === 'string'))
      return key;
  return undefined;
}

/** JSON with members in the order of their names, and without what is nothing. */
export function textOf(value: unknown): string {
  return JSON.stringify(value, (_key, one: unknown) =>
    isObject(one)
      ? Object.fromEntries(
          Object.entries(one)
            .filter(([, member]) => !isNothing(member))
            .sort(([a], [b]) => (a < b ? -1 : 1)),
        )
      : one,
  );
}

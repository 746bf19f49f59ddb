import {readdir, readFile} from 'node:fs/promises';
import {join, relative} from 'node:path';
import {exactly} from '@gazetteer/model';
import {didYouMean} from '@gazetteer/settings';
import {isMap, LineCounter, parseDocument, type Node} from 'yaml';
import {
  categoryTexts,
  glossaryTexts,
  groupTexts,
  inPath,
  relationFields,
  sourceTexts,
  termTexts,
  typeLists,
  whatIs,
  type Asset,
  type Category,
  type Declared,
  type Domain,
  type Glossary,
  type Json,
  type Product,
  type Source,
  type Tag,
  type Term,
  type TypeList,
} from './declared.ts';

export type FilesRead = {
  readonly declared: Declared;
  /** What is wrong, each with its file; nothing should be done while there is any. */
  readonly errors: readonly string[];
  readonly files: number;
};

/** Everything that the YAML files of a folder, and of those below it, say. */
export async function readFiles(folder: string): Promise<FilesRead> {
  const reader = new Reader();
  const names = await readdir(folder, {recursive: true, withFileTypes: true}).catch(
    (error: unknown) => {
      reader.errors.push(`${folder}: ${(error as Error).message}`);
      return [];
    },
  );
  const files = names
    .filter(one => one.isFile() && /\.ya?ml$/.test(one.name))
    .map(one => relative(folder, join(one.parentPath, one.name)))
    .sort();
  for (const name of files) {
    try {
      reader.read(name, await readFile(join(folder, name), 'utf8'));
    } catch (error) {
      reader.errors.push(`${name}: ${(error as Error).message}`);
    }
  }
  return {declared: reader.declared, errors: reader.errors, files: files.length};
}

const rootKeys = ['types', 'glossaries', 'assets', 'domains', 'products', 'sources'];
const sourceKeys = ['name', ...sourceTexts, 'config', 'secrets'];
const termKeys = ['name', ...termTexts, 'categories', 'classifications', ...relationFields];
const tagKeys = [
  'typeName',
  'attributes',
  'propagate',
  'removePropagationsOnEntityDelete',
  'restrictPropagationThroughLineage',
  'validityPeriods',
];
const assetKeys = [
  'type',
  'qualifiedName',
  'attributes',
  'customAttributes',
  'businessMetadata',
  'classifications',
  'labels',
  'terms',
  'domain',
  'products',
];

class Reader {
  readonly errors: string[] = [];
  readonly #types = Object.fromEntries(typeLists.map(list => [list, [] as Json[]])) as Record<
    TypeList,
    Json[]
  >;
  readonly #glossaries: Glossary[] = [];
  readonly #assets: Asset[] = [];
  #groups: {domains: Domain[]; products: Product[]} | undefined;
  #sources: Source[] | undefined;
  /** Where each thing was said first. */
  readonly #said = new Map<string, string>();

  get declared(): Declared {
    return {
      types: this.#types,
      glossaries: this.#glossaries,
      assets: this.#assets,
      groups: this.#groups,
      sources: this.#sources,
    };
  }

  read(file: string, text: string): void {
    const lines = new LineCounter();
    const document = parseDocument(text, {
      lineCounter: lines,
      prettyErrors: false,
      intAsBigInt: true,
    });
    for (const {message, pos} of document.errors)
      this.errors.push(`${file}:${lines.linePos(pos[0]).line}: ${message}`);
    if (document.errors.length > 0 || document.contents === null) return;
    if (!isMap(document.contents as Node)) {
      this.errors.push(`${file}: it has none of the keys ${rootKeys.join(', ')}`);
      return;
    }
    // Aliases that multiply would fill the memory.
    const root = this.#object(file, exact(document.toJS({maxAliasCount: 1000})), rootKeys);
    const types = this.#object(`${file}: types`, root['types'], typeLists);
    for (const list of typeLists)
      this.#each(`${file}: types.${list}`, types[list], (where, one) => {
        const name = this.#text(where, one, 'name');
        if (this.#isFirst(`type ${name}`, where)) this.#types[list].push(one);
      });
    this.#each(`${file}: glossaries`, root['glossaries'], (where, one) =>
      this.#glossary(where, one),
    );
    this.#each(`${file}: assets`, root['assets'], (where, one) => this.#asset(where, one));
    if ('domains' in root || 'products' in root) {
      const {domains, products} = this.#groupsIn(`${file}: `, root, '');
      this.#groups = {
        domains: [...(this.#groups?.domains ?? []), ...domains],
        products: [...(this.#groups?.products ?? []), ...products],
      };
    }
    if ('sources' in root) this.#sources ??= [];
    this.#each(`${file}: sources`, root['sources'], (where, one) => this.#source(where, one));
  }

  #glossary(where: string, given: Json): void {
    const one = this.#object(where, given, ['name', ...glossaryTexts, 'categories', 'terms']);
    const name = this.#text(where, one, 'name');
    if (!this.#isFirst(whatIs.glossary(name), where)) return;
    const terms: Term[] = [];
    this.#each(`${where}.terms`, one['terms'], (at, term) => {
      const read = this.#term(at, term);
      if (this.#isFirst(`term ${whatIs.term(read.name, name)}`, at)) terms.push(read);
    });
    this.#glossaries.push({
      name,
      texts: picked(one, glossaryTexts),
      categories: this.#categories(`${where}.categories`, one['categories'], `@${name}`),
      terms,
    });
  }

  /** @param parent the path of what they are in, with a slash */
  #groupsIn(where: string, given: Json, parent: string): {domains: Domain[]; products: Product[]} {
    const products: Product[] = [];
    this.#each(`${where}products`, given['products'], (at, one) => {
      const read = this.#object(at, one, ['name', ...groupTexts]);
      const name = this.#text(at, read, 'name');
      if (this.#isFirst(whatIs.product(parent + inPath(name)), at))
        products.push({name, texts: picked(read, groupTexts)});
    });
    const domains: Domain[] = [];
    this.#each(`${where}domains`, given['domains'], (at, one) => {
      const read = this.#object(at, one, ['name', ...groupTexts, 'domains', 'products']);
      const name = this.#text(at, read, 'name');
      const path = parent + inPath(name);
      if (!this.#isFirst(whatIs.domain(path), at)) return;
      const texts = picked(read, groupTexts);
      domains.push({name, texts, ...this.#groupsIn(`${at}.`, read, `${path}/`)});
    });
    return {domains, products};
  }

  #source(where: string, given: Json): void {
    const one = this.#object(where, given, sourceKeys);
    const name = this.#text(where, one, 'name');
    this.#text(where, one, 'type');
    if (!this.#isFirst(whatIs.source(name), where)) return;
    this.#sources?.push({
      name,
      texts: picked(one, sourceTexts),
      config: this.#object(`${where}.config`, one['config']),
      secrets: this.#textsIfAny(`${where}.secrets`, one['secrets']) ?? [],
    });
  }

  #categories(where: string, given: unknown, suffix: string, parent = ''): Category[] {
    const list: Category[] = [];
    this.#each(where, given, (at, one) => {
      const read = this.#object(at, one, ['name', ...categoryTexts, 'categories']);
      const name = this.#text(at, read, 'name');
      const path = parent + inPath(name);
      if (!this.#isFirst(`category ${path}${suffix}`, at)) return;
      list.push({
        name,
        texts: picked(read, categoryTexts),
        categories: this.#categories(`${at}.categories`, read['categories'], suffix, `${path}/`),
      });
    });
    return list;
  }

  #term(where: string, given: Json): Term {
    const one = this.#object(where, given, termKeys);
    const relations = relationFields.flatMap(field =>
      one[field] === undefined
        ? []
        : [[field, this.#texts(`${where}.${field}`, one[field])] as const],
    );
    return {
      name: this.#text(where, one, 'name'),
      texts: picked(one, termTexts),
      categories: this.#textsIfAny(`${where}.categories`, one['categories']),
      tags: this.#tags(`${where}.classifications`, one['classifications']),
      relations: Object.fromEntries(relations),
    };
  }

  #asset(where: string, given: Json): void {
    const one = this.#object(where, given, assetKeys);
    const [typeName, qualifiedName] = [
      this.#text(where, one, 'type'),
      this.#text(where, one, 'qualifiedName'),
    ];
    if (!this.#isFirst(whatIs.asset({typeName, qualifiedName}), where)) return;
    const groups = this.#object(`${where}.businessMetadata`, one['businessMetadata']);
    this.#assets.push({
      typeName,
      qualifiedName,
      attributes: this.#object(`${where}.attributes`, one['attributes']),
      customAttributes: this.#object(`${where}.customAttributes`, one['customAttributes']),
      businessMetadata: Object.fromEntries(
        Object.entries(groups).map(([name, values]) => [
          name,
          this.#object(`${where}.businessMetadata.${name}`, values),
        ]),
      ),
      tags: this.#tags(`${where}.classifications`, one['classifications']),
      labels: this.#textsIfAny(`${where}.labels`, one['labels']),
      terms: this.#textsIfAny(`${where}.terms`, one['terms']),
      domain: one['domain'] === undefined ? undefined : this.#domainOf(where, one['domain']),
      products: this.#textsIfAny(`${where}.products`, one['products']),
    });
  }

  #domainOf(where: string, given: unknown): string {
    if (given === null) return '';
    return typeof given === 'string' ? given : this.#wrong(`${where}.domain`, 'a text', '');
  }

  #tags(where: string, given: unknown): readonly Tag[] | undefined {
    if (given === undefined) return undefined;
    if (!Array.isArray(given)) return this.#wrong(where, 'a list', []);
    return given.map((one: unknown, i): Tag => {
      if (typeof one === 'string') return {typeName: one};
      const at = `${where}[${i}]`;
      const tag = this.#object(at, one, tagKeys);
      return {...tag, typeName: this.#text(at, tag, 'typeName')};
    });
  }

  /** @param keys that it may have; any when absent */
  #object(where: string, given: unknown, keys?: readonly string[]): Json {
    if (given === undefined || given === null) return {};
    if (typeof given !== 'object' || Array.isArray(given)) return this.#wrong(where, 'a map', {});
    if (keys !== undefined)
      for (const key of Object.keys(given))
        if (!keys.includes(key))
          this.errors.push(`${where}: there is no key ${key}.${didYouMean(key, keys)}`);
    return given as Json;
  }

  #each(where: string, given: unknown, take: (where: string, one: Json) => void): void {
    if (given === undefined || given === null) return;
    if (!Array.isArray(given)) return void this.#wrong(where, 'a list', undefined);
    given.forEach((one: unknown, i) => take(`${where}[${i}]`, this.#object(`${where}[${i}]`, one)));
  }

  #text(where: string, one: Json, name: string): string {
    const value = one[name];
    return typeof value === 'string' && value !== ''
      ? value
      : this.#wrong(`${where}.${name}`, 'a text', '');
  }

  #texts(where: string, given: unknown): readonly string[] {
    return Array.isArray(given) && given.every(one => typeof one === 'string')
      ? given
      : this.#wrong(where, 'a list of texts', []);
  }

  #textsIfAny(where: string, given: unknown): readonly string[] | undefined {
    return given === undefined ? undefined : this.#texts(where, given);
  }

  #wrong<T>(where: string, wanted: string, otherwise: T): T {
    this.errors.push(`${where} must be ${wanted}`);
    return otherwise;
  }

  #isFirst(what: string, where: string): boolean {
    const before = this.#said.get(what);
    if (before !== undefined) this.errors.push(`${where}: ${what} is in ${before} already`);
    else this.#said.set(what, where);
    return before === undefined;
  }
}

/** Numbers of JSON in place of those of YAML, with all their digits. */
function exact(value: unknown): unknown {
  if (typeof value === 'bigint') return exactly(String(value));
  if (Array.isArray(value)) return value.map(exact);
  return typeof value === 'object' && value !== null
    ? Object.fromEntries(Object.entries(value).map(([name, one]) => [name, exact(one)]))
    : value;
}

function picked(from: Json, names: readonly string[]): Json {
  return Object.fromEntries(names.flatMap(name => (name in from ? [[name, from[name]]] : [])));
}

import type {TestContext} from 'node:test';
import type {Database} from '@gazetteer/db';
import {
  emptyChangeSet,
  readSearchParameters,
  resolveSearch,
  tokens,
  TypeRegistry,
  type ClassificationRecord,
  type EntityRecord,
  type FilterCriteria,
  type Guid,
  type TypeDef,
} from '@gazetteer/model';
import {attribute, classificationDef, composition, entityDef} from '@gazetteer/model/testing';
import {GraphStore} from '../src/graph/graph-store.ts';
import {searchEntities} from '../src/search/search.ts';

const base = entityDef('', [], []);

/** Attributes of every kind, indexed and not. */
export const searchTestTypes: TypeDef[] = [
  {
    ...base,
    category: 'ENUM',
    guid: 'kind',
    name: 'kind',
    elementDefs: [
      {value: 'ONE', ordinal: 1},
      {value: 'TWO', ordinal: 2},
    ],
  },
  entityDef('__internal', [], []),
  entityDef(
    'profile',
    ['__internal'],
    [attribute('name', 'string', {isUnique: true, isIndexable: true})],
  ),
  entityDef(
    'Asset',
    [],
    [
      attribute('qualifiedName', 'string', {isUnique: true, isIndexable: true, searchWeight: 10}),
      attribute('name', 'string', {isIndexable: true, searchWeight: 10}),
      attribute('description', 'string', {searchWeight: 9}),
      attribute('owner', 'string', {isIndexable: true, searchWeight: 9}),
      attribute('note', 'string', {searchWeight: 2}),
      attribute('secret', 'string'),
      attribute('size', 'long', {isIndexable: true}),
      attribute('width', 'double'),
      attribute('made', 'date', {isIndexable: true}),
      attribute('open', 'boolean', {isIndexable: true}),
      attribute('shut', 'boolean'),
      attribute('kind', 'kind', {isIndexable: true}),
      attribute('tags', 'array<string>', {isIndexable: true}),
      attribute('marks', 'array<int>'),
    ],
  ),
  entityDef('DataSet', ['Asset'], []),
  entityDef('Process', ['Asset'], []),
  entityDef('table', ['DataSet'], [attribute('peer', 'table')]),
  composition('table_columns', ['table', 'columns'], ['column', 'table']),
  entityDef('column', ['Asset'], []),
  entityDef('keyColumn', ['column'], []),
  entityDef('load', ['Process'], []),
  entityDef('place', ['Asset'], []),
  composition('place_tables', ['place', 'tables'], ['table', 'place']),
  classificationDef('PII', [attribute('level', 'string')]),
  {...classificationDef('PII_mail', []), superTypes: ['PII']},
  classificationDef('Other', []),
  {
    ...base,
    category: 'BUSINESS_METADATA',
    guid: 'cost',
    name: 'cost',
    attributeDefs: [attribute('centre', 'string'), attribute('share', 'double')],
  },
];

let made = 0;

export function entity(
  typeName: string,
  name: string,
  attributes: Record<string, unknown> = {},
): EntityRecord {
  const n = ++made;
  return {
    guid: crypto.randomUUID(),
    typeName,
    status: 'ACTIVE',
    createdBy: n % 2 === 0 ? 'ann' : 'bob',
    updatedBy: 'ann',
    createTime: 1_700_000_000_000 + n * 1000,
    updateTime: 1_700_000_000_000 + n * 1000,
    attributes: typeName === 'profile' ? {name} : {qualifiedName: `q${n}`, name, ...attributes},
  };
}

export function classified(
  record: EntityRecord,
  typeName: string,
  attributes: Record<string, unknown>,
): ClassificationRecord {
  return {
    entityGuid: record.guid,
    typeName,
    attributes,
    propagate: false,
    removePropagationsOnEntityDelete: false,
  };
}

type Search = {body: Record<string, unknown>; fits: (record: EntityRecord) => boolean};
type Test = {filter: FilterCriteria; fits: (record: EntityRecord) => boolean};

/**
 * A store and what should be in it, with random content and searches that can be checked by looking
 * at every entity.
 */
export const author = {userName: 'ann', now: 1};

export class World {
  readonly store: GraphStore;
  readonly db: Database;
  readonly now = 1_700_000_100_000;
  readonly #records = new Map<Guid, EntityRecord>();
  readonly #classifications: ClassificationRecord[] = [];
  #seed = 1;

  constructor(store: GraphStore, db: Database) {
    this.store = store;
    this.db = db;
  }

  records(): EntityRecord[] {
    return [...this.#records.values()];
  }

  record(guid: Guid): EntityRecord {
    const record = this.#records.get(guid);
    if (record === undefined) throw new Error(`no entity ${guid}`);
    return record;
  }

  async save(created: EntityRecord[]): Promise<void> {
    await this.store.transaction(tx => tx.apply({...emptyChangeSet(), created}, author));
    for (const record of created) this.#records.set(record.guid, record);
  }

  async update(before: EntityRecord, after: EntityRecord): Promise<void> {
    await this.store.transaction(tx =>
      tx.apply({...emptyChangeSet(), updated: [{before, after}]}, author),
    );
    this.#records.set(after.guid, after);
  }

  async purge(removed: EntityRecord[]): Promise<void> {
    await this.store.transaction(tx => tx.apply({...emptyChangeSet(), removed}, author));
    for (const record of removed) this.#records.delete(record.guid);
  }

  async classify(classificationsAdded: ClassificationRecord[]): Promise<void> {
    await this.store.transaction(tx =>
      tx.apply({...emptyChangeSet(), classificationsAdded}, author),
    );
    this.#classifications.push(...classificationsAdded);
  }

  async page(body: object): Promise<{count: number; guids: Guid[]}> {
    return await this.store.read(async graph => {
      const parameters = readSearchParameters(body, {includeSubTypes: true});
      const found = await searchEntities(
        graph,
        resolveSearch(graph.types, parameters, this.now).query,
      );
      return {count: found.count, guids: found.records.map(one => one.guid)};
    });
  }

  async fillAtRandom(seed: number): Promise<void> {
    this.#seed = seed;
    const records = Array.from({length: 150}, () => this.#randomEntity());
    await this.save(records);
    for (const before of records) {
      const roll = this.below(10);
      if (roll === 0) await this.update(before, {...before, status: 'DELETED'});
      else if (roll === 1)
        await this.update(before, {...before, attributes: this.#randomEntity().attributes});
      else if (roll === 2) await this.purge([before]);
    }
    const classify = this.records().filter(() => this.below(3) === 0);
    await this.classify(
      classify.map(one => classified(one, this.#one(['PII', 'PII_mail', 'Other']), {})),
    );
  }

  randomSearch(): Search {
    const fits: Search['fits'][] = [];
    const body: Record<string, unknown> = {};
    const subTypes: Record<string, string[]> = {
      Asset: ['table', 'column', 'keyColumn'],
      table: ['table'],
      column: ['column', 'keyColumn'],
      'keyColumn,table': ['keyColumn', 'table'],
    };
    const typeName = this.#one(Object.keys(subTypes));
    if (this.below(4) > 0) {
      body['typeName'] = typeName;
      fits.push(one => subTypes[typeName]?.includes(one.typeName) === true);
      if (this.below(2) === 0) {
        const test = this.#randomFilter(2);
        body['entityFilters'] = test.filter;
        fits.push(test.fits);
      }
    } else body['typeName'] = '_ALL_ENTITY_TYPES';
    if (this.below(2) === 0) {
      const query = this.#randomText(2);
      body['query'] = query.text;
      fits.push(query.fits);
    }
    if (this.below(3) === 0) {
      body['excludeDeletedEntities'] = true;
      fits.push(one => one.status === 'ACTIVE');
    }
    if (this.below(4) === 0) {
      const classification = this.#one(['PII', 'Other', '_CLASSIFIED', '_NOT_CLASSIFIED', 'P*']);
      body['classification'] = classification;
      fits.push(one => this.isClassified(one, classification));
    }
    if (this.below(4) === 0) {
      body['sortBy'] = this.#one([
        '__timestamp',
        ...(body['typeName'] === '_ALL_ENTITY_TYPES' ? [] : ['name', 'size', 'tags', 'secret']),
      ]);
      body['sortOrder'] = this.#one(['ASCENDING', 'DESCENDING']);
    }
    return {body, fits: record => fits.every(test => test(record))};
  }

  isClassified(record: EntityRecord, classification: string): boolean {
    const names = this.#classifications
      .filter(one => one.entityGuid === record.guid)
      .map(one => one.typeName);
    if (classification === '_NOT_CLASSIFIED') return names.length === 0;
    if (classification === '_CLASSIFIED') return names.length > 0;
    return names.some(name =>
      classification === 'Other' ? name === 'Other' : name.startsWith('P'),
    );
  }

  #randomEntity(): EntityRecord {
    const attributes: Record<string, unknown> = {};
    const maybe = (name: string, value: () => unknown) => {
      if (this.below(3) > 0) attributes[name] = value();
    };
    maybe('description', () => this.#words());
    maybe('owner', () => this.#one(['ann', 'bob', 'Ann', "o'neil", 'a*b', 'x'.repeat(900), '']));
    maybe('note', () => this.#words());
    maybe('secret', () => this.#one(['red', 'redder', 'r?d', 'Größe', 'y'.repeat(900)]));
    maybe('size', () => this.below(5) - 2);
    maybe('width', () => this.below(5) / 2);
    maybe('made', () => 1_700_000_000_000 + this.below(4) * 86_400_000);
    maybe('open', () => this.below(2) === 0);
    maybe('shut', () => this.below(2) === 0);
    maybe('kind', () => this.#one(['ONE', 'TWO']));
    maybe('tags', () => [...new Set([this.#one(['a', 'b', 'ab']), this.#one(['b', 'c'])])]);
    maybe('marks', () => [this.below(3), this.below(3)]);
    return entity(this.#one(['table', 'column', 'keyColumn', 'table']), this.#words(), attributes);
  }

  #words(): string {
    return Array.from({length: 1 + this.below(3)}, () =>
      this.#one(['red', 'Redder', 'green', 'bLue', 'Größe', '東京', 'x1']),
    ).join(this.#one([' ', '_', '.']));
  }

  #randomText(depth: number): {text: string; fits: (record: EntityRecord) => boolean} {
    const roll = depth === 0 ? this.below(3) : this.below(6);
    if (roll < 3) {
      const words = this.#words();
      const isPrefix = roll === 2;
      const shown = isPrefix ? words.slice(0, -1).trimEnd() : words;
      const text = isPrefix ? `${shown.replace(/\s/g, '.')}*` : `"${shown}"`;
      return {
        text,
        fits: record =>
          textsOf(record).some(one => hasPhrase(tokens(one), tokens(shown), isPrefix)),
      };
    }
    const [left, right] = [this.#randomText(depth - 1), this.#randomText(depth - 1)];
    if (roll === 3)
      return {
        text: `(${left.text}) OR (${right.text})`,
        fits: one => left.fits(one) || right.fits(one),
      };
    if (roll === 4)
      return {
        text: `(${left.text}) (${right.text})`,
        fits: one => left.fits(one) && right.fits(one),
      };
    return {
      text: `(${left.text}) -(${right.text})`,
      fits: one => left.fits(one) && !right.fits(one),
    };
  }

  #randomFilter(depth: number): Test {
    if (depth > 0 && this.below(3) > 0) {
      const parts = Array.from({length: 1 + this.below(this.below(8) === 0 ? 20 : 3)}, () =>
        this.#randomFilter(depth - 1),
      );
      const condition = this.#one(['AND', 'OR'] as const);
      const fits: Test['fits'] = one =>
        condition === 'AND'
          ? parts.every(part => part.fits(one))
          : parts.some(part => part.fits(one));
      return {filter: {condition, criterion: parts.map(part => part.filter)}, fits};
    }
    const name = this.#one([
      'name',
      'owner',
      'secret',
      'note',
      'size',
      'width',
      'made',
      'open',
      'shut',
      'kind',
      'tags',
      'marks',
      '__createdBy',
      '__state',
      '__timestamp',
    ]);
    const samples = this.records().flatMap(one => scalars(one, name));
    const sample = samples.length === 0 ? 'x' : this.#one(samples);
    const value = sample === '' ? 'ann' : sample;
    const isNumber = typeof value === 'number';
    const texts = [
      '=',
      '!=',
      'in',
      'startsWith',
      'endsWith',
      'contains',
      'not_contains',
      '<',
      '>=',
      'isNull',
      'notNull',
      'notEmpty',
    ] as const;
    const numbers = ['=', '!=', 'in', '<', '>', '<=', '>=', 'isNull', 'notNull'] as const;
    const operator = this.#one<FilterCriteria['operator'] & string>(isNumber ? numbers : texts);
    const given =
      operator === 'in' ? `${value},zzz0`.replace(/zzz0$/, isNumber ? '77' : 'zzz') : String(value);
    const attributeValue = ['startsWith', 'endsWith', 'contains'].includes(operator)
      ? given.slice(-2)
      : given;
    const some = (record: EntityRecord, test: (one: string | number) => boolean) =>
      scalars(record, name).some(test);
    const typed = isNumber ? Number(given) : attributeValue;
    const fits: Record<string, Test['fits']> = {
      '=': one => some(one, x => x === typed),
      '!=': one => !some(one, x => x === typed),
      in: one =>
        some(one, x =>
          given
            .split(',')
            .map(part => part.trim())
            .includes(String(x)),
        ),
      startsWith: one => some(one, x => String(x).startsWith(attributeValue)),
      endsWith: one => some(one, x => String(x).endsWith(attributeValue)),
      contains: one => some(one, x => String(x).includes(attributeValue)),
      not_contains: one => !some(one, x => String(x).includes(attributeValue)),
      '<': one => some(one, x => x < typed),
      '>': one => some(one, x => x > typed),
      '<=': one => some(one, x => x <= typed),
      '>=': one => some(one, x => x >= typed),
      isNull: one => scalars(one, name).length === 0,
      notNull: one => scalars(one, name).length > 0,
      notEmpty: one => some(one, x => x !== ''),
    };
    return {
      filter: {attributeName: name, operator, attributeValue},
      fits: fits[operator] as Test['fits'],
    };
  }

  /** A random number from 0 below `n`. */
  below(n: number): number {
    this.#seed = (Math.imul(this.#seed, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((this.#seed / 2 ** 32) * n);
  }

  #one<T>(list: readonly T[]): T {
    return list[this.below(list.length)] as T;
  }
}

const searchedAttributes = ['qualifiedName', 'name', 'description', 'owner', 'note', 'tags'];

function textsOf(record: EntityRecord): string[] {
  return searchedAttributes.flatMap(name => record.attributes[name] ?? []).map(String);
}

function hasPhrase(words: string[], phrase: string[], isPrefix: boolean): boolean {
  return (
    phrase.length > 0 &&
    words.some((_, at) =>
      phrase.every((word, i) =>
        isPrefix && i === phrase.length - 1
          ? words[at + i]?.startsWith(word)
          : words[at + i] === word,
      ),
    )
  );
}

/** Values of an attribute as they are compared: booleans as text, lists element by element. */
function scalars(record: EntityRecord, name: string): (string | number)[] {
  if (name === '__createdBy') return [record.createdBy];
  if (name === '__state') return [record.status];
  if (name === '__timestamp') return [record.createTime];
  const value = record.attributes[name];
  const list = value === undefined ? [] : Array.isArray(value) ? value : [value];
  return list.map(one => (typeof one === 'number' ? one : String(one)));
}

/** A store of a test's own that has the types of searches. */
export async function searchWorld(
  t: TestContext,
  openDatabase: () => Promise<Database>,
): Promise<World> {
  const db = await openDatabase();
  await GraphStore.migrate(db);
  const store = new GraphStore(db);
  t.after(() => store.close());
  await store.transaction(tx => tx.saveTypes(new TypeRegistry(searchTestTypes)));
  return new World(store, db);
}

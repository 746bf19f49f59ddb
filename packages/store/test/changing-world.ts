import * as fc from 'fast-check';
import {exactly, type AttributeDef, type EntityRecord, type TypeDef} from '@gazetteer/model';
import {attribute, entityDef} from '@gazetteer/model/testing';
import {tagSteps, type ChangingTags, type TagStep} from './changing-tags.ts';

/**
 * A model without any index: entities by the texts of their values, and what searches find among
 * them by looking at each.
 */

export const kinds = {
  text: 'string',
  list: 'array<string>',
  flag: 'boolean',
  num: 'int',
  big: 'long',
  huge: 'biginteger',
  dec: 'bigdecimal',
} as const;
export type Name = keyof typeof kinds;
const names = Object.keys(kinds) as Name[];

export type Flags = Pick<AttributeDef, 'isIndexable' | 'isUnique' | 'searchWeight'>;
export type AllFlags = Readonly<Record<Name, Flags>>;
type Values = Readonly<Record<Name, readonly string[]>>;
export type Known = {
  readonly name: string;
  readonly isDeleted: boolean;
  readonly values: Values;
  readonly record: EntityRecord;
};

const none: Flags = {isIndexable: false, isUnique: false, searchWeight: -1};
export const noFlags: AllFlags = {
  text: none,
  list: none,
  flag: none,
  num: none,
  big: none,
  huge: none,
  dec: none,
};

export function typesWith(flags: AllFlags, tags: ChangingTags): TypeDef[] {
  const own = names.map(name => attribute(name, kinds[name], flags[name]));
  return [
    entityDef('__internal', [], []),
    entityDef('thing', [], [attribute('name', 'string', {isIndexable: true}), ...own]),
    entityDef('part', ['thing'], []),
    ...tags.types(),
  ];
}

const pools: Readonly<Record<Name, readonly string[]>> = {
  text: ['red fox', 'green', 'blue red', 'Red', 'x'.repeat(900), ''],
  list: ['red', 'fox', 'green tree', 'blue'],
  flag: ['true', 'false'],
  num: ['-1', '0', '7', '2147483647'],
  big: [
    '5',
    '0',
    '9007199254740992',
    '9007199254740993',
    '-9007199254740993',
    '9223372036854775807',
  ],
  huge: [
    '9007199254740992',
    '9007199254740993',
    '-123456789012345678901234567890',
    '12',
    `1${'0'.repeat(400)}`,
  ],
  dec: [
    '0.1',
    '0.3',
    '0.10000000000000000001',
    '-2.5',
    '9007199254740993',
    '123456789012345678901.5',
  ],
};

const valueOf = (name: Name) => fc.constantFrom(...pools[name]);
const valuesOf = (name: Name): fc.Arbitrary<string[]> =>
  name === 'list'
    ? fc.uniqueArray(valueOf(name), {maxLength: 3})
    : fc.array(valueOf(name), {maxLength: 1});
const values = fc.record(
  Object.fromEntries(names.map(name => [name, valuesOf(name)])),
) as fc.Arbitrary<Values>;

export type Step =
  | {do: 'types'; name: Name; flags: Flags}
  | {do: 'save'; typeName: string; values: Values}
  | {do: 'update' | 'delete' | 'purge'; which: number; values: Values}
  | {do: 'reindex'}
  | TagStep;

export const steps: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('types' as const),
      name: fc.constantFrom(...names),
      flags: fc.record({
        isIndexable: fc.boolean(),
        isUnique: fc.nat(3).map(n => n === 0),
        searchWeight: fc.constantFrom(-1, 5, 10),
      }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('save' as const),
      typeName: fc.constantFrom('thing', 'part'),
      values,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constantFrom(
        'update' as const,
        'update' as const,
        'delete' as const,
        'purge' as const,
      ),
      which: fc.nat(1000),
      values,
    }),
  },
  {weight: 2, arbitrary: fc.constant({do: 'reindex' as const})},
  {weight: 6, arbitrary: tagSteps},
);

export function recordOf(name: string, typeName: string, given: Values, guid: string): Known {
  const stored = (one: Name, text: string) =>
    one === 'flag' ? text === 'true' : one === 'text' || one === 'list' ? text : exactly(text);
  const attributes: Record<string, unknown> = {name};
  for (const one of names) {
    const list = given[one].map(text => stored(one, text));
    if (one === 'list') attributes[one] = list;
    else if (list.length > 0) attributes[one] = list[0];
  }
  const at = {createdBy: 'ann', updatedBy: 'ann', createTime: 1, updateTime: 1};
  return {
    name,
    isDeleted: false,
    values: given,
    record: {guid, typeName, status: 'ACTIVE', ...at, attributes},
  };
}

/** Whether another ACTIVE entity of the type has the value. */
export function isTaken(all: readonly Known[], flags: AllFlags, one: Known): boolean {
  return names.some(
    name =>
      flags[name].isUnique &&
      all.some(other => other.record.guid !== one.record.guid && isSame(other, one, name)),
  );
}

export function isSame(one: Known, other: Known, name: Name): boolean {
  const [value, same] = [one.values[name][0], other.values[name][0]];
  const isOfType = one.record.typeName === other.record.typeName;
  return isOfType && !one.isDeleted && !other.isDeleted && value !== undefined && value === same;
}

const operators = ['=', '!=', '<', '<=', '>', '>=', 'in', 'isNull', 'notNull'] as const;
const textOperators = [...operators, 'startsWith', 'contains', 'endsWith'] as const;
export type Search =
  | {
      by: 'filter';
      name: Name;
      operator: (typeof textOperators)[number];
      value: string;
      sortBy: Name;
      descending: boolean;
    }
  | {by: 'words'; query: string}
  | {by: 'tag'};

/**
 * A word, or several, with what finds them in the texts that the types give a weight, the type's
 * name and what is carried.
 */
const queries: Readonly<Record<string, (texts: readonly string[], name: string) => boolean>> = {
  red: texts => hasWords(texts, 'red'),
  'fox OR green': texts => hasWords(texts, 'fox') || hasWords(texts, 'green'),
  '"blue red"': texts => hasWords(texts, 'blue red'),
  'red -fox': texts => hasWords(texts, 'red') && !hasWords(texts, 'fox'),
  '5': texts => hasWords(texts, '5'),
  'part -green': texts => hasWords(texts, 'part') && !hasWords(texts, 'green'),
  'tag "blue red"': texts => hasWords(texts, 'tag') && hasWords(texts, 'blue red'),
  'note OR fox': texts => hasWords(texts, 'note') || hasWords(texts, 'fox'),
  'red_fo*': texts => texts.some(text => ` ${text}`.includes(' red fo')),
  'gr*': texts => texts.some(text => ` ${text.toLowerCase()}`.includes(' gr')),
  '*1*': (_, name) => name.includes('1'),
  '*1* red': (texts, name) => name.includes('1') && hasWords(texts, 'red'),
};

export const searches: fc.Arbitrary<Search> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.constantFrom(...names).chain(name =>
      fc.record({
        by: fc.constant('filter' as const),
        name: fc.constant(name),
        operator: fc.constantFrom(
          ...(name === 'text' || name === 'list' ? textOperators : operators),
        ),
        value: valueOf(name),
        sortBy: fc.constantFrom<Name>('text', 'num', 'big', 'huge', 'dec'),
        descending: fc.boolean(),
      }),
    ),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      by: fc.constant('words' as const),
      query: fc.constantFrom(...Object.keys(queries)),
    }),
  },
  {weight: 1, arbitrary: fc.constant({by: 'tag' as const})},
);

/** As a request. */
export function bodyOf(search: Search): object {
  if (search.by === 'words')
    return {query: search.query, typeName: 'thing', excludeDeletedEntities: true};
  if (search.by === 'tag') return {typeName: 'thing', classification: 'tag'};
  const {name, operator, value, sortBy, descending} = search;
  return {
    typeName: 'thing',
    entityFilters: {
      attributeName: name,
      operator,
      attributeValue: operator === 'in' ? `${value},${value}` : value,
    },
    sortBy,
    sortOrder: descending ? 'DESCENDING' : 'ASCENDING',
  };
}

/** Names of what is found, those of a filter in order. */
export function expected(
  all: readonly Known[],
  flags: AllFlags,
  tags: ChangingTags,
  search: Search,
): string[] {
  const of = ({record: {guid, typeName}}: Known) => [guid, typeName] as const;
  if (search.by === 'tag')
    return all
      .filter(one => tags.sources(...of(one)).length > 0)
      .map(one => one.name)
      .sort();
  if (search.by === 'words') {
    const weighed = (['text', 'list'] as const).filter(
      name => flags[name].searchWeight > 0 || flags[name].isIndexable || flags[name].isUnique,
    );
    const fits = queries[search.query] ?? (() => false);
    const found = all.filter(
      one =>
        !one.isDeleted &&
        fits(
          [
            ...weighed.flatMap(name => one.values[name]),
            one.record.typeName,
            ...tags.texts(...of(one)),
          ],
          one.name,
        ),
    );
    return found.map(one => one.name).sort();
  }
  const {name, sortBy, descending} = search;
  const sign = descending ? -1 : 1;
  const key = (one: Known) =>
    one.values[sortBy].find(text => text.length <= 800 || sortBy !== 'text');
  return all
    .map((one, i) => ({one, i}))
    .filter(({one}) => holds(one.values[name], search))
    .sort((a, b) => {
      const [x, y] = [key(a.one), key(b.one)];
      if (x === undefined || y === undefined) {
        return x === y ? sign * (a.i - b.i) : x === undefined ? 1 : -1;
      }
      return sign * (compared(sortBy, x, y) || a.i - b.i);
    })
    .map(({one}) => one.name);
}

function holds(texts: readonly string[], search: Extract<Search, {by: 'filter'}>): boolean {
  const {name, operator, value} = search;
  const some = (test: (order: number) => boolean) =>
    texts.some(text => test(compared(name, text, value)));
  switch (operator) {
    case '=':
      return some(order => order === 0);
    case 'in':
      // A list has no empty text.
      return value !== '' && some(order => order === 0);
    case '!=':
      return !some(order => order === 0);
    case '<':
      return some(order => order < 0);
    case '<=':
      return some(order => order <= 0);
    case '>':
      return some(order => order > 0);
    case '>=':
      return some(order => order >= 0);
    case 'isNull':
      return texts.length === 0;
    case 'notNull':
      return texts.length > 0;
    case 'startsWith':
      return texts.some(text => text.startsWith(value));
    case 'endsWith':
      return texts.some(text => text.endsWith(value));
    case 'contains':
      return texts.some(text => text.includes(value));
  }
}

function compared(name: Name, one: string, other: string): number {
  const isText = name === 'text' || name === 'list' || name === 'flag';
  if (isText) return one < other ? -1 : one > other ? 1 : 0;
  const difference = scaled(one) - scaled(other);
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

function hasWords(texts: readonly string[], words: string): boolean {
  return texts.some(text => ` ${text.toLowerCase()} `.includes(` ${words} `));
}

const places = 30;

/** In units of 10^-30. */
function scaled(text: string): bigint {
  const [whole = '', part = ''] = text.split('.');
  return BigInt(`${whole}${part.padEnd(places, '0')}`);
}

/** Least, greatest and sum, as JSON shows them. */
export function totals(all: readonly Known[], name: Name): string {
  const numbers = all
    .flatMap(one => one.values[name])
    .map(scaled)
    .sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  const sum = numbers.reduce((total, one) => total + one, 0n);
  const shown = [numbers[0], numbers.at(-1)].map(one => (one === undefined ? '""' : plain(one)));
  return `[[${[...shown, plain(sum)].join(',')}]]`;
}

function plain(value: bigint): string {
  const digits = String(value < 0n ? -value : value).padStart(places + 1, '0');
  const part = digits.slice(-places).replace(/0+$/, '');
  return `${value < 0n ? '-' : ''}${digits.slice(0, -places)}${part === '' ? '' : `.${part}`}`;
}

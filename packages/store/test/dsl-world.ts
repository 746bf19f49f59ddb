import * as fc from 'fast-check';
import {
  emptyChangeSet,
  type DslExpression,
  type DslName,
  type DslOperator,
  type DslPath,
  type DslValue,
  type EdgeRecord,
  type EntityRecord,
  type Guid,
} from '@gazetteer/model';
import {author, type World} from './search-world.ts';

/** Related entities and what a DSL query finds among them, told by looking at every entity. */
export class DslWorld {
  readonly #world: World;
  readonly #edges: EdgeRecord[] = [];

  constructor(world: World) {
    this.#world = world;
  }

  /** `random` gives numbers from 0 below n. */
  async relate(random: (n: number) => number): Promise<void> {
    const records = this.#world.records();
    const tables = records.filter(one => one.typeName === 'table');
    const one = () => tables[random(tables.length)] as EntityRecord;
    const edge = (typeName: string, end1: Guid, end2: Guid): EdgeRecord => ({
      guid: crypto.randomUUID(),
      typeName,
      end1,
      end2,
      propagateTags: 'NONE',
      status: random(5) === 0 ? 'DELETED' : 'ACTIVE',
      createdBy: 'ann',
      updatedBy: 'ann',
      createTime: 1,
      updateTime: 1,
    });
    for (const record of records) {
      if (record.typeName !== 'table' && random(4) > 0)
        this.#edges.push(edge('table_columns', one().guid, record.guid));
      if (record.typeName === 'table' && random(2) > 0)
        this.#edges.push(edge('__table.peer', record.guid, one().guid));
    }
    await this.#world.store.transaction(tx =>
      tx.apply({...emptyChangeSet(), edgesCreated: this.#edges}, author),
    );
  }

  holds(expression: DslExpression, record: EntityRecord): boolean {
    switch (expression.kind) {
      case 'and':
        return this.holds(expression.left, record) && this.holds(expression.right, record);
      case 'or':
        return this.holds(expression.left, record) || this.holds(expression.right, record);
      case 'not':
        return !this.holds(expression.part, record);
      case 'compare':
        return this.#ends(expression.path, record).some(([end, name]) =>
          compares(scalars(end, name), expression.operator, expression.value),
        );
      case 'has':
        return this.#ends(
          {...expression.path, names: [...expression.subject.names, ...expression.path.names]},
          record,
        ).some(([end, name]) =>
          steps[name] === undefined
            ? scalars(end, name).length > 0
            : this.#related(end, name).length > 0,
        );
      case 'isa': {
        const names = expression.subject.names
          .map(one => one.text)
          .filter(name => steps[name] !== undefined);
        const ends = names.reduce(
          (list, name) => list.flatMap(one => this.#related(one, name)),
          [record],
        );
        return ends.some(end =>
          this.#world.isClassified(end, expression.classification.names[0]?.text ?? ''),
        );
      }
      case 'hasTerm':
        throw new Error('not generated');
    }
  }

  /** Entities that the path without its last name leads to, with that name. */
  #ends({names}: DslPath, record: EntityRecord): [EntityRecord, string][] {
    const texts = names.map(one => one.text).filter(name => name !== 'x');
    const last = texts.pop() ?? '';
    const ends = texts.reduce(
      (list, name) => list.flatMap(one => this.#related(one, name)),
      [record],
    );
    return ends.map(end => [end, last]);
  }

  #related(record: EntityRecord, name: string): EntityRecord[] {
    const {typeName, end} = steps[name] ?? {typeName: '', end: 1};
    const isAt = (edge: EdgeRecord) =>
      edge.typeName === typeName && (end === 1 ? edge.end1 : edge.end2) === record.guid;
    return this.#edges.filter(isAt).flatMap(edge => {
      const other = this.#world.record(end === 1 ? edge.end2 : edge.end1);
      const isLiving =
        [record.status, other.status].includes('DELETED') || edge.status === 'ACTIVE';
      return isLiving ? [other] : [];
    });
  }
}

const steps: Record<string, {typeName: string; end: 1 | 2}> = {
  columns: {typeName: 'table_columns', end: 1},
  table: {typeName: 'table_columns', end: 2},
  peer: {typeName: '__table.peer', end: 1},
};

/** Values of an attribute as they are compared: booleans as text, lists element by element. */
export function scalars(record: EntityRecord, name: string): (string | number)[] {
  if (name === '__createdBy') return [record.createdBy];
  if (name === '__state') return [record.status];
  if (name === '__typeName') return [record.typeName];
  if (name === '__timestamp') return [record.createTime];
  const value = record.attributes[name];
  const list = value === undefined ? [] : Array.isArray(value) ? (value as unknown[]) : [value];
  return list.map(one => (typeof one === 'number' ? one : String(one)));
}

function compares(
  values: readonly (string | number)[],
  operator: DslOperator,
  value: DslValue,
): boolean {
  if (operator === '!=') return values.length > 0 && !compares(values, '=', value);
  if (value.kind === 'list') return value.items.some(item => compares(values, operator, item));
  return values.some(one => {
    const given = typed(value, one);
    if (operator === 'like' && typeof one === 'string') return patternOf(String(given)).test(one);
    switch (operator) {
      case '<':
        return one < given;
      case '<=':
        return one <= given;
      case '>':
        return one > given;
      case '>=':
        return one >= given;
      default:
        return one === given;
    }
  });
}

/** As a value of the same kind as `like`. */
function typed(value: DslValue, like: string | number): string | number {
  const text =
    value.kind === 'text'
      ? value.text.text
      : value.kind === 'flag'
        ? String(value.value)
        : value.kind === 'number'
          ? value.text
          : '';
  if (typeof like === 'string') return text;
  return /^\d{4}-/.test(text) ? Date.parse(text) : Number(text);
}

function patternOf(pattern: string): RegExp {
  const source = Array.from(pattern, c =>
    c === '*' ? '.*' : c === '?' ? '.' : c.replace(/[^\p{L}\p{N} ]/u, String.raw`\$&`),
  ).join('');
  return new RegExp(`^${source}$`, 'su');
}

const plain = (text: string): DslName => ({text, quote: ''});
export const pathTo = (...names: string[]): DslPath => ({names: names.map(plain), at: 0});

const texts = fc.constantFrom(
  'ann',
  'bob',
  "o'neil",
  'a*b',
  'red',
  'redder',
  'r?d',
  'Größe',
  '',
  'x'.repeat(900),
  'green',
  'x1',
  'Redder_green',
);
const patterns = fc.constantFrom('*', 'r*', '*d', '*e*', 'r?d', 'a?n', '???', '*ö*', 'x*');
const text = (one: string): DslValue => ({kind: 'text', text: {text: one, quote: '"'}, at: 0});
const number = (one: number): DslValue => ({kind: 'number', text: String(one), at: 0});
const orders = fc.constantFrom<DslOperator>('<', '<=', '=', '!=', '>', '>=');
const listed = (values: fc.Arbitrary<DslValue>) =>
  fc
    .array(values, {minLength: 1, maxLength: 3})
    .map((items): DslValue => ({kind: 'list', items, at: 0}));

type Test = {name: string; operator: DslOperator; value: DslValue};
const tests: fc.Arbitrary<Test> = fc.oneof(
  fc.record({
    name: fc.constantFrom('name', 'owner', 'secret', 'note', 'tags'),
    operator: orders,
    value: texts.map(text),
  }),
  fc.record({
    name: fc.constantFrom('name', 'owner', 'secret', 'tags'),
    operator: fc.constant('like' as const),
    value: patterns.map(text),
  }),
  fc.record({
    name: fc.constantFrom('owner', 'secret'),
    operator: fc.constantFrom('=' as const, '!=' as const),
    value: listed(texts.map(text)),
  }),
  fc.record({
    name: fc.constantFrom('size', 'width', 'marks'),
    operator: orders,
    value: fc.constantFrom(-1, 0, 0.5, 1, 2).map(number),
  }),
  fc.record({
    name: fc.constantFrom('made', '__timestamp'),
    operator: orders,
    value: fc.nat(3).map(day => text(new Date(1_700_000_000_000 + day * 86_400_000).toISOString())),
  }),
  fc.record({
    name: fc.constantFrom('open', 'shut'),
    operator: fc.constantFrom('=' as const, '!=' as const),
    value: fc.boolean().map((value): DslValue => ({kind: 'flag', value, at: 0})),
  }),
  fc.record({
    name: fc.constant('kind'),
    operator: fc.constantFrom('=' as const, '!=' as const),
    value: fc.constantFrom('ONE', 'TWO').map(text),
  }),
  fc.record({
    name: fc.constant('__state'),
    operator: fc.constantFrom('=' as const, '!=' as const),
    value: fc.constantFrom('ACTIVE', 'DELETED').map(text),
  }),
  fc.record({
    name: fc.constant('__createdBy'),
    operator: orders,
    value: fc.constantFrom('ann', 'bob').map(text),
  }),
);

/** Ways from a table or a column to what it is related to; the alias may stand before them. */
const ways: Record<string, readonly string[][]> = {
  table: [[], ['x'], ['columns'], ['peer'], ['peer', 'columns'], ['x', 'peer', 'peer']],
  column: [[], ['x'], ['table'], ['table', 'peer'], ['table', 'columns']],
};

/** Conditions on the entities `x` of a type. */
export function conditions(type: 'table' | 'column'): fc.Arbitrary<DslExpression> {
  const way = fc.constantFrom(...(ways[type] ?? []));
  const leaf = fc.oneof<fc.WeightedArbitrary<DslExpression>[]>(
    {
      weight: 5,
      arbitrary: fc.tuple(way, tests).map(([names, {name, operator, value}]): DslExpression => ({
        kind: 'compare',
        path: pathTo(...names, name),
        operator,
        value,
      })),
    },
    {
      weight: 1,
      arbitrary: fc
        .tuple(way, fc.constantFrom('PII', 'Other', '_CLASSIFIED'))
        .map(([names, one]): DslExpression => ({
          kind: 'isa',
          subject: pathTo(...(names.length === 0 ? ['x'] : names)),
          classification: pathTo(one),
        })),
    },
    {
      weight: 1,
      arbitrary: fc
        .constantFrom('owner', 'marks', 'kind', type === 'table' ? 'columns' : 'table')
        .map((name): DslExpression => ({kind: 'has', subject: pathTo('x'), path: pathTo(name)})),
    },
  );
  return fc.letrec<{any: DslExpression}>(tie => ({
    any: fc.oneof(
      {maxDepth: 3},
      leaf,
      fc.record({
        kind: fc.constantFrom('and' as const, 'or' as const),
        left: tie('any'),
        right: tie('any'),
      }),
      fc.record({kind: fc.constant('not' as const), part: tie('any')}),
    ),
  })).any;
}

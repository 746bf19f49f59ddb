import {AppError} from '../error.ts';
import type {ErrorKind} from '../error-table.ts';
import type {TypeRegistry} from '../types/type-registry.ts';
import type {DslPath, DslQuery} from './dsl.ts';
import {printPath} from './dsl-print.ts';
import {dslPlace} from './dsl-lexer.ts';
import {indexKind, isReady} from './search-document.ts';
import {entityField, systemField, type FilterField} from './search-fields.ts';
import {hopFrom, withSubTypes, type Hop} from './search-hops.ts';
import {allOf} from './any-of.ts';
import type {Condition} from './search.ts';

/** A step from entities to those that they are related to. */
export type DslHop = Hop;

/** What a path leads to, seen from the entities of the query. */
export type DslTarget = {readonly hops: readonly DslHop[]} & (
  | {readonly kind: 'field'; readonly field: FilterField; readonly name: string}
  /** The entity itself, or one that it is related to. */
  | {readonly kind: 'entity'}
  /** A struct, a map, or a reference without an edge: nothing that has an order. */
  | {readonly kind: 'other'}
);

type Entities = {
  /** Types whose attributes are meant; undefined where any type will do. */
  readonly named: readonly string[] | undefined;
  readonly label: string;
};

const anything: DslScope['source'] = {
  label: '_ALL_ENTITY_TYPES',
  named: undefined,
  condition: undefined,
};

/** The names that a query may use, and the problems found with them: all are told at once. */
export class DslScope {
  readonly types: TypeRegistry;
  readonly source: Entities & {readonly condition: Condition | undefined};
  readonly #text: string;
  readonly #sourceNames: ReadonlySet<string>;
  readonly #issues: string[] = [];

  constructor(types: TypeRegistry, text: string, from: DslQuery['from']) {
    this.types = types;
    this.#text = text;
    const sources = from.map(one => this.#sourceOf(one.type));
    this.#sourceNames = new Set([
      ...sources.map(one => one.label),
      ...from.flatMap(one => one.alias?.text ?? []),
    ]);
    this.source = this.#together(sources);
  }

  issue(kind: ErrorKind, args: readonly string[], at: number): void {
    this.problem(new AppError(kind, args).message, at);
  }

  problem(message: string, at: number): void {
    this.#issues.push(`${message} (${dslPlace(this.#text, at)})`);
  }

  /** @throws INVALID_DSL_QUERY when there was a problem */
  check(): void {
    if (this.#issues.length === 0) return;
    throw new AppError('INVALID_DSL_QUERY', [this.#text, this.#issues.join(', ')], {
      issues: this.#issues,
    });
  }

  /** Concrete types of the query's entities; undefined for all. */
  get sourceTypes(): string[] | undefined {
    return this.source.named && withSubTypes(this.types, this.source.named);
  }

  /** undefined after telling what is wrong with the path. */
  target(path: DslPath): DslTarget | undefined {
    const names = [...this.withoutSource(path.names.map(one => one.text))];
    let entities: Entities = this.source;
    const hops: DslHop[] = [];
    for (let name = names.shift(); name !== undefined; name = names.shift()) {
      const field = this.#field(entities, [name, ...names]);
      if (field !== undefined) return {...field, hops};
      const hop = hopFrom(this.types, entities.named, name);
      if (hop === undefined) {
        const isKnown =
          entities.named?.every(one => this.types.entityType(one).attributes.has(name)) === true;
        if (isKnown && names.length === 0) return {kind: 'other', hops};
        this.issue('INVALID_DSL_UNKNOWN_ATTR_TYPE', [name, entities.label], path.at);
        return undefined;
      }
      hops.push(hop);
      entities = {named: hop.named, label: hop.named.join(', ')};
    }
    return {kind: 'entity', hops};
  }

  /** Names of a path without the one that stands for the query's entities. */
  withoutSource(names: readonly string[]): readonly string[] {
    return this.#namesSource(names) ? names.slice(1) : names;
  }

  /**
   * Of a classification, with those that derive from it; undefined after telling that there is
   * none.
   */
  classified(path: DslPath): Condition | undefined {
    const name = path.names.map(one => one.text).join('.');
    const found = this.#classification(name);
    if (found === undefined) this.issue('INVALID_DSL_UNKNOWN_CLASSIFICATION', [name], path.at);
    return found;
  }

  /**
   * What is of several types is of the most special of them; of types that have nothing in common
   * there is nothing.
   */
  #together(sources: readonly DslScope['source'][]): DslScope['source'] {
    const [first = anything, ...others] = sources;
    const conditions = sources.flatMap(one => one.condition ?? []);
    const condition = conditions.length === 0 ? undefined : allOf(conditions);
    const named = sources.filter(one => one.named !== undefined);
    const [typed = first] = named;
    if (others.length === 0 || named.length < 2) return {...typed, condition};
    const sets = named.map(one => new Set(withSubTypes(this.types, one.named ?? [])));
    const common = [...(sets[0] ?? [])].filter(name => sets.every(set => set.has(name)));
    const special = named.find((_, i) => sets[i]?.size === common.length);
    if (special !== undefined && common.length > 0) return {...special, condition};
    if (common.length === 0) return {...typed, condition: {kind: 'or', parts: []}};
    return {label: named.map(one => one.label).join(', '), named: common, condition};
  }

  #sourceOf(path: DslPath): DslScope['source'] {
    const name = path.names.map(one => one.text).join('.');
    const source = {label: name, named: undefined, condition: undefined};
    if (this.types.entityTypes.has(name)) return {...source, named: [name]};
    if (name === '_ALL_ENTITY_TYPES') return source;
    const condition = this.#classification(name);
    if (condition !== undefined) return {...source, condition};
    this.issue(
      this.types.defs.has(name) ? 'INVALID_DSL_FROM' : 'INVALID_DSL_UNKNOWN_TYPE',
      [printPath(path)],
      path.at,
    );
    return source;
  }

  #classification(name: string): Condition | undefined {
    if (name === '_CLASSIFIED' || name === '_ALL_CLASSIFICATION_TYPES')
      return {kind: 'classified', names: undefined};
    if (name === '_NOT_CLASSIFIED')
      return {kind: 'not', part: {kind: 'classified', names: undefined}};
    const type = this.types.classificationTypes.get(name);
    return type && {kind: 'classified', names: [...type.typeAndSubTypes]};
  }

  /**
   * Whether the first name stands for the entities of the query: their alias, their type, or one
   * above or below it.
   */
  #namesSource([first]: readonly string[]): boolean {
    if (first === undefined) return false;
    const {named} = this.source;
    if (this.#sourceNames.has(first)) return true;
    if (named?.some(one => this.#has(one, first)) === true) return false;
    const type = this.types.entityTypes.get(first);
    return (
      type !== undefined &&
      (named ?? []).every(one => type.typeAndSubTypes.has(one) || type.superTypes.has(one))
    );
  }

  #has(typeName: string, name: string): boolean {
    const {attributes, relationshipAttributes} = this.types.entityType(typeName);
    return attributes.has(name) || relationshipAttributes.has(name);
  }

  #field(
    {named}: Entities,
    names: readonly string[],
  ): Omit<DslTarget & {kind: 'field'}, 'hops'> | undefined {
    const [name = '', member, ...others] = names;
    if (others.length > 0) return undefined;
    if (member !== undefined) {
      const full = `${name}.${member}`;
      const field = this.types.businessMetadataTypes.has(name)
        ? businessField(this.types, full)
        : named && structField(this.types, named, name, member);
      return field && {kind: 'field', field, name: full};
    }
    const field =
      systemField(name) ??
      (named === undefined ? anyField(this.types, name) : namedField(this.types, named, name));
    return field && {kind: 'field', field, name};
  }
}

/** Entities from which `hops` lead to some that fulfil `part`. */
export function related(
  hops: readonly DslHop[],
  part: Condition | undefined,
): Condition | undefined {
  return hops.reduceRight<Condition | undefined>(
    (inner, {edges, from, to}) => ({kind: 'related', edges, from, to, ...(inner && {part: inner})}),
    part,
  );
}

/** Entities to which `hops` lead from some that fulfil `part`. */
export function relatedBack(
  hops: readonly DslHop[],
  part: Condition | undefined,
): Condition | undefined {
  const back = hops.map(({name, edges, from, to}): DslHop => ({
    name,
    edges: edges.map(one => ({typeName: one.typeName, end: one.end === 1 ? 2 : 1})),
    from: to,
    to: from,
  }));
  return related(back.toReversed(), part);
}

function namedField(
  types: TypeRegistry,
  named: readonly string[],
  name: string,
): FilterField | undefined {
  const attributes = named.map(one => types.entityType(one).attributes.get(name));
  const kinds = new Set(attributes.map(one => one && indexKind(one.type)));
  return kinds.size === 1 && !kinds.has(undefined) ? entityField(types, named, name) : undefined;
}

/** Whatever types have such an attribute. */
function anyField(types: TypeRegistry, name: string): FilterField | undefined {
  const attributes = [...types.entityTypes.values()]
    .filter(type => !type.isInternal)
    .flatMap(type => type.attributes.get(name) ?? []);
  const [first] = attributes;
  const compare = first && indexKind(first.type);
  if (compare === undefined || attributes.some(one => indexKind(one.type) !== compare))
    return undefined;
  return {
    kind: 'field',
    valueType: first?.type ?? {kind: 'primitive', name: 'string'},
    field: {
      kind: 'attribute',
      keys: [...new Set(attributes.map(one => one.key))],
      isIndexed: attributes.every(one => isReady(types, one)),
      isList: attributes.some(one => one.type.kind === 'array'),
      compare,
      column: 'attributes',
      path: [name],
    },
  };
}

function businessField(types: TypeRegistry, name: string): FilterField | undefined {
  const [group = '', member = ''] = name.split('.');
  const attribute = types.businessMetadataTypes.get(group)?.attributes.get(member);
  return attribute && indexKind(attribute.type) ? entityField(types, [], name) : undefined;
}

function structField(
  types: TypeRegistry,
  named: readonly string[],
  name: string,
  member: string,
): FilterField | undefined {
  const structs = named.map(one => types.entityType(one).attributes.get(name)?.type);
  const [type] = structs;
  if (
    type?.kind !== 'struct' ||
    structs.some(one => one?.kind !== 'struct' || one.name !== type.name)
  )
    return undefined;
  const inner = types.structTypes.get(type.name)?.attributes.get(member);
  const compare = inner && indexKind(inner.type);
  if (inner === undefined || compare === undefined) return undefined;
  return {
    kind: 'field',
    valueType: inner.type,
    field: {
      kind: 'attribute',
      keys: [],
      isIndexed: false,
      isList: inner.type.kind === 'array',
      compare,
      column: 'attributes',
      path: [name, 'attributes', member],
    },
  };
}

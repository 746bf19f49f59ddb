import type {Dialect, Param, Session} from '@gazetteer/db';
import type {TypeRegistry} from '@gazetteer/model';
import type {Symbols} from './symbols.ts';

/**
 * Ends the range of texts that begin alike, of an index of texts: behind each that goes on from the
 * beginning. What goes on with U+10FFFF, which is no character, does not count.
 */
export const lastCharacter = '\u{10ffff}';

/** A piece of a statement with its parameters. */
export type Sql = {readonly text: string; readonly params: readonly Param[]};

/** ``sql`id = ${7} AND ${other}` ``: pieces are put in, everything else becomes a parameter. */
export function sql(strings: TemplateStringsArray, ...values: readonly (Sql | Param)[]): Sql {
  let text = strings[0] ?? '';
  const params: Param[] = [];
  values.forEach((value, i) => {
    const isSql = typeof value === 'object' && value !== null && 'text' in value;
    text += (isSql ? value.text : '?') + (strings[i + 1] ?? '');
    if (isSql) params.push(...value.params);
    else params.push(value);
  });
  return {text, params};
}

export function raw(text: string): Sql {
  return {text, params: []};
}

export function joined(parts: readonly Sql[], separator: string): Sql {
  return {
    text: parts.map(part => part.text).join(separator),
    params: parts.flatMap(part => part.params),
  };
}

export async function runSql<Row>(session: Session, statement: Sql): Promise<Row[]> {
  return await session.all<Row>(statement.text, statement.params);
}

export type SqlContext = {
  readonly dialect: Dialect;
  readonly symbols: Symbols;
  readonly types: TypeRegistry;
  /** Number of entities of these types, of all when undefined. */
  readonly entityCount: (types: readonly string[] | undefined) => number;
  /** Types of the entities that conditions are about; undefined: any. */
  readonly within?: readonly string[] | undefined;
};

/**
 * Rows of the index of values that are of the types which conditions are about: `table` is `''` or
 * an alias with a dot.
 */
export function valuesWithin(context: SqlContext, table = ''): Sql {
  return oneOfTypes(
    context,
    `${table}type_id`,
    context.within ?? [...context.types.entityTypes.keys()],
  );
}

/**
 * Parts that stand side by side; more go in halves, since SQLite takes a chain for as deep as it is
 * long, 1,000 at most.
 */
const maxChain = 16;

export function all(parts: readonly Sql[], kind: 'and' | 'or' = 'and'): Sql {
  if (parts.length === 0) return raw(kind === 'and' ? '1 = 1' : '1 = 0');
  if (parts.length > maxChain) {
    const half = Math.ceil(parts.length / 2);
    return all([all(parts.slice(0, half), kind), all(parts.slice(half), kind)], kind);
  }
  return joined(
    parts.map(part => sql`(${part})`),
    kind === 'and' ? ' AND ' : ' OR ',
  );
}

/** SQLite takes 500 SELECTs side by side. */
const maxArms = 100;

/** All rows of SELECTs of one column. */
export function unionAll(sets: readonly Sql[]): Sql {
  if (sets.length <= maxArms) return joined(sets, ' UNION ALL ');
  const groups = Array.from({length: Math.ceil(sets.length / maxArms)}, (_, i) =>
    sets.slice(i * maxArms, (i + 1) * maxArms),
  );
  return unionAll(groups.map(group => sql`SELECT * FROM (${unionAll(group)}) AS arms`));
}

export function typeList(
  {symbols}: Pick<SqlContext, 'symbols'>,
  names: readonly string[],
): Sql | undefined {
  const ids = names.filter(name => symbols.has(name)).map(name => symbols.id(name));
  return ids.length === 0 ? undefined : raw(ids.join(', '));
}

export function oneOfTypes(context: SqlContext, column: string, names: readonly string[]): Sql {
  const list = typeList(context, names);
  return list === undefined ? raw('1 = 0') : sql`${raw(column)} IN (${list})`;
}

import type {JsonSchema, Tool, ToolRequest} from '@gazetteer/server';
import type {At} from '../address.ts';
import type {OpenApi} from './openapi.ts';

/** What a tool says beside what the document says of its address. */
export type ToolOf = {
  readonly name: string;
  readonly title: string;
  /** When to use it; what the document says follows. */
  readonly use?: string;
  /**
   * Of what may be asked for, what a tool takes; all of it when absent. A body that is an object is
   * taken member by member, any other as `body`.
   */
  readonly only?: readonly string[];
  /** Other names for what is asked for, by the name that the address has for it. */
  readonly names?: Readonly<Record<string, string>>;
  /** Sent with every call. */
  readonly fixed?: Readonly<Record<string, unknown>>;
  /** Something is stored, changed or deleted by it. */
  readonly isChange?: true;
};

/**
 * An address of an API as a tool, with what the API's document says of it.
 * @param prefix where the API is served, such as `/api/meta`
 * @throws for an address or a name that the document does not have
 */
export function toolOf(document: OpenApi, prefix: string, at: At, wanted: ToolOf): Tool {
  const {name, title, use, only, names = {}, fixed = {}, isChange = false} = wanted;
  const [method, path] = at.split(' ') as [ToolRequest['method'], string];
  const described = document.paths[path.replace('{*', '{')]?.[method.toLowerCase()] as
    | Described
    | undefined;
  if (described === undefined) throw new Error(`${at} is not in the document`);
  const known = argumentsOf(document, described);
  for (const one of [...(only ?? []), ...Object.keys(names), ...Object.keys(fixed)])
    if (!known.has(one)) throw new Error(`${at} has no ${one}`);
  const taken = [...known].filter(
    ([one]) => !(one in fixed) && (only === undefined || only.includes(one)),
  );
  const nameOf = (one: string) => names[one] ?? one;
  const input = taken.map(([one, argument]) => [nameOf(one), argument] as const);
  const {summary, description = ''} = described;
  return {
    name,
    title,
    description: [use, `${summary}.`, description].filter(Boolean).join(' '),
    input: inputOf(document, input),
    isChange,
    call: async ({ask}, args) => {
      const given = taken.map(([one]) => [one, args[nameOf(one)]]);
      const values = {...fixed, ...(Object.fromEntries(given) as Json)};
      return await ask(requestOf(known, {method, path: prefix + path}, values));
    },
  };
}

type Json = Readonly<Record<string, unknown>>;
type Described = {
  readonly summary: string;
  readonly description?: string;
  readonly parameters?: readonly (Json & {
    readonly name: string;
    readonly in: 'path' | 'query';
    readonly required?: boolean;
    readonly description?: string;
    readonly schema: Json;
  })[];
  readonly requestBody?: {
    readonly required?: boolean;
    readonly content: Readonly<Record<string, {readonly schema: Json} | undefined>>;
  };
};
/** Where an argument goes, and what it may be. */
type Argument = {
  readonly in: 'path' | 'query' | 'member' | 'body';
  readonly isRequired: boolean;
  readonly schema: Json;
};

function argumentsOf(document: OpenApi, described: Described): ReadonlyMap<string, Argument> {
  const known = new Map<string, Argument>();
  for (const {name, in: location, required = false, description, schema} of described.parameters ??
    []) {
    const told = description === undefined ? schema : {...schema, description};
    known.set(name, {in: location, isRequired: required, schema: told});
  }
  const {requestBody} = described;
  const schema = requestBody?.content['application/json']?.schema;
  if (schema === undefined) return known;
  const whole = resolved(document, schema);
  const members =
    whole['type'] === 'object' ? (whole['properties'] as Json | undefined) : undefined;
  const isRequired = requestBody?.required === true;
  if (members === undefined) return known.set('body', {in: 'body', isRequired, schema});
  const required = (whole['required'] ?? []) as readonly string[];
  for (const [name, member] of Object.entries(members))
    known.set(name, {
      in: 'member',
      isRequired: isRequired && required.includes(name),
      schema: member as Json,
    });
  return known;
}

function resolved(document: OpenApi, schema: Json): Json {
  const name = componentOf(schema['$ref']);
  return name === undefined ? schema : resolved(document, componentsOf(document)[name] ?? {});
}

function componentsOf({components}: OpenApi): Readonly<Record<string, Json>> {
  return components['schemas'] as Readonly<Record<string, Json>>;
}

function componentOf(ref: unknown): string | undefined {
  return typeof ref === 'string' ? ref.replace('#/components/schemas/', '') : undefined;
}

/** A schema by itself: what it refers to comes along, each once. */
function inputOf(document: OpenApi, taken: readonly (readonly [string, Argument])[]): JsonSchema {
  const $defs: Record<string, unknown> = {};
  const own = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(own);
    if (typeof value !== 'object' || value === null) return value;
    const name = componentOf((value as Json)['$ref']);
    if (name !== undefined && !(name in $defs)) {
      $defs[name] = true;
      $defs[name] = own(componentsOf(document)[name]);
    }
    const entries = Object.entries(plain(value as Json)).map(([key, one]): [string, unknown] => [
      key,
      key === '$ref' ? `#/$defs/${name}` : own(one),
    ]);
    return Object.fromEntries(entries);
  };
  const properties = Object.fromEntries(taken.map(([name, {schema}]) => [name, own(schema)]));
  const required = taken.filter(([, {isRequired}]) => isRequired).map(([name]) => name);
  return {
    type: 'object',
    properties,
    ...(required.length === 0 ? {} : {required}),
    ...(Object.keys($defs).length === 0 ? {} : {$defs}),
  };
}

/** Bounds that only keep numbers exact. */
const isFarAway = (value: unknown) => typeof value === 'number' && Math.abs(value) > 1e12;

/**
 * Without the other spellings that a request may have: numbers as texts, an empty text for what is
 * absent. A model is told the one to send.
 */
function plain(schema: Json): Json {
  const told = Object.fromEntries(
    Object.entries(schema)
      .filter(([name, value]) => !/^(?:max|min)imum$/.test(name) || !isFarAway(value))
      .map(([name, value]) => [
        name,
        name === 'enum' ? (value as unknown[]).filter(one => one !== '') : value,
      ]),
  );
  const {type, ...rest} = told;
  if (!Array.isArray(type)) return told;
  const [first] = type as readonly string[];
  if (first !== 'integer' && first !== 'number' && first !== 'boolean')
    return {...rest, type: first};
  const {maxLength: _, pattern: __, ...numeric} = rest;
  return {...numeric, type: first};
}

function requestOf(
  known: ReadonlyMap<string, Argument>,
  {method, path}: Pick<ToolRequest, 'method' | 'path'>,
  args: Json,
): ToolRequest {
  const rest = new Set<string>();
  const at = path.replaceAll(/\{(\*?)(\w+)\}/g, (_, many: string, name: string) => {
    rest.add(name);
    const parts = many === '' ? [args[name] ?? ''] : [args[name] ?? []].flat();
    return parts.map(part => encodeURIComponent(String(part))).join('/');
  });
  const of = (location: Argument['in']) =>
    Object.fromEntries(
      Object.entries(args).filter(([name]) => !rest.has(name) && known.get(name)?.in === location),
    );
  const [members, {body}] = [of('member'), of('body')];
  const hasMembers = [...known.values()].some(one => one.in === 'member');
  return {
    method,
    path: at,
    query: of('query'),
    ...(hasMembers ? {json: members} : body === undefined ? {} : {json: body}),
  };
}

import type {Address, Body} from '../address.ts';
import {shapeOf} from '../fields.ts';
import type {Parameter} from '../parameters.ts';
import * as shape from '../shape.ts';
import type {Shape} from '../shape.ts';

type Json = {[name: string]: unknown};
export type OpenApi = {
  openapi: string;
  paths: Record<string, Record<string, Json>>;
  components: Json;
} & Json;

const listed = (items: Shape) =>
  shape.object(
    {count: shape.integer('How many there are'), list: shape.list(items, 'The first of them')},
    ['count', 'list'],
  );
const dryRunShape = shape.named('DryRun', 'What a request would change', () =>
  shape.object(
    {
      dryRun: shape.flag('Always true'),
      response: shape.described(shape.anything, 'What the request would have answered'),
      changes: shape.mapOf(shape.mapOf(listed(shape.anything)), 'See docs/dry-run.md'),
    },
    ['dryRun', 'changes'],
  ),
);
const dryRun: Parameter<boolean> = {
  description: 'Only answer what would change, as DryRun with status 200',
  shape: shape.flag(),
  default: false,
  read: () => false,
};

/** What a document says of the whole API. */
export type ApiInfo = {
  readonly title: string;
  readonly version: string;
  readonly description: string;
  readonly servers: readonly string[];
  /** What a parameter of a path means, wherever it stands. */
  readonly pathParameters: Readonly<Record<string, string>>;
  /** The part of the API that an address belongs to. */
  readonly tagOf: (address: Address) => string;
  /** What a request may meet beside its answer, by status. */
  readonly failuresOf: (address: Address) => readonly Failing[];
};
/** Without a shape it has no body. */
export type Failing = {
  readonly status: string;
  readonly description: string;
  readonly shape?: Shape | undefined;
};

/** A call of an address that was recorded, as programs, and what it answered. */
export type Example = {
  readonly status: number;
  /** Absent when it was empty, or a file. */
  readonly answer?: unknown;
  readonly samples: readonly {readonly lang: string; readonly source: string}[];
};
/** A parameter of an operation, as the document has it. */
export type ParameterJson = {
  readonly name: string;
  readonly schema: {readonly type?: string | readonly string[]};
};
type ExampleOf = (at: string, parameters: readonly ParameterJson[]) => Example | undefined;

/**
 * An API as an OpenAPI 3.1 document, made from the addresses that are served and the shapes that
 * bodies are checked against.
 * @param exampleOf by address, such as `GET /v2/entity/guid/{guid}`
 */
export function openApi(info: ApiInfo, routes: readonly Address[], exampleOf: ExampleOf): OpenApi {
  const schemas = new Schemas();
  // First, so that what is asked for and answered has its plain name in answers.
  for (const {answer} of routes) if (answer !== undefined) schemas.answered(answer);
  const paths: OpenApi['paths'] = {};
  for (const route of routes) {
    const one = operation(info, route, schemas);
    const example = exampleOf(
      `${route.method} ${route.path}`,
      (one['parameters'] ?? []) as readonly ParameterJson[],
    );
    (paths[route.path.replace('{*', '{')] ??= {})[route.method.toLowerCase()] = withExample(
      one,
      example,
    );
  }
  return {
    openapi: '3.1.0',
    info: {title: info.title, version: info.version, description: info.description},
    servers: info.servers.map(url => ({url})),
    security: [{basic: []}],
    tags: [...new Set(routes.map(info.tagOf))].map(name => ({name})),
    paths,
    components: {schemas: schemas.all(), securitySchemes: {basic: {type: 'http', scheme: 'basic'}}},
  };
}

function withExample(one: Json, example: Example | undefined): Json {
  if (example === undefined) return one;
  const answers = one['responses'] as Record<string, {content?: Record<string, Json>}>;
  const [content] = Object.values(answers[String(example.status)]?.content ?? {});
  if (content !== undefined && example.answer !== undefined)
    content['examples'] = {recorded: {value: example.answer}};
  return {...one, 'x-codeSamples': example.samples};
}

/** Parameters of an operation such as `GET /v2/entity/guid/{guid}`. */
export function parametersOf({paths}: OpenApi, at: string): readonly ParameterJson[] | undefined {
  const [method = '', path = ''] = at.split(' ');
  return paths[path]?.[method.toLowerCase()]?.['parameters'] as
    | readonly ParameterJson[]
    | undefined;
}

function operation(info: ApiInfo, route: Address, schemas: Schemas): Json {
  const {pathParameters} = info;
  const {method, path, summary, description, query = {}, body, open, change} = route;
  const parameters = [
    ...Array.from(path.matchAll(/\{\*?(\w+)\}/g), ([, name]) => ({
      name,
      in: 'path',
      required: true,
      description: pathParameters[name ?? ''],
      schema: path.includes(`{*${name}}`)
        ? {type: 'array', items: {type: 'string'}}
        : {type: 'string'},
    })),
    ...Object.entries(change === 'rehearsed' ? {...query, dryRun} : query).map(([name, one]) =>
      queryParameter(name, one, schemas),
    ),
  ];
  return {
    operationId: operationId(method, path),
    tags: [info.tagOf(route)],
    summary,
    ...(description === undefined ? {} : {description}),
    ...(parameters.length === 0 ? {} : {parameters}),
    ...(body === undefined ? {} : {requestBody: requestBody(body, schemas)}),
    responses: responses(info, route, schemas),
    ...(open ? {security: []} : {}),
  };
}

function queryParameter(name: string, one: Parameter<unknown>, schemas: Schemas): Json {
  return {
    name: one.wireName ?? name,
    in: 'query',
    ...(one.isNeeded ? {required: true} : {}),
    description: one.description,
    schema: {
      ...schemas.parameter(one),
      ...(one.default === undefined ? {} : {default: one.default}),
    },
  };
}

function requestBody(body: NonNullable<Body>, schemas: Schemas): Json {
  if ('mediaType' in body) {
    const schema = schemas.answered(shape.object(body.fields, Object.keys(body.fields)));
    return {required: true, content: {[body.mediaType]: {schema}}};
  }
  if ('form' in body) {
    const schema = schemas.answered(shapeOf(body.form));
    const required = Object.values(body.form).some(({isNeeded}) => isNeeded === true);
    const file =
      body.file === undefined ? {} : {[body.file]: {schema: schemas.answered(shape.anything)}};
    return {
      required,
      content: {
        'application/json': {schema},
        'application/x-www-form-urlencoded': {schema},
        ...file,
      },
    };
  }
  return {
    required: body.required,
    content: {'application/json': {schema: schemas.body(body.shape, !body.required)}},
  };
}

function responses({failuresOf}: ApiInfo, route: Address, schemas: Schemas): Json {
  const {answer, status, produces, open, change} = route;
  const content = (one: Shape, mediaType = 'application/json') => ({
    content: {[mediaType]: {schema: schemas.answered(one)}},
  });
  const answers: Json = {};
  if (answer === undefined) answers[String(status ?? 204)] = {description: 'Done'};
  else answers[String(status ?? 200)] = {description: 'The answer', ...content(answer, produces)};
  if (route.pending !== undefined)
    answers['202'] = {description: 'Not yet: ask again', ...content(route.pending)};
  if (route.mayBeEmpty) answers['204'] = {description: 'Nothing'};
  if (change === 'rehearsed') {
    answers['200'] =
      answer === undefined || status === 201
        ? {description: 'With dryRun: what would change', ...content(dryRunShape)}
        : {
            description: 'The answer; with dryRun what would change',
            content: {
              'application/json': {
                schema: {anyOf: [schemas.answered(answer), schemas.answered(dryRunShape)]},
              },
            },
          };
  }
  for (const {status: code, description, shape: one} of failuresOf(route)) {
    answers[code] ??= {description, ...(one === undefined ? {} : content(one))};
  }
  if (!open) answers['401'] = {description: 'Not logged in', ...content(shape.anything)};
  return answers;
}

/** `getEntityGuidByGuid` */
function operationId(method: string, path: string): string {
  const words = path
    .split('/')
    .filter(part => part !== '' && part !== 'v2')
    .map(part => (part.startsWith('{') ? `by ${part.replaceAll(/[{*}]/g, '')}` : part));
  return (
    method.toLowerCase() +
    words.join(' ').replace(/(?:^|[ _.])(\w)/g, (_, letter: string) => letter.toUpperCase())
  );
}

/**
 * Shapes as schemas; named ones are collected as components. Answers are of their shape exactly. Of
 * a request it shows all that `parseBody` and the parameters take: null for what is absent, texts
 * for numbers, flags and the other way round; the first type of several is the one to send.
 */
class Schemas {
  readonly #components = new Map<string, Json>();
  readonly #answered = new Set<string>();

  answered(one: Shape): Json {
    const told = toldOf(one);
    if ('of' in one) {
      this.#answered.add(one.name);
      return {...this.#component(one.name, one.about, () => this.answered(one.of())), ...told};
    }
    if ('any' in one) return told;
    if ('nullable' in one) return {anyOf: [this.answered(one.nullable), {type: 'null'}], ...told};
    if ('either' in one) return {anyOf: one.either.map(each => this.answered(each)), ...told};
    if ('orText' in one) return {anyOf: [this.answered(one.orText), {type: 'string'}], ...told};
    if (one.type === 'array') return {...one, items: this.answered(one.items)};
    if (one.type === 'boolean') {
      const {isAnyText = false, ...flag} = one;
      return isAnyText ? {...flag, type: ['boolean', 'string']} : flag;
    }
    if (one.type !== 'object') return {...one};
    const {required = [], answered = []} = one;
    const always = [...required, ...answered];
    return this.#object(one, always, {type: 'object', ...told}, inner => this.answered(inner));
  }

  /** @param orNull whether null stands for it being absent */
  body(one: Shape, orNull: boolean): Json {
    const told = toldOf(one);
    const withNull = (schema: Json) =>
      orNull ? {anyOf: [schema, {type: 'null'}], ...told} : {...schema, ...told};
    if ('of' in one) {
      const name = this.#answered.has(one.name) ? `${one.name}Input` : one.name;
      return withNull(this.#component(name, one.about, () => this.body(one.of(), false)));
    }
    if ('any' in one) return told;
    if ('nullable' in one) return {...this.body(one.nullable, true), ...told};
    if ('either' in one) return withNull({anyOf: one.either.map(each => this.body(each, false))});
    if ('orText' in one) return withNull({anyOf: [this.body(one.orText, false), {type: 'string'}]});
    const type = (...types: string[]) => ({
      type: orNull ? [...types, 'null'] : types.length === 1 ? types[0] : types,
    });
    switch (one.type) {
      case 'array':
        return {...one, ...type('array'), items: this.body(one.items, true)};
      case 'object':
        return this.#object(
          one,
          one.required ?? [],
          {...type('object'), ...told},
          (inner, isOptional) => this.body(inner, isOptional),
        );
      case 'string':
        if (one.enum !== undefined)
          return {...one, ...type('string'), enum: orNull ? [...one.enum, null] : one.enum};
        return {
          ...one,
          ...(one.pattern === undefined ? type('string', 'number', 'boolean') : type('string')),
        };
      default:
        return {...one, ...type(one.type, 'string'), pattern: shape.asText[one.type].source};
    }
  }

  /** In a query string, where all is text and an empty one stands for absent. */
  parameter({shape: one, isNeeded}: Parameter<unknown>): Json {
    if (!('type' in one) || isNeeded) return this.answered(one);
    if (one.type === 'integer') return {...one, type: ['integer', 'string'], maxLength: 0};
    if (one.type === 'string' && one.enum !== undefined) return {...one, enum: [...one.enum, '']};
    return this.answered(one);
  }

  all(): Record<string, Json> {
    return Object.fromEntries([...this.#components].sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  #component(name: string, description: string, of: () => Json): Json {
    if (!this.#components.has(name)) {
      this.#components.set(name, {});
      this.#components.set(name, {description, ...of()});
    }
    return {$ref: `#/components/schemas/${name}`};
  }

  #object(
    {properties, additionalProperties, minProperties}: Extract<Shape, {type: 'object'}>,
    required: readonly string[],
    base: Json,
    inner: (one: Shape, isOptional: boolean) => Json,
  ): Json {
    const members = Object.entries(properties).map(([name, one]) => [
      name,
      inner(one, !required.includes(name)),
    ]);
    return {
      ...base,
      ...(members.length === 0 ? {} : {properties: Object.fromEntries(members) as Json}),
      ...(required.length === 0 ? {} : {required}),
      ...(minProperties === undefined ? {} : {minProperties}),
      ...(additionalProperties === undefined
        ? {}
        : {additionalProperties: inner(additionalProperties, true)}),
    };
  }
}

function toldOf({description}: Shape): Json {
  return description === undefined ? {} : {description};
}

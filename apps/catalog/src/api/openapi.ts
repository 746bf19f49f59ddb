import {errorTable, type ErrorKind} from '@gazetteer/model';
import {apiPrefixes} from '@gazetteer/server';
import {codeSamples, type Example} from './code-samples.ts';
import type {Parameter} from './parameters.ts';
import type {Body, Route} from './route.ts';
import * as shape from './shape.ts';
import type {Shape} from './shape.ts';

type Json = {[name: string]: unknown};
export type OpenApi = {openapi: string; paths: Record<string, Record<string, Json>>; components: Json} & Json;

const errorShape = shape.named('Error', () =>
  shape.object(
    {
      errorCode: shape.text('Such as ATLAS-404-00-005'),
      errorMessage: shape.text(),
      errors: shape.list(shape.text(), 'Every issue, when there are several'),
      error: shape.text('In place of all others when a body is no JSON, under /api/atlas'),
      msgDesc: shape.text('In place of all others when a browser sends a change without its token'),
    },
    [],
  ),
);
const listed = (items: Shape) => shape.object({count: shape.integer(), list: shape.list(items)}, ['count', 'list']);
const dryRunShape = shape.named('DryRun', () =>
  shape.object(
    {
      dryRun: shape.flag(),
      response: shape.anything,
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

/** What any request may meet, with and without a body. */
const common: readonly ErrorKind[] = [
  'UNAUTHORIZED_ACCESS',
  'BAD_REQUEST',
  'INVALID_QUERY_PARAM_LENGTH',
  'NOT_ACCEPTABLE',
  'SERVER_STOPPING',
];
const commonWithBody: readonly ErrorKind[] = ['PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'];

export type Examples = Readonly<Record<string, Example>>;

/**
 * The API as an OpenAPI 3.1 document, made from the routes that are served and the shapes that bodies are checked against.
 * @param examples by operation, such as `GET /v2/entity/guid/{guid}`
 */
export function openApi(routes: readonly Route[], examples: Examples): OpenApi {
  const schemas = new Schemas();
  const paths: OpenApi['paths'] = {};
  for (const route of routes)
    (paths[route.path] ??= {})[route.method.toLowerCase()] = withExample(operation(route, schemas), route, examples);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Gazetteer catalog',
      version: 'v2',
      description:
        'The Atlas v2 API. `/api/atlas` answers field for field as its clients expect; under `/api/meta` system types begin ' +
        'with `__Meta` and errors name every issue. Null in a body stands for absent, unknown members are ignored.',
    },
    servers: Object.values(apiPrefixes).map(url => ({url})),
    security: [{basic: []}],
    tags: [...new Set(routes.map(tagOf))].map(name => ({name})),
    paths,
    components: {schemas: schemas.all(), securitySchemes: {basic: {type: 'http', scheme: 'basic'}}},
  };
}

/** A call that was recorded, as programs, and what it answered. */
function withExample(one: Json, {method, path}: Route, examples: Examples): Json {
  const key = `${method} ${path}`;
  const example = examples[key];
  if (example === undefined) return one;
  const answers = one['responses'] as Record<string, {content?: Record<string, Json>}>;
  const [content] = Object.values(answers[String(example.status)]?.content ?? {});
  if (content !== undefined && example.answer !== undefined) content['examples'] = {recorded: {value: example.answer}};
  return {...one, 'x-codeSamples': codeSamples(key, example)};
}

function operation(route: Route, schemas: Schemas): Json {
  const {method, path, summary, description, query = {}, body, open, change} = route;
  const parameters = [
    ...Array.from(path.matchAll(/\{(\w+)\}/g), ([, name]) => ({
      name,
      in: 'path',
      required: true,
      schema: {type: 'string'},
    })),
    ...Object.entries(change === 'rehearsed' ? {...query, dryRun} : query).map(([name, one]) =>
      queryParameter(name, one, schemas),
    ),
  ];
  return {
    operationId: operationId(method, path),
    tags: [tagOf(route)],
    summary,
    ...(description === undefined ? {} : {description}),
    ...(parameters.length === 0 ? {} : {parameters}),
    ...(body === undefined ? {} : {requestBody: requestBody(body, schemas)}),
    responses: responses(route, schemas),
    ...(open ? {security: []} : {}),
  };
}

function queryParameter(name: string, one: Parameter<unknown>, schemas: Schemas): Json {
  return {
    name: one.wireName ?? name,
    in: 'query',
    ...(one.isNeeded ? {required: true} : {}),
    description: one.description,
    schema: {...schemas.of(one.shape), ...(one.default === undefined ? {} : {default: one.default})},
  };
}

function requestBody(body: NonNullable<Body>, schemas: Schemas): Json {
  if ('mediaType' in body) {
    const schema = schemas.of(shape.object(body.fields, Object.keys(body.fields)));
    return {required: true, content: {[body.mediaType]: {schema}}};
  }
  return {required: body.required, content: {'application/json': {schema: schemas.of(body.shape)}}};
}

function responses(route: Route, schemas: Schemas): Json {
  const {answer, status, produces, errors = [], emptyErrors = [], body, open, change} = route;
  const content = (one: Shape, mediaType = 'application/json') => ({
    content: {[mediaType]: {schema: schemas.of(one)}},
  });
  const answers: Json = {};
  if (answer === undefined) answers[String(status ?? 204)] = {description: 'Done'};
  else answers[String(status ?? 200)] = {description: 'The answer', ...content(answer, produces)};
  if (route.mayBeEmpty) answers['204'] = {description: 'Nothing'};
  if (change === 'rehearsed') {
    answers['200'] =
      answer === undefined || status === 201
        ? {description: 'With dryRun: what would change', ...content(dryRunShape)}
        : {
            description: 'The answer; with dryRun what would change',
            content: {'application/json': {schema: {anyOf: [schemas.of(answer), schemas.of(dryRunShape)]}}},
          };
  }
  const kinds = [...new Set([...errors, ...common, ...(body === undefined ? [] : commonWithBody)])];
  for (const [code, ofCode] of Map.groupBy(kinds, kind => String(errorTable[kind][1]))) {
    const texts = ofCode.map(kind => `${errorTable[kind][0]}: ${errorTable[kind][2]}`);
    answers[code] ??= {
      description: texts.join('\n\n'),
      ...(code === '204' || emptyErrors.includes(Number(code)) ? {} : content(errorShape)),
    };
  }
  if (!open) answers['401'] = {description: 'Not logged in', ...content(shape.anything)};
  return answers;
}

/** `getEntityGuidByGuid` */
function operationId(method: string, path: string): string {
  const words = path
    .split('/')
    .filter(part => part !== '' && part !== 'v2')
    .map(part => (part.startsWith('{') ? `by ${part.slice(1, -1)}` : part));
  return (
    method.toLowerCase() + words.join(' ').replace(/(?:^|[ _.])(\w)/g, (_, letter: string) => letter.toUpperCase())
  );
}

/** The first segment; what has none of /v2 in front and is no /admin is the legacy API. */
function tagOf({path}: Route): string {
  const [first = '', second = ''] = path.slice(1).split('/');
  if (first === 'v2') return second;
  return first === 'admin' || first === 'openapi.json' ? 'admin' : 'legacy';
}

/** Shapes as schemas; named ones are collected as components. */
class Schemas {
  readonly #components = new Map<string, Json>();

  of(one: Shape): Json {
    const {description} = one;
    const told = description === undefined ? {} : {description};
    if ('of' in one) {
      if (!this.#components.has(one.name)) {
        this.#components.set(one.name, {});
        this.#components.set(one.name, this.of(one.of()));
      }
      return {$ref: `#/components/schemas/${one.name}`, ...told};
    }
    if ('any' in one) return told;
    if ('nullable' in one) return {anyOf: [this.of(one.nullable), {type: 'null'}], ...told};
    if ('orText' in one) return {anyOf: [this.of(one.orText), {type: 'string'}], ...told};
    if (one.type === 'array') return {...one, items: this.of(one.items)};
    if (one.type !== 'object') return {...one};
    const {properties, required, additionalProperties, minProperties} = one;
    return {
      type: 'object',
      ...told,
      ...(Object.keys(properties).length === 0 ? {} : {properties: this.#each(properties)}),
      ...(required === undefined ? {} : {required}),
      ...(minProperties === undefined ? {} : {minProperties}),
      ...(additionalProperties === undefined ? {} : {additionalProperties: this.of(additionalProperties)}),
    };
  }

  all(): Record<string, Json> {
    return Object.fromEntries([...this.#components].sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  #each(properties: Readonly<Record<string, Shape>>): Json {
    return Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, this.of(one)]));
  }
}

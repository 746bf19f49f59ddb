import type {OpenApi} from '../apps/catalog/src/api/openapi.ts';

type Schema = {
  readonly $ref?: string;
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema;
};
type Parameter = {readonly name: string; readonly in: string; readonly schema: Schema};
type Content = {readonly content?: Readonly<Record<string, {readonly schema: Schema}>>};
type Operation = {
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: Content & {readonly required: boolean};
  readonly responses: Readonly<Record<string, Content>>;
};

/**
 * The types of packages/client, from the API document. One line an operation and one a schema, in the order of their names, so
 * that two branches that add some can be merged by lines.
 */
export function clientTypes(document: OpenApi): string {
  const schemas = Object.entries(document.components['schemas'] as Record<string, Schema>);
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, one]) => [
      `${method.toUpperCase()} ${path}`,
      operationType(one as unknown as Operation),
    ]),
  );
  return [
    '// Generated from the routes of apps/catalog by `npm run docs`.',
    '',
    'export type Schemas = {',
    ...schemas.map(([name, schema]) => `  ${name}: ${typeOf(schema)};`),
    '};',
    '',
    '/** By method and path: what a call takes and answers. */',
    'export type Api = {',
    ...operations.map(([key, type]) => `  '${key}': ${type};`).sort(),
    '};',
    '',
  ].join('\n');
}

function operationType({parameters = [], requestBody, responses}: Operation): string {
  const path = parameters.filter(one => one.in === 'path').map(({name}) => `${name}: string`);
  // A rehearsal is a call of its own.
  const query = parameters.filter(one => one.in === 'query' && one.name !== 'dryRun').map(queryMember);
  const members = [
    ...(path.length === 0 ? [] : [`path: {${path.join('; ')}}`]),
    ...(query.length === 0 ? [] : [`query?: {${query.join('; ')}}`]),
    ...(requestBody === undefined ? [] : [`body${requestBody.required ? '' : '?'}: ${contentType(requestBody)}`]),
    `answer: ${answerType(responses)}`,
  ];
  return `{${members.join('; ')}}`;
}

/** `attr:qualifiedName` stands for `attr:` and any name. */
function queryMember({name, schema}: Parameter): string {
  const [prefix] = /^attr(_\d+)?:/.exec(name) ?? [];
  if (prefix !== undefined) return `[name: \`${prefix.replace(/_\d+/, '_${string}')}\${string}\`]: string`;
  return `${JSON.stringify(name)}?: ${typeOf(schema)} | undefined`;
}

/** The answer of a success; what a dry run answers instead has a call of its own. */
function answerType(responses: Operation['responses']): string {
  const [, success] = Object.entries(responses).find(([status]) => status.startsWith('2') && status !== '204') ?? [];
  if ('204' in responses && isDryRun(success)) return 'undefined';
  return success?.content === undefined ? 'undefined' : contentType(success);
}

function isDryRun(one: Content | undefined): boolean {
  return one?.content === undefined || schemaOf(one)?.$ref === '#/components/schemas/DryRun';
}

function contentType(one: Content): string {
  const [mediaType = ''] = Object.keys(one.content ?? {});
  if (mediaType === 'multipart/form-data') return 'FormData';
  if (mediaType.startsWith('text/')) return 'string';
  if (mediaType !== 'application/json') return 'Blob';
  const schema = schemaOf(one);
  const alternatives = schema?.anyOf?.filter(each => each.$ref !== '#/components/schemas/DryRun');
  return alternatives?.length === 1 ? typeOf(alternatives[0] as Schema) : typeOf(schema ?? {});
}

function schemaOf(one: Content): Schema | undefined {
  return Object.values(one.content ?? {})[0]?.schema;
}

function typeOf(schema: Schema): string {
  const {$ref, type, items, anyOf} = schema;
  if ($ref !== undefined) return `Schemas['${$ref.slice($ref.lastIndexOf('/') + 1)}']`;
  if (anyOf !== undefined) return anyOf.map(typeOf).join(' | ');
  if (schema.enum !== undefined) return schema.enum.map(one => `'${one}'`).join(' | ');
  switch (type) {
    case 'string':
    case 'boolean':
    case 'null':
      return type;
    case 'integer':
    case 'number':
      return 'number';
    case 'array':
      return `${bracketed(typeOf(items ?? {}))}[]`;
    case 'object':
      return objectType(schema);
    default:
      return 'unknown';
  }
}

function bracketed(type: string): string {
  return /^[\w'[\]]+$/.test(type) ? type : `(${type})`;
}

function objectType({properties = {}, required = [], additionalProperties}: Schema): string {
  const members = Object.entries(properties).map(
    ([name, one]) =>
      `${JSON.stringify(name)}${required.includes(name) ? `: ${typeOf(one)}` : `?: ${typeOf(one)} | undefined`}`,
  );
  if (additionalProperties !== undefined) members.push(`[name: string]: ${typeOf(additionalProperties)}`);
  return members.length === 0 ? 'Record<string, unknown>' : `{${members.join('; ')}}`;
}

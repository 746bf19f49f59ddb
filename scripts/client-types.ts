import type {OpenApi} from '@gazetteer/kernel/http';

type Schema = {
  readonly $ref?: string;
  /** Of several the one to send. */
  readonly type?: string | readonly string[];
  readonly enum?: readonly (string | null)[];
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema;
  readonly description?: string;
};
type Parameter = {readonly name: string; readonly in: string; readonly schema: Schema};
type Content = {readonly content?: Readonly<Record<string, {readonly schema: Schema}>>};
type Operation = {
  readonly summary: string;
  readonly description?: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: Content & {readonly required: boolean};
  readonly responses: Readonly<Record<string, Content>>;
};

/**
 * The types of a client, from the API document, with its descriptions as comments. One line for an
 * operation or a member of a schema, in the order of their names, so that two branches that add
 * some can be merged by lines.
 */
export function clientTypes(document: OpenApi, source: string): string {
  const schemas = Object.entries(document.components['schemas'] as Record<string, Schema>);
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, one]) => {
      const operation = one as unknown as Operation;
      return [
        `${method.toUpperCase()} ${path}`,
        operationType(operation),
        about(operation),
      ] as const;
    }),
  );
  return [
    `// Generated from the operations of ${source} by \`npm run docs\`.`,
    '',
    'export type Schemas = {',
    ...schemas.map(
      ([name, schema]) => `${comment(schema.description, '  ')}  ${name}: ${schemaType(schema)};`,
    ),
    '};',
    '',
    '/** By method and path: what a call takes and answers. */',
    'export type Api = {',
    ...operations
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, type, words]) => `${comment(words, '  ')}  '${key}': ${type};`),
    '};',
    '',
  ].join('\n');
}

function about({summary, description}: Operation): string {
  return description === undefined ? summary : `${summary}. ${description}`;
}

function comment(words: string | undefined, indent: string): string {
  return words === undefined ? '' : `${indent}/** ${words.replaceAll('*/', '*\\/')} */\n`;
}

/** Of a component, with a line for each member. */
function schemaType(schema: Schema): string {
  const members = Object.entries(schema.properties ?? {});
  if (members.length === 0 || schema.additionalProperties !== undefined) return typeOf(schema);
  const lines = members.map(
    ([name, one]) =>
      `${comment(one.description, '    ')}    ${member(name, one, schema.required)};\n`,
  );
  return `{\n${lines.join('')}  }`;
}

function operationType({parameters = [], requestBody, responses}: Operation): string {
  const path = parameters
    .filter(one => one.in === 'path')
    .map(({name, schema}) => `${name}: ${typeOf(schema)}`);
  // A rehearsal is a call of its own.
  const query = parameters
    .filter(one => one.in === 'query' && one.name !== 'dryRun')
    .map(queryMember);
  const members = [
    ...(path.length === 0 ? [] : [`path: {${path.join('; ')}}`]),
    ...(query.length === 0 ? [] : [`query?: {${query.join('; ')}}`]),
    ...(requestBody === undefined
      ? []
      : [`body${requestBody.required ? '' : '?'}: ${contentType(requestBody)}`]),
    `answer: ${answerType(responses)}`,
  ];
  return `{${members.join('; ')}}`;
}

/** `attr:qualifiedName` stands for `attr:` and any name. */
function queryMember({name, schema}: Parameter): string {
  const [prefix] = /^attr(_\d+)?:/.exec(name) ?? [];
  if (prefix !== undefined)
    return `[name: \`${prefix.replace(/_\d+/, '_${string}')}\${string}\`]: string`;
  return `${JSON.stringify(name)}?: ${typeOf(schema)} | undefined`;
}

/** The answer of a success; what a dry run answers instead has a call of its own. */
function answerType(responses: Operation['responses']): string {
  const successes = Object.entries(responses).flatMap(([status, one]) =>
    status.startsWith('2') ? [one] : [],
  );
  const success = successes.find(one => !isDryRun(one)) ?? successes[0];
  return success?.content === undefined ? 'undefined' : contentType(success);
}

function isDryRun(one: Content): boolean {
  return schemaOf(one)?.$ref === '#/components/schemas/DryRun';
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
  const {$ref, type, anyOf} = schema;
  if ($ref !== undefined) return `Schemas['${$ref.slice($ref.lastIndexOf('/') + 1)}']`;
  if (anyOf !== undefined) return anyOf.map(typeOf).join(' | ');
  const [first, ...others] = [type].flat();
  return others.includes('null') ? `${plainType(schema, first)} | null` : plainType(schema, first);
}

function plainType(schema: Schema, type: string | undefined): string {
  if (schema.enum !== undefined)
    return schema.enum.flatMap(one => (one ? [`'${one}'`] : [])).join(' | ');
  switch (type) {
    case 'string':
    case 'boolean':
    case 'null':
      return type;
    case 'integer':
    case 'number':
      return 'number';
    case 'array':
      return `${bracketed(typeOf(schema.items ?? {}))}[]`;
    case 'object':
      return objectType(schema);
    default:
      return 'unknown';
  }
}

function bracketed(type: string): string {
  return /^[\w'[\]]+$/.test(type) ? type : `(${type})`;
}

function member(name: string, one: Schema, required: readonly string[] = []): string {
  return `${JSON.stringify(name)}${required.includes(name) ? `: ${typeOf(one)}` : `?: ${typeOf(one)} | undefined`}`;
}

function objectType({properties = {}, required = [], additionalProperties}: Schema): string {
  const members = Object.entries(properties).map(([name, one]) => member(name, one, required));
  if (additionalProperties !== undefined)
    members.push(`[name: string]: ${typeOf(additionalProperties)}`);
  return members.length === 0 ? 'Record<string, unknown>' : `{${members.join('; ')}}`;
}

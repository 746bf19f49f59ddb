import assert from 'node:assert/strict';
import type {OpenApi} from '@gazetteer/kernel/http';

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
type Answered = {
  readonly method: string;
  readonly url: string;
  readonly status: number;
  readonly body: unknown;
};
type Operation = {
  readonly responses: Readonly<
    Record<string, {readonly content?: Readonly<Record<string, {readonly schema: Schema}>>}>
  >;
};

/**
 * Addresses under which a part of the API is found as well, and the one that the document shows.
 */
const prefixes: readonly (readonly [RegExp, string])[] = [
  [/^\/(api\/v1\/editor|notebook\/api)(?=\/)/, '/api/editor'],
  [/^\/api\/token(?=\/)/, '/api/v1/token'],
  [/^\/api\/v1\/jobbrowser(?=\/jobs?(\/|$))/, '/jobbrowser/api'],
  [/^\/desktop\/(?:api2|debug)(?=\/)/, '/api/v1'],
  [/^\/(api\/storage|filebrowser)(?=\/)/, '/api/v1/storage'],
  [/^\/api\/(v1\/)?query(?=\/(autocomplete|create_notebook))/, '/api/editor'],
  [
    /^\/api(?=\/(connector|iam|indexer|banners|get_config|get_namespaces|metadata)(\/|$))/,
    '/api/v1',
  ],
  [/^\/api(?=\/[^/]+\/analyze\/)/, '/api/v1'],
];

/**
 * As the document has it: without a query, a slash at the end, and under the first of its prefixes.
 */
export function documentedPath(url: string): string {
  const path = (url.split('?')[0] ?? '').replace(/(?<=.)\/$/, '');
  const [from, to] = prefixes.find(([prefix]) => prefix.test(path)) ?? [/^/, ''];
  return path.replace(from, to);
}

/** Addresses as patterns, those with fixed words first. */
function operationOf(
  {paths}: OpenApi,
  method: string,
  url: string,
): [at: string, operation: Operation] | undefined {
  const path = documentedPath(url);
  const fits = Object.keys(paths)
    .filter(one => paths[one]?.[method.toLowerCase()] !== undefined)
    .sort((a, b) => a.split('{').length - b.split('{').length)
    .find(one =>
      new RegExp(
        `^${one.replace(method === 'POST' ? /\/\{(?:names|engine)\}$/ : /\/\{names\}$/, '(/.*)?').replaceAll(/\{\w+\}/g, '[^/]+')}$`,
      ).test(path),
    );
  return fits === undefined
    ? undefined
    : [`${method} ${fits}`, paths[fits]?.[method.toLowerCase()] as unknown as Operation];
}

/** Holds a JSON answer of the API against the shape that the document has for it; others pass. */
export function assertFits(document: OpenApi, {method, url, status, body}: Answered): void {
  const [at, operation] = operationOf(document, method, url) ?? [];
  const schema = operation?.responses[String(status)]?.content?.['application/json']?.schema;
  // What failed is told in an answer of status 200 by many calls.
  if (at === undefined || schema === undefined || status >= 400 || hasFailed(body)) return;
  assert.deepEqual(
    misfits(document, schema, body, ''),
    [],
    `${at} answers ${JSON.stringify(body).slice(0, 500)}`,
  );
}

function hasFailed(body: unknown): boolean {
  const {status = 0, code = 0} = (body ?? {}) as {status?: unknown; code?: unknown};
  return (typeof status === 'number' && status !== 0) || code === 500;
}

/** Places where a value is not as declared; members that are not declared count. */
function misfits(document: OpenApi, schema: Schema, value: unknown, place: string): string[] {
  const {$ref, anyOf, type, items, properties, required = [], additionalProperties} = schema;
  if ($ref !== undefined) {
    const schemas = document.components['schemas'] as Readonly<Record<string, Schema>>;
    return misfits(document, schemas[$ref.slice($ref.lastIndexOf('/') + 1)] ?? {}, value, place);
  }
  if (anyOf !== undefined) {
    const each = anyOf.map(one => misfits(document, one, value, place));
    return each.find(found => found.length === 0) ?? each.flat();
  }
  if (type === undefined) return [];
  if (!isOf(type, value)) return [`${place} is no ${type}`];
  if (schema.enum !== undefined && !schema.enum.includes(value as string))
    return [`${place} is ${String(value)}`];
  if (type === 'array')
    return (value as unknown[]).flatMap((one, i) =>
      misfits(document, items ?? {}, one, `${place}[${i}]`),
    );
  if (type !== 'object') return [];
  const members = Object.entries(value as object) as [string, unknown][];
  return [
    ...required
      .filter(name => !Object.hasOwn(value as object, name))
      .map(name => `${place}.${name} is missing`),
    ...members.flatMap(([name, one]) => {
      const member = properties?.[name] ?? additionalProperties;
      return member === undefined
        ? [`${place}.${name} is not declared`]
        : misfits(document, member, one, `${place}.${name}`);
    }),
  ];
}

function isOf(type: string, value: unknown): boolean {
  if (type === 'array') return Array.isArray(value);
  if (type === 'null') return value === null;
  if (type === 'integer') return Number.isInteger(value);
  if (type === 'object')
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  return typeof value === type;
}

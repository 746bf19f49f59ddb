import assert from 'node:assert/strict';
import type {OpenApi} from '@gazetteer/kernel/http';
import {misfits, type Schema} from '../../../packages/kernel/test/misfits.ts';

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
  [/^\/metadata\/api\/optimizer(?=\/)/, '/api/v1/optimizer'],
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
  const declared = operation?.responses[String(status)]?.content?.['application/json']?.schema;
  // What failed is told in an answer of status 200 by many calls, some of which tell more.
  const schema =
    status < 400 && declared !== undefined && hasFailed(body)
      ? {anyOf: [{$ref: '#/components/schemas/Failure'}, declared]}
      : declared;
  if (at === undefined || schema === undefined) return;
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

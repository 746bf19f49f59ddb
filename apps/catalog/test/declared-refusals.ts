import assert from 'node:assert/strict';
import {watchAnswers} from './client.ts';

type Document = {
  readonly paths: Readonly<
    Record<string, Readonly<Record<string, {responses: Record<string, {description: string}>}>>>
  >;
};
type Declared = {
  readonly name: string;
  readonly method: string;
  readonly path: RegExp;
  readonly codes: ReadonlySet<string>;
};

const inApi = /^\/api\/(meta|atlas)(?=\/)/;

/**
 * From now on every refusal that a test of this file gets must be one that the API document has for
 * the operation. The document is that of the first server that answers: to load the operations here
 * costs as much as such a server.
 */
export function expectDeclaredRefusals(): void {
  let declared: Promise<readonly Declared[]> | undefined;
  watchAnswers(async (method, url, {status, json}) => {
    const {pathname, origin} = new URL(url);
    if (!inApi.test(pathname)) return;
    // Before the first refusal, which may be that of a server that stops.
    const operations = await (declared ??= operationsOf(origin));
    const code = (json as {errorCode?: unknown} | null | undefined)?.errorCode;
    if (status < 400 || typeof code !== 'string') return;
    const path = pathname.replace(inApi, '');
    const operation = operations.find(one => one.method === method && one.path.test(path));
    if (operation === undefined) return;
    assert.ok(operation.codes.has(code), `${operation.name} does not declare ${code}`);
  });
}

/** As the router: an address without a placeholder goes before one that has it. */
async function operationsOf(origin: string): Promise<readonly Declared[]> {
  const answer = await fetch(`${origin}/api/meta/openapi.json`);
  const {paths} = (await answer.json()) as Document;
  return Object.entries(paths)
    .sort(([one], [other]) => one.split('{').length - other.split('{').length)
    .flatMap(([path, operations]) =>
      Object.entries(operations).map(([verb, {responses}]) => ({
        name: `${verb.toUpperCase()} ${path}`,
        method: verb.toUpperCase(),
        path: new RegExp(`^${path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}/?$`),
        codes: new Set(
          Object.values(responses).flatMap(({description}) =>
            Array.from(description.matchAll(/^(?:ATLAS|GAZETTEER)-[\w-]+/gm), ([code]) => code),
          ),
        ),
      })),
    );
}

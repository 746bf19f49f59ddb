import assert from 'node:assert/strict';
import {ask, type Answer} from './client.ts';
import type {RunningCatalog} from './server-fixture.ts';

export type Header = {
  termGuid: string;
  categoryGuid: string;
  relationGuid: string;
  displayText: string;
  [field: string]: unknown;
};
export type Json = {
  guid: string;
  name: string;
  qualifiedName: string;
  terms?: Header[];
  categories?: Header[];
  anchor?: {glossaryGuid: string; relationGuid: string};
  parentCategory?: Header;
  childrenCategories?: Header[];
  [field: string]: unknown;
};

/** A guid that nothing has. */
export const nobody = '00000000-0000-0000-0000-000000000001';

export const texts = (headers: readonly Header[] | undefined) =>
  headers?.map(one => one.displayText);

/** Requests about glossaries, and glossaries and entities with names of their own. */
export function glossaryWorld(server: () => RunningCatalog) {
  const send = (method: string, path: string, body?: unknown): Promise<Answer> =>
    ask(`${server().url}/api/atlas/v2${path}`, {method, ...(body === undefined ? {} : {body})});
  const ok = async <T = Json>(method: string, path: string, body?: unknown): Promise<T> => {
    const answer = await send(method, path, body);
    assert.ok(
      answer.status === 200 || answer.status === 204,
      `${method} ${path}: ${answer.status} ${answer.text}`,
    );
    return answer.json as T;
  };
  /** @returns the error's message */
  const refused = async (
    code: string,
    method: string,
    path: string,
    body?: unknown,
  ): Promise<string> => {
    const {status, text, json} = await send(method, path, body);
    const {errorCode, errorMessage} = (json ?? {}) as {errorCode: string; errorMessage: string};
    assert.deepEqual([errorCode, status], [code, Number(code.split('-')[1])], text);
    return errorMessage;
  };
  let count = 0;
  const newName = (prefix: string) => `${prefix}${++count}`;
  const newGlossary = async (more: object = {}) => {
    const glossary = await ok('POST', '/glossary', {name: newName('G'), ...more});
    const anchor = {glossaryGuid: glossary.guid};
    return {
      ...glossary,
      term: (name: string, more: object = {}) =>
        ok('POST', '/glossary/term', {name, anchor, ...more}),
      category: (name: string, more: object = {}) =>
        ok('POST', '/glossary/category', {name, anchor, ...more}),
    };
  };
  const newEntity = async (name: string) => {
    const attributes = {qualifiedName: `${newName(name)}@test`, name, clusterName: 'test'};
    const {guidAssignments} = await ok<{guidAssignments: Record<string, string>}>(
      'POST',
      '/entity',
      {
        entity: {typeName: 'hive_db', guid: '-1', attributes},
      },
    );
    return guidAssignments['-1'] ?? '';
  };
  /** The classification PII. */
  const newTypes = () =>
    ok('POST', '/types/typedefs', {
      classificationDefs: [{name: 'PII', superTypes: [], attributeDefs: []}],
    });
  return {send, ok, refused, newName, newGlossary, newEntity, newTypes};
}

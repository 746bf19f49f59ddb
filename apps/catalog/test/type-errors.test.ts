// Everything that is wrong with definitions of types is told with its status, its code and its
// words, as the rules say it.
import assert from 'node:assert/strict';
import {after, before, suite, test} from 'node:test';
import {errorTable, type ErrorKind} from '@gazetteer/model';
import {memberRefusals, typeRefusals, typeWorld, type RefusedTypes} from '@gazetteer/model/testing';
import {ask} from './client.ts';
import {expectDeclaredRefusals} from './declared-refusals.ts';
import {startFreshCatalog, type RunningCatalog} from './server-fixture.ts';

expectDeclaredRefusals();

type Refusal = {errorCode: string; errorMessage: string; issues?: string[]};

suite('refused definitions of types', () => {
  let server: RunningCatalog;
  const guids = new Map<string, string>();
  const typedefs = (method: string, body: unknown) =>
    ask(`${server.url}/api/meta/v2/types/typedefs`, {method, body: JSON.stringify(body)});

  before(async () => {
    server = await startFreshCatalog();
    const {status, json, text} = await typedefs('POST', typeWorld);
    assert.equal(status, 200, text);
    for (const one of Object.values(
      json as Record<string, {name: string; guid: string}[]>,
    ).flat()) {
      guids.set(one.name, one.guid);
    }
  });
  after(() => server?.stop());

  const refused = async (
    method: string,
    body: unknown,
    kind: ErrorKind,
    message: string | RegExp,
  ) => {
    const {status, json, text} = await typedefs(method, body);
    const [code, wanted] = errorTable[kind];
    const {errorCode, errorMessage, issues = []} = (json ?? {}) as Refusal;
    assert.deepEqual([status, errorCode], [wanted, code], text);
    // Several are a list in brackets.
    const each = errorMessage.replace(/^\[/, '').replaceAll(', ', '\n');
    if (typeof message === 'string') assert.equal(errorMessage, message);
    else assert.match([errorMessage, ...issues, each].join('\n'), new RegExp(message, 'm'));
  };
  const all = async (method: string, cases: readonly RefusedTypes[]) => {
    assert.ok(cases.length > 0);
    for (const [what, body, kind, message] of cases) {
      await test(what, () => refused(method, body, kind, message));
    }
  };

  test('new ones', async () => {
    const {names, hierarchies} = typeRefusals;
    const {attributes, relationships} = memberRefusals;
    await all('POST', [...names, ...hierarchies, ...attributes, ...relationships]);
  });

  test('changed ones', () =>
    all(
      'PUT',
      typeRefusals.updates(name => guids.get(name) ?? ''),
    ));

  test('deleted ones', async () => {
    const entity = {typeName: 'lid', attributes: {id: 'l'}};
    assert.equal((await ask(`${server.url}/api/meta/v2/entity`, {body: {entity}})).status, 200);
    for (const [what, body, inUse, kind, message] of typeRefusals.deletions) {
      // The lid of this server has an instance, whatever the case says.
      if (kind !== 'TYPE_HAS_RELATIONSHIPS' || inUse.length > 0) {
        await test(what, () => refused('DELETE', body, kind, message));
      }
    }
    await refused(
      'DELETE',
      {entityDefs: [{name: 'box'}]},
      'TYPE_HAS_RELATIONSHIPS',
      /^Given type box has/,
    );
    await refused(
      'DELETE',
      {entityDefs: [{name: '__MetaUserProfile'}]},
      'SYSTEM_TYPE',
      /is a System-type$/,
    );
  });

  test('nothing of all that was kept', async () => {
    const {json} = await ask(`${server.url}/api/meta/v2/types/typedefs/headers`);
    const names = new Set((json as {name: string}[]).map(one => one.name));
    assert.ok(names.has('box_lid') && !names.has('new'));
  });
});

// What the helper functions of clients build when nobody tells them otherwise, as atlas-intg 2.4.0,
// apache-atlas 0.0.16, pyapacheatlas 0.16.0, the lineage backend of Airflow 1.10, Amundsen's types
// (1.2.2), databuilder (7.5.1) and metadata service (3.13.0), and pyatlasclient 1.2.0 wrote it:
// each request in its order is accepted. `$type/name` stands for the guid of the entity with that
// qualified name, which is written as in an address.
import assert from 'node:assert/strict';
import {readFile} from 'node:fs/promises';
import {join} from 'node:path';
import {after, before, suite, test} from 'node:test';
import {ask} from './client.ts';
import {startFreshCatalog, type RunningCatalog} from './server-fixture.ts';

type Default = {client: string; helper: string; at: string; body?: unknown};

const lines = await readFile(
  join(import.meta.dirname, 'recorded', 'client-defaults.jsonl'),
  'utf8',
);
const defaults = lines
  .trim()
  .split('\n')
  .map(line => JSON.parse(line) as Default);

suite('requests as clients build them', () => {
  let server: RunningCatalog;
  before(async () => {
    server = await startFreshCatalog();
  });
  after(() => server?.stop());

  const guidOf = async (type: string, name: string): Promise<string> => {
    const at = `/api/atlas/v2/entity/uniqueAttribute/type/${type}/header?attr:qualifiedName=${encodeURIComponent(name)}`;
    const {text, json} = await ask(`${server.url}${at}`);
    return (json as {guid?: string}).guid ?? assert.fail(`${type} ${name}: ${text}`);
  };
  const withGuids = async (text: string): Promise<string> => {
    let all = text;
    for (const [whole, type = '', name = ''] of text.matchAll(/\$(\w+)\/([^"/?&]+)/g)) {
      all = all.replace(whole, await guidOf(type, decodeURIComponent(name)));
    }
    return all;
  };

  for (const {client, helper, at, body} of defaults) {
    test(`${client}: ${helper}`, async () => {
      const [method = '', path = ''] = (await withGuids(at)).split(' ');
      const text = body === undefined ? undefined : await withGuids(JSON.stringify(body));
      const prefix = `${server.url}/api/atlas`;
      const answer = await ask(`${prefix}${path}`, {
        method,
        ...(text === undefined ? {} : {body: text}),
      });
      assert.ok(answer.status < 300, `${answer.status} ${answer.text}`);
    });
  }
});

// Assistants call tools with the clients that the protocol's own makers ship, for TypeScript and
// for Python.
import assert from 'node:assert/strict';
import {execFile} from 'node:child_process';
import {readFile, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {after, before, suite, test, type TestContext} from 'node:test';
import {promisify} from 'node:util';
import {Client, StreamableHTTPClientTransport} from '@modelcontextprotocol/client';
import {soon} from '@gazetteer/model/testing';
import {RefusedRequest, type ToolRequest} from '@gazetteer/server';
import {passwordLine} from '../../../packages/server/test/password-line.ts';
import {findPython} from '../../catalog/test/python.ts';
import {catalogTools} from '../../catalog/src/server/tools.ts';
import {editorTools} from '../src/server/tools.ts';
import {admin} from './editor-client.ts';
import {type EditorProcess, startEditorProcess, temporaryFolder} from './editor-process.ts';

suite('tools for assistants', () => {
  let both: EditorProcess;
  let catalog = '';
  let data = '';
  let removed: () => Promise<void>;

  before(async () => {
    data = await temporaryFolder({after: work => void (removed = work)});
    await people({admin: 'ADMIN', ada: 'USER'});
    const args = ['--http-port', '0', '--data', data, '--mcp', 'write'];
    both = await startEditorProcess(args);
    catalog = /catalog, listening on (https?:\/\/\S+)/.exec(both.output())?.[1] ?? '';
  });
  after(async () => {
    await both.stop();
    await removed();
  });

  /** Those who can log in from now on. */
  async function people(groups: Readonly<Record<string, string>>): Promise<void> {
    const lines = Object.entries(groups).map(([name, group]) => passwordLine(name, group));
    await writeFile(join(data, 'users-credentials.properties'), lines.join('\n'));
  }

  test('find, describe, classify and rehearse in the catalog', async t => {
    const call = await connect(t, catalog, admin);
    const {tools} = await call.client.listTools();
    assert.deepEqual(
      tools.map(({name}) => name),
      catalogTools(true).map(({name}) => name),
    );
    for (const {name, inputSchema} of tools)
      for (const argument of Object.keys(inputSchema.properties ?? {}))
        assert.match(argument, /^\w{1,64}$/, `${name}: models take no other names`);

    const guid = await saved({
      typeName: 'DataSet',
      attributes: {qualifiedName: 'a@b', name: 'sales report'},
    });
    const [hit] = (await call.tool('search_assets', {query: 'sales'})).searchResults.entities;
    assert.equal(hit.guid, guid);
    const named = {typeName: 'DataSet', qualifiedName: 'a@b'};
    assert.equal((await call.tool('get_asset_by_name', named)).entity.guid, guid);

    const value = 'What was sold';
    const rehearsed = await call.tool('set_attribute', {
      guid,
      name: 'description',
      value,
      dryRun: true,
    });
    assert.equal(rehearsed.dryRun, true);
    const {entity: before} = await call.tool('get_asset', {guid});
    assert.notEqual(before.attributes.description, value);
    await call.tool('set_attribute', {guid, name: 'description', value});
    assert.equal((await call.tool('get_asset', {guid})).entity.attributes.description, value);

    await typed({classificationDefs: [{name: 'PII'}]});
    await call.tool('add_classifications', {guid, classifications: [{typeName: 'PII'}]});
    const found = await call.tool('find_by_classification', {classification: 'PII'});
    assert.deepEqual(
      found.entities.map((one: {guid: string}) => one.guid),
      [guid],
    );
  });

  test('what is refused is told, and nothing else happens', async t => {
    const call = await connect(t, catalog, admin);
    assert.match(await call.refused('get_asset', {guid: 'nobody'}), /nobody.*not found.*404/);
    assert.equal(await call.refused('get_asset', {}), 'get_asset needs guid.');
    assert.match(await call.refused('get_asset', {guid: 'a', name: 'b'}), /takes guid, not name/);
    assert.match(await call.refused('drop_all', {}), /no tool drop_all/);
    assert.match(await call.refused('query_assets', {query: 'from nowhere where'}), /400/);
  });

  test('run statements with their rows, errors and a limit of time', async t => {
    const call = await connect(t, both.url, admin);
    const engines = await call.tool('list_engines', {});
    assert.match(JSON.stringify(engines), /"id":"duckdb"/);
    const engine = 'duckdb';
    assert.deepEqual(
      await call
        .tool('run_statement', {engine, statement: 'SELECT * FROM range(5) t(n)', limit: 2})
        .then(({columns, rows, hasMore}) => ({columns, rows, hasMore})),
      {columns: [{name: 'n', type: 'bigint'}], rows: [[0], [1]], hasMore: true},
    );
    const wrong = {engine, statement: 'SELECT nothing FROM nowhere'};
    assert.match(await call.refused('run_statement', wrong), /nowhere does not exist/);
    const endless = 'SELECT count(*) FROM range(100000000000) a, range(1000000) b';
    const slow = {engine, statement: endless, timeoutSeconds: 1};
    assert.match(await call.refused('run_statement', slow), /Cancelled.* 1 s/);
    const {statements} = await call.tool('search_history', {text: 'nowhere'});
    assert.deepEqual(
      statements.map((one: {state: string}) => one.state),
      ['failed'],
    );
    // Each is a request of its own in the records, as the person's.
    await soon(async () => {
      const lines = await readFile(join(data, 'editor', 'logs', 'access.log'), 'utf8');
      assert.match(lines, /admin - "POST \/api\/editor\/execute\/duckdb HTTP/);
    });
  });

  test('names lead to no other address', async t => {
    const [own, other] = [await connect(t, catalog, admin), await connect(t, both.url, admin)];
    const guid = await saved({
      typeName: 'DataSet',
      attributes: {qualifiedName: 'kept@b', name: 'kept'},
    });
    for (const name of ['..', '.', '']) {
      const why = /may not be empty/;
      assert.match(await own.refused('remove_classification', {guid, name}), why);
      assert.match(await own.refused('get_asset', {guid: name}), why);
      assert.match(await other.refused('list_tables', {names: [name, 'clear_history']}), why);
    }
    assert.equal((await own.tool('get_asset', {guid})).entity.status, 'ACTIVE');
  });

  test('a token that may only read changes nothing, and one that was revoked does nothing', async t => {
    const {token, uuid} = await asked('tokens', {name: 'assistant', scope: 'read'});
    const call = await connect(t, catalog, `Bearer ${token}`);
    assert.ok((await call.tool('list_types', {type: 'entity'})).length > 0);
    const change = {guid: 'a', classifications: [{typeName: 'PII'}]};
    assert.match(await call.refused('add_classifications', change), /scope "read".*403/);
    const gone = await fetch(`${catalog}/api/meta/v2/tokens/${uuid}`, {
      method: 'DELETE',
      headers: {authorization: admin},
    });
    assert.equal(gone.status, 204);
    await assert.rejects(call.client.callTool({name: 'list_domains', arguments: {}}));
  });

  test('a statement ends with the token, or the user, that it was run for', async t => {
    const endless = 'SELECT count(*) FROM range(100000000000) a, range(1000000) b';
    const stateOf = async (text: string, authorization = admin) => {
      const {tool} = await connect(t, both.url, authorization);
      const {statements} = await tool('search_history', {text});
      return statements.map((one: {state: string}) => one.state);
    };
    const running = async (authorization: string, mark: string) => {
      const call = await connect(t, both.url, authorization);
      const statement = `${endless} -- ${mark}`;
      const answer = call.client.callTool({
        name: 'run_statement',
        arguments: {engine: 'duckdb', statement, timeoutSeconds: 600},
      });
      const told = answer.then(
        ({content}) => JSON.stringify(content),
        (error: Error) => error.message,
      );
      const owner = authorization.startsWith('Basic') ? authorization : admin;
      await soon(async () => assert.deepEqual(await stateOf(mark, owner), ['starting']));
      return {answer: told};
    };

    const tokens = `${both.url}/api/v1/tokens`;
    const headers = {authorization: admin, 'content-type': 'application/json'};
    const body = JSON.stringify({name: 'assistant'});
    const made = await fetch(tokens, {method: 'POST', headers, body});
    const {token, uuid} = JSON.parse(await made.text()) as {token: string; uuid: string};
    const byToken = await running(`Bearer ${token}`, 'by token');
    assert.equal((await fetch(`${tokens}/${uuid}`, {method: 'DELETE', headers})).status, 204);
    assert.match(await byToken.answer, /not valid/);
    assert.deepEqual(await stateOf('by token'), ['canceled']);

    const ada = `Basic ${Buffer.from('ada:ada').toString('base64')}`;
    const byUser = await running(ada, 'of ada');
    await people({admin: 'ADMIN'});
    assert.match(await byUser.answer, /status 401/);
    await people({admin: 'ADMIN', ada: 'USER'});
    // When the server has seen the file.
    await soon(async () => assert.deepEqual(await stateOf('of ada', ada), ['canceled']));
  });

  test('nobody calls tools without credentials, by a cookie alone, or from a page elsewhere', async () => {
    for (const url of [catalog, both.url]) {
      const statusWith = async (headers: Record<string, string>, body = '{}') =>
        (await fetch(`${url}/mcp`, {method: 'POST', headers, body})).status;
      const accept = 'application/json, text/event-stream';
      const json = {'content-type': 'application/json', accept};
      assert.equal(await statusWith(json), 401);
      const login = await fetch(`${url}/mcp`, {headers: {authorization: admin}});
      const [cookie = ''] = (login.headers.get('set-cookie') ?? '').split(';');
      assert.match(cookie, /=./);
      const byCookie = await statusWith({...json, cookie});
      assert.ok(byCookie === 401 || byCookie === 403, `${byCookie}`);
      const own = {...json, authorization: admin};
      const elsewhere = await statusWith({...own, origin: 'http://elsewhere.example'});
      assert.ok(elsewhere === 400 || elsewhere === 403, `${elsewhere}`);
      for (const body of ['', 'null', '[]', '{', '{"jsonrpc":"2.0"}'])
        assert.equal(await statusWith(own, body), 400, body);
      assert.equal(await statusWith(own, ' '.repeat(2 ** 20 + 1)), 413);
    }
  });

  test('the client for Python calls tools of both servers', async t => {
    const found = await findPython('mcp');
    if ('skip' in found) return t.skip(found.skip);
    const script = join(import.meta.dirname, 'assistant.py');
    const {stdout} = await promisify(execFile)(found.python, [script, catalog, both.url]);
    assert.deepEqual(JSON.parse(stdout), {
      instructions: true,
      domains: {domains: []},
      error: 'get_asset needs guid.',
      rows: [[42]],
    });
    return undefined;
  });

  /** As the API answers, which has other members for each call. */
  async function asked(path: string, body: object) {
    const answer = await fetch(`${catalog}/api/meta/v2/${path}`, {
      method: 'POST',
      headers: {authorization: admin, 'content-type': 'application/json'},
      body: JSON.stringify(body),
    });
    assert.ok(answer.ok, await answer.clone().text());
    return JSON.parse(await answer.text());
  }

  async function saved(entity: object): Promise<string> {
    const {guidAssignments} = await asked('entity', {entity: {guid: '-1', ...entity}});
    return guidAssignments['-1'];
  }

  const typed = async (types: object) => await asked('types/typedefs', types);
});

test('without leave to write, a statement that is not known to read is not sent', async () => {
  const live = {known: () => undefined, close: async () => {}};
  const run = editorTools(false, live).find(({name}) => name === 'run_statement');
  const values = [
    {id: 'duckdb', dialect: 'duckdb'},
    {id: 'notebook', dialect: 'pyspark'},
  ];
  const ask = async ({path}: ToolRequest) => {
    assert.equal(path, '/api/v1/connector/instances', 'it was sent');
    return {connectors: [{values}]};
  };
  const call = {ask, signal: new AbortController().signal};
  for (const [engine, statement] of [
    ['duckdb', 'DROP TABLE t'],
    ['duckdb', 'SELECT 1; DROP TABLE t'],
    ['duckdb', 'WITH a AS (DELETE FROM t) SELECT 1'],
    ['notebook', 'SELECT 1'],
    ['other', 'SELECT 1'],
  ])
    await assert.rejects(
      async () => await run?.call(call, {engine, statement}),
      RefusedRequest,
      statement,
    );
  assert.ok(catalogTools(false).every(({isChange}) => !isChange));
});

async function connect(t: TestContext, url: string, authorization: string) {
  const client = new Client({name: 'test', version: '1'});
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${url}/mcp`), {
      requestInit: {headers: {authorization}},
    }),
  );
  t.after(() => client.close());
  const answer = async (name: string, args: object) => {
    const result = await client.callTool({name, arguments: {...args}});
    const [content] = result.content;
    assert.ok(content?.type === 'text');
    return {isError: result.isError === true, text: content.text};
  };
  return {
    client,
    tool: async (name: string, args: object) => {
      const {isError, text} = await answer(name, args);
      assert.equal(isError, false, text);
      return JSON.parse(text);
    },
    refused: async (name: string, args: object) => {
      const {isError, text} = await answer(name, args);
      assert.equal(isError, true, text);
      return text;
    },
  };
}

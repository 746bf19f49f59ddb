// What a request can do wrong wherever it goes, with status, code and words of the answer; on both
// databases.
import assert from 'node:assert/strict';
import {join} from 'node:path';
import {DatabaseSync} from 'node:sqlite';
import {after, before, suite, test} from 'node:test';
import {AppError, errorTable, type ErrorKind} from '@gazetteer/model';
import {postgresForTests} from '@gazetteer/db/testing';
import {bothDatabases} from './both-databases.ts';
import {admin, ask} from './client.ts';
import {expectDeclaredRefusals} from './declared-refusals.ts';
import {startCatalog, temporaryFolder, type RunningCatalog} from './server-fixture.ts';

expectDeclaredRefusals();

const cluster = await postgresForTests();
if ('url' in cluster) after(() => cluster.stop());

type Request = {method?: string; path: string; body?: unknown; headers?: Record<string, string>};
type Case = [kind: ErrorKind, args: string[], request: Request];

const nobody = '00000000-0000-0000-0000-000000000001';
const long = 'x'.repeat(4097);
const database = (name: string, attributes: object = {}) => ({
  typeName: 'hive_db',
  attributes: {qualifiedName: `${name}@test`, name, clusterName: 'test', ...attributes},
});
const search = (body: object): Request => ({path: '/v2/search/basic', body});
const filtered = (entityFilters: object) => search({typeName: 'hive_db', entityFilters});

/** A form with one file, written by hand so that its name may be blank. */
function upload(path: string, fileName: string): Request {
  const head = `--x\r\ncontent-disposition: form-data; name="file"; filename="${fileName}"\r\n\r\n`;
  const headers = {'content-type': 'multipart/form-data; boundary=x'};
  return {method: 'POST', path, body: `${head}a,b\r\n1,2\r\n--x--\r\n`, headers};
}

const cases = (table: string): readonly Case[] => [
  ['INVALID_QUERY_PARAM_LENGTH', ['guid'], {path: `/v2/entity/guid/${long}`}],
  ['INVALID_QUERY_PARAM_LENGTH', ['typeName'], {path: `/v2/search/basic?typeName=${long}`}],
  ['PATH_NOT_FOUND', ['/api/atlas/v2/nothing'], {path: '/v2/nothing'}],
  [
    'NOT_ACCEPTABLE',
    ['application/xml'],
    {path: '/v2/types/typedefs', headers: {accept: 'application/xml'}},
  ],
  [
    'UNSUPPORTED_MEDIA_TYPE',
    ['text/plain'],
    {path: '/v2/entity', body: '{}', headers: {'content-type': 'text/plain'}},
  ],
  [
    'PAYLOAD_TOO_LARGE',
    ['2048', 'atlas.rest.max.body.bytes'],
    {path: '/v2/entity', body: {entity: 'x'.repeat(3000)}},
  ],
  [
    'TOO_MANY_ENTITIES',
    ['3', '2', 'atlas.rest.max.entities'],
    {path: '/v2/entity/bulk', body: {entities: ['a', 'b', 'c'].map(name => database(name))}},
  ],
  ['INSTANCE_GUID_NOT_FOUND', [nobody], {path: `/v2/entity/guid/${nobody}`}],
  [
    'ATTRIBUTE_UPDATE_NOT_SUPPORTED',
    ['columns', 'array<objectid>'],
    {method: 'PUT', path: `/v2/entity/guid/${table}?name=columns`, body: []},
  ],
  [
    'ATTRIBUTE_UPDATE_NOT_SUPPORTED',
    ['parameters', 'map<string,string>'],
    {method: 'PUT', path: `/v2/entity/guid/${table}?name=parameters`, body: {}},
  ],
  [
    'UNKNOWN_ATTRIBUTE',
    ['no', 'hive_table'],
    {method: 'PUT', path: `/v2/entity/guid/${table}?name=no`, body: '1'},
  ],
  ['PARAMETER_PARSING_FAILED', ['limit'], {path: '/v2/search/basic?typeName=hive_db&limit=many'}],
  ['BLANK_NAME_ATTRIBUTE', [], filtered({operator: '=', attributeValue: 'x'})],
  ['BLANK_VALUE_ATTRIBUTE', [], filtered({attributeName: 'name', operator: '='})],
  ['UNKNOWN_GLOSSARY_TERM', ['no@where'], search({termName: 'no@where'})],
  ['FILE_NAME_NOT_FOUND', [' '], upload('/v2/glossary/import', ' ')],
  ['FILE_NAME_NOT_FOUND', [' '], upload('/v2/entity/businessmetadata/import', ' ')],
];

for (const {database: engine, options, start} of bothDatabases(cluster)) {
  suite(`${engine}: error codes`, options, () => {
    let server: RunningCatalog;
    let table = '';
    const send = ({path, headers, ...rest}: Request) =>
      ask(`${server.url}/api/atlas${path}`, {...rest, headers: {authorization: admin, ...headers}});

    before(async () => {
      server = await start(['--max-entities', '2', '--max-body', '2048']);
      const entity = {
        typeName: 'hive_table',
        guid: '-1',
        attributes: {qualifiedName: 't@test', name: 't', db: {guid: '-2'}},
      };
      const {json, text} = await send({
        path: '/v2/entity',
        body: {entity, referredEntities: {'-2': {...database('d'), guid: '-2'}}},
      });
      table = (json as {guidAssignments: Record<string, string>}).guidAssignments['-1'] ?? text;
    });
    after(() => server?.stop());

    test('each has its status, its code and its words', async () => {
      for (const [kind, args, request] of cases(table)) {
        const {status, json, text} = await send(request);
        const {errorCode, errorMessage} = (json ?? {}) as {
          errorCode?: string;
          errorMessage?: string;
        };
        const [code, wanted] = errorTable[kind];
        assert.deepEqual(
          [kind, status, errorCode],
          [kind, wanted, code],
          `${request.path.slice(0, 80)}: ${text}`,
        );
        assert.equal(errorMessage, new AppError(kind, args).message, kind);
      }
    });
  });
}

test('while somebody who shares the store imports, nobody else imports or exports', async t => {
  const folder = await temporaryFolder(t);
  const server = await startCatalog(folder);
  t.after(() => server.stop());
  const store = new DatabaseSync(join(folder, 'catalog.db'), {timeout: 5000});
  t.after(() => store.close());
  const created = await ask(`${server.url}/api/atlas/v2/entity`, {body: {entity: database('d')}});
  assert.equal(created.status, 200, created.text);
  const json = {authorization: admin, 'content-type': 'application/json'};
  const body = JSON.stringify({
    itemsToExport: [{typeName: 'hive_db', uniqueAttributes: {qualifiedName: 'd@test'}}],
  });
  const send = (path: string, options: RequestInit) =>
    fetch(`${server.url}/api/atlas/admin/${path}`, {method: 'POST', ...options});
  const archive = await (await send('export', {headers: json, body})).blob();
  const answers = async () => {
    const form = new FormData();
    form.set('data', archive, 'data.zip');
    const found = [
      await send('export', {headers: json, body}),
      await send('import', {headers: {authorization: admin}, body: form}),
    ];
    return await Promise.all(
      found.map(async one => [one.status, /ATLAS-500-00-006/.exec(await one.text())?.[0]]),
    );
  };
  store
    .prepare('INSERT INTO setting (name, value) VALUES (?, ?)')
    .run('lease.import', `${Date.now() + 600_000} other`);
  const [code, status] = errorTable.FAILED_TO_OBTAIN_IMPORT_EXPORT_LOCK;
  assert.deepEqual(await answers(), [
    [status, code],
    [status, code],
  ]);
  store.exec("DELETE FROM setting WHERE name = 'lease.import'");
  assert.deepEqual(await answers(), [
    [200, undefined],
    [200, undefined],
  ]);
});

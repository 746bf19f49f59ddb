// Requests that mean nothing good, sent to every route that has the place for them: each is refused
// with its code or has nothing to do, none fails in the server or stores anything, and the server
// goes on. What fits the shapes of the API document is for fuzz.real.test.ts.
import assert from 'node:assert/strict';
import {request as send} from 'node:http';
import {join} from 'node:path';
import {DatabaseSync} from 'node:sqlite';
import {after, before, suite, test} from 'node:test';
import {errorTable} from '@gazetteer/model';
import {admin, ask} from './client.ts';
import {fuzzWorld, type FuzzWorld} from './fuzz-world.ts';
import {startCatalog, temporaryFolder, type RunningCatalog} from './server-fixture.ts';

type Parameter = {name: string; in: string; schema?: {type?: string | string[]}};
type Operation = {parameters?: Parameter[]; requestBody?: {content: object}};
type Route = {
  method: string;
  path: string;
  placeholders: string[];
  query: Parameter[];
  kinds: string[];
};
/** What is sent in place of a body that a route wants. */
type Body = {
  content: string | Uint8Array;
  headers?: Record<string, string>;
  statuses?: readonly number[];
};
type Sent = {
  method: string;
  path: string;
  headers?: Record<string, string>;
  content?: string | Uint8Array;
};

const bytes = (...parts: (string | number[])[]) =>
  Buffer.concat(
    parts.map(part => (typeof part === 'string' ? Buffer.from(part) : Buffer.from(part))),
  );
const typed = (type: string, content: string | Uint8Array = '{}'): Body => ({
  content,
  headers: {'content-type': type},
  statuses: [415],
});
const json = (content: string | Uint8Array): Body => ({content});
/** Refused by whoever reads them; the entity that is not there may be noticed first. */
const broken = (content: string | Uint8Array): Body => ({content, statuses: [400, 404]});

const bodies: Readonly<Record<string, Body>> = {
  none: json(''),
  blanks: json(' \n\t'),
  'an open object': broken('{'),
  'an open list': broken('[1,'),
  'an open text': broken('{"name": "x'),
  'half a word': broken('nul'),
  'two values': broken('{}{}'),
  'something behind': broken('{}x'),
  'a comma too much': broken('{"name": 1,}'),
  'a comment': broken('{/* none */}'),
  'no number': broken('{"name": NaN}'),
  'a number with a zero before': broken('{"name": 01}'),
  'a control character in a text': broken('{"name": "\u0001"}'),
  'half an escape': broken(String.raw`{"name": "\u12"}`),
  'a form': broken('name=x&guid=y'),
  XML: broken('<?xml version="1.0"?><entity/>'),
  'too deep a list': broken('['.repeat(100_000)),
  'too deep an object': broken(`${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`),
  null: json('null'),
  'a number': json('0'),
  'a large number': json('123456789012345678901234567890'),
  'a number beyond all': json('1e999'),
  'a lone surrogate': json(String.raw`"\ud800"`),
  'a text with NUL': json(String.raw`"a\u0000b"`),
  'an empty list': json('[]'),
  'a list of nothing': json('[null]'),
  'a list of lists': json('[[]]'),
  'a list of empty objects': json('[{}]'),
  'a list of the wrong': json('["x", {}, null, 7, []]'),
  'an empty object': json('{}'),
  'an empty name': json('{"": ""}'),
  'names that every object has': json(
    '{"__proto__": {"guid": "x"}, "constructor": {}, "hasOwnProperty": 1, "toString": null}',
  ),
  'a name twice': json('{"name": 1, "name": {}, "guid": "a", "guid": []}'),
  'a name of 100,000 letters': json(`{"${'x'.repeat(100_000)}": 1}`),
  'null everywhere': json(
    '{"name": null, "guid": null, "typeName": null, "entity": null, "entities": null, "attributes": null}',
  ),
  'lists for objects': json(
    '{"entity": [], "entities": {}, "attributes": [], "anchor": [], "searchParameters": []}',
  ),
  'a guid of the wrong kind': json(
    '{"guid": {"guid": "x"}, "entity": {"guid": [], "typeName": {}}}',
  ),
  'numbers for texts': json('{"name": 1e308, "typeName": -0, "guid": 0.1}'),
  'odd letters': json('{"name": "\u202e\ufeff\u0301 \ud83d\ude00", "typeName": "\uffff"}'),
  // What the reference answers with a fault of its own, as recorded.
  'lists that are null': json(
    '{"entities": null, "entityDefs": null, "entityGuids": null, "classification": null, "guids": null}',
  ),
  'null in lists': json(
    '{"entities": [null], "entityDefs": [null], "enumDefs": [null], "entityGuids": [null], "attributes": [null]}',
  ),
  'attributes without a type, elements without a value': json(
    '{"entityDefs": [{"name": "hostile", "attributeDefs": [{"name": "x"}, {}]}], "enumDefs": [{"name": "hostile_enum", "elementDefs": [{}]}]}',
  ),
  'an entity of V1 without an id': json(
    '[{"typeName": "hive_db", "values": {"name": "noid", "qualifiedName": "noid@c1"}}]',
  ),
  'an entity of v2 in a list': json(
    '[{"typeName": "hive_db", "guid": "-1", "attributes": {"name": "v2", "qualifiedName": "v2@c1"}}]',
  ),
  'half an entity of V1': json('{"id": {}, "typeName": "hive_db", "values": {}, "traits": null}'),
  'values that fit no attribute': json(
    '{"entity": {"typeName": "hive_table", "attributes": {"qualifiedName": "h", "name": "h", "sd": "text", "parameters": [1], "createTime": "soon", "columns": {"guid": 1}}}}',
  ),
  'a group of a filter without a condition': json(
    '{"typeName": "hive_table", "entityFilters": {"criterion": [{"attributeName": "name"}]}}',
  ),
  'a text for a time in a filter': json(
    '{"typeName": "hive_table", "entityFilters": {"attributeName": "createTime", "operator": "gt", "attributeValue": "soon"}}',
  ),
  'a mark of byte order': json(bytes([0xef, 0xbb, 0xbf], '{}')),
  'bytes that are no UTF-8': json(bytes('{"name": "', [0xff, 0xfe, 0xc3], '"}')),
  'UTF-16': json(Buffer.from('{}', 'utf16le')),
  'XML by its type': typed('application/xml', '<a/>'),
  'a form by its type': typed('application/x-www-form-urlencoded', 'a=b'),
  'parts without a boundary': typed('multipart/form-data'),
  'half a type': typed('application/'),
  'a line of types': typed('text/html, application/json'),
  'another charset': {content: '{}', headers: {'content-type': 'application/json; charset=utf-7'}},
  'packed, which it is not': {content: '{}', headers: {'content-encoding': 'gzip'}},
  'packed in a way that nobody knows': {content: '{}', headers: {'content-encoding': 'x'}},
};

const long = 'x'.repeat(5000);
/** Parts of an address, as they are sent. */
const segments: Readonly<Record<string, string>> = {
  'an encoded slash': 'a%2Fb',
  'two levels up': '..%2F..%2Fetc%2Fpasswd',
  backslashes: '..%5C..%5Cx',
  NUL: 'a%00b',
  'a line end': 'a%0D%0Ab',
  'half a percent': '%',
  'no digits': '%zz',
  'bytes that are no UTF-8': '%FF%FE',
  'a surrogate': '%ED%A0%80',
  'a letter written too long': '%C0%AF',
  'right to left': '%E2%80%AE%F0%9F%98%80',
  'a blank': '%20',
  SQL: "x'%20OR%20'1'='1",
  'a pattern': '%25_%25*?',
  'what every object has': '__proto__',
  null: 'null',
  'a number': '-1',
  'an object': '%7B%22guid%22%3A1%7D',
  another: 'a;jsessionid=1',
  'a very long one': long,
};

/** Values of a parameter, as they are sent behind its name; by the type that is declared. */
const values: Readonly<Record<string, readonly string[]>> = {
  integer: [
    '=abc',
    '=1e3',
    '=99999999999999999999',
    '=-99999999999999999999',
    '=0x10',
    '=1,2',
    '=%201',
    '=%EF%BC%91',
    '=1.5',
    '=NaN',
    '=true',
    '[]=1',
  ],
  boolean: ['=maybe', '=1', '=%00', '[]=true'],
  other: [
    '=%00',
    '=%ED%A0%80',
    '=%',
    `=${long}`,
    '=%7B%7D',
    "='%20OR%201=1--",
    '[]=x',
    '[a]=x',
    '=__proto__',
  ],
};

const codes = new Map(
  Object.values(errorTable).map(([code, status]) => [code as string, status as number]),
);

suite('hostile requests', () => {
  let server: RunningCatalog;
  let store: DatabaseSync;
  let world: FuzzWorld;
  let routes: Route[];
  const cleanUp: (() => unknown)[] = [];
  before(async () => {
    const folder = await temporaryFolder({after: work => void cleanUp.unshift(work)});
    server = await startCatalog(folder);
    cleanUp.unshift(() => server.stop());
    world = await fuzzWorld(server);
    // With the first domain come the types of domains, products and roles of owners.
    const first = await ask(`${server.url}/api/meta/v2/domains`, {body: {name: 'first'}});
    assert.equal(first.status, 200, first.text);
    store = new DatabaseSync(join(folder, 'catalog.db'), {readOnly: true, timeout: 5000});
    cleanUp.unshift(() => store.close());
    const {json: document} = await ask(`${server.url}/api/meta/openapi.json`);
    routes = Object.entries(
      (document as {paths: Record<string, Record<string, Operation>>}).paths,
    ).flatMap(([path, operations]) =>
      Object.entries(operations).map(([method, {parameters = [], requestBody}]) => ({
        method: method.toUpperCase(),
        path,
        placeholders: [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name),
        query: parameters.filter(one => one.in === 'query'),
        kinds: Object.keys(requestBody?.content ?? {}),
      })),
    );
    assert.ok(routes.length > 150, String(routes.length));
  });
  after(async () => {
    for (const work of cleanUp) await work();
  });

  /** As it is: clients of a library would mend the address or the body before. */
  const answerOf = ({
    method,
    path,
    headers,
    content,
  }: Sent): Promise<{status: number; text: string}> =>
    new Promise((resolve, reject) => {
      const {hostname, port} = new URL(server.url);
      const all = {
        authorization: admin,
        accept: 'application/json',
        ...(content === undefined
          ? {}
          : {'content-type': 'application/json', 'content-length': Buffer.byteLength(content)}),
        ...headers,
      };
      const asked = send(
        {hostname, port, method, path: `/api/meta${path}`, headers: all},
        answer => {
          const parts: Buffer[] = [];
          answer.on('data', (part: Buffer) => parts.push(part));
          answer.on('end', () =>
            resolve({status: answer.statusCode ?? 0, text: Buffer.concat(parts).toString()}),
          );
          answer.on('error', reject);
        },
      );
      asked.on('error', reject);
      asked.end(content);
    });

  /**
   * How many there are of everything that a request can store, but for the record of
   * administrators' requests, of which the server of an export is one, and for glossaries, domains
   * and data products: any letters are a name, also those of a number.
   */
  const rows = () => {
    const entities = store
      .prepare(
        `SELECT s.name, count(*) AS n FROM entity e JOIN symbol s ON s.id = e.type_id GROUP BY s.name ORDER BY 1`,
      )
      .all() as {name: string; n: number}[];
    const tables = [
      'type_def',
      'edge',
      'classification',
      'task',
      'inbox',
      'lineage_run',
      'lineage_dataset',
    ];
    return [
      ...entities
        .filter(
          ({name}) => !/^(__|AtlasServer$|AtlasGlossary$|DataDomain$|DataProduct$)/.test(name),
        )
        .map(({name, n}) => `${n} ${name}`),
      ...tables.map(
        name =>
          `${String(store.prepare(`SELECT count(*) AS n FROM ${name}`).get()?.['n'])} in ${name}`,
      ),
    ];
  };

  const at = (route: Route, fill: (name: string) => string = () => 'absent') =>
    route.path.replace(/\{(\w+)\}/g, (_all, name: string) => fill(name));

  /** Sends all of them, and tells of each that was not answered as it should be. */
  async function refused(
    requests: Iterable<
      readonly [what: string, sent: Sent, statuses?: readonly number[] | undefined]
    >,
  ) {
    const had = rows();
    const findings: string[] = [];
    let count = 0;
    for (const [what, sent, statuses] of requests) {
      const {status, text} = await answerOf(sent);
      count++;
      const wrong = wrongWith(status, text, statuses);
      if (wrong !== undefined)
        findings.push(
          `${sent.method} ${sent.path.slice(0, 120)}: ${what}: ${wrong}: ${text.slice(0, 300)}`,
        );
    }
    assert.deepEqual(findings, []);
    assert.deepEqual(rows(), had);
    assert.equal(
      (await ask(`${server.url}/api/meta/v2/search/basic?typeName=hive_table`)).status,
      200,
    );
    const failures = server
      .output()
      .split('\n')
      .filter(line => /"status":5\d\d|"level":"fatal"/.test(line));
    assert.deepEqual(failures, []);
    return count;
  }

  const withBody = () => routes.filter(one => one.kinds.includes('application/json'));

  test('in place of a body', async t => {
    const count = await refused(
      withBody().flatMap(route =>
        Object.entries(bodies).map(([what, {content, headers, statuses}]) => {
          const sent = {
            method: route.method,
            path: at(route),
            content,
            ...(headers === undefined ? {} : {headers}),
          };
          return [what, sent, statuses] as const;
        }),
      ),
    );
    t.diagnostic(`${count} requests`);
  });

  test('in the address', async t => {
    const named = routes.filter(one => one.placeholders.length > 0);
    const count = await refused(
      named.flatMap(route =>
        route.placeholders.flatMap(place =>
          Object.entries(segments).map(([what, segment]) => {
            const path = at(route, name => (name === place ? segment : 'absent'));
            return [
              what,
              {method: route.method, path, ...(route.kinds.length === 0 ? {} : {content: '{}'})},
            ] as const;
          }),
        ),
      ),
    );
    t.diagnostic(`${count} requests`);
  });

  test('as a parameter, wrong or given twice', async t => {
    const count = await refused(
      routes.flatMap(route =>
        route.query.flatMap(({name, schema}) => {
          const [type = 'other'] = [schema?.type].flat();
          const wrong = (values[type] ?? values['other'] ?? []).map(
            value => `${encodeURIComponent(name)}${value}`,
          );
          const twice = `${wrong[0]}&${wrong[0]}`;
          return [
            ...wrong,
            twice,
            encodeURIComponent(name),
            `${'x=1&'.repeat(500)}${wrong[0]}`,
          ].map(
            query =>
              [query.slice(0, 40), {method: route.method, path: `${at(route)}?${query}`}] as const,
          );
        }),
      ),
    );
    t.diagnostic(`${count} requests`);
  });

  test('with a guid of another kind', async t => {
    const [type = ''] = world.guids['type'] ?? [];
    const [edge = ''] = world.guids['relationship'] ?? [];
    const [entity = ''] = world.guids['entity'] ?? [];
    const isOther = (path: string): readonly string[] =>
      /def\/guid|relationship|glossary|saved/.test(path) ? [entity] : [type, edge];
    const count = await refused(
      routes
        .filter(one => one.placeholders.includes('guid'))
        .flatMap(route =>
          isOther(route.path).map(guid => {
            const path = at(route, name => (name === 'guid' ? guid : 'absent'));
            return [
              guid,
              {method: route.method, path, ...(route.kinds.length === 0 ? {} : {content: '{}'})},
            ] as const;
          }),
        ),
    );
    t.diagnostic(`${count} requests`);
  });
});

/** Undefined: it was answered as it should. */
function wrongWith(
  status: number,
  text: string,
  statuses: readonly number[] | undefined,
): string | undefined {
  if (statuses !== undefined && !statuses.includes(status)) return `status ${status}`;
  if (status >= 200 && status < 300) return undefined;
  if (status < 400 || status >= 500) return `status ${status}`;
  const answer = JSON.parse(text) as {errorCode?: string; errorMessage?: string; error?: string};
  if (answer.error !== undefined && answer.errorCode === undefined) return undefined;
  if (answer.errorCode === undefined || codes.get(answer.errorCode) !== status)
    return `code ${answer.errorCode} with ${status}`;
  return /undefined|\[object|\bat file:/.test(answer.errorMessage ?? 'undefined')
    ? 'what it says'
    : undefined;
}

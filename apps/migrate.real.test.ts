import assert from 'node:assert/strict';
import {mkdtemp, readFile, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {after, before, suite, test} from 'node:test';
import {CatalogClient} from '@gazetteer/client';
import {migrate} from '@gazetteer/migration';
import {soon} from '@gazetteer/model/testing';
import {admin, ask} from './catalog/test/client.ts';
import {type RunningCatalog, startFreshCatalog} from './catalog/test/server-fixture.ts';
import {loadSample} from './catalog/web/src/sample/load-sample.ts';

type Difference = {readonly kind: string; readonly what: string; readonly guid: string};
type Report = {readonly entities: number; readonly differences: readonly Difference[]};

const tables = 700;

/** Two catalogs: one that is full, and one to fill, which knows nothing of it. */
class World {
  readonly source: RunningCatalog;
  readonly target: RunningCatalog;
  readonly folder: string;
  /** A table that was deleted before anything was copied. */
  gone = '';

  private constructor(source: RunningCatalog, target: RunningCatalog, folder: string) {
    [this.source, this.target, this.folder] = [source, target, folder];
  }

  static async start(): Promise<World> {
    const folder = await mkdtemp(join(tmpdir(), 'gazetteer-migrate-'));
    const [source, target] = await Promise.all([startFreshCatalog(), startFreshCatalog()]);
    return new World(source, target, folder);
  }

  async stop(): Promise<void> {
    await Promise.all([this.source.stop(), this.target.stop()]);
    await rm(this.folder, {recursive: true});
  }

  /** `npm run migrate`, ended with the nth request to an address where one is given. */
  async migrate(
    args: readonly string[] = [],
    {endAt, enough}: {endAt?: readonly [address: string, nth: number]; enough?: AbortSignal} = {},
  ) {
    const [printed, complained]: [string[], string[]] = [[], []];
    const stop = new AbortController();
    const own = globalThis.fetch;
    let [sent, met] = [0, 0];
    globalThis.fetch = async (...request) => {
      sent++;
      if (String(request[0]).includes(endAt?.[0] ?? ' ') && ++met === endAt?.[1])
        stop.abort(new Error('interrupted'));
      return await own(...request);
    };
    try {
      const code = await migrate({
        argv: [
          `--from=${this.source.url}`,
          `--to=${this.target.url}`,
          `--folder=${this.folder}`,
          '--from-user=admin',
          '--to-user=admin',
          '--lineage-every=5',
          ...args,
        ],
        env: {MIGRATE_FROM_PASSWORD: 'admin', MIGRATE_TO_PASSWORD: 'admin'},
        print: line => void printed.push(line),
        complain: line => void complained.push(line),
        enough: enough ?? new AbortController().signal,
        signal: stop.signal,
      });
      return {code, printed: printed.join('\n'), complained: complained.join('\n'), sent};
    } finally {
      globalThis.fetch = own;
    }
  }

  async report(): Promise<Report> {
    return JSON.parse(await readFile(join(this.folder, 'report.json'), 'utf8')) as Report;
  }

  /** A request that has to succeed. */
  async put(server: RunningCatalog, method: string, path: string, body?: unknown) {
    const answer = await ask(`${server.url}/api/meta${path}`, {method, body});
    assert.ok(answer.status < 300, `${method} ${path}: ${answer.text.slice(0, 500)}`);
    return answer.json;
  }

  async guid(server: RunningCatalog, type: string, name: string): Promise<string> {
    const path = `/v2/entity/uniqueAttribute/type/${type}/header?attr:qualifiedName=${name}`;
    return ((await this.put(server, 'GET', path)) as {guid: string}).guid;
  }

  async fill(): Promise<void> {
    const {source} = this;
    const client = new CatalogClient({
      baseUrl: `${source.url}/api/meta`,
      headers: {authorization: admin},
    });
    await loadSample(client, () => undefined);
    const long = {name: 'big', typeName: 'long', isOptional: true};
    const note = {
      name: 'note',
      typeName: 'string',
      isOptional: true,
      options: {applicableEntityTypes: '["hive_table"]', maxStrLength: '50'},
    };
    await this.put(source, 'POST', '/v2/types/typedefs', {
      entityDefs: [{name: 'shop_thing', superTypes: ['DataSet'], attributeDefs: [long]}],
      businessMetadataDefs: [{name: 'care', attributeDefs: [note]}],
    });
    const thing =
      '{"entity": {"typeName": "shop_thing", "attributes": {"qualifiedName": "thing@shop", "name": "thing", "big": 9007199254740993}}}';
    assert.equal((await ask(`${source.url}/api/meta/v2/entity`, {body: thing})).status, 200);
    const db = await this.guid(source, 'hive_db', 'marts@sample');
    const entities = Array.from({length: tables}, (_, n) => ({
      typeName: 'hive_table',
      attributes: {qualifiedName: `marts.t${n}@sample`, name: `t${n}`, db: {guid: db}},
      ...(n === 1 && {labels: ['mine'], customAttributes: {team: 'blue'}}),
    }));
    await this.put(source, 'POST', '/v2/entity/bulk', {entities});
    const first = await this.guid(source, 'hive_table', 'marts.t0@sample');
    await this.put(source, 'POST', `/v2/entity/guid/${first}/businessmetadata`, {
      care: {note: 'kept'},
    });
    this.gone = await this.guid(source, 'hive_table', 'marts.t2@sample');
    await this.put(source, 'DELETE', `/v2/entity/guid/${this.gone}`);
    await this.put(source, 'POST', '/v2/search/saved', {
      name: 'mine',
      ownerName: 'admin',
      searchType: 'BASIC',
      searchParameters: {typeName: 'hive_table', limit: 5},
    });
  }
}

suite('npm run migrate', () => {
  let world: World;
  before(async () => {
    world = await World.start();
    await world.fill();
  });
  after(async () => await world.stop());

  test('wrong options are refused before anything is asked', async () => {
    const {code, complained, sent} = await world.migrate([
      '--from',
      'atlas:21000',
      '--follow',
      'soon',
    ]);
    assert.equal(code, 2);
    assert.equal(sent, 0);
    assert.equal((await world.migrate(['--frm', 'x'])).code, 2);
    assert.match(complained, /--from is the address of a server.*\n.*--follow is a whole number/);
  });

  test('a rehearsal counts what there is, and writes nothing', async () => {
    const {code, printed} = await world.migrate(['--dry-run']);
    assert.equal(code, 0);
    assert.match(printed, new RegExp(`^ +${tables + 18} {2}hive_table$`, 'm'));
    assert.match(printed, /\d+ entities would be copied from /);
    const there = await ask(`${world.target.url}/api/meta/v2/types/typedef/name/shop_thing`);
    assert.equal(there.status, 404);
  });

  test('a comparison before there is a copy finds all missing, and keeps no copy from being made', async () => {
    const {code, printed} = await world.migrate(['--verify']);
    assert.equal(code, 1);
    assert.match(printed, /\d+ missing, such as /);
  });

  test('a copy that is interrupted five times goes on where it was, and is equal in the end', async () => {
    const interruptions = [
      ['/admin/metrics', 1],
      ['/search/basic', 4],
      ['/entity/bulk', 8],
      // While the archive is handed over, and while it is imported.
      ['/admin/async/import', 1],
      ['/admin/async/import/status/', 1],
    ] as const;
    for (const endAt of interruptions)
      await assert.rejects(world.migrate([], {endAt}), /interrupted/, String(endAt));
    const {code, printed, complained} = await world.migrate(['--saved-searches', 'admin']);
    assert.equal(code, 0, `${printed}\n${complained}`);
    assert.match(printed, /1 saved searches of admin copied/);
    assert.match(printed, /entities, the lineage of \d+ and \d+ searches compared: no difference/);
    const {entities} = await world.report();
    assert.ok(entities > tables + 200, String(entities));
    const guid = await world.guid(world.target, 'shop_thing', 'thing@shop');
    const {text} = await ask(`${world.target.url}/api/meta/v2/entity/guid/${guid}`);
    assert.match(text, /"big":9007199254740993/);
  });

  test('a difference of each kind is found, and nothing else', async () => {
    const {target} = world;
    const guid = async (n: number) => await world.guid(target, 'hive_table', `marts.t${n}@sample`);
    const planted: Record<string, string> = {};
    planted['attribute'] = await guid(10);
    await world.put(
      target,
      'PUT',
      `/v2/entity/guid/${planted['attribute']}?name=comment`,
      '"other"',
    );
    planted['label'] = await guid(1);
    await world.put(target, 'POST', `/v2/entity/guid/${planted['label']}/labels`, ['theirs']);
    planted['business metadata'] = await guid(0);
    await world.put(
      target,
      'POST',
      `/v2/entity/guid/${planted['business metadata']}/businessmetadata`,
      {care: {note: 'other'}},
    );
    planted['classification'] = await guid(11);
    await world.put(
      target,
      'POST',
      `/v2/entity/guid/${planted['classification']}/classifications`,
      [{typeName: 'PII'}],
    );
    planted['status'] = await guid(12);
    await world.put(target, 'DELETE', `/v2/entity/guid/${planted['status']}`);
    planted['missing'] = world.gone;
    await world.put(target, 'PUT', '/admin/purge', [planted['missing']]);
    await world.put(target, 'POST', '/v2/entity', {
      entity: {
        typeName: 'hive_db',
        attributes: {qualifiedName: 'new@sample', name: 'new', clusterName: 'sample'},
      },
    });
    planted['extra'] = await world.guid(target, 'hive_db', 'new@sample');
    const {code, printed} = await world.migrate(['--verify']);
    assert.equal(code, 1);
    assert.match(printed, /1 missing, such as hive_table .*: entity/);
    const {differences} = await world.report();
    for (const [kind, one] of Object.entries(planted))
      assert.ok(
        differences.some(other => other.kind === kind && other.guid === one),
        kind,
      );
    assert.ok(differences.some(one => one.kind === 'search' && one.what === 'classified entities'));
    const others = new Set(Object.values(planted));
    const database = await world.guid(target, 'hive_db', 'marts@sample');
    assert.deepEqual(
      // What was deleted is a relationship less of its database, and times tell of each change.
      differences.filter(
        ({kind, guid: of}) => kind !== 'search' && !others.has(of) && of !== database,
      ),
      [],
    );
  });

  test('a copy that is made again takes over what has changed since', async () => {
    const guid = await world.guid(world.source, 'hive_table', 'marts.t30@sample');
    await world.put(world.source, 'PUT', `/v2/entity/guid/${guid}?name=comment`, '"later"');
    await world.migrate();
    const {text} = await ask(`${world.target.url}/api/meta/v2/entity/guid/${guid}`);
    assert.match(text, /"comment":"later"/);
  });

  test('changes are followed until it is enough', async () => {
    const enough = new AbortController();
    const following = world.migrate(['--follow', '1'], {enough: enough.signal});
    const guid = await world.guid(world.source, 'hive_table', 'marts.t20@sample');
    await world.put(world.source, 'PUT', `/v2/entity/guid/${guid}?name=comment`, '"followed"');
    await soon(async () => {
      const {text} = await ask(`${world.target.url}/api/meta/v2/entity/guid/${guid}`);
      assert.match(text, /"comment":"followed"/);
    });
    enough.abort();
    const {printed} = await following;
    assert.match(printed, /Copying changes every 1 s/);
    const {differences} = await world.report();
    assert.deepEqual(
      differences.filter(one => one.guid === guid),
      [],
    );
  });
});

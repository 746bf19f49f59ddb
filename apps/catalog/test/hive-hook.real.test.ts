// A real HiveServer2 with the Atlas hook: what people do there is in the catalog.
import assert from 'node:assert/strict';
import {spawnSync} from 'node:child_process';
import {existsSync} from 'node:fs';
import {mkdir, mkdtemp, readdir, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {after, before, suite, test} from 'node:test';
import {setTimeout as delay} from 'node:timers/promises';
import {Connection, connectSocket, HiveClient} from '../../../packages/thrift/src/index.ts';
import {query} from '../../../packages/thrift/test/conversation.ts';
import {root, start, type RunningServer} from '../../../packages/thrift/test/servers/start.ts';
import {ask} from './client.ts';
import {startFreshCatalog, type RunningCatalog} from './server-fixture.ts';

type Header = {
  guid: string;
  typeName: string;
  status: string;
  attributes: {qualifiedName: string; name: string};
};

const jars = join(root, '.cache', 'hive-hook');
const skip = !existsSync(join(root, '.cache', 'hive', 'complete'))
  ? 'needs Hive in .cache/hive (packages/thrift/test/prepare-servers.sh)'
  : !existsSync(jars) &&
    'needs the hook (mvn -q -B -ntp -f apps/catalog/test/hive-hook/pom.xml dependency:copy-dependencies)';

suite('a real Hive with the hook', {skip}, () => {
  let folder: string;
  let catalog: RunningCatalog;
  let hive: RunningServer;
  let client: HiveClient;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'gazetteer-hook-'));
    catalog = await startFreshCatalog();
    hive = await hiveWithHook(folder, catalog.url);
    const auth = {mechanism: 'PLAIN', user: 'hue', password: 'any'} as const;
    client = new HiveClient(
      new Connection(await connectSocket({host: 'localhost', port: hive.port, auth})),
    );
  });
  after(async () => {
    client?.connection.close();
    await hive?.stop();
    await catalog?.stop();
    await rm(folder, {recursive: true, force: true});
  });

  async function run(...statements: string[]): Promise<void> {
    const session = await client.openSession({user: 'hue'});
    for (const statement of statements) await query(client, session.handle, statement);
    await client.closeSession(session.handle);
  }

  /** Names of the entities of a type, as soon as there are as many as expected. */
  async function named(typeName: string, count: number): Promise<Map<string, Header>> {
    for (;;) {
      const {json} = await ask(
        `${catalog.url}/api/atlas/v2/search/basic?typeName=${typeName}&limit=100`,
      );
      const found = (json as {entities?: Header[]}).entities ?? [];
      if (found.length >= count)
        return new Map(found.map(one => [one.attributes.qualifiedName, one]));
      await delay(100);
    }
  }

  test('databases, tables, columns, views, queries and drops are told', async () => {
    await run(
      'create database sales',
      'create table sales.orders (id int, customer string)',
      'create table sales.big as select * from sales.orders where id > 10',
      'alter table sales.orders add columns (total double)',
      'create view sales.v as select id from sales.orders',
      'drop table sales.big',
    );
    assert.deepEqual([...(await named('hive_db', 1)).keys()], ['sales@test']);
    const tables = await named('hive_table', 3);
    assert.deepEqual([...tables.keys()].toSorted(), [
      'sales.big@test',
      'sales.orders@test',
      'sales.v@test',
    ]);
    while ((await named('hive_table', 3)).get('sales.big@test')?.status !== 'DELETED')
      await delay(100);
    const columns = await named('hive_column', 6);
    assert.ok(columns.has('sales.orders.total@test') && columns.has('sales.v.id@test'));
    await named('hive_process', 4);
    const {json} = await ask(
      `${catalog.url}/api/atlas/v2/lineage/${tables.get('sales.v@test')?.guid}?direction=INPUT`,
    );
    const {guidEntityMap} = json as {guidEntityMap: Record<string, Header>};
    const inputs = Object.values(guidEntityMap).map(one => one.attributes.qualifiedName);
    assert.ok(inputs.includes('sales.orders@test'), 'the view comes from the table');
    const failed = await ask(`${catalog.url}/api/atlas/v2/notification/failed`);
    assert.deepEqual((failed.json as {messages: object[]}).messages, []);
  });
});

/** Its own classes come first: Hive brings parts of an older release of them. */
async function hiveWithHook(folder: string, catalog: string): Promise<RunningServer> {
  const names = (await readdir(jars)).filter(name => /^(atlas|hive-bridge|kafka)-/.test(name));
  const classes = join(folder, 'classes');
  await mkdir(classes);
  const own = names.map(name => join(jars, name)).join(':');
  const source = join(import.meta.dirname, 'hive-hook', 'RestHiveHook.java');
  const javac = spawnSync('javac', [
    '-d',
    classes,
    '-cp',
    `${own}:${join(root, '.cache', 'hive', 'lib', '*')}`,
    source,
  ]);
  assert.equal(javac.status, 0, String(javac.stderr));
  const properties = [
    'atlas.hook.rest.notification.enabled=true',
    'atlas.notification.hook.asynchronous=false',
    `atlas.rest.address=${catalog}`,
    'atlas.rest.basic.auth.username=admin',
    'atlas.rest.basic.auth.password=admin',
    'atlas.cluster.name=test',
  ];
  await writeFile(join(folder, 'atlas-application.properties'), properties.join('\n'));
  return await start('hive.sh', ['none', 'binary'], {
    env: {
      HIVE_CLASSES: `${own}:${classes}`,
      HIVE_PROPERTIES: 'hive.exec.post.hooks=RestHiveHook',
      JAVA_TOOL_OPTIONS: `-Datlas.conf=${folder}`,
    },
  });
}

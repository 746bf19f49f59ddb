import assert from 'node:assert/strict';
import {once} from 'node:events';
import {readFile, readdir, writeFile} from 'node:fs/promises';
import {connect} from 'node:net';
import {join} from 'node:path';
import {after, test} from 'node:test';
import {postgresForTests} from '@gazetteer/db/testing';
import {soon} from '@gazetteer/model/testing';
import {passwordLine} from '../../../packages/server/test/password-line.ts';
import {bothDatabases} from './both-databases.ts';
import {ask} from './client.ts';
import {startCatalog, temporaryFolder} from './server-fixture.ts';

const cluster = await postgresForTests();
if ('url' in cluster) after(() => cluster.stop());

const admin = {authorization: `Basic ${Buffer.from('admin:admin').toString('base64')}`};
const status = '/api/atlas/admin/version';

type Record_ = {
  readonly resType: string;
  readonly reqUser: string;
  readonly action: string;
  readonly resource?: string;
  readonly status: number;
  readonly id: string;
};

async function recordsIn(folder: string): Promise<Record_[]> {
  const names = (await readdir(folder)).filter(name => name.endsWith('.log'));
  const texts = await Promise.all(names.map(name => readFile(join(folder, name), 'utf8')));
  // What stands behind the last end of a line is being written.
  const lines = texts.flatMap(text => text.split('\n').slice(0, -1));
  return lines.map(line => JSON.parse(line) as Record_);
}

test('every request is in the file when the server has stopped, refused ones and those of nobody, too', async t => {
  const folder = await temporaryFolder(t);
  const server = await startCatalog(folder);
  const ids = [];
  for (let i = 0; i < 20; i++) {
    const answer = await fetch(`${server.url}${status}?n=${i}`, {
      headers: i % 2 === 0 ? admin : {},
    });
    ids.push(answer.headers.get('requestId'));
    await answer.text();
  }
  assert.equal(await server.stop(), 0);
  const records = await recordsIn(join(folder, 'audit'));
  assert.deepEqual(
    records.map(({id}) => id),
    ids,
  );
  assert.deepEqual(
    records.map(({reqUser, status: code}) => `${reqUser} ${code}`),
    Array.from({length: 20}, (_, i) => (i % 2 === 0 ? 'admin 200' : ' 401')),
  );
});

test('after a kill nothing that was answered is missing, and nothing is there twice', async t => {
  const folder = await temporaryFolder(t);
  const ids: (string | null)[] = [];
  const missing = async () => {
    const known = new Set((await recordsIn(join(folder, 'audit'))).map(({id}) => id));
    return ids.filter(id => !known.has(id ?? ''));
  };
  for (let kill = 0; kill < 3; kill++) {
    const server = await startCatalog(folder);
    await Promise.all(
      Array.from({length: 4}, async () => {
        for (let i = 0; i < 25; i++) {
          const answer = await fetch(server.url + status, {headers: admin});
          await answer.text();
          ids.push(answer.headers.get('requestId'));
        }
      }),
    );
    // Of what was recorded some has not reached the file yet.
    await soon(async () => assert.deepEqual(await missing(), []));
    const late = Array.from({length: 20}, () => fetch(server.url + status).catch(() => undefined));
    await late[0];
    await server.kill();
    await Promise.all(late);
  }
  const server = await startCatalog(folder);
  await (await fetch(server.url + status)).text();
  assert.equal(await server.stop(), 0);
  const known = (await recordsIn(join(folder, 'audit'))).map(({id}) => id);
  assert.equal(new Set(known).size, known.length);
  assert.deepEqual(await missing(), []);
});

type Change = Record_ & {
  readonly rules: readonly string[];
  readonly changes: readonly {readonly what: string; readonly type?: string}[];
  readonly request: string;
};

function isChange(record: Record_): record is Change {
  return record.resType === 'change';
}

const database = (name: string) => ({
  entity: {
    typeName: 'hive_db',
    guid: '-1',
    attributes: {qualifiedName: `${name}@x`, name, clusterName: 'x'},
  },
});

const all = ['.*'];
const everyEntity = {
  entityTypes: all,
  entityClassifications: all,
  labels: all,
  businessMetadata: all,
  attributes: all,
  classifications: all,
};
const everyEnd = {
  end1EntityType: all,
  end1EntityId: all,
  end1EntityClassification: all,
  end2EntityType: all,
  end2EntityId: all,
  end2EntityClassification: all,
};
const policy = {
  roles: {
    ADMIN: {
      typePermissions: [{privileges: all, typeCategories: all, typeNames: all}],
      entityPermissions: [{privileges: all, entityIds: all, ...everyEntity}],
      relationshipPermissions: [{privileges: all, relationshipTypes: all, ...everyEnd}],
    },
    STEWARD: {
      entityPermissions: [
        {privileges: ['entity-read'], entityIds: all, ...everyEntity},
        {privileges: all, entityIds: ['sales.*'], ...everyEntity},
      ],
    },
  },
  userRoles: {admin: ['ADMIN'], ann: ['STEWARD']},
};
const userLine = (user: string) => passwordLine(user);

for (const {database: name, options, start} of bothDatabases(cluster)) {
  test(
    `${name}: who changed what by which rule is recorded with the change, and nothing of what was not done`,
    options,
    async t => {
      const folder = await temporaryFolder(t);
      const [policyFile, users, audit] = [
        join(folder, 'policy.json'),
        join(folder, 'users'),
        join(folder, 'audit'),
      ];
      await writeFile(policyFile, JSON.stringify(policy));
      await writeFile(users, `${userLine('ann')}\n${userLine('admin')}\n`);
      const server = await start([
        '--policy-file',
        policyFile,
        '--password-file',
        users,
        '--audit-file-dir',
        audit,
      ]);
      t.after(() => server.stop());
      const headers = {authorization: `Basic ${Buffer.from('ann:ann').toString('base64')}`};
      const save = async (what: string, query = '') =>
        await ask(`${server.url}/api/atlas/v2/entity${query}`, {headers, body: database(what)});
      const made = await save('sales');
      assert.equal(made.status, 200, made.text);
      const guid =
        (made.json as {guidAssignments: Record<string, string>}).guidAssignments['-1'] ?? '';
      assert.equal((await save('finance')).status, 403);
      assert.equal((await save('sales2', '?dryRun=true')).status, 200);
      const defined = await ask(`${server.url}/api/atlas/v2/types/typedefs`, {
        body: {classificationDefs: [{name: 'Secret'}]},
      });
      assert.equal(defined.status, 200, defined.text);
      const classified = await ask(
        `${server.url}/api/atlas/v2/entity/guid/${guid}/classifications`,
        {
          body: [{typeName: 'Secret'}],
        },
      );
      assert.equal(classified.status, 204, classified.text);
      const ids = [made, defined, classified].map(answer => answer.headers.get('requestId') ?? '');
      await soon(async () => {
        const changes = (await recordsIn(audit)).filter(isChange);
        const told = changes.map(one => [one.request, one.reqUser, one.action, one.rules]);
        assert.deepEqual(told, [
          [ids[0], 'ann', 'saveEntity', ['STEWARD.entityPermissions[1]']],
          [ids[1], 'admin', 'createTypes', ['ADMIN.typePermissions[0]']],
          [
            ids[2],
            'admin',
            'addClassifications',
            ['ADMIN.entityPermissions[0]', 'ADMIN.relationshipPermissions[0]'],
          ],
        ]);
        assert.deepEqual(changes[0]?.changes, [{what: 'create', type: 'hive_db', guid}]);
        const [type] = changes[1]?.changes ?? [];
        assert.deepEqual([type?.what, type?.type], ['create', 'Secret']);
        assert.deepEqual(changes[2]?.changes, [
          {what: 'classify', type: 'hive_db', guid, classification: 'Secret'},
        ]);
      });
    },
  );
}

test('clients that end their connection right behind a change are recorded like others', async t => {
  const folder = await temporaryFolder(t);
  const server = await startCatalog(folder);
  t.after(() => server.stop());
  const {port} = new URL(server.url);
  const count = 30;
  for (let i = 0; i < count; i++) {
    const body = JSON.stringify(database(`gone${i}`));
    const socket = connect(Number(port), '127.0.0.1');
    await once(socket, 'connect');
    const head = `POST /api/atlas/v2/entity?gone HTTP/1.1\r\nHost: x\r\nAuthorization: ${admin.authorization}\r\n`;
    socket.end(
      `${head}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
      () => socket.destroy(),
    );
    await once(socket, 'close');
  }
  await soon(async () => {
    const records = await recordsIn(join(folder, 'audit'));
    const requests = records.filter(one => one.resource?.includes('?gone'));
    assert.equal(requests.length, count);
    const changes = records.filter(isChange);
    assert.equal(changes.length, count);
    assert.deepEqual(
      new Set(changes.map(one => one.request)),
      new Set(requests.map(one => one.id)),
    );
    assert.ok(records.every(one => one.reqUser === 'admin'));
  });
});

test('several catalogs on one machine write to one folder without touching what the others wrote', async t => {
  const folder = await temporaryFolder(t);
  const args = ['--audit-file-dir', join(folder, 'audit')];
  const servers = await Promise.all(
    ['one', 'two'].map(name => startCatalog(join(folder, name), {args})),
  );
  const ids: (string | null)[] = [];
  for (let i = 0; i < 20; i++) {
    for (const {url} of servers) {
      const answer = await fetch(url + status);
      await answer.text();
      ids.push(answer.headers.get('requestId'));
    }
  }
  for (const server of servers) assert.equal(await server.stop(), 0);
  const known = (await recordsIn(join(folder, 'audit'))).map(one => one.id);
  assert.deepEqual(known.toSorted(), ids.toSorted());
  assert.equal((await readdir(join(folder, 'audit'))).length, 2);
});

test('with --audit=false there is none', async t => {
  const folder = await temporaryFolder(t);
  const server = await startCatalog(folder, {args: ['--set', 'xasecure.audit.is.enabled=false']});
  await (await fetch(server.url + status)).text();
  assert.equal(await server.stop(), 0);
  await assert.rejects(recordsIn(join(folder, 'audit')), /ENOENT/);
});

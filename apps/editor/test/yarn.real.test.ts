import assert from 'node:assert/strict';
import {after, before, describe, it} from 'node:test';
import {freePort} from '../../../packages/thrift/test/servers/free-port.ts';
import {needs, type RunningServer, start} from '../../../packages/thrift/test/servers/start.ts';
import {asUser, editorForTests} from './editor-fixture.ts';
import {submitApplication} from './yarn-application.ts';

const skip =
  needs('.cache/hive/complete', 'Hive in .cache/hive (packages/thrift/test/prepare-servers.sh)') ||
  needs('.cache/yarn/complete', 'YARN in .cache/yarn (packages/thrift/test/prepare-servers.sh)');

describe('the job browser on a YARN resource manager', {skip}, () => {
  let yarn: RunningServer;
  before(async () => (yarn = await start('yarn.sh', [])));
  after(async () => await yarn?.stop());

  it('lists the applications of everybody, tells of one, and kills one’s own alone', async t => {
    const mine = await submitApplication(yarn.port, 'ada', 'first one');
    const theirs = await submitApplication(yarn.port, 'bob', 'other one');
    const dead = `http://localhost:${await freePort()}`;
    const ini = `[hadoop]\n[[yarn_clusters]]\n[[[standby]]]\nresourcemanager_api_url=${dead}
      [[[default]]]\nresourcemanager_api_url=http://localhost:${yarn.port}`;
    const editor = await editorForTests(
      t,
      undefined,
      {ada: 'ANALYST'},
      ini.replaceAll(/^ +/gm, ''),
    );
    const ada = asUser(editor, 'ada');
    const list = async (...filters: object[]) => {
      const {body} = await ada('POST', '/jobbrowser/api/jobs/jobs', {filters});
      assert.equal(body['status'], 0, JSON.stringify(body));
      return (
        body['apps'] as {id: string; name: string; apiStatus: string; canWrite: boolean}[]
      ).map(({id, name, apiStatus, canWrite}) => [id, name, apiStatus, canWrite]);
    };
    const [first, other] = [
      [mine, 'first one', 'RUNNING', true],
      [theirs, 'other one', 'RUNNING', false],
    ];
    assert.deepEqual((await list()).sort(), [first, other]);
    assert.deepEqual(await list({text: 'user:bob'}), [other]);
    assert.deepEqual(await list({text: 'FIRST'}, {states: ['running']}), [first]);
    assert.deepEqual(await list({states: ['completed', 'failed']}), []);

    const one = await ada('POST', '/jobbrowser/api/job/jobs', {app_id: JSON.stringify(theirs)});
    const app = one.body['app'] as {user: string; properties: {queue: string}};
    assert.deepEqual([app.user, app.properties.queue], ['bob', 'default']);
    const logs = await ada('POST', '/jobbrowser/api/job/logs', {app_id: mine, interface: 'jobs'});
    assert.deepEqual(logs.body['logs'], {logs: '', logsList: []});

    const operation = {action: 'kill'};
    const killed = await ada('POST', '/jobbrowser/api/job/action', {
      app_ids: [mine, theirs],
      operation,
      interface: 'jobs',
    });
    assert.deepEqual([killed.body['status'], killed.body['kills']], [-1, [mine]]);
    assert.match(String(killed.body['message']), /belongs to bob/);
    while ((await list({states: ['failed']})).length === 0);
    assert.deepEqual(await list({states: ['failed']}), [[mine, 'first one', 'FAILED', false]]);

    const {body: old} = await ada('POST', '/jobbrowser/jobs/', {format: 'json', state: 'killed'});
    const [job] = old['jobs'] as {
      id: string;
      yarnStatus: string;
      canKill: boolean;
      user: string;
      diagnostics: string;
    }[];
    assert.deepEqual(
      [job?.id, job?.yarnStatus, job?.canKill, job?.user],
      [mine, 'KILLED', false, 'ada'],
    );
    // The cluster knows who it was, not only the editor.
    assert.match(job?.diagnostics ?? '', /killed by user ada/);
    const missing = await ada('POST', '/jobbrowser/api/job/jobs', {app_id: 'application_1_0001'});
    assert.deepEqual(
      [missing.body['status'], missing.body['message']],
      [-1, 'There is no job application_1_0001'],
    );
  });

  it('says so when it is down', async t => {
    const dead = `http://localhost:${await freePort()}`;
    const ini = `[hadoop]\n[[yarn_clusters]]\n[[[default]]]\nresourcemanager_api_url=${dead}`;
    const ada = asUser(await editorForTests(t, undefined, {ada: 'A'}, ini), 'ada');
    const old = await ada('POST', '/jobbrowser/jobs/', {format: 'json'});
    assert.deepEqual(old.body, {
      status: 1,
      message: 'Resource Manager cannot be contacted or might be down.',
    });
    const now = await ada('POST', '/jobbrowser/api/jobs', {});
    assert.match(
      String(now.body['message']),
      /^No answer from http:\/\/localhost:\d+: .*ECONNREFUSED/,
    );
  });
});

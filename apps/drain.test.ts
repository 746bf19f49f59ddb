import assert from 'node:assert/strict';
import {test} from 'node:test';
import {soon} from '@gazetteer/model/testing';
import {startEditorProcess, temporaryFolder} from './editor/test/editor-process.ts';

/** Both servers in one process, and where the probes of each are. */
async function startBoth(data: string, drainTime: string) {
  const args = ['--data', data, '--http-port', '0', '--drain-time', drainTime];
  const server = await startEditorProcess(args);
  const catalog = /catalog, listening on (https?:\/\/\S+)/.exec(server.output())?.[1] ?? '';
  const status = async (url: string) => (await fetch(url)).status;
  return {
    ...server,
    readiness: async () => [
      await status(`${catalog}/api/meta/admin/readiness`),
      await status(`${server.url}/desktop/debug/is_ready`),
    ],
    liveness: async () => [
      await status(`${catalog}/api/meta/admin/liveness`),
      await status(`${server.url}/desktop/debug/is_alive`),
    ],
  };
}

test('after SIGTERM probes of readiness are refused while requests are still answered, and a second signal ends it', async t => {
  const server = await startBoth(await temporaryFolder(t), '1h');
  t.after(() => server.kill());
  assert.deepEqual(await server.readiness(), [200, 200]);
  const stopped = server.stop();
  await soon(async () => assert.deepEqual(await server.readiness(), [503, 503]));
  assert.deepEqual(await server.liveness(), [200, 200]);
  process.kill(server.pid, 'SIGTERM');
  assert.equal(await stopped, 143, server.output());
});

test('when the time to drain is over both servers stop as they do without one', async t => {
  const server = await startBoth(await temporaryFolder(t), '1ms');
  t.after(() => server.kill());
  assert.equal(await server.stop(), 0, server.output());
  assert.match(server.output(), /draining/);
});

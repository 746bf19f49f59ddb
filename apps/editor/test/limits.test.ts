import assert from 'node:assert/strict';
import {once} from 'node:events';
import {readFile} from 'node:fs/promises';
import {connect} from 'node:net';
import {join} from 'node:path';
import {test} from 'node:test';
import {soon} from '@gazetteer/model/testing';
import {until} from '../../catalog/test/secure-client.ts';
import {admin} from './editor-client.ts';
import {startEditorProcess, temporaryFolder} from './editor-process.ts';

test(
  'the editor, too, refuses what is too much, and says when to come again',
  {timeout: 240_000},
  async t => {
    const data = await temporaryFolder(t);
    const args = ['editor', '--data', data, '--max-requests-per-user', '1', '--max-url', '2048'];
    const editor = await startEditorProcess(args);
    t.after(editor.kill);
    const url = `${editor.url}/api/editor/check_status`;
    const ask = (at: string, init: RequestInit = {}) =>
      fetch(at, {
        method: 'POST',
        redirect: 'manual',
        ...init,
        headers: {authorization: admin, ...init.headers},
      });
    assert.equal((await ask(`${url}?x=${'y'.repeat(3000)}`)).status, 414);
    // The connection is closed with the answer, which may get lost with what was still on its way.
    await soon(async () =>
      assert.equal((await ask(url, {headers: {'x-heavy': 'z'.repeat(140_000)}})).status, 431),
    );
    const deep = await ask(url, {
      headers: {'content-type': 'application/json'},
      body: '['.repeat(1000),
    });
    assert.match(await deep.text(), /The body is nested deeper than 256 levels/);

    const {port, hostname} = new URL(editor.url);
    const busy = connect(Number(port), hostname);
    t.after(() => busy.destroy());
    await once(busy, 'connect');
    const head = `POST /api/editor/check_status HTTP/1.1\r\nhost: x\r\nauthorization: ${admin}\r\n`;
    busy.write(`${head}content-type: application/json\r\ncontent-length: 2\r\n\r\n{`);
    const answer = await until(
      () => ask(url),
      found => found.status === 429,
    );
    assert.equal(answer.headers.get('retry-after'), '1');
    assert.match(await answer.text(), /admin has 1 requests in work already/);
    busy.resetAndDestroy();
    await until(
      () => ask(url),
      found => found.status === 200,
    );
    // Whoever goes in the middle of a request is in the log all the same.
    const log = join(data, 'editor', 'logs', 'access.log');
    await soon(async () =>
      assert.match(
        await readFile(log, 'utf8'),
        / admin - "POST \/api\/editor\/check_status HTTP\/1\.1" returned in \d+ms 499 /,
      ),
    );
  },
);

import assert from 'node:assert/strict';
import {hash} from 'node:crypto';
import {writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {test} from 'node:test';
import {freshDatabase, postgresForTests} from '@gazetteer/db/testing';
import {soon} from '@gazetteer/model/testing';
import {type EditorProcess, startEditorProcess, temporaryFolder} from './editor-process.ts';

const cluster = await postgresForTests();
const skip = 'skip' in cluster ? {skip: cluster.skip} : {};

test(
  'who logs in at one of two editors on one PostgreSQL works at both, until they log out at one',
  skip,
  async t => {
    if ('skip' in cluster) return;
    t.after(cluster.stop);
    const folder = await temporaryFolder(t);
    const passwords = join(folder, 'users.properties');
    await writeFile(passwords, `ann=USER::${hash('sha256', 'secret of ann')}\n`, {mode: 0o600});
    const database = await freshDatabase(cluster.url);
    const start = async (name: string) => {
      const data = ['--data', join(folder, name), '--password-file', passwords];
      const editor = await startEditorProcess(['editor', '--editor-database', database, ...data]);
      t.after(editor.kill);
      return editor;
    };
    const [one, other] = [await start('one'), await start('other')];

    const form = await fetch(`${one.url}/hue/accounts/login`);
    const [first = ''] = form.headers
      .getSetCookie()
      .map(line => /^csrftoken=([^;]+)/.exec(line)?.[1] ?? '');
    const answer = await fetch(`${one.url}/hue/accounts/login`, {
      method: 'POST',
      redirect: 'manual',
      headers: {cookie: `csrftoken=${first}`},
      body: new URLSearchParams({
        username: 'ann',
        password: 'secret of ann',
        csrfmiddlewaretoken: first,
      }),
    });
    assert.equal(answer.status, 302, await answer.text());
    const cookies = answer.headers.getSetCookie().map(line => line.split(';', 1)[0] ?? '');
    const token =
      cookies.find(each => each.startsWith('csrftoken='))?.slice('csrftoken='.length) ?? '';
    const change = async (editor: EditorProcess) => {
      const headers = {cookie: cookies.join('; '), 'x-csrftoken': token};
      return (await fetch(`${editor.url}/api/editor/check_status`, {method: 'POST', headers}))
        .status;
    };
    for (const editor of [one, other]) assert.equal(await change(editor), 200);
    const away = await fetch(`${other.url}/hue/accounts/logout`, {
      headers: {cookie: cookies.join('; ')},
      redirect: 'manual',
    });
    assert.equal(away.status, 302);
    assert.equal(await change(other), 401);
    await soon(async () => assert.equal(await change(one), 401));
  },
);

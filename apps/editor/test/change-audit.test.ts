import assert from 'node:assert/strict';
import {once} from 'node:events';
import {mkdir, readFile, writeFile} from 'node:fs/promises';
import {connect} from 'node:net';
import {join} from 'node:path';
import {test} from 'node:test';
import {soon} from '@gazetteer/model/testing';
import {passwordLine} from '../../../packages/server/test/password-line.ts';
import {startEditorProcess, temporaryFolder} from './editor-process.ts';

type Line = {
  readonly resType: string;
  readonly reqUser: string;
  readonly action: string;
  readonly resource?: string;
  readonly id: string;
  readonly request: string;
  readonly rules: readonly string[];
  readonly changes: readonly {
    readonly what: string;
    readonly type: string;
    readonly ids: readonly string[];
  }[];
};

const basic = (user: string) => `Basic ${Buffer.from(`${user}:${user}`).toString('base64')}`;

/** An editor with two people in it, and all lines of its audit. */
async function start(t: {after(work: () => Promise<void>): void}) {
  const data = await temporaryFolder(t);
  await mkdir(data, {recursive: true});
  const line = (user: string) => `${passwordLine(user)}\n`;
  await writeFile(join(data, 'users-credentials.properties'), ['ann', 'bob'].map(line).join(''));
  const editor = await startEditorProcess(['editor', '--data', data]);
  t.after(async () => void (await editor.stop()));
  const lines = async () => {
    const text = await readFile(join(data, 'audit', 'editor-audit.log'), 'utf8');
    return text
      .split('\n')
      .slice(0, -1)
      .map(one => JSON.parse(one) as Line);
  };
  const call = async (user: string, method: string, path: string, body?: object) => {
    const headers = {authorization: basic(user), 'content-type': 'application/json'};
    const answer = await fetch(editor.url + path, {
      method,
      headers,
      ...(body && {body: JSON.stringify(body)}),
    });
    const text = await answer.text();
    const json = text === '' ? {} : (JSON.parse(text) as {uuid: string; version: number});
    return {
      status: answer.status,
      id: answer.headers.get('requestId'),
      text,
      json: json as {uuid: string; version: number},
    };
  };
  return {editor, lines, call};
}

test('what people change in the editor is recorded with the change, and by what right', async t => {
  const {lines, call} = await start(t);
  const path = '/api/v1/documents';
  const content = {statement: 'SELECT 1', engine: 'duckdb'};
  const made = await call('ann', 'POST', path, {kind: 'query', name: 'mine', content});
  assert.equal(made.status, 201, made.text);
  const {uuid, version} = made.json;
  const grants = [{kind: 'user', name: 'bob', permission: 'write'}];
  const shared = await call('ann', 'PUT', `${path}/${uuid}/grants`, {grants});
  assert.ok(shared.status < 300, shared.text);
  const saved = await call('bob', 'PUT', `${path}/${uuid}`, {version, name: 'ours'});
  assert.equal(saved.status, 200, saved.text);
  // Bob does not own it.
  const refused = await call('bob', 'PUT', `${path}/${uuid}/grants`, {grants: []});
  assert.equal(refused.status, 403, refused.text);
  await soon(async () => {
    const all = await lines();
    const told = all.filter(one => one.resType === 'change');
    const seen = told.map(one => [one.request, one.reqUser, one.action, one.rules]);
    assert.deepEqual(seen, [
      [made.id, 'ann', `POST ${path}`, ['own']],
      [shared.id, 'ann', `PUT ${path}/:uuid/grants`, ['own']],
      [saved.id, 'bob', `PUT ${path}/:uuid`, ['shared for write']],
    ]);
    for (const {changes} of told) assert.ok(changes.some(one => one.ids.includes(uuid)));
    assert.ok(all.some(one => one.id === refused.id));
    assert.ok(!JSON.stringify(told).includes('SELECT'));
  });
});

test('statements of clients that end their connection at once are recorded like others', async t => {
  const {editor, lines} = await start(t);
  const count = 5;
  for (let i = 0; i < count; i++) {
    const body = new URLSearchParams({statement: `SELECT ${i}`}).toString();
    const socket = connect(Number(new URL(editor.url).port), '127.0.0.1');
    await once(socket, 'connect');
    const head = `POST /api/editor/execute/duckdb?gone HTTP/1.1\r\nHost: x\r\nAuthorization: ${basic('ann')}\r\n`;
    const type = 'Content-Type: application/x-www-form-urlencoded';
    socket.end(`${head}${type}\r\nContent-Length: ${body.length}\r\n\r\n${body}`, () =>
      socket.destroy(),
    );
    await once(socket, 'close');
  }
  await soon(async () => {
    const all = await lines();
    const requests = all.filter(one => one.resource?.includes('?gone'));
    assert.equal(requests.length, count);
    const changes = all.filter(one => one.resType === 'change');
    assert.deepEqual(
      new Set(changes.map(one => one.request)),
      new Set(requests.map(one => one.id)),
    );
    assert.ok(
      changes.every(one => one.reqUser === 'ann' && one.changes[0]?.type === 'editor_statement'),
    );
  });
});

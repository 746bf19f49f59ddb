import assert from 'node:assert/strict';
import {test} from 'node:test';
import fastify from 'fastify';
import {dayOf} from './audit-record.ts';
import {auditRequests} from './audit-requests.ts';

test('a request becomes one line that says who did what', async () => {
  const app = fastify({genReqId: () => 'id-1'});
  const lines: string[] = [];
  auditRequests(app, 'catalog', {begin: () => undefined, record: line => void lines.push(line)});
  app.addHook('onRequest', async request => {
    const actor = {userName: 'bob\n', groups: []};
    request.session = {
      id: 'a-secret',
      actor,
      usedAt: 0,
      startedAt: 0,
      endsAt: 0,
      csrfToken: 'csrf-secret',
      proxyUser: 'knox',
    };
  });
  app.get('/api/x', () => ({}));
  app.get('/denied', (_request, reply) => reply.code(403).send());
  await app.inject('/api/x?a=b&accessToken=abc&my_password=def&doAs=bob');
  await app.inject('/denied');
  // Must not take longer than reading them does: they come from anybody.
  for (const part of ['?token', '&token=', '?', 'token', '=secret&']) {
    await app.inject(`/x?${part.repeat(60_000 / part.length)}`);
  }
  lines.splice(2);
  assert.ok(lines.every(line => !line.includes('\n') && !/secret|abc|def/.test(line)));
  const {
    evtTime,
    agentHost,
    event_dur_ms: ms,
    seq_num: first,
    ...record
  } = JSON.parse(lines[0] ?? '') as Record<string, unknown>;
  assert.match(String(evtTime), /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3}$/);
  assert.ok(typeof ms === 'number' && typeof agentHost === 'string');
  assert.deepEqual(record, {
    reqUser: 'bob\n',
    proxyUser: 'knox',
    cliIP: '127.0.0.1',
    action: 'GET',
    resource: '/api/x?a=b&accessToken=***&my_password=***&doAs=bob',
    resType: 'path',
    result: 1,
    status: 200,
    event_count: 1,
    id: 'id-1',
    agent: 'catalog',
  });
  const second = JSON.parse(lines[1] ?? '') as Record<string, unknown>;
  assert.deepEqual(
    [second['result'], second['status'], second['seq_num']],
    [0, 403, Number(first) + 1],
  );
  assert.equal(dayOf(lines[0] ?? ''), String(evtTime).slice(0, 10).replaceAll('-', ''));
  await app.close();
});

import assert from 'node:assert/strict';
import {test, type TestContext} from 'node:test';
import {AppError} from '@gazetteer/model';
import {soon} from '@gazetteer/model/testing';
import fastify from 'fastify';
import {receiveSpans, type ReceivedSpan, type SpanReceiver} from '../../test/span-receiver.ts';
import {traceTargetOf, type TraceOptions, traceOptions} from '../options/trace-options.ts';
import {SpanSender} from './span-sender.ts';
import {addSpans, type Span, traceCall, traced, tracedFor, traceHeaders} from './span.ts';
import {Traces} from './traces.ts';

const quiet = {info: () => undefined, warn: () => undefined};
const noOptions: TraceOptions = {otlpUrl: '', otlpHeaders: '', traceRatio: '1', serviceName: ''};

async function receiverFor(t: TestContext): Promise<SpanReceiver> {
  const receiver = await receiveSpans();
  t.after(receiver.close);
  return receiver;
}

const targetOf = ({url}: SpanReceiver, headers = {}) => ({
  url: `${url}/v1/traces`,
  headers,
  version: '1',
  resource: {'service.name': 'tested'},
});

/** A server that answers at `/of/:name` with what `work` comes to, and the receiver of its spans. */
async function served(t: TestContext, ratio: number, work: () => Promise<unknown>) {
  const receiver = await receiverFor(t);
  const traces = new Traces(targetOf(receiver), ratio, quiet);
  const app = fastify({return503OnClosing: false});
  traces.watch(app);
  app.post('/of/:name', async () => ({it: await work()}));
  t.after(() => app.close());
  const ask = async (headers: Record<string, string> = {}) =>
    await app.inject({method: 'POST', url: '/of/x', headers, payload: {a: 1}});
  const end = async () => {
    await traces.close();
    return receiver.spans;
  };
  return {receiver, ask, end};
}

const byName = (spans: readonly ReceivedSpan[], name: string): ReceivedSpan => {
  const [span, ...others] = spans.filter(one => one.name === name);
  assert.ok(span !== undefined && others.length === 0, `one span ${name} of ${spans.length}`);
  return span;
};

test('a request goes on with the trace that it comes with, and what it does is a part of it', async t => {
  let passedOn: Readonly<Record<string, string>> = {};
  const {ask, end} = await served(t, 0, async () => {
    await traced('outer', {n: 2, share: 0.5, is: true}, async () => {
      await Promise.all(['one', 'other'].map(name => traced(name, {}, async () => undefined)));
      await traced('call', {}, async () => void (passedOn = traceHeaders()), 'client');
    });
    return 1;
  });
  const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
  const answer = await ask({traceparent, tracestate: 'vendor=1'});
  assert.deepEqual(answer.json(), {it: 1});
  const spans = await end();
  const root = byName(spans, 'POST /of/:name');
  assert.deepEqual(
    [root.traceId, root.parentSpanId, root.traceState, root.kind, root.service],
    ['4bf92f3577b34da6a3ce929d0e0e4736', '00f067aa0ba902b7', 'vendor=1', 2, 'tested'],
  );
  assert.equal(root.attributes['http.route'], '/of/:name');
  assert.equal(root.attributes['http.response.status_code'], 200);
  const outer = byName(spans, 'outer');
  assert.equal(outer.parentSpanId, root.spanId);
  assert.deepEqual(outer.attributes, {n: 2, share: 0.5, is: true});
  for (const name of ['one', 'other', 'call'])
    assert.equal(byName(spans, name).parentSpanId, outer.spanId);
  const call = byName(spans, 'call');
  assert.deepEqual(passedOn, {
    traceparent: `00-${root.traceId}-${call.spanId}-01`,
    tracestate: 'vendor=1',
  });
  for (const {startTimeUnixNano: start, endTimeUnixNano: over} of spans) {
    assert.ok(BigInt(over) >= BigInt(start));
    assert.ok(Math.abs(Number(start) / 1e6 - Date.now()) < 600_000);
  }
});

test('what a trace says of itself decides, and of requests without one the ratio', async t => {
  const passedOn: (string | undefined)[] = [];
  const none = await served(t, 0, async () => void passedOn.push(traceHeaders()['traceparent']));
  const notSampled = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-00';
  for (const traceparent of [
    notSampled,
    '00-00000000000000000000000000000000-00f067aa0ba902b7-01',
    '00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01',
    'nonsense',
  ])
    await none.ask({traceparent});
  await none.ask();
  assert.deepEqual(await none.end(), []);
  assert.match(passedOn[0] ?? '', /^00-4bf92f3577b34da6a3ce929d0e0e4736-[0-9a-f]{16}-00$/);
  for (const one of passedOn.slice(1)) {
    assert.match(one ?? '', /^00-[0-9a-f]{32}-[0-9a-f]{16}-00$/);
    assert.ok(one?.includes('4bf92f3577b34da6') === false);
  }

  const all = await served(t, 1, async () => undefined);
  await all.ask({traceparent: notSampled});
  await all.ask();
  assert.equal((await all.end()).length, 1);

  const some = await served(t, 0.25, async () => undefined);
  for (let n = 0; n < 400; n++) await some.ask();
  const {length} = await some.end();
  assert.ok(length > 50 && length < 150, `${length} of 400 at a ratio of 0.25`);
});

test('a failure tells what kind it is of, and nothing of what it says', async t => {
  const {ask, end} = await served(t, 1, async () => {
    const refuse = () => Promise.reject(new AppError('INSTANCE_GUID_NOT_FOUND', ['secret-guid']));
    const fail = () => Promise.reject(new TypeError('secret-value'));
    for (const [name, work] of [
      ['refused', refuse],
      ['failed', fail],
    ] as const)
      await traced(name, {}, work).catch(() => undefined);
    throw new Error('secret-reason');
  });
  assert.equal((await ask()).statusCode, 500);
  const spans = await end();
  const of = (name: string) => {
    const {attributes, status} = byName(spans, name);
    return [attributes['error.type'], status?.code];
  };
  assert.deepEqual(of('refused'), ['INSTANCE_GUID_NOT_FOUND', undefined]);
  assert.deepEqual(of('failed'), ['TypeError', 2]);
  assert.equal(byName(spans, 'POST /of/:name').status?.code, 2);
  assert.doesNotMatch(JSON.stringify(spans), /secret/);
});

test('what another thread does comes back as plain data, and a request has no more spans than it may', async t => {
  const {ask, end} = await served(t, 1, async () => {
    const call = structuredClone(traceCall());
    const {spans} = await tracedFor(call, 'writer', async () => {
      await traced('inside', {}, async () => undefined);
      return undefined;
    });
    addSpans(structuredClone(spans));
    for (let n = 0; n < 2000; n++) await traced('many', {}, async () => undefined);
    return undefined;
  });
  await ask();
  const spans = await end();
  const writer = byName(spans, 'writer');
  assert.equal(byName(spans, 'inside').parentSpanId, writer.spanId);
  assert.equal(writer.parentSpanId, byName(spans, 'POST /of/:name').spanId);
  assert.ok(Number(writer.attributes['gazetteer.wait.ms']) >= 0);
  assert.equal(spans.length, 501);
});

test('outside of a trace nothing is kept, and nothing is passed on', async () => {
  assert.equal(await traced('x', {}, async () => 1), 1);
  assert.equal(traceCall(), undefined);
  assert.deepEqual(traceHeaders(), {});
  assert.deepEqual(await tracedFor(undefined, 'x', async () => 2), {value: 2});
  addSpans([span('x')]);
});

function span(name: string): Span {
  const ids = {traceId: 'a'.repeat(32), id: 'b'.repeat(16)};
  const times = {start: Date.now(), end: Date.now()};
  return {...ids, ...times, name, kind: 'internal', attributes: {}, isFailure: false};
}

test('while the receiver is away spans wait for it, and what finds no room is counted', async t => {
  const receiver = await receiverFor(t);
  const told: string[] = [];
  const say = (_fields: object, message: string) => void told.push(message);
  const sender = new SpanSender(targetOf(receiver, {'x-tenant': 'a'}), {info: say, warn: say});
  const taken = 8192 + 512;
  receiver.refusals.push({status: 503, headers: {'retry-after': '1'}}, {status: 429});
  for (let n = 0; n < 9000; n++) sender.add(span(`s${n}`));
  // All of it was said without a break: one batch is on its way.
  assert.equal(sender.lost, 9000 - taken);
  await soon(() => assert.equal(receiver.spans.length, taken));
  assert.deepEqual(new Set(receiver.spans.map(one => one.name)).size, taken);
  assert.deepEqual(told, ['traces cannot be sent', 'traces are sent again']);
  const [first] = receiver.requests;
  assert.equal(first?.path, '/v1/traces');
  assert.equal(first.headers['x-tenant'], 'a');
  assert.equal(first.headers['content-type'], 'application/json');
  await sender.close();
  sender.add(span('late'));
  assert.equal(sender.lost, 9000 - taken + 1);
});

test('what the receiver refuses for good is lost, and a server stops though nobody takes its spans', async t => {
  const receiver = await receiverFor(t);
  const sender = new SpanSender(targetOf(receiver), quiet);
  receiver.refusals.push({status: 400});
  for (let n = 0; n < 600; n++) sender.add(span('x'));
  await soon(() => assert.equal(sender.lost, 512));
  await sender.close();
  assert.equal(receiver.spans.length, 88);

  const away = new SpanSender({...targetOf(receiver), url: 'http://127.0.0.1:9/v1/traces'}, quiet);
  for (let n = 0; n < 600; n++) away.add(span('x'));
  await away.close();
  assert.equal(away.lost, 600);
});

test('a server that stops asks a receiver no more that did not take a batch', async t => {
  const receiver = await receiverFor(t);
  const told: string[] = [];
  const warn = (_fields: object, message: string) => void told.push(message);
  const sender = new SpanSender(targetOf(receiver), {...quiet, warn});
  const away = {status: 503, headers: {'retry-after': '60'}};
  receiver.refusals.push(away, away, away, away);
  for (let n = 0; n < 1500; n++) sender.add(span('x'));
  await soon(() => assert.deepEqual(told, ['traces cannot be sent']));
  await sender.close();
  assert.deepEqual([receiver.requests.length, sender.lost], [2, 1500]);

  const sending = new SpanSender(targetOf(receiver), quiet);
  for (let n = 0; n < 1500; n++) sending.add(span('x'));
  await sending.close();
  assert.deepEqual([receiver.requests.length, sending.lost], [3, 1500]);
});

test('where traces go is said by options, else by the environment in the names of OpenTelemetry', () => {
  assert.equal(traceTargetOf(noOptions, 'catalog', {}), undefined);
  const env = {
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://env:4318/',
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Basic%20eDp5, x-a = b',
    OTEL_SERVICE_NAME: 'mine',
  };
  assert.deepEqual(traceTargetOf(noOptions, 'catalog', env), {
    url: 'http://env:4318/v1/traces',
    headers: {authorization: 'Basic eDp5', 'x-a': 'b'},
    ratio: 1,
    serviceName: 'mine',
  });
  const exact = {...env, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://env/here'};
  assert.equal(traceTargetOf(noOptions, 'catalog', exact)?.url, 'http://env/here');
  assert.equal(traceTargetOf(noOptions, 'catalog', {...env, OTEL_SDK_DISABLED: 'true'}), undefined);
  const given = {...noOptions, otlpUrl: 'https://own:1/base', otlpHeaders: 'x=1', traceRatio: '.1'};
  assert.deepEqual(traceTargetOf(given, 'editor', exact), {
    url: 'https://own:1/base/v1/traces',
    headers: {x: '1'},
    ratio: 0.1,
    serviceName: 'mine',
  });
  assert.equal(traceTargetOf(given, 'editor', {})?.serviceName, 'gazetteer-editor');
  for (const wrong of [
    {OTEL_EXPORTER_OTLP_ENDPOINT: 'env:4318'},
    {...env, OTEL_EXPORTER_OTLP_HEADERS: 'x'},
  ])
    assert.throws(() => traceTargetOf(noOptions, 'catalog', wrong), /OTEL_EXPORTER_OTLP_/);
  const {otlpHeaders, traceRatio, otlpUrl} = traceOptions;
  assert.deepEqual(
    ['', '0', '1', '0.01', '.5', '1.0', '2', '-1', 'x'].filter(
      one => traceRatio.check(one) === undefined,
    ),
    ['0', '1', '0.01', '.5', '1.0'],
  );
  assert.ok(otlpHeaders.check('a b=1') !== undefined && otlpHeaders.check('%=%') !== undefined);
  assert.equal(otlpHeaders.check('authorization=Bearer%20%C3%A9%09~'), undefined);
  for (const value of ['secret%0A', 'se\ncret', 'secret%00', 'secret%E2%82%AC']) {
    const OTEL_EXPORTER_OTLP_HEADERS = `authorization=${value}`;
    assert.doesNotMatch(otlpHeaders.check(OTEL_EXPORTER_OTLP_HEADERS) ?? 'secret', /secret/);
    assert.throws(
      () => traceTargetOf(noOptions, 'catalog', {...env, OTEL_EXPORTER_OTLP_HEADERS}),
      /^Error: OTEL_EXPORTER_OTLP_HEADERS are pairs[^=]*=value, [^=]*$/,
    );
  }
  assert.ok(
    otlpUrl.check('ftp://x') !== undefined &&
      otlpUrl.check('http://a:b@x') !== undefined &&
      otlpUrl.check('http://x:1') === undefined,
  );
});

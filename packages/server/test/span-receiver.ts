import {createServer, type IncomingHttpHeaders} from 'node:http';
import type {AddressInfo} from 'node:net';

type Value = {stringValue?: string; intValue?: string; doubleValue?: number; boolValue?: boolean};
type Pairs = readonly {readonly key: string; readonly value: Value}[];
type WireSpan = {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly traceState?: string;
  readonly name: string;
  readonly kind: number;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes?: Pairs;
  readonly status?: {readonly code?: number};
};

/** A span as it arrived, with the service that sent it. */
export type ReceivedSpan = Omit<WireSpan, 'attributes'> & {
  readonly service: string;
  readonly attributes: Readonly<Record<string, string | number | boolean | undefined>>;
};

/** What it answers instead of taking a batch. */
type Refusal = {readonly status: number; readonly headers?: Readonly<Record<string, string>>};

export type SpanReceiver = {
  /** Its base, as `--otlp-url` has it. */
  readonly url: string;
  readonly spans: ReceivedSpan[];
  /** Of each batch, also of those that were refused. */
  readonly requests: {readonly path: string; readonly headers: IncomingHttpHeaders}[];
  /** Answers of the next batches; those after them are taken. */
  readonly refusals: Refusal[];
  readonly close: () => Promise<void>;
};

/** Takes spans as OTLP over HTTP has them in JSON. */
export async function receiveSpans(): Promise<SpanReceiver> {
  const [spans, requests, refusals]: [ReceivedSpan[], SpanReceiver['requests'], Refusal[]] = [
    [],
    [],
    [],
  ];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      requests.push({path: request.url ?? '', headers: request.headers});
      const refusal = refusals.shift();
      if (refusal === undefined) spans.push(...spansIn(Buffer.concat(chunks).toString()));
      const {status = 200, headers = {}} = refusal ?? {};
      response.writeHead(status, {'content-type': 'application/json', ...headers}).end('{}');
    });
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const {port} = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    spans,
    requests,
    refusals,
    close: async () => {
      server.closeAllConnections();
      await new Promise(resolve => server.close(resolve));
    },
  };
}

function spansIn(text: string): ReceivedSpan[] {
  type Batch = {
    resource: {attributes: Pairs};
    scopeSpans: {spans: WireSpan[]}[];
  };
  return (JSON.parse(text) as {resourceSpans: Batch[]}).resourceSpans.flatMap(
    ({resource, scopeSpans}) => {
      const service = String(valuesOf(resource.attributes)['service.name']);
      return scopeSpans.flatMap(scope =>
        scope.spans.map(span => ({
          ...span,
          service,
          attributes: valuesOf(span.attributes ?? []),
        })),
      );
    },
  );
}

function valuesOf(pairs: Pairs): ReceivedSpan['attributes'] {
  return Object.fromEntries(
    pairs.map(({key, value: {stringValue, intValue, doubleValue, boolValue}}) => [
      key,
      stringValue ??
        doubleValue ??
        boolValue ??
        (intValue === undefined ? undefined : Number(intValue)),
    ]),
  );
}

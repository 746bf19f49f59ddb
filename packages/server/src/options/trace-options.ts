import type {Options, OptionValues} from '@gazetteer/settings';

const group = 'Traces';

/** Where traces of requests are sent; both servers of a process are told the same. */
export const traceOptions = {
  otlpUrl: {
    key: 'gazetteer.otlp.url',
    cli: 'otlp-url',
    group,
    type: 'string',
    default: '',
    defaultText: '`OTEL_EXPORTER_OTLP_ENDPOINT` of the environment, else no traces',
    check: checkReceiver,
    doc: 'Address of a receiver of OpenTelemetry over HTTP, such as http://collector.example.com:4318; traces of requests are sent to its /v1/traces as JSON (docs/monitor.md).',
  },
  otlpHeaders: {
    key: 'gazetteer.otlp.headers',
    cli: 'otlp-headers',
    group,
    type: 'string',
    default: '',
    defaultText: '`OTEL_EXPORTER_OTLP_HEADERS` of the environment',
    secret: 'all',
    fromFile: true,
    check: checkHeaders,
    doc: 'Headers that the receiver wants, as in `authorization=Bearer%20secret,x-tenant=data`, with values encoded as in addresses; `file:<path>` reads them from a file.',
  },
  traceRatio: {
    key: 'gazetteer.trace.ratio',
    cli: 'trace-ratio',
    group,
    type: 'string',
    default: '1',
    check: value =>
      /^(?:0?\.\d+|[01](?:\.0+)?|0\.\d+)$/.test(value) ? undefined : 'a number from 0 to 1',
    doc: 'How many of the requests without a trace of their own are traced: 1 for all, 0.01 for one in a hundred. A request with a header `traceparent` is traced when that says so.',
  },
  serviceName: {
    key: 'gazetteer.otlp.service.name',
    cli: 'otlp-service-name',
    group,
    type: 'string',
    default: '',
    defaultText:
      '`OTEL_SERVICE_NAME` of the environment, else `gazetteer-catalog` and `gazetteer-editor`',
    doc: 'Name of the service in traces.',
  },
} as const satisfies Options;

export type TraceOptions = OptionValues<typeof traceOptions>;

function checkReceiver(value: string): string | undefined {
  if (value === '') return undefined;
  const {protocol, username, password, search} = URL.canParse(value)
    ? new URL(value)
    : {protocol: '', username: '', password: '', search: ''};
  // What lets a server in is said by a header, and so in no log.
  return /^https?:$/.test(protocol) && username === '' && password === '' && search === ''
    ? undefined
    : 'an address without a user, a password and a query, such as http://collector.example.com:4318';
}

function checkHeaders(value: string): string | undefined {
  return headersIn(value) === undefined ? headersForm : undefined;
}

const headersForm =
  'pairs name=value, separated by commas; values have no line feeds and other control characters';

/**
 * Undefined where it is no list of headers. What cannot be sent is none either: `fetch` quotes such
 * a value in its error, and that is logged.
 */
function headersIn(text: string): Record<string, string> | undefined {
  const headers: Record<string, string> = {};
  for (const pair of text.split(',').map(one => one.trim())) {
    if (pair === '') continue;
    const at = pair.indexOf('=');
    const name = pair.slice(0, at).trim();
    if (at < 1 || !/^[\w.!#$%&'*+^`|~-]+$/.test(name)) return undefined;
    try {
      headers[name] = decodeURIComponent(pair.slice(at + 1).trim());
    } catch {
      return undefined;
    }
    if (!/^[\t\x20-\x7e\x80-\xff]*$/.test(headers[name])) return undefined;
  }
  return headers;
}

export type TraceTarget = {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly ratio: number;
  readonly serviceName: string;
};

/**
 * Where traces go, with what the environment says of it in the names that OpenTelemetry has for
 * that; undefined where they go nowhere.
 * @throws Error for the operator
 */
export function traceTargetOf(
  {otlpUrl, otlpHeaders, traceRatio, serviceName}: TraceOptions,
  server: string,
  env: NodeJS.ProcessEnv,
): TraceTarget | undefined {
  const given = (name: string) => (env[name] ?? '').trim();
  const base = otlpUrl === '' ? given('OTEL_EXPORTER_OTLP_ENDPOINT') : otlpUrl;
  const exact = otlpUrl === '' ? given('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT') : '';
  const isOff = otlpUrl === '' && given('OTEL_SDK_DISABLED').toLowerCase() === 'true';
  const url = exact === '' && base !== '' ? `${base.replace(/\/+$/, '')}/v1/traces` : exact;
  if (url === '' || isOff) return undefined;
  if (checkReceiver(url) !== undefined)
    throw new Error(`OTEL_EXPORTER_OTLP_ENDPOINT is ${checkReceiver(url)}`);
  const headers = headersIn(otlpHeaders === '' ? given('OTEL_EXPORTER_OTLP_HEADERS') : otlpHeaders);
  if (headers === undefined) throw new Error(`OTEL_EXPORTER_OTLP_HEADERS are ${headersForm}`);
  const named = serviceName === '' ? given('OTEL_SERVICE_NAME') : serviceName;
  return {url, headers, ratio: Number(traceRatio), serviceName: named || `gazetteer-${server}`};
}

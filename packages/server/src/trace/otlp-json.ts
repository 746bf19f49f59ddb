import type {Attributes, Span} from './span.ts';

/** As the protocol numbers them. */
const kinds = {internal: 1, server: 2, client: 3} as const;
const failed = 2;

/**
 * Spans as OTLP says them in JSON: ids in hexadecimal, 64-bit numbers as texts.
 * @param resource what sends them
 */
export function otlpJson(
  spans: readonly Span[],
  resource: Attributes,
  scope: {readonly name: string; readonly version: string},
): string {
  return JSON.stringify({
    resourceSpans: [
      {
        resource: {attributes: pairsOf(resource)},
        scopeSpans: [{scope, spans: spans.map(spanJson)}],
      },
    ],
  });
}

function spanJson(span: Span): object {
  const {traceId, id, parentId, traceState, name, kind, start, end, attributes, isFailure} = span;
  return {
    traceId,
    spanId: id,
    ...(parentId === undefined ? {} : {parentSpanId: parentId}),
    ...(traceState === undefined ? {} : {traceState}),
    name,
    kind: kinds[kind],
    startTimeUnixNano: nanoseconds(start),
    endTimeUnixNano: nanoseconds(Math.max(start, end)),
    attributes: pairsOf(attributes),
    ...(isFailure ? {status: {code: failed}} : {}),
  };
}

/** A double has room for microseconds of this century, not for nanoseconds. */
function nanoseconds(ms: number): string {
  return `${Math.round(ms * 1000)}000`;
}

function pairsOf(attributes: Attributes): object[] {
  return Object.entries(attributes).map(([key, value]) => ({key, value: valueOf(value)}));
}

function valueOf(value: string | number | boolean): object {
  if (typeof value === 'string') return {stringValue: value};
  if (typeof value === 'boolean') return {boolValue: value};
  return Number.isSafeInteger(value) ? {intValue: String(value)} : {doubleValue: value};
}

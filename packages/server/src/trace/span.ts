import {AsyncLocalStorage} from 'node:async_hooks';
import {randomBytes} from 'node:crypto';
import {AppError} from '@gazetteer/model';

export type SpanKind = 'internal' | 'server' | 'client';
export type Attributes = Readonly<Record<string, string | number | boolean>>;

/** What was done from when to when, as plain data: it may have to cross threads. Times are epoch ms. */
export type Span = {
  readonly traceId: string;
  readonly id: string;
  readonly parentId?: string | undefined;
  readonly traceState?: string | undefined;
  readonly name: string;
  readonly kind: SpanKind;
  readonly start: number;
  readonly end: number;
  readonly attributes: Attributes;
  readonly isFailure: boolean;
};

/** A span that is not over: what begins meanwhile is a part of it. */
export type Place = {
  readonly traceId: string;
  readonly id: string;
  /** Of other systems, passed on as it came. */
  readonly traceState?: string | undefined;
  /** Of a trace that is not sampled nothing is kept; it is passed on all the same. */
  readonly isSampled: boolean;
  readonly add: (span: Span) => void;
  /** Gets what the statements in it add up to. */
  readonly statements: {count: number; ms: number; system: string};
};

/** What another thread goes on from. */
export type TraceCall = {
  readonly traceId: string;
  readonly parentId: string;
  readonly sentAt: number;
};

const places = new AsyncLocalStorage<Place>();

/** The same clock in all threads. */
export const traceNow = (): number => performance.timeOrigin + performance.now();
export const newSpanId = (): string => randomBytes(8).toString('hex');

export function placeOf(place: Omit<Place, 'statements'>): Place {
  return {...place, statements: {count: 0, ms: 0, system: ''}};
}

/** Runs `work`, and all that it begins, as a part of a span. */
export function within<T>(place: Place, work: () => T): T {
  return places.run(place, work);
}

/** Work that a request begins, and that is not done for it. */
export function outsideOfTraces<T>(work: () => T): T {
  return places.exit(work);
}

/**
 * Runs `work` as a part of whatever span it is called in; where there is none, as nearly always,
 * that is all.
 * @param kind `client` for what another program does
 */
export function traced<T>(
  name: string,
  attributes: Attributes,
  work: () => Promise<T>,
  kind: SpanKind = 'internal',
): Promise<T> {
  const parent = places.getStore();
  return parent?.isSampled === true ? recorded(parent, name, attributes, work, kind) : work();
}

async function recorded<T>(
  parent: Place,
  name: string,
  attributes: Attributes,
  work: () => Promise<T>,
  kind: SpanKind,
): Promise<T> {
  const {traceId, traceState} = parent;
  const own = placeOf({...parent, id: newSpanId()});
  const start = traceNow();
  let failed: Pick<Span, 'isFailure'> & {readonly reason: Attributes} = {
    isFailure: false,
    reason: {},
  };
  try {
    return await places.run(own, work);
  } catch (error) {
    failed = failureOf(error);
    throw error;
  } finally {
    parent.add({
      traceId,
      traceState,
      id: own.id,
      parentId: parent.id,
      name,
      kind,
      start,
      end: traceNow(),
      attributes: {...attributes, ...statementsOf(own), ...failed.reason},
      isFailure: failed.isFailure,
    });
  }
}

/**
 * Never its text, which may have people's data in it. What is refused for a good reason is no
 * failure.
 */
function failureOf(error: unknown): {isFailure: boolean; reason: Attributes} {
  if (error instanceof AppError)
    return {isFailure: error.status >= 500, reason: {'error.type': error.kind}};
  return {isFailure: true, reason: {'error.type': error instanceof Error ? error.name : 'Error'}};
}

export function statementsOf({statements: {count, ms, system}}: Place): Attributes {
  return count === 0
    ? {}
    : {
        'db.system.name': system,
        'gazetteer.statements': count,
        'gazetteer.statements.ms': Math.round(ms * 1000) / 1000,
      };
}

/** Counts the statements of a database in the span that sends them: not what they say. */
export function statementCounter(system: 'sqlite' | 'postgresql') {
  return (_sql: string, ms: number): void => {
    const statements = places.getStore()?.statements;
    if (statements === undefined) return;
    statements.count++;
    statements.ms += ms;
    statements.system = system;
  };
}

/** Begins a wait. @returns what ends it */
export function waiting(name: string): () => void {
  const parent = places.getStore();
  if (parent?.isSampled !== true) return () => undefined;
  const {traceId, traceState, id: parentId} = parent;
  const start = traceNow();
  const span = {
    traceId,
    traceState,
    id: newSpanId(),
    parentId,
    name,
    kind: 'internal',
    start,
  } as const;
  return () => parent.add({...span, end: traceNow(), attributes: {}, isFailure: false});
}

/** For a thread that does something for the span that this is called in. */
export function traceCall(): TraceCall | undefined {
  const place = places.getStore();
  return place?.isSampled === true
    ? {traceId: place.traceId, parentId: place.id, sentAt: traceNow()}
    : undefined;
}

/** What a thread has done for the span that this is called in. */
export function addSpans(spans: readonly Span[] = []): void {
  const place = places.getStore();
  if (place !== undefined)
    for (const span of spans) place.add({...span, traceState: place.traceState});
}

/** In a thread: does what a span elsewhere has asked for. */
export async function tracedFor<T>(
  call: TraceCall | undefined,
  name: string,
  work: () => Promise<T>,
): Promise<{readonly value: T; readonly spans?: readonly Span[]}> {
  if (call === undefined) return {value: await work()};
  const spans: Span[] = [];
  const {traceId, parentId, sentAt} = call;
  const wait = {'gazetteer.wait.ms': Math.round((traceNow() - sentAt) * 1000) / 1000};
  const place = placeOf({
    traceId,
    id: parentId,
    isSampled: true,
    add: span => void spans.push(span),
  });
  const value = await within(place, () => traced(name, wait, work));
  return {value, spans};
}

/** Headers by which another server goes on with this trace (W3C Trace Context). */
export function traceHeaders(): Readonly<Record<string, string>> {
  const place = places.getStore();
  if (place === undefined) return {};
  const {traceId, id, isSampled, traceState} = place;
  return {
    traceparent: `00-${traceId}-${id}-0${isSampled ? 1 : 0}`,
    ...(traceState === undefined ? {} : {tracestate: traceState}),
  };
}

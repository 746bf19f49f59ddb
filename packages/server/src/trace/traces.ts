import {randomBytes} from 'node:crypto';
import type {FastifyInstance, FastifyRequest} from 'fastify';
import {whenEnded, type Ending} from '../http/when-ended.ts';
import type {Log} from '../log.ts';
import {newSpanId, type Place, placeOf, statementsOf, traceNow, within} from './span.ts';
import {type Receiver, SpanSender} from './span-sender.ts';

/** A request that is traced, from its head to its end. */
type Root = {
  readonly place: Place;
  readonly parentId: string | undefined;
  readonly start: number;
};

/** A request has so many parts at most, what it leaves behind that goes on included. */
const maxSpans = 500;
const maxTraceState = 512;
const parent = /^[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(?:-.*)?$/;

/** The traces of a server's requests (W3C Trace Context), sent to a receiver of OpenTelemetry. */
export class Traces {
  readonly #sender: SpanSender;
  /** Below it, of the trace's number, is sampled what comes with no trace. */
  readonly #threshold: number;
  readonly #open = new Map<string, Root>();

  /** @param ratio of the requests that come with no trace, from 0 to 1 */
  constructor(receiver: Receiver, ratio: number, log: Pick<Log, 'info' | 'warn'>) {
    this.#sender = new SpanSender(receiver, log);
    this.#threshold = ratio * 2 ** 48;
  }

  /** Spans that did not get there. */
  get lost(): number {
    return this.#sender.lost;
  }

  /** What its requests do from here on belongs to their traces. */
  watch(app: FastifyInstance): void {
    app.addHook('onRequest', (request, _reply, done) => {
      const root = this.#begin(request);
      this.#open.set(request.id, root);
      within(root.place, done);
    });
    // A body is read by events of its connection, which know nothing of the request.
    app.addHook('preValidation', (request, _reply, done) => {
      const root = this.#open.get(request.id);
      if (root === undefined) done();
      else within(root.place, done);
    });
    whenEnded(app, ending => this.#end(ending));
  }

  /** Sends what is there. */
  async close(): Promise<void> {
    await this.#sender.close();
  }

  #begin({headers}: FastifyRequest): Root {
    const [, traceId = '', parentId = '', flags = ''] =
      parent.exec(String(headers['traceparent'] ?? '')) ?? [];
    const id = newSpanId();
    const start = traceNow();
    let left = maxSpans;
    const add: Place['add'] = span => {
      if (left-- > 0) this.#sender.add(span);
    };
    // All zeros stands for none.
    if (/[1-9a-f]/.test(traceId) && /[1-9a-f]/.test(parentId)) {
      const isSampled = (Number.parseInt(flags, 16) & 1) === 1;
      const traceState = traceStateOf(headers['tracestate']);
      return {place: placeOf({traceId, id, traceState, isSampled, add}), parentId, start};
    }
    const own = randomBytes(16);
    const isSampled = own.readUIntBE(10, 6) < this.#threshold;
    const place = placeOf({traceId: own.toString('hex'), id, isSampled, add});
    return {place, parentId: undefined, start};
  }

  #end({id: requestId, method, route, status}: Ending): void {
    const root = this.#open.get(requestId);
    this.#open.delete(requestId);
    if (root?.place.isSampled !== true) return;
    const {place, parentId, start} = root;
    const {traceId, id, traceState} = place;
    const address = route === undefined ? {} : {'http.route': route};
    this.#sender.add({
      traceId,
      id,
      parentId,
      traceState,
      start,
      end: traceNow(),
      // Never the address itself, which says what somebody looks at.
      name: route === undefined ? method : `${method} ${route}`,
      kind: 'server',
      attributes: {
        'http.request.method': method,
        ...address,
        'http.response.status_code': status,
        'gazetteer.request.id': requestId,
        ...statementsOf(place),
      },
      isFailure: status >= 500,
    });
  }
}

function traceStateOf(header: string | readonly string[] | undefined): string | undefined {
  const text = [header ?? []].flat().join(',');
  return text === '' || text.length > maxTraceState ? undefined : text;
}

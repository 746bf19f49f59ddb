import {monitorEventLoopDelay} from 'node:perf_hooks';
import type {TrailCounts} from '@gazetteer/events';
import type {FastifyInstance} from 'fastify';
import type {DiskRoom} from '../disk-room.ts';
import {whenEnded} from '../http/when-ended.ts';
import {metric, metricHead, metricHistogram, metricSample} from './prometheus-text.ts';
import {Timing} from './timing.ts';

// An import of all of `node:http` loads its WebSocket as well, for a tenth of a second of CPU at
// each start.
const methods = new Set(process.getBuiltinModule('node:http').METHODS);

type RequestLabels = {readonly method: string; readonly route: string; readonly status: number};

/** What every server knows of its own work since it started, and tells Prometheus. */
export class ServerMetrics {
  readonly startedAt = Date.now();
  readonly requests = new Map<string, RequestLabels & {readonly timing: Timing}>();
  readonly loopDelay = monitorEventLoopDelay({resolution: 20});
  #audit: (() => TrailCounts) | undefined;

  #disk: DiskRoom | undefined;

  #lostSpans: (() => number) | undefined;

  #isDraining = false;

  constructor() {
    this.loopDelay.enable();
  }

  /** From now on tells of the record of requests, too. */
  watchAudit(counts: () => TrailCounts): void {
    this.#audit = counts;
  }

  /** From now on tells of traces, too. */
  watchTraces(lost: () => number): void {
    this.#lostSpans = lost;
  }

  /** From now on knows of the disk that the data lies on, too. */
  watchDisk(disk: DiskRoom): void {
    this.#disk = disk;
  }

  /** True when the next change may find no room. */
  async isDiskFull(): Promise<boolean> {
    return (await this.#disk?.isFull()) ?? false;
  }

  /** From now on probes are told to send requests elsewhere; those that come are answered. */
  startDraining(): void {
    this.#isDraining = true;
  }

  /** Why requests should go elsewhere, as far as the process itself knows. */
  get problem(): string | undefined {
    if (this.#isDraining) return 'it is about to stop';
    // Where no records are kept, none are lost for want of room.
    return (this.#audit?.().hasRoom ?? true)
      ? undefined
      : 'records of requests are lost, as there is no room for them';
  }

  /**
   * Counts every answer by method, route and status; addresses that no route has are one of them.
   */
  countRequests(app: FastifyInstance): void {
    whenEnded(app, ({method, route = 'none', status, ms}) => {
      // The pattern of the route, never an address: the number of counters stays that of the
      // routes.
      const labels = {method: methods.has(method) ? method : 'none', route, status};
      const key = `${labels.method} ${labels.route} ${labels.status}`;
      const known = this.requests.get(key) ?? {...labels, timing: new Timing()};
      known.timing.add(ms);
      this.requests.set(key, known);
    });
  }

  /** Lines of the text format. */
  lines(): string[] {
    return [
      ...this.#requestLines(),
      ...this.#auditLines(),
      ...this.#traceLines(),
      ...this.#processLines(),
    ];
  }

  close(): void {
    this.loopDelay.disable();
  }

  #requestLines(): string[] {
    const all = [...this.requests.values()];
    const labels = ({method, route, status}: RequestLabels) => ({method, route, status});
    const [total, duration] = [
      'gazetteer_http_requests_total',
      'gazetteer_http_request_duration_seconds',
    ];
    return [
      ...metricHead(total, 'counter', 'Requests answered.'),
      ...all.map(one => metricSample(total, labels(one), one.timing.count)),
      ...metricHead(duration, 'histogram', 'Time from the request to the end of its answer.'),
      ...all.flatMap(one => metricHistogram(duration, labels(one), one.timing)),
    ];
  }

  #auditLines(): string[] {
    if (this.#audit === undefined) return [];
    const {offered, lost, destinations} = this.#audit();
    const all = Object.entries(destinations);
    const [waiting, failures] = [
      'gazetteer_audit_waiting_bytes',
      'gazetteer_audit_failed_attempts',
    ];
    return [
      ...metric(
        'gazetteer_audit_records_total',
        'counter',
        'Requests that were to be recorded.',
        offered,
      ),
      ...metric(
        'gazetteer_audit_lost_total',
        'counter',
        'Records that were lost for lack of room.',
        lost,
      ),
      ...metricHead(waiting, 'gauge', 'Records that wait for a destination.'),
      ...all.map(([destination, one]) => metricSample(waiting, {destination}, one.waitingBytes)),
      ...metricHead(failures, 'gauge', 'Attempts in a row that failed.'),
      ...all.map(([destination, one]) => metricSample(failures, {destination}, one.failures)),
    ];
  }

  #traceLines(): string[] {
    return this.#lostSpans === undefined
      ? []
      : metric(
          'gazetteer_trace_spans_lost_total',
          'counter',
          'Spans that no receiver took.',
          this.#lostSpans(),
        );
  }

  #processLines(): string[] {
    const [memory, cpu] = [process.memoryUsage(), process.cpuUsage()];
    const delay = 'gazetteer_event_loop_delay_seconds';
    const quantiles = [50, 90, 99].map(percent =>
      metricSample(delay, {quantile: percent / 100}, this.loopDelay.percentile(percent) / 1e9),
    );
    const started = this.startedAt / 1000;
    return [
      ...metricHead(delay, 'gauge', 'Delay of the thread that serves clients.'),
      ...quantiles,
      ...metric('process_resident_memory_bytes', 'gauge', 'Memory of the process.', memory.rss),
      ...metric(
        'process_cpu_seconds_total',
        'counter',
        'CPU time of all threads.',
        (cpu.user + cpu.system) / 1e6,
      ),
      ...metric(
        'process_start_time_seconds',
        'gauge',
        'When the process started, in seconds since 1970.',
        started,
      ),
      ...metric(
        'nodejs_heap_size_used_bytes',
        'gauge',
        'Heap in use of the thread that serves clients.',
        memory.heapUsed,
      ),
    ];
  }
}

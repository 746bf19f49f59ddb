import {once} from 'node:events';
import {constants} from 'node:os';
import {setTimeout as wait} from 'node:timers/promises';
import {type AddressInfo, createServer} from 'node:net';
import type {FastifyInstance} from 'fastify';
import {
  addressesOf,
  listenAlso,
  type Addresses,
  type FurtherAddress,
} from './http/further-address.ts';
import type {Log} from './log.ts';

export type LifeCycle = {
  readonly app: FastifyInstance;
  readonly log: Log;
  /** 0 lets the system choose. */
  readonly port: number;
  readonly host: string;
  /** The option that an operator changes when the port cannot be had. */
  readonly portOption?: string;
  /**
   * How long requests in flight may take after a stop was asked for; then their connections are
   * cut.
   */
  readonly stopTimeoutMs: number;
  /** What happens between a signal and the stop, where load balancers have to notice first. */
  readonly drain?: {readonly forMs: number; readonly begin: () => void};
  /** Closes the store; runs when no request is left. */
  readonly close: () => Promise<void>;
};

/** A server that listens. */
export type Serving = {
  /** Such as `http://127.0.0.1:21000`. */
  readonly url: string;
  readonly log: Log;
  /** Answers requests as before while its probes say that it is about to stop. */
  readonly drain: () => Promise<void>;
  /** Refuses new requests, waits for those in flight, closes the store. Returns the exit code. */
  readonly stop: () => Promise<number>;
};

/** Listens until SIGTERM or SIGINT. Returns the address, such as `http://127.0.0.1:21000`. */
export async function serve(life: LifeCycle): Promise<string> {
  const serving = await listen(life);
  stopOnSignal([serving]);
  return serving.url;
}

/**
 * Listens until it is stopped.
 * @param addresses what the host stands for, where the caller knows
 */
export async function listen(life: LifeCycle, addresses?: Addresses): Promise<Serving> {
  const {url, further} = await bind(life, addresses ?? (await addressesOf(life.host)));
  const stopBoth = async () => {
    const closing = Promise.all(further.map(one => one.close()));
    const close = async () => {
      await closing;
      await life.close();
    };
    return await stop({...life, close});
  };
  return {url, log: life.log, drain: () => drain(life), stop: stopBoth};
}

/** Where a server listens, for its operator: one address, or one of many. */
export function listeningOn(url: string, host: string): string {
  return ['0.0.0.0', '::'].includes(host)
    ? `${url} and at all other addresses of this machine`
    : url;
}

/**
 * On SIGTERM or SIGINT all servers of this process stop together, then the process ends.
 * @param servers those that listen by then
 */
export function stopOnSignal(servers: readonly Serving[]): void {
  let isStopping = false;
  const onSignal = (signal: 'SIGTERM' | 'SIGINT') => {
    // Whoever asks twice does not want to wait.
    if (isStopping) process.exit(128 + constants.signals[signal]);
    isStopping = true;
    servers[0]?.log.info({signal}, 'stopping');
    void stopAll(servers).then(codes => process.exit(Math.max(0, ...codes)));
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
}

/** None closes its port while another one is still to be answered. */
async function stopAll(servers: readonly Serving[]): Promise<number[]> {
  await Promise.all(servers.map(server => server.drain()));
  return await Promise.all(servers.map(server => server.stop()));
}

async function drain({log, drain: draining}: LifeCycle): Promise<void> {
  if (draining === undefined || draining.forMs === 0) return;
  log.info({drainTimeMs: draining.forMs}, 'draining: probes are told that it is about to stop');
  draining.begin();
  await wait(draining.forMs);
}

/** Refuses new requests, waits for those in flight, closes the store. Returns the exit code. */
export async function stop({app, log, stopTimeoutMs, close}: LifeCycle): Promise<number> {
  const deadline = performance.now() + stopTimeoutMs;
  const cut = setTimeout(() => {
    log.warn({stopTimeoutMs}, 'requests still in flight are cut off');
    app.server.closeAllConnections();
  }, stopTimeoutMs);
  // Answers that had begun before could not tell their clients to close.
  const sweep = setInterval(() => app.server.closeIdleConnections(), 100);
  try {
    await app.close();
    if (!(await isDoneBy(Math.max(deadline, performance.now() + leastCloseMs), close()))) {
      log.warn(
        {stopTimeoutMs},
        'stopped before everything had ended; what waits goes on at the next start',
      );
      return 0;
    }
    log.info({}, 'stopped');
    return 0;
  } catch (error) {
    log.error({error}, 'stop failed');
    return 1;
  } finally {
    clearTimeout(cut);
    clearInterval(sweep);
  }
}

/**
 * What is kept is safe in a process that ends at any time, so nobody waits for a destination that
 * does not answer.
 */
const leastCloseMs = 2000;

async function isDoneBy(deadline: number, work: Promise<void>): Promise<boolean> {
  const over = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => over.resolve(false), deadline - performance.now());
  try {
    return await Promise.race([work.then(() => true), over.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * At the first address, and at the others as far as they are to be had: machines without IPv6 have
 * a name for it, too.
 */
export async function bind(
  {
    app,
    log,
    host,
    port,
    portOption,
  }: Pick<LifeCycle, 'app' | 'log' | 'host' | 'port' | 'portOption'>,
  [first, ...others]: Addresses,
): Promise<{readonly url: string; readonly further: readonly FurtherAddress[]}> {
  let url;
  try {
    url = await app.listen({host: first, port});
  } catch (cause) {
    throw new Error(
      listenFailure((cause as NodeJS.ErrnoException).code, host, port, portOption ?? '--http-port'),
      {
        cause,
      },
    );
  }
  const further: FurtherAddress[] = [];
  for (const address of others) {
    try {
      further.push(
        await listenAlso(app.server, address, (app.server.address() as AddressInfo).port),
      );
    } catch (error) {
      log.warn({error, host, address}, 'no clients are let in at this address');
    }
  }
  return {url, further};
}

/** Why a server could not listen there just now; undefined where it could. */
export async function portProblem(
  host: string,
  port: number,
  option: string,
): Promise<string | undefined> {
  const server = createServer();
  try {
    server.listen({host, port, exclusive: true});
    await once(server, 'listening');
    server.close();
    await once(server, 'close');
    return undefined;
  } catch (error) {
    return listenFailure((error as NodeJS.ErrnoException).code, host, port, option);
  }
}

function listenFailure(
  code: string | undefined,
  host: string,
  port: number,
  option: string,
): string {
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} of ${host} is in use by another process; choose another one with ${option}`;
    case 'EACCES':
      return `Port ${port} of ${host} may not be used by this user; choose one above 1023 with ${option}`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `${host} is no address of this machine`;
    default:
      return `Cannot listen on ${host}:${port} (${code ?? 'unknown reason'})`;
  }
}

import {constants} from 'node:os';
import type {FastifyInstance} from 'fastify';
import type {Log} from './log.ts';

export type LifeCycle = {
  readonly app: FastifyInstance;
  readonly log: Log;
  /** 0 lets the system choose. */
  readonly port: number;
  readonly host: string;
  /** How long requests in flight may take after a stop was asked for; then their connections are cut. */
  readonly stopTimeoutMs: number;
  /** Closes the store; runs when no request is left. */
  readonly close: () => Promise<void>;
};

/** Listens until SIGTERM or SIGINT. Returns the address, such as `http://127.0.0.1:21000`. */
export async function serve(life: LifeCycle): Promise<string> {
  const url = await listen(life);
  let isStopping = false;
  const onSignal = (signal: 'SIGTERM' | 'SIGINT') => {
    // Whoever asks twice does not want to wait.
    if (isStopping) process.exit(128 + constants.signals[signal]);
    isStopping = true;
    life.log.info({signal}, 'stopping');
    void stop(life).then(code => process.exit(code));
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
  return url;
}

/** Refuses new requests, waits for those in flight, closes the store. Returns the exit code. */
export async function stop({app, log, stopTimeoutMs, close}: LifeCycle): Promise<number> {
  const cut = setTimeout(() => {
    log.warn({stopTimeoutMs}, 'requests still in flight are cut off');
    app.server.closeAllConnections();
  }, stopTimeoutMs);
  // Answers that had begun before could not tell their clients to close.
  const sweep = setInterval(() => app.server.closeIdleConnections(), 100);
  try {
    await app.close();
    await close();
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

async function listen({app, host, port}: LifeCycle): Promise<string> {
  try {
    return await app.listen({host, port});
  } catch (cause) {
    throw new Error(listenFailure((cause as NodeJS.ErrnoException).code, host, port), {cause});
  }
}

function listenFailure(code: string | undefined, host: string, port: number): string {
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} of ${host} is in use by another process; choose another one with --http-port`;
    case 'EACCES':
      return `Port ${port} of ${host} may not be used by this user; choose one above 1023 with --http-port`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `${host} is no address of this machine`;
    default:
      return `Cannot listen on ${host}:${port} (${code ?? 'unknown reason'})`;
  }
}

import type {FastifyRequest} from 'fastify';

/** Who asks. */
export type Actor = {readonly userName: string; readonly groups: readonly string[]};

/**
 * One way to log in. `undefined` when the request does not try this way, so that the next one is asked; throws
 * `LoginError` when it tries and fails.
 */
export type Authenticator = (request: FastifyRequest) => Promise<Actor | undefined> | Actor | undefined;

/** Credentials were given and are not good. The message is for the client. */
export class LoginError extends Error {
  readonly retryAfterSeconds: number | undefined;

  constructor(message: string, retryAfterSeconds?: number) {
    super(message);
    this.name = 'LoginError';
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

import type {FastifyReply, FastifyRequest} from 'fastify';

/** Who asks. */
export type Actor = {
  readonly userName: string;
  readonly groups: readonly string[];
  /** Set for a program whose token is good only for addresses of this scope. */
  readonly scope?: string;
  /** Set where the other server of the product speaks for itself, in this person's name. */
  readonly isNeighbour?: true;
  /** Set for a program all of whose requests make one change, and how that is called. */
  readonly changeId?: string;
};

/**
 * Who proved to be who, and for how long that holds; as long as a session lasts when nothing is
 * said.
 */
export type Proof = {readonly actor: Actor; readonly validForMs?: number};

/**
 * One way to log in. `undefined` when the request does not try this way, so that the next one is
 * asked; throws
 * `LoginError` when it tries and fails. May set headers of the answer.
 */
export type Authenticator = (
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<Proof | undefined>;

type LoginErrorOptions = {
  readonly retryAfterSeconds?: number;
  /** For the header WWW-Authenticate. */
  readonly challenge?: string;
  /** It is known who asks, and that is not enough: 403. */
  readonly isForbidden?: boolean;
  readonly cause?: unknown;
};

/** Credentials were given and are not good. The message is for the client. */
export class LoginError extends Error {
  readonly retryAfterSeconds: number | undefined;
  readonly challenge: string | undefined;
  readonly isForbidden: boolean;

  constructor(
    message: string,
    {retryAfterSeconds, challenge, isForbidden = false, cause}: LoginErrorOptions = {},
  ) {
    super(message, {cause});
    this.name = 'LoginError';
    this.retryAfterSeconds = retryAfterSeconds;
    this.challenge = challenge;
    this.isForbidden = isForbidden;
  }
}

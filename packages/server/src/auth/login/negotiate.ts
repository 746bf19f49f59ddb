import type {Socket} from 'node:net';
import {AppError} from '@gazetteer/model';
import {acceptor, type GssContext, KerberosMissing} from '@gazetteer/kerberos';
import type {FastifyReply, FastifyRequest} from 'fastify';
import {whileLoggingIn} from '../../http/limit-requests.ts';
import {type Authenticator, LoginError, type Proof} from '../actor.ts';
import type {AuthToLocal} from '../auth-to-local.ts';

export type NegotiateSettings = {
  /** `HTTP/<host>@<REALM>`, or `*` for every principal of the keytab. */
  readonly principal: string;
  /** File with the service's keys. */
  readonly keytab: string;
  readonly toLocal: AuthToLocal;
  /** After so long a ticket is to be shown again. */
  readonly validForMs: number;
  /** Groups of a person whom a ticket names. */
  readonly groupsOf: (userName: string) => Promise<readonly string[]>;
};

// A token with a large authorization data field has some 64 kB; nothing longer is handed to the
// library.
const maxTokenLength = 96 * 1024;

/**
 * HTTP Negotiate (RFC 4559) with Kerberos tickets. The keytab is named to the Kerberos library by
 * the environment, as it has no other way; so one process has one.
 * @throws Error without the Kerberos library, and when the keytab cannot be used
 */
export async function negotiateAuthenticator(settings: NegotiateSettings): Promise<Authenticator> {
  process.env['KRB5_KTNAME'] = `FILE:${settings.keytab}`;
  const service = serviceOf(settings.principal);
  // A wrong keytab is told at start, not by the first person who comes.
  const accept = await acceptor(service).catch((cause: Error) => {
    if (cause instanceof KerberosMissing) throw cause;
    const message = `The keytab ${settings.keytab} cannot be used for ${settings.principal}: ${cause.message}`;
    throw new Error(message, {cause});
  });
  /** Handshakes that take more than one round; they go on over the same connection. */
  const begun = new WeakMap<Socket, GssContext>();

  return async (request, reply) => {
    const token = tokenOf(request);
    if (token === undefined) return undefined;
    const socket = request.raw.socket;
    const context = begun.get(socket) ?? accept();
    begun.delete(socket);
    const step = () => context.step(Buffer.from(token, 'base64'));
    const response = await whileLoggingIn(request, step).catch((cause: unknown) => {
      if (cause instanceof AppError) throw cause;
      throw new LoginError('The Kerberos ticket was not accepted', {cause, challenge: 'Negotiate'});
    });
    const answer = response.length === 0 ? 'Negotiate' : `Negotiate ${response.toString('base64')}`;
    if (!context.isComplete) {
      begun.set(socket, context);
      throw new LoginError('The login goes on', {challenge: answer});
    }
    return await whileLoggingIn(request, () =>
      actorOf(context.peer ?? '', settings, reply, answer),
    );
  };
}

async function actorOf(
  principal: string,
  {toLocal, groupsOf, validForMs}: NegotiateSettings,
  reply: FastifyReply,
  answer: string,
): Promise<Proof> {
  const userName = toLocal(principal);
  if (userName === undefined)
    throw new LoginError(`No rule of auth_to_local gives ${principal} a name here`);
  // The client may want to know that this is the server it meant.
  void reply.header('www-authenticate', answer);
  return {actor: {userName, groups: await groupsOf(userName)}, validForMs};
}

function tokenOf(request: FastifyRequest): string | undefined {
  const [scheme, token = ''] = (request.headers.authorization ?? '').split(' ', 2);
  if (scheme?.toLowerCase() !== 'negotiate') return undefined;
  if (token === '' || token.length > maxTokenLength || !/^[A-Za-z0-9+/]+=*$/.test(token)) {
    throw new LoginError('Invalid negotiate token', {challenge: 'Negotiate'});
  }
  return token;
}

/**
 * `HTTP@host` of `HTTP/host@REALM`: the form of the library, which finds the realm itself. Empty
 * for all principals.
 */
function serviceOf(principal: string): string {
  if (principal === '*') return '';
  const [, service, host] = /^([^/@]+)\/([^/@]+)(?:@[^/@]+)?$/.exec(principal) ?? [];
  if (service === undefined) {
    throw new Error(
      `"${principal}" names no service of a host; expected HTTP/<host>@<REALM>, or * for all of the keytab`,
    );
  }
  return `${service}@${host}`;
}

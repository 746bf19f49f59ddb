import {callbackify} from 'node:util';
import {loadKerberos, type ClientContext} from '@gazetteer/kerberos';
import type {SASLCustomAuthenticator} from '@platformatic/kafka';

type Answer = NonNullable<Parameters<Parameters<SASLCustomAuthenticator>[6]>[1]>;

/** Bit of the broker's offer that leaves what follows the login as it is, neither signed nor encrypted. */
const noLayer = 1;

/** More rounds than any login takes; a broker that never has enough must not keep us for ever. */
const maxRounds = 10;

/**
 * Logs in to a broker by Kerberos, for the client's hook for mechanisms of one's own: the tokens of both sides, then the
 * agreement that nothing protects the data but TLS, if that (RFC 4752). Brokers know no other protection.
 * @param service name of the brokers' service, the part before the host in their principals
 */
export function kerberosLogin(service: string): SASLCustomAuthenticator {
  return (_mechanism, connection, authenticate, _user, _password, _token, callback) => {
    const say = async (word: Buffer): Promise<Answer> =>
      await new Promise((resolve, reject) => {
        authenticate(connection, word, (error, answer) => {
          if (answer === undefined || error !== null) reject(error ?? new Error('The broker said nothing'));
          else resolve(answer);
        });
      });
    callbackify(async () => await login(`${service}@${connection.host ?? ''}`, say))(callback);
  };
}

/**
 * Names the keytab that tickets are got with, where the credential cache has none. The environment is the only way to tell it
 * to the library, so one process has one; a name that an operator put there stays.
 */
export function useClientKeytab(file: string): void {
  if (file !== '') process.env['KRB5_CLIENT_KTNAME'] ??= `FILE:${file}`;
}

/** @param name `<service>@<host>` */
async function login(name: string, say: (word: Buffer) => Promise<Answer>): Promise<Answer> {
  const context = await contextFor(name);
  let challenge = '';
  for (let round = 0; round < maxRounds && !context.contextComplete; round++) {
    const token = await step(name, context, challenge);
    const {authBytes} = await say(Buffer.from(token, 'base64'));
    challenge = authBytes.toString('base64');
  }
  if (!context.contextComplete) throw new Error(`The login at ${name} by Kerberos came to no end`);
  const offer = Buffer.from(await context.unwrap(challenge), 'base64');
  if (offer.length !== 4 || (offer.readUInt8(0) & noLayer) === 0) {
    throw new Error(`The broker ${name} wants data to be signed or encrypted by Kerberos; use TLS for that`);
  }
  const choice = Buffer.from([noLayer, 0, 0, 0]).toString('base64');
  return await say(Buffer.from(await context.wrap(choice, {protect: false}), 'base64'));
}

async function contextFor(name: string): Promise<ClientContext> {
  const library = await loadKerberos();
  try {
    return await library.initializeClient(name, {mechOID: library.GSS_MECH_OID_KRB5});
  } catch (cause) {
    throw failed(name, cause);
  }
}

async function step(name: string, context: ClientContext, challenge: string): Promise<string> {
  try {
    return (await context.step(challenge)) ?? '';
  } catch (cause) {
    throw failed(name, cause);
  }
}

/** Without its cause, whose words it has: of a chain only the end would be told. */
function failed(name: string, cause: unknown): Error {
  const why = cause instanceof Error ? cause.message.trim() : String(cause);
  return new Error(`Kerberos failed for the broker ${name}: ${why}`);
}

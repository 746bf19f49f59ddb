import {callbackify} from 'node:util';
import {initiate, KerberosMissing} from '@gazetteer/kerberos';
import type {SASLCustomAuthenticator} from '@platformatic/kafka';

type Answer = NonNullable<Parameters<Parameters<SASLCustomAuthenticator>[6]>[1]>;

/**
 * Bit of the broker's offer that leaves what follows the login as it is, neither signed nor
 * encrypted.
 */
const noLayer = 1;

/** More rounds than any login takes; a broker that never has enough must not keep us for ever. */
const maxRounds = 10;

/**
 * Logs in to a broker by Kerberos, for the client's hook for mechanisms of one's own: the tokens of
 * both sides, then the agreement that nothing protects the data but TLS, if that (RFC 4752).
 * Brokers know no other protection.
 * @param service name of the brokers' service, the part before the host in their principals
 */
export function kerberosLogin(service: string): SASLCustomAuthenticator {
  return (_mechanism, connection, authenticate, _user, _password, _token, callback) => {
    const say = async (word: Buffer): Promise<Answer> =>
      await new Promise((resolve, reject) => {
        authenticate(connection, word, (error, answer) => {
          if (answer === undefined || error !== null)
            reject(error ?? new Error('The broker said nothing'));
          else resolve(answer);
        });
      });
    callbackify(async () => await login(`${service}@${connection.host ?? ''}`, say))(callback);
  };
}

/**
 * Names the keytab that tickets are got with, where the credential cache has none. The environment
 * is the only way to tell it to the library, so one process has one; a name that an operator put
 * there stays.
 */
export function useClientKeytab(file: string): void {
  if (file !== '') process.env['KRB5_CLIENT_KTNAME'] ??= `FILE:${file}`;
}

/** @param name `<service>@<host>` */
async function login(name: string, say: (word: Buffer) => Promise<Answer>): Promise<Answer> {
  const context = await told(name, () => initiate(name, 'krb5'));
  let challenge: Buffer = Buffer.alloc(0);
  for (let round = 0; round < maxRounds && !context.isComplete; round++) {
    const last = challenge;
    const token = await told(name, () => context.step(last));
    challenge = (await say(token)).authBytes;
  }
  if (!context.isComplete) throw new Error(`The login at ${name} by Kerberos came to no end`);
  const offer = await context.unwrap(challenge, false);
  if (offer.length !== 4 || (offer.readUInt8(0) & noLayer) === 0) {
    throw new Error(
      `The broker ${name} wants data to be signed or encrypted by Kerberos; use TLS for that`,
    );
  }
  return await say(await context.wrap(Buffer.from([noLayer, 0, 0, 0]), false));
}

async function told<T>(name: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    throw cause instanceof KerberosMissing ? cause : failed(name, cause);
  }
}

/** Without its cause, whose words it has: of a chain only the end would be told. */
function failed(name: string, cause: unknown): Error {
  const why = cause instanceof Error ? cause.message.trim() : String(cause);
  return new Error(`Kerberos failed for the broker ${name}: ${why}`);
}

import {type GssContext, initiate, KerberosMissing} from '@gazetteer/kerberos';
import {SaslError} from './errors.ts';
import {parsePrincipal} from './principal.ts';

/**
 * A handshake with the service of a principal, with the tickets of the credential cache that
 * KRB5CCNAME names.
 */
export class KerberosContext {
  readonly #context: GssContext;
  readonly #principal: string;

  private constructor(context: GssContext, principal: string) {
    this.#context = context;
    this.#principal = principal;
  }

  /**
   * Service and host of the principal are used as they are; the realm is found by the Kerberos
   * library (`[domain_realm]` of krb5.conf, or a referral). `dns_canonicalize_hostname = false` and
   * `rdns = false` in krb5.conf keep the library from replacing the host by what DNS says.
   * @throws {SaslError} without the library, and for what it says
   */
  static async start(principal: string, mechanism: 'krb5' | 'spnego'): Promise<KerberosContext> {
    const {service, host} = parsePrincipal(principal);
    try {
      return new KerberosContext(await initiate(`${service}@${host}`, mechanism), principal);
    } catch (cause) {
      if (cause instanceof KerberosMissing)
        throw new SaslError(cause.message, {cause, isOurLimit: true});
      throw failed(principal, cause);
    }
  }

  /** True once both sides have proved who they are. */
  get isComplete(): boolean {
    return this.#context.isComplete;
  }

  /** @param token the other side's last word, empty at the start */
  async step(token: Buffer): Promise<Buffer> {
    return await this.#run(() => this.#context.step(token));
  }

  async unwrap(data: Buffer, isConfidential: boolean): Promise<Buffer> {
    return await this.#run(() => this.#context.unwrap(data, isConfidential));
  }

  async wrap(data: Buffer, isConfidential: boolean): Promise<Buffer> {
    return await this.#run(() => this.#context.wrap(data, isConfidential));
  }

  /** How much data can be wrapped into so many bytes. */
  async wrapLimit(wrappedBytes: number, isConfidential: boolean): Promise<number> {
    return await this.#run(() => this.#context.wrapLimit(wrappedBytes, isConfidential));
  }

  async #run<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (cause) {
      throw failed(this.#principal, cause);
    }
  }
}

/**
 * What `Authorization: Negotiate` carries to the HTTP server of a host (RFC 4559), for one request.
 * @throws {SaslError} without the library, and for what it says
 */
export async function negotiateToken(host: string): Promise<string> {
  const context = await KerberosContext.start(`HTTP/${host}`, 'spnego');
  return (await context.step(Buffer.alloc(0))).toString('base64');
}

function failed(principal: string, cause: unknown): SaslError {
  const text = cause instanceof Error ? cause.message : String(cause);
  return new SaslError(`Kerberos failed for the service ${principal}: ${text}`, {cause});
}

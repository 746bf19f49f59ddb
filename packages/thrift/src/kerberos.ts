import {type ClientContext, type KerberosLibrary, KerberosMissing, loadKerberos} from '@gazetteer/kerberos';
import {SaslError} from './errors.ts';
import {parsePrincipal} from './principal.ts';

/** One handshake with the service of a principal, with the tickets of the credential cache that KRB5CCNAME names. */
export class KerberosContext {
  readonly #client: ClientContext;
  readonly #principal: string;

  private constructor(client: ClientContext, principal: string) {
    this.#client = client;
    this.#principal = principal;
  }

  /**
   * Service and host of the principal are used as they are; the realm is found by the Kerberos library (`[domain_realm]`
   * of krb5.conf, or a referral), as the package cannot be told one. `dns_canonicalize_hostname = false` and `rdns = false`
   * in krb5.conf keep the library from replacing the host by what DNS says.
   * @throws {SaslError} without the package, and for what the Kerberos library says
   */
  static async start(principal: string, mechanism: 'krb5' | 'spnego'): Promise<KerberosContext> {
    const {service, host} = parsePrincipal(principal);
    const library = await load();
    const mechOID = mechanism === 'krb5' ? library.GSS_MECH_OID_KRB5 : library.GSS_MECH_OID_SPNEGO;
    try {
      return new KerberosContext(await library.initializeClient(`${service}@${host}`, {mechOID}), principal);
    } catch (cause) {
      throw failed(principal, cause);
    }
  }

  /** True once both sides have proved who they are. */
  get isComplete(): boolean {
    return this.#client.contextComplete;
  }

  /** @param token the other side's last word, empty at the start */
  async step(token: Buffer): Promise<Buffer> {
    return await this.#run(async () => (await this.#client.step(token.toString('base64'))) ?? '');
  }

  async unwrap(data: Buffer): Promise<Buffer> {
    return await this.#run(() => this.#client.unwrap(data.toString('base64')));
  }

  async wrap(data: Buffer): Promise<Buffer> {
    return await this.#run(() => this.#client.wrap(data.toString('base64'), {protect: false}));
  }

  async #run(work: () => Promise<string>): Promise<Buffer> {
    try {
      return Buffer.from(await work(), 'base64');
    } catch (cause) {
      throw failed(this.#principal, cause);
    }
  }
}

/**
 * What `Authorization: Negotiate` carries to the HTTP server of a host (RFC 4559), for one request.
 * @throws {SaslError} without the package, and for what the Kerberos library says
 */
export async function negotiateToken(host: string): Promise<string> {
  const context = await KerberosContext.start(`HTTP/${host}`, 'spnego');
  return (await context.step(Buffer.alloc(0))).toString('base64');
}

async function load(): Promise<KerberosLibrary> {
  try {
    return await loadKerberos();
  } catch (error) {
    if (!(error instanceof KerberosMissing)) throw error;
    throw new SaslError(error.message, {cause: error, isOurLimit: true});
  }
}

function failed(principal: string, cause: unknown): SaslError {
  const text = cause instanceof Error ? cause.message.trim() : String(cause);
  return new SaslError(`Kerberos failed for the service ${principal}: ${text}`, {cause});
}

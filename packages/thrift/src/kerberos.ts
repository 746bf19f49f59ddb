import {SaslError} from './errors.ts';
import {parsePrincipal} from './principal.ts';

/** The part of the package `kerberos` that is used here; tokens are base64 text. */
type Library = {
  readonly GSS_MECH_OID_KRB5: number;
  readonly GSS_MECH_OID_SPNEGO: number;
  initializeClient(service: string, options: {readonly mechOID: number}): Promise<Client>;
};
type Client = {
  readonly contextComplete: boolean;
  step(token: string): Promise<string | null>;
  wrap(data: string, options: {readonly protect: boolean}): Promise<string>;
  unwrap(data: string): Promise<string>;
};

/** One handshake with the service of a principal, with the tickets of the credential cache that KRB5CCNAME names. */
export class KerberosContext {
  readonly #client: Client;
  readonly #principal: string;

  private constructor(client: Client, principal: string) {
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

/** The name is no literal, so that neither the type check nor a bundler wants the package to be there. */
async function load(): Promise<Library> {
  const name: string = 'kerberos';
  try {
    return ((await import(name)) as {default: Library}).default;
  } catch (cause) {
    throw new SaslError(
      'Kerberos needs the optional npm package "kerberos" 7, which is not installed or not built here. Install a C++ ' +
        'compiler, make, Python and the Kerberos library with its headers (Debian: build-essential python3 libkrb5-dev), ' +
        'then run "npm run kerberos"',
      {cause, isOurLimit: true},
    );
  }
}

function failed(principal: string, cause: unknown): SaslError {
  const text = cause instanceof Error ? cause.message.trim() : String(cause);
  return new SaslError(`Kerberos failed for the service ${principal}: ${text}`, {cause});
}

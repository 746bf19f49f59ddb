/** The part of the optional package `kerberos` that is used; tokens are base64 text. */
export type KerberosLibrary = {
  readonly GSS_MECH_OID_KRB5: number;
  readonly GSS_MECH_OID_SPNEGO: number;
  /** @param service `<service>@<host>` */
  initializeClient(service: string, options: {readonly mechOID: number}): Promise<ClientContext>;
  /** @param service `<service>@<host>`; empty for every key of the keytab that KRB5_KTNAME names */
  initializeServer(service: string): Promise<ServerContext>;
};

export type ClientContext = {
  /** True once both sides have proved who they are. */
  readonly contextComplete: boolean;
  step(token: string): Promise<string | null>;
  wrap(data: string, options: {readonly protect: boolean}): Promise<string>;
  unwrap(data: string): Promise<string>;
};

export type ServerContext = {
  readonly contextComplete: boolean;
  /** What the client is to get. */
  readonly response: string | null;
  /** The client's principal, once the context is complete. */
  readonly username: string;
  step(token: string): Promise<unknown>;
};

/** The package is not here; the message says how it is made. */
export class KerberosMissing extends Error {}

/**
 * The package's binding to the system's Kerberos library. Its name is no literal, so that neither the type check nor a
 * bundler wants the package to be there.
 * @throws {KerberosMissing}
 */
export async function loadKerberos(): Promise<KerberosLibrary> {
  const name: string = 'kerberos';
  try {
    return ((await import(name)) as {default: KerberosLibrary}).default;
  } catch (cause) {
    throw new KerberosMissing(
      'Kerberos needs the optional npm package "kerberos" 7, which is not installed or not built here. Install a C++ ' +
        'compiler, make, Python and the Kerberos library with its headers (Debian: build-essential python3 libkrb5-dev), ' +
        'then run "npm run kerberos"',
      {cause},
    );
  }
}

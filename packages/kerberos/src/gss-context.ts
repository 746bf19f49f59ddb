import {
  continueNeeded,
  type GssBuffer,
  type GssHandle,
  type GssLibrary,
  loadGssLibrary,
} from './gss-library.ts';

/** Takes the other side's token one step further; the server learns the client's principal. */
type Next = (
  context: GssHandle,
  token: GssBuffer,
  output: GssBuffer,
) => Promise<{status: number; peer?: string}>;

/**
 * One side of a handshake, and the protection of what is said after it. Calls run one after the
 * other.
 */
export class GssContext {
  readonly #library: GssLibrary;
  readonly #next: Next;
  readonly #handle: GssHandle;
  #isComplete = false;
  #peer: string | undefined;
  #last: Promise<unknown> = Promise.resolve();

  constructor(library: GssLibrary, next: Next) {
    this.#library = library;
    this.#next = next;
    this.#handle = library.handle('gss_delete_sec_context');
  }

  /** True once both sides have proved who they are. */
  get isComplete(): boolean {
    return this.#isComplete;
  }

  /** The client's principal, on the server's side of a handshake that is complete. */
  get peer(): string | undefined {
    return this.#peer;
  }

  /**
   * @param token the other side's last word, empty at the start
   * @returns what the other side is to get, maybe nothing
   */
  async step(token: Buffer): Promise<Buffer> {
    return await this.#inTurn(async output => {
      const {status, peer} = await this.#next(this.#handle, bytesOf(token), output);
      this.#isComplete = status !== continueNeeded;
      this.#peer = peer;
    });
  }

  /** @param isConfidential whether nobody but the other side is to read it */
  async wrap(data: Buffer, isConfidential: boolean): Promise<Buffer> {
    const flag = Number(isConfidential);
    return await this.#inTurn(async output => {
      await this.#library.run('gss_wrap', this.#handle.at[0], flag, 0, bytesOf(data), null, output);
    });
  }

  /**
   * What the other side wrapped.
   * @param isConfidential refuses what anybody could have read
   */
  async unwrap(data: Buffer, isConfidential: boolean): Promise<Buffer> {
    const wasConfidential: [number] = [0];
    const plain = await this.#inTurn(async output => {
      await this.#library.run(
        'gss_unwrap',
        this.#handle.at[0],
        bytesOf(data),
        output,
        wasConfidential,
        null,
      );
    });
    if (isConfidential && wasConfidential[0] === 0)
      throw new Error('A message was to be encrypted and is not');
    return plain;
  }

  /** How much data can be wrapped into so many bytes. */
  async wrapLimit(wrappedBytes: number, isConfidential: boolean): Promise<number> {
    const limit: [number] = [0];
    const flag = Number(isConfidential);
    await this.#library.run(
      'gss_wrap_size_limit',
      this.#handle.at[0],
      flag,
      0,
      wrappedBytes,
      limit,
    );
    return limit[0];
  }

  async #inTurn(work: (output: GssBuffer) => Promise<void>): Promise<Buffer> {
    const mine = this.#last.then(async () => {
      const output = nothing();
      await work(output);
      return this.#library.take(output);
    });
    this.#last = mine.catch(() => undefined);
    return await mine;
  }
}

/** Object identifiers without tag and length, as the library wants them. */
const [krb5, spnego, hostBasedService] = [
  '2a864886f712010202',
  '2b0601050502',
  '2a864886f71201020104',
].map(hex => {
  const elements = Buffer.from(hex, 'hex');
  return {length: elements.length, elements};
});

/** `GSS_C_ACCEPT` */
const acceptOnly = 2;

/** Mutual proof, order, integrity, confidentiality. */
const contextFlags = 0x02 | 0x08 | 0x10 | 0x20;

/**
 * The client's side, with the tickets of the credential cache that KRB5CCNAME names.
 * @param service `<service>@<host>`; the Kerberos library finds the realm
 * @throws {KerberosMissing}
 */
export async function initiate(service: string, mechanism: 'krb5' | 'spnego'): Promise<GssContext> {
  const library = await loadGssLibrary();
  const name = await nameOf(library, service);
  const kind = mechanism === 'krb5' ? krb5 : spnego;
  return new GssContext(library, async (context, token, output) => ({
    status: await library.run(
      'gss_init_sec_context',
      null,
      context.at,
      name.at[0],
      kind,
      contextFlags,
      0,
      null,
      token,
      null,
      output,
      null,
      null,
    ),
  }));
}

/**
 * The server's side: what makes a context for each client.
 * @param service `<service>@<host>`; empty for every key of the keytab that KRB5_KTNAME names
 * @throws {KerberosMissing}
 * @throws {Error} when the keytab cannot be read or has no such key
 */
export async function acceptor(service: string): Promise<() => GssContext> {
  const library = await loadGssLibrary();
  const name = service === '' ? undefined : await nameOf(library, service);
  const keys = library.handle('gss_release_cred');
  await library.run(
    'gss_acquire_cred',
    name?.at[0] ?? null,
    0,
    null,
    acceptOnly,
    keys.at,
    null,
    null,
  );
  return () =>
    new GssContext(library, async (context, token, output) => {
      const client = library.handle('gss_release_name');
      const status = await library.run(
        'gss_accept_sec_context',
        context.at,
        keys.at[0],
        token,
        null,
        client.at,
        null,
        output,
        null,
        null,
        null,
      );
      return status === continueNeeded ? {status} : {status, peer: await textOf(library, client)};
    });
}

async function nameOf(library: GssLibrary, service: string): Promise<GssHandle> {
  const name = library.handle('gss_release_name');
  await library.run('gss_import_name', bytesOf(Buffer.from(service)), hostBasedService, name.at);
  return name;
}

async function textOf(library: GssLibrary, name: GssHandle): Promise<string> {
  const text = nothing();
  await library.run('gss_display_name', name.at[0], text, null);
  return library.take(text).toString('utf8');
}

function bytesOf(value: Buffer): GssBuffer {
  return {length: value.length, value};
}

function nothing(): GssBuffer {
  return {length: 0, value: null};
}

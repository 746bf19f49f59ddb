/** The latest schema of a subject. */
export type RegisteredSchema = {
  readonly subject: string;
  readonly version: number;
  /** `AVRO`, `JSON`, `PROTOBUF`. */
  readonly kind: string;
  readonly text: string;
};

type Answer = {
  readonly subject: string;
  readonly version: number;
  readonly schemaType?: string;
  readonly schema: string;
};

/** That there is no such subject, or no version of it. */
const unknown = new Set<unknown>([40401, 40402]);

export class SchemaRegistry {
  readonly #url: string;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #signal: AbortSignal;

  /** @param url may have a user and a password in it, which are sent as a header */
  constructor(url: string, signal: AbortSignal) {
    const plain = new URL(url);
    const login = [plain.username, plain.password].map(decodeURIComponent).join(':');
    [plain.username, plain.password] = ['', ''];
    this.#url = plain.href.replace(/\/+$/, '');
    this.#headers =
      login === ':' ? {} : {authorization: `Basic ${Buffer.from(login).toString('base64')}`};
    this.#signal = signal;
  }

  /** Undefined where there is none. */
  async schemaOf(subject: string): Promise<RegisteredSchema | undefined> {
    const address = `${this.#url}/subjects/${encodeURIComponent(subject)}/versions/latest`;
    let response;
    try {
      response = await fetch(address, {signal: this.#signal, headers: this.#headers});
    } catch (error) {
      this.#signal.throwIfAborted();
      throw new Error(
        `the schema registry at ${this.#url} does not answer. Check schema-registry.`,
        {cause: error},
      );
    }
    // Of a registry, and not of something else at this address.
    if (response.status === 404 && unknown.has(await errorCodeIn(response))) return undefined;
    if (!response.ok)
      throw new Error(`the schema registry at ${this.#url} answers ${response.status}.`);
    const {version, schemaType = 'AVRO', schema} = (await response.json()) as Answer;
    return {subject, version, kind: schemaType, text: schema};
  }
}

async function errorCodeIn(response: Response): Promise<unknown> {
  try {
    return ((await response.json()) as {error_code?: unknown}).error_code;
  } catch {
    // A page of something else: the answer says enough.
    return undefined;
  }
}

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

export class SchemaRegistry {
  readonly #url: string;
  readonly #signal: AbortSignal;

  constructor(url: string, signal: AbortSignal) {
    [this.#url, this.#signal] = [url.replace(/\/+$/, ''), signal];
  }

  /** Undefined where there is none. */
  async schemaOf(subject: string): Promise<RegisteredSchema | undefined> {
    const address = `${this.#url}/subjects/${encodeURIComponent(subject)}/versions/latest`;
    let response;
    try {
      response = await fetch(address, {signal: this.#signal});
    } catch (error) {
      this.#signal.throwIfAborted();
      throw new Error(
        `the schema registry at ${this.#url} does not answer. Check schema-registry.`,
        {cause: error},
      );
    }
    if (response.status === 404) return undefined;
    if (!response.ok)
      throw new Error(`the schema registry at ${this.#url} answers ${response.status}.`);
    const {version, schemaType = 'AVRO', schema} = (await response.json()) as Answer;
    return {subject, version, kind: schemaType, text: schema};
  }
}

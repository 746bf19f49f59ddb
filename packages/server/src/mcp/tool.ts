/** A JSON Schema, as clients get it. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** A request to this server, as the person who calls a tool. */
export type ToolRequest = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Without a query, such as `/api/meta/v2/search/quick`. */
  readonly path: string;
  /** Lists become several parameters of one name; what is undefined is left out. */
  readonly query?: Readonly<Record<string, unknown>>;
  readonly json?: unknown;
};

/** What a tool works with while it is called. */
export type ToolCall = {
  /**
   * Asks this server, so that a tool may do just what its caller may do with a request, and leaves
   * the same records. @throws RefusedRequest
   */
  readonly ask: (request: ToolRequest) => Promise<unknown>;
  /** Aborted when the client gives up or goes. */
  readonly signal: AbortSignal;
};

/** What an assistant can call. */
export type Tool = {
  /** `search_assets` */
  readonly name: string;
  readonly title: string;
  /** When to use it and what it answers, for a model that knows nothing else of it. */
  readonly description: string;
  /** Of type `object`. */
  readonly input: JsonSchema;
  /** Something is stored, changed or deleted by it. */
  readonly isChange: boolean;
  readonly call: (call: ToolCall, args: Readonly<Record<string, unknown>>) => Promise<unknown>;
};

/** This server refused what a tool asked for; the caller of the tool is told why. */
export class RefusedRequest extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.name = 'RefusedRequest';
    this.status = status;
  }
}

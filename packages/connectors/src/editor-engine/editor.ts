/** An engine that the user may use, and where its tables are by the names of OpenLineage. */
export type Engine = {
  readonly engine: string;
  readonly name: string;
  readonly places: readonly {readonly namespace: string}[];
};

export type EngineTable = {readonly database: string; readonly table: string};

type Column = {readonly name: string; readonly type: string; readonly comment?: string};

/** What the editor tells of a table. */
export type Description = {
  readonly cols: readonly Column[];
  readonly partition_keys: readonly Column[];
  readonly comment: string;
  readonly is_view: boolean;
  readonly details: {
    readonly properties: Readonly<Record<string, string>>;
    readonly stats: Readonly<Record<string, string>>;
  };
};

/** Tables of one call. */
const tablesOfCall = 200;

/** The calls of the editor that tell what its engines have, in somebody's name. */
export class Editor {
  readonly #ask: typeof fetch;
  readonly #signal: AbortSignal;

  /** @param ask takes addresses below the editor's root */
  constructor(ask: typeof fetch, signal: AbortSignal) {
    [this.#ask, this.#signal] = [ask, signal];
  }

  async engines(): Promise<readonly Engine[]> {
    return (await this.#call<{engines: Engine[]}>('/api/v1/catalog/engines')).engines;
  }

  async databases(engine: string): Promise<readonly string[]> {
    const body = {snippet: {type: engine}};
    const answer = await this.#call<{databases: string[]}>('/api/v1/editor/autocomplete', body);
    return answer.databases.toSorted();
  }

  async tables(engine: string, database: string): Promise<string[]> {
    const path = `/api/v1/editor/autocomplete/${encodeURIComponent(database)}`;
    const body = {snippet: {type: engine}};
    const {tables_meta: tables} = await this.#call<{tables_meta: {name: string}[]}>(path, body);
    return tables.map(one => one.name).toSorted();
  }

  /** What the catalog calls these tables. */
  async *names(
    engine: string,
    tables: readonly EngineTable[],
  ): AsyncGenerator<EngineTable & {readonly qualifiedName: string}> {
    for (let at = 0; at < tables.length; at += tablesOfCall) {
      const some = tables.slice(at, at + tablesOfCall);
      const {state, tables: named} = await this.#call<{
        state: string;
        tables: (EngineTable & {qualifiedName: string})[];
      }>('/api/v1/catalog/tables', {engine, tables: some, withColumns: false});
      if (state !== 'there')
        throw new Error(
          'the editor does not reach the catalog, which tells what tables are called.',
        );
      yield* named;
    }
  }

  async describe(engine: string, {database, table}: EngineTable): Promise<Description> {
    const path = [database, table].map(encodeURIComponent).join('/');
    return await this.#call(`/api/v1/editor/describe/${path}`, {source_type: engine});
  }

  async #call<Answer>(path: string, body?: object): Promise<Answer> {
    let response: Response;
    try {
      response = await this.#ask(path, {
        signal: this.#signal,
        ...(body === undefined
          ? {}
          : {
              method: 'POST',
              headers: {'content-type': 'application/json'},
              body: JSON.stringify(body),
            }),
      });
    } catch (error) {
      this.#signal.throwIfAborted();
      throw new Error(`the editor does not answer: ${(error as Error).message}`, {cause: error});
    }
    const text = await response.text();
    const told = jsonIn(text);
    // Calls that Hue has tell of a failure inside of an answer that has gone well.
    const isGood = response.ok && (told.status ?? 0) === 0 && told.code === undefined;
    if (!isGood)
      throw new Error(told.message ?? told.error ?? `the editor answers ${response.status}.`);
    return told as Answer;
  }
}

type Told = {
  readonly status?: number;
  readonly code?: number;
  readonly message?: string;
  readonly error?: string;
};

function jsonIn(text: string): Told {
  try {
    return JSON.parse(text) as Told;
  } catch {
    return {message: `the editor answers no JSON: ${text.slice(0, 100)}`};
  }
}

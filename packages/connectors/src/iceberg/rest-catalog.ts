import {maskUrl} from '@gazetteer/settings';

export type IcebergField = {
  readonly name: string;
  readonly type: IcebergType;
  readonly doc?: string;
  readonly id: number;
};
export type IcebergType =
  | string
  | {
      readonly type: string;
      readonly fields?: readonly IcebergField[];
      readonly element?: IcebergType;
      readonly key?: IcebergType;
      readonly value?: IcebergType;
    };
type Schema = {readonly 'schema-id'?: number; readonly fields: readonly IcebergField[]};

export type TableMetadata = {
  readonly location: string;
  readonly schemas: readonly Schema[];
  readonly 'current-schema-id': number;
  readonly properties?: Readonly<Record<string, string>>;
  readonly 'partition-specs'?: readonly {
    readonly 'spec-id': number;
    readonly fields: readonly {
      readonly 'source-id': number;
      readonly name: string;
      readonly transform: string;
    }[];
  }[];
  readonly 'default-spec-id'?: number;
  readonly 'current-snapshot-id'?: number;
  readonly snapshots?: readonly {
    readonly 'snapshot-id': number;
    readonly summary?: Readonly<Record<string, string>>;
  }[];
};

export type ViewMetadata = {
  readonly location: string;
  readonly schemas: readonly Schema[];
  readonly 'current-version-id': number;
  readonly versions: readonly {
    readonly 'version-id': number;
    readonly 'schema-id': number;
    readonly representations: readonly {readonly type: string; readonly sql: string}[];
    readonly 'default-namespace'?: readonly string[];
  }[];
  readonly properties?: Readonly<Record<string, string>>;
};

type Settings = {
  readonly url: string;
  readonly token: string | undefined;
  readonly warehouse: string | undefined;
};
type Identifiers = {readonly identifiers: readonly {readonly name: string}[]};

/** Between the parts of a namespace in an address. */
const separator = '\u001F';

/** The reading half of Iceberg's REST catalog. */
export class RestCatalog {
  readonly #settings: Settings;
  readonly #signal: AbortSignal;
  #prefix = '';

  private constructor(settings: Settings, signal: AbortSignal) {
    [this.#settings, this.#signal] = [settings, signal];
  }

  /** @throws Error that says what to do about it */
  static async open(settings: Settings, signal: AbortSignal): Promise<RestCatalog> {
    const catalog = new RestCatalog(settings, signal);
    const {warehouse} = settings;
    const query = warehouse === undefined ? '' : `?warehouse=${encodeURIComponent(warehouse)}`;
    const answer = await catalog.#get<Record<string, Record<string, string> | undefined>>(
      `config${query}`,
    );
    const prefix = answer?.['overrides']?.['prefix'] ?? answer?.['defaults']?.['prefix'];
    catalog.#prefix = prefix === undefined ? '' : `${prefix}/`;
    return catalog;
  }

  /** All, with those in others. */
  async namespaces(parent: readonly string[] = []): Promise<string[][]> {
    const query = parent.length === 0 ? {} : {parent: parent.join(separator)};
    const found = await this.#pages<{namespaces: readonly string[][]}>('namespaces', query);
    const own = found.flatMap(one => one.namespaces);
    const nested: string[][] = [];
    // Catalogs that know no nesting answer the same for every parent.
    for (const levels of own.filter(one => one.length > parent.length))
      nested.push(levels, ...(await this.namespaces(levels)));
    return nested;
  }

  async properties(levels: readonly string[]): Promise<Readonly<Record<string, string>>> {
    const answer = await this.#get<{properties?: Record<string, string> | null}>(
      `${this.#prefix}${place(levels)}`,
    );
    return answer?.properties ?? {};
  }

  async tables(levels: readonly string[]): Promise<string[]> {
    return namesIn(await this.#pages<Identifiers>(`${place(levels)}/tables`));
  }

  async views(levels: readonly string[]): Promise<string[]> {
    return namesIn(await this.#pages<Identifiers>(`${place(levels)}/views`));
  }

  /** Undefined where it was dropped meanwhile. */
  async table(levels: readonly string[], name: string): Promise<TableMetadata | undefined> {
    const at = `${this.#prefix}${place(levels)}/tables/${encodeURIComponent(name)}?snapshots=refs`;
    return (await this.#get<{metadata: TableMetadata}>(at))?.metadata;
  }

  async view(levels: readonly string[], name: string): Promise<ViewMetadata | undefined> {
    const at = `${this.#prefix}${place(levels)}/views/${encodeURIComponent(name)}`;
    return (await this.#get<{metadata: ViewMetadata}>(at))?.metadata;
  }

  async #pages<T>(path: string, query: Readonly<Record<string, string>> = {}): Promise<T[]> {
    const pages: T[] = [];
    for (let token: string | undefined = ''; token !== undefined;) {
      const all = new URLSearchParams({...query, ...(token === '' ? {} : {pageToken: token})});
      const page: (T & {'next-page-token'?: string | null}) | undefined = await this.#get(
        `${this.#prefix}${path}?${all.toString()}`,
      );
      if (page === undefined && token !== '')
        throw new Error(`${path} was gone while it was listed.`);
      if (page !== undefined) pages.push(page);
      token = page?.['next-page-token'] ?? undefined;
    }
    return pages;
  }

  /** Undefined for what is not there, or what the catalog has no notion of. */
  async #get<T>(path: string): Promise<T | undefined> {
    const {url, token} = this.#settings;
    const start = url.replace(/\/+$/, '');
    const shown = maskUrl(start);
    let response;
    try {
      response = await fetch(`${start}/v1/${path}`, {
        signal: this.#signal,
        ...(token === undefined ? {} : {headers: {authorization: `Bearer ${token}`}}),
      });
    } catch (error) {
      this.#signal.throwIfAborted();
      throw new Error(`the catalog at ${shown} does not answer. Check url.`, {cause: error});
    }
    if (response.status === 404 && !path.startsWith('config')) return undefined;
    if (response.status === 401 || response.status === 403)
      throw new Error(`the catalog at ${shown} answers ${response.status}. Check token.`);
    if (!response.ok)
      throw new Error(`the catalog at ${shown} answers ${response.status} to /v1/${path}.`);
    return (await response.json()) as T;
  }
}

function place(levels: readonly string[]): string {
  return `namespaces/${encodeURIComponent(levels.join(separator))}`;
}

function namesIn(pages: readonly Identifiers[]): string[] {
  return pages.flatMap(page => page.identifiers.map(one => one.name)).toSorted();
}

import {readFile} from 'node:fs/promises';
import {join} from 'node:path';

/** Of `manifest.json` what is read of it: a model, seed, snapshot, source or test. */
export type DbtNode = {
  readonly unique_id: string;
  readonly resource_type: string;
  readonly database?: string | null;
  readonly schema?: string | null;
  readonly name: string;
  readonly alias?: string | null;
  /** Of sources, in place of the alias. */
  readonly identifier?: string | null;
  /** None of what is no table, such as an ephemeral model. */
  readonly relation_name?: string | null;
  readonly description?: string;
  readonly columns?: Readonly<Record<string, DbtColumn>>;
  readonly meta?: Readonly<Record<string, unknown>>;
  readonly tags?: readonly string[];
  readonly config?: {readonly materialized?: string; readonly severity?: string};
  readonly depends_on?: {readonly nodes?: readonly string[]};
  readonly raw_code?: string;
  readonly compiled_code?: string | null;
  readonly original_file_path?: string;
  readonly attached_node?: string | null;
  readonly column_name?: string | null;
  readonly test_metadata?: {readonly name: string} | null;
};

export type DbtColumn = {
  readonly name: string;
  readonly description?: string;
  readonly data_type?: string | null;
};

type Manifest = {
  readonly metadata: {
    readonly dbt_version: string;
    readonly project_name?: string;
    readonly adapter_type?: string;
  };
  readonly nodes: Readonly<Record<string, DbtNode>>;
  readonly sources?: Readonly<Record<string, DbtNode>>;
};

/** Of `catalog.json`: what the warehouse says of a table. */
export type DbtTable = {
  readonly metadata: {
    readonly type?: string;
    readonly owner?: string | null;
    readonly comment?: string | null;
  };
  readonly columns: Readonly<Record<string, DbtTableColumn>>;
};
type DbtTableColumn = {
  readonly name: string;
  readonly type: string;
  readonly index: number;
  readonly comment?: string | null;
};

export type DbtResult = {
  readonly unique_id: string;
  readonly status: string;
  readonly message?: string | null;
  readonly failures?: number | null;
};

export type Artifacts = {
  readonly manifest: Manifest;
  /** By the ids of nodes, as are results. */
  readonly tables: ReadonlyMap<string, DbtTable>;
  readonly results: ReadonlyMap<string, DbtResult>;
  /** When the results were written, in milliseconds. */
  readonly resultsAt: number | undefined;
};

type CatalogFile = {
  readonly nodes: Readonly<Record<string, DbtTable>>;
  readonly sources?: Readonly<Record<string, DbtTable>>;
};
type ResultsFile = {
  readonly metadata: {readonly generated_at: string};
  readonly results: readonly DbtResult[];
};

/** What dbt wrote to its folder `target`. All but the manifest may be missing. */
export async function readArtifacts(folder: string): Promise<Artifacts> {
  const manifest = await readJson<Manifest>(join(folder, 'manifest.json'), isManifest);
  if (manifest === undefined)
    throw new Error(
      `${folder}: there is no manifest.json. path is the folder target of a dbt project, after dbt compile, run or build.`,
    );
  const catalog = await readJson<CatalogFile>(join(folder, 'catalog.json'), hasNodes);
  const results = await readJson<ResultsFile>(join(folder, 'run_results.json'), hasResults);
  return {
    manifest,
    tables: new Map(Object.entries({...catalog?.nodes, ...catalog?.sources})),
    results: new Map((results?.results ?? []).map(one => [one.unique_id, one])),
    resultsAt: results === undefined ? undefined : Date.parse(results.metadata.generated_at),
  };
}

async function readJson<T>(
  file: string,
  isIt: (value: Readonly<Record<string, unknown>>) => boolean,
): Promise<T | undefined> {
  let content;
  try {
    content = await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new Error(`${file}: ${(error as Error).message}`, {cause: error});
  }
  let value: unknown;
  try {
    value = JSON.parse(content);
  } catch (error) {
    throw new Error(`${file} is no whole JSON: dbt may be writing it, or was ended.`, {
      cause: error,
    });
  }
  if (typeof value !== 'object' || value === null || !isIt(value as Record<string, unknown>))
    throw new Error(`${file} is JSON, but not what dbt writes there.`);
  return value as T;
}

function isManifest(value: Readonly<Record<string, unknown>>): boolean {
  return hasNodes(value) && typeof value['metadata'] === 'object' && value['metadata'] !== null;
}

function hasNodes({nodes}: Readonly<Record<string, unknown>>): boolean {
  return typeof nodes === 'object' && nodes !== null;
}

function hasResults({results, metadata}: Readonly<Record<string, unknown>>): boolean {
  return Array.isArray(results) && typeof metadata === 'object' && metadata !== null;
}

import type {EditorConfig} from './editor-config.ts';
import {isEmbedded, isLivy, type Interpreter} from './interpreters.ts';

/**
 * What tables of an engine are called in OpenLineage, and so which assets of the catalog they are.
 */
export type DatasetNamespace = {
  /** `hive://metastore.example:9083` */
  readonly namespace: string;
  /** Each person has tables of their own there. */
  readonly isPersonal: boolean;
  /**
   * Whether the catalog is told of statements that write: `auto` where nothing on the engine's side
   * tells of them.
   */
  readonly lineage: 'auto' | 'on' | 'off';
};

/**
 * By interpreter. An option `namespace` of the interpreter counts; else Hive, Spark and Impala have
 * the tables of the metastore that `hive-site.xml` names, or of their own host.
 */
export function datasetNamespaces(config: EditorConfig): ReadonlyMap<string, DatasetNamespace> {
  return new Map(config.interpreters.map(one => [one.type, namespaceOf(one, config)]));
}

function namespaceOf(interpreter: Interpreter, config: EditorConfig): DatasetNamespace {
  const isPersonal = isEmbedded(interpreter);
  return {
    namespace: givenIn(interpreter) ?? usualOf(interpreter, config),
    isPersonal,
    lineage: lineageOf(interpreter),
  };
}

function givenIn({options}: Interpreter): string | undefined {
  const given = options.all['namespace'];
  const text = typeof given === 'string' ? given.trim().replace(/\/+$/, '') : '';
  return text === '' ? undefined : text;
}

function usualOf(interpreter: Interpreter, config: EditorConfig): string {
  if (isEmbedded(interpreter)) return `duckdb://${interpreter.type}`;
  const [metastore] = config.hiveSite.metastoreUris;
  const own = isLivy(interpreter) ? undefined : interpreter.options.server_host;
  const host = metastore?.host ?? own ?? config.beeswax.hive_server_host;
  return `hive://${host}:${metastore?.port ?? 9083}`;
}

function lineageOf(interpreter: Interpreter): DatasetNamespace['lineage'] {
  // What is no SQL is not read.
  if (isLivy(interpreter) && interpreter.kind !== 'sql') return 'off';
  const given = interpreter.options.all['lineage'];
  return given === 'on' || given === 'off' ? given : 'auto';
}

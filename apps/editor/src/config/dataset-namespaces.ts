import type {EditorConfig} from './editor-config.ts';
import {isEmbedded, isLivy, type Interpreter} from './interpreters.ts';

/** What tables of an engine are called in OpenLineage, and so which assets of the catalog they are. */
export type DatasetNamespace = {
  /** `hive://metastore.example:9083` */
  readonly namespace: string;
  /** Each person has tables of their own there. */
  readonly isPersonal: boolean;
};

/**
 * By interpreter. An option `namespace` of the interpreter counts; else Hive, Spark and Impala have
 * the tables of the metastore that `hive-site.xml` names, or of their own host.
 */
export function datasetNamespaces(config: EditorConfig): ReadonlyMap<string, DatasetNamespace> {
  return new Map(config.interpreters.map(one => [one.type, namespaceOf(one, config)]));
}

function namespaceOf(interpreter: Interpreter, config: EditorConfig): DatasetNamespace {
  const given = interpreter.options.all['namespace'];
  const isPersonal = isEmbedded(interpreter);
  if (typeof given === 'string' && given.trim() !== '')
    return {namespace: given.trim().replace(/\/+$/, ''), isPersonal};
  if (isPersonal) return {namespace: `duckdb://${interpreter.type}`, isPersonal};
  const [metastore] = config.hiveSite.metastoreUris;
  const own = isLivy(interpreter) ? undefined : interpreter.options.server_host;
  const host = metastore?.host ?? own ?? config.beeswax.hive_server_host;
  return {namespace: `hive://${host}:${metastore?.port ?? 9083}`, isPersonal};
}

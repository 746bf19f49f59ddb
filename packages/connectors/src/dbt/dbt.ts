import {openLineageTypeDefs} from '@gazetteer/model/stock';
import {checkedText, text} from '@gazetteer/settings';
import type {Asset, Config, Connector, Reading, SourceTypes} from '../connector.ts';
import {checkTypes} from '../source-types.ts';
import {readArtifacts} from './artifacts.ts';
import {DbtProject, type Namespaces, tableAt} from './dbt-assets.ts';

const keys = {
  path: text('', 'The folder `target` of the dbt project.'),
  warehouse: checkedText(
    '',
    'such as postgres://db.example:5432, hive://metastore.example:9083, duckdb://shop.duckdb',
    'Where the tables are, as OpenLineage calls it.',
    value => {
      if (value !== '' && !/^[a-z][\w+.-]*:\/\/./i.test(value)) throw new Error('no address');
    },
  ),
  'job-namespace': text(
    'default',
    'Namespace of the jobs: what `OPENLINEAGE_NAMESPACE` is for `dbt-ol`, so that both make one process of a model.',
  ),
  cluster: text('primary', 'Of a Hive warehouse, what qualified names have behind `@`.'),
};

/**
 * Reads what dbt writes of a project: models with their SQL and lineage, seeds, snapshots, sources,
 * columns, descriptions, owners, tags, tests with their last results.
 */
export const dbt: Connector<typeof keys> = {
  type: 'dbt',
  doc: 'Artifacts of dbt 1.x: models with their SQL and lineage, seeds, snapshots, sources, columns, descriptions, owners, tags, tests with their last results. Tables that another source or a hook brings stay theirs.',
  keys,
  types: typesOfProject(),
  yields: true,
  brings: [
    {typeName: 'rdbms_table', isAsset: true},
    {typeName: 'hive_table', isAsset: true},
    {typeName: 'openlineage_dataset', isAsset: true},
    {typeName: 'openlineage_process', isAsset: false},
    {typeName: 'data_check', isAsset: false},
  ],
  check: ({path, warehouse}) => [
    ...(path === '' ? ['path is missing: the folder target of the dbt project.'] : []),
    ...(warehouse === '' ? ['warehouse is missing: where the tables of the project are.'] : []),
  ],
  test: async ({path}) => {
    const {manifest, tables, results} = await readArtifacts(path);
    const {dbt_version: version, project_name: project = '?'} = manifest.metadata;
    const count = (type: string) =>
      Object.values(manifest.nodes).filter(one => one.resource_type === type).length;
    const missing = [
      ...(tables.size === 0 ? ['no catalog.json, so no types (dbt docs generate writes it)'] : []),
      ...(results.size === 0 ? ['no run_results.json, so no results of tests'] : []),
    ];
    return [
      `dbt ${version}, project ${project}: ${count('model')} models, ${count('test')} tests`,
      ...missing,
    ].join('; ');
  },
  read,
  covers: (config, qualifiedName) => {
    const {warehouse, 'job-namespace': jobs} = config;
    return (
      qualifiedName.startsWith(`${jobs}/`) ||
      qualifiedName.startsWith(`${warehouse}/`) ||
      qualifiedName.endsWith(`@${tableAt(namespacesOf(config), ['schema', 'table']).at}`)
    );
  },
};

function typesOfProject(): SourceTypes {
  const {entityDefs, relationshipDefs} = openLineageTypeDefs();
  return {
    entityDefs: [...entityDefs, ...(checkTypes.entityDefs ?? [])],
    relationshipDefs: [...relationshipDefs, ...(checkTypes.relationshipDefs ?? [])],
  };
}

async function* read(config: Config<typeof keys>, {problem}: Reading): AsyncGenerator<Asset> {
  const project = new DbtProject(await readArtifacts(config.path), namespacesOf(config));
  let count = 0;
  for (const asset of project.assets()) {
    count++;
    yield asset;
  }
  if (count === 0) problem('The manifest has no model, seed, snapshot or source.');
}

function namespacesOf({
  warehouse,
  cluster,
  'job-namespace': jobNamespace,
}: Config<typeof keys>): Namespaces {
  return {warehouse, jobNamespace, cluster};
}

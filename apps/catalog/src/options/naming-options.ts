import type {NamingRules} from '@gazetteer/model';
import type {Options, OptionValues} from '@gazetteer/settings';

const group = 'OpenLineage';

/** Which entities the datasets are that producers of OpenLineage name. */
export const openLineageOptions = {
  lineageCluster: {
    key: 'atlas.openlineage.cluster.name',
    cli: 'lineage-cluster',
    group,
    type: 'string',
    default: 'primary',
    doc: 'Cluster of Hive tables, topics and HDFS paths in OpenLineage events: the part behind `@` in qualified names. Give the name that your hooks use.',
  },
  lineageClusters: {
    key: 'atlas.openlineage.cluster.names',
    cli: 'lineage-clusters',
    group,
    type: 'string',
    default: '',
    defaultText: 'none',
    doc: 'Clusters by metastore, broker or name node where there are several: `metastore.example:9083=prod, other.example:9083=test`.',
  },
} as const satisfies Options;

/**
 * How names of data sets become qualified names: `address=cluster` for each server, and one cluster
 * for all others.
 */
export function namingRulesOf({
  lineageCluster,
  lineageClusters,
}: OptionValues<typeof openLineageOptions>): NamingRules {
  const rows = lineageClusters.split(',').flatMap(row => {
    const [address = '', cluster = ''] = row.split('=', 2).map(part => part.trim());
    return address === '' || cluster === '' ? [] : [[address, cluster] as const];
  });
  return {cluster: lineageCluster, clusters: Object.fromEntries(rows)};
}

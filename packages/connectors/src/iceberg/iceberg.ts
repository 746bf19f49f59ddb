import {optionalText, secret, text} from '@gazetteer/settings';
import type {Asset, Config, Connector, Reading} from '../connector.ts';
import {databaseBody, hiveTableAsset} from '../hive/hive-assets.ts';
import {ofViews} from '../source-types.ts';
import {databaseKeys, tableKeys, wants} from '../table-filter.ts';
import {RestCatalog} from './rest-catalog.ts';
import {tableOf, viewOf} from './table-of.ts';

const keys = {
  url: text('http://localhost:8181', 'Address of the REST catalog, without `/v1`.'),
  token: secret('Token that the catalog wants (`Authorization: Bearer`).'),
  warehouse: optionalText('Which warehouse, where the catalog has several.'),
  cluster: text('primary', 'What qualified names have behind `@`.'),
  ...databaseKeys,
  ...tableKeys,
};

type IcebergConfig = Config<typeof keys>;

/** Reads tables and views of an Iceberg REST catalog, as OpenLineage's Spark names them. */
export const iceberg: Connector<typeof keys> = {
  type: 'iceberg-rest',
  doc: 'A REST catalog of Iceberg, tried with that of 1.9: namespaces (as databases), tables and views with their SQL and lineage, columns, comments, owners, partitions, rows and bytes.',
  keys,
  types: ofViews.types,
  brings: [{typeName: 'hive_table', isAsset: true}, ...ofViews.brings],
  test: async (config, signal) => {
    const catalog = await RestCatalog.open(config, signal);
    const names = (await catalog.namespaces())
      .map(one => one.join('.'))
      .filter(name => wants(config, 'databases', name));
    return `Iceberg catalog at ${config.url}; namespaces to read: ${names.length === 0 ? 'none' : names.join(', ')}`;
  },
  read,
  covers: (config, qualifiedName) => {
    const end = `@${config.cluster}`;
    if (!qualifiedName.endsWith(end)) return false;
    const [path = ''] = qualifiedName.slice(0, -end.length).split('#');
    const dot = path.lastIndexOf('.');
    return (
      dot > 0 &&
      wants(config, 'databases', path.slice(0, dot)) &&
      wants(config, 'tables', path.slice(dot + 1))
    );
  },
};

async function* read(config: IcebergConfig, {signal, problem}: Reading): AsyncGenerator<Asset> {
  const catalog = await RestCatalog.open(config, signal);
  const isWanted = (levels: readonly string[]) => wants(config, 'databases', levels.join('.'));
  const namespaces = (await catalog.namespaces()).filter(isWanted);
  if (namespaces.length === 0)
    problem('There is no namespace to read: check databases and exclude-databases.');
  for (const levels of namespaces) {
    const name = levels.join('.');
    const properties = await catalog.properties(levels);
    const {
      comment: description = '',
      location: locationUri = '',
      owner: ownerName = '',
    } = properties;
    const parameters = new Map(Object.entries(properties));
    const database = databaseBody(
      {name, description, locationUri, ownerName, parameters},
      config.cluster,
    );
    const chosen = (list: readonly string[]) => list.filter(one => wants(config, 'tables', one));
    for (const table of chosen(await catalog.tables(levels))) {
      const found = await catalog.table(levels, table);
      if (found !== undefined)
        yield hiveTableAsset(tableOf(name, table, found), database, config.cluster);
    }
    for (const view of chosen(await catalog.views(levels))) {
      const found = await catalog.view(levels, view);
      if (found !== undefined)
        yield hiveTableAsset(viewOf(name, view, found), database, config.cluster);
    }
  }
}

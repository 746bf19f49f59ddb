import {dialectOf} from '@gazetteer/sql';
import type {Asset} from '../connector.ts';
import {tableAsset, type DatabaseTable} from '../database-assets.ts';
import {databaseBody, hiveTableAsset} from '../hive/hive-assets.ts';
import {viewReads} from '../view-reads.ts';
import type {Description} from './editor.ts';

/** Of a table that has one: what the metastore and its hook know, and the engine does not tell. */
const notTold = new Set([
  'createTime',
  'lastAccessTime',
  'retention',
  'temporary',
  'sd',
  'parameters',
]);

/**
 * A table of an engine as the entity that its qualified name is of.
 * @param scheme of the namespace that OpenLineage has for tables of the engine
 */
export function engineAsset(
  scheme: string,
  qualifiedName: string,
  description: Description,
): Asset | undefined {
  const at = qualifiedName.indexOf('@');
  const path = qualifiedName.slice(0, at).split('.');
  const place = qualifiedName.slice(at + 1);
  if (at < 1 || path.length < 2) return undefined;
  return scheme === 'hive'
    ? hiveAsset(path, place, description)
    : tableAsset({scheme, host: place}, databaseTable(scheme, path, description));
}

function hiveAsset(path: readonly string[], cluster: string, told: Description): Asset {
  const [dbName = '', tableName = ''] = path;
  const {properties, stats} = told.details;
  // Hive 4 calls them queries.
  const [text = ''] = [
    'View Expanded Text',
    'Expanded Query',
    'View Original Text',
    'Original Query',
  ].flatMap(name => properties[name] ?? []);
  const owner = properties['Owner'] ?? '';
  const asset = hiveTableAsset(
    {
      dbName,
      tableName,
      ...(owner === '' ? {} : {owner}),
      tableType: told.is_view ? 'VIRTUAL_VIEW' : (properties['Table Type'] ?? 'MANAGED_TABLE'),
      sd: {cols: told.cols},
      partitionKeys: told.partition_keys,
      parameters: new Map(Object.entries({...stats, comment: told.comment})),
      ...(told.is_view && text !== '' ? {viewOriginalText: text} : {}),
    },
    databaseBody({name: dbName, description: '', locationUri: '', ownerName: ''}, cluster),
    cluster,
  );
  const {parameters: _, ...database} = asset.within[0]?.attributes ?? {};
  const attributes = Object.entries(asset.main.attributes).filter(([key]) => !notTold.has(key));
  return {
    ...asset,
    within: [{typeName: 'hive_db', attributes: database}],
    main: {...asset.main, attributes: Object.fromEntries(attributes)},
    parts: asset.parts.filter(one => one.typeName !== 'hive_storagedesc'),
  };
}

function databaseTable(
  scheme: string,
  path: readonly string[],
  {cols, partition_keys: keys, comment, is_view: isView, details}: Description,
): DatabaseTable {
  const sql = isView ? (details.properties['Create Statement'] ?? '') : '';
  const within = path.slice(0, -1);
  const reads = viewReads({sql, dialect: dialectOf(scheme).name, within}, () => true);
  return {
    path,
    kind: isView ? 'view' : 'table',
    ...(comment === '' ? {} : {comment}),
    columns: [...cols, ...keys].map(one => ({
      name: one.name,
      type: one.type,
      isNullable: true,
      isPrimaryKey: false,
      comment: one.comment === '' ? null : (one.comment ?? null),
    })),
    indexes: [],
    foreignKeys: [],
    ...(sql === '' ? {} : {view: {sql, reads}}),
  };
}

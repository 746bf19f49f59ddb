import type {Database, FieldSchema, Table} from '@gazetteer/thrift';
import {ref, type Asset, type Body, type ViewQuery} from '../connector.ts';
import {viewType} from '../source-types.ts';
import {viewReads} from '../view-reads.ts';
import {sparkColumns} from './spark-schema.ts';

export function databaseBody(database: Database, cluster: string): Body {
  const {name, description, locationUri, parameters, ownerName} = database;
  const isTold = (text: string | undefined) => text !== undefined && text !== '';
  return {
    typeName: 'hive_db',
    attributes: {
      qualifiedName: `${name.toLowerCase()}@${cluster}`,
      name: name.toLowerCase(),
      clusterName: cluster,
      ...(isTold(description) ? {description} : {}),
      ...(isTold(ownerName) ? {owner: ownerName} : {}),
      ...(isTold(locationUri) ? {location: locationUri} : {}),
      parameters: Object.fromEntries(parameters ?? []),
    },
  };
}

/** A table or view as the entities that Hive's hook makes of it. */
export function hiveTableAsset(table: Table, database: Body, cluster: string): Asset {
  const path = `${table.dbName}.${table.tableName}`.toLowerCase();
  const qualifiedName = `${path}@${cluster}`;
  const parameters = table.parameters ?? new Map<string, string>();
  const spark = sparkColumns(parameters);
  const partitionKeys = spark?.partitionKeys ?? table.partitionKeys ?? [];
  const columns = spark?.columns ?? table.sd?.cols ?? [];
  const columnBody = ({name = '', type = '', comment}: FieldSchema, position: number): Body => ({
    typeName: 'hive_column',
    attributes: {
      qualifiedName: `${path}.${name.toLowerCase()}@${cluster}`,
      name: name.toLowerCase(),
      type,
      comment: comment ?? null,
      position,
      owner: table.owner ?? null,
    },
  });
  const columnBodies = columns.map(columnBody);
  const keyBodies = partitionKeys.map((key, i) => columnBody(key, columns.length + i));
  const storage = storageOf(table, qualifiedName);
  const refs = (bodies: readonly Body[]) =>
    bodies.map(one => ref(one.typeName, one.attributes['qualifiedName'] as string));
  return {
    within: [database],
    main: {
      typeName: 'hive_table',
      attributes: {
        qualifiedName,
        name: table.tableName.toLowerCase(),
        owner: table.owner ?? null,
        comment: parameters.get('comment') ?? null,
        createTime: (table.createTime ?? 0) * 1000,
        lastAccessTime: (table.lastAccessTime ?? 0) * 1000,
        retention: table.retention ?? 0,
        parameters: Object.fromEntries(parameters),
        tableType: table.tableType ?? null,
        temporary: table.temporary ?? false,
        viewOriginalText: table.viewOriginalText ?? null,
        viewExpandedText: table.viewExpandedText ?? null,
        db: ref('hive_db', database.attributes['qualifiedName'] as string),
        ...(storage === undefined ? {} : {sd: refs([storage])[0]}),
        columns: refs(columnBodies),
        partitionKeys: refs(keyBodies),
      },
    },
    parts: [...columnBodies, ...keyBodies, ...(storage === undefined ? [] : [storage])],
    ...viewLineage(table, path, cluster),
  };
}

/** Views have none. */
function storageOf({sd, tableType}: Table, table: string): Body | undefined {
  if (sd === undefined || tableType === 'VIRTUAL_VIEW') return undefined;
  const {serdeInfo} = sd;
  return {
    typeName: 'hive_storagedesc',
    attributes: {
      qualifiedName: `${table}_storage`,
      location: sd.location ?? null,
      inputFormat: sd.inputFormat ?? null,
      outputFormat: sd.outputFormat ?? null,
      compressed: sd.compressed ?? false,
      numBuckets: sd.numBuckets ?? 0,
      serdeInfo: {
        typeName: 'hive_serde',
        attributes: {
          name: serdeInfo?.name ?? null,
          serializationLib: serdeInfo?.serializationLib ?? null,
          parameters: Object.fromEntries(serdeInfo?.parameters ?? []),
        },
      },
      bucketCols: sd.bucketCols ?? [],
      sortCols: (sd.sortCols ?? []).map(({col, order}) => ({
        typeName: 'hive_order',
        attributes: {col, order},
      })),
      parameters: Object.fromEntries(sd.parameters ?? []),
      table: ref('hive_table', table),
    },
  };
}

/** Hive expands the names in a view; Spark notes which database names without one are of. */
function viewLineage(
  table: Table,
  path: string,
  cluster: string,
): {links: Body[]; query?: ViewQuery} {
  const sql = table.viewExpandedText ?? table.viewOriginalText ?? '';
  if (sql === '') return {links: []};
  const database =
    table.parameters?.get('view.catalogAndNamespace.part.1') ?? table.dbName.toLowerCase();
  const dialect = table.parameters?.has('view.catalogAndNamespace.numParts') ? 'spark' : 'hive';
  const reads = viewReads({sql, dialect, within: ['spark_catalog', database]}, () => true)
    .map(parts => parts.slice(-2).join('.').toLowerCase())
    .filter(one => one !== path);
  if (reads.length === 0) return {links: []};
  const links = [
    {
      typeName: viewType.name,
      attributes: {
        qualifiedName: `${path}#view@${cluster}`,
        name: table.tableName.toLowerCase(),
        queryText: table.viewOriginalText ?? sql,
        inputs: [...new Set(reads)].map(one => ref('hive_table', `${one}@${cluster}`)),
        outputs: [ref('hive_table', `${path}@${cluster}`)],
      },
    },
  ];
  const own = `${path}@${cluster}`;
  const query = {sql, dialect, within: [[database]], end: `@${cluster}`, own} as const;
  return {links, query: {...query, typeName: 'hive_table'}};
}

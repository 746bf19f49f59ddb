// The structs of Hive's metastore that an editor reads, as tables: field name, number, type.
import {bool, i32, list, map, string, struct, type Value} from './codec.ts';

export const fieldSchema = struct(
  'FieldSchema',
  {},
  {name: [1, string], type: [2, string], comment: [3, string]},
);
export type FieldSchema = Value<typeof fieldSchema>;

export const database = struct(
  'Database',
  {name: [1, string]},
  {
    description: [2, string],
    locationUri: [3, string],
    parameters: [4, map(string)],
    ownerName: [6, string],
    ownerType: [7, i32],
    catalogName: [8, string],
    createTime: [9, i32],
    managedLocationUri: [10, string],
  },
);
export type Database = Value<typeof database>;

const serdeInfo = struct(
  'SerDeInfo',
  {},
  {name: [1, string], serializationLib: [2, string], parameters: [3, map(string)]},
);
const order = struct('Order', {}, {col: [1, string], order: [2, i32]});

const storageDescriptor = struct(
  'StorageDescriptor',
  {},
  {
    cols: [1, list(fieldSchema)],
    location: [2, string],
    inputFormat: [3, string],
    outputFormat: [4, string],
    compressed: [5, bool],
    numBuckets: [6, i32],
    serdeInfo: [7, serdeInfo],
    bucketCols: [8, list(string)],
    sortCols: [9, list(order)],
    parameters: [10, map(string)],
  },
);

export const table = struct(
  'Table',
  {tableName: [1, string], dbName: [2, string]},
  {
    owner: [3, string],
    /** Seconds since 1970, as is the next. */
    createTime: [4, i32],
    lastAccessTime: [5, i32],
    retention: [6, i32],
    sd: [7, storageDescriptor],
    partitionKeys: [8, list(fieldSchema)],
    parameters: [9, map(string)],
    viewOriginalText: [10, string],
    viewExpandedText: [11, string],
    tableType: [12, string],
    temporary: [14, bool],
    catName: [17, string],
    ownerType: [18, i32],
  },
);
export type Table = Value<typeof table>;

export const tableMeta = struct(
  'TableMeta',
  {dbName: [1, string], tableName: [2, string], tableType: [3, string]},
  {comments: [4, string], catName: [5, string]},
);
export type TableMeta = Value<typeof tableMeta>;

export const partition = struct(
  'Partition',
  {},
  {
    values: [1, list(string)],
    dbName: [2, string],
    tableName: [3, string],
    createTime: [4, i32],
    lastAccessTime: [5, i32],
    sd: [6, storageDescriptor],
    parameters: [7, map(string)],
  },
);
export type Partition = Value<typeof partition>;

export const metastoreFunction = struct(
  'Function',
  {},
  {
    functionName: [1, string],
    dbName: [2, string],
    className: [3, string],
    ownerName: [4, string],
    createTime: [6, i32],
  },
);
export type MetastoreFunction = Value<typeof metastoreFunction>;

/** All declared exceptions have their text as their first field. */
export const exception = struct('an exception', {}, {message: [1, string]});

import type {FieldSchema, Table} from '@gazetteer/thrift';
import type {IcebergField, IcebergType, TableMetadata, ViewMetadata} from './rest-catalog.ts';

/** A table as a metastore would have it. */
export function tableOf(dbName: string, tableName: string, metadata: TableMetadata): Table {
  const {properties = {}, location, snapshots = []} = metadata;
  const schema = metadata.schemas.find(one => one['schema-id'] === metadata['current-schema-id']);
  const snapshot = snapshots.find(one => one['snapshot-id'] === metadata['current-snapshot-id']);
  const {'total-records': rows, 'total-files-size': size} = snapshot?.summary ?? {};
  const parameters = new Map(Object.entries(properties));
  const partitions = partitionsOf(metadata);
  if (partitions !== '') parameters.set('partitioned_by', partitions);
  if (rows !== undefined) parameters.set('numRows', rows);
  if (size !== undefined) parameters.set('totalSize', size);
  return {
    dbName,
    tableName,
    ...ownerOf(properties),
    tableType: 'ICEBERG',
    sd: {cols: (schema?.fields ?? []).map(columnOf), location},
    parameters,
  };
}

export function viewOf(dbName: string, tableName: string, metadata: ViewMetadata): Table {
  const {properties = {}} = metadata;
  const version = metadata.versions.find(
    one => one['version-id'] === metadata['current-version-id'],
  );
  const schema = metadata.schemas.find(one => one['schema-id'] === version?.['schema-id']);
  const parameters = new Map(Object.entries(properties));
  const sql = version?.representations.find(one => one.type === 'sql')?.sql;
  const namespace = version?.['default-namespace'] ?? [];
  if (namespace.length > 0) parameters.set('view.catalogAndNamespace.part.1', namespace.join('.'));
  return {
    dbName,
    tableName,
    ...ownerOf(properties),
    tableType: 'VIRTUAL_VIEW',
    sd: {cols: (schema?.fields ?? []).map(columnOf)},
    parameters,
    ...(sql === undefined ? {} : {viewOriginalText: sql}),
  };
}

function ownerOf({owner}: Readonly<Record<string, string>>): {owner?: string} {
  return owner === undefined ? {} : {owner};
}

/** `day(at), bucket[16](id)`. */
function partitionsOf(metadata: TableMetadata): string {
  const spec = metadata['partition-specs']?.find(
    one => one['spec-id'] === metadata['default-spec-id'],
  );
  const columns = new Map(
    metadata.schemas.flatMap(one => one.fields.map(field => [field.id, field.name])),
  );
  return (spec?.fields ?? [])
    .map(field => {
      const name = columns.get(field['source-id']) ?? field.name;
      return field.transform === 'identity' ? name : `${field.transform}(${name})`;
    })
    .join(', ');
}

function columnOf({name, type, doc}: IcebergField): FieldSchema {
  return {name, type: typeText(type), ...(doc === undefined ? {} : {comment: doc})};
}

function typeText(type: IcebergType): string {
  if (typeof type === 'string') return type;
  switch (type.type) {
    case 'struct':
      return `struct<${(type.fields ?? []).map(one => `${one.name}:${typeText(one.type)}`).join(',')}>`;
    case 'list':
      return `array<${typeText(type.element ?? '')}>`;
    case 'map':
      return `map<${typeText(type.key ?? '')},${typeText(type.value ?? '')}>`;
    default:
      return type.type;
  }
}

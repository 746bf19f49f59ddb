import type {SchemaTree} from 'hyparquet';

/**
 * The type of Hive that reads a column of a Parquet file. By the older annotation and the newer
 * one, since files have either or both.
 */
export function hiveTypeOf({element, children}: SchemaTree): string {
  if (children.length > 0) return nestedType({element, children});
  const {type, converted_type: converted, logical_type: logical} = element;
  if (converted === 'DECIMAL' || logical?.type === 'DECIMAL')
    return `decimal(${element.precision ?? 38},${element.scale ?? 0})`;
  if (converted === 'DATE' || logical?.type === 'DATE') return 'date';
  if (type === 'INT96' || converted?.startsWith('TIMESTAMP') || logical?.type === 'TIMESTAMP')
    return 'timestamp';
  if (type === 'BYTE_ARRAY')
    return converted === undefined && logical === undefined ? 'binary' : 'string';
  return simple[type ?? ''] ?? 'binary';
}

const simple: Readonly<Record<string, string>> = {
  BOOLEAN: 'boolean',
  INT32: 'int',
  INT64: 'bigint',
  FLOAT: 'float',
  DOUBLE: 'double',
};

/**
 * A list is a group around a repeated one, which has the element in it or is the element itself:
 * both ways of writing are in use.
 */
function nestedType({element, children}: Pick<SchemaTree, 'element' | 'children'>): string {
  const [repeated] = children;
  const [first, second] = repeated?.children ?? [];
  const {converted_type: converted, logical_type: logical} = element;
  if ((converted === 'LIST' || logical?.type === 'LIST') && repeated !== undefined)
    return `array<${hiveTypeOf(first ?? repeated)}>`;
  const isMap = converted === 'MAP' || converted === 'MAP_KEY_VALUE' || logical?.type === 'MAP';
  if (isMap && first !== undefined && second !== undefined)
    return `map<${hiveTypeOf(first)},${hiveTypeOf(second)}>`;
  const fields = children.map(
    one => `\`${one.element.name.replaceAll('`', '``')}\`:${hiveTypeOf(one)}`,
  );
  return `struct<${fields.join(',')}>`;
}

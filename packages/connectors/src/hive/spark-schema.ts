import type {FieldSchema} from '@gazetteer/thrift';

type SparkType =
  | string
  | {
      readonly type: string;
      readonly fields?: readonly SparkField[];
      readonly elementType?: SparkType;
      readonly keyType?: SparkType;
      readonly valueType?: SparkType;
      readonly sqlType?: SparkType;
    };
type SparkField = {
  readonly name: string;
  readonly type: SparkType;
  readonly metadata?: {readonly comment?: string};
};

/**
 * Columns of a table that Spark made: it writes them to parameters, and the table's own may be one
 * that stands for all. Undefined where there are none.
 */
export function sparkColumns(
  parameters: ReadonlyMap<string, string>,
): {columns: FieldSchema[]; partitionKeys: FieldSchema[]} | undefined {
  const fields = fieldsOf(schemaText(parameters));
  if (fields === undefined) return undefined;
  const keys = new Set(numbered(parameters, 'spark.sql.sources.schema', 'PartCol', 'partCol'));
  const columns = fields.map(({name, type, metadata}) => ({
    name,
    type: typeText(type),
    ...(metadata?.comment === undefined ? {} : {comment: metadata.comment}),
  }));
  return {
    columns: columns.filter(one => !keys.has(one.name)),
    partitionKeys: columns.filter(one => keys.has(one.name)),
  };
}

function schemaText(parameters: ReadonlyMap<string, string>): string | undefined {
  const whole = parameters.get('spark.sql.sources.schema');
  if (whole !== undefined) return whole;
  const parts = numbered(parameters, 'spark.sql.sources.schema', 'Part', 'part');
  return parts.length === 0 ? undefined : parts.join('');
}

/** `<prefix>.num<What>s` values of `<prefix>.<what>.N`. */
function numbered(
  parameters: ReadonlyMap<string, string>,
  prefix: string,
  counted: string,
  name: string,
): string[] {
  const count = Number(parameters.get(`${prefix}.num${counted}s`) ?? 0);
  const values = Array.from({length: count}, (_, i) => parameters.get(`${prefix}.${name}.${i}`));
  return values.every(one => one !== undefined) ? (values as string[]) : [];
}

/** What is no schema is none of Spark's: the columns of the table count then. */
function fieldsOf(text: string | undefined): readonly SparkField[] | undefined {
  if (text === undefined) return undefined;
  try {
    const {fields} = JSON.parse(text) as {fields?: readonly SparkField[]};
    return Array.isArray(fields) && fields.length > 0 ? fields : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** As Hive writes types. */
function typeText(type: SparkType): string {
  if (typeof type === 'string') return simple[type] ?? type;
  switch (type.type) {
    case 'struct':
      return `struct<${(type.fields ?? []).map(one => `${one.name}:${typeText(one.type)}`).join(',')}>`;
    case 'array':
      return `array<${typeText(type.elementType ?? '')}>`;
    case 'map':
      return `map<${typeText(type.keyType ?? '')},${typeText(type.valueType ?? '')}>`;
    default:
      return type.sqlType === undefined ? type.type : typeText(type.sqlType);
  }
}

const simple: Readonly<Record<string, string>> = Object.assign(Object.create(null), {
  integer: 'int',
  long: 'bigint',
  short: 'smallint',
  byte: 'tinyint',
});

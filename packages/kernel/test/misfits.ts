import type {OpenApi} from '../src/http/openapi.ts';

/** A part of a document, as far as answers are held against it. */
export type Schema = {
  readonly $ref?: string;
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema;
};

/** Places where a value is not as declared; members that are not declared count. */
export function misfits(
  document: OpenApi,
  schema: Schema,
  value: unknown,
  place: string,
): string[] {
  const {$ref, anyOf, type, items, properties, required = [], additionalProperties} = schema;
  if ($ref !== undefined) {
    const schemas = document.components['schemas'] as Readonly<Record<string, Schema>>;
    return misfits(document, schemas[$ref.slice($ref.lastIndexOf('/') + 1)] ?? {}, value, place);
  }
  if (anyOf !== undefined) {
    const each = anyOf.map(one => misfits(document, one, value, place));
    return each.find(found => found.length === 0) ?? each.flat();
  }
  if (type === undefined) return [];
  if (!isOf(type, value)) return [`${place} is no ${type}`];
  if (schema.enum !== undefined && !schema.enum.includes(value as string))
    return [`${place} is ${String(value)}`];
  if (type === 'array')
    return (value as unknown[]).flatMap((one, i) =>
      misfits(document, items ?? {}, one, `${place}[${i}]`),
    );
  if (type !== 'object') return [];
  const members = Object.entries(value as object) as [string, unknown][];
  return [
    ...required
      .filter(name => !Object.hasOwn(value as object, name))
      .map(name => `${place}.${name} is missing`),
    ...members.flatMap(([name, one]) => {
      const member = properties?.[name] ?? additionalProperties;
      return member === undefined
        ? [`${place}.${name} is not declared`]
        : misfits(document, member, one, `${place}.${name}`);
    }),
  ];
}

function isOf(type: string, value: unknown): boolean {
  if (type === 'array') return Array.isArray(value);
  if (type === 'null') return value === null;
  if (type === 'integer') return Number.isInteger(value);
  if (type === 'object')
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  return typeof value === type;
}

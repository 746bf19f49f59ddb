import {type AssetTypes, type Containment, containments} from './containment.ts';

/**
 * `table` has columns, `container` other assets, `process` inputs and outputs; others are what
 * their attributes say.
 */
export type AssetKind = 'table' | 'container' | 'process' | 'other';

export type AssetShape = {
  readonly kind: AssetKind;
  readonly columns: Containment | undefined;
  /**
   * Of which there may be many, those that people look for first before others: columns, else data
   * sets.
   */
  readonly parts: readonly Containment[];
};

/**
 * What an asset of the type is, and what it is made of, as its type definitions say: own types are
 * assets like the stock ones.
 */
export function assetShape(types: AssetTypes, typeName: string): AssetShape {
  const line = types.lineOf(typeName);
  const isOfType = new Set(line.map(def => def.name));
  const parts = containments(types).filter(one => one.isMany && isOfType.has(one.container));
  const columns = columnsAmong(parts, line);
  const rank = (one: Containment) => (one === columns ? 0 : isDataSet(types, one.part) ? 1 : 2);
  const kind = isOfType.has('Process') ? 'process' : columns !== undefined ? 'table' : 'container';
  return {
    kind: kind === 'container' && parts.length === 0 ? 'other' : kind,
    columns,
    parts: parts.toSorted((a, b) => rank(a) - rank(b)),
  };
}

const columnAttributes: ReadonlySet<string> = new Set(['columns', 'fields']);

/** A type may name its columns in the option `schemaElementsAttribute`. */
function columnsAmong(
  parts: readonly Containment[],
  line: ReturnType<AssetTypes['lineOf']>,
): Containment | undefined {
  const told = line
    .map(def => def.options?.['schemaElementsAttribute'])
    .find(name => name !== undefined && name !== '');
  return parts.find(one =>
    told === undefined ? columnAttributes.has(one.attribute) : one.attribute === told,
  );
}

function isDataSet(types: AssetTypes, typeName: string): boolean {
  return types.lineOf(typeName).some(def => def.name === 'DataSet');
}

/**
 * Attributes that hold the text of a query or program, in the order of preference; a type may name
 * its own in `queryAttribute`.
 */
const queryAttributes = [
  'queryText',
  'query',
  'sql',
  'sqlText',
  'statement',
  'viewOriginalText',
  'queryString',
  'code',
];

/** Which of the attributes `names` of the type has the text of its query. */
export function queryAttribute(
  types: AssetTypes,
  typeName: string,
  names: ReadonlySet<string>,
): string | undefined {
  const told = types.lineOf(typeName).flatMap(def => def.options?.['queryAttribute'] ?? []);
  return [...told, ...queryAttributes].find(name => names.has(name));
}

/**
 * The attribute that people describe entities of the type in: that which no source overwrites,
 * where there is one.
 */
export function documentationAttribute(
  names: ReadonlySet<string>,
): 'userDescription' | 'description' | undefined {
  return (['userDescription', 'description'] as const).find(name => names.has(name));
}

/**
 * The text that describes an entity, people's own first. Sources call theirs a comment where a
 * column has no description.
 */
export function documentationOf(attributes: Readonly<Record<string, unknown>>): string {
  const texts = ['userDescription', 'description', 'comment'].map(name => attributes[name]);
  return texts.find((one): one is string => typeof one === 'string' && one.trim() !== '') ?? '';
}

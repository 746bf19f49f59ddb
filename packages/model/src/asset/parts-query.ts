import {AppError} from '../error.ts';
import type {EntityRecord, Guid} from '../entity/record.ts';
import {entityField} from '../search/search-fields.ts';
import {relatedQuery} from '../search/related-search.ts';
import type {Condition, SearchQuery} from '../search/search.ts';
import type {TypeRegistry} from '../types/type-registry.ts';
import {assetShape} from './asset-shape.ts';
import {assetTypesOf} from './asset-path.ts';
import type {Containment} from './containment.ts';

export type PartsSearch = {
  /** What parts have in one of their texts, in whatever case. */
  readonly text: string;
  readonly sortBy: string | undefined;
  readonly descending: boolean;
  readonly limit: number;
  readonly offset: number;
};

/** @throws INVALID_RELATIONSHIP_ATTRIBUTE for an attribute that holds no parts */
export function partsRelation(
  types: TypeRegistry,
  typeName: string,
  relation: string | undefined,
): Containment | undefined {
  const {parts} = assetShape(assetTypesOf(types), typeName);
  if (relation === undefined) return parts[0];
  const found = parts.find(one => one.attribute === relation);
  if (found === undefined)
    throw new AppError('INVALID_RELATIONSHIP_ATTRIBUTE', [relation, typeName]);
  return found;
}

/**
 * The parts of `record`, by their position where they have one, else by name.
 * @param ended the parts of an entity that is deleted, which nothing living leads to any more
 */
export function partsQuery(
  types: TypeRegistry,
  record: EntityRecord,
  {attribute: relation, part}: Containment,
  {text, sortBy, ...search}: PartsSearch,
  ended?: readonly Guid[],
): SearchQuery {
  const {attributes} = types.entityType(part);
  const order =
    sortBy ?? ['position', 'ordinalPosition', 'name'].find(name => attributes.has(name));
  const query = relatedQuery(types, record, {
    ...search,
    relation,
    sortBy: order,
    isUnsorted: true,
    activeOnly: record.status === 'ACTIVE',
  });
  const among: Condition | undefined =
    ended === undefined
      ? query.where
      : {
          kind: 'oneOf',
          field: {kind: 'column', column: 'guid', compare: 'text'},
          values: [...ended],
        };
  const tests = text === '' ? [] : [textCondition(types, part, text)];
  return {
    ...query,
    where: {kind: 'and', parts: [...(among === undefined ? [] : [among]), ...tests]},
  };
}

const textAttributes = [
  'name',
  'displayName',
  'description',
  'userDescription',
  'comment',
  'type',
  'dataType',
  'data_type',
];

function textCondition(types: TypeRegistry, part: string, text: string): Condition {
  const {attributes} = types.entityType(part);
  const parts = textAttributes
    .filter(name => attributes.has(name))
    .flatMap((name): Condition[] => {
      const found = entityField(types, [part], name);
      if (found.kind !== 'field' || found.field.compare !== 'text') return [];
      return [{kind: 'match', field: found.field, how: 'expression', pattern: ignoringCase(text)}];
    });
  return {kind: 'or', parts};
}

/** The text anywhere in another one, as both databases read expressions. */
function ignoringCase(text: string): string {
  const characters = Array.from(text, one => {
    const [lower, upper] = [one.toLowerCase(), one.toUpperCase()];
    if (lower !== upper && [...lower].length === 1 && [...upper].length === 1)
      return `[${lower}${upper}]`;
    return one.replace(/[\\^$.|+*?()[\]{}]/u, String.raw`\$&`);
  });
  return characters.join('');
}

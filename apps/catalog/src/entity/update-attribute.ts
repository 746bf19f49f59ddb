import * as shape from '@gazetteer/kernel/shape';
import {also, body} from '@gazetteer/kernel';
import {text} from '@gazetteer/kernel/parameters';
import {AppError, parseJson, type Attribute, type Guid} from '@gazetteer/model';
import type {GraphTx} from '@gazetteer/store';
import {change} from '../operation.ts';
import type {Context} from '../catalog.ts';
import * as shapes from './shapes.ts';
import {mutationJson, type MutationJson} from './mutation.ts';
import {planningOf} from './planning.ts';
import {recordsOf} from './read-entities.ts';
import {saveIn} from './save-entities.ts';

/**
 * PUT /entity/guid/{guid}?name=: sets one attribute to a primitive or a reference; the body is its
 * JSON value.
 * @throws UNKNOWN_ATTRIBUTE, ATTRIBUTE_UPDATE_NOT_SUPPORTED for lists, maps and structs
 */
export const updateAttribute = change({
  logAs: 'AtlasEntityStoreV2.updateEntityAttributeByGuid',
  run: (
    tx,
    {guid, name, body}: {guid: Guid; name: string; body: string},
    c,
  ): Promise<MutationJson> => updateAttributeIn(c, tx, {guid, name, value: () => parseJson(body)}),
});

export const setAttribute = also(
  'PUT /v2/entity/guid/{guid}',
  updateAttribute,
  {
    summary: 'Set one attribute of an entity',
    description:
      'The body is the new value: a text, a number, or a reference to another entity by guid.',
    query: {name: text('Name of the attribute')},
    body: body(shape.anything),
    answer: shapes.mutation,
    errors: [
      'INSTANCE_GUID_NOT_FOUND',
      'UNKNOWN_ATTRIBUTE',
      'ATTRIBUTE_UPDATE_NOT_SUPPORTED',
      'INSTANCE_CRUD_INVALID_PARAMS',
      'INVALID_OBJECT_ID',
      'REFERENCED_ENTITY_NOT_FOUND',
      'INVALID_RELATIONSHIP_END_TYPE',
      'INSTANCE_ALREADY_EXISTS',
    ],
  },
  ({name, ...input}) => ({...input, name: name ?? ''}),
);

/**
 * The same inside a transaction. The value is read when the attribute is known to be one that can
 * be set.
 * @param takesEnums false where the reference refuses them and clients rely on it
 */
export async function updateAttributeIn(
  c: Context,
  tx: GraphTx,
  {
    guid,
    name,
    value,
    takesEnums = true,
  }: {guid: Guid; name: string; value: () => unknown; takesEnums?: boolean},
): Promise<MutationJson> {
  const [record] = await recordsOf(tx, [guid]);
  const type = tx.types.entityType(record?.typeName ?? '');
  const attribute = type.attributes.get(name);
  const kind = attribute?.type.kind;
  const ends = type.relationshipAttributes.get(name);
  if (kind === undefined && ends === undefined)
    throw new AppError('UNKNOWN_ATTRIBUTE', [name || 'null', type.name]);
  const isSingle =
    ends === undefined
      ? kind === 'primitive' || kind === 'entity' || (kind === 'enum' && takesEnums)
      : !ends.some(end => end.isMany);
  if (!isSingle) throw new AppError('ATTRIBUTE_UPDATE_NOT_SUPPORTED', [name, shownType(attribute)]);
  const attributes = {[name]: value()};
  const entity = {
    guid,
    typeName: type.name,
    attributes,
    relationshipAttributes: {},
    classifications: [],
  };
  const request = {entities: [entity], referredEntities: new Map()};
  const {changes, guidAssignments} = await saveIn(tx, request, planningOf(c), 'partial');
  return await mutationJson(tx, changes, guidAssignments, 'PARTIAL_UPDATE');
}

/** The declared type; the reference calls every entity type the same. */
function shownType(attribute: Attribute | undefined): string {
  if (attribute === undefined) return 'array<objectid>';
  const {type, def} = attribute;
  return type.kind === 'array' && type.element.kind === 'entity' ? 'array<objectid>' : def.typeName;
}

import {also, bodyText, body} from '@gazetteer/kernel';
import {flag} from '@gazetteer/kernel/parameters';
import {emptyChangeSet, planBusinessRemoval, planBusinessUpdate, type Guid} from '@gazetteer/model';
import {parseBody} from '@gazetteer/kernel/shape';
import {change} from '../operation.ts';
import {planningOf} from './planning.ts';
import {recordOf} from './read-entities.ts';
import * as shapes from './shapes.ts';

const badBusiness = [
  'INSTANCE_GUID_NOT_FOUND',
  'INVALID_PARAMETERS',
  'INSTANCE_CRUD_INVALID_PARAMS',
] as const;

/**
 * `name`: the one business metadata that the body holds the values of; without it they stand by its
 * name in the body.
 */
type Business = {guid: Guid; name?: string; body: string};

/**
 * POST /entity/guid/{guid}/businessmetadata and …/businessmetadata/{name} @throws what
 * `planBusinessUpdate` throws
 */
export const setBusinessMetadata = change('POST /v2/entity/guid/{guid}/businessmetadata', {
  summary: 'Set business attributes of an entity',
  description:
    'Values by business metadata and attribute. Attributes that are left out keep their values, unless `isOverwrite` is set.',
  query: {isOverwrite: flag('Takes away all business attributes that are not given')},
  body: bodyText(shapes.businessAttributes),
  errors: badBusiness,
  logAs: 'AtlasEntityStoreV2.addOrUpdateBusinessAttributes',
  read: ({guid, name, body, isOverwrite}: Business & {isOverwrite: boolean}) => {
    const given = readValues(name, body);
    return {guid, isOverwrite, given};
  },
  run: async (tx, {guid, isOverwrite, given}, c): Promise<void> => {
    const before = await recordOf(tx, {guid});
    const planning = planningOf(c);
    const after = planBusinessUpdate(tx.types, before, given, isOverwrite, planning);
    if (after !== before)
      await tx.apply({...emptyChangeSet(), updated: [{before, after}]}, planning);
  },
});

export const setBusinessMetadataByName = also(
  'POST /v2/entity/guid/{guid}/businessmetadata/{name}',
  setBusinessMetadata,
  {
    summary: 'Set business attributes of one business metadata',
    description: 'Values by attribute. Attributes that are left out keep their values.',
    body: body(shapes.businessValues),
    errors: badBusiness,
  },
  input => ({...input, isOverwrite: false}),
);

/**
 * DELETE /entity/guid/{guid}/businessmetadata and …/businessmetadata/{name} @throws what
 * `planBusinessRemoval` throws
 */
export const removeBusinessMetadata = change('DELETE /v2/entity/guid/{guid}/businessmetadata', {
  summary:
    'Remove business attributes from an entity; an empty map of values stands for all of them',
  description: 'The body has the form of the values that an entity shows; only the names count.',
  body: bodyText(shapes.businessAttributes),
  errors: badBusiness,
  logAs: 'AtlasEntityStoreV2.removeBusinessAttributes',
  read: ({guid, name, body}: Business) => {
    const given = readValues(name, body);
    return {guid, given};
  },
  run: async (tx, {guid, given}, c): Promise<void> => {
    const before = await recordOf(tx, {guid});
    const planning = planningOf(c);
    const after = planBusinessRemoval(tx.types, before, given, planning);
    if (after !== before)
      await tx.apply({...emptyChangeSet(), updated: [{before, after}]}, planning);
  },
});

export const removeBusinessMetadataByName = also(
  'DELETE /v2/entity/guid/{guid}/businessmetadata/{name}',
  removeBusinessMetadata,
  {
    summary: 'Remove business attributes of one business metadata; all of them when none is named',
    description: 'The body has the form of the values that an entity shows; only the names count.',
    body: body(shapes.businessValues),
    errors: badBusiness,
  },
);

/** By business metadata. */
function readValues(name: string | undefined, body: string): unknown {
  return name === undefined
    ? parseBody(shapes.businessAttributes, body)
    : {[name]: parseBody(shapes.businessValues, body)};
}

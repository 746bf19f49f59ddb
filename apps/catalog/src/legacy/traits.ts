import {also, body} from '@gazetteer/kernel';
import * as shape from '@gazetteer/kernel/shape';
import {AppError, classificationJson, type ClassificationJson, type Guid} from '@gazetteer/model';
import type {GraphRead} from '@gazetteer/store';
import {addClassifications, removeClassification} from '../entity/classify-entity.ts';
import {recordsOf} from '../entity/read-entities.ts';
import {change, query, within} from '../operation.ts';
import {missing} from './addresses.ts';
import {readTrait} from './read-referenceables.ts';
import {showTrait} from './referenceable.ts';
import * as shapes from './shapes.ts';

/** GET /entities/{guid}/traits, names only, and /entities/{guid}/traitDefinitions */
export const readTraits = query('GET /entities/{guid}/traits', {
  summary: 'Names of the traits of an entity',
  description: 'Traits are what the v2 API calls classifications.',
  answer: shapes.results(shape.list(shape.text())),
  errors: missing,
  logAs: 'AtlasEntityStoreV2.getClassifications',
  run: async (
    graph,
    {guid, namesOnly = true}: {guid: Guid; namesOnly?: boolean},
    c,
  ): Promise<object> => {
    const traits = await traitsOf(graph, guid);
    const results = namesOnly
      ? traits.map(one => one.typeName)
      : traits.map(one => showTrait(graph.types, one));
    return {results, count: results.length, requestId: c.requestId};
  },
});

export const readTraitDefinitions = also(
  'GET /entities/{guid}/traitDefinitions',
  readTraits,
  {
    summary: 'Traits of an entity',
    description: 'With their values.',
    answer: shapes.results(shape.list(shapes.struct)),
    errors: missing,
  },
  ({guid}) => ({guid, namesOnly: false}),
);

/** GET /entities/{guid}/traitDefinitions/{traitName} @throws CLASSIFICATION_NOT_FOUND */
export const readTraitDefinition = query('GET /entities/{guid}/traitDefinitions/{traitName}', {
  summary: 'One trait of an entity',
  description: 'With its values.',
  answer: shapes.traitAnswer,
  errors: [...missing, 'CLASSIFICATION_NOT_FOUND'],
  logAs: 'AtlasEntityStoreV2.getClassification',
  run: async (graph, {guid, traitName}, c): Promise<object> => {
    const trait = (await traitsOf(graph, guid)).find(one => one.typeName === traitName);
    if (trait === undefined) throw new AppError('CLASSIFICATION_NOT_FOUND', [traitName]);
    return {results: showTrait(graph.types, trait), requestId: c.requestId};
  },
});

/** POST /entities/{guid}/traits */
export const addTrait = change('POST /entities/{guid}/traits', {
  summary: 'Add a trait to an entity',
  description: 'The body is a struct: the name of the classification and its values.',
  body: body(shape.anything),
  answer: shapes.traitChange,
  status: 201,
  location: (_answer: unknown, {guid}: {guid: Guid}) => guid,
  errors: [...missing, 'INVALID_PARAMETERS', 'TYPE_NAME_INVALID', 'INSTANCE_CRUD_INVALID_PARAMS'],
  logAs: addClassifications.logAs,
  run: async (tx, {guid, body: json}, c): Promise<object> => {
    await within(addClassifications, tx, c, {
      guid,
      body: JSON.stringify([readTrait(tx.types, json)]),
    });
    return {requestId: c.requestId};
  },
});

/**
 * DELETE /entities/{guid}/traits/{traitName}: a type that there is not is not associated either.
 */
export const removeTrait = change('DELETE /entities/{guid}/traits/{traitName}', {
  summary: 'Remove a trait from an entity',
  description: 'Copies that propagated from the entity are removed as well.',
  answer: shapes.traitChange,
  errors: [...missing, 'CLASSIFICATION_NOT_ASSOCIATED_WITH_ENTITY'],
  logAs: removeClassification.logAs,
  run: async (tx, {guid, traitName}, c): Promise<object> => {
    try {
      await within(removeClassification, tx, c, {guid, name: traitName});
    } catch (error) {
      const isMissing = error instanceof AppError && notAssociated.has(error.kind);
      throw isMissing
        ? new AppError('CLASSIFICATION_NOT_ASSOCIATED_WITH_ENTITY', [traitName], {cause: error})
        : error;
    }
    return {requestId: c.requestId, traitName};
  },
});

const notAssociated: ReadonlySet<string> = new Set([
  'TYPE_NAME_INVALID',
  'NO_CLASSIFICATIONS_FOUND_FOR_ENTITY',
]);

/**
 * An entity's own classifications, without those that have come from others: V1 knew no
 * propagation.
 */
async function traitsOf(graph: GraphRead, guid: Guid): Promise<ClassificationJson[]> {
  const [record] = await recordsOf(graph, [guid]);
  const list = await graph.classificationsOf([guid]);
  return list.map(one => classificationJson(graph.types, one, record?.status ?? 'ACTIVE'));
}

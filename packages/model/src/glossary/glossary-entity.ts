import type {IncomingEntity} from '../entity/entity.ts';
import type {Attributes, Guid} from '../entity/record.ts';
import {glossaryEdges, glossaryTypes, termRelations} from './glossary-types.ts';
import type {CategoryInput, GlossaryInput, RelationInput, TermInput} from './read-glossary-body.ts';

/**
 * Glossaries, terms and categories are entities: what somebody asks of them is said as an entity to
 * save, whose relationship attributes hold exactly what the request names.
 */

export function glossaryEntity(
  guid: Guid,
  input: GlossaryInput,
  qualifiedName: string,
): IncomingEntity {
  return entity(guid, glossaryTypes.glossary, input, qualifiedName, {});
}

/** @param glossary undefined: the term stays in its glossary */
export function termEntity(
  guid: Guid,
  input: TermInput,
  qualifiedName: string,
  glossary: Guid | undefined,
): IncomingEntity {
  const relations = termRelations.map(({field, typeName}) => [
    field,
    (input.relations.get(field) ?? []).map(one => objectId(glossaryTypes.term, typeName, one)),
  ]);
  return entity(guid, glossaryTypes.term, input, qualifiedName, {
    ...anchor(glossary),
    ...Object.fromEntries(relations),
    categories: input.categories.map(one =>
      objectId(glossaryTypes.category, glossaryEdges.categorization, one),
    ),
  });
}

/** A term that keeps all but these texts, and whose relations of these fields become these. */
export function changedTermEntity(
  guid: Guid,
  attributes: Attributes,
  relations: ReadonlyMap<string, readonly Guid[]>,
): IncomingEntity {
  const changed = termRelations.flatMap(({field, typeName}) => {
    const terms = relations.get(field);
    return terms === undefined
      ? []
      : [[field, terms.map(term => objectId(glossaryTypes.term, typeName, {guid: term}))] as const];
  });
  return {
    guid,
    typeName: glossaryTypes.term,
    attributes,
    relationshipAttributes: Object.fromEntries(changed),
    classifications: [],
  };
}

/** @param glossary undefined: the category stays in its glossary */
export function categoryEntity(
  guid: Guid,
  input: CategoryInput,
  qualifiedName: string,
  glossary: Guid | undefined,
): IncomingEntity {
  const category = (one: RelationInput) =>
    objectId(glossaryTypes.category, glossaryEdges.categoryTree, one);
  return entity(guid, glossaryTypes.category, input, qualifiedName, {
    ...anchor(glossary),
    parentCategory: input.parent === undefined ? null : category(input.parent),
    childrenCategories: input.children.map(category),
    terms: input.terms.map(one => objectId(glossaryTypes.term, glossaryEdges.categorization, one)),
  });
}

/** A category that only takes another place in the tree, because one above it moved. */
export function movedCategoryEntity(
  guid: Guid,
  qualifiedName: string,
  glossary: Guid | undefined,
): IncomingEntity {
  return {
    guid,
    typeName: glossaryTypes.category,
    attributes: {qualifiedName},
    relationshipAttributes: anchor(glossary),
    classifications: [],
  };
}

/**
 * A term whose categories change because one of them moves; with `moved` its glossary does, too.
 */
export function recategorizedTermEntity(
  guid: Guid,
  categories: readonly Guid[],
  moved?: {readonly qualifiedName: string; readonly glossary: Guid},
): IncomingEntity {
  const links = categories.map(one =>
    objectId(glossaryTypes.category, glossaryEdges.categorization, {guid: one}),
  );
  return {
    guid,
    typeName: glossaryTypes.term,
    attributes: moved === undefined ? {} : {qualifiedName: moved.qualifiedName},
    relationshipAttributes: {...anchor(moved?.glossary), categories: links},
    classifications: [],
  };
}

function entity(
  guid: Guid,
  typeName: string,
  {name, attributes, classifications}: GlossaryInput,
  qualifiedName: string,
  relationshipAttributes: Attributes,
): IncomingEntity {
  return {
    guid,
    typeName,
    attributes: {name, qualifiedName, ...attributes},
    relationshipAttributes,
    classifications,
  };
}

function anchor(glossary: Guid | undefined): Attributes {
  return glossary === undefined ? {} : {anchor: {guid: glossary, typeName: glossaryTypes.glossary}};
}

function objectId(
  typeName: string,
  relationshipType: string,
  {guid, attributes}: RelationInput,
): Attributes {
  return {
    guid,
    typeName,
    relationshipType,
    ...(attributes === undefined
      ? {}
      : {relationshipAttributes: {typeName: relationshipType, attributes}}),
  };
}

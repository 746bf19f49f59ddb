import type {
  Attributes,
  ClassificationRecord,
  EdgeRecord,
  EntityRecord,
  Guid,
} from '../entity/record.ts';
import {classificationJson} from '../entity/header.ts';
import {relatedObjectId} from '../entity/view.ts';
import type {TypeRegistry} from '../types/type-registry.ts';
import {glossaryEdges, termRelations, type TermRelation} from './glossary-types.ts';

/** A glossary, term or category as the API writes it: what is empty is left out. */
export type GlossaryJson = Attributes & {guid: Guid};

/** What one of them is made of: its ACTIVE edges, and the entities at their other ends. */
export type GlossaryParts = {
  readonly record: EntityRecord;
  readonly edges: readonly EdgeRecord[];
  readonly others: ReadonlyMap<Guid, EntityRecord>;
  readonly classifications: readonly ClassificationRecord[];
};

/** @param parents of the categories in it */
export function glossaryJson(
  types: TypeRegistry,
  parts: GlossaryParts,
  parents: ReadonlyMap<Guid, Guid>,
): GlossaryJson {
  const {language, usage} = parts.record.attributes;
  return filled({
    ...commonJson(types, parts),
    language,
    usage,
    terms: at(parts, glossaryEdges.termAnchor, 1).map(([edge, term]) => termHeader(edge, term)),
    categories: at(parts, glossaryEdges.categoryAnchor, 1).map(([edge, category]) =>
      categoryHeader(edge, category, parents.get(category.guid)),
    ),
  });
}

export function termJson(types: TypeRegistry, parts: GlossaryParts): GlossaryJson {
  const {guid, attributes} = parts.record;
  const {examples, abbreviation, usage, qualifiedName} = attributes;
  return filled({
    ...commonJson(types, parts),
    examples,
    abbreviation,
    usage,
    anchor: anchorJson(parts, glossaryEdges.termAnchor),
    assignedEntities: assignedEntities(types, parts),
    categories: at(parts, glossaryEdges.categorization, 2).map(([edge, category]) => ({
      categoryGuid: category.guid,
      relationGuid: edge.guid,
      ...filled({
        description: edge.attributes?.['description'],
        displayText: category.attributes['name'],
      }),
      ...filled({status: edge.attributes?.['status']}),
    })),
    ...relatedTerms(parts),
    glossaryTermHeader: filled({termGuid: guid, qualifiedName}),
  });
}

/** Terms by the field of the relation; fields without any are left out. */
export function relatedTerms(parts: GlossaryParts): Record<string, Attributes[]> {
  const fields = termRelations.map((relation): [string, Attributes[]] => [
    relation.field,
    relatedBy(parts, relation),
  ]);
  return Object.fromEntries(fields.filter(([, headers]) => headers.length > 0));
}

export function assignedEntities(types: TypeRegistry, parts: GlossaryParts): Attributes[] {
  return at(parts, glossaryEdges.assignment, 1).map(([edge, entity]) =>
    relatedObjectId(types, edge, entity),
  );
}

export function categoryJson(types: TypeRegistry, parts: GlossaryParts): GlossaryJson {
  const {parent, children} = relatedCategories(parts);
  return filled({
    ...commonJson(types, parts),
    anchor: anchorJson(parts, glossaryEdges.categoryAnchor),
    parentCategory: parent?.[0],
    childrenCategories: children,
    terms: at(parts, glossaryEdges.categorization, 1).map(([edge, term]) => termHeader(edge, term)),
  });
}

/** The category above and those below; what there is none of is left out. */
export function relatedCategories(parts: GlossaryParts): {
  parent?: Attributes[];
  children?: Attributes[];
} {
  const parent = at(parts, glossaryEdges.categoryTree, 2).map(([edge, category]) =>
    categoryHeader(edge, category),
  );
  const children = at(parts, glossaryEdges.categoryTree, 1).map(([edge, category]) =>
    categoryHeader(edge, category, parts.record.guid),
  );
  return {...(parent.length === 0 ? {} : {parent}), ...(children.length === 0 ? {} : {children})};
}

/** A term seen from what it is related to, by the edge between them. */
export function termHeader(edge: EdgeRecord, term: EntityRecord): Attributes {
  const {description, expression, steward, source, status} = edge.attributes ?? {};
  return filled({
    termGuid: term.guid,
    relationGuid: edge.guid,
    displayText: term.attributes['name'],
    description,
    expression,
    steward,
    source,
    status,
    qualifiedName: term.attributes['qualifiedName'],
  });
}

export function categoryHeader(
  edge: EdgeRecord,
  category: EntityRecord,
  parentCategoryGuid?: Guid,
): Attributes {
  return filled({
    categoryGuid: category.guid,
    parentCategoryGuid,
    relationGuid: edge.guid,
    displayText: category.attributes['name'],
    description: edge.attributes?.['description'],
  });
}

function relatedBy(parts: GlossaryParts, {typeName, end}: TermRelation): Attributes[] {
  const pairs =
    end === 'either'
      ? [...at(parts, typeName, 1), ...at(parts, typeName, 2)]
      : at(parts, typeName, end);
  return pairs.map(([edge, term]) => termHeader(edge, term));
}

function commonJson(types: TypeRegistry, {record, classifications}: GlossaryParts): GlossaryJson {
  const {name, shortDescription, longDescription, qualifiedName, additionalAttributes} =
    record.attributes;
  return {
    guid: record.guid,
    qualifiedName,
    name,
    shortDescription,
    longDescription,
    classifications: classifications.map(one => classificationJson(types, one, record.status)),
    additionalAttributes,
  };
}

function anchorJson(parts: GlossaryParts, typeName: string): Attributes {
  const [pair] = at(parts, typeName, 2);
  if (pair === undefined) return {};
  const [edge, glossary] = pair;
  return filled({
    glossaryGuid: glossary.guid,
    relationGuid: edge.guid,
    displayText: glossary.attributes['name'],
  });
}

/**
 * The ACTIVE edges of a type at which the record takes this end, each with what is at the other
 * one.
 */
function at(
  {record, edges, others}: GlossaryParts,
  typeName: string,
  end: 1 | 2,
): [EdgeRecord, EntityRecord][] {
  return edges.flatMap(edge => {
    if (edge.typeName !== typeName || edge.status !== 'ACTIVE') return [];
    if ((end === 1 ? edge.end1 : edge.end2) !== record.guid) return [];
    const other = others.get(end === 1 ? edge.end2 : edge.end1);
    return other === undefined ? [] : [[edge, other] as [EdgeRecord, EntityRecord]];
  });
}

/** Without what is null or empty, as glossaries are written. */
function filled<T extends Attributes>(values: T): T {
  const isEmpty = (value: unknown) =>
    value === undefined ||
    value === null ||
    value === '' ||
    (typeof value === 'object' && Object.keys(value).length === 0);
  return Object.fromEntries(Object.entries(values).filter(([, value]) => !isEmpty(value))) as T;
}

import {AppError} from '../error.ts';

/**
 * Entity types of glossaries: ordinary entities of internal types, so they are removed for good and
 * never searched.
 */
export const glossaryTypes = {
  glossary: 'AtlasGlossary',
  term: 'AtlasGlossaryTerm',
  category: 'AtlasGlossaryCategory',
} as const;

/** Relationship types of glossaries; end1 is the glossary, the parent, the category or the term. */
export const glossaryEdges = {
  termAnchor: 'AtlasGlossaryTermAnchor',
  categoryAnchor: 'AtlasGlossaryCategoryAnchor',
  categoryTree: 'AtlasGlossaryCategoryHierarchyLink',
  categorization: 'AtlasGlossaryTermCategorization',
  assignment: 'AtlasGlossarySemanticAssignment',
} as const;

/**
 * How terms are related to each other: the field of a term, its relationship type, and the end that
 * the term takes.
 */
export type TermRelation = {
  readonly field: string;
  readonly typeName: string;
  readonly end: 1 | 2 | 'either';
};

/** In the order in which a term's JSON has them. */
export const termRelations: readonly TermRelation[] = [
  {field: 'seeAlso', typeName: 'AtlasGlossaryRelatedTerm', end: 'either'},
  {field: 'synonyms', typeName: 'AtlasGlossarySynonym', end: 'either'},
  {field: 'antonyms', typeName: 'AtlasGlossaryAntonym', end: 'either'},
  {field: 'preferredTerms', typeName: 'AtlasGlossaryPreferredTerm', end: 1},
  {field: 'preferredToTerms', typeName: 'AtlasGlossaryPreferredTerm', end: 2},
  {field: 'replacementTerms', typeName: 'AtlasGlossaryReplacementTerm', end: 2},
  {field: 'replacedBy', typeName: 'AtlasGlossaryReplacementTerm', end: 1},
  {field: 'translationTerms', typeName: 'AtlasGlossaryTranslation', end: 2},
  {field: 'translatedTerms', typeName: 'AtlasGlossaryTranslation', end: 1},
  {field: 'isA', typeName: 'AtlasGlossaryIsARelationship', end: 2},
  {field: 'classifies', typeName: 'AtlasGlossaryIsARelationship', end: 1},
  {field: 'validValues', typeName: 'AtlasGlossaryValidValue', end: 2},
  {field: 'validValuesFor', typeName: 'AtlasGlossaryValidValue', end: 1},
];

/**
 * Signs of a qualified name cannot be part of a name.
 * @throws INVALID_DISPLAY_NAME
 */
export function checkGlossaryName(name: string): void {
  if (!isGlossaryName(name)) throw new AppError('INVALID_DISPLAY_NAME');
}

export function isGlossaryName(name: string): boolean {
  return !/[@.]/.test(name);
}

export function termQualifiedName(name: string, glossary: string): string {
  return `${name}@${glossary}`;
}

/** `name@glossary` at the top of the tree, `name.parent.grandparent@glossary` below. */
export function categoryQualifiedName(name: string, glossary: string, parent?: string): string {
  return parent === undefined ? `${name}@${glossary}` : `${name}.${parent}`;
}

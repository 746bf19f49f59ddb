import type {RelatedTerm, Term} from '../../api/wire.ts';

/** The names of the API, by which a term has the lists of its relations. */
export type RelationField =
  | 'seeAlso'
  | 'synonyms'
  | 'antonyms'
  | 'isA'
  | 'classifies'
  | 'preferredTerms'
  | 'preferredToTerms'
  | 'replacedBy'
  | 'replacementTerms'
  | 'translationTerms'
  | 'translatedTerms'
  | 'validValues'
  | 'validValuesFor';

/** A term in what it has to do with another one. */
export type Related = {readonly field: RelationField; readonly other: RelatedTerm};

/**
 * How terms are related, said from the term that one looks at. A relation from its other end is a
 * kind of its own.
 */
export type Relation = {
  readonly field: RelationField;
  readonly label: string;
  readonly help: string;
  /**
   * Where the other term stands in a picture: before, behind, or for the rest below. Only the two
   * sides are told apart in the picture; what is symmetric goes behind.
   */
  readonly side: 'before' | 'after';
};

/**
 * The kinds of relations in the order of the page. Both ends of a pair have a row of their own,
 * since the server keeps them as one relation that reads differently from each end.
 */
export const relations: readonly Relation[] = [
  {field: 'synonyms', label: 'Synonyms', help: 'mean the same', side: 'after'},
  {field: 'antonyms', label: 'Antonyms', help: 'mean the opposite', side: 'after'},
  {field: 'seeAlso', label: 'See also', help: 'have something to do with it', side: 'after'},
  {field: 'isA', label: 'Is a', help: 'are wider: it is a kind of them', side: 'before'},
  {
    field: 'classifies',
    label: 'Classifies',
    help: 'are narrower: they are kinds of it',
    side: 'after',
  },
  {
    field: 'preferredTerms',
    label: 'Preferred terms',
    help: 'are to be used instead',
    side: 'before',
  },
  {
    field: 'preferredToTerms',
    label: 'Preferred to',
    help: 'it is to be used instead of them',
    side: 'after',
  },
  {field: 'replacedBy', label: 'Replaced by', help: 'have taken its place', side: 'before'},
  {field: 'replacementTerms', label: 'Replaces', help: 'it has taken their place', side: 'after'},
  {
    field: 'translationTerms',
    label: 'Translations',
    help: 'say it in another language',
    side: 'after',
  },
  {
    field: 'translatedTerms',
    label: 'Translation of',
    help: 'are said by it in another language',
    side: 'before',
  },
  {field: 'validValues', label: 'Valid values', help: 'are values that it can have', side: 'after'},
  {
    field: 'validValuesFor',
    label: 'Valid value for',
    help: 'can have it as their value',
    side: 'before',
  },
];

/** What can be said of one relation, beside its status. */
export const relationTexts = [
  {name: 'description', label: 'Description'},
  {name: 'expression', label: 'Expression'},
  {name: 'steward', label: 'Steward'},
  {name: 'source', label: 'Source'},
] as const;

/** The server's words. They are shown as they are kept: other programs set them, too. */
export const relationStatuses = ['DRAFT', 'ACTIVE', 'DEPRECATED', 'OBSOLETE', 'OTHER'];

/** Terms at the other end of relations of one kind; the server leaves out empty lists. */
export function relatedBy(term: Term, field: RelationField): readonly RelatedTerm[] {
  return term[field] ?? [];
}

/** The term with relations to others, which take the place of those that it has to them. */
export function withRelations(
  term: Term,
  {
    guids,
    field,
    formerField,
    said,
  }: {
    guids: readonly string[];
    field: RelationField;
    formerField: RelationField;
    said: Partial<RelatedTerm>;
  },
): Term {
  const added = guids.map((termGuid): RelatedTerm => {
    // An existing relation is changed, not replaced, so what it says beside stays together.
    const old = relatedBy(term, field).find(one => one.termGuid === termGuid);
    // With its own guid a relation says everything about itself, so what was emptied goes.
    return {
      termGuid,
      ...(old?.relationGuid === undefined ? {} : {relationGuid: old.relationGuid}),
      ...said,
    };
  });
  const without = (related: readonly RelatedTerm[]) =>
    related.filter(one => !guids.includes(one.termGuid));
  // A relation that becomes another kind is taken off the list where it was, else it would be two.
  const left =
    formerField === field ? term : {...term, [formerField]: without(relatedBy(term, formerField))};
  return {...left, [field]: [...without(relatedBy(left, field)), ...added]};
}

/** For the tab's title. */
export function relationCount(term: Term): number {
  return relations.reduce((sum, {field}) => sum + relatedBy(term, field).length, 0);
}

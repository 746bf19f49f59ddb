import {termRelations} from '@gazetteer/model';
import {
  described,
  anything,
  flag,
  integer,
  list,
  mapOf,
  named,
  notEmpty,
  nullable,
  object,
  type Shape,
  text,
  word,
} from '@gazetteer/kernel/shape';
import {classification, status} from '../entity/shapes.ts';

/** No list of its values: what is none is an error of the relationship's attributes. */
const relationStatus = text('DRAFT, ACTIVE, DEPRECATED, OBSOLETE or OTHER');

export const termHeader = named(
  'RelatedTerm',
  'A term that a term, category or glossary refers to',
  () =>
    object(
      {
        termGuid: text('The term'),
        relationGuid: text('Of the relation; a request with it says everything about the relation'),
        displayText: text('Name of the term'),
        description: text('What relates the terms'),
        expression: text('How they are related, as an expression'),
        steward: text('Person responsible for the relationship'),
        source: text('Where the relationship comes from'),
        status: relationStatus,
        qualifiedName: text('Of the term'),
      },
      [],
      ['termGuid'],
    ),
);

export const categoryHeader = named(
  'RelatedCategory',
  'A category that a term, category or glossary refers to',
  () =>
    object(
      {
        categoryGuid: text('The category'),
        parentCategoryGuid: text('The category above it'),
        relationGuid: text('Of the relationship'),
        displayText: text('Name of the category'),
        description: text('What relates them'),
        termCount: integer('When it is asked for'),
      },
      [],
      ['categoryGuid'],
    ),
);

const categorization = named('TermCategorization', 'A category that a term is in', () =>
  object(
    {
      categoryGuid: text('The category'),
      relationGuid: text('Of the relationship'),
      displayText: text('Name of the category'),
      description: text('Why the term is in the category'),
      status: relationStatus,
    },
    [],
    ['categoryGuid'],
  ),
);

const anchor = named('GlossaryHeader', 'The glossary of a term or category', () =>
  object(
    {
      glossaryGuid: text('The glossary'),
      relationGuid: text('Of the relationship'),
      displayText: text('Name of the glossary'),
    },
    [],
    ['glossaryGuid'],
  ),
);

export const assignedEntity = named('RelatedObjectId', 'An entity that a term is assigned to', () =>
  object(
    {
      guid: text('The entity'),
      typeName: text('Type of the entity'),
      uniqueAttributes: mapOf(anything, 'With the type in place of the guid'),
      entityStatus: described(status, 'Status of the entity'),
      displayText: text('Name of the entity'),
      qualifiedName: text('Of the entity'),
      relationshipType: text('Relationship type of the assignment'),
      relationshipGuid: text('The assignment; needed to remove it'),
      relationshipStatus: described(status, 'Status of the assignment'),
      relationshipAttributes: described(
        object({
          typeName: text('Relationship type'),
          attributes: mapOf(anything, 'Values such as description, confidence, steward and status'),
        }),
        'What is known of the assignment',
      ),
    },
    [],
    ['guid', 'typeName'],
  ),
);

/** What glossaries, terms and categories have alike. */
const common = {
  guid: text('Assigned by the server'),
  name: text('Without @ and .'),
  qualifiedName: text(
    'Assigned by the server: the names from the glossary down, such as revenue@Finance',
  ),
  shortDescription: text('One or two sentences'),
  longDescription: text('As long as it takes'),
  classifications: list(
    classification,
    'Classifications; those of a term propagate to its entities',
  ),
  additionalAttributes: mapOf(nullable(text()), 'Custom properties: texts by name'),
};

const glossaryMembers = {
  ...common,
  language: text('Language of the glossary'),
  usage: text('How to use the glossary'),
  terms: list(termHeader, 'Short forms of the terms'),
  categories: list(categoryHeader, 'Short forms of the categories'),
};

const wholeGlossary = {
  ...glossaryMembers,
  termCount: integer('When it is asked for'),
  categoryCount: integer('When it is asked for'),
};
export const glossary: Shape = named('Glossary', 'A glossary', () =>
  object(wholeGlossary, ['guid']),
);
/** In a body, as the server assigns the guid. */
export const givenGlossary: Shape = named('GivenGlossary', 'A glossary to create or change', () =>
  object(wholeGlossary),
);

/** By the fields of `termRelations`. */
const relatedTerms: Readonly<Record<string, string>> = {
  seeAlso: 'Terms to look at as well',
  synonyms: 'Terms that mean the same',
  antonyms: 'Terms that mean the opposite',
  preferredTerms: 'Terms to use rather than this one',
  preferredToTerms: 'Terms that this one is preferred to',
  replacementTerms: 'Terms that this one has taken the place of',
  replacedBy: 'Terms that have taken the place of this one',
  translationTerms: 'Translations of this term',
  translatedTerms: 'Terms that this one translates',
  isA: 'Terms that are broader',
  classifies: 'Terms that are narrower',
  validValues: 'Terms that are valid values of this one',
  validValuesFor: 'Terms that this one is a valid value of',
};

export const term: Shape = named('GlossaryTerm', 'A term of a glossary', () =>
  object({
    ...common,
    examples: list(text(), 'Examples of the term'),
    abbreviation: text('Abbreviation of the term'),
    usage: text('How to use the term'),
    anchor: described(anchor, 'The glossary that it belongs to'),
    assignedEntities: list(assignedEntity, 'Entities that have the term'),
    assignedCount: integer('When it is asked for'),
    categories: list(categorization, 'Categories that the term is in'),
    ...Object.fromEntries(
      termRelations.map(({field}) => [field, list(termHeader, relatedTerms[field])]),
    ),
    glossaryTermHeader: described(
      object({termGuid: text('The term'), qualifiedName: text('Of the term')}),
      'What identifies the term',
    ),
  }),
);

export const category: Shape = named('GlossaryCategory', 'A category of a glossary', () =>
  object({
    ...common,
    anchor: described(anchor, 'The glossary that it belongs to'),
    parentCategory: described(categoryHeader, 'The category above it'),
    childrenCategories: list(categoryHeader, 'Categories directly below it'),
    terms: list(termHeader, 'Terms in the category'),
  }),
);

export const detailedGlossary = named(
  'DetailedGlossary',
  'A glossary with all its terms and categories',
  () =>
    object(
      {
        ...glossaryMembers,
        termInfo: mapOf(term, 'By guid'),
        categoryInfo: mapOf(category, 'By guid'),
      },
      ['guid'],
    ),
);

export const texts = notEmpty(mapOf(text(), 'Texts by the name of their attribute'));

export const relatedTermLists = mapOf(list(termHeader), 'By the field of a term');
export const relatedCategoryLists = object({
  parent: list(categoryHeader, 'The category above it'),
  children: list(categoryHeader, 'Categories directly below it'),
});

export const assignedEntities = list(assignedEntity);

export const glossarySearch = named('GlossarySearch', 'What to find in glossaries', () =>
  object({
    limit: integer('0: all; 25 when absent'),
    offset: integer('Hits to skip'),
    sortBy: text('name, glossaryName, status, qualifiedName or recordType'),
    sortOrder: described(word('ASCENDING|DESCENDING'), 'Order of the hits'),
    glossary: described(
      object({name: text('A part of it'), guid: text('Of the glossary')}),
      'Only in this glossary',
    ),
    glossaryType: text('ALL, TERM or CATEGORY'),
    status: text('A part of it'),
    classificationContains: text('A part of a name'),
    searchQuery: text('A part of any text'),
    excludeDeleted: flag('No effect: deleted terms and categories are removed at once'),
  }),
);

const found = {
  name: text('Name'),
  guid: text('Guid'),
  shortDescription: text('Short description'),
  longDescription: text('Long description'),
  status: text('Status, where it has one'),
};
const member = object({
  ...found,
  qualifiedName: text('Qualified name'),
  classifications: list(classification, 'Classifications'),
  customAttributes: mapOf(text(), 'Custom properties'),
});

export const glossaryHits = named(
  'GlossaryHits',
  'Terms and categories that were found, by glossary',
  () =>
    object({
      glossary: list(
        object({
          ...found,
          terms: list(member, 'Terms that match'),
          categories: list(member, 'Categories that match'),
        }),
        'Glossaries with hits',
      ),
      approximateCount: integer('All hits, of which this is one page'),
    }),
);

export const glossaryExport = named('GlossaryExport', 'What to write into a file', () =>
  object(
    {
      format: described(word('CSV|XLSX'), 'Format of the file'),
      mode: text(
        'AUDIT, when absent: all there is to know; IMPORT_COMPATIBLE: terms as an import takes them',
      ),
      recordType: text('ALL, TERM or CATEGORY'),
      glossaryGuid: text('Of one glossary; without any: all'),
      glossaryGuids: list(text(), 'Of these glossaries'),
      statusContains: text('A part of it'),
      classificationContains: text('A part of a name'),
      searchQuery: text('A part of any text'),
      excludeDeleted: flag('No effect: deleted terms and categories are removed at once'),
      sortBy: text('name, glossaryName, status, qualifiedName or recordType'),
      sortOrder: described(word('ASCENDING|DESCENDING'), 'Order of the rows'),
    },
    ['format'],
  ),
);

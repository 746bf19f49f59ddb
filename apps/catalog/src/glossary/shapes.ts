import {termRelations} from '@gazetteer/model';
import {anything, flag, integer, list, mapOf, named, notEmpty, object, type Shape, text, word} from '../api/shape.ts';
import {classification, status} from '../entity/shapes.ts';

/** No list of its values: what is none is an error of the relationship's attributes. */
const relationStatus = text('DRAFT, ACTIVE, DEPRECATED, OBSOLETE or OTHER');

export const termHeader = named('RelatedTerm', () =>
  object(
    {
      termGuid: text(),
      relationGuid: text('Of the relation; a request with it says everything about the relation'),
      displayText: text(),
      description: text(),
      expression: text(),
      steward: text(),
      source: text(),
      status: relationStatus,
      qualifiedName: text(),
    },
    ['termGuid'],
  ),
);

export const categoryHeader = named('RelatedCategory', () =>
  object(
    {
      categoryGuid: text(),
      parentCategoryGuid: text(),
      relationGuid: text(),
      displayText: text(),
      description: text(),
      termCount: integer('When it is asked for'),
    },
    ['categoryGuid'],
  ),
);

const categorization = named('TermCategorization', () =>
  object(
    {categoryGuid: text(), relationGuid: text(), displayText: text(), description: text(), status: relationStatus},
    ['categoryGuid'],
  ),
);

const anchor = named('GlossaryHeader', () =>
  object({glossaryGuid: text(), relationGuid: text(), displayText: text()}, ['glossaryGuid']),
);

export const assignedEntity = named('RelatedObjectId', () =>
  object({
    guid: text(),
    typeName: text(),
    uniqueAttributes: mapOf(anything, 'With the type in place of the guid'),
    entityStatus: status,
    displayText: text(),
    qualifiedName: text(),
    relationshipType: text(),
    relationshipGuid: text(),
    relationshipStatus: status,
    relationshipAttributes: object({typeName: text(), attributes: mapOf(anything)}),
  }),
);

const common = {
  guid: text(),
  name: text('Without @ and .'),
  qualifiedName: text(),
  shortDescription: text(),
  longDescription: text(),
  classifications: list(classification),
  additionalAttributes: mapOf(text()),
};

const glossaryMembers = {
  ...common,
  language: text(),
  usage: text(),
  terms: list(termHeader),
  categories: list(categoryHeader),
};

export const glossary: Shape = named('Glossary', () =>
  object(
    {...glossaryMembers, termCount: integer('When it is asked for'), categoryCount: integer('When it is asked for')},
    ['guid'],
  ),
);

export const term: Shape = named('GlossaryTerm', () =>
  object({
    ...common,
    examples: list(text()),
    abbreviation: text(),
    usage: text(),
    anchor,
    assignedEntities: list(assignedEntity),
    assignedCount: integer('When it is asked for'),
    categories: list(categorization),
    ...Object.fromEntries(termRelations.map(({field}) => [field, list(termHeader)])),
    glossaryTermHeader: object({termGuid: text(), qualifiedName: text()}),
  }),
);

export const category: Shape = named('GlossaryCategory', () =>
  object({
    ...common,
    anchor,
    parentCategory: categoryHeader,
    childrenCategories: list(categoryHeader),
    terms: list(termHeader),
  }),
);

export const detailedGlossary = named('DetailedGlossary', () =>
  object({...glossaryMembers, termInfo: mapOf(term, 'By guid'), categoryInfo: mapOf(category, 'By guid')}, ['guid']),
);

export const texts = notEmpty(mapOf(text(), 'Texts by the name of their attribute'));

export const relatedTermLists = mapOf(list(termHeader), 'By the field of a term');
export const relatedCategoryLists = object({parent: list(categoryHeader), children: list(categoryHeader)});

export const assignedEntities = list(assignedEntity);

export const glossarySearch = named('GlossarySearch', () =>
  object({
    limit: integer('0: all; 25 when absent'),
    offset: integer(),
    sortBy: text('name, glossaryName, status, qualifiedName or recordType'),
    sortOrder: word('ASCENDING|DESCENDING'),
    glossary: object({name: text('A part of it'), guid: text()}),
    glossaryType: text('ALL, TERM or CATEGORY'),
    status: text('A part of it'),
    classificationContains: text('A part of a name'),
    searchQuery: text('A part of any text'),
    excludeDeleted: flag('What is deleted in a glossary is gone'),
  }),
);

const found = {
  name: text(),
  guid: text(),
  shortDescription: text(),
  longDescription: text(),
  status: text(),
};
const member = object({
  ...found,
  qualifiedName: text(),
  classifications: list(classification),
  customAttributes: mapOf(text()),
});

export const glossaryHits = named('GlossaryHits', () =>
  object({
    glossary: list(object({...found, terms: list(member), categories: list(member)})),
    approximateCount: integer('All hits, of which this is one page'),
  }),
);

export const glossaryExport = named('GlossaryExport', () =>
  object(
    {
      format: word('CSV|XLSX'),
      mode: text('AUDIT, when absent: all there is to know; IMPORT_COMPATIBLE: terms as an import takes them'),
      recordType: text('ALL, TERM or CATEGORY'),
      glossaryGuid: text('Of one glossary; without any: all'),
      glossaryGuids: list(text()),
      statusContains: text('A part of it'),
      classificationContains: text('A part of a name'),
      searchQuery: text('A part of any text'),
      excludeDeleted: flag('What is deleted in a glossary is gone'),
      sortBy: text('name, glossaryName, status, qualifiedName or recordType'),
      sortOrder: word('ASCENDING|DESCENDING'),
    },
    ['format'],
  ),
);

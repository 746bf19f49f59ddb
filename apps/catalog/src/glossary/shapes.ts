import {list, mapOf, anything, named, object, text, type Shape} from '../api/shape.ts';

const termHeader = named('RelatedTerm', () =>
  object(
    {
      termGuid: text(),
      relationGuid: text(),
      displayText: text(),
      description: text(),
      qualifiedName: text(),
    },
    ['termGuid'],
  ),
);

const categoryHeader = named('RelatedCategory', () =>
  object(
    {
      categoryGuid: text(),
      parentCategoryGuid: text(),
      relationGuid: text(),
      displayText: text(),
      description: text(),
    },
    ['categoryGuid'],
  ),
);

export const glossary: Shape = named('Glossary', () =>
  object(
    {
      guid: text(),
      name: text(),
      qualifiedName: text(),
      shortDescription: text(),
      longDescription: text(),
      language: text(),
      usage: text(),
      additionalAttributes: mapOf(anything),
      terms: list(termHeader),
      categories: list(categoryHeader),
    },
    ['guid'],
  ),
);

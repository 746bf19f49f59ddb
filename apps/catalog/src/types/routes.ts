import {also} from '@gazetteer/kernel';
import {routesOf} from '@gazetteer/kernel/http';
import type {Route} from '../api/route.ts';
import {categories} from './addresses.ts';
import {readType, readTypeByGuid} from './read-types.ts';
import {defOf} from './shapes.ts';

const otherwise = '404 when there is none, or when it is of another category.';

/** The addresses that every category of types has. */
export const typeRoutes: readonly Route[] = Object.entries(categories).flatMap(
  ([segment, category]) => {
    const at = segment as keyof typeof categories;
    return routesOf({
      byName: also(
        `GET /v2/types/${at}/name/{name}`,
        readType,
        {
          summary: `A type by name, if it is of category ${category}`,
          description: otherwise,
          answer: defOf[category],
          errors: ['TYPE_NAME_NOT_FOUND'],
        },
        ({name}) => ({name, category}),
      ),
      byGuid: also(
        `GET /v2/types/${at}/guid/{guid}`,
        readTypeByGuid,
        {
          summary: `A type by guid, if it is of category ${category}`,
          description: otherwise,
          answer: defOf[category],
          errors: ['TYPE_GUID_NOT_FOUND'],
        },
        ({guid}) => ({guid, category}),
      ),
    });
  },
);

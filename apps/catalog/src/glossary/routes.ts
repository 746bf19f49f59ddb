import {choice, integer} from '../api/parameters.ts';
import {route, type Route} from '../api/route.ts';
import {list} from '../api/shape.ts';
import {glossary} from './shapes.ts';

const page = {
  limit: integer('At most so many; -1: all', {default: -1}),
  offset: integer('Leave out so many', {default: 0}),
  sort: choice('By name', ['ASC', 'DESC'], {default: 'ASC'}),
};

/** Everything under /v2/glossary. */
export const glossaryRoutes: readonly Route[] = [
  route(
    'GET /v2/glossary',
    'listGlossaries',
    {summary: 'Glossaries with the short forms of their terms and categories', query: page, answer: list(glossary)},
    input => input,
  ),
];

import {anything} from './shape.ts';
import {openApi} from './openapi.ts';
import {serve, type Route} from './route.ts';

/** The document of `routes` and of itself, made once. */
export function documentRoutes(routes: readonly Route[]): readonly Route[] {
  let text = '';
  const own = serve(
    'GET /openapi.json',
    {summary: 'This document, OpenAPI 3.1', answer: anything, open: true},
    (): string => text,
  );
  text = JSON.stringify(openApi([...routes, own]));
  return [own];
}

import examples from './examples.json' with {type: 'json'};
import {type Examples, openApi, type OpenApi} from './openapi.ts';
import {serve, type Route} from './route.ts';
import {anything} from './shape.ts';

/** `routes` and the one that serves their document, which is made once. */
export function documented(routes: readonly Route[]): {routes: readonly Route[]; document: OpenApi} {
  let text = '';
  const own = serve(
    'GET /openapi.json',
    {summary: 'This document, OpenAPI 3.1', answer: anything, open: true},
    (): string => text,
  );
  const all = [...routes, own];
  const document = openApi(all, examples as Examples);
  text = JSON.stringify(document);
  return {routes: all, document};
}

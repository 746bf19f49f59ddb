export {apiDocs} from './api-docs.ts';
export {givenIn, takeFields} from './bodies.ts';
export {mount} from './mount.ts';
export {
  openApi,
  parametersOf,
  type ApiInfo,
  type Failing,
  type OpenApi,
  type ParameterJson,
} from './openapi.ts';
export {routeOf, routesOf, routeTo, streams, type Route, type Run} from './route.ts';
export {toolOf, type ToolOf} from './tools.ts';

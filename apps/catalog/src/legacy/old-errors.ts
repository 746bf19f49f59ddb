import {AppError, JsonError} from '@gazetteer/model';
import type {Route} from '../api/route.ts';

/** The route with errors as the API before v2 has them: with one member, `error`. */
export function withOldErrors(route: Route): Route {
  return {
    ...route,
    handlerWith: door => {
      const handle = route.handlerWith(door);
      return async (request, reply) => {
        try {
          return await handle(request, reply);
        } catch (error) {
          if (!(error instanceof AppError || error instanceof JsonError)) throw error;
          return await reply.code(statusOf(error)).send({error: escaped(error.message)});
        }
      };
    },
  };
}

/** An entity that is not valid was a bad request then, whatever was wrong with it. */
const invalid: ReadonlySet<string> = new Set([
  'INSTANCE_CRUD_INVALID_PARAMS',
  'RELATIONSHIP_CRUD_INVALID_PARAMS',
]);

function statusOf(error: AppError | JsonError): number {
  return error instanceof JsonError || invalid.has(error.kind) ? 400 : error.status;
}

/** Texts of errors were escaped for JSON before they became JSON. */
function escaped(text: string): string {
  return JSON.stringify(text)
    .slice(1, -1)
    .replaceAll('/', String.raw`\/`);
}

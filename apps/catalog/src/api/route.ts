import type {Telemetry} from '@gazetteer/kernel/host';
import {streams, type Route as Served, type Run} from '@gazetteer/kernel/http';
import type {FastifyRequest} from 'fastify';
import type {Authorizer} from '../access/authorizer.ts';
import type {Caller, CatalogHost} from '../caller.ts';

/** What routes need beside their request. A folder whose routes need more says what. */
export type Door = {
  readonly run: Run;
  readonly host: CatalogHost;
  readonly telemetry: Telemetry;
  readonly authorizer: Authorizer;
};
export type Route<Own extends Door = Door> = Served<Own>;

/** Who asks, for what a stream calls operations for. */
export function callerOf({actor, id}: FastifyRequest): Caller {
  const {changeId} = actor;
  return {actor, requestId: id, ...(changeId === undefined ? {} : {changeId})};
}

/** A route that answers by itself: what runs no operation, or makes more of its answer. */
export const stream = streams<Door>();

import type {Actor} from '@gazetteer/server';
import type {FastifyInstance, FastifyReply, FastifyRequest} from 'fastify';
import {Fields} from '../editor-api/fields.ts';
import {RestInput} from './rest-input.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Failures have statuses of HTTP instead of an envelope. */
    rest?: boolean;
  }
}

export type RestCall = {
  readonly actor: Actor;
  readonly path: Readonly<Record<string, string>>;
  readonly query: RestInput;
  readonly body: RestInput;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
};

/** What it returns is the JSON of the answer; nothing is 204. */
export type RestHandler = (call: RestCall) => Promise<object | undefined>;

/** Routes as a list: method and address, and one call each. Failures are thrown. */
export function restRoutes(app: FastifyInstance, routes: Readonly<Record<string, RestHandler>>): void {
  for (const [at, handle] of Object.entries(routes)) {
    const [method = '', url = ''] = at.split(' ');
    app.route({
      method,
      url,
      config: {rest: true},
      handler: async (request, reply) => {
        void reply.header('cache-control', 'no-store');
        const answer = await handle({
          actor: request.actor,
          path: request.params as Readonly<Record<string, string>>,
          query: new RestInput(request.query as Readonly<Record<string, unknown>>),
          body: new RestInput(request.body instanceof Fields ? request.body.all : {}),
          request,
          reply,
        });
        if (reply.sent || answer === reply) return reply;
        return await (answer === undefined ? reply.code(204).send() : reply.send(answer));
      },
    });
  }
}

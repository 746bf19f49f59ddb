import {type Address, JsonText} from '@gazetteer/kernel';
import {mount, type Route, type Run} from '@gazetteer/kernel/http';
import {clientGone} from '@gazetteer/server';
import {traced} from '@gazetteer/server/trace';
import type {FastifyContextConfig, FastifyInstance, FastifyRequest} from 'fastify';
import type {Editor} from '../editor.ts';
import {SqlError} from '../engine/sql-engine.ts';
import {editorFor} from './editor-for.ts';
import type {EditorPolicy} from '../login/editor-policy.ts';
import type {Caller, Door, LoginParts} from '../operation.ts';

type Parts = LoginParts & {readonly policy: EditorPolicy | undefined};

/** Routes that are told alike, and where they are found. */
export type Served = {
  readonly routes: readonly Route<Door>[];
  /**
   * The API document shows the first; the others are addresses that scripts know from elsewhere.
   */
  readonly prefixes: readonly [string, ...string[]];
  readonly failures: NonNullable<FastifyContextConfig['failures']>;
};

/** Serves the editor's API. Nothing of it is to be kept on its way. */
export function serve(
  app: FastifyInstance,
  e: Editor,
  parts: Parts,
  lists: readonly Served[],
): void {
  const door = doorOf(e, parts);
  for (const {routes, prefixes, failures} of lists) {
    for (const prefix of prefixes) {
      void app.register(
        async scope => {
          scope.addHook('onRequest', (_request, reply, done) => {
            void reply.header('cache-control', 'no-store');
            done();
          });
          mount(scope, routes, {door, config: {failures}});
        },
        {prefix},
      );
    }
  }
}

/** As the API document shows them. */
export function addressesOf(lists: readonly Served[]): readonly Address[] {
  return lists.flatMap(({routes, prefixes: [prefix]}) =>
    routes.map(route => ({...route, path: prefix + route.path})),
  );
}

function doorOf(e: Editor, {policy, ...parts}: Parts): Door {
  const callerOf: Door['callerOf'] = (request, reply) => ({
    actor: {...request.actor, sharing: e.sharing},
    address: request.ip,
    people: parts.login.people,
    catalogPages: () => e.catalog.pagesFor(request),
    signal: () =>
      clientGone(request, reply, {
        reason: () => new SqlError('timeout', 'Nobody waits for the answer any more'),
      }),
  });
  const own = (request: FastifyRequest) => editorFor(e, request, policy);
  const run: Run = async (request, reply, operation, args) => {
    const caller: Caller = callerOf(request, reply);
    const asked = operation.prepare(args, caller as never);
    const work = async () =>
      (await operation.run(own(request) as never, asked as never, caller as never)) as unknown;
    const answer = await traced(operation.name, {}, work);
    if (answer === undefined) return await reply.code(204).send();
    // Numbers of more digits than a double has are printed by this, not by the framework.
    const text = answer instanceof JsonText ? answer.text : JSON.stringify(answer);
    const type = 'application/json; charset=utf-8';
    return await reply
      .code(operation.address?.status ?? 200)
      .type(type)
      .send(text);
  };
  return {run, editorFor: own, callerOf, ...parts};
}

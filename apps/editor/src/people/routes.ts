import type {Login} from '@gazetteer/server';
import type {FastifyInstance} from 'fastify';
import {restRoutes} from '../http/rest.ts';

const maxShown = 100;

/** Who there is to share with: names alone, for everybody who is logged in. */
export function peopleRoutes(app: FastifyInstance, people: Login['people']): void {
  restRoutes(app, {
    'GET /api/v1/people': async ({actor, query}) => {
      const text = query.text('text', '', 200).toLowerCase();
      const shown = (names: Iterable<string>) =>
        [...new Set(names)]
          .filter(name => name.toLowerCase().includes(text))
          .sort()
          .slice(0, maxShown);
      const entries = people();
      return {
        me: {name: actor.userName, groups: actor.groups},
        users: shown(entries.keys()),
        groups: shown([...entries.values()].flatMap(({groups}) => groups)),
      };
    },
  });
}

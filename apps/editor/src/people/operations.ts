import {text} from '@gazetteer/kernel/fields';
import {described, named, text as textShape} from '@gazetteer/kernel/shape';
import {textList, whole} from '../http/shapes.ts';
import {query} from '../operation.ts';

const maxShown = 100;

/** Who there is to share with: names alone, for everybody who is logged in. */
export const peopleOperations = {
  listPeople: query('GET /people', {
    summary: 'Who there is to share with',
    description: 'Names alone, 100 of each at most.',
    query: {text: text('A part of their names', {max: 200, default: ''})},
    answer: named('People', 'Who there is to share with', () =>
      whole({
        me: described(
          whole({
            name: textShape('Name of the caller'),
            groups: textList('Groups of the caller'),
          }),
          'The caller',
        ),
        users: textList('Names of users'),
        groups: textList('Names of groups'),
      }),
    ),
    run: async (_e, {text: part}, {actor, people}) => {
      const shown = (names: Iterable<string>) =>
        [...new Set(names)]
          .filter(name => name.toLowerCase().includes(part.toLowerCase()))
          .sort()
          .slice(0, maxShown);
      const entries = people();
      return {
        me: {name: actor.userName, groups: actor.groups},
        users: shown(entries.keys()),
        groups: shown([...entries.values()].flatMap(({groups}) => groups)),
      };
    },
  }),
};

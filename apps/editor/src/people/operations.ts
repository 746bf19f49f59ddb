import {text} from '@gazetteer/kernel/fields';
import {described, named, text as textShape} from '@gazetteer/kernel/shape';
import {textList, whole} from '../http/shapes.ts';
import {type Caller, query} from '../operation.ts';

const maxShown = 100;

/** Names of users and groups that have `part` in them, so many of each. */
export function peopleNamed(
  entries: ReturnType<Caller['people']>,
  part: string,
  most: number,
): {readonly users: readonly string[]; readonly groups: readonly string[]} {
  const shown = (names: Iterable<string>) =>
    [...new Set(names)]
      .filter(name => name.toLowerCase().includes(part.toLowerCase()))
      .sort()
      .slice(0, most);
  return {
    users: shown(entries.keys()),
    groups: shown([...entries.values()].flatMap(({groups}) => groups)),
  };
}

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
      const me = {name: actor.userName, groups: actor.groups};
      return {me, ...peopleNamed(people(), part, maxShown)};
    },
  }),
};

const maxShown = 100;

type People = ReadonlyMap<string, {readonly groups: readonly string[]}>;

/** Users and groups whose names have the text, in the order of the alphabet. */
export function readPeople(people: People, part: string): {users: string[]; groups: string[]} {
  const sought = part.trim().toLowerCase();
  const shown = (names: Iterable<string>) =>
    [...new Set(names)]
      .filter(name => name.toLowerCase().includes(sought))
      .sort()
      .slice(0, maxShown);
  const groups = [...people.values()].flatMap(one => one.groups);
  return {users: shown(people.keys()), groups: shown(groups)};
}

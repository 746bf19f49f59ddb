import type {Guid} from '@gazetteer/model';

/** What an asset of the list is told apart by. */
export type Listed = {
  readonly guid: Guid;
  /** Words that a query looks for, in lower case. */
  readonly words: string;
  readonly values: Readonly<Record<ImpactFacet, readonly string[]>>;
};

export const impactFacets = ['degree', 'type', 'owner', 'classification'] as const;
export type ImpactFacet = (typeof impactFacets)[number];
/** One of the values of each facet; none chosen: any. */
export type ImpactChoice = Readonly<Record<ImpactFacet, readonly string[]>>;

export type FacetValues = {name: ImpactFacet; values: {value: string; count: number}[]};

/** Those that have all words and a chosen value of each facet. */
export function narrowed(
  all: readonly Listed[],
  query: string,
  choice: ImpactChoice,
): readonly Listed[] {
  return withWords(all, query).filter(one => impactFacets.every(name => fits(one, name, choice)));
}

/**
 * What is chosen of a facet narrows the counts of the others, but not its own, so that another
 * value can be chosen, too.
 */
export function facetsOf(
  all: readonly Listed[],
  query: string,
  choice: ImpactChoice,
): FacetValues[] {
  const found = withWords(all, query);
  return impactFacets.map(name => {
    const others = impactFacets.filter(one => one !== name);
    const counts = new Map(choice[name].map(value => [value, 0]));
    for (const one of found) {
      if (!others.every(other => fits(one, other, choice))) continue;
      for (const value of one.values[name]) counts.set(value, (counts.get(value) ?? 0) + 1);
    }
    const values = [...counts].map(([value, count]) => ({value, count}));
    const byCount = (a: (typeof values)[0], b: (typeof values)[0]) =>
      b.count - a.count || (a.value < b.value ? -1 : 1);
    return {
      name,
      values: values.sort(
        name === 'degree' ? (a, b) => Number(a.value) - Number(b.value) : byCount,
      ),
    };
  });
}

/** Those that have every word somewhere; all of them without any word. */
function withWords(all: readonly Listed[], query: string): readonly Listed[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  return words.length === 0
    ? all
    : all.filter(one => words.every(word => one.words.includes(word)));
}

/** Whether it has one of the chosen values of a facet; nothing chosen fits everything. */
function fits(one: Listed, name: ImpactFacet, choice: ImpactChoice): boolean {
  return choice[name].length === 0 || one.values[name].some(value => choice[name].includes(value));
}

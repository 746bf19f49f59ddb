import {useQueries, useQuery, useSuspenseQuery} from '@tanstack/react-query';
import {useMemo} from 'react';
import {glossariesQuery, glossaryHitsQuery, hitRows as hitsAtOnce} from '../../../api/queries.ts';
import type {View} from '../glossary-link.ts';
import {categoriesQuery, pageRows, type TermList, termsQuery} from '../queries.ts';
import {hitRows, treeRows, type TreeRow} from './tree-rows.ts';

export type Tree = {
  readonly rows: readonly TreeRow[];
  /** Parts that the server did not give. */
  readonly errors: readonly unknown[];
  readonly retry: () => void;
  readonly isBusy: boolean;
};

/** The lines of the tree; with a text to find, those that have it. */
export function useTree(view: View, find: string, open: readonly string[]): Tree {
  const glossaries = useSuspenseQuery(glossariesQuery).data;
  const isFinding = find !== '';
  const hits = useQuery({...glossaryHitsQuery(find, 0), enabled: isFinding});
  const openSet = useMemo(() => new Set(open), [open]);
  // The categories of glossaries that are closed are not read.
  const wanted =
    isFinding || view === 'term' ? [] : glossaries.filter(({guid}) => openSet.has(guid));
  const found = useQueries({queries: wanted.map(({guid}) => categoriesQuery(guid))});
  const categories = new Map(wanted.map(({guid}, n) => [guid, found[n]?.data]));
  const count = hits.data?.count ?? 0;
  const states = isFinding ? [hits] : found;
  return {
    rows: isFinding
      ? hitRows(count)
      : treeRows({glossaries, view, open: openSet, categoriesOf: guid => categories.get(guid)}),
    errors: states.flatMap(({error}) => error ?? []),
    retry: () => states.filter(one => one.isError).forEach(one => void one.refetch()),
    // A query that is switched off is pending for ever.
    isBusy: states.some(one => one.isPending && one.isFetching),
  };
}

/**
 * What a line that is known by its place says; undefined until it is read. Terms and hits have the
 * same shape, so that one line draws both.
 */
export type Item = {
  readonly kind: 'term' | 'category';
  readonly guid: string;
  readonly label: string;
  readonly note?: string;
};

export type Items = {
  readonly itemOf: (row: TreeRow) => Item | undefined;
  readonly errors: readonly unknown[];
  readonly retry: () => void;
  readonly isBusy: boolean;
};

/** The contents of the lines in sight, read in pages. */
export function useItems(shown: readonly TreeRow[], find: string): Items {
  // Each page once, however many of its lines are in sight.
  const lists = new Map<string, {list: TermList; page: number}>();
  const hitPages = new Set<number>();
  for (const row of shown) {
    if (row.kind === 'hit') hitPages.add(Math.floor(row.index / hitsAtOnce));
    if (row.kind !== 'term') continue;
    const page = Math.floor(row.index / pageRows);
    lists.set(pageKey(row.list, page), {list: row.list, page});
  }
  const terms = useQueries({
    queries: [...lists.values()].map(({list, page}) => termsQuery(list, page)),
  });
  const hits = useQueries({queries: [...hitPages].map(page => glossaryHitsQuery(find, page))});
  const termsByPage = new Map([...lists.keys()].map((key, n) => [key, terms[n]?.data]));
  const hitsByPage = new Map([...hitPages].map((page, n) => [page, hits[n]?.data?.hits]));
  const states = [...terms, ...hits];
  return {
    itemOf: row => {
      if (row.kind === 'hit') {
        const hit = hitsByPage.get(Math.floor(row.index / hitsAtOnce))?.[row.index % hitsAtOnce];
        return hit && {kind: hit.kind, guid: hit.guid, label: hit.name, note: hit.glossaryName};
      }
      if (row.kind !== 'term') return undefined;
      const term = termsByPage.get(pageKey(row.list, Math.floor(row.index / pageRows)))?.[
        row.index % pageRows
      ];
      return term && {kind: 'term', guid: term.termGuid, label: term.displayText ?? term.termGuid};
    },
    errors: states.flatMap(({error}) => error ?? []),
    retry: () => states.filter(one => one.isError).forEach(one => void one.refetch()),
    isBusy: states.some(one => one.isPending),
  };
}

function pageKey({of, guid}: TermList, page: number): string {
  return `${of} ${guid} ${page}`;
}

import {useQuery} from '@tanstack/react-query';
import {useEffect, useEffectEvent, useState} from 'react';
import {queries} from '../../../api/queries.ts';
import type {Kind, View} from '../glossary-link.ts';
import {
  categoriesQuery,
  categoryQuery,
  glossaryQuery,
  pageRows,
  type TermList,
  termQuery,
  termsQuery,
} from '../queries.ts';
import {pathTo, termKey} from './tree-rows.ts';

export type Current = {readonly guid: string; readonly kind: Kind};

/**
 * Opens the tree down to what the page shows, once for each: who closes it again wants it closed.
 * @returns the key of its line, when it has one in this view
 */
export function useReveal(
  current: Current | undefined,
  view: View,
  openAll: (keys: readonly string[]) => void,
): string | undefined {
  const [key, setKey] = useState<string>();
  // The latest one without being a reason to reveal again.
  const open = useEffectEvent(openAll);
  const guid = current?.guid ?? '';
  const kind = current?.kind;
  // The same reads as the page's own, from the same cache: nothing is asked twice.
  const term = useQuery({...termQuery(guid), enabled: kind === 'term'}).data;
  const category = useQuery({...categoryQuery(guid), enabled: kind === 'category'}).data;
  // Only once the page's own read is there, else the last item would be revealed.
  const shown = kind === 'term' ? term?.guid : kind === 'category' ? category?.guid : guid;
  const [glossary, name] = [term?.anchor ?? category?.anchor, term?.name ?? ''];
  // A term in several categories is shown in the first one.
  const inCategory = kind === 'category' ? guid : term?.categories?.[0]?.categoryGuid;
  const glossaryGuid = glossary?.glossaryGuid ?? '';
  useEffect(() => {
    // Somebody may go on before the way is found.
    let isOver = false;
    const reveal = async () => {
      if (kind === undefined || shown !== guid) return;
      const way = await wayTo({guid, kind, name, glossaryGuid, inCategory: inCategory ?? ''}, view);
      if (isOver) return;
      open(way.open);
      setKey(way.key);
    };
    // Where something stands is a help, not what somebody asked for: the page itself says what
    // cannot be read.
    reveal().catch(() => undefined);
    return () => {
      isOver = true;
    };
  }, [guid, kind, shown, view, glossaryGuid, inCategory, name]);
  return key;
}

type TreeNodeRef = {
  guid: string;
  kind: Kind;
  name: string;
  glossaryGuid: string;
  inCategory: string;
};
type Way = {open: readonly string[]; key: string | undefined};

async function wayTo(
  {guid, kind, name, glossaryGuid, inCategory}: TreeNodeRef,
  view: View,
): Promise<Way> {
  if (kind === 'glossary') return {open: [], key: guid};
  // Categories have no line in this view.
  if (view === 'term') {
    if (kind === 'category') return {open: [], key: undefined};
    const {termCount = 0} = await queries.ensureQueryData(glossaryQuery(glossaryGuid));
    const index = await indexIn({of: 'glossary', guid: glossaryGuid}, termCount, guid, name);
    return {
      open: [glossaryGuid],
      key: index === undefined ? undefined : termKey(glossaryGuid, index),
    };
  }
  const categories = await queries.ensureQueryData(categoriesQuery(glossaryGuid));
  const path = pathTo(categories, inCategory);
  const open = [glossaryGuid, ...path.map(one => one.categoryGuid)];
  if (kind === 'category') return {open: open.slice(0, -1), key: guid};
  const count = path.at(-1)?.termCount ?? 0;
  if (count === 0) return {open: [], key: undefined};
  const index = await indexIn({of: 'category', guid: inCategory}, count, guid, name);
  return {open, key: index === undefined ? undefined : termKey(inCategory, index)};
}

/** The place of a term in a list by name, found in a few pages however long the list is. */
async function indexIn(
  list: TermList,
  count: number,
  guid: string,
  name: string,
): Promise<number | undefined> {
  // By bisection, as the lists are ordered by name; the pages that are read stay in the cache.
  let [first, last] = [0, Math.max(0, Math.ceil(count / pageRows) - 1)];
  while (first <= last) {
    const page = (first + last) >> 1;
    const terms = await queries.fetchQuery(termsQuery(list, page));
    const at = terms.findIndex(one => one.termGuid === guid);
    if (at >= 0) return page * pageRows + at;
    const [from, to] = [terms[0]?.displayText ?? '', terms.at(-1)?.displayText ?? ''];
    if (terms.length === 0 || name < from) last = page - 1;
    else if (name > to) first = page + 1;
    // Its name would be on this page, and it is not: it was renamed or moved meanwhile.
    else return undefined;
  }
  return undefined;
}

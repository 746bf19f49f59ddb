import {datasetKey} from '@gazetteer/model';

/** A name may hold colons, as a namespace does: so many places to part them are tried. */
const mostParts = 50;
/** So does the name of a column, rarely. */
const mostFields = 4;

/** The key of a job or data set, and a column of it. */
export type NodePart = {readonly key: string; readonly field?: string};

/**
 * What `namespace:name`, or `namespace:name:column`, may mean, the longest namespace and the
 * shortest column first.
 */
export function partingsOf(text: string, hasField = false): NodePart[] {
  if (!hasField) return cuts(text, mostParts).map(([namespace, name]) => keyed(namespace, name));
  return cuts(text, mostFields).flatMap(([rest, field]) =>
    cuts(rest, mostParts).map(([namespace, name]) => ({...keyed(namespace, name), field})),
  );
}

const keyed = (namespace: string, name: string): NodePart => ({key: datasetKey({namespace, name})});

/** Before and behind a colon, the last one first. */
function cuts(text: string, most: number): [string, string][] {
  const places = [...text.matchAll(/:/g)].map(({index}) => index).toReversed();
  return places.slice(0, most).map(at => [text.slice(0, at), text.slice(at + 1)]);
}

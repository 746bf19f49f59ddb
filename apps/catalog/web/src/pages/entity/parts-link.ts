import {addressTexts} from '../../address-texts.ts';

/**
 * What the address says of the parts that are shown, as texts: which, what they contain, and where
 * the page begins.
 */
export type PartsSearch = {
  readonly parts?: string | undefined;
  readonly find?: string | undefined;
  readonly partsSort?: string | undefined;
  readonly pageOffset?: string | undefined;
  /** What is chosen of facets, where parts are found by a search. */
  readonly facets?: string | undefined;
};

/** One list for reading and for the type above. */
const names = ['parts', 'find', 'partsSort', 'pageOffset', 'facets'] as const;

/** Anything else in the address is not ours. */
export function readPartsSearch(search: Readonly<Record<string, unknown>>): PartsSearch {
  return addressTexts(names, search);
}

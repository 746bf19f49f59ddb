import {addressTexts} from '../../address-texts.ts';

/** What the address of a search for relationships says. All texts. */
export type RelationshipsLink = {
  readonly type?: string | undefined;
  /**
   * Conditions on the relationships. In the text form that searches use, so that a link reads
   * alike.
   */
  readonly filter?: string | undefined;
  readonly pageOffset?: string | undefined;
  readonly pageLimit?: string | undefined;
};

const names = [
  'type',
  'filter',
  'pageOffset',
  'pageLimit',
] as const satisfies readonly (keyof RelationshipsLink)[];

export function readRelationshipsLink(
  search: Readonly<Record<string, unknown>>,
): RelationshipsLink {
  return addressTexts(names, search);
}

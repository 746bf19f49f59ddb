import {addressTexts} from '../../address-texts.ts';

/** What the address of the list of types says. All texts. */
export type TypesLink = {
  readonly category?: string | undefined;
  readonly service?: string | undefined;
  readonly find?: string | undefined;
  /** `picture`: the hierarchy instead of the list. */
  readonly view?: string | undefined;
};

const names = [
  'category',
  'service',
  'find',
  'view',
] as const satisfies readonly (keyof TypesLink)[];

export function readTypesLink(search: Readonly<Record<string, unknown>>): TypesLink {
  return addressTexts(names, search);
}

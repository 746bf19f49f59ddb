/**
 * What the address of the glossary page says, in the parameters that links to catalogs of this kind
 * have always had. All texts.
 */
export type GlossaryLink = {
  /** What the guid of the path belongs to; asked of the server when it is missing. */
  readonly gtype?: string | undefined;
  /** `term` or `category`: what the tree has below a glossary. */
  readonly viewType?: string | undefined;
  /** Instead of one in the path. */
  readonly guid?: string | undefined;
  /** The tab of a term. */
  readonly tabActive?: string | undefined;
  /** Only what has this in its texts is in the tree. */
  readonly find?: string | undefined;
  /** Where a table of terms or entities begins. */
  readonly pageOffset?: string | undefined;
};

export type Kind = 'glossary' | 'category' | 'term';
export type View = 'term' | 'category';

/** Checked against the type, so that neither has one that the other has not. */
const names = [
  'gtype',
  'viewType',
  'guid',
  'tabActive',
  'find',
  'pageOffset',
] as const satisfies readonly (keyof GlossaryLink)[];
const kinds: readonly string[] = ['glossary', 'category', 'term'] satisfies readonly Kind[];

/** Anything unknown is left out; `gType` is how older links write it. */
export function readGlossaryLink(search: Readonly<Record<string, unknown>>): GlossaryLink {
  const given: Readonly<Record<string, unknown>> = {
    ...search,
    gtype: search['gtype'] ?? search['gType'],
  };
  return Object.fromEntries(
    names.flatMap(name => {
      const value = given[name];
      return typeof value !== 'string' || value === '' ? [] : [[name, value]];
    }),
  );
}

/** The kind that an address names. Links of the reference write it in capitals. */
export function kindOf(text: string | undefined): Kind | undefined {
  return kinds.includes(text?.toLowerCase() ?? '') ? (text?.toLowerCase() as Kind) : undefined;
}

/** What the address of a search for relationships says. All texts. */
export type RelationshipsLink = {
  readonly type?: string | undefined;
  /** Conditions on the relationships. */
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
  return Object.fromEntries(
    names.flatMap(name => {
      const value = search[name];
      return value === undefined || value === null || value === ''
        ? []
        : [[name, String(value as string)]];
    }),
  );
}

/**
 * The parameters of an address that a page has, as texts. Anything else there is not of that page,
 * and what is empty is not said. Addresses are typed, sent and kept for years: what is not a text
 * there, such as a list or a number, is made one, and never breaks a page.
 */
export function addressTexts<Name extends string>(
  names: readonly Name[],
  search: Readonly<Record<string, unknown>>,
): {[Each in Name]?: string} {
  return Object.fromEntries(
    names.flatMap(name => {
      const value = search[name];
      return value === undefined || value === null || value === ''
        ? []
        : [[name, String(value as string)]];
    }),
  ) as {[Each in Name]?: string};
}

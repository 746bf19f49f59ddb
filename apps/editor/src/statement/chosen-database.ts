const space = String.raw`(?:\s|--[^\n]*(?:\n|$)|/\*[\s\S]*?\*/)`;
const use = new RegExp(
  String.raw`^${space}*use${space}+(?:(?:database|schema|namespace)${space}+)?(?:${'`'}((?:[^${'`'}]|${'``'})+)${'`'}|([\w$]+))`,
  'i',
);

/** The database that a statement makes the current one; undefined for all but USE. */
export function chosenBy(statement: string): string | undefined {
  const [, quoted, plain] = use.exec(statement) ?? [];
  return quoted?.replaceAll('``', '`') ?? plain;
}

/** The current database behind these statements, when it was `first` before them. */
export function databaseAfter(statements: readonly string[], first: string): string {
  return statements.map(chosenBy).findLast(database => database !== undefined) ?? first;
}

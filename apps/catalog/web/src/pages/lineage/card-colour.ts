/** Told apart in both schemes on a card's border; the words on the card say it, too. */
const colours = [
  'cyan',
  'indigo',
  'orange',
  'teal',
  'grape',
  'pink',
  'green',
  'violet',
  'yellow',
] as const;

/**
 * The colour of a service such as hive or spark: always the same one. By its name and not by a
 * table, since services come with types that anybody can add.
 */
export function serviceColour(service: string): string {
  let sum = 0;
  for (const char of service) sum = (sum * 31 + (char.codePointAt(0) ?? 0)) % 9973;
  return `var(--mantine-color-${colours[sum % colours.length] ?? 'cyan'}-6)`;
}

/**
 * What somebody looks for: parts that a name with its database has to have. Dots separate as blanks
 * do: people write `sales.orders` and `sales orders`.
 */
export function wordsOf(text: string): readonly string[] {
  return text
    .toLowerCase()
    .split(/[\s.]+/)
    .filter(word => word !== '');
}

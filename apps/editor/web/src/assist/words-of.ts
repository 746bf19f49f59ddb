/** What somebody looks for: parts that a name with its database has to have. */
export function wordsOf(text: string): readonly string[] {
  return text
    .toLowerCase()
    .split(/[\s.]+/)
    .filter(word => word !== '');
}

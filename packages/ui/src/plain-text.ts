const entities: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&nbsp;': ' ',
};

/**
 * A cell of a sample, which comes as HTML, as the text that it was made of. In one go: what was
 * escaped twice stays escaped once.
 */
export function plainText(cell: unknown): string {
  return String(cell ?? '').replaceAll(
    /&(?:amp|lt|gt|quot|#39|nbsp);/g,
    entity => entities[entity] ?? entity,
  );
}

/**
 * A row of a Markdown table. Outside of code, `<x>` would be taken for markup; a line break is
 * meant as one.
 */
export function tableRow(cells: readonly string[]): string {
  return `| ${cells.map(escaped).join(' | ')} |`;
}

function escaped(cell: string): string {
  const parts = cell.replaceAll('|', '\\|').split('`');
  return parts
    .map((part, at) => (at % 2 === 0 ? part.replaceAll(/<(?!br>)/g, '&lt;') : part))
    .join('`');
}

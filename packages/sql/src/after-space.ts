/**
 * The place behind white space and comments. Step by step, as an expression for both tries every
 * way to tell comments apart, which are too many for thirty of them.
 */
export function afterSpace(text: string, from: number): number {
  for (let at = from; ;) {
    const end = text.startsWith('--', at)
      ? endOf(text, '\n', at)
      : text.startsWith('/*', at)
        ? endOf(text, '*/', at + 2)
        : /\s/.test(text[at] ?? '')
          ? at + 1
          : at;
    if (end === at) return at;
    at = end;
  }
}

function endOf(text: string, mark: string, from: number): number {
  const at = text.indexOf(mark, from);
  return at < 0 ? text.length : at + mark.length;
}
